import type { BlockchainId } from './blockchainIds.ts'
import type { ProviderId } from './providerIds.ts'
import type { SwapType } from './quote.ts'
import type { Stop } from './routing.ts'
import type { Token, TokenAmount } from './token.ts'

/** An older quote is renewed before execution (docs/safety.md P5). */
export const quoteLifeMs = 60_000

/** An ERC-20 approval that has to be sent before the payment; `amount` 0 is the reset. */
export type PlannedApproval = {
  leg: 'approve_reset' | 'approve'
  token: Token
  spender: string
  amount: bigint
}

/** One fee of a route. `included`: already deducted from the amounts shown, not paid on top. */
export type ReviewFee = {
  name: 'gas' | 'protocol' | 'provider' | 'percent'
  token: Token
  /** Base units, rounded up; null for a percentage of an unknown amount. */
  amount: bigint | null
  percent: number | null
  usdE18: bigint | null
  included: boolean
}

/** Base units of the refunded token; `fee`: the maximum cost of the refund. */
export type ReviewRefund = {
  token: Token
  fee: bigint
  atLeast: bigint
  feeUsdE18: bigint | null
  atLeastUsdE18: bigint | null
}

export type ReviewSimulation =
  | {
      kind: 'passed'
      /** Base units; negative leaves the account. `token` is null for a token we do not know. */
      changes: { address: string; token: Token | null; delta: bigint }[]
      gasUsed: bigint
    }
  | { kind: 'unavailable'; reason: string }
  /** Signed elsewhere: decoded completely by our own code, not simulated. */
  | { kind: 'read'; lines: string[] }
  /** TON: every message was decoded by our own code (T1 to T7), and simulated if possible. */
  | ({ kind: 'decoded'; messages: string[] } & TonSimulation)

/** Simulated result of a payment on TON; base units, negative leaves the wallet. */
export type TonSimulation =
  | {
      foreseen: {
        /** Change of the wallet's coins, fees included. */
        coins: bigint
        /** Change of the sold jetton; null if coins are sold. */
        jettons: bigint | null
        /** Amount of the bought token at the receiver; null if it is not on TON. */
        received: bigint | null
      }
    }
  | { foreseen: null; reason: string }

/** Why a plain yes is not enough; `code` is stable. */
export type ReviewReason = {
  code:
    | 'value'
    | 'value_unknown'
    | 'gas_unknown'
    | 'price_impact'
    | 'loss'
    | 'gain'
    | 'market'
    | 'slippage'
    | 'dangerous'
    | 'worse'
    | 'repeat'
    | 'unreadable'
    | 'no_minimum'
    | 'trusted'
    | 'growth'
    | 'one_node'
    | 'no_contract'
    | 'name_moved'
    | 'journal_unread'
    | 'refund'
  text: string
  /** Size of the reason in percent, if it has one. */
  size?: number
}

/** An earlier swap of the same account, tokens, amount and receiver. */
export type Repeat = { receiptId: string; agoMs: number }

/** The amount paid and the amount received. Base units; USD with 18 decimals, null if unknown. */
type Exchange = {
  send: { token: Token; amount: bigint; usdE18: bigint | null }
  receive: {
    token: Token
    expected: bigint
    atLeast: bigint
    expectedUsdE18: bigint | null
    atLeastUsdE18: bigint | null
  }
}

/** Every fact of the review card (cli contract, section 5). Amounts in base units. */
export type ReviewCard = Exchange & {
  /**
   * `resume`: an earlier swap continues under terms that must be accepted again; `claim`: the money
   * of a transfer is claimed, and only gas is paid.
   */
  occasion: 'swap' | 'resume' | 'claim'
  routeId: string
  provider: ProviderId
  swapType: SwapType
  /** True if the call guarantees no minimum: then `atLeast` is only the agreed amount. */
  floats?: true
  /** Amounts of the accepted quote, to show changes since. */
  quoted: { expected: bigint; atLeast: bigint }
  /** 0.11 is 0.11 %; null when unknown. */
  priceImpactPercent: number | null
  slippageBps: number
  durationSeconds: number
  /** The minimum refund of an unfilled order; absent if a refund is free. */
  refund?: ReviewRefund
  fees: ReviewFee[]
  /** Sum of all fees; null if one of them cannot be valued. */
  feesUsdE18: bigint | null
  /** Contract (or, for a plain transfer, the address) that is paid; several on TON. */
  target: string
  spender: string | null
  from: string
  receiver: string
  /** The name that was given in its place (A8). */
  receiverName?: string
  receiverIsSender: boolean
  refundAddress: string | null
  quoteAgeMs: number
  /** EIP-155 id, or the global id of a TON network; null for other chains. */
  chainId: number | null
  approvals: PlannedApproval[]
  /** Maximum gas cost of all transactions, in the native coin. */
  maxGasCost: TokenAmount
  /** Likely gas cost in the same coin; absent if unknown. */
  likelyGas?: { amount: bigint; usdE18: bigint | null }
  /**
   * A rollup's current charge for the data of the transactions: included in likelyGas, and with
   * room for a rising price in maxGasCost.
   */
  dataFee?: { amount: bigint; usdE18: bigint | null }
  /** The tokens of the route's path, in order. */
  path?: readonly Stop[]
  simulation: ReviewSimulation
  /** Loss against independent prices; negative is a gain; null when unpriced. */
  lossBps: number | null
  warnings: { code: string; text: string }[]
  /** Not empty: the amount has to be typed out (`--confirm-amount`). */
  typedReasons: ReviewReason[]
  /** Refused without a person's confirmation. */
  repeatOf?: Repeat | null
  /**
   * The accepted card, if this one replaces it and is worse (P7). The card of the order, if this is
   * its payment.
   */
  replaces?: { card: ReviewCard | OrderCard; worse: readonly ReviewReason[] }
  /** Why `--yes` cannot answer at all; null when it can. */
  yesBlockedBy: string | null
}

