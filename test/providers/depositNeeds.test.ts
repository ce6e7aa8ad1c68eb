/** What an order cannot be opened without: announced by its route, named by the refusal. */
import { describe, expect, test } from 'vitest'
import { refundNeededNote } from '../../src/core/quote.ts'
import { toDepositQuote } from '../../src/providers/kits/deposit/offer.ts'
import { depositCases } from './cases.ts'
import { orderCallsOf, play, quoteOf } from './depositSupport.ts'

describe.each(depositCases)('%s', (id, it) => {
  const thrownFor = async (change: object): Promise<unknown> => {
    const quote = await quoteOf(
      it.provider,
      it.request,
      play(it.baseUrl, it.quote).context,
      it.rate,
    )
    const asked = { ...quote, request: { ...it.request, ...change } }
    const building = it.provider.build(asked, play(it.baseUrl, orderCallsOf(it)).context)
    return building.then(
      () => null,
      (thrown: unknown) => thrown,
    )
  }
  const notesFor = (change: object) => {
    const request = { ...it.request, ...change }
    const offer = { dstAmount: 1n, guaranteed: null, durationSeconds: 1, providerState: null }
    const { warnings } = toDepositQuote({ ...offer, provider: id, request })
    return warnings.filter(({ code }) => code === refundNeededNote)
  }

  test('a refund address, where the order needs one', async () => {
    const bare = { refundAddress: null, fromAddress: null }
    const field = 'refundAddress'
    const thrown = await thrownFor(bare)
    const isMissing = thrown instanceof Error && 'code' in thrown && thrown.code === 'MISSING_FIELD'
    if (isMissing) expect(thrown).toMatchObject({ serviceCode: 1005, context: { field } })
    expect(notesFor(bare).map(({ data }) => data)).toEqual(isMissing ? [{ field }] : [])
    expect(notesFor({ ...bare, refundAddress: 'any' })).toEqual([])
    expect(notesFor({ ...bare, fromAddress: 'any' })).toEqual([])
  })

  test('a receiver', async () => {
    expect(await thrownFor({ receiver: null })).toMatchObject({
      serviceCode: 1001,
      context: { field: 'receiver' },
    })
  })
})

test('those that need a refund address are some of them', () => {
  const request = { refundAddress: null, fromAddress: null }
  const needing = depositCases.flatMap(([id, it]) => {
    const offer = { dstAmount: 1n, guaranteed: null, durationSeconds: 1, providerState: null }
    const quote = toDepositQuote({ ...offer, provider: id, request: { ...it.request, ...request } })
    return quote.warnings.length > 0 ? [id] : []
  })
  expect(needing.toSorted()).toEqual(
    ['change_hero', 'changelly', 'chainflip', 'near_intents', 'relay'].toSorted(),
  )
})
