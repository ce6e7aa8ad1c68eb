import type { BlockchainId } from './blockchainIds.ts'

/** What the user signs or sends: one of three shapes, told apart by `kind` inside the program. */
export type RouteTransaction = EvmTransaction | TonTransaction | DepositTransaction

export type EvmTransaction = {
  kind: 'evm'
  to: string
  /** 0x-prefixed call data; `0x` for a plain transfer. */
  data: string
  /** Native base units. */
  value: bigint
  /** Spender of the source token; null when no approval is needed. */
  approvalAddress: string | null
}

export type TonTransaction = { kind: 'ton'; messages: TonMessage[] }

/** One message that the payer's wallet contract is to send. */
export type TonMessage = {
  /** Bounceable text form. */
  address: string
  /** Nanoton that go along. */
  amount: bigint
  /** Bags of cells in base64. */
  payload: string | null
  stateInit: string | null
}

export type DepositTransaction = {
  kind: 'deposit'
  depositAddress: string
  /** Token units, never rescaled. */
  amountToSend: string
  exchangeId: string
  /** Memo, tag or comment the payment must carry. */
  extraFields: { name: string; value: string } | null
  /** Nothing may be paid after this moment; null where the provider names none. Unix milliseconds. */
  expiresAtMs: number | null
}

/**
 * What an account may do with an order that waits: end it, change it, or take what it pays. A power
 * over an order in the hands of a stranger is the money in the hands of a stranger.
 */
export type Power = {
  may: 'cancel' | 'patch' | 'claim'
  holder: string
  /** The chain whose account the holder is. */
  blockchain: BlockchainId
}

/**
 * What call data of a known contract says, decoded by our own code and never by the backend that
 * made it (docs/safety.md E8, E9). Amounts in base units; null: the call does not say.
 */
export type DecodedCall = {
  /** Method in the contract's spelling (`exactInput`, `depositV3`, `transfer`). */
  method: string
  /** Who receives, as the destination chain writes it; null: the sender, by design of the call. */
  recipient: string | null
  /** Token addresses as the call names them; the zero address is the native coin. */
  srcToken: string | null
  dstToken: string | null
  /** Set where the bought token is the chain's own coin at once, as on Celo. */
  dstIsCoin?: true
  amountIn: bigint | null
  /** Least output that the call itself enforces. */
  minOut: bigint | null
  /** Where the output is paid: on the chain of the call, or on another one. */
  dst: 'same' | BlockchainId
  /** Who gets the money back if the call is not carried out; null where nobody is named. */
  refundTo: string | null
  /** What accounts other than the receiver may do with the order later; absent: nothing. */
  powers?: readonly Power[]
  /** Unix seconds after which the call, or the delivery it orders, is refused; absent: no limit. */
  deadlineSeconds?: bigint
  /**
   * Who alone may deliver at first, and how long: a period from the payment on, or until a moment in
   * Unix seconds. Absent where anybody may.
   */
  exclusive?: { relayer: string; until: bigint; isPeriod: boolean }
}

/**
 * What a TON message of a known exchange says, decoded by our own code and never by the backend
 * that made it (docs/safety.md T2, T3, T7). Addresses raw (`0:…`), amounts in base units.
 */
export type DecodedTonMessage = {
  /** Exchange and instruction (`stonfi_v2 swap`). */
  method: string
  /**
   * The contract that takes the source token: the router or vault itself, or its proxy-TON wallet.
   * For native TON it is where the message goes; for a jetton, whom the jettons are sent to.
   */
  target: string
  /** Whether the target is the provider's: pinned, or derived from a pinned contract. */
  trusted: boolean
  /** Units of the source token that are swapped. */
  srcAmount: bigint
  /** Who receives the output; null means the sender himself, by design of the instruction. */
  recipient: string | null
  /** Who gets the source token back when the swap fails; null means the sender. */
  refundTo: string | null
  /** The bought token, proved to be the one asked for (the zero address for TON); null: not said. */
  dstToken: string | null
  /** Least output that the instruction itself enforces; null: it does not say. */
  minOut: bigint | null
  /** Unix seconds after which the exchange refuses it; null where it sets no limit. */
  deadlineSeconds: number | null
}
