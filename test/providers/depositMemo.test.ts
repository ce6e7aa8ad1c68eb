/**
 * D5 over every exchange whose list says that a coin has a memo: an order that names none is not
 * shown where the payment needs it, and honest addresses without one are.
 */
import { describe, expect, test } from 'vitest'

import type { BlockchainId } from '../../src/core/blockchainIds.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { OrderClaim } from '../../src/core/order.ts'
import { createBaltexProvider } from '../../src/providers/baltex.ts'
import { createChangeHeroProvider } from '../../src/providers/change_hero.ts'
import { createChangellyProvider } from '../../src/providers/changelly.ts'
import { createChangenowProvider } from '../../src/providers/changenow.ts'
import { createExolixProvider } from '../../src/providers/exolix.ts'
import type { DepositMemo } from '../../src/providers/kits/deposit/coins.ts'
import { requireMemo } from '../../src/providers/kits/deposit/order.ts'
import { createQuickexProvider } from '../../src/providers/quickex.ts'
import { createSimpleSwapProvider } from '../../src/providers/simple_swap.ts'
import { createStealthexProvider } from '../../src/providers/stealthex.ts'
import { type Provider, proofOf } from '../../src/providers/types.ts'
import { apiKey } from './changelly.case.ts'
import { depositCases } from './cases.ts'
import {
  type Body,
  type Exchange,
  orderCallsOf,
  play,
  refusal,
  tokenOf,
  xrp,
} from './depositSupport.ts'

const pause = async (): Promise<void> => {}

/** The list of an exchange with XRP, whose memo it marks or not. */
type Row = [id: string, (baseUrl: string) => Provider, (marked: boolean) => Exchange]
const rpcList = (coin: Body): Exchange => ({
  method: 'POST',
  path: '',
  body: { jsonrpc: '2.0', id: 'getCurrenciesFull', result: [coin] },
})
const rows: Row[] = [
  [
    'changenow',
    (baseUrl) => createChangenowProvider({ baseUrl, apiKey: 'k-1', pause }),
    (marked) => ({
      path: '/exchange/currencies?active=true&flow=standard',
      body: [{ ticker: 'xrp', network: 'xrp', hasExternalId: marked, isExtraIdSupported: marked }],
    }),
  ],
  [
    'simple_swap',
    (baseUrl) => createSimpleSwapProvider({ baseUrl, apiKey: 'k-1', pause }),
    (marked) => ({
      path: '/currencies',
      body: { result: [{ ticker: 'xrp', network: 'xrp', hasExtraId: marked }], traceId: 't' },
    }),
  ],
  [
    'baltex',
    (baseUrl) => createBaltexProvider({ baseUrl, apiKey: 'k-1', pause }),
    (marked) => ({
      path: '/v1/cross-chain/available-currencies',
      body: [{ ticker: 'xrp', network: 'xrp', isNative: true, enabled: true, hasMemo: marked }],
    }),
  ],
  [
    'stealthex',
    (baseUrl) => createStealthexProvider({ baseUrl, apiKey: 'k-1', pause }),
    (marked) => ({
      path: '/currencies/xrp/mainnet',
      body: { symbol: 'xrp', network: 'mainnet', extra_id: marked ? 'Destination tag' : null },
    }),
  ],
  [
    'changelly',
    (baseUrl) => createChangellyProvider({ baseUrl, apiKey, pause }),
    (marked) =>
      rpcList({
        name: 'XRP',
        ticker: 'xrp',
        blockchain: 'ripple',
        extraIdName: marked ? 'Destination tag' : null,
      }),
  ],
  [
    'change_hero',
    (baseUrl) => createChangeHeroProvider({ baseUrl, apiKey: 'k-1', pause }),
    (marked) =>
      rpcList({
        name: 'xrp',
        blockchain: 'ripple',
        extraIdName: marked ? 'Destination tag' : null,
      }),
  ],
  [
    'quickex',
    (baseUrl) => createQuickexProvider({ baseUrl, pause }),
    (marked) => ({
      path: '/v1/instruments/public',
      body: [{ currencyTitle: 'XRP', networkTitle: 'XRP', requiresMemo: marked }],
    }),
  ],
  [
    'exolix',
    (baseUrl) => createExolixProvider({ baseUrl, pause }),
    (marked) => ({
      path: '/currencies/XRP/networks',
      body: [{ network: 'XRP', memoNeeded: marked }],
    }),
  ],
]

describe.each(rows)('%s', (id, create, listOf) => {
  const it = depositCases.find(([name]) => name === id)?.[1]
  if (it === undefined) throw new Error(`no case of ${id}`)
  const read = async (marked: boolean, depositMemo: string | null): Promise<unknown> => {
    const orders = orderCallsOf(it).filter((call) => call !== it.create)
    const list = listOf(marked)
    // The list of the case has other coins.
    const others = orders.filter(
      ({ path, body }) => path !== list.path || body?.id !== list.body?.id,
    )
    const { context } = play(it.baseUrl, [...others, list, list])
    const claim: OrderClaim = {
      orderId: it.built.orderId,
      depositAddress: xrp('exchange'),
      depositMemo,
      srcToken: tokenOf('RIPPLE', 'XRP'),
      dstToken: it.request.dstToken,
      srcAmount: 25_000_000n,
      fromAddress: null,
      receiver: it.request.receiver ?? '',
    }
    return proofOf(create(it.baseUrl), 'order')?.read(claim, context)
  }
  const isRefused = async (marked: boolean, memo: string | null): Promise<boolean> =>
    read(marked, memo).then(
      () => false,
      (thrown: unknown) => thrown instanceof SwaprouteError && thrown.context['check'] === 'D5',
    )

  test('an order of XRP without its tag is refused', async () => {
    const error = await refusal(read(true, null))
    expect(error.code).toBe('UNSAFE_ROUTE')
    expect(error.context).toMatchObject({ check: 'D5', field: 'depositMemo' })
    expect(error.message).toContain('nothing was paid')
    expect(error.message).not.toContain(xrp('exchange'))
  })

  test('an order with its tag, and one whose list knows none, are not', async () => {
    expect(await isRefused(true, '4021')).toBe(false)
    expect(await isRefused(false, null)).toBe(false)
  })
})

test.each<[BlockchainId, DepositMemo | undefined, string | null, boolean]>([
  ['RIPPLE', 'needed', null, true],
  ['RIPPLE', 'needed', '', true],
  ['RIPPLE', 'known', null, true],
  ['STELLAR', 'known', null, true],
  ['TON', 'needed', null, true],
  ['COSMOS', 'needed', null, true],
  // One address per order costs nothing there.
  ['TON', 'known', null, false],
  ['COSMOS', 'known', null, false],
  ['RIPPLE', null, null, false],
  ['RIPPLE', undefined, null, false],
  ['RIPPLE', 'needed', '7', false],
  // Nothing on the chain could carry it.
  ['BITCOIN', 'needed', null, false],
])('%s, of which the list says %s, with the memo %s', (blockchain, listed, memo, refused) => {
  const exchange = { name: 'Exolix', keyVariable: null }
  const check = (): void => requireMemo(exchange, blockchain, listed, memo)
  if (refused) expect(check).toThrow(/which its own list requires; nothing was paid/)
  else expect(check).not.toThrow()
})
