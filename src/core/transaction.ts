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
  /** Do not pay after this moment; null where the provider sets no limit. Unix milliseconds. */
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
  /** Most that the network charges the payer, native base units; null where the wallet decides. */
  networkFee: bigint | null
  /** What else the payer should know of it, one sentence each. */
  notes: readonly string[]
  /** True where one node alone told what the transaction refers to (docs/safety.md N1). */
  oneNode?: true
}

/**
 * What an account may do with an open order: cancel it, change it, or claim its payout. The
 * holder of such a power controls the order's money.
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
  /** The token that is paid in; null where the call does not name it. */
  tokenIn: string | null
  /** Whether the first token of the pool is paid in; null where the call names it. */
  isFirstIn: boolean | null
}

/**
 * Calldata of a known contract, decoded by our own code and never by the backend that made it
 * (docs/safety.md E8, E9). Amounts in base units; null: the call does not say.
 */
export type DecodedCall = {
  /** Method in the contract's spelling (`exactInput`, `depositV3`, `transfer`). */
  method: string
  /** The recipient, as the destination chain writes it; null: the sender, by design of the call. */
  recipient: string | null
  /** Token addresses as the call names them; the zero address is the native coin. */
  srcToken: string | null
  dstToken: string | null
  /** True where the bought token is also the chain's native coin, as on Celo. */
  dstIsCoin?: true
  /**
   * True where the contract takes native coins for the spent token: the wrapped coin of its own,
   * which may be another one than the chain's usual.
   */
  srcTakesCoin?: true
  amountIn: bigint | null
  /**
   * The amount below which the fees of a refund would be a large part of it, where the call itself
   * names no amount; absent: it names one, or has no such fees.
   */
  leastIn?: bigint
  /**
   * The slippage that the call states beside its minimum, millionths: never more than was asked for.
   * Absent: it states none.
   */
  statedSlippage?: bigint
  /**
   * What an order that is not filled gives back: of this token the order holds at least `held`, or
   * the value of the call where that is null, and its refund costs at most `fee` of it. Absent: a
   * refund costs nothing, or the call has none.
   */
  refund?: { token: string; held: bigint | null; fee: bigint }
  /** Minimum output that the call itself enforces. */
  minOut: bigint | null
  /**
   * True where the contract, by its design, takes no minimum: its provider pays out the amount less
   * its published fees, as a custodial exchange does. All else is named; the route says that its
   * output floats (docs/safety.md E9). Absent: a call without a minimum is refused.
   */
  floats?: true
  /**
   * True where the order may end with a refund of far less than was paid, by the choice of its
   * counterparty: `minOut` holds for a payout, and nothing obliges anyone to one. The route says so
   * like one whose output floats (docs/safety.md E16).
   */
  returnsNothing?: true
  /**
   * The number under which the provider's contract keeps the tokens and the destination of the call.
   * The chain has to be asked for them; until then `srcToken` and `dstToken` are null, `dst` is
   * `same`. A wrapped coin there is that token, not the coin. Absent: the call names them itself.
   */
  entry?: bigint
  /**
   * True where the call names no amount and pays out all native coins sent along, one for one: its
   * value is the amount and the minimum.
   */
  paysValue?: true
  /**
   * The price that the call offers for gas on the chain of the payout, wei: below what that chain asks,
   * nobody carries it out. Absent: the call pays for no gas there.
   */
  onwardGasPrice?: bigint
  /**
   * Native coins besides the payment that the call sets to use, wei: what is sent above them is spent
   * on nothing and reaches nobody. Absent: the contract uses or gives back whatever is sent.
   */
  usedFee?: bigint
  /** Where the output is paid: on the chain of the call, or on another chain. */
  dst: 'same' | BlockchainId
  /** Who receives the refund if the call is not executed; null where the call names no one. */
  refundTo: string | null
  /**
   * The contract that alone keeps the promise, where the called one only hands it the tokens; it has to
   * be vouched for. Absent: the called contract itself.
   */
  keeper?: string
  /**
   * Pools that the call goes through without naming their tokens, in their order: the provider asks
   * the chain what they hold and whether they are its own. Absent: the call names its tokens.
   */
  pools?: readonly PoolStep[]
  /** What accounts other than the receiver may do with the order later; absent: nothing. */
  powers?: readonly Power[]
  /**
   * True where the contract only measures how much the receiver's balance grew, around code that the
   * maker of the call chooses: any payout that the receiver had coming may be that growth
   * (docs/safety.md E15).
   */
  growthOnly?: true
  /** True where one node alone told what the call pays or whom (docs/safety.md N1). */
  oneNode?: true
  /**
   * The order off the chain that the call only refers to: its hash, the counterparty that has to have
   * agreed to it, and that one's signature over the hash, where the call carries it (docs/safety.md
   * E18). Absent: the contract itself holds the terms.
   */
  reference?: { hash: string; signer: string; signature: string | null }
  /** Unix seconds after which the call, or the delivery it orders, is refused; absent: no limit. */
  deadlineSeconds?: bigint
  /**
   * The relayer with the exclusive right to deliver, and for how long: a period that starts with
   * the payment, or a moment in Unix seconds. Absent where any relayer may deliver.
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
  /** Unix seconds after which the exchange refuses it; null where it sets no limit. */
  deadlineSeconds: number | null
  /** True where one node alone vouches for the contracts (docs/safety.md N1). */
  oneNode?: true
}
