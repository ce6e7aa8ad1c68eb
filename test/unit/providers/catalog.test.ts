import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import {
  depositIds,
  depositProviderIds,
  onChainProviderIds,
  type ProviderId,
  providerIds,
} from '../../../src/core/providerIds.ts'
import { createHostGate } from '../../../src/http/hostGate.ts'
import { builtRows, catalogRow, keyVariable } from '../../../src/providers/catalog.ts'
import { readProviderStates } from '../../../src/providers/onchain/registry.ts'
import type { RequestRate } from '../../../src/providers/row.ts'
import { hash, play, requestOf, tokenOf } from '../../providers/depositSupport.ts'
import { createProviders, providerRates, providerUrls } from '../../../src/providers/providers.ts'

const onchain = readProviderStates()

test('every identifier of the contract is known once: by the reader or by the catalog', () => {
  const known = (id: ProviderId): number =>
    (onchain.has(id) ? 1 : 0) + (catalogRow(id) === null ? 0 : 1)
  expect(providerIds.filter((id) => known(id) !== 1)).toEqual([])
})

test('the catalog has a line of text for each', () => {
  for (const id of providerIds) {
    const row = catalogRow(id)
    if (row === null) continue
    expect(row.closed ?? row.note, id).toMatch(/^[\x20-\x7e]{10,110}[^.]$/)
  }
})

/** With every key. */
function allProviders() {
  const keyed = builtRows().filter(([, { key }]) => key === 'required')
  // Changelly's key signs its requests; the others take any text.
  const key = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const text = key.export({ type: 'pkcs8', format: 'der' }).toString('hex')
  const keys = Object.fromEntries(keyed.map(([id]) => [id.toUpperCase(), text]))
  return createProviders({ urls: providerUrls, keys })
}

test('a row describes its adapter as the adapter does', async () => {
  const list = allProviders()
  for (const [id, row] of builtRows()) {
    const { chains, kind } = row
    const adapter = await list.adapterOf(id)
    expect(adapter.ids, id).toEqual([id])
    expect(chains.toSorted(), id).toEqual(adapter.blockchains(id).toSorted())
    const pinned = chains.flatMap((blockchain) => adapter.pinned(id, blockchain).targets)
    expect(pinned.length > 0, id).toBe(kind !== 'deposit')
    expect(adapter.capabilities.crossChain, id).toBe(row.kind !== 'exchange')
  }
})

test('every provider between chains takes a fee inside its rate but bridges without a service', async () => {
  const list = allProviders()
  const without: string[] = []
  for (const [id, row] of builtRows()) {
    const { capabilities, forms } = await list.adapterOf(id)
    for (const one of [capabilities, forms?.deposit.capabilities, forms?.signed.capabilities]) {
      if (one !== undefined && row.kind !== 'exchange' && !one.chargesFee) without.push(id)
    }
  }
  expect(without).toMatchInlineSnapshot(`
    [
      "arbitrum",
      "layerzero",
      "pulsechain_bridge",
      "scroll_bridge",
      "stargate_v2",
      "taiko_bridge",
      "usdt_zero_bridge",
      "wormhole",
    ]
  `)
})

test('exchanges on one chain that take a fee inside their rate', async () => {
  const list = allProviders()
  const rows = builtRows().filter(([, { kind }]) => kind === 'exchange')
  const all = await Promise.all(rows.map(async ([id]) => list.adapterOf(id)))
  const charging = all.filter(({ capabilities }) => capabilities.chargesFee)
  expect(charging.flatMap(({ ids }) => ids)).toMatchInlineSnapshot(`
    [
      "BRIDGERS",
      "DLN",
      "DODO",
      "LIFI",
      "RANGO",
      "SQUIDROUTER",
      "SYMBIOSIS_SWAP",
      "ZRX",
      "AVNU",
    ]
  `)
})

