import type { BlockchainId } from './blockchainIds.ts'
import type { ProviderId } from './providerIds.ts'
import type { SwapType } from './quote.ts'
import type { Stop } from './routing.ts'
import type { Token, TokenAmount } from './token.ts'

/** From here on a quote is not executed but renewed (docs/safety.md P5). */
export const quoteLifeMs = 60_000

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

/** Base units of the token that is given back; `fee`: the most that giving it back costs. */
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
  /** Signed elsewhere: read by our own code to the last byte, and not run in advance. */
  | { kind: 'read'; lines: string[] }
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
    | 'market'
    | 'slippage'
    | 'dangerous'
    | 'worse'
    | 'repeat'
    | 'unreadable'
    | 'no_minimum'
    | 'growth'
    | 'one_node'
    | 'no_contract'
    | 'name_moved'
    | 'journal_unread'
    | 'refund'
  text: string
  /** How much of it there is, percent, where it has a measure. */
  size?: number
}

/** An earlier swap of the same account, tokens, amount and receiver. */
export type Repeat = { receiptId: string; agoMs: number }

/** What is paid, and what it becomes. Base units; USD with 18 decimals, null where unknown. */
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
   * `resume` when an earlier swap goes on under terms that must be accepted again; `claim` when the
   * money of a transfer is called for, and nothing but gas is paid.
   */
  occasion: 'swap' | 'resume' | 'claim'
  routeId: string
  provider: ProviderId
  swapType: SwapType
  /** True where the call guarantees no minimum: `atLeast` is only what counts as agreed. */
  floats?: true
  /** What the accepted quote had said, to show what changed since. */
  quoted: { expected: bigint; atLeast: bigint }
  /** 0.11 is 0.11 %; null when unknown. */
  priceImpactPercent: number | null
  slippageBps: number
  durationSeconds: number
  /** What comes back at least where the order is not filled; absent: a refund costs nothing. */
  refund?: ReviewRefund
  fees: ReviewFee[]
  /** Sum of all fees that can be valued; null when one of them cannot. */
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
  /** Most that gas of all transactions can cost, in the native coin. */
  maxGasCost: TokenAmount
  /** What gas is likely to cost, of the same coin; absent where nothing tells. */
  likelyGas?: { amount: bigint; usdE18: bigint | null }
  /**
   * What a rollup charges besides gas for the data of the transactions, as of now: part of likelyGas,
   * and with room for a rising price of maxGasCost.
   */
  dataFee?: { amount: bigint; usdE18: bigint | null }
  /** The tokens the route passes, in order. */
  path?: readonly Stop[]
  simulation: ReviewSimulation
  /** Loss against independent prices; negative is a gain; null when unpriced. */
  lossBps: number | null
  warnings: { code: string; text: string }[]
  /** Not empty: the amount has to be typed out (`--confirm-amount`). */
  typedReasons: ReviewReason[]
  /** Without a person it is refused. */
  repeatOf?: Repeat | null
  /**
   * The card that was accepted, where this one replaces it and is worse (P7). Of an order, where this
   * is its payment.
   */
  replaces?: { card: ReviewCard | OrderCard; worse: readonly ReviewReason[] }
  /** Why `--yes` cannot answer at all; null when it can. */
  yesBlockedBy: string | null
}

/** Which answer to a review card is enough (docs/safety.md K12, cli contract section 5). */
export type Confirmation = {
  /** On a terminal: yes/no, or the amount typed out. */
  interactive: 'yes_no' | 'type_amount'
  /** In scripts: `--yes`, `--yes --confirm-amount N`, or nothing at all. */
  flags: 'yes' | 'confirm_amount' | 'impossible'
  /** What has to be typed or given to `--confirm-amount`: the amount in token units. */
  amountText: string
  /**
   * Gas at its most, token units of the native coin, where that has no confirmed price: then it is
   * typed besides, or given to `--confirm-gas`. Null: the amount's answer covers it.
   */
  gas: { text: string; token: Token } | null
  /** Why more than a yes is asked for, ready to print. */
  reasons: string[]
}

/** What is confirmed before an order is opened. Amounts in base units. */
export type OrderCard = Exchange & {
  routeId: string
  provider: ProviderId
  rateType: 'fixed' | 'float' | null
  /** What the route takes; gas is of the payment, which is not planned yet. */
  fees: ReviewFee[]
  /** Token units; null where the provider names none. */
  limits: { min: string | null; max: string | null }
  durationSeconds: number
  /** What comes back at least where the provider sends it back; absent: it says nothing of a cost. */
  refund?: ReviewRefund
  receiver: string
  /** The name that was given in its place (A8). */
  receiverName?: string
  /** What the payment to the receiver carries; absent: nothing. */
  receiverMemo?: { name: string; value: string }
  /** What the receiver has to see to, in sentences. */
  notes?: readonly string[]
  refundAddress: string | null
  quoteAgeMs: number
  /** Loss against independent prices; negative is a gain; null when unpriced. */
  lossBps: number | null
  warnings: { code: string; text: string }[]
  /** Of an order that an account of this machine pays; without a person it is refused. */
  repeatOf?: Repeat | null
  /** The card that was accepted, where this one replaces it and is worse (P7). */
  replaces?: { card: OrderCard; worse: readonly ReviewReason[] }
  /** Not empty: on a terminal the amount has to be typed out. */
  typedReasons: ReviewReason[]
}

/** What a yes moves: what is sent, or what is claimed. */
export function movedBy({ occasion, send, receive }: ReviewCard): TokenAmount {
  return occasion === 'claim' ? { token: receive.token, amount: receive.expected } : send
}

/** How an address of a swap was named on the line: by the book of this machine, or by ENS. */
export type PartyName = {
  name: string
  by: 'book' | 'ens'
  /** The chain that the address was written down for. */
  blockchain: BlockchainId
  /** Only one host returned it (docs/safety.md N1). */
  oneNode: boolean
  /** The address that it stands for by now, where a route was quoted with another. */
  moved?: string
}

/** By which name an address of a stored quote was given (A8). */
export type GivenName = { address: string } & Pick<PartyName, 'name' | 'by'>

/** A contract on an EVM chain that a plan pays or approves and that is in no table. */
export type UnpinnedContract = {
  provider: ProviderId
  blockchain: BlockchainId
  /** With its checksum. */
  address: string
  roles: readonly ('target' | 'spender')[]
}
