import { isClaimRoute } from '../core/claim.ts'
import type { FundsState } from '../core/errors.ts'
import type { TokenAmount } from '../core/token.ts'
import { amountText } from './review.ts'
import { statusText } from './statusTexts.ts'

/** Where the user's money is, in one sentence. */
export function fundsText(funds: FundsState): string {
  switch (funds) {
    case 'none_moved':
      return 'Nothing was sent; your money has not moved.'
    case 'approved_only':
      return 'Only an approval was sent; no token has left your account.'
    case 'sent':
      return 'The payment was sent and has not arrived yet.'
    case 'delivered':
      return 'The tokens reached the receiver.'
    case 'refunding':
      return 'The payment is on its way back to you.'
    case 'unknown':
      return 'It is not known yet where the money is. Do not pay again.'
  }
}

/** The journal's facts about a swap's money; outcomes and receipts have this form. */
export type MoneyFacts = {
  /** Of the route. */
  id: string
  funds: FundsState
  /** With `refund` the chain has shown the money back. */
  hashes: { source?: string; refund?: string }
  deposit?: { payment: 'by_hand' | 'signed' }
  givenUp: object | null
  open: boolean
  status: string
  gasSpent: TokenAmount
  received: TokenAmount | null
}

/**
 * The same for a swap of the journal. Some states need their own sentence: gas spent although no
 * token left the account, a payment by hand, which only the provider can see, a payment that is back,
 * and a payout that waits for its receiver.
 */
export function moneyText(facts: MoneyFacts): string {
  const { funds, received } = facts
  const isUnpaid = funds === 'none_moved' || funds === 'approved_only'
  if (isUnpaid && facts.deposit?.payment === 'by_hand') return unpaidText(facts)
  if (isUnpaid && facts.hashes.source !== undefined) return returnedText(facts)
  if (facts.hashes.refund !== undefined) {
    return received === null
      ? 'The payment came back.'
      : `${amountText(received)} came back to you.`
  }
  if (funds === 'sent' && isClaimRoute(facts.id)) {
    return 'The claim was sent; the tokens have not arrived yet.'
  }
  if (facts.status === 'READY_TO_CLAIM') return statusText(facts.status).money
  if (facts.status === 'FAIL' && received !== null)
    return `${amountText(received)} arrived at the receiver.`
  return fundsText(funds)
}

function unpaidText({ givenUp, open }: MoneyFacts): string {
  if (givenUp !== null) return 'Nothing was paid.'
  return open
    ? 'The provider has not detected a payment yet.'
    : 'The provider did not see a payment.'
}

/** A payment or claim of ours that no block included, or that its contract reverted. */
function returnedText({ id, gasSpent, funds }: MoneyFacts): string {
  const approved = funds === 'approved_only' ? ' An approval is still active.' : ''
  const stayed = isClaimRoute(id) ? 'Nothing was claimed' : 'The tokens did not leave the account'
  const gas = gasSpent.amount === 0n ? '' : `; ${amountText(gasSpent)} was spent on gas`
  return `${stayed}${gas}.${approved}`
}

/** Whether the payment left the account, or may have. */
export function hasLeft(funds: FundsState): boolean {
  return funds !== 'none_moved' && funds !== 'approved_only'
}
