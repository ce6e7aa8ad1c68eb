import { isClaimRoute } from '../core/claim.ts'
import type { FundsState } from '../core/errors.ts'
import {
  isStatusName,
  type StatusName,
  type SubStatusName,
  subStatusNames,
} from '../core/status.ts'
import type { Tone } from './card.ts'
import { plain } from './plain.ts'

/** Texts of a status for the owner of the money. */
export type StatusText = {
  meaning: string
  action: string
  money: string
  funds: FundsState
  tone: Tone
}

/**
 * The facts besides the status that select its text. An order has no contract and nothing to claim.
 */
export type OrderHints = {
  subStatus: string | null
  isDeposit: boolean
  fate?: Fate | null
  noSwap?: NoSwap | null
  /** Next action according to the service, if it differs from the state's. */
  action?: string | null
}

/** Kind of a transaction that is on a chain but is not a swap of any provider. */
export type NoSwap = 'transfer' | 'approval' | 'call'

export function isNoSwap(kind: string | null | undefined): kind is NoSwap {
  return kind === 'transfer' || kind === 'approval' || kind === 'call'
}

/**
 * A state of the journal that the contract does not have: abandoned before its payment, not paid
 * yet, paid by a transaction that reverted, so that the tokens did not leave, or a claim that
 * reverted.
 */
export type Fate = 'given_up' | 'not_paid' | 'stayed' | 'unclaimed'

export function fateOf(swap: {
  /** Of the route. */
  id: string
  status: string
  givenUp: object | null
  funds: FundsState
  hashes: { source?: string }
}): Fate | null {
  if (swap.givenUp !== null) return 'given_up'
  if (swap.status === 'NOT_FOUND') return 'not_paid'
  const isKept = swap.funds === 'none_moved' || swap.funds === 'approved_only'
  if (!isKept || swap.status !== 'FAIL' || swap.hashes.source === undefined) return null
  return isClaimRoute(swap.id) ? 'unclaimed' : 'stayed'
}

/** The title of a state: the contract's status, or our own text for a `Fate`. */
export function statusTitle(word: string, fate: Fate | null): string {
  if (fate === 'given_up') return 'GIVEN UP'
  return fate === 'not_paid' ? 'NOT PAID YET' : plain(word, 40)
}

const swapHints: OrderHints = { subStatus: null, isDeposit: false }

/** An order without a payment, according to its provider. */
const awaitingDeposit: StatusText = {
  meaning: 'The order is open and waiting for its deposit.',
  action: 'Pay it once, exactly as the deposit card says; if you have paid, wait.',
  money: 'The provider has not detected a payment yet.',
  funds: 'none_moved',
  tone: 'plain',
}

/** After its deadline an order must not be paid; an earlier payment may be on its way. */
const lateDeposit: StatusText = {
  ...awaitingDeposit,
  meaning: 'The payment deadline has passed, and the provider has not seen a payment.',
  action: 'Do not pay; if you have already paid, wait.',
}

/** A provider that reports a paid swap as failed may keep the money until it is claimed. */
const paidFailure: StatusText = {
  meaning: 'The swap failed after it was paid, or may have been.',
  action:
    'Do not pay again. If you have paid, ask the provider’s support with the order number and the source hash.',
  money: 'Not delivered; what was paid is with the provider or at the deposit address.',
  funds: 'unknown',
  tone: 'bad',
}

/**
 * Texts of a status. An unlisted status is treated as pending, since a new one is not a failure
 * (docs/safety.md S1).
 */
export function statusText(word: string, order: OrderHints = swapHints): StatusText {
  if (order.fate != null) return fates[order.fate]
  if (order.noSwap != null) return noSwaps[order.noSwap]
  if (word === 'PENDING' && order.subStatus === 'AWAITING_DEPOSIT') {
    return order.action === 'wait' ? lateDeposit : awaitingDeposit
  }
  if (!isStatusName(word)) return unknownWord
  if (word === 'FAIL' && order.action === 'ask_support') return paidFailure
  return (order.isDeposit ? depositMeanings[word] : undefined) ?? meanings[word]
}

/** The step of a pending deposit order; null for an unknown step. */
export function subStatusText(word: string): string | null {
  return isSubStatusName(word) ? subMeanings[word] : null
}

const fates: Record<Fate, StatusText> = {
  given_up: {
    meaning: 'The swap was given up before its payment.',
    action: 'Nothing to do; get a new quote if you still want to swap.',
    money: 'Nothing was paid.',
    funds: 'none_moved',
    tone: 'plain',
  },
  not_paid: {
    meaning: 'The swap is recorded, but not paid yet.',
    action: 'Continue it or leave it: nothing is paid automatically.',
    money: 'Nothing was paid.',
    funds: 'none_moved',
    tone: 'plain',
  },
  stayed: {
    meaning: 'The payment failed on its chain, and nothing was swapped.',
    action: 'Get a new quote if you still want to swap; the transaction shows why it failed.',
    money: 'The tokens did not leave the account; only gas was spent.',
    funds: 'none_moved',
    tone: 'bad',
  },
  unclaimed: {
    meaning: 'The claim failed on its chain, and nothing was claimed.',
    action:
      'Check the transfer with `swaproute status` and the hash of its payment; claim again if it is still waiting.',
    money: 'Nothing was claimed; only gas was spent.',
    funds: 'none_moved',
    tone: 'bad',
  },
}