describe('a key that cannot be read', () => {
  const list = createProviders({ urls: providerUrls, keys: { QUICKEX: 'a:b:c:d' } })
  const reason = 'SWAPROUTE_QUICKEX_API_KEY cannot be read.'

  test('takes down no other provider, and its own is reported as misconfigured', async () => {
    expect((await list.configured()).flatMap(({ ids }) => ids)).toEqual(['quickex'])
    const all = await list.all()
    const others = await createProviders({ urls: providerUrls, keys: {} }).all()
    expect(all.flatMap(({ ids }) => ids)).toEqual(others.flatMap(({ ids }) => ids))
    expect(list.stateOf('quickex')).toEqual({ state: 'misconfigured', reason })
    expect(list.stateOf('exolix')).toEqual({ state: 'ready' })
  })

  test('is the error of every call to it; it pins and proves nothing', async () => {
    const quickex = await list.adapterOf('quickex')
    const request = requestOf(tokenOf('BITCOIN', 'BTC'), tokenOf('ETH', 'USDC'), 1_000_000n)
    const { context } = play('https://quickex.test', [])
    const ref = {
      srcBlockchain: 'ETH',
      srcTxHash: hash('payment'),
      dstBlockchain: null,
      orderId: null,
      fromAddress: null,
      receiver: null,
      durationSeconds: null,
      startedAtMs: null,
      providerState: null,
    } as const
    expect(quickex.supports(request)).toEqual(['quickex'])
    for (const asked of [
      quickex.quote(request, new Set(['quickex']), context),
      quickex.status('quickex', ref, context),
    ]) {
      await expect(asked).rejects.toMatchObject({ code: 'CONFIG_INVALID', message: reason })
    }
    expect(quickex.pinned('quickex', 'ETH')).toEqual({ targets: [], spenders: [] })
    expect(quickex.proofs).toEqual([])
  })
})

describe('the limits of hosts', () => {
  // What vendors publish of requests in so many seconds; the rows name the pages.
  test.each<[host: string, keys: Record<string, string>, requests: number, seconds: number]>([
    ['https://aggregator-api.kyberswap.com', {}, 3, 1],
    ['https://api.0x.org', { ZRX: 'k' }, 5, 1],
    ['https://open-api.openocean.finance', {}, 20, 10],
    ['https://sdk.piteas.io', {}, 10, 60],
    ['https://api.jup.ag', {}, 30, 60],
    ['https://api.jup.ag', { JUPITER: 'k' }, 60, 60],
    ['https://li.quest', {}, 100, 60],
    ['https://li.quest', { LIFI: 'k' }, 100, 60],
    ['https://dln.debridge.finance', {}, 50, 60],
    ['https://dln-api.debridge.finance', {}, 50, 60],
    ['https://dln.debridge.finance', { DLN: 'k' }, 300, 60],
    ['https://api.relay.link', {}, 50, 60],
    ['https://api.relay.link', { RELAY: 'k' }, 200, 60],
    ['https://chainflip-swap.chainflip.io', {}, 100, 60],
  ])('%s %o is asked at most %i times in %i s', (host, keys, requests, seconds) => {
    const rate = providerRates(keys)[host]
    if (rate === undefined) throw new Error(`no limit of ${host}`)
    expect(sentWithin(rate, seconds)).toBeLessThanOrEqual(requests)
    // And not so much less that the limit is of no use.
    expect(sentWithin(rate, seconds)).toBeGreaterThanOrEqual(requests * 0.6)
  })

  test('a key raises those it raises, and no others', () => {
    const keys = { DLN: 'k', RELAY: 'k', JUPITER: 'k' }
    const [bare, keyed] = [providerRates({}), providerRates(keys)]
    const faster = (host: string): boolean =>
      (keyed[host]?.perSecond ?? 0) > (bare[host]?.perSecond ?? 0)
    expect(Object.keys(bare).filter(faster).toSorted()).toEqual([
      'https://api.jup.ag',
      'https://api.relay.link',
      'https://dln-api.debridge.finance',
      'https://dln.debridge.finance',
    ])
  })

  test('are those that the rows state', () => {
    expect(providerRates({})['https://api.ston.fi']).toEqual({ perSecond: 5, burst: 10 })
    expect(providerRates({})['https://backend.swap.coffee']).toEqual({ perSecond: 1, burst: 4 })
  })

  test('a host without a published limit has no limit', () => {
    expect(providerRates({})['https://app.across.to']).toBeUndefined()
  })

  test('rows of one host state one limit', () => {
    const stated = new Map<string, unknown>()
    for (const [id, { urls, rate }] of builtRows()) {
      for (const url of Object.values(urls ?? {})) {
        const host = new URL(url).origin
        if (stated.has(host)) expect(rate, `${id} at ${host}`).toEqual(stated.get(host))
        stated.set(host, rate)
      }
    }
  })
})

