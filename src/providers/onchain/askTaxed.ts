import { SwaprouteError } from '../../core/errors.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { ProviderContext, QuoteOutcome } from '../types.ts'
import { familyOf, type PoolRow } from './families/families.ts'
import { recallPools } from './knownPools.ts'
import { preparePlan } from './plan.ts'
import { verdictOf } from './probe.ts'
import { type PoolAnswer, type PoolQuestion, quotePools } from './quotePools.ts'
import type { Where } from './askFound.ts'
import { type Taxes, taxSentences } from './taxes.ts'

/**
 * The offers for tokens that take a part of each transfer: what reaches the pools is asked for again,
 * of the exchanges whose routers count what arrives. A first request showed what the tokens take.
 */
export async function askTaxed(
  question: PoolQuestion,
  taxes: Taxes,
  { chain, pools }: Where,
  { judged }: Pick<PoolAnswer, 'judged'>,
  context: ProviderContext,
): Promise<QuoteOutcome> {
  const { request, cutting } = question
  const rows = question.rows.filter(
    (row): row is PoolRow => row.family !== 'wrapped' && familyOf(row).servesTaxed?.(row) === true,
  )
  const served = new Set(rows.map(({ id }) => id))
  const why = taxSentences(request, taxes).join(' and ')
  const failed = [...new Set(question.rows.map(({ id }) => id))]
    .filter((id) => !served.has(id))
    .map((provider) => ({ provider, error: unserved(provider, why) }))
  const isOn = (row: PoolRow): boolean => verdictOf(judged, row)?.state !== 'off'
  const recalled = recallPools(pools, context.now())
  const plan = preparePlan(request, chain, rows.filter(isOn), cutting, recalled)
  const answer = await quotePools({ ...question, rows, plan, verdicts: judged, taxes }, context)
  return { quotes: answer.quotes, failed: [...answer.failed, ...failed] }
}

function unserved(id: ProviderId, why: string): SwaprouteError {
  return new SwaprouteError('NO_ROUTE', `${why}, which ${id} does not allow for.`, {
    hint: 'Choose an exchange that does, such as UNISWAP_V2.',
  })
}
