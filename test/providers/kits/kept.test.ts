/** Lists that outlive a run: when they are asked for, shared, renewed and believed. */
import { expect, test, vi } from 'vitest'

import { listBytes } from '../../../src/providers/kits/kept.ts'
import { createBaltexProvider } from '../../../src/providers/baltex.ts'
import type { HttpRequest, HttpResponse } from '../../../src/http/types.ts'
import type { Provider, ProviderContext } from '../../../src/providers/types.ts'
import { memoryLists } from '../../support/listFiles.ts'
import { depositCase as it } from '../baltex.case.ts'
import { type Body, nowMs, play, quoteOf, refusal } from '../depositSupport.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const listPath = '/v1/cross-chain/available-currencies'
const listed: Body = it.lists[0]?.body
const isList = ({ url }: HttpRequest): boolean => url.endsWith(listPath)
const anew = (): Provider =>
  createBaltexProvider({ baseUrl: it.baseUrl, apiKey: 'k-1', pause: async () => {} })

type Served = { body?: Body; status?: number; etag?: string }

/** A run at a moment, in a folder of lists; what is served for the list may change. */
function runs(served: Served = {}) {
  const kept = memoryLists()
  const asked: HttpRequest[] = []
  const at = (atMs: number, signal = new AbortController().signal): ProviderContext => {
    const { context } = play(it.baseUrl, [...it.quote, ...it.quote], { atMs })
    const send = async (request: HttpRequest): Promise<HttpResponse> => {
      asked.push(request)
      if (!isList(request)) return await context.http.send(request)
      const { body = listed, status = 200, etag = null } = served
      const isSame = etag !== null && request.unless?.etag === etag
      const validator = etag === null ? {} : { validator: { etag, lastModified: null } }
      return isSame
        ? { status: 304, retryAfterSeconds: null, body: null, ...validator }
        : { status, retryAfterSeconds: null, body, ...validator }
    }
    return { ...context, signal, lists: kept.lists, http: { ...context.http, send } }
  }
  const quote = (provider: Provider, atMs: number) =>
    provider.quote(it.request, new Set(provider.ids), at(atMs))
  return { ...kept, served, asked, lists: () => asked.filter(isList), at, quote }
}

test('a later run asks for no list, and for it only when the quote is done', async () => {
  const { quote, settle, asked, lists, waiting } = runs()
  await quote(anew(), nowMs)
  expect(lists()).toHaveLength(1)
  expect(lists()[0]?.maxBytes).toBe(listBytes)
  await settle()
  await quote(anew(), nowMs + day - 1)
  expect(waiting()).toBe(0)
  expect(lists()).toHaveLength(1)
  await quote(anew(), nowMs + day)
  expect(lists()).toHaveLength(1)
  expect(waiting()).toBe(1)
  await settle()
  expect(lists()).toHaveLength(2)
  expect(asked.at(-1)).toMatchObject({ url: `${it.baseUrl}${listPath}`, unless: null })
  await quote(anew(), nowMs + 2 * day - 1)
  expect(waiting()).toBe(0)
})

test('a list with an ETag is confirmed once its life is over, without being sent again', async () => {
  const { quote, settle, lists, waiting } = runs({ etag: '"v1"' })
  await quote(anew(), nowMs)
  await settle()
  await quote(anew(), nowMs + hour)
  await settle()
  expect(lists().map(({ unless }) => unless?.etag)).toEqual([undefined, '"v1"'])
  await quote(anew(), nowMs + 2 * hour - 1)
  expect(waiting()).toBe(0)
})

test('quotes at the same time share one request for the list', async () => {
  const { quote, lists } = runs()
  const provider = anew()
  await Promise.all([1, 2, 3].map(() => quote(provider, nowMs)))
  expect(lists()).toHaveLength(1)
})

test('the request for a list ends when its last caller has left', async () => {
  const { at } = runs()
  const provider = anew()
  const callers = [new AbortController(), new AbortController()]
  const sent: string[] = []
  const ended: string[] = []
  const asking = callers.map(({ signal }) => {
    const context = at(nowMs, signal)
    const send = (request: HttpRequest): Promise<HttpResponse> =>
      new Promise((_resolve, reject) => {
        sent.push(request.url)
        request.signal.addEventListener('abort', () => {
          ended.push(request.url)
          reject(new Error('aborted'))
        })
      })
    const waiting = { ...context, http: { ...context.http, send } }
    return refusal(provider.quote(it.request, new Set(provider.ids), waiting))
  })
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  callers[0]?.abort()
  expect((await asking[0])?.code).toBe('INTERRUPTED')
  expect(ended).toEqual([])
  callers[1]?.abort()
  expect((await asking[1])?.code).toBe('INTERRUPTED')
  expect(ended).toEqual([`${it.baseUrl}${listPath}`])
})

test('no list is asked for by a caller that has left', async () => {
  const { at, asked } = runs()
  const provider = anew()
  const context = at(nowMs, AbortSignal.abort())
  const error = await refusal(provider.quote(it.request, new Set(provider.ids), context))
  expect(error.code).toBe('INTERRUPTED')
  expect(asked).toEqual([])
})

