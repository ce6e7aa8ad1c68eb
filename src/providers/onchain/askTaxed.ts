import { SwaprouteError } from '../../core/errors.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { ProviderContext } from '../types.ts'
import { askAgain, type Offers } from './askAgain.ts'
import { familyOf, type PoolRow } from './families/families.ts'
import { type ChainPools, recallPools } from './knownPools.ts'
import { preparePlan } from './plan.ts'
import { verdictOf } from './probe.ts'
import type { PoolQuestion } from './question.ts'
import { type PoolAnswer, quotePools } from './quotePools.ts'
import { afterTax, type Taxes, taxSentences } from './taxes.ts'

/**
 * The offers for tokens that take a part of each transfer: what reaches the pools is asked for again,
 * of the exchanges whose routers count what arrives. A first request showed what the tokens take.
 * @param pools as they are known after the first request
 */
export async function askTaxed(
  question: PoolQuestion,
  taxes: Taxes,
  pools: ChainPools,
  { judged }: Pick<PoolAnswer, 'judged'>,
  context: ProviderContext,
): Promise<Offers> {
  const { request, chain, cutting } = question
  const rows = question.rows.filter(
    (row): row is PoolRow => row.family !== 'wrapped' && familyOf(row).servesTaxed?.(row) === true,
  )
  const served = new Set(rows.map(({ id }) => id))
  const why = taxSentences(request, taxes).join(' and ')
  const failed = [...new Set(question.rows.map(({ id }) => id))]
    .filter((id) => !served.has(id))
    .map((provider) => ({ provider, error: unserved(provider, why) }))
  const isOn = (row: PoolRow): boolean => verdictOf(judged, row)?.state !== 'off'
  const known = recallPools(pools, context.now())
  const [amountIn = 0n, ...rest] = question.amounts
  const taxed = {
    ...question,
    rows,
    plan: preparePlan(request, chain, rows.filter(isOn), cutting, known),
    verdicts: judged,
    taxes,
    amounts: [afterTax(amountIn, taxes.sellBps), ...rest],
  }
  const first = await quotePools(taxed, context)
  const { report: _, ...silent } = context
  const offers = await askAgain(taxed, pools, first, silent)
  return { ...offers, failed: [...offers.failed, ...failed] }
}

function unserved(id: ProviderId, why: string): SwaprouteError {
  return new SwaprouteError('NO_ROUTE', `${why}, which ${id} does not allow for.`, {
    hint: 'Choose an exchange that does, such as UNISWAP_V2.',
  })
}