/** The answer that a review card requires (docs/safety.md K12, cli contract section 5). */
export type Confirmation = {
  /** On a terminal: yes/no, or the amount typed out. */
  interactive: 'yes_no' | 'type_amount'
  /** In scripts: `--yes`, `--yes --confirm-amount N`, or nothing at all. */
  flags: 'yes' | 'confirm_amount' | 'impossible'
  /** The amount to type or give to `--confirm-amount`, in token units. */
  amountText: string
  /**
   * Maximum gas cost, token units of the native coin, if that has no confirmed price: then it must
   * be typed as well, or given to `--confirm-gas`. Null: covered by the amount's confirmation.
   */
  gas: { text: string; token: Token } | null
  /**
   * The provider whose word alone counts, given to `--trust` in scripts (docs/safety.md E17); on a
   * terminal the typed amount answers for it. Null: a contract enforces the promise.
   */
  trust: ProviderId | null
  /** Why more than a yes is required, ready to print. */
  reasons: string[]
}

/** The card confirmed before an order is opened. Amounts in base units. */
export type OrderCard = Exchange & {
  routeId: string
  provider: ProviderId
  rateType: 'fixed' | 'float' | null
  /** Fees of the route, without gas, since the payment is not planned yet. */
  fees: ReviewFee[]
  /** Token units; null if the provider names none. */
  limits: { min: string | null; max: string | null }
  durationSeconds: number
  /** The minimum refund by the provider; absent if the provider states no cost. */
  refund?: ReviewRefund
  receiver: string
  /** The name that was given in its place (A8). */
  receiverName?: string
  /** Memo or tag of the payment to the receiver, if any. */
  receiverMemo?: { name: string; value: string }
  /** What the receiver has to prepare, in sentences. */
  notes?: readonly string[]
  refundAddress: string | null
  quoteAgeMs: number
  /** Loss against independent prices; negative is a gain; null when unpriced. */
  lossBps: number | null
  warnings: { code: string; text: string }[]
  /** For an order that an account of this machine pays; refused without a person's confirmation. */
  repeatOf?: Repeat | null
  /** The accepted card, if this one replaces it and is worse (P7). */
  replaces?: { card: OrderCard; worse: readonly ReviewReason[] }
  /** Not empty: on a terminal the amount has to be typed out. */
  typedReasons: ReviewReason[]
}

/** The amount that a yes moves: sent, or claimed. */
export function movedBy({ occasion, send, receive }: ReviewCard): TokenAmount {
  return occasion === 'claim' ? { token: receive.token, amount: receive.expected } : send
}

/** The name of an address on the command line: from the book of this machine, or from ENS. */
export type PartyName = {
  name: string
  by: 'book' | 'ens'
  /** The chain that the address was added for. */
  blockchain: BlockchainId
  /** Only one host returned it (docs/safety.md N1). */
  oneNode: boolean
  /** The current address of the name, if a route was quoted with another one. */
  moved?: string
}

/** The name by which an address of a stored quote was given (A8). */
export type GivenName = { address: string } & Pick<PartyName, 'name' | 'by'>

/** A contract on an EVM chain that a plan pays or approves and that is not pinned. */
export type UnpinnedContract = {
  provider: ProviderId
  blockchain: BlockchainId
  /** With its checksum. */
  address: string
  roles: readonly ('target' | 'spender')[]
}
