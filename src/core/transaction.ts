import type { BlockchainId } from './blockchainIds.ts'
import type { ForeignTransaction } from './foreignTransaction.ts'

/** What the user signs or sends, discriminated by `kind`. */
export type RouteTransaction =
  | EvmTransaction
  | TonTransaction
  | DepositTransaction
  | ForeignTransaction

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

/** One message that the payer's wallet contract has to send. */
export type TonMessage = {
  /** Bounceable text form. */
  address: string
  /** Nanoton attached to the message. */
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
  /** Do not pay after this moment; null if the provider sets no limit. Unix milliseconds. */
  expiresAtMs: number | null
}

/**
 * What a foreign transaction does, read by our own code from the transaction alone and never from
 * the answer around it (docs/safety.md E8, E9). Token addresses as this program writes them.
 */
export type DecodedForeign = {
  /** Contract and method, for the review (`Jupiter route_v2`). */
  method: string
  /** The program or contract that swaps. */
  target: string
  payer: string
  /** Who gets the output. */
  recipient: string
  srcToken: string
  dstToken: string
  srcAmount: bigint
  /** Minimum output that the contract itself enforces. */
  minOut: bigint
  /** Maximum network fee of the payer, native base units; null if the wallet decides. */
  networkFee: bigint | null
  /** Further facts for the payer, one sentence each. */
  notes: readonly string[]
  /** True if a single node returned what the transaction refers to (docs/safety.md N1). */
  oneNode?: true
}

/**
 * A right of an account over an open order: cancel it, change it, or claim its payout. Its holder
 * controls the order's money.
 */
export type Power = {
  may: 'cancel' | 'patch' | 'claim'
  holder: string
  /** The chain of the holder's account. */
  blockchain: BlockchainId
}

/** A pool that a call names in place of the tokens. */
export type PoolStep = {
  pool: string
  /** The token that is paid in; null if the call does not name it. */
  tokenIn: string | null
  /** Whether the first token of the pool is paid in; null if the call names it. */
  isFirstIn: boolean | null
  /**
   * How the called contract computes what the pool pays, where the call says so; `numerator` is the
   * part of the input that counts, of a billion.
   */
  code?: { kind: 'v2'; numerator: number } | { kind: 'v3' }
}

/**
 * Calldata of a known contract, decoded by our own code and never by the backend that built it
 * (docs/safety.md E8, E9). Amounts in base units; null: not stated by the call.
 */
