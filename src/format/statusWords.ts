import type { FundsState } from '../core/errors.ts'
import { statusWords, type StatusWord, type SubStatusWord, subStatusWords } from '../core/status.ts'
import type { Tone } from './card.ts'
import { plain } from './plain.ts'

/** What a status means for the one whose money it is. */
export type StatusMeaning = {
  meaning: string
  action: string
  money: string
  funds: FundsState
  tone: Tone
}

/** What else decides what a word means: of an order nobody has a contract or a claim. */
export type OrderHints = { subStatus: string | null; isDeposit: boolean; fate?: Fate | null }

/**
 * What the journal knows of a swap that no word of the contract says: given up before its payment,
 * not paid yet, or paid by a transaction that was undone, so that the tokens stayed.
 */
export type Fate = 'given_up' | 'not_paid' | 'stayed'

export function fateOf(swap: {
  status: string
  givenUp: object | null
  funds: FundsState
  hashes: { source?: string }
}): Fate | null {
  if (swap.givenUp !== null) return 'given_up'
  if (swap.status === 'NOT_FOUND') return 'not_paid'
  const isKept = swap.funds === 'none_moved' || swap.funds === 'approved_only'
  return isKept && swap.status === 'FAIL' && swap.hashes.source !== undefined ? 'stayed' : null
}

/** How a state is headed: in the contract's word, unless that is no word for it. */
export function statusTitle(word: string, fate: Fate | null): string {
  if (fate === 'given_up') return 'GIVEN UP'
  return fate === 'not_paid' ? 'NOT PAID YET' : plain(word, 40)
}

const swapHints: OrderHints = { subStatus: null, isDeposit: false }

/** An order nobody has paid yet, as far as its provider knows. */
const awaitingDeposit: StatusMeaning = {
  meaning: 'The order is open and waits for its deposit.',
  action: 'Pay it once, exactly as the deposit card says; if you have paid, wait.',
  money: 'The provider has not seen a payment yet.',
  funds: 'none_moved',
  tone: 'plain',
}

/**
 * A status word in plain words. A word the contract does not know is treated as pending: a new
 * word is not a failure (docs/safety.md S1).
 */
export function statusMeaning(word: string, order: OrderHints = swapHints): StatusMeaning {
  if (order.fate != null) return fates[order.fate]
  if (word === 'PENDING' && order.subStatus === 'AWAITING_DEPOSIT') return awaitingDeposit
  if (!isStatusWord(word)) return unknownWord
  return (order.isDeposit ? depositMeanings[word] : undefined) ?? meanings[word]
}

/** Where a deposit order stands while it is pending; null for a word nobody knows. */
export function subStatusMeaning(word: string): string | null {
  return isSubStatusWord(word) ? subMeanings[word] : null
}

const fates: Record<Fate, StatusMeaning> = {
  given_up: {
    meaning: 'The swap was given up before its payment.',
    action: 'Nothing to do; quote again if you still want to swap.',
    money: 'Nothing was paid.',
    funds: 'none_moved',
    tone: 'plain',
  },
  not_paid: {
    meaning: 'The swap is recorded, and its payment is not made yet.',
    action: 'Go on with it, or leave it: nothing is paid by itself.',
    money: 'Nothing was paid.',
    funds: 'none_moved',
    tone: 'plain',
  },
  stayed: {
    meaning: 'The payment failed on its chain, and nothing was swapped.',
    action: 'Quote again if you still want to swap; the transaction itself shows why it failed.',
    money: 'The tokens did not leave the account; gas was spent.',
    funds: 'none_moved',
    tone: 'bad',
  },
}

const unknownWord: StatusMeaning = {
  meaning: 'The service answered with a word this version does not know.',
  action: 'Ask again in a minute; a new word is not a failure.',
  money: 'Sent; not yet known where it is.',
  funds: 'unknown',
  tone: 'warn',
}

