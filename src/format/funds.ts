import type { FundsState } from '../core/errors.ts'
import type { Token } from '../core/token.ts'
import { amountText } from './review.ts'

type Amount = { token: Token; amount: bigint }

/** Where the user's money is, in one sentence. */
export function fundsText(funds: FundsState): string {
  switch (funds) {
    case 'none_moved':
      return 'Nothing was sent; your money has not moved.'
    case 'approved_only':
      return 'Only an approval was made; no token has left your account.'
    case 'sent':
      return 'The payment was sent and is on its way.'
    case 'delivered':
      return 'The tokens are at the receiver.'
    case 'refunding':
      return 'The payment is on its way back to you.'
    case 'unknown':
      return 'It is not known yet where the money is. Do not pay again.'
  }
}

/** What a swap of the journal shows of its money; its outcome and its receipt fit as they are. */
export type MoneyFacts = {
  funds: FundsState
  hashes: { source?: string }
  deposit?: { payment: 'by_hand' | 'signed' }
  givenUp: object | null
  open: boolean
  failed: boolean
  gasSpent: Amount
  received: Amount | null
}

/**
 * The same for a swap of the journal. Two states need their own sentence: gas is gone although the
 * tokens stayed, and of a payment by hand nobody here knows more than its provider.
 */
export function moneyText(facts: MoneyFacts): string {
  const { funds, received } = facts
  const isUnpaid = funds === 'none_moved' || funds === 'approved_only'
  if (isUnpaid && facts.deposit?.payment === 'by_hand') return unpaidText(facts)
  if (isUnpaid && facts.hashes.source !== undefined) return returnedText(facts)
  if (facts.failed && received !== null) return `${amountText(received)} arrived at the receiver.`
  return fundsText(funds)
}

function unpaidText({ givenUp, open }: MoneyFacts): string {
  if (givenUp !== null) return 'Nothing was paid.'
  return open ? 'The provider has not seen a payment yet.' : 'The provider has seen no payment.'
}

/** A payment of ours that was carried out by no block, or undone by its own contract. */
function returnedText({ gasSpent, funds }: MoneyFacts): string {
  const gas = gasSpent.amount === 0n ? '' : `${amountText(gasSpent)} of gas was spent; `
  const approved = funds === 'approved_only' ? ' An approval is still in force.' : ''
  const stayed = 'the tokens did not leave the account.'
  return `${gas}${gas === '' ? stayed.replace('the', 'The') : stayed}${approved}`
}
