import type { BlockchainId } from '../core/blockchainIds.ts'
import type { PendingTransaction } from '../store/journal.ts'
import type { Session } from './session.ts'
import type { EventOf } from './story.ts'

type Sending = Pick<Session, 'context'>

/**
 * The next number of the account (I6); to be called under its lock. Transactions of earlier swaps
 * that are signed but not known to be mined keep their numbers, and the node gets the bytes of
 * those again that it does not know: ours would wait behind them for ever.
 */
export async function nextNonce(
  session: Sending,
  blockchain: BlockchainId,
  chainId: number,
  account: string,
): Promise<number> {
  const { evm, journal } = session.context
  const { latest, pending } = await evm.readNonce(blockchain, account)
  let next = Math.max(latest, pending)
  // Both at once: who follows another swap may settle a transaction, or open it again, meanwhile.
  const open = journal.pendingTransactions(chainId, account)
  const settled = journal.settledTransactions(chainId, account, next)
  // A node may be behind with its counting: a number that was seen used is used all the same. Where
  // its block was taken back, the same bytes use it again if they had paid; of what had failed
  // nothing is sent again, and from there on the numbers are free.
  for (const earlier of settled) {
    if (hadPaid(session, earlier)) await sendMissing(session, blockchain, earlier)
    else if (!(await isKnown(session, blockchain, earlier.hash))) break
    next = Math.max(next, earlier.nonce + 1)
  }
  for (const earlier of open) {
    if (earlier.nonce < latest) continue
    await sendMissing(session, blockchain, earlier)
    next = Math.max(next, earlier.nonce + 1)
  }
  return next
}

/**
 * Hands the node those bytes again that have to be mined before `nonce` and that it does not know:
 * of open signatures, and of payments and approvals whose block was taken back.
 */
export async function sendEarlier(
  session: Sending,
  blockchain: BlockchainId,
  chainId: number,
  account: string,
  { latest, nonce }: { latest: number; nonce: number },
): Promise<void> {
  const { journal } = session.context
  const settled = journal
    .settledTransactions(chainId, account, latest)
    .filter((transaction) => hadSuccess(session, transaction))
  for (const earlier of [...settled, ...journal.pendingTransactions(chainId, account)]) {
    if (earlier.nonce < latest || earlier.nonce >= nonce) continue
    await sendMissing(session, blockchain, earlier)
  }
}

/** What was reverted or replaced must not come to life again. */
function hadSuccess(session: Sending, transaction: PendingTransaction): boolean {
  return successesOf(session, transaction).some(({ hash }) => hash === transaction.hash)
}

/** Approvals go with the payment they were for. */
function hadPaid(session: Sending, transaction: PendingTransaction): boolean {
  return successesOf(session, transaction).some(({ leg }) => leg === 'pay')
}

/** What was seen mined, and not reverted, of the swap a transaction belongs to. */
function successesOf({ context }: Sending, { swapId }: PendingTransaction): EventOf<'confirmed'>[] {
  return context.journal
    .read(swapId)
    .flatMap(({ event }) => (event.type === 'confirmed' && event.succeeded ? [event] : []))
}

async function sendMissing(
  { context }: Sending,
  blockchain: BlockchainId,
  { hash, raw }: PendingTransaction,
): Promise<void> {
  if (await context.evm.knowsTransaction(blockchain, hash)) return
  context.journal.assertWritable()
  await context.evm.broadcast(blockchain, raw)
}

async function isKnown(
  { context: { evm } }: Sending,
  blockchain: BlockchainId,
  hash: string,
): Promise<boolean> {
  if ((await evm.readReceipt(blockchain, hash)) !== null) return true
  return await evm.knowsTransaction(blockchain, hash)
}
