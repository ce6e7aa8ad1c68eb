/**
 * Named points at which a swap may be killed: between any two of them is one step that moves money
 * or one journal write. Tests and the sandbox kill the process here; `pay_broadcast` is between
 * handing the bytes to the node and its answer.
 */
export const checkpoints = [
  'planned',
  'locked',
  'approve_reset_signing',
  'approve_reset_signed',
  'approve_reset_broadcast',
  'approve_reset_sent',
  'approve_reset_confirmed',
  'approve_signing',
  'approve_signed',
  'approve_broadcast',
  'approve_sent',
  'approve_confirmed',
  'pay_signing',
  'pay_signed',
  'pay_broadcast',
  'pay_sent',
  'pay_confirmed',
  'revoke_signing',
  'revoke_signed',
  'revoke_broadcast',
  'revoke_sent',
  'revoke_confirmed',
  'delivering',
  'done',
] as const

/** The same for orders of deposit routes; `order_answered` is before the answer is stored. */
export const orderCheckpoints = [
  'order_planned',
  'ordering',
  'order_answered',
  'order_unknown',
  'ordered',
  'awaiting_deposit',
  'deposit_done',
] as const

/**
 * Points that only some swaps and orders reach: before their first record, on resume, or after a
 * failure.
 */
export const furtherCheckpoints = [
  'reviewed',
  'accepted',
  'freed',
  'baseline',
  'pay_expired',
  'reorged',
  'allowance_read',
  'reported',
  'needs_action',
  'settling',
  'refunded',
  'failed',
  'abandoned',
  'order_confirmed',
  'order_read_back',
  'order_reviewed',
  'presenting',
  'presented',
  'deposit_settling',
  'deposit_refunded',
  'deposit_failed',
] as const

export type Checkpoint =
  | (typeof checkpoints)[number]
  | (typeof orderCheckpoints)[number]
  | (typeof furtherCheckpoints)[number]