export type DecodedCall = {
  /** Method in the contract's spelling (`exactInput`, `depositV3`, `transfer`). */
  method: string
  /** The recipient, as the destination chain writes it; null: the sender, by design of the call. */
  recipient: string | null
  /** Token addresses as the call names them; the zero address is the native coin. */
  srcToken: string | null
  dstToken: string | null
  /** True if the bought token is also the chain's native coin, as on Celo. */
  dstIsCoin?: true
  /**
   * True if the contract accepts native coins for the spent token: its own wrapped coin, which may
   * differ from the chain's usual one.
   */
  srcTakesCoin?: true
  amountIn: bigint | null
  /**
   * The amount below which refund fees would be a large part of it, if the call itself names no
   * amount; absent if it names one or has no such fees.
   */
  leastIn?: bigint
  /**
   * The slippage that the call states beside its minimum, millionths: never more than requested.
   * Absent if it states none.
   */
  statedSlippage?: bigint
  /**
   * The refund of an unfilled order: it contains at least `amount` of this token, or the value of the
   * call if that is null, and its refund costs at most `fee` of it. Absent if a refund is free, or
   * the call has none.
   */
  refund?: { token: string; amount: bigint | null; fee: bigint }
  /** Minimum output that the call itself enforces. */
  minOut: bigint | null
  /**
   * True if the contract, by design, takes no minimum: its provider pays out the amount less its
   * published fees, as a custodial exchange does. All else is named; the route is marked as
   * floating (docs/safety.md E9). Absent: a call without a minimum is refused.
   */
  floats?: true
  /**
   * True if the counterparty may end the order with a refund of far less than was paid: `minOut`
   * applies to a payout, which nothing enforces. The route is marked like a floating one
   * (docs/safety.md E16).
   */
  returnsNothing?: true
  /**
   * What is paid, and to whom, if the last step fails; it completes "If its last step fails, …". Set
   * where no contract enforces the promise, or where the call cannot be read to its end: its provider
   * is trusted by name with the whole amount, and the route is marked like a floating one
   * (docs/safety.md E17). A term that is null is then not said. Absent: the call itself is the proof.
   */
  trusted?: string
  /**
   * Set where a trusted call has no place for a receiver: the provider keeps it by the call, and the
   * answer that carries the call has to repeat it (docs/safety.md E17). Absent: a trusted call that does
   * not name its receiver contains it.
   */
  receiverBy?: 'answer'
  /**
   * The number under which the provider's contract stores the tokens and the destination of the
   * call, to be read from the chain; until then `srcToken` and `dstToken` are null, `dst` is
   * `same`. A wrapped coin there is that token, not the coin. Absent: the call names them itself.
   */
  entry?: bigint
  /**
   * True if the call names no amount and pays out all native coins sent with it, one for one: its
   * value is the amount and the minimum.
   */
  paysValue?: true
  /**
   * The gas price that the call offers on the chain of the payout, wei: below that chain's price it
   * is not executed. Absent: the call pays for no gas there.
   */
  onwardGasPrice?: bigint
  /**
   * Native coins besides the payment that the call uses, wei: any excess is lost. Absent: the
   * contract uses or returns whatever is sent.
   */
  usedFee?: bigint
  /**
   * Where the output is paid: on the chain of the call, or on another chain; null only for a trusted
   * call.
   */
  dst: 'same' | BlockchainId | null
  /** Who receives the refund if the call is not executed; null if the call does not name it. */
  refundTo: string | null
  /** What the money waits for if it is not delivered in time, one sentence for the review. */
  late?: string
  /**
   * The contract that fulfils the promise, if the called one only forwards the tokens to it; it
   * must be verified too. Absent: the called contract itself.
   */
  keeper?: string
  /**
   * Pools in the call's path without their tokens, in order: the provider reads from the chain
   * which tokens they have and whether they are its own. Absent: the call names its tokens.
   */
  pools?: readonly PoolStep[]
  /** Rights of accounts other than the receiver over the order, if any. */
  powers?: readonly Power[]
  /**
   * True if the contract only measures how much the receiver's balance grew, around code chosen by
   * the builder of the call: any pending payout to the receiver may be that growth (docs/safety.md
   * E15).
   */
  growthOnly?: true
  /** True if a single node returned what the call pays or to whom (docs/safety.md N1). */
  oneNode?: true
  /**
   * The off-chain order that the call only refers to: its hash, the counterparty that must have
   * agreed to it, and its signature over the hash, if the call carries it (docs/safety.md E18).
   * Absent: the contract itself has the terms.
   */
  reference?: { hash: string; signer: string; signature: string | null }
  /** Unix seconds after which the call, or the delivery it orders, is refused; absent: no limit. */
  deadlineSeconds?: bigint
  /**
   * The relayer with the exclusive right to deliver, and for how long: a period that starts with
   * the payment, or a moment in Unix seconds. Absent if any relayer may deliver.
   */
  exclusive?: { relayer: string; until: bigint; isPeriod: boolean }
}

/**
 * A TON message of a known exchange, decoded by our own code and never by the backend that built it
 * (docs/safety.md T2, T3, T7). Addresses raw (`0:…`), amounts in base units.
 */
export type DecodedTonMessage = {
  /** Exchange and instruction (`stonfi_v2 swap`). */
  method: string
  /**
   * The contract that takes the source token: the router or vault itself, or its proxy-TON wallet.
   * For native TON the message's destination; for a jetton the recipient of the jettons.
   */
  target: string
  /** Whether the target belongs to the provider: pinned, or derived from a pinned contract. */
  trusted: boolean
  /** Units of the source token in the swap. */
  srcAmount: bigint
  /** The recipient of the output; null means the sender, by design of the instruction. */
  recipient: string | null
  /** Who gets the source token back when the swap fails; null means the sender. */
  refundTo: string | null
  /**
   * The bought token, proved to be the requested one (the zero address for TON); null: not stated.
   */
  dstToken: string | null
  /** Minimum output that the instruction itself enforces; null: not stated. */
  minOut: bigint | null
  /** Unix seconds after which the exchange refuses it; null if it sets no limit. */
  deadlineSeconds: number | null
  /** True if a single node confirmed the contracts (docs/safety.md N1). */
  oneNode?: true
}
