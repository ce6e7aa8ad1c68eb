import { otherNodeHint, SwaprouteError } from '../../core/errors.ts'
import { seeTronTransaction } from '../tron.ts'
import type { TransactionReader } from './transaction.ts'

/** By the first node that answers. */
export const readOnTron: TransactionReader = async (blockchain, hash, source) => {
  let last: SwaprouteError | null = null
  for (const node of source.nodes(blockchain)) {
    try {
      return await seeTronTransaction(node.replace(/\/$/, ''), hash, source)
    } catch (thrown) {
      if (!(thrown instanceof SwaprouteError) || source.signal.aborted) throw thrown
      last = thrown
    }
  }
  throw new SwaprouteError('CHAIN_UNAVAILABLE', 'No node of TRON answers.', {
    hint: otherNodeHint(blockchain),
    context: { blockchain },
    ...(last === null ? {} : { cause: last }),
  })
}
