import type { StatusAnswer } from '../../api/schemas.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Ctx } from '../frame/context.ts'
import type { KnownSwap } from './subject.ts'

/**
 * A transaction that ended another swap of this machine does not end this one as well by the
 * service's word (S2, S5): where it really paid both, `resume` finds out on the chain, and what the
 * journal has ended stays ended.
 */
export async function withoutOthersEnd(
  answer: StatusAnswer,
  { receiptId }: KnownSwap,
  { services }: Ctx,
): Promise<StatusAnswer> {
  const hash = answer.destinationTxHash
  const isEnd = answer.status === 'SUCCESS' || answer.status === 'REVERTED'
  if (!isEnd || hash === null || receiptId === null) return answer
  const journal = await services.journal()
  const other = findOwner(hash, journal.find)
  if (other === null || other === receiptId) return answer
  const { destination, refund } = journal.receipt(receiptId).hashes
  if (destination === hash || refund === hash) return answer
  const note = `The transaction named for it ended another swap of yours; \`swaproute resume ${receiptId}\` looks at the chain.`
  return { ...answer, status: 'PENDING', destinationTxHash: null, note }
}

/** Where the journal is damaged nothing is known of other swaps. */
function findOwner(hash: string, find: (text: string) => string | null): string | null {
  try {
    return find(hash)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code === 'STORE_DAMAGED') return null
    throw thrown
  }
}