const meanings: Record<StatusWord, StatusMeaning> = {
  PENDING: {
    meaning: 'The swap is under way.',
    action: 'Nothing to do; wait.',
    money: 'Sent, on its way to the receiver.',
    funds: 'sent',
    tone: 'plain',
  },
  LONG_PENDING: {
    meaning: 'The swap is under way but slower than expected.',
    action: 'Wait. Do not send again; keep the source hash for the provider’s support.',
    money: 'Sent, not delivered yet.',
    funds: 'sent',
    tone: 'warn',
  },
  NOT_FOUND: {
    meaning: 'No chain or provider knows a swap with this hash.',
    action: 'Check the hash; a transaction takes a minute to appear.',
    money: 'Not known: no payment was found.',
    funds: 'unknown',
    tone: 'warn',
  },
  INDETERMINATE: {
    meaning: 'The state of the swap cannot be determined.',
    action: 'Look at the explorer links; ask the provider’s support with the source hash.',
    money: 'Sent; not known where it is.',
    funds: 'unknown',
    tone: 'warn',
  },
  WAITING_FOR_TRUSTLINE: {
    meaning: 'The receiver’s account does not accept this token yet.',
    action:
      'Open a trust line for the token on the receiver’s account; delivery follows by itself.',
    money: 'Held by the provider until the trust line exists.',
    funds: 'sent',
    tone: 'warn',
  },
  WAITING_FOR_REFUND_TRUSTLINE: {
    meaning: 'The swap failed and the sender’s account does not accept the refund yet.',
    action: 'Open a trust line for the token on the sending account; the refund follows by itself.',
    money: 'Held by the provider until the trust line exists.',
    funds: 'refunding',
    tone: 'warn',
  },
  READY_TO_CLAIM: {
    meaning: 'The tokens have arrived on the destination chain and wait to be claimed.',
    action: 'Claim them with the receiving account on the provider’s page or contract.',
    money: 'On the destination chain, claimable by the receiver.',
    funds: 'sent',
    tone: 'warn',
  },
  REVERT: {
    meaning: 'The swap failed; the refund has to be started by you.',
    action: 'Start the refund with the sending account on the provider’s page or contract.',
    money: 'At the provider’s contract, refundable to the sender.',
    funds: 'refunding',
    tone: 'bad',
  },
  REVERTED: {
    meaning: 'The swap failed and the payment was returned.',
    action: 'Nothing to do; quote again if you still want to swap.',
    money: 'Back with the sender.',
    funds: 'refunding',
    tone: 'bad',
  },
  FAIL: {
    meaning: 'The swap failed.',
    action: 'Look at the source transaction; quote again if the payment did not leave the account.',
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

const depositMeanings: Partial<Record<StatusWord, StatusMeaning>> = {
  INDETERMINATE: {
    ...meanings.INDETERMINATE,
    meaning: 'The order did not end as it was agreed.',
    action:
      'Do not pay again. Read the note, look at both transactions, and ask the provider’s support with the order number.',
    money: 'Not where it was agreed to be; the note says what is known.',
  },
  LONG_PENDING: {
    ...meanings.LONG_PENDING,
    meaning: 'The order takes longer than it should.',
    action: 'Wait and do not pay again; the provider’s support needs the order number.',
    money: 'Paid, and still at the provider.',
  },
  REVERT: {
    ...meanings.REVERT,
    meaning: 'The exchange failed; the provider waits for you before it returns the money.',
    action: 'Go to the provider with the order number and say where the refund goes.',
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
      'Pay nothing to its address any more. If you have paid, ask the provider’s support with the order number; otherwise quote again.',
    money: 'Not delivered; what was paid, if anything, is at the provider.',
  },
}

const subMeanings: Record<SubStatusWord, string> = {
  AWAITING_DEPOSIT: 'the provider waits for the deposit',
  CONFIRMING: 'the deposit was seen and is being confirmed',
  EXCHANGING: 'the provider is exchanging',
  SENDING: 'the provider is sending to the receiver',
}

const words: ReadonlySet<string> = new Set(statusWords)
const subWords: ReadonlySet<string> = new Set(subStatusWords)

function isStatusWord(word: string): word is StatusWord {
  return words.has(word)
}

function isSubStatusWord(word: string): word is SubStatusWord {
  return subWords.has(word)
}
