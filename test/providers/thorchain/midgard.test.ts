import { describe, expect, test } from 'vitest'

import { SwaprouteError } from '../../../src/core/errors.ts'
import type { SwapStatus } from '../../../src/core/status.ts'
import { createThorchainProvider } from '../../../src/providers/thorchain/thorchain.ts'
import { receiver } from '../depositContract.ts'
import { type Body, type Exchange, nowMs, play, quoteOf, refOf } from '../depositSupport.ts'
import {
  baseUrl,
  estimateCall,
  hash,
  inbounds,
  memo,
  orderCall,
  pools,
  request,
  told,
} from './recordings.ts'

const midgardUrl = 'https://midgard.test'
const provider = createThorchainProvider({ baseUrl, midgardUrl })
const path = `${midgardUrl}/v2/actions?${new URLSearchParams({
  address: `${receiver},${receiver.toLowerCase()}`,
  limit: '20',
}).toString()}`

const offered = await quoteOf(
  provider,
  request,
  play(baseUrl, [pools, inbounds, estimateCall]).context,
)
const opening = play(baseUrl, [inbounds, orderCall, { ...orderCall }])
const built = await provider.build(offered, opening.context)

function action(more: Body = {}): Body {
  return {
    date: `${nowMs}000000`,
    height: '19373906',
    in: [{ address: 'bc1q', coins: [], txID: hash.toUpperCase() }],
    metadata: { swap: { memo, liquidityFee: '1' } },
    out: [],
    pools: ['BTC.BTC'],
    status: 'pending',
    type: 'swap',
    ...more,
  }
}
const actions = (...list: Body[]): Exchange => ({
  path,
  body: { actions: list, count: '1', meta: {} },
})

function statusFrom(exchanges: readonly Exchange[]): Promise<SwapStatus> {
  return provider.status('thorchain', refOf(offered, built), play(baseUrl, exchanges).context)
}

describe('a payment without a hash', () => {
  test.each<[string, Body]>([
    ['a swap', action()],
    ['a refund', action({ metadata: { refund: { memo, reason: 'x' } }, type: 'refund' })],
  ])('is found by its memo: %s', async (_name, found) => {
    const pending = told({ swap_finalised: { completed: false }, outbound_signed: null })
    const other = action({ metadata: { swap: { memo: '=:b:else' } } })
    await expect(statusFrom([actions(other, found), ...pending])).resolves.toMatchObject({
      status: 'PENDING',
      subStatus: 'EXCHANGING',
      sourceTxHash: hash,
    })
  })

  test.each<[string, Exchange]>([
    ['nothing', actions()],
    ['other memos', actions(action({ metadata: { swap: { memo: `${memo}0` } } }))],
    ['no memo', actions(action({ metadata: null }))],
    ['older ones', actions(action({ date: `${nowMs - 601_000}000000` }))],
    ['no number', actions(action({ in: [{ txID: '' }] }))],
    ['another shape', { path, body: { actions: 'none' } }],
    ['a failure', { path, status: 503, body: {} }],
    ['silence', { path, body: {}, fails: new SwaprouteError('TIMED_OUT', 'no answer') }],
  ])('is awaited when the index has %s', async (_name, exchange) => {
    await expect(statusFrom([exchange])).resolves.toMatchObject({
      status: 'PENDING',
      subStatus: 'AWAITING_DEPOSIT',
    })
  })

  test('an interrupt is not taken for silence', async () => {
    const fails = new SwaprouteError('INTERRUPTED', 'stopped')
    await expect(statusFrom([{ path, body: {}, fails }])).rejects.toMatchObject({
      code: 'INTERRUPTED',
    })
  })
})
