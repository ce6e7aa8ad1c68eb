/** Exchanges that the user leaves out of DFlow's routes, and routes that are not taken. */
import { expect, test } from 'vitest'

import { serviceUrl } from '../callCase.ts'
import { type Body, play, quoteOf, refusal } from '../depositSupport.ts'
import { foreignCase } from '../dflow.case.ts'

const { request, honest } = foreignCase
const provider = foreignCase.create(serviceUrl)
const [quote] = honest.quote
if (quote === undefined) throw new Error('no quote')
const excluded = { lifi: [], rango: [], zerox: [], dflow: ['SolFi', 'Raydium AMM'] }
const asking = { ...request, foreignExclusions: excluded }
const path = quote.path.replace(
  '&allowAsyncExec=false',
  '&allowAsyncExec=false&excludeDexes=SolFi%2CRaydium+AMM',
)

test('they are named in the request', async () => {
  const { context } = play(serviceUrl, [{ ...quote, path }])
  expect((await quoteOf(provider, asking, context)).dstAmount).toBe(928_220n)
})

test.each([
  ['a route through one of them', (plan: Body[]) => (plan[0].venue = 'solfi')],
  ['a route without a plan', null],
])('rejects %s', async (_name, bend) => {
  const body: Body = structuredClone(quote.body)
  if (bend === null) delete body.routePlan
  else bend(body.routePlan)
  const { context } = play(serviceUrl, [{ ...quote, path, body }])
  expect((await refusal(quoteOf(provider, asking, context))).code).toBe('NO_ROUTE')
})

test('a route that splits the amount is not taken', async () => {
  const body: Body = structuredClone(quote.body)
  body.routePlan.push({ ...body.routePlan[0], venue: 'SolFi' })
  const { context } = play(serviceUrl, [{ ...quote, body }])
  expect((await refusal(quoteOf(provider, request, context))).code).toBe('NO_ROUTE')
})
