import { foreignReason } from '../../../core/foreignReason.ts'
import type { SubStatusWord, SwapStatus } from '../../../core/status.ts'
import { isTransactionHash } from '../../../evidence/hashes.ts'
import type { KnownOrder, Look, Meaning, Reading } from './reading.ts'

const leastLongMs = 30 * 60_000
export const nowhere = { destinationTxHash: null } as const

const subStatusOf: Partial<Record<Meaning, SubStatusWord>> = {
  awaiting: 'AWAITING_DEPOSIT',
  unlisted: 'AWAITING_DEPOSIT',
  confirming: 'CONFIRMING',
  exchanging: 'EXCHANGING',
  sending: 'SENDING',
  done: 'SENDING',
}

const unpaid: ReadonlySet<Meaning> = new Set(['awaiting', 'unknown', 'unlisted'])

/** What is known of the payment besides the provider's status. */
type Payment = {
  /** It is slower than it may be, or waits for somebody. */
  isLong?: boolean
  /** The chain shows it, whatever the provider has seen. */
  isPaid?: boolean
  /** It must not be made any more. */
  isOver?: boolean
}

/**
 * PENDING with the step; LONG_PENDING where an action is awaited, or after four times the estimate.
 */
export function pending(
  look: Look,
  note: string | undefined,
  { isLong = false, isPaid = false, isOver = false }: Payment = {},
): SwapStatus {
  const { reading, order, ref, context } = look
  const startedAtMs = order.createdAtMs ?? ref.startedAtMs
  const longMs = Math.max(leastLongMs, 4_000 * (ref.durationSeconds ?? 0))
  const isUnderWay = isPaid || !unpaid.has(reading.meaning)
  const isLate = isUnderWay && startedAtMs !== null && context.now() - startedAtMs > longMs
  const told = subStatusOf[reading.meaning]
  const subStatus = isPaid && told === 'AWAITING_DEPOSIT' ? 'CONFIRMING' : told
  return {
    status: isLong || isLate ? 'LONG_PENDING' : 'PENDING',
    ...(subStatus === undefined || isLong || isLate ? {} : { subStatus }),
    ...(isOver && subStatus === 'AWAITING_DEPOSIT' ? { action: 'wait' } : {}),
    ...nowhere,
    ...commonOf(reading, order),
    ...(note === undefined ? {} : { note }),
  }
}

export function commonOf(
  { word, srcTxHash }: Reading,
  { srcToken, srcAmount, dstToken, receiver }: KnownOrder,
): Partial<SwapStatus> {
  const isHash = srcTxHash !== null && isTransactionHash(srcToken.blockchain, srcTxHash)
  return {
    destinationBlockchain: dstToken.blockchain,
    providerStatus: foreignReason(word, 40),
    ...(isHash ? { sourceTxHash: srcTxHash } : {}),
    facts: {
      srcToken: { blockchain: srcToken.blockchain, address: srcToken.address },
      ...(srcAmount === null ? {} : { srcAmount }),
      dstToken: { blockchain: dstToken.blockchain, address: dstToken.address },
      receiver,
    },
  }
}
