import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import {
  depositIds,
  depositProviderIds,
  onChainProviderIds,
  type ProviderId,
  providerIds,
} from '../../../src/core/providerIds.ts'
import { builtRows, catalogRow, keyVariable } from '../../../src/providers/catalog.ts'
import { createOnchainProvider } from '../../../src/providers/onchain/onchain.ts'
import { createProviders, providerRates, providerUrls } from '../../../src/providers/providers.ts'

const onchain = createOnchainProvider().providerStates()

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

test('a row says of its adapter what the adapter says', async () => {
  const keyed = builtRows().filter(([, { key }]) => key === 'required')
  // Changelly's key signs its requests; the others take any text.
  const key = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const text = key.export({ type: 'pkcs8', format: 'der' }).toString('hex')
  const keys = Object.fromEntries(keyed.map(([id]) => [id.toUpperCase(), text]))
  const list = createProviders({ urls: providerUrls, keys })
  for (const [id, { chains, contracts, pairs }] of builtRows()) {
    const adapter = await list.adapterOf(id)
    expect(adapter.ids, id).toEqual([id])
    expect(chains.toSorted(), id).toEqual(adapter.blockchains(id).toSorted())
    const pinned = chains.flatMap((blockchain) => adapter.pinned(id, blockchain).targets)
    expect(pinned.length > 0, id).toBe(contracts === true)
    expect(adapter.capabilities.crossChain, id).toBe(pairs !== 'one-chain')
  }
})

test('the limit of a host is the one its row states', () => {
  const rates = providerRates({})
  expect(rates['https://api.ston.fi']).toEqual({ perSecond: 5, burst: 10 })
  expect(rates['https://backend.swap.coffee']).toEqual({ perSecond: 1, burst: 4 })
  expect(rates['https://app.across.to']).toBeUndefined()
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

  test('without an address none is ready; with its key one is', () => {
    expect(state('across', {})).toEqual({ state: 'not_built' })
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

  test('tells the state of all, with the keys there are', () => {
    const count = (state: string): number =>
      providerIds.filter((id) => list.stateOf(id).state === state).length
    expect(count('ready') + count('needs_key') + count('not_built') + count('closed')).toBe(
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

  test('has one adapter per identifier, and none without an address', async () => {
    const ids = (await list.all()).flatMap((provider) => provider.ids)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(100)
    expect((await list.adapterOf('across')).ids).toEqual(['across'])
    const bare = createProviders({ urls: {}, keys: {} })
    expect(bare.stateOf('across')).toEqual({ state: 'not_built' })
    expect(await bare.find('across')).toBeNull()
    await expect(bare.adapterOf('across')).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
  })
})
