/** A swap that was made elsewhere: its hash is all that is known. */
import { expect, test } from 'vitest'

import { isForeignKind } from '../../../src/core/foreignTransaction.ts'
import { serviceUrl } from '../callCase.ts'
import { play, quoteOf, refOf } from '../depositSupport.ts'
import { foreignCase } from '../ref_finance.case.ts'

const { request, honest, mined } = foreignCase
const provider = foreignCase.create(serviceUrl)

async function told(how: Parameters<typeof mined.as>[1], index?: unknown) {
  const tape = play(serviceUrl, [...honest.quote, ...honest.build])
  const quote = await quoteOf(provider, request, tape.context)
  const built = await provider.build(quote, tape.context)
  const { transaction } = built
  if (!isForeignKind(transaction.kind)) throw new Error('another kind of transaction')
  const { exchanges } = mined.as(transaction as Parameters<typeof mined.as>[0], how)
  const asked = exchanges.map((exchange) =>
    index !== undefined && exchange.path.endsWith('/v0/transactions')
      ? { ...exchange, body: index }
      : exchange,
  )
  const { context } = play(serviceUrl, asked)
  const ref = refOf(quote, built, {
    srcTxHash: mined.hash,
    fromAddress: null,
    receiver: null,
    providerState: null,
  })
  return await provider.status('REF_FINANCE', ref, context)
}

test('its sender is found by the index', async () => {
  const status = await told({ received: 5_300_000n })
  expect(status).toMatchObject({ status: 'SUCCESS', receivedAmount: 5_300_000n })
})

test('the index may not have it', async () => {
  expect((await told({}, { transactions: [] })).status).toBe('NOT_FOUND')
})

test('a failure reports where the NEAR is', async () => {
  const { status, note } = await told({ failed: true })
  expect(status).toBe('FAIL')
  expect(note).toBe('The swap failed on the chain: its NEAR came back as wNEAR.')
})
