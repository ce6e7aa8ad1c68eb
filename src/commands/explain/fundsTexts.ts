import type { FundsState } from '../../core/errors.ts'

/** Meaning and action of each `funds` value. */
export const fundsTexts: Readonly<Record<FundsState, { meaning: string; action: string }>> = {
  none_moved: {
    meaning: 'Nothing was sent; the money has not moved.',
    action: 'Nothing to do.',
  },
  approved_only: {
    meaning: 'An approval was sent; no token has left the account.',
    action: 'Continue with `swaproute resume`, or leave it: the approval is exact or was revoked.',
  },
  sent: {
    meaning: 'The payment was sent and has not arrived yet.',
    action: 'Do not pay again. Follow it with `swaproute status`.',
  },
  delivered: { meaning: 'The tokens reached the receiver.', action: 'Nothing to do.' },
  refunding: {
    meaning: 'The swap failed and its payment is on its way back.',
    action: 'Wait for the refund; follow it with `swaproute status`.',
  },
  unknown: {
    meaning: 'It is not known where the money is.',
    action: 'Do not pay again. Check `swaproute status` and the explorer.',
  },
}
