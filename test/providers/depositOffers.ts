import { expect, test } from 'vitest'

import type { ErrorCode } from '../../src/core/errors.ts'
import type { Provider } from '../../src/providers/types.ts'
import type { DepositCase } from './depositContract.ts'
import { bent, type Body, type Exchange, play, quoteOf, refusal } from './depositSupport.ts'

// Invalid answers to a request for a quote, for every deposit adapter that has some recorded.

/** What is bent in the answer with the offer, and the error it becomes. */
export type BentOffer = readonly [name: string, bend: (body: Body) => void, code: ErrorCode]

/** An answer that refuses, the error it becomes, and its text. */
export type RefusedOffer = readonly [
  name: string,
  answer: Pick<Exchange, 'status' | 'body'>,
  code: ErrorCode,
  says?: string,
]

export type OfferCases = {
  /** Another such provider, which has loaded no list yet. */
  make: () => Provider
  /** What its first quote asks for besides. */
  lists: readonly Exchange[]
  /** Calls of a quote whose amount is refused, and the error's details for machines. */
  tooLow: { exchanges: readonly Exchange[]; data: object }
  tooHigh?: { exchanges: readonly Exchange[]; data: object }
  bentOffers?: readonly BentOffer[]
  refusedOffers?: readonly RefusedOffer[]
  /** Every call of a quote that is refused, the error it becomes, and its text. */
  refusedQuotes?: readonly (readonly [
    name: string,
    exchanges: readonly Exchange[],
    code: ErrorCode,
    says?: string,
  ])[]
  /** The error of an order without an address for refunds, where one is needed. */
  refundNeeded?: ErrorCode
}

export function describeOffers(it: DepositCase): void {
  const { provider, baseUrl, request } = it
  const [offer, ...others] = it.quote.toReversed()
  const refused = async (
    change: Partial<Exchange>,
  ): Promise<Awaited<ReturnType<typeof refusal>>> => {
    if (offer === undefined) throw new Error('no offer')
    const tape = play(baseUrl, [...others, { ...offer, ...change }])
    return refusal(provider.quote(request, new Set(provider.ids), tape.context))
  }

  test.each([
    ['low', 'AMOUNT_TOO_LOW', 2005, it.tooLow],
    ['high', 'AMOUNT_TOO_HIGH', 2004, it.tooHigh],
  ] as const)('names the amount that is too %s', async (_word, code, serviceCode, refusedCase) => {
    if (refusedCase === undefined) return
    const tape = play(baseUrl, refusedCase.exchanges)
    const error = await refusal(provider.quote(request, new Set(provider.ids), tape.context))
    expect([error.code, error.serviceCode]).toEqual([code, serviceCode])
    expect(error.context).toMatchObject(refusedCase.data)
  })

  test.each(it.bentOffers ?? [])('rejects an offer with %s', async (_name, bend, code) => {
    expect((await refused({ body: bent(offer?.body, bend) })).code).toBe(code)
  })

  const refusedOffers = (it.refusedOffers ?? []).map(
    ([name, answer, code, says = '']) => [name, answer, code, says] as const,
  )
  test.each(refusedOffers)('a refusal: %s', async (_name, answer, code, says) => {
    const error = await refused(answer)
    expect(error.code).toBe(code)
    expect(error.message).toContain(says)
  })

  const refusedQuotes = (it.refusedQuotes ?? []).map(
    ([name, exchanges, code, says = '']) => [name, exchanges, code, says] as const,
  )
  test.each(refusedQuotes)('a refused quote: %s', async (_name, exchanges, code, says) => {
    const tape = play(baseUrl, exchanges)
    const error = await refusal(provider.quote(request, new Set(provider.ids), tape.context))
    expect(error.code).toBe(code)
    expect(error.message).toContain(says)
  })

  test('no order without an address for refunds, where it takes one', async () => {
    if (it.refundNeeded === undefined) return
    const quote = await quoteOf(provider, request, play(baseUrl, it.quote).context, it.rate)
    const nobody = { ...quote, request: { ...request, fromAddress: null, refundAddress: null } }
    const error = await refusal(provider.build(nobody, play(baseUrl, []).context))
    expect(error.code).toBe(it.refundNeeded)
  })
}
