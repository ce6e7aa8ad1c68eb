/** Every provider that is paid by one EVM call, from its case. */
import { describe, expect, test } from 'vitest'

import { play, quoteOf, refusal } from './depositSupport.ts'
import { dlnCase } from './dln.case.ts'
import { kyberCase } from './kyber_swap.case.ts'

describe.each([
  ['KYBER_SWAP', kyberCase],
  ['dln', dlnCase],
] as const)('%s', (id, { provider, baseUrl, request, honest, hostile, refusals }) => {
  test('quotes and builds', async () => {
    expect(provider.supports(request)).toEqual([id])
    const tape = play(baseUrl, honest)
    const quote = await quoteOf(provider, request, tape.context)
    const built = await provider.build(quote, tape.context)
    expect(tape.unused()).toEqual([])
    expect(built.dstMinAmount).toBeGreaterThanOrEqual(quote.dstMinAmount)
    expect(provider.pinned(id, request.srcToken.blockchain).targets).toContain(
      built.transaction.kind === 'evm' ? built.transaction.to : '',
    )
  })

  test.each(hostile)('refuses %s (%s)', async (_name, check, exchanges) => {
    const tape = play(baseUrl, exchanges)
    const quote = await quoteOf(provider, request, tape.context)
    const error = await refusal(provider.build(quote, tape.context))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check } })
  })

  test.each(refusals)('%i %o is %s', async (status, body, code) => {
    const [first] = honest
    if (first === undefined) throw new Error('a case begins with its quote')
    const tape = play(baseUrl, [{ ...first, status, body }])
    expect((await refusal(quoteOf(provider, request, tape.context))).code).toBe(code)
  })
})
