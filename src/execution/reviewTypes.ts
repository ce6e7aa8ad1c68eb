import type { ProviderId } from '../core/providerIds.ts'
import type { SwapType } from '../core/quote.ts'
import type { Token } from '../core/token.ts'

/** An ERC-20 approval that has to be sent before the payment; `amount` 0 is the reset. */
export type PlannedApproval = {
  leg: 'approve_reset' | 'approve'
  token: Token
  spender: string
  amount: bigint
}

/** One fee of a route. `included`: already taken from the amounts shown, not paid on top. */
export type ReviewFee = {
  name: 'gas' | 'protocol' | 'provider' | 'percent'
  token: Token
  /** Base units, rounded up; null for a percentage of an unknown amount. */
  amount: bigint | null
  percent: number | null
  usdE18: bigint | null
  included: boolean
}

export type ReviewSimulation =
  | {
      kind: 'passed'
      /** Base units; negative leaves the account. `token` is null for a token we do not know. */
      changes: { address: string; token: Token | null; delta: bigint }[]
      gasUsed: bigint
    }
  | { kind: 'unavailable'; reason: string }
  /** TON: every message was read by our own code (T1 to T7), and run in advance where possible. */
  | ({ kind: 'decoded'; messages: string[] } & TonSimulation)

/** What a payment on TON would do as things stand; base units, negative has left the wallet. */
export type TonSimulation =
  | {
      foreseen: {
        /** Change of the wallet's coins, fees included. */
        coins: bigint
        /** Of the sold jetton; null where coins are sold. */
        jettons: bigint | null
        /** What the receiver gets of the bought token; null where it is not on TON. */
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
    | 'slippage'
    | 'dangerous'
    | 'worse'
    | 'repeat'
    | 'unreadable'
  text: string
}

/** An earlier swap of the same account, tokens, amount and receiver. */
export type Repeat = { receiptId: string; agoMs: number }

/** Every fact of the review card (cli contract, section 5). Amounts in base units. */
export type ReviewCard = {
  /** `resume` when an earlier swap goes on under terms that must be accepted again. */
  occasion: 'swap' | 'resume'
  routeId: string
  provider: ProviderId
  swapType: SwapType
  send: { token: Token; amount: bigint; usdE18: bigint | null }
  receive: {
    token: Token
    expected: bigint
    atLeast: bigint
    expectedUsdE18: bigint | null
    atLeastUsdE18: bigint | null
  }
  /** What the accepted quote had said, to show what changed since. */
  quoted: { expected: bigint; atLeast: bigint }
  /** 0.11 is 0.11 %; null when unknown. */
  priceImpactPercent: number | null
  slippageBps: number
  durationSeconds: number
  fees: ReviewFee[]
  /** Sum of all fees that can be valued; null when one of them cannot. */
  feesUsdE18: bigint | null
  /** Contract (or, for a plain transfer, the address) that is paid; several on TON. */
  target: string
  spender: string | null
  from: string
  receiver: string
  receiverIsSender: boolean
  refundAddress: string | null
  quoteAgeMs: number
  chainId: number
  approvals: PlannedApproval[]
  /** Most that gas of all transactions can cost, in the native coin. */
  maxGasCost: { token: Token; amount: bigint }
  simulation: ReviewSimulation
  /** Loss against independent prices; negative is a gain; null when unpriced. */
  lossBps: number | null
  warnings: { code: string; text: string }[]
  /** Not empty: the amount has to be typed out (`--confirm-amount`). */
  typedReasons: ReviewReason[]
  /** Without a person it is refused. */
  repeatOf?: Repeat | null
  /** Why `--yes` cannot answer at all; null when it can. */
  yesBlockedBy: string | null
}
