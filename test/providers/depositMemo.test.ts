/**
 * D5 over every exchange whose list marks a coin as having a memo: an order without one is not
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
import { requireMemo } from '../../src/providers/kits/deposit/orderTerms.ts'
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

/** The list of an exchange with one coin, whose memo a flag marks or not. */
type Coin = 'XRP' | 'TON'
type Row = {
  id: string
  create: (baseUrl: string) => Provider
  /** Flags of the list, and what they mean by its documentation: a memo is needed, or there is one. */
  flags: Readonly<Record<string, Exclude<DepositMemo, null>>>
  list: (coin: Coin, flag: string | null) => Exchange
}
const rpcList = (coin: Body): Exchange => ({
  method: 'POST',
  path: '',
  body: { jsonrpc: '2.0', id: 'getCurrenciesFull', result: [coin] },
})
const chainNames = { XRP: 'ripple', TON: 'ton' } as const
const memoName = (flag: string | null): string | null => (flag === null ? null : 'Memo')
const rows: Row[] = [
  {
    id: 'changenow',
    create: (baseUrl) => createChangenowProvider({ baseUrl, apiKey: 'k-1', pause }),
    // "has an Extra ID" (API v2, List of available currencies), read as needed.
    flags: { hasExternalId: 'needed', isExtraIdSupported: 'known' },
    list: (coin, flag) => ({
      path: '/exchange/currencies?active=true&flow=standard',
      body: [
        {
          ticker: coin.toLowerCase(),
          network: coin.toLowerCase(),
          hasExternalId: flag === 'hasExternalId',
          isExtraIdSupported: flag !== null,
        },
      ],
    }),
  },
  {
    id: 'simple_swap',
    create: (baseUrl) => createSimpleSwapProvider({ baseUrl, apiKey: 'k-1', pause }),
    // "an additional identifier must be provided" (api.simpleswap.io/docs, Get currencies).
    flags: { hasExtraId: 'needed' },
    list: (coin, flag) => ({
      path: '/currencies',
      body: {
        result: [
          {
            ticker: coin.toLowerCase(),
            network: coin.toLowerCase(),
            hasExtraId: flag === 'hasExtraId',
          },
        ],
        traceId: 't',
      },
    }),
  },
  {
    id: 'baltex',
    create: (baseUrl) => createBaltexProvider({ baseUrl, apiKey: 'k-1', pause }),
    // Two flags side by side (documentation "Cross Chain").
    flags: { requireMemo: 'needed', hasMemo: 'known' },
    list: (coin, flag) => ({
      path: '/v1/cross-chain/available-currencies',
      body: [
        {
          ticker: coin.toLowerCase(),
          network: coin.toLowerCase(),
          isNative: true,
          enabled: true,
          hasMemo: flag !== null,
          requireMemo: flag === 'requireMemo',
        },
      ],
    }),
  },
  {
    id: 'stealthex',
    create: (baseUrl) => createStealthexProvider({ baseUrl, apiKey: 'k-1', pause }),
    // A name, in the answers of API v4.
    flags: { extra_id: 'known' },
    list: (coin, flag) => ({
      path: `/currencies/${coin.toLowerCase()}/mainnet`,
      body: { symbol: coin.toLowerCase(), network: 'mainnet', extra_id: memoName(flag) },
    }),
  },
  {
    id: 'changelly',
    create: (baseUrl) => createChangellyProvider({ baseUrl, apiKey, pause }),
    // "Name of the currency extra ID (if applicable)" (docs.changelly.com, getCurrenciesFull).
    flags: { extraIdName: 'known' },
    list: (coin, flag) =>
      rpcList({
        name: coin,
        ticker: coin.toLowerCase(),
        blockchain: chainNames[coin],
        extraIdName: memoName(flag),
      }),
  },
  {
    id: 'change_hero',
    create: (baseUrl) => createChangeHeroProvider({ baseUrl, apiKey: 'k-1', pause }),
    // Undocumented, of the form of Changelly's.
    flags: { extraIdName: 'known' },
    list: (coin, flag) =>
      rpcList({
        name: coin.toLowerCase(),
        blockchain: chainNames[coin],
        extraIdName: memoName(flag),
      }),
  },
  {
    id: 'quickex',
    create: (baseUrl) => createQuickexProvider({ baseUrl, pause }),
    // Page "api-v1".
    flags: { requiresMemo: 'needed' },
    list: (coin, flag) => ({
      path: '/v1/instruments/public',
      body: [{ currencyTitle: coin, networkTitle: coin, requiresMemo: flag !== null }],
    }),
  },
  {
    id: 'exolix',
    create: (baseUrl) => createExolixProvider({ baseUrl, pause }),
    // Beside `memoName` (exolix.com/developers).
    flags: { memoNeeded: 'needed' },
    list: (coin, flag) => ({
      path: `/currencies/${coin}/networks`,
      body: [{ network: coin, memoNeeded: flag !== null }],
    }),
  },
]

