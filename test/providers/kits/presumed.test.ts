/** Rates that are asked for by an adapter's own table while the list that has to confirm it loads. */
import { expect, test } from 'vitest'

import type { Provider } from '../../../src/providers/types.ts'
import { depositCase as exolix } from '../exolix.case.ts'
import { depositCase as quickex } from '../quickex.case.ts'
import { bent, type Body, type Exchange, nowMs, play, refusal, tokenOf } from '../depositSupport.ts'
import { roundTripsOf } from '../roundTrips.ts'

type Case = typeof exolix

function quoting({ make, baseUrl, request }: Case, answers: readonly Exchange[]) {
  const provider: Provider = make()
  const tape = play(baseUrl, answers)
  const ask = (context: typeof tape.context) =>
    provider.quote(request, new Set(provider.ids), context)
  return { tape, ask }
}

/** The lists of a case, changed. */
const lists = (it: Case, bend: (body: Body) => void): Exchange[] =>
  it.lists.map((list) => ({ ...list, body: bent(list.body, bend) }))

test.each([
  ['exolix', exolix],
  ['quickex', quickex],
])('%s is asked for its rates and its list at once', async (_id, it) => {
  const { tape, ask } = quoting(it, [...it.lists, ...it.quote])
  const { depth, requests } = await roundTripsOf(tape.context, ask)
  expect([depth, requests]).toEqual([1, it.lists.length + it.quote.length])
})

test('no rate is shown where the list has another contract for the name', async () => {
  const other = lists(exolix, (networks) => {
    for (const one of networks) one.contract = tokenOf('ETH', 'USDT').address
  })
  const { tape, ask } = quoting(exolix, [...other, ...exolix.quote])
  expect((await refusal(ask(tape.context))).code).toBe('NO_ROUTE')
})

test('no rate is shown where the list cannot be loaded', async () => {
  const down = exolix.lists.map((list) => ({ ...list, status: 503, body: { message: 'down' } }))
  const { tape, ask } = quoting(exolix, [...down, ...exolix.quote])
  expect((await refusal(ask(tape.context))).code).toBe('UPSTREAM_FAILED')
})

test('the rate is asked for again where the list names the coin otherwise', async () => {
  const renamed = lists(quickex, (instruments) => {
    for (const one of instruments) if (one.currencyTitle === 'USDC') one.networkTitle = 'ETHEREUM'
  })
  const [first] = quickex.quote
  const asWell = (status: number, title: string) =>
    quickex.quote.map((call) => ({
      ...call,
      path: call.path.replace('NetworkTitle=ERC20', `NetworkTitle=${title}`),
      ...(status === 200 ? {} : { status, body: { message: 'unknown' } }),
    }))
  expect(first?.path).toContain('NetworkTitle=ERC20')
  const { tape, ask } = quoting(quickex, [
    ...renamed,
    ...asWell(404, 'ERC20'),
    ...asWell(200, 'ETHEREUM'),
  ])
  const { quotes } = await ask(tape.context)
  expect(quotes.map(({ rateType }) => rateType)).toEqual(quickex.rates)
  expect(tape.unused()).toEqual([])
})

test('an order compares the contract with a list of its own process', async () => {
  const { ask, tape } = quoting(exolix, [...exolix.lists, ...exolix.quote])
  const { quotes } = await ask(tape.context)
  const [quote] = quotes
  if (quote === undefined) throw new Error('no quote')
  const other = lists(exolix, (networks) => {
    for (const one of networks) one.contract = tokenOf('ETH', 'USDT').address
  })
  const { context } = play(exolix.baseUrl, other, { atMs: nowMs })
  expect((await refusal(exolix.make().build(quote, context))).code).toBe('NO_ROUTE')
})
