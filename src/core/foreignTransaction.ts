import type { BlockchainId } from './blockchainIds.ts'

// Chains whose transactions are built and checked here and signed elsewhere. A kind has a type, a
// row below, and its wire members (src/api/foreignWire.ts).

/** An unsigned transaction in its chain's own form. */
export type ForeignTransaction =
  | CosmosTransaction
  | NearTransaction
  | SolanaTransaction
  | StarknetTransaction
  | StellarTransaction
  | SuiTransaction
  | TronTransaction

export type ForeignKind = ForeignTransaction['kind']

/** The transaction of one kind of chain. */
export type ForeignOf<K extends ForeignKind> = Extract<ForeignTransaction, { kind: K }>

/** The document that wallets sign as amino JSON, without account number and sequence. */
type CosmosTransaction = {
  kind: 'cosmos'
  chainId: string
  msgs: { type: string; value: unknown }[]
  /** `amount` in base units as text, `gas` likewise. */
  fee: { amount: { denom: string; amount: string }[]; gas: string }
  memo: string
}

/** Transactions in the order of sending, as wallet selectors take them. */
type NearTransaction = {
  kind: 'near'
  transactions: {
    signerId: string
    receiverId: string
    actions: {
      type: string
      /** Gas and yocto as text. */
      params: { methodName: string; args: Record<string, unknown>; gas: string; deposit: string }
    }[]
  }[]
}

type SolanaTransaction = {
  kind: 'solana'
  /** The whole versioned transaction in base64, its signatures zero. */
  data: string
}

/** Calls that an account executes together; arguments are numbers in hex. */
type StarknetTransaction = {
  kind: 'starknet'
  calls: { contractAddress: string; entrypoint: string; calldata: string[] }[]
}

type StellarTransaction = {
  kind: 'stellar'
  /** The whole envelope as XDR in base64, without signatures. */
  data: string
}

type SuiTransaction = {
  kind: 'sui'
  /** JSON of version 2, to which the wallet adds what it pays for gas. */
  data: string
}

/** One contract call, as TRON wallets take it; a node builds the raw transaction from it. */
type TronTransaction = {
  kind: 'tron'
  to: string
  /** `swap(address,uint256)` */
  signature: string
  /** The encoded arguments in hex, without selector and 0x. */
  rawParameter: string
  /** Sun sent with the call. */
  callValue: bigint
  /** Maximum cost of energy, sun. */
  feeLimit: bigint
  /** Spender of the source token; null when no approval is needed. */
  approvalAddress: string | null
}

type ForeignRow = {
  blockchain: BlockchainId
  /** Wallets that can sign, best known first. */
  wallets: string
  /** Maximum network fee of one swap, thousandths of a coin (E11). */
  mostNetworkFee?: bigint
}

const rows: Readonly<Record<ForeignKind, ForeignRow>> = {
  cosmos: {
    blockchain: 'OSMOSIS',
    wallets: 'Keplr, Leap or Cosmostation',
    mostNetworkFee: 2_000n,
  },
  near: { blockchain: 'NEAR', wallets: 'Meteor, HOT or MyNearWallet' },
  solana: { blockchain: 'SOLANA', wallets: 'Phantom, Solflare or Backpack', mostNetworkFee: 20n },
  starknet: { blockchain: 'STARKNET', wallets: 'Ready or Braavos' },
  stellar: { blockchain: 'STELLAR', wallets: 'Freighter, LOBSTR or xBull', mostNetworkFee: 2_000n },
  sui: { blockchain: 'SUI', wallets: 'Slush, Suiet or Nightly' },
  tron: { blockchain: 'TRON', wallets: 'TronLink' },
}

export const foreignKinds: readonly ForeignKind[] = Object.keys(rows).filter(isForeignKind)

/** Null for chains that this program signs for, and for those without a reader. */
export function foreignKindOf(blockchain: BlockchainId): ForeignKind | null {
  return foreignKinds.find((kind) => rows[kind].blockchain === blockchain) ?? null
}

export function isForeignKind(kind: string | null): kind is ForeignKind {
  return kind !== null && Object.hasOwn(rows, kind)
}

export function foreignRowOf(kind: ForeignKind): ForeignRow {
  return rows[kind]
}
