/** What a record leaves out: keys, the user's addresses, paths of the user's own servers. */
import { expect, test } from 'vitest'

import { nativeToken } from '../../../src/chains/tokens.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { HttpRequest } from '../../../src/http/types.ts'
import { createRedactor } from '../../../src/http/redact.ts'
import { beginRecord, hideAddresses, recordName, recordSchema } from '../../../src/live/record.ts'
import { evm, ton } from '../../providers/depositSupport.ts'

const key = 'k3y/0f+mine'
const account = evm('mine')
const tonAccount = ton('mine')
const tonNumber = ton('mine', true)
const api = 'https://api.example/v1'
const ownNode = 'https://me:pa55@node.example/x9/rpc?t=ab'
const ownService = 'https://proxy.example/abc'
const signal = new AbortController().signal

type Asked = Pick<HttpRequest, 'url' | 'headers' | 'body'>

/** Records one exchange, whose answer is `body`. */
async function recordOf(asked: Asked, body: unknown, fails?: SwaprouteError) {
  const files: [name: string, text: string][] = []
  const redactor = createRedactor()
  redactor.addSecret(key)
  redactor.addUrl(ownNode)
  const withoutAddresses = hideAddresses([account, tonAccount])
  const record = await beginRecord(
    {
      name: 'exolix',
      ids: ['exolix'],
      question: { amount: '1', from: nativeToken('BITCOIN'), to: nativeToken('ETH') },
    },
    {
      http: {
        close: async () => {},
        send: async () => {
          if (fails !== undefined) throw fails
          return { status: 200, retryAfterSeconds: null, body }
        },
      },
      now: () => Date.UTC(2026, 10, 20),
      program: '1.2.3',
      urls: { exolix: api, dln: ownService },
      nodes: (blockchain) => (blockchain === 'ETH' ? [ownNode] : []),
      chainId: () => 1,
      sandbox: false,
      tonKey: null,
      ownUrls: [ownNode, ownService],
      hasKey: () => true,
      adapterOf: async () => null,
      conceal: (value) => withoutAddresses(redactor.conceal(value)),
      write: async (...file) => void files.push(file),
    },
    signal,
  )
  await record.context.http.send({ ...asked, effect: 'read', signal }).catch(() => undefined)
  await record.end({ quotes: [], failed: [] })
  const [[name, text] = ['', '']] = files
  return { name, text, record: recordSchema.parse(JSON.parse(text)) }
}

test.each<[what: string, asked: Asked, body: unknown, hidden: readonly string[]]>([
  ['a key in a header', { url: api, headers: { authorization: key } }, {}, [key, 'authorization']],
  ['a key in the query', { url: `${api}/rate?k=${encodeURIComponent(key)}` }, {}, ['0f%2Bmine']],
  ['a key in the path', { url: `${api}/${encodeURIComponent(key)}/rate` }, {}, ['k3y%2F']],
  ['a key in the request', { url: api, body: { auth: [key] } }, {}, [key]],
  ['a key that is repeated', { url: api }, { error: `bad key ${key}!`, [key]: 1 }, [key]],
  [
    'a key that is repeated in base64',
    { url: api },
    { sent: Buffer.from(key).toString('base64') },
    [Buffer.from(key).toString('base64')],
  ],
  ['an account', { url: `${api}?to=${account}` }, { to: account }, [account]],
  ['an account in lower case', { url: api }, { to: account.toLowerCase() }, [account]],
  ['an account in upper case', { url: api }, [`0X${account.slice(2).toUpperCase()}`], [account]],
  [
    'an account in calldata',
    { url: api, body: { data: `0x12345678${account.slice(2).padStart(64, '0')}` } },
    {},
    [account.slice(2)],
  ],
  ['an account of TON', { url: api }, { a: tonAccount, b: tonNumber }, [tonAccount, tonNumber]],
  ['an own node', { url: ownNode, body: {} }, {}, ['me:', 'pa55', 'x9', 'rpc?t=ab']],
  ['an own service', { url: `${ownService}/rate?x=1` }, {}, ['/abc']],
])('%s is left out', async (_what, asked, body, hidden) => {
  const { text } = await recordOf(asked, body)
  const found = hidden.filter((each) => text.toLowerCase().includes(each.toLowerCase()))
  expect(found).toEqual([])
})

test('hosts, and all that is no secret, are whole', async () => {
  const body = { rate: 19.85, list: ['a'.repeat(100_000)], none: null }
  const asked = { url: `${api}/rate?coin=BTC`, body: { amount: '1' } }
  const { name, record } = await recordOf(asked, body)
  expect(name).toBe('exolix.json')
  expect(record.exchanges).toEqual([
    { method: 'GET', url: asked.url, request: asked.body, status: 200, body },
  ])
  expect(record).toMatchObject({ source: 'live', keyed: true, urls: { exolix: api }, nodes: {} })
})

test('own addresses keep their host and what is asked of them', async () => {
  const service = await recordOf({ url: `${ownService}/rate?x=1` }, {})
  expect(service.record).toMatchObject({
    source: 'other',
    urls: { dln: 'https://proxy.example/redacted' },
    exchanges: [{ url: 'https://proxy.example/redacted/rate?x=1' }],
  })
  const node = await recordOf({ url: ownNode, body: {} }, {})
  expect(node.record).toMatchObject({
    source: 'live',
    nodes: { ETH: ['https://node.example/redacted'] },
    exchanges: [{ url: 'https://node.example/redacted' }],
  })
})

test('a request without an answer has its failure, without its text', async () => {
  const context = { fault: 'closed', sent: true, path: '/srv/mine' }
  const fault = new SwaprouteError('UPSTREAM_FAILED', 'Not in /srv/mine.', { context })
  const { record, text } = await recordOf({ url: api }, {}, fault)
  expect(record.exchanges).toMatchObject([
    { fails: { code: 'UPSTREAM_FAILED', context: { fault: 'closed', sent: true } } },
  ])
  expect(text).not.toContain('/srv/mine')
})

test.each([
  ['across', 'across'],
  ['DLN', 'DLN_SWAP'],
  ['dln', 'dln'],
  ['ETH pools', 'ETH-pools'],
])('the record of %s is the file %s', (name, file) => {
  expect(recordName(name)).toBe(file)
})
