/** Tokens on no built-in list: the data of their chain counts, also against the user's list. */
import { expect, test } from 'vitest'
import { createTokenReader } from '../../../src/backend/tokenReader.ts'
import { createChainTable } from '../../../src/chains/chainSettings.ts'
import { createTokenList } from '../../../src/chains/tokens.ts'
import { createAssets } from '../../../src/app/assets.ts'
import type { Token } from '../../../src/core/token.ts'
import type { RpcClient } from '../../../src/http/types.ts'
import { createRpcClient } from '../../../src/http/rpc.ts'
import { json, serve, testClient } from '../http/loopback.ts'
import { ownNode } from '../../support/ownNode.ts'

const address = '0x1F573D6Fb3F13d689FF844B4cE37794d79a7FF1C'
const word = (value: bigint): string => value.toString(16).padStart(64, '0')

/** The entry of the user's list for a token that has 18 decimals on its chain. */
const listedAs = (decimals: number): Token => ({
  blockchain: 'ETH',
  address,
  symbol: 'BNT',
  name: 'Bancor of my list',
  decimals,
  listed: true,
  native: false,
})

/** A node at which the token has 18 decimals and no name: an aggregate3 answer of three results. */
const rpc: RpcClient = {
  batch: async () => [{ ok: true, result: aggregate3Of(18n) }],
  witnesses: ownNode,
  has: () => true,
  call: () => Promise.reject(new Error('only agreed reads are expected')),
}

function aggregate3Of(decimals: bigint): string {
  const results = [word(decimals), null, null].map((data) =>
    data === null
      ? `${word(0n)}${word(64n)}${word(0n)}`
      : `${word(1n)}${word(64n)}${word(32n)}${data}`,
  )
  const offsets: string[] = []
  let at = BigInt(results.length * 32)
  for (const result of results) {
    offsets.push(word(at))
    at += BigInt(result.length / 2)
  }
  return `0x${word(32n)}${word(3n)}${offsets.join('')}${results.join('')}`
}

const read = async (list: Token[], rpcOfRun = rpc): Promise<Token | undefined> => {
  const tokens = createTokenList(list)
  const reader = createTokenReader(rpcOfRun, (chain, text) => tokens.byAddress(chain, text))
  const [token] = await reader([{ blockchain: 'ETH', address }], new AbortController().signal)
  return token
}

test('reads an unlisted token from its chain', async () => {
  await expect(read([])).resolves.toMatchObject({ decimals: 18, listed: false })
})

test('one of the user’s own list keeps its names where the decimals are right', async () => {
  await expect(read([listedAs(18)])).resolves.toEqual(listedAs(18))
})

test('and is refused where they are wrong: the amount would be another one', async () => {
  await expect(read([listedAs(6)])).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    context: { listed: 6, decimals: 18 },
  })
})

test('the command line asks the chain about a token that only the user’s list knows', () => {
  const parse = (text: string, list: Token[]): string =>
    createAssets(createChainTable(), createTokenList(list)).parse(text, { testnets: false }).kind
  expect(parse('eth:BNT', [listedAs(18)])).toBe('unlisted')
  expect(parse('eth:USDC', [listedAs(18)])).toBe('listed')
  // Chains whose tokens cannot be read here keep the list's word.
  const onSolana: Token = {
    ...listedAs(9),
    blockchain: 'SOLANA',
    address: 'So1anaTokenOfMyList1111111111111111111111111',
  }
  expect(parse('solana:BNT', [onSolana])).toBe('listed')
})

/** A node of the public table at which the token has these decimals. */
const nodeAt = async (decimals: bigint): Promise<string> => {
  const { url } = await serve((response, { body }) => {
    const { id } = JSON.parse(body) as { id: number }
    json(response, { jsonrpc: '2.0', id, result: aggregate3Of(decimals) })
  })
  return url
}

test.each([
  ['more', 20n],
  ['fewer', 16n],
])('a node that gives the token %s decimals than another one is refused', async (_, lie) => {
  const urls = [await nodeAt(lie), await nodeAt(18n)]
  const { client } = testClient(urls)
  const nodes = createRpcClient({ http: client, endpoints: { ETH: urls } })
  await expect(read([], nodes)).rejects.toMatchObject({
    code: 'UNSAFE_ROUTE',
    context: { check: 'N1', hosts: urls.map((url) => new URL(url).host) },
  })
})

test('two nodes that agree are believed', async () => {
  const urls = [await nodeAt(18n), await nodeAt(18n)]
  const { client } = testClient(urls)
  const nodes = createRpcClient({ http: client, endpoints: { ETH: urls } })
  await expect(read([], nodes)).resolves.toMatchObject({ decimals: 18 })
})
