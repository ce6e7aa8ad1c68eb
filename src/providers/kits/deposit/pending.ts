import { foreignReason } from '../../../core/foreignReason.ts'
import type { SubStatusName, SwapStatus } from '../../../core/status.ts'
import { isTransactionHash } from '../../../evidence/hashes.ts'
import { readPaidAt } from '../../../evidence/paidAt.ts'
import type { KnownOrder, StatusLook, Meaning, Reading } from './reading.ts'

const leastLongMs = 30 * 60_000
export const nowhere = { destinationTxHash: null } as const

const subStatusOf: Partial<Record<Meaning, SubStatusName>> = {
  awaiting: 'AWAITING_DEPOSIT',
  unlisted: 'AWAITING_DEPOSIT',
  confirming: 'CONFIRMING',
  exchanging: 'EXCHANGING',
  sending: 'SENDING',
  done: 'SENDING',
}

const unpaid: ReadonlySet<Meaning> = new Set(['awaiting', 'unlisted'])

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
 * PENDING with the step; LONG_PENDING where an action is awaited, or after four times the estimate,
 * whatever the provider calls it.
 */
export async function pending(
  look: StatusLook,
  note: string | undefined,
  { isLong = false, isPaid = false, isOver = false }: Payment = {},
): Promise<SwapStatus> {
  const { reading, order, ref, context } = look
  const longMs = Math.max(leastLongMs, 4_000 * (ref.durationSeconds ?? 0))
  const isUnderWay = isPaid || !unpaid.has(reading.meaning)
  const begunAtMs = isUnderWay && !isLong ? await begunAt(look) : null
  const isLate = begunAtMs !== null && context.now() - begunAtMs > longMs
  const text = isLate && reading.meaning === 'unknown' ? unknownNote(look, note) : note
  const told = subStatusOf[reading.meaning]
  const subStatus = isPaid && told === 'AWAITING_DEPOSIT' ? 'CONFIRMING' : told
  return {
    status: isLong || isLate ? 'LONG_PENDING' : 'PENDING',
    ...(subStatus === undefined || isLong || isLate ? {} : { subStatus }),
    ...(isOver && subStatus === 'AWAITING_DEPOSIT' ? { action: 'wait' } : {}),
    ...nowhere,
    ...commonOf(reading, order),
    ...(text === undefined ? {} : { note: text }),
  }
}

/** When the order began; of one that was made elsewhere by its payment. Null: unknown. */
async function begunAt({ reading, order, ref, context }: StatusLook): Promise<number | null> {
  const known = order.createdAtMs ?? ref.startedAtMs ?? ref.seenAtMs ?? null
  const hash = reading.srcTxHash ?? ref.srcTxHash
  if (known !== null || hash === null) return known
  return await readPaidAt(order.srcToken.blockchain, hash, context)
}

/** A status outside the provider's documentation may be an end of any kind (S1). */
function unknownNote(look: StatusLook, note: string | undefined): string {
  const told = note === undefined ? '' : `${note} `
  return `${told}${look.provider.name} has called it ${quotedWord(look)} for a long time, which may mean that it has ended. ${whatToAsk(look)}`
}

/** What the provider reports of a payment that it has, and what to do. */
export function slowNote(
  look: StatusLook,
  meaning: 'held' | 'delayed' | 'short' | 'stopped' | 'refunding',
): string {
  const reports: Record<typeof meaning, string> = {
    held: 'holds the payment while it checks it, and may ask for documents',
    delayed: 'reports a delay and is still working on it',
    short: 'reports that less than the agreed amount arrived',
    stopped: `has stopped it with ${quotedWord(look)} and does not say where the money is`,
    refunding: 'reports a refund that is not complete yet',
  }
  return `${look.provider.name} ${reports[meaning]}. ${whatToAsk(look)}`
}

function quotedWord({ reading }: StatusLook): string {
  return `"${foreignReason(reading.word, 40)}"`
}

export function whatToAsk({ order }: StatusLook): string {
  const what = order.orderId === '' ? 'the hash of the payment' : `order ${order.orderId}`
  return `Ask its support with ${what}.`
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