test('a list that fails is asked for again by the next quote, and a failed renewal changes nothing', async () => {
  const { quote, settle, lists, served } = runs({ status: 503, body: { message: 'down' } })
  const provider = anew()
  expect((await refusal(quote(provider, nowMs))).code).toBe('UPSTREAM_FAILED')
  served.status = 200
  served.body = listed
  await quote(provider, nowMs)
  expect(lists()).toHaveLength(2)
  served.status = 503
  await quote(provider, nowMs + day)
  await settle()
  await quote(provider, nowMs + day + minute)
  await settle()
  expect(lists()).toHaveLength(3) // not with every quote
  await quote(provider, nowMs + day + 10 * minute)
  await settle()
  expect(lists()).toHaveLength(4)
})

test('an old list is no reason to leave a provider out', async () => {
  const { quote, settle, lists, served } = runs({ body: listed.slice(0, 1) })
  expect((await refusal(quote(anew(), nowMs))).code).toBe('NO_ROUTE')
  await settle()
  served.body = listed
  expect((await refusal(quote(anew(), nowMs + hour - 1))).code).toBe('NO_ROUTE')
  expect(lists()).toHaveLength(1)
  await quote(anew(), nowMs + hour)
  expect(lists()).toHaveLength(2)
})

test('an order relies on a list of its own process alone, and on its answer', async () => {
  const { quote, settle, lists, served, at } = runs({ etag: '"v1"' })
  await quote(anew(), nowMs)
  await settle()
  const provider = anew()
  const quoted = await quoteOf(provider, it.request, at(nowMs + hour), it.rate)
  await settle() // confirmed, but by the mark of the file
  served.body = []
  served.etag = '"v2"'
  const asked = lists().length
  expect((await refusal(provider.build(quoted, at(nowMs + hour)))).code).toBe('NO_ROUTE')
  expect(lists()).toHaveLength(asked + 1)
  expect(lists().at(-1)?.unless).toBeNull()
})

test('an order asks again for a list whose life is over', async () => {
  const { quote, lists, served, at } = runs()
  const provider = anew()
  await quote(provider, nowMs)
  const quoted = await quoteOf(provider, it.request, at(nowMs + hour), it.rate)
  expect(lists()).toHaveLength(1)
  served.body = []
  expect((await refusal(provider.build(quoted, at(nowMs + hour)))).code).toBe('NO_ROUTE')
  expect(lists()).toHaveLength(2)
})

const entry = (file: string): [string, Body] =>
  Object.entries<Body>(JSON.parse(file))[0] ?? ['', null]

test.each<[string, (name: string, one: Body) => unknown]>([
  ['no object', () => 'text'],
  ['a list', () => []],
  ['nothing', () => null],
  ['another key', (_name, one) => ({ ['0'.repeat(32)]: one })],
  ['no moment', (name, one) => ({ [name]: { ...one, atMs: 'now' } })],
  ['a moment to come', (name, one) => ({ [name]: { ...one, atMs: nowMs + 1_000 } })],
  ['a list of a week ago', (name, one) => ({ [name]: { ...one, atMs: nowMs - 7 * day } })],
  ['a list of another shape', (name, one) => ({ [name]: { ...one, body: [{ ticker: 7 }] } })],
  ['a list without members', (name, one) => ({ [name]: { ...one, body: {} } })],
  ['no list', (name, { atMs }) => ({ [name]: { atMs } })],
])('a file with %s is ignored and replaced', async (_what, change) => {
  const { quote, settle, lists, files } = runs()
  await quote(anew(), nowMs - minute)
  await settle()
  const good = files.get('baltex') ?? ''
  files.set('baltex', JSON.stringify(change(...entry(good))))
  await quote(anew(), nowMs)
  expect(lists()).toHaveLength(2)
  await settle()
  const [name, { body }] = entry(good)
  const after: Body = JSON.parse(files.get('baltex') ?? '')
  expect(after[name]).toMatchObject({ atMs: nowMs, body })
  await quote(anew(), nowMs)
  expect(lists()).toHaveLength(2)
})

test('a file with a key that no answer may have is ignored', async () => {
  const { quote, settle, lists, files } = runs()
  await quote(anew(), nowMs)
  await settle()
  const good = files.get('baltex') ?? ''
  files.set('baltex', good.replace('"ticker"', String.raw`"\u005f_proto__":{},"ticker"`))
  await quote(anew(), nowMs)
  expect(lists()).toHaveLength(2)
})

test('files have neither addresses nor keys of an account', async () => {
  const { quote, settle, files } = runs()
  await quote(anew(), nowMs)
  await settle()
  expect([...files.keys()]).toEqual(['baltex'])
  const [name] = entry(files.get('baltex') ?? '')
  expect(name).toMatch(/^[0-9a-f]{32}$/)
  expect(files.get('baltex')).not.toMatch(/k-1|baltex\.test/)
})
