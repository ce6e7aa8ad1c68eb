/** `npm run facts`: the comparer, and how packages and our tables are read. Nothing is fetched. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { afterAll, describe, expect, test } from 'vitest'

type Value = string | number | readonly (string | number)[]
type Tables = Map<string, Map<string, Value>>
type Fact = { table: string; key: string; value: Value; path: string }
type Known = { reason: string; packages: string[]; table: string; theirs: Record<string, string> }
type Difference = { key: string; reason: string | null }
type Stale = { key: string; name: string }
type Compared = {
  counts: Map<string, object>
  differences: Difference[]
  stale: Stale[]
  silent: string[]
}
type Comparer = {
  compareFacts(
    ours: Tables,
    vendors: { name: string; version: string; facts: Fact[] }[],
    known: Known[],
  ): Compared
  differenceLine(difference: Difference): string
  staleLine(stale: Stale): string
  countLines(counts: Compared['counts']): string[]
}
type Token = { chain: string; address: string; decimals: number; symbol: string; path: string }
type Ours = {
  tables: Tables
  tokens: { table: string; chain: string; address: string; symbols: string[] }[]
  chainOf(number: number | string): string | null
  chainNamed(word: string): string | null
}
type Reader = {
  constants(path: string, names: string[], inner?: string[]): Promise<Record<string, unknown>>
  members(path: string, members: string[]): Promise<unknown[]>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const load = async (name: string): Promise<unknown> =>
  import(pathToFileURL(join(root, `scripts/facts/${name}.mjs`)).href)
const { compareFacts, countLines, differenceLine, staleLine } = (await load('compare')) as Comparer
const { vendors } = (await load('vendors')) as {
  vendors: Record<string, { version: string; reader: string; needs?: Record<string, string> }>
}
const { packageReader } = (await load('packages')) as {
  packageReader(folder: string, name: string): Reader
}
const { loadOurs } = (await load('ours')) as { loadOurs(): Promise<Ours> }
const { tokenFacts } = (await load('tokenFacts')) as {
  tokenFacts(rows: Token[], ours: Pick<Ours, 'tokens'>): Fact[]
}

const ours: Tables = new Map([
  [
    'contracts',
    new Map<string, Value>([
      ['ETH router', '0xAbc0000000000000000000000000000000000001'],
      ['BSC router', ['0x01', '0x02']],
    ]),
  ],
  ['decimals', new Map<string, Value>([['ETH USDC', 6]])],
])
const fact = (table: string, key: string, value: Value): Fact => ({
  table,
  key,
  value,
  path: 'data.json',
})
const vendor = (...facts: Fact[]) => [{ name: '@vendor/data', version: '1.2.3', facts }]

describe('the comparer', () => {
  test('finds nothing where both agree, in any case and with either of several', () => {
    const { counts, differences, silent } = compareFacts(
      ours,
      vendor(
        fact('contracts', 'ETH router', '0xabc0000000000000000000000000000000000001'),
        fact('contracts', 'BSC router', '0x02'),
        fact('decimals', 'ETH USDC', '6'),
        fact('decimals', 'ETH DAI', 18),
      ),
      [],
    )
    expect(differences).toEqual([])
    expect(silent).toEqual([])
    expect(countLines(counts)).toMatchInlineSnapshot(`
      [
        "table                 compared     equal different     known",
        "contracts                    2         2         0         0",
        "decimals                     1         1         0         0",
        "all                          3         3         0         0",
      ]
    `)
  })

  test('prints a difference with its source, and the reason of a known one', () => {
    const known = {
      reason: 'theirs is of a test',
      packages: ['@vendor/data'],
      table: 'decimals',
      theirs: { 'ETH USDC': '18' },
    }
    const facts = vendor(fact('decimals', 'ETH USDC', 18), fact('contracts', 'BSC router', '0x03'))
    const { counts, differences, stale } = compareFacts(ours, facts, [known])
    expect(differences.map(differenceLine)).toMatchInlineSnapshot(`
      [
        "decimals: ETH USDC: ours 6, theirs 18 (@vendor/data@1.2.3, data.json); known: theirs is of a test",
        "contracts: BSC router: ours 0x01 or 0x02, theirs 0x03 (@vendor/data@1.2.3, data.json)",
      ]
    `)
    expect(countLines(counts)).toMatchInlineSnapshot(`
      [
        "table                 compared     equal different     known",
        "contracts                    1         0         1         0",
        "decimals                     1         0         0         1",
        "all                          2         0         1         1",
      ]
    `)
    expect(stale).toEqual([])
  })

  test('a reason is for that value of that package alone, and is stale without it', () => {
    const known = {
      reason: 'old',
      packages: ['@vendor/data', '@vendor/unread'],
      table: 'decimals',
      theirs: { 'ETH USDC': '18' },
    }
    const { differences, stale } = compareFacts(ours, vendor(fact('decimals', 'ETH USDC', 8)), [
      known,
    ])
    expect(differences).toMatchObject([{ key: 'ETH USDC', reason: null }])
    expect(stale.map(staleLine)).toEqual([
      'known.json: decimals: ETH USDC: @vendor/data does not say 18 any more; remove the entry',
    ])
  })

  test('names a package that says nothing about any row', () => {
    expect(compareFacts(ours, vendor(fact('decimals', 'ETH DAI', 18)), []).silent).toEqual([
      '@vendor/data',
    ])
  })
})

test('a list of tokens is compared by address, and by symbol where it lacks ours', () => {
  const token = (address: string, symbol: string): Token => ({
    chain: 'ETH',
    address,
    decimals: 6,
    symbol,
    path: 'list.json',
  })
  const mine = (address: string, symbol: string) => ({
    table: 'tokens',
    chain: 'ETH',
    address,
    symbols: [symbol],
  })
  const tokens = [mine('0x01', 'USDC'), mine('0x02', 'USDT')]
  const facts = tokenFacts([token('0x01', 'USDC.e'), token('0x03', 'USDT')], { tokens })
  const told = facts.filter(({ table }) => table === 'tokens')
  expect(told.map(({ key, value }) => [key, value])).toEqual([
    ['ETH 0x02 symbol', ['USDT at 0x03']],
    ['ETH 0x01 decimals', 6],
    ['ETH 0x01 symbol', 'USDC.e'],
    ['ETH 0x03 decimals', 6],
    ['ETH 0x03 symbol', 'USDT'],
  ])
})

describe('a package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'facts-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const place = join(folder, 'node_modules/@vendor/data')
  mkdirSync(place, { recursive: true })
  writeFileSync(
    join(place, 'index.mjs'),
    `import { Token } from '@vendor/absent'
     const inner = { fee: 5n }
     export const usdc = new Token(1, '0xA0b8', 6)
     export const home = process.env.HOME ?? null
     export const listed = new Map([['eth', { id: 1 }]])
     export const one = Object.assign(() => {}, { id: 1, symbol: 'ETH' })`,
  )
  writeFileSync(join(place, 'old.cjs'), `const inner = { a: 1 }; exports.b = 2`)
  const reader = packageReader(folder, '@vendor/data')

  test('is read without what it imports, and without our environment', async () => {
    expect(await reader.constants('index.mjs', ['usdc', 'home', 'listed'], ['inner'])).toEqual({
      usdc: { args: [1, '0xA0b8', 6] },
      home: null,
      listed: { eth: { id: 1 } },
      inner: { fee: '5' },
    })
    expect(await reader.constants('old.cjs', ['b'], ['inner'])).toEqual({ b: 2, inner: { a: 1 } })
    expect(await reader.members('index.mjs', ['id', 'symbol'])).toContainEqual({
      id: 1,
      symbol: 'ETH',
    })
  })

  test('has an exact version and a file that reads it; known differences are of such packages', () => {
    for (const [name, { version, reader: file, needs = {} }] of Object.entries(vendors)) {
      for (const one of [version, ...Object.values(needs)]) {
        expect(one, name).toMatch(/^\d+\.\d+\.\d+$/)
      }
      expect(existsSync(join(root, `scripts/facts/vendors/${file}.mjs`)), name).toBe(true)
    }
    const known: Known[] = JSON.parse(readFileSync(join(root, 'scripts/facts/known.json'), 'utf8'))
    for (const { packages, reason } of known) {
      expect(packages.filter((name) => !(name in vendors))).toEqual([])
      expect(reason.length).toBeGreaterThan(10)
    }
  })
})

test('our tables are found, each with rows', async () => {
  const { tables, chainOf, chainNamed } = await loadOurs()
  expect([...tables.keys()].toSorted()).toMatchInlineSnapshot(`
    [
      "bridge contracts",
      "bridge tokens",
      "bridge words",
      "chain ids",
      "circle domains",
      "coins",
      "connectors",
      "dead chains",
      "endpoint ids",
      "multicall3",
      "pools",
      "service contracts",
      "service words",
      "tokens",
      "wormhole numbers",
      "wrapped coins",
    ]
  `)
  expect([...tables].filter(([, rows]) => rows.size < 2)).toEqual([])
  expect(tables.get('chain ids')?.get('ARBITRUM')).toBe(42_161)
  expect([chainOf('42161'), chainNamed('Arbitrum One'), chainNamed('nowhere')]).toEqual([
    'ARBITRUM',
    'ARBITRUM',
    null,
  ])
})

test('without a registry it says so in one sentence', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'facts-cache-'))
  const env = {
    ...process.env,
    npm_config_registry: 'http://127.0.0.1:1',
    npm_config_fetch_retries: '0',
    npm_config_cache: cache,
  }
  const args = [join(root, 'scripts/facts.mjs'), '@1inch/limit-order-sdk']
  const told = await promisify(execFile)(process.execPath, args, { env }).catch(
    (error: unknown) => error,
  )
  rmSync(cache, { recursive: true })
  expect(told).toMatchObject({ code: 2, stdout: '' })
  expect(String((told as { stderr: string }).stderr)).toMatch(/^Nothing was compared: .+\.\n$/)
})
