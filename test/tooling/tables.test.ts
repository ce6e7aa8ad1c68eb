/** Tables by chain in the bundles: the same data as their documents, each chain read when it is asked for. */
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { parsedAtRunTime, textOf } = (await import(
  pathToFileURL(`${root}/scripts/build/plugins.mjs`).href
)) as {
  parsedAtRunTime: (data: unknown, text: string) => string
  textOf: (data: unknown) => string
}

function dataOf(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(`${root}/src/${path}`, 'utf8'))
}

let made = 0

/** A module of its own each time: what was looked at in another one is parsed there. */
async function moduleOf(data: unknown): Promise<Record<string, unknown>> {
  made += 1
  const text = `${parsedAtRunTime(data, JSON.stringify(textOf(data)))}\n// ${made}`
  const url = `data:text/javascript,${encodeURIComponent(text)}`
  return ((await import(url)) as { default: Record<string, unknown> }).default
}

test.each([
  'providers/onchain/data/deployments.json',
  'providers/onchain/data/connectors.json',
  'prices/data/sources.json',
  'chains/data/chains.json',
  'chains/data/tokens.json',
])('%s is the same', async (path) => {
  const data = dataOf(path)
  const read = await moduleOf(data)
  expect(Object.keys(read)).toEqual(Object.keys(data))
  expect(read).toEqual(data)
})

test('a chain is parsed when it is looked at, and once', async () => {
  const data = dataOf('providers/onchain/data/deployments.json')
  const { chains } = (await moduleOf(data)) as { chains: Record<string, unknown> }
  expect(Object.getOwnPropertyDescriptor(chains, 'ETH')?.get).toBeTypeOf('function')
  const eth = chains['ETH']
  expect(chains['ETH']).toBe(eth)
  expect(Object.getOwnPropertyDescriptor(chains, 'ETH')).toMatchObject({ value: eth })
  expect(Object.getOwnPropertyDescriptor(chains, 'BSC')?.get).toBeTypeOf('function')
})
