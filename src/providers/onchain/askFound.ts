import { toSwaprouteError } from '../../core/errors.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { ProviderContext, QuoteOutcome } from '../types.ts'
import type { PoolRow } from './families/families.ts'
import { type ChainPools, recallPools } from './knownPools.ts'
import { preparePlan } from './plan.ts'
import { verdictOf } from './probe.ts'
import { type PoolAnswer, type PoolQuestion, quotePools } from './quotePools.ts'
import type { ChainRows } from './rows.ts'

/** The chain, and its pools as they are known after the first request. */
export type Where = { chain: ChainRows; pools: ChainPools }

/**
 * The offers of a first request, and of the pools that it found: these are asked in a second one,
 * while the others are already reported. Later quotes of the pair ask all of them at once.
 */
export async function askFound(
  question: PoolQuestion,
  { chain, pools }: Where,
  first: PoolAnswer,
  context: ProviderContext,
): Promise<QuoteOutcome> {
  const rows = foundRows(first)
  const ids = new Set(rows.map(({ id }) => id))
  const [rest, reported] = divided(first, ids)
  if (rows.length === 0) return reported
  context.report?.(reported)
  const again = { ...question, rows, verdicts: first.judged }
  const second = await askAgain(again, { chain, pools }, context)
  const found = best(ids, rest, second)
  if (context.report !== undefined) return found
  return {
    quotes: [...reported.quotes, ...found.quotes],
    failed: [...reported.failed, ...found.failed],
  }
}

/** Valid rows with pools that have not been quoted yet. */
function foundRows({ learned, judged }: PoolAnswer): PoolRow[] {
  const found = learned.filter(({ pair }) => (pair.found?.length ?? 0) > 0).map(({ row }) => row)
  return [...new Set(found)].filter((row) => verdictOf(judged, row)?.state === 'on')
}

async function askAgain(
  question: PoolQuestion & { rows: readonly PoolRow[] },
  { chain, pools }: Where,
  context: ProviderContext,
): Promise<QuoteOutcome> {
  const { request, rows, cutting } = question
  const recalled = recallPools(pools, context.now())
  const plan = preparePlan(request, chain, rows, cutting, recalled)
  try {
    // What is still unknown is left to the next quote.
    return await quotePools({ ...question, plan: { ...plan, unknown: [], learns: false } }, context)
  } catch (thrown) {
    const error = toSwaprouteError(thrown)
    return { quotes: [], failed: rows.map(({ id }) => ({ provider: id, error })) }
  }
}

/** The outcome of some identifiers, and that of the others. */
function divided(
  { quotes, failed }: QuoteOutcome,
  ids: ReadonlySet<ProviderId>,
): [theirs: QuoteOutcome, others: QuoteOutcome] {
  const isTheirs = ({ provider }: { provider: ProviderId }): boolean => ids.has(provider)
  const isOther = (each: { provider: ProviderId }): boolean => !isTheirs(each)
  return [
    { quotes: quotes.filter(isTheirs), failed: failed.filter(isTheirs) },
    { quotes: quotes.filter(isOther), failed: failed.filter(isOther) },
  ]
}

/** The better offer of each identifier; without one, the reason. */
function best(
  ids: ReadonlySet<ProviderId>,
  first: QuoteOutcome,
  second: QuoteOutcome,
): QuoteOutcome {
  const outcome: QuoteOutcome = { quotes: [], failed: [] }
  for (const id of ids) {
    const [offer] = [...first.quotes, ...second.quotes]
      .filter(({ provider }) => provider === id)
      .toSorted((a, b) => (b.dstAmount > a.dstAmount ? 1 : b.dstAmount < a.dstAmount ? -1 : 0))
    const failure = [...second.failed, ...first.failed].find(({ provider }) => provider === id)
    if (offer !== undefined) outcome.quotes.push(offer)
    else if (failure !== undefined) outcome.failed.push(failure)
  }
  return outcome
}
