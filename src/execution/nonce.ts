import type { BlockchainId } from '../core/blockchainIds.ts'
import type { Session } from './session.ts'

/**
 * The next number of the account (I6); to be called under its lock. Transactions of earlier swaps
 * that are signed but not known to be mined keep their numbers, and the node gets the bytes of
 * those again that it does not know: ours would wait behind them for ever.
 */
export async function nextNonce(
  { context }: Pick<Session, 'context'>,
  blockchain: BlockchainId,
  chainId: number,
  account: string,
): Promise<number> {
  const { evm, journal } = context
  const { latest, pending } = await evm.readNonce(blockchain, account)
  let next = Math.max(latest, pending)
  for (const { nonce, hash, raw } of journal.pendingTransactions(chainId, account)) {
    if (nonce < latest) continue
    if (!(await evm.knowsTransaction(blockchain, hash))) {
      journal.assertWritable()
      await evm.broadcast(blockchain, raw)
    }
    next = Math.max(next, nonce + 1)
  }
  return next
}
