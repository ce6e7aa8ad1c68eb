import type { FundsState } from '../core/errors.ts'

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
