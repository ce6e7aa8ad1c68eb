import { toSwaprouteError } from '../../core/errors.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { QuoteRequest } from '../../core/quote.ts'
import type { ProviderContext, QuoteOutcome } from '../types.ts'
import { edgesOf } from './edges.ts'
import type { PoolRow } from './families/families.ts'
import { type ChainPools, recallPools } from './knownPools.ts'
import { type KnownPools, pooledAddress } from './paths.ts'
import { askedKey, preparePlan } from './plan.ts'
import { verdictOf } from './probe.ts'
import { joinedPath, type PoolPath } from './quoteCalls.ts'
import type { PoolQuestion } from './question.ts'
import { type PoolAnswer, quotePools } from './quotePools.ts'
import type { ChainRows } from './rows.ts'
import { longerWays } from './search.ts'
import { isSameAddress } from '../../core/token.ts'

/** An outcome, with the ways that are offered in it. */
export type Offers = QuoteOutcome &
  Pick<PoolAnswer, 'offered' | 'fittingSizes'> & {
    /** False where the second request failed: what it looked for is still unknown. */
    isComplete: boolean
  }

/**
 * The offers of a first request, and those of a second one: through the pools that the first one
 * found, and along ways that would bring more if their own quotes are what was computed. What can be
 * offered at once is reported meanwhile; later quotes of the pair ask all of it in one request.
 * @param pools as they are known after the first request
 */
export async function askAgain(
  question: PoolQuestion,
  pools: ChainPools,
  first: PoolAnswer,
  context: ProviderContext,
): Promise<Offers> {
  const { request, chain, cutting } = question
  const found = foundRows(first)
  const known = recallPools(pools, context.now())
  const longer = question.known === null ? [] : waysOfThree(question, first, known)
  const rows = [...found, ...longer.map(({ row }) => row)]
  const ids = new Set([...rows, ...first.promising].map(({ id }) => id))
  const [rest, reported] = divided(first, ids)
  if (ids.size === 0)
    return {
      ...reported,
      offered: first.offered,
      fittingSizes: first.fittingSizes,
      isComplete: true,
    }
  context.report?.(reported)

  const ways = [
    ...first.promising.map(({ way }) => way),
    ...longer,
    ...found.flatMap((row) => waysThrough(row, chain, request, known)),
  ]
  const each = new Map(ways.map((way) => [askedKey(way), way])).values()
  const plan = preparePlan(request, chain, found, cutting, known, [...each])
  const again = {
    ...question,
    rows: question.rows.filter(({ id }) => ids.has(id)),
    verdicts: first.judged,
    read: first.reading,
    proposed: first.proposed,
    mostNet: first.mostNet,
    // What is still unknown is left to the next quote.
    plan: { ...plan, unknown: [], learns: false },
  }
  let isComplete = true
  const second = await quotePools(again, context).catch((thrown: unknown) => {
    isComplete = false
    const error = toSwaprouteError(thrown)
    const failed = [...ids].map((provider) => ({ provider, error }))
    return { ...withoutFailed(rest, failed), offered: [], fittingSizes: new Map<string, number>() }
  })
  const others = context.report === undefined ? reported : { quotes: [], failed: [] }
  return {
    quotes: [...others.quotes, ...second.quotes],
    failed: [...others.failed, ...second.failed],
    fittingSizes: new Map([...first.fittingSizes, ...second.fittingSizes]),
    offered: [...first.offered.filter(({ path }) => !ids.has(path.row.id)), ...second.offered],
    isComplete,
  }
}

/** Valid rows with pools that have not been quoted yet. */
function foundRows({ learned, judged }: PoolAnswer): PoolRow[] {
  const found = learned.filter(({ pair }) => (pair.found?.length ?? 0) > 0).map(({ row }) => row)
  return [...new Set(found)].filter((row) => verdictOf(judged, row)?.state === 'on')
}

function waysOfThree(
  { request, chain, rows, amounts }: PoolQuestion,
  { reading, judged }: PoolAnswer,
  known: KnownPools,
): PoolPath[] {
  return rows.flatMap((row) => {
    if (row.family === 'wrapped' || verdictOf(judged, row)?.state !== 'on') return []
    const ends = {
      tokenIn: pooledAddress(request.srcToken, row),
      tokenOut: pooledAddress(request.dstToken, row),
    }
    const own = reading.curves.filter(({ path }) => path.row === row)
    return longerWays(row, chain, own, ends, amounts, known)
  })
}

/** Ways of two pools that were just found, of one row, at most. */
const mostFoundWays = 12

function waysThrough(
  row: PoolRow,
  chain: ChainRows,
  request: QuoteRequest,
  known: KnownPools,
): PoolPath[] {
  const { edges } = edgesOf(row, chain, request, known)
  const ways = edges.flatMap((first) =>
    edges
      .filter(({ tokens: [from = ''] }) => isSameAddress(from, first.tokens[1] ?? ''))
      .map((second) => joinedPath([first, second])),
  )
  return ways.slice(0, mostFoundWays)
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

/** What the first request gave, where the second one failed. */
function withoutFailed(first: QuoteOutcome, failed: QuoteOutcome['failed']): QuoteOutcome {
  const offered = new Set(first.quotes.map(({ provider }) => provider))
  return {
    quotes: first.quotes,
    failed: failed.filter(({ provider }) => !offered.has(provider)),
  }
}
