import { readTonTransaction } from '../../../chains/ton/transaction.ts'
import type { TonChainTransaction, TonTrace } from '../../../core/tonChain.ts'
import type { ProviderContext } from '../../types.ts'

/** Most transactions read per account to find those of a trace. */
const mostPerAccount = 40

/**
 * A trace in which the transactions of some accounts are replaced by the chain's own cells, read
 * and hashed here. Transactions of these accounts that the node does not show are left out.
 * @param accounts raw
 * @throws SwaprouteError CHAIN_UNAVAILABLE when TON does not answer
 */
export async function withStored(
  trace: TonTrace,
  accounts: ReadonlySet<string>,
  context: ProviderContext,
): Promise<TonTrace> {
  const stored = new Map<string, TonChainTransaction>()
  for (const account of accounts) {
    for (const one of await storedOf(trace, account, context)) stored.set(one.hash, one)
  }
  const transactions = trace.transactions.flatMap((raw) => {
    if (!accounts.has(raw.account)) return [raw]
    return stored.get(raw.hash) ?? (raw.emulated ? [raw] : [])
  })
  return { ...trace, transactions }
}

/** One page, starting at the account's newest transaction in the trace. */
async function storedOf(
  { transactions }: TonTrace,
  account: string,
  { ton, signal }: ProviderContext,
): Promise<TonChainTransaction[]> {
  const own = transactions.filter((one) => one.account === account && !one.emulated)
  const newest = own.reduce<TonChainTransaction | null>(
    (last, one) => (last === null || one.lt > last.lt ? one : last),
    null,
  )
  if (newest === null) return []
  const page = await ton.rawTransactions(account, mostPerAccount, newest, { signal })
  return page.flatMap(({ boc }) => decoded(boc, account) ?? [])
}

/** Null for irrelevant transactions, such as the chain's own. */
function decoded(boc: string, account: string): TonChainTransaction | null {
  try {
    return readTonTransaction(boc, account)
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}
