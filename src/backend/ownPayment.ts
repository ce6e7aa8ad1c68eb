/** Which swap of this service a transaction pays, where its hash alone is known. */
import { accountKey, isSameAccount } from '../chains/accountKey.ts'
import type { ChainTransaction } from '../evidence/transactions/transaction.ts'
import { mostPayees } from './carriers.ts'
import { proofOfPayment } from './paymentProof.ts'
import type { BackendServices } from './services.ts'
import { type BuiltQuote, isBuilt } from './storedQuotes.ts'

/**
 * The swap that was built here, whose payment nobody has told, and that this transaction pays: its
 * call, its messages, or the amount at the address of its order (S9). Null where there is none. Its
 * number at the provider is stored with it: many cannot find a swap without.
 */
export async function ownSwapOf(
  seen: ChainTransaction,
  services: BackendServices,
  signal: AbortSignal,
): Promise<BuiltQuote | null> {
  const { blockchain, sender, payments } = seen
  const quotes = await services.quotes()
  const payees = [...new Set(payments.flatMap(({ to }) => (to === null ? [] : [to])))]
  const [ordered, asked] = await Promise.all([
    Promise.all(
      payees
        .slice(0, mostPayees)
        .map(async (payee) => await quotes.findByOrder(accountKey(blockchain, payee))),
    ),
    sender === null ? [] : quotes.findUnpaid(blockchain, sender),
  ])
  for (const stored of [...ordered, ...asked]) {
    if (stored === null || !isBuilt(stored) || stored.srcTxHash !== null) continue
    if (paysOrder(stored, seen) || (await paysCall(stored, seen, services, signal))) return stored
  }
  return null
}

/** An order whose payment has to carry a memo shares its address with others. */
function paysOrder(
  { quote, swap }: BuiltQuote,
  { blockchain, payments, state }: ChainTransaction,
): boolean {
  const order = swap.built.transaction
  const { srcToken, srcAmount } = quote.request
  if (order.kind !== 'deposit' || order.memo !== null || state === 'failed') return false
  if (srcToken.blockchain !== blockchain) return false
  return payments.some(
    ({ token, amount, to }) =>
      amount === srcAmount &&
      to !== null &&
      isSameAccount(blockchain, to, order.depositAddress) &&
      (token === null ? srcToken.native : isSameAccount(blockchain, token, srcToken.address)),
  )
}

async function paysCall(
  stored: BuiltQuote,
  { blockchain, hash, touched }: ChainTransaction,
  services: BackendServices,
  signal: AbortSignal,
): Promise<boolean> {
  const { transaction } = stored.swap.built
  if (stored.quote.request.srcToken.blockchain !== blockchain) return false
  if (transaction.kind === 'deposit') return false
  if (transaction.kind === 'evm') {
    const [called] = touched
    // Most of an account's other swaps call another contract.
    if (called === undefined || !isSameAccount(blockchain, called, transaction.to)) return false
  }
  return (await proofOfPayment(services, stored, hash, signal)) === 'pays'
}
