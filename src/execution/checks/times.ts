import type { DecodedCall } from '../../core/transaction.ts'
import { unsafe } from './unsafe.ts'

/** Approval and payment still have to be mined. */
const leastSeconds = 60n
/**
 * Swaps on one chain are over with their block: our own calls hold for 20 minutes. The pools of
 * Across take no deposit whose time to fill is longer than six hours (`fillDeadlineBuffer`), and its
 * API asks for two.
 */
const mostSeconds = { 'on-chain': 2n * 3_600n, 'cross-chain': 6n * 3_600n } as const
/** Across gives one relayer a few seconds of its own, after which any relayer may fill. */
const mostExclusiveSeconds = 60n

/**
 * E8: a call that can still be mined, and whose money is not locked for days or for one party alone
 * when nobody delivers.
 * @param nowSeconds the later of our own clock and the chain's
 */
export function checkTimes(
  { deadlineSeconds, exclusive }: Pick<DecodedCall, 'deadlineSeconds' | 'exclusive'>,
  swapType: keyof typeof mostSeconds,
  nowSeconds: bigint,
): void {
  if (deadlineSeconds !== undefined) {
    const left = deadlineSeconds - nowSeconds
    if (left < leastSeconds) {
      throw unsafe('E8', 'The time of the call is over, or too short for it to be mined.', {
        deadlineSeconds: String(deadlineSeconds),
        nowSeconds: String(nowSeconds),
      })
    }
    if (left > mostSeconds[swapType]) {
      throw unsafe('E8', 'The call would hold for far longer than such a swap takes.', {
        deadlineSeconds: String(deadlineSeconds),
        nowSeconds: String(nowSeconds),
      })
    }
  }
  if (exclusive === undefined) return
  const { relayer, until } = exclusive
  const seconds = exclusive.isPeriod ? until : until - nowSeconds
  if (seconds <= mostExclusiveSeconds) return
  throw unsafe('E8', `For ${seconds} seconds only ${relayer} could deliver.`, {
    relayer,
    seconds: String(seconds),
  })
}
