/** How far a chain is: each kind of node is asked in its own words. */
import { describe, expect, test } from 'vitest'

import { allChains, isEvmChain } from '../../../src/chains/chains.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { canReadTransactions } from '../../../src/evidence/transactions/readers.ts'
import type { HttpClient, HttpRequest } from '../../../src/http/types.ts'
import { headQuestion, readHead } from '../../../src/live/heads.ts'
import { checkNodes } from '../../../src/live/nodes.ts'

const base = 'https://node.test/v1'

function nodeOf(body: unknown, status = 200): { http: HttpClient; asked: HttpRequest[] } {
  const asked: HttpRequest[] = []
  const http: HttpClient = {
    send: async (request) => {
      asked.push(request)
      return { status, retryAfterSeconds: null, body }
    },
    close: async () => {},
  }
  return { http, asked }
}

const answers: [BlockchainId, string, unknown][] = [
  ['SOLANA', base, { jsonrpc: '2.0', id: 1, result: 77 }],
  ['STARKNET', base, { jsonrpc: '2.0', id: 1, result: 77 }],
  ['TRON', `${base}/wallet/getnowblock`, { block_header: { raw_data: { number: 77 } } }],
  ['STELLAR', `${base}/`, { history_latest_ledger: 77 }],
  ['SUI', base, { data: { checkpoint: { sequenceNumber: '77' } } }],
  ['RIPPLE', `${base}/`, { result: { ledger_current_index: 77, status: 'success' } }],
  ['CARDANO', `${base}/tip`, [{ block_no: 77 }]],
  ['APTOS', base, { chain_id: 1, block_height: '77' }],
  [
    'OSMOSIS',
    `${base}/cosmos/base/tendermint/v1beta1/blocks/latest`,
    { block: { header: { height: '77' } } },
  ],
  ['BITCOIN', `${base}/blocks/tip/height`, 77],
  ['LITECOIN', `${base}/blocks/tip/height`, '77'],
  ['DOGECOIN', `${base}/stats`, { data: { blocks: 77 } }],
  ['DASH', `${base}/status`, { info: { blocks: 77 } }],
  ['BITCOIN_CASH', `${base}/block/best`, { height: 77 }],
  ['RAVENCOIN', base, { blockbook: { bestHeight: 77 } }],
]

async function head(blockchain: BlockchainId, body: unknown, status?: number) {
  const question = headQuestion(blockchain)
  if (question === null) throw new Error(`no question for ${blockchain}`)
  const { http, asked } = nodeOf(body, status)
  const { signal } = new AbortController()
  return { height: await readHead(blockchain, base, question, { http, signal }), asked }
}

test.each(answers)('%s', async (blockchain, url, body) => {
  const { height, asked } = await head(blockchain, body)
  expect(height).toBe(77)
  expect(asked.map((one) => one.url)).toEqual([url])
  expect(JSON.stringify(asked)).not.toContain('eth_')
})

describe('rejects an answer without a height:', () => {
  test.each<[string, unknown, number?]>([
    ['a page', '<html></html>'],
    ['an error', { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'not found' } }],
    ['nothing', null],
    ['a word', { result: 'soon' }],
    ['zero', { result: 0 }],
    ['a refusal', { result: 77 }, 403],
  ])('%s', async (_name, body, status) => {
    await expect(head('SOLANA', body, status)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
  })
})

test('every chain whose transactions are read can be asked, except NEAR, whose index has no head', () => {
  const unasked = allChains().filter(
    (chain) =>
      !isEvmChain(chain) &&
      canReadTransactions(chain.id, () => [base]) &&
      headQuestion(chain.id) === null,
  )
  expect(unasked.map(({ id }) => id)).toEqual(['NEAR'])
})

const tools = {
  ton: undefined as never,
  rpcUrls: () => [base, 'https://other.test'],
  chainId: () => null,
  now: () => 0,
  sandbox: false,
  signal: new AbortController().signal,
}

test('the live check asks every address of such a chain, and no EVM question', async () => {
  const { http, asked } = nodeOf({ jsonrpc: '2.0', id: 1, result: 77 })
  const rows = await Promise.all(checkNodes('SOLANA', { ...tools, http }))
  const hosts = ['node.test', 'other.test']
  expect(rows.map(({ host }) => host)).toEqual(hosts)
  expect([...new Set(asked.map(({ url }) => new URL(url).host))]).toEqual(hosts)
  expect(JSON.stringify(asked)).not.toContain('eth_')
})

const readable = allChains().filter(
  (chain) =>
    !isEvmChain(chain) && canReadTransactions(chain.id, () => [base]) && chain.kind !== 'ton',
)

test.each(readable.map(({ id }) => id))(
  'reports a node of %s that has a height and shows no transaction as odd, with what fails',
  async (blockchain) => {
    const question = headQuestion(blockchain)
    const http: HttpClient = {
      send: async ({ url, body }) => {
        const isHead =
          question !== null &&
          url === `${base}${question.path}` &&
          JSON.stringify(body) === JSON.stringify(question.body)
        const told = answerOf(question?.at ?? [])
        return { status: isHead ? 200 : 500, retryAfterSeconds: null, body: isHead ? told : 'no' }
      },
      close: async () => {},
    }
    const [row] = await Promise.all(checkNodes(blockchain, { ...tools, http }))
    expect(row?.state).toBe('unexpected')
    expect(row?.findings[0]).toMatch(
      /^no transactions by their hash: payments cannot be followed\. \S/,
    )
    expect(row?.findings.at(-1)).toBe(
      blockchain === 'NEAR' ? 'transactions by their hash' : 'block 77',
    )
  },
)

function answerOf(at: readonly (string | number)[]): unknown {
  return at.reduceRight<unknown>(
    (inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }),
    77,
  )
}

test('names the methods of a swap that a node of SOLANA lacks', async () => {
  const results: Record<string, unknown> = {
    getSlot: 77,
    getTransaction: null,
    getSignatureStatuses: { value: [null] },
    getMultipleAccounts: { value: [null] },
  }
  const http = (have: readonly string[]): HttpClient => ({
    send: async ({ body }) => {
      const answer = ({ id, method }: { id: number; method: string }): object =>
        !have.includes(method)
          ? { jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } }
          : method in results
            ? { jsonrpc: '2.0', id, result: results[method] }
            : { jsonrpc: '2.0', id, error: { code: -32_602, message: 'invalid transaction' } }
      const told = Array.isArray(body) ? body.map(answer) : answer(body as never)
      return { status: 200, retryAfterSeconds: null, body: told }
    },
    close: async () => {},
  })
  const findings = async (have: readonly string[]): Promise<readonly string[] | undefined> =>
    (await Promise.all(checkNodes('SOLANA', { ...tools, http: http(have) })))[0]?.findings
  const all = [...Object.keys(results), 'simulateTransaction']
  expect(await findings(all)).toEqual(['block 77'])
  expect(await findings(all.slice(0, 3))).toEqual([
    'no getMultipleAccounts: no swap can be checked',
    'no simulateTransaction: no swap can be simulated',
    'block 77',
  ])
})
