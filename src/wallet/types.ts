import type { PricedBytes } from '../chains/evm/dataFees.ts'
import type { TonWalletVersion } from '../chains/ton/wallets.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { TonChainTransaction, TonTrace } from '../core/tonChain.ts'
import type { EvmReader, RecordOptions } from '../evidence/evm.ts'

/**
 * A listed account; never a secret. `address` is null if the keystore omits it (as Foundry does):
 * only opening it with its password reveals it. `source` is the file, or `sandbox`, `environment`,
 * `stdin` or `signer`.
 */
export type Account = {
  name: string
  kind: 'evm' | 'ton'
  address: string | null
  source: string
  /** Of TON accounts: one key has a different address for each wallet contract. */
  walletVersion?: TonWalletVersion
  /** Only its address is on this machine, so it cannot sign. */
  watchOnly?: true
}

/** Flags about the key of a run (docs/safety.md K1). */
export type KeyChoice = {
  /** `--account`: a name or an address. */
  account: string | null
  /** `--keystore`: a file. */
  keystore: string | null
  /** `--key-stdin`. */
  keyStdin: boolean
  /** `--signer`: the address of a program on this machine that signs. */
  signer: string | null
  /** The kind of account that is needed; null: any. */
  kind: Account['kind'] | null
}

/** The kind of account to create. */
/** `index`: which account of a seed phrase, 0 by default. */
export type AccountChoice =
  | { kind: 'evm'; index?: number }
  | { kind: 'ton'; walletVersion: TonWalletVersion }

export type EvmCall = { from: string; to: string; data: string; value: bigint }

