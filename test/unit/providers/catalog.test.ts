import { describe, expect, test } from 'vitest'

import {
  depositProviderIds,
  isProviderId,
  onChainProviderIds,
  type ProviderId,
  providerIds,
} from '../../../src/core/providerIds.ts'
import { catalogEntry, catalogState, keyVariable } from '../../../src/providers/catalog.ts'
import table from '../../../src/providers/data/catalog.json' with { type: 'json' }
import { createOnchainProvider } from '../../../src/providers/families/onchain.ts'
import { createProviders, providerUrls } from '../../../src/providers/index.ts'

const onchain = createOnchainProvider().providerStates()

test('every identifier of the contract is known once: by the reader or by the catalog', () => {
  const known = (id: ProviderId): number =>
    (onchain.has(id) ? 1 : 0) + (catalogEntry(id) === null ? 0 : 1)
  expect(providerIds.filter((id) => known(id) !== 1)).toEqual([])
  expect(Object.keys(table).filter((id) => !isProviderId(id))).toEqual([])
})

test('the catalog has a line of text for each, and words it knows', () => {
  for (const [id, row] of Object.entries(table)) {
    expect(['bridge', 'exchange', 'deposit'], id).toContain(row.kind)
    const text = 'closed' in row ? row.closed : row.note
    expect(text, id).toMatch(/^[\x20-\x7e]{10,110}[^.]$/)
    if ('key' in row) expect(['optional', 'required'], id).toContain(row.key)
  }
})

test('deposit providers of the contract are deposits, or bridges that also take them', () => {
  const kinds = depositProviderIds.map((id) => [id, catalogEntry(id)?.kind])
  expect(kinds.filter(([, kind]) => kind !== 'deposit')).toEqual([['relay', 'bridge']])
  const exchanges = onChainProviderIds.filter((id) => catalogEntry(id)?.kind === 'bridge')
  expect(exchanges).toEqual([])
})

describe('state', () => {
  test.each<[ProviderId, boolean, boolean, object]>([
    ['across', true, false, { state: 'ready' }],
    ['across', false, false, { state: 'not_built' }],
    ['relay', false, false, { state: 'not_built' }],
    [
      'squidrouter',
      false,
      false,
      { state: 'needs_key', variable: 'SWAPROUTE_SQUIDROUTER_API_KEY' },
    ],
    ['squidrouter', true, false, { state: 'needs_key', variable: 'SWAPROUTE_SQUIDROUTER_API_KEY' }],
    ['squidrouter', false, true, { state: 'not_built' }],
    ['squidrouter', true, true, { state: 'ready' }],
    ['multichain', true, true, { state: 'closed', reason: 'operations ended on 14 July 2023' }],
  ])('%s, built %s, key %s', (id, isBuilt, hasKey, expected) => {
    expect(catalogState(id, { isBuilt, hasKey })).toEqual(expected)
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
    expect(list.stateOf('rango')).toEqual({ state: 'not_built' })
    expect(list.stateOf('unizen')).toMatchObject({ state: 'needs_key' })
    expect(list.stateOf('archon_bridge')).toMatchObject({ state: 'closed' })
    expect(list.stateOf('EDDY_FINANCE')).toMatchObject({ state: 'closed' })
  })

  test('has one adapter per identifier, and none without an address', async () => {
    const ids = [...list.first, ...(await list.others())].flatMap((provider) => provider.ids)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(100)
    expect((await list.lookUp())('across').ids).toEqual(['across'])
    const bare = createProviders({ urls: {}, keys: {} })
    expect(bare.stateOf('across')).toEqual({ state: 'not_built' })
    const adapterOf = await bare.lookUp()
    expect(() => adapterOf('across')).toThrow(expect.objectContaining({ code: 'QUOTE_EXPIRED' }))
  })
})