const noSwaps: Record<NoSwap, StatusText> = {
  transfer: {
    meaning: 'The transaction is a plain transfer; no provider that was asked knows it as a swap.',
    action:
      'If it paid an order, ask with the number of the order; its exchange’s support finds it by this hash.',
    money: 'Where the transfer sent it.',
    funds: 'unknown',
    tone: 'warn',
  },
  approval: {
    meaning: 'The transaction is an approval, not a swap.',
    action:
      'Ask with the hash of the swap itself: the next transaction of the same payer, if there is one.',
    money: 'The approval moved nothing.',
    funds: 'unknown',
    tone: 'warn',
  },
  call: {
    meaning: 'The transaction exists; no provider that was asked knows it as a swap.',
    action:
      'If it delivered or refunded a swap, ask with the hash of the payment; otherwise check the hash.',
    money: 'Where the transaction sent it.',
    funds: 'unknown',
    tone: 'warn',
  },
}

const unknownWord: StatusText = {
  meaning: 'The service returned a status this version does not know.',
  action: 'Check again in a minute; a new status is not a failure.',
  money: 'Sent; its location is not known yet.',
  funds: 'unknown',
  tone: 'warn',
}

const meanings: Record<StatusName, StatusText> = {
  PENDING: {
    meaning: 'The swap is in progress.',
    action: 'Nothing to do; wait.',
    money: 'Sent, not delivered yet.',
    funds: 'sent',
    tone: 'plain',
  },
  LONG_PENDING: {
    meaning: 'The swap is in progress but slower than expected.',
    action: 'Wait. Do not send again; keep the source hash for the provider’s support.',
    money: 'Sent, not delivered yet.',
    funds: 'sent',
    tone: 'warn',
  },
  NOT_FOUND: {
    meaning: 'No chain or provider that was asked knows this hash.',
    action: 'Check the hash; a new transaction can take a minute to appear.',
    money: 'Unknown. No transaction was found.',
    funds: 'unknown',
    tone: 'warn',
  },
  INDETERMINATE: {
    meaning: 'The state of the swap cannot be determined.',
    action: 'Check the explorer links; ask the provider’s support with the source hash.',
    money: 'Sent; its location is not known.',
    funds: 'unknown',
    tone: 'warn',
  },
  WAITING_FOR_TRUSTLINE: {
    meaning: 'The receiver’s account does not accept this token yet.',
    action:
      'Open a trust line for the token on the receiver’s account; delivery then follows automatically.',
    money: 'Held by the provider until the trust line exists.',
    funds: 'sent',
    tone: 'warn',
  },
  WAITING_FOR_REFUND_TRUSTLINE: {
    meaning: 'The swap failed and the sender’s account does not accept the refund yet.',
    action:
      'Open a trust line for the token on the sending account; the refund then follows automatically.',
    money: 'Held by the provider until the trust line exists.',
    funds: 'refunding',
    tone: 'warn',
  },
  READY_TO_CLAIM: {
    meaning: 'The tokens are on the destination chain, waiting to be claimed.',
    action:
      'Claim them with `swaproute claim` and the hash of the payment, or on the provider’s page.',
    money: 'On the destination chain, claimable by the receiver.',
    funds: 'sent',
    tone: 'warn',
  },
  REVERT: {
    meaning: 'The swap failed; you have to start the refund.',
    action: 'Start the refund with the sending account on the provider’s page or contract.',
    money: 'At the provider’s contract, refundable to the sender.',
    funds: 'refunding',
    tone: 'bad',
  },
  REVERTED: {
    meaning: 'The swap failed and the payment was returned.',
    action: 'Nothing to do; get a new quote if you still want to swap.',
    money: 'Back with the sender.',
    funds: 'refunding',
    tone: 'bad',
  },
  FAIL: {
    meaning: 'The swap failed.',
    action:
      'Check the source transaction; get a new quote if the payment did not leave the account.',
    money: 'Not delivered. A reverted source transaction costs its network fee only.',
    funds: 'unknown',
    tone: 'bad',
  },
  SUCCESS: {
    meaning: 'The swap is complete.',
    action: 'Nothing to do.',
    money: 'Delivered to the receiver.',
    funds: 'delivered',
    tone: 'good',
  },
}

const depositMeanings: Partial<Record<StatusName, StatusText>> = {
  INDETERMINATE: {
    ...meanings.INDETERMINATE,
    meaning: 'The order did not end as agreed.',
    action:
      'Do not pay again. Read the note, check both transactions, and ask the provider’s support with the order number.',
    money: 'Not where it should be; the note has the details.',
  },
  LONG_PENDING: {
    ...meanings.LONG_PENDING,
    meaning: 'The order is taking longer than it should.',
    action: 'Wait and do not pay again; the provider’s support needs the order number.',
    money: 'Paid, and still at the provider.',
  },
  REVERT: {
    ...meanings.REVERT,
    meaning: 'The exchange failed; the provider needs you before it returns the money.',
    action: 'Contact the provider with the order number and say where to send the refund.',
    money: 'At the provider, refundable to you.',
  },
  REVERTED: {
    ...meanings.REVERTED,
    meaning: 'The exchange failed and the payment was returned.',
    money: 'Back at the refund address.',
  },
  FAIL: {
    ...meanings.FAIL,
    meaning: 'The order has failed or ended unpaid.',
    action:
      'Do not pay to its address. If you have paid, ask the provider’s support with the order number; otherwise get a new quote.',
    money: 'Not delivered; what was paid, if anything, is at the provider.',
  },
}

const subMeanings: Record<SubStatusName, string> = {
  AWAITING_DEPOSIT: 'the provider is waiting for your deposit',
  CONFIRMING: 'the deposit is being confirmed',
  EXCHANGING: 'the provider is exchanging',
  SENDING: 'the provider is sending to the receiver',
}

const subWords: ReadonlySet<string> = new Set(subStatusNames)

function isSubStatusName(word: string): word is SubStatusName {
  return subWords.has(word)
}