export type EvmFees =
  | { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
  | { type: 'legacy'; gasPrice: bigint }

/**
 * Fees that get a transaction mined soon, and the median price of a unit of gas in recent blocks;
 * null if the node has none. Wei.
 */
export type EvmFeeReading = { fees: EvmFees; usual: bigint | null }

/** A transaction with every field chosen: exactly what is signed, frozen before it is shown. */
export type EvmPlan = EvmCall & {
  blockchain: BlockchainId
  chainId: number
  nonce: number
  gasLimit: bigint
  fees: EvmFees
}

/** The fields decoded from signed bytes, and the signer. */
export type DecodedEvm = EvmCall & {
  chainId: number
  nonce: number
  gasLimit: bigint
  fees: EvmFees
  hash: string
}

/**
 * `raw` is the 0x-prefixed signed transaction; `hash` its keccak, known before broadcast; `decoded`
 * what independent code decoded from `raw`: summaries are printed from it (E13).
 */
export type SignedEvm = { raw: string; hash: string; decoded: DecodedEvm }

/** Effects of a simulated sequence of calls on `owner`; negative leaves the account. */
export type Simulation =
  | {
      kind: 'simulated'
      /** Index of the first failing call and its reason in plain words; null when all passed. */
      failure: { index: number; reason: string } | null
      /** Per token address (zero address = native coin, without gas): change of the owner. */
      changes: { token: string; delta: bigint }[]
      /**
       * Approvals the owner would give: the largest `amount` approved in the sequence and the rest
       * of it at its end (null if the contract does not return it).
       */
      approvals: { token: string; spender: string; amount: bigint; remaining: bigint | null }[]
      /** Per call, without an L2's share for its L1; a gas limit needs a margin on top. */
      gasUsed: bigint[]
      /** The same calls at a node of another host (N1); absent for a node of the user's own. */
      second?: Simulation
      /** Only one host answered. */
      oneNode?: true
    }
  /** The node cannot simulate; blocks `--yes` (E10). */
  | { kind: 'unavailable'; reason: string }

/**
 * Reads and broadcasts on EVM chains; has no secret. With a key loaded it contacts only the
 * nodes of the plan's chain (E14). Throws SwaprouteError CHAIN_UNAVAILABLE, never a library's error.
 */
export type EvmAccess = Pick<EvmReader, 'readReceipt' | 'readValue' | 'readNativeGain'> & {
  readChainId(blockchain: BlockchainId): Promise<number>
  /** Of two hosts that agree (N1). */
  readCode(blockchain: BlockchainId, address: string): Promise<{ code: string; oneNode: boolean }>
  /** Zero address reads the native balance; one batched request. */
  readBalances(blockchain: BlockchainId, owner: string, tokens: string[]): Promise<bigint[]>
  readAllowance(
    blockchain: BlockchainId,
    token: string,
    owner: string,
    spender: string,
  ): Promise<bigint>
  readNonce(blockchain: BlockchainId, address: string): Promise<{ latest: number; pending: number }>
  readFees(blockchain: BlockchainId): Promise<EvmFeeReading>
  /**
   * The chain's current charges besides gas for all of these transactions, native base units: data
   * and operator of a rollup, which no signature can bound. 0 on other chains, without a request.
   */
  readDataFee(blockchain: BlockchainId, transactions: readonly PricedBytes[]): Promise<bigint>
  /**
   * A gas limit: the node's estimate and a margin. Throws SIMULATION_FAILED with the reason in
   * plain words if the call would fail, NOT_ENOUGH_NATIVE if its value cannot be paid.
   */
  estimateGas(blockchain: BlockchainId, call: EvmCall): Promise<bigint>
  /**
   * Runs the calls one after another in one pending block (`eth_simulateV1`). Measures balances for
   * every token whose logs include the owner, and for those in `watched`, at two hosts (N1).
   * `fees` are those of the payment, so that no contract can distinguish the run from it (N3).
   */
  simulate(
    blockchain: BlockchainId,
    owner: string,
    calls: EvmCall[],
    watched?: readonly string[],
    fees?: EvmFees,
  ): Promise<Simulation>
  /** Sends the bytes to the node; its refusal proves nothing and is only returned as text. */
  broadcast(blockchain: BlockchainId, raw: string): Promise<{ refusal: string | null }>
  /** Whether the node knows the transaction, mined or not. */
  knowsTransaction(blockchain: BlockchainId, hash: string): Promise<boolean>
  readBlock(blockchain: BlockchainId): Promise<{ number: bigint; timestampSeconds: number }>
}

/** Signs one frozen plan; the secret is in its own short-lived process (K8). */
export type EvmSigner = {
  address: string
  /**
   * Independent code decodes the bytes and compares them with the plan before they are returned
   * (E13).
   */
  sign(plan: EvmPlan): Promise<SignedEvm>
  /** Ends the signer process and frees its memory. */
  close(): Promise<void>
}

/** A message for the wallet contract to send. */
export type TonOutMessage = {
  /** Raw address: `0:` and 64 lower-case hex digits. */
  to: string
  /** Nanoton. */
  value: bigint
  /** Whether the value comes back when the receiver fails or does not exist. */
  bounce: boolean
  /** Bag of cells in base64; null for an empty body. */
  payload: string | null
  /** Code and data of a contract that does not exist yet; its hash is the address (T4). */
  stateInit: string | null
}

/** An external message with every field chosen: exactly what is signed. */
export type TonPlan = {
  /** Global id of the network: -239 for the main one, the sandbox's own in a sandbox. */
  networkId: number
  /** Raw address of the wallet contract. */
  from: string
  walletVersion: TonWalletVersion
  seqno: number
  /** Unix seconds by the chain's clock; after that the wallet never accepts the message (T6). */
  validUntilSeconds: number
  /** Fees paid separately, and a message that cannot be sent does not undo the others (T1). */
  sendMode: 3
  /** Whether the wallet contract does not exist yet, so that the message includes its code. */
  deploys: boolean
  /** At most 4 for v4r2, 255 for v5r1. */
  messages: TonOutMessage[]
}

/** The fields decoded from signed bytes. */
export type DecodedTon = {
  from: string
  walletVersion: TonWalletVersion
  networkId: number | null
  seqno: number
  validUntilSeconds: number
  deploys: boolean
  messages: (TonOutMessage & { sendMode: number })[]
}

/**
 * `boc` is the signed message in base64; `messageHash` the hash of its normalized form (TEP-467),
 * 64 lower-case hex digits, known before it is sent; `decoded` what independent code decoded from
 * `boc` (E13).
 */
export type SignedTon = { boc: string; messageHash: string; decoded: DecodedTon }

/** A wallet contract as of one block. */
export type TonWalletState = {
  /** Nanoton. */
  balance: bigint
  status: 'active' | 'uninitialized' | 'frozen'
  /** 0 for a wallet that does not exist yet. */
  seqno: number
  /** Version of the deployed code; null if absent or unknown. */
  walletVersion: TonWalletVersion | null
  /** The id its signatures are bound to: one of a key's wallets, and the network. */
  walletId: number | null
  /** False for a wallet that accepts orders of its extensions only. */
  takesSignatures: boolean
  /** Unix seconds of the block that was read, by the chain's own clock. */
  atSeconds: number
}

/**
 * Reads and broadcasts on TON; has no secret. Takes addresses in any form and returns them raw.
 * Throws SwaprouteError CHAIN_UNAVAILABLE, RATE_LIMITED or TIMED_OUT, never a library's error.
 */
export type TonAccess = {
  readWallet(address: string): Promise<TonWalletState>
  /** Nanoton of an account, or its units of a jetton; `master` null for the native coin. */
  readBalance(owner: string, master: string | null): Promise<bigint>
  /** Address of the jetton wallet contract of an owner, according to the master. */
  readJettonWallet(master: string, owner: string): Promise<string>
  /** The same from two hosts that agree, since it decides where money goes (docs/safety.md N1). */
  agreedJettonWallet(master: string, owner: string): Promise<{ address: string; oneNode: boolean }>
  /** Whether an account has a contract, of two hosts that agree. */
  agreedStatus(address: string): Promise<{ status: TonWalletState['status']; oneNode: boolean }>
  /**
   * The effects of a plan in the current state, emulated by one or two hosts without a signature.
   * `publicKey` (64 hex digits) is that of the wallet for a plan that deploys it, and null for
   * others. Null: the wallet would not accept it. Throws as the others.
   */
  simulate(
    plan: TonPlan,
    publicKey: string | null,
  ): Promise<{ traces: (TonTrace | null)[]; oneNode: boolean }>
  /** Sends the bytes to the node; its refusal proves nothing and is only returned as text. */
  broadcast(boc: string): Promise<{ refusal: string | null }>
  /**
   * The wallet's transaction that accepted our message, decoded from the chain's own cells back to
   * `sinceSeconds`. Null: there is none since then.
   */
  findTransaction(
    wallet: string,
    messageHash: string,
    sinceSeconds: number,
  ): Promise<TonChainTransaction | null>
  /** A transaction of any account by its own hash, also decoded from the chain's own cells. */
  findStored(
    account: string,
    hash: string,
    sinceSeconds: number,
  ): Promise<TonChainTransaction | null>
  /** Any transaction by its own hash, as the index reports it. */
  readTransaction(hash: string): Promise<TonChainTransaction | null>
  /** The trace of an external message; null while unknown. */
  readTrace(messageHash: string): Promise<TonTrace | null>
  /** The whole trace that includes a transaction, by its hash. */
  readTraceOf(transactionHash: string, options?: RecordOptions): Promise<TonTrace | null>
}

/** Signs one frozen plan; the secret is in its own short-lived process (K8). */
export type TonSigner = {
  /** Raw address. */
  address: string
  walletVersion: TonWalletVersion
  /**
   * Independent code decodes the bytes and compares them with the plan before they are returned
   * (E13).
   */
  sign(plan: TonPlan): Promise<SignedTon>
  close(): Promise<void>
}