test('every row with a key names where to get it', () => {
  const keyed = builtRows().filter(([, { key }]) => key !== undefined)
  expect(keyed.filter(([, { keyAt }]) => keyAt === undefined).map(([id]) => id)).toEqual([])
})

test('deposit providers of the contract are deposits, or bridges that also take them', () => {
  const kinds = depositProviderIds.map((id) => [id, catalogRow(id)?.kind])
  expect(kinds.filter(([, kind]) => kind !== 'deposit')).toEqual([['relay', 'bridge']])
  const exchanges = onChainProviderIds.filter((id) => catalogRow(id)?.kind === 'bridge')
  expect(exchanges).toEqual([])
})

test('every row of a deposit may be preferred where a deposit is asked for', () => {
  const preferred: ReadonlySet<ProviderId> = new Set(depositIds)
  const kinds = providerIds.filter((id) => catalogRow(id)?.kind === 'deposit')
  expect(kinds.filter((id) => !preferred.has(id))).toEqual([])
})

describe('state', () => {
  const state = (id: ProviderId, urls: Record<string, string>, keys: Record<string, string> = {}) =>
    createProviders({ urls, keys }).stateOf(id)

  test.each<[string, ProviderId, object]>([
    ['an address', 'across', { state: 'ready' }],
    ['an end', 'multichain', { state: 'closed', reason: 'operations ended on 14 July 2023' }],
    ['no key', 'changenow', { state: 'needs_key', variable: 'SWAPROUTE_CHANGENOW_API_KEY' }],
  ])('with %s: %s', (_name, id, expected) => {
    expect(state(id, providerUrls)).toEqual(expected)
  })

  test('is not ready without an address; with its key it is', () => {
    expect(state('across', {})).toEqual({ state: 'not_in_sandbox' })
    expect(state('changenow', providerUrls, { CHANGENOW: 'k' })).toEqual({ state: 'ready' })
  })

  test.each<[ProviderId, string]>([
    ['rango', 'SWAPROUTE_RANGO_API_KEY'],
    ['RANGO', 'SWAPROUTE_RANGO_API_KEY'],
    ['ONE_INCH', 'SWAPROUTE_ONE_INCH_API_KEY'],
  ])('the key of %s is %s', (id, variable) => {
    expect(keyVariable(id)).toBe(variable)
  })
})

describe('the list of providers', () => {
  const list = createProviders({ urls: providerUrls, keys: { RANGO: 'k' } })

  test('has the state of all, with the keys that are set', () => {
    const count = (state: string): number =>
      providerIds.filter((id) => list.stateOf(id).state === state).length
    expect(count('ready') + count('needs_key') + count('not_in_sandbox') + count('closed')).toBe(
      providerIds.length,
    )
    expect(list.stateOf('across')).toEqual({ state: 'ready' })
    expect(list.stateOf('UNISWAP_V2')).toEqual({ state: 'ready' })
    for (const id of ['STONFI', 'DEDUST', 'COFFEE_SWAP', 'TONCO_DEX'] as const) {
      expect(list.stateOf(id), id).toEqual({ state: 'ready' })
    }
    expect(list.stateOf('archon_bridge')).toMatchObject({ state: 'closed' })
    expect(list.stateOf('unizen')).toMatchObject({ state: 'closed' })
    expect(list.stateOf('EDDY_FINANCE')).toMatchObject({ state: 'closed' })
  })

  test('has one adapter per identifier, and no adapter without an address', async () => {
    const ids = (await list.all()).flatMap((provider) => provider.ids)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(100)
    expect((await list.adapterOf('across')).ids).toEqual(['across'])
    const bare = createProviders({ urls: {}, keys: {} })
    expect(bare.stateOf('across')).toEqual({ state: 'not_in_sandbox' })
    expect(await bare.find('across')).toBeNull()
    await expect(bare.adapterOf('across')).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
  })
})

/** Requests that leave in the first seconds, by the gate itself. */
function sentWithin(rate: RequestRate, seconds: number): number {
  const gate = createHostGate('service.test', rate)
  let sent = 0
  for (let nowMs = 1_000; nowMs < 1_000 + seconds * 1_000; nowMs += 5) {
    const entry = gate.enter(nowMs, 0)
    if (!('refused' in entry)) sent += 1
  }
  return sent
}