/** Exchanges whose lists mark no memo, and why no memo is missed. */
const unmarked: Readonly<Record<string, string>> = {
  houdini: 'no chain of its table has memos',
  chainflip: 'each order has an address of its own',
  near_intents: 'shared addresses are asked for by chain (`memoChains`)',
  relay: 'each order has an address of its own',
  thorchain: 'every payment has a memo, which is made here',
}

test('every deposit provider is in one of the two lists', () => {
  const listed = [...rows.map(({ id }) => id), ...Object.keys(unmarked)]
  expect(listed.toSorted()).toEqual(depositCases.map(([name]) => name).toSorted())
})

describe.each(rows)('$id', ({ id, create, flags, list: listOf }) => {
  const it = depositCases.find(([name]) => name === id)?.[1]
  if (it === undefined) throw new Error(`no case of ${id}`)
  const read = async (
    coin: Coin,
    flag: string | null,
    depositMemo: string | null,
  ): Promise<unknown> => {
    const orders = orderCallsOf(it).filter((call) => call !== it.create)
    const list = listOf(coin, flag)
    // The list of the case has other coins.
    const others = orders.filter(
      ({ path, body }) => path !== list.path || body?.id !== list.body?.id,
    )
    const { context } = play(it.baseUrl, [...others, list, list])
    const claim: OrderClaim = {
      orderId: it.built.orderId,
      depositAddress: xrp('exchange'),
      depositMemo,
      srcToken: tokenOf(coin === 'XRP' ? 'RIPPLE' : 'TON', coin),
      dstToken: it.request.dstToken,
      srcAmount: 25_000_000n,
      fromAddress: null,
      receiver: it.request.receiver ?? '',
    }
    return proofOf(create(it.baseUrl), 'order')?.read(claim, context)
  }
  const isRefused = async (...asked: Parameters<typeof read>): Promise<boolean> =>
    read(...asked).then(
      () => false,
      (thrown: unknown) => thrown instanceof SwaprouteError && thrown.context['check'] === 'D5',
    )

  test.each(Object.keys(flags))(
    'an order of XRP without its tag is refused by %s',
    async (flag) => {
      const error = await refusal(read('XRP', flag, null))
      expect(error.code).toBe('UNSAFE_ROUTE')
      expect(error.context).toMatchObject({ check: 'D5', field: 'depositMemo' })
      expect(error.message).toContain('nothing was paid')
      expect(error.message).not.toContain(xrp('exchange'))
    },
  )

  // Where an address for each order costs nothing, the exchange has to say that a memo is needed.
  test.each(Object.entries(flags))('of TON, %s means that a memo is %s', async (flag, meaning) => {
    expect(await isRefused('TON', flag, null)).toBe(meaning === 'needed')
    expect(await isRefused('TON', flag, '4021')).toBe(false)
    expect(await isRefused('TON', null, null)).toBe(false)
  })

  test('an order with its tag, and one whose list knows no tag, are not', async () => {
    const [flag = null] = Object.keys(flags)
    expect(await isRefused('XRP', flag, '4021')).toBe(false)
    expect(await isRefused('XRP', null, null)).toBe(false)
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
])('%s, which the list marks as %s, with the memo %s', (blockchain, listed, memo, refused) => {
  const exchange = { name: 'Exolix', keyVariable: null }
  const check = (): void => requireMemo(exchange, blockchain, listed, memo)
  if (refused) expect(check).toThrow(/which its own list requires; nothing was paid/)
  else expect(check).not.toThrow()
})
