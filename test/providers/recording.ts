/**
 * Records of live questions (`providers check --record`), asked again of the adapter: the same request
 * at the same time must lead to the same calls, and their answers to the same reading.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'

import { formatAmount } from '../../src/core/amounts.ts'
import { SwaprouteError, toSwaprouteError } from '../../src/core/errors.ts'
import { isRecord } from '../../src/core/json.ts'
import type { ProviderId } from '../../src/core/providerIds.ts'
import type { HttpClient } from '../../src/http/types.ts'
import { createRedactor } from '../../src/http/redact.ts'
import {
  exchangeOf,
  type QuestionRecord,
  questionContext,
  type Reading,
  readingOf,
  type RecordedExchange,
  recordName,
  recordSchema,
  recordText,
} from '../../src/live/record.ts'
import { requestFor } from '../../src/live/upstreams.ts'
import { createProviders } from '../../src/providers/providers.ts'

const folder = new URL('recorded/', import.meta.url)

/** The recorded cases, by name. */
export function recordedCases(): QuestionRecord[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.toSorted().map((name) => {
    const value: unknown = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
    return recordSchema.parse(value)
  })
}

/** In the place of a user's key; a record has a mark wherever it was sent. */
const someKey = '7b9a4b1e52c84f0e9d3c6a5f8e1d2c3b'

/** What the adapter reads today, and where that is not what was recorded. */
export type Replay = { reading: Reading; differences: string[] }

export async function replay(record: QuestionRecord): Promise<Replay> {
  const { ids, question, source, urls, nodes, chainIds, exchanges } = record
  const [id] = ids
  if (id === undefined) throw new Error('a record names its providers')
  const sandbox = source === 'sandbox'
  const tape = play(exchanges)
  const world = {
    urls,
    sandbox,
    tonKey: null,
    nowMs: Date.parse(record.at),
    nodes: (blockchain: keyof typeof nodes) => nodes[blockchain] ?? [],
    chainId: (blockchain: keyof typeof chainIds) => chainIds[blockchain] ?? null,
  }
  const providers = createProviders({
    urls,
    keys: Object.fromEntries(
      record.keyed ? ids.map((each) => [each.toUpperCase(), sandbox ? 'sandbox' : someKey]) : [],
    ),
    ...(sandbox ? { onchain: { maxNodeAgeMs: Number.POSITIVE_INFINITY } } : {}),
  })
  const { signal } = new AbortController()
  const outcome = await providers
    .adapterOf(id)
    .then((adapter) =>
      adapter.quote(requestFor(question), new Set(ids), questionContext(tape.http, world, signal)),
    )
    .catch((thrown: unknown) => toSwaprouteError(thrown))
  const reading = readingOf(outcome, id)
  const differences = [...tape.differences(), ...readingDifferences(record, reading)]
  const isWrong = differences.length > 0 || isUnread(reading)
  const why = isWrong && outcome instanceof SwaprouteError ? [outcome.message] : []
  return { reading, differences: [...why, ...differences] }
}

/** What `npm run witness` makes of a record: its lines, and the case to be written, if any. */
export type Judgement = {
  lines: string[]
  isDifferent: boolean
  written: { name: string; text: string } | null
}

/** The recorded cases, of which a better record replaces one, and how each provider is proved. */
type Known = {
  cases: readonly QuestionRecord[]
  proofs: Readonly<Record<string, string>>
}

export async function judgeRecord(value: unknown, { cases, proofs }: Known): Promise<Judgement> {
  const parsed = recordSchema.safeParse(value)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    return { lines: ['not a record', ...faults], isDifferent: true, written: null }
  }
  const record = parsed.data
  if (!record.exchanges.some((each) => 'status' in each)) {
    return { lines: ['no answer arrived: it proves nothing'], isDifferent: false, written: null }
  }
  const { reading, differences } = await replay(record)
  // What the program of the user could not read may be read by now.
  const isMended = isUnread(record.reading) && !isUnread(reading)
  if (!isMended && (differences.length > 0 || isUnread(reading))) {
    return { lines: ['read otherwise', ...differences], isDifferent: true, written: null }
  }
  const name = recordName(record.name)
  const older = cases.find((each) => recordName(each.name) === name)
  if (older !== undefined && !isBetter(record, older)) {
    const kept = `the case of ${older.at.slice(0, 10)} (${older.source}) stays`
    return { lines: [`read as recorded; ${kept}`], isDifferent: false, written: null }
  }
  const notes =
    record.source === 'live'
      ? record.ids.flatMap((id) => replaceable(id, proofs[id]))
      : [`its source is "${record.source}": no proof about the live service`]
  return {
    lines: ['read as recorded', ...notes],
    isDifferent: false,
    written: { name, text: recordText({ ...record, reading }) },
  }
}

/** Whether an answer is not in the form that the adapter requires. */
function isUnread({ failed }: Reading): boolean {
  return failed.some(({ fault }) => fault === 'malformed')
}

/** Answers of the live service replace all others, and the newest the older ones. */
function isBetter(record: QuestionRecord, older: QuestionRecord): boolean {
  const isLive = record.source === 'live'
  return isLive === (older.source === 'live') ? record.at >= older.at : isLive
}

/** A case by published types alone, whose answers the record may replace. */
function replaceable(id: ProviderId, proof: string | undefined): string[] {
  if (proof !== 'shaped' && proof !== 'vendor client') return []
  const file = `test/providers/${recordName(id).toLowerCase()}.case.ts`
  return [`${file} is shaped: its answers may now be replaced by these`]
}

/** Plays each exchange once, whatever their order. */
function play(exchanges: readonly RecordedExchange[]) {
  const hidden = createRedactor()
  hidden.addSecret(someKey)
  const left = exchanges.map((exchange, index) => ({ exchange, number: index + 1 }))
  const unknown: ReturnType<typeof exchangeOf>[] = []
  const http: HttpClient = {
    close: async () => {},
    send: async (request) => {
      const asked = exchangeOf(request)
      const sent = {
        ...asked,
        url: hidden.redact(asked.url),
        ...(asked.request === undefined ? {} : { request: hidden.conceal(asked.request) }),
      }
      const at = left.findIndex(({ exchange }) => isSameRequest(exchange, sent))
      const [found] = at < 0 ? [] : left.splice(at, 1)
      if (found === undefined) {
        unknown.push(sent)
        const host = new URL(request.url).host
        throw new SwaprouteError('UPSTREAM_FAILED', `${host} was not asked this in the record.`)
      }
      const { exchange } = found
      if ('fails' in exchange) {
        const { code, context } = exchange.fails
        throw new SwaprouteError(code, 'The request failed when it was recorded.', { context })
      }
      return { status: exchange.status, retryAfterSeconds: null, body: exchange.body }
    },
  }
  return {
    http,
    /** Requests that only one side has; a pair of them for one path is compared. */
    differences: (): string[] => {
      const unasked = [...left]
      const lines = unknown.flatMap((sent) => {
        const at = unasked.findIndex(({ exchange }) => pathOf(exchange) === pathOf(sent))
        const [alike] = at < 0 ? [] : unasked.splice(at, 1)
        if (alike === undefined) return [`the adapter asks what was not recorded: ${pathOf(sent)}`]
        const { exchange, number } = alike
        const where = `request of exchange ${number}`
        return leafDifferences(requestParts(exchange), requestParts(sent), where)
      })
      const rest = unasked.map(
        ({ exchange, number }) =>
          `the adapter does not ask exchange ${number}: ${pathOf(exchange)}`,
      )
      return [...lines, ...rest]
    },
  }
}

type Asked = Pick<RecordedExchange, 'method' | 'url' | 'request'>

function isSameRequest(a: Asked, b: Asked): boolean {
  return a.method === b.method && a.url === b.url && isDeepStrictEqual(a.request, b.request)
}

function pathOf({ method, url }: Asked): string {
  const { origin, pathname } = new URL(url)
  return `${method} ${origin}${pathname}`
}

function requestParts({ url, request }: Asked): object {
  return { query: Object.fromEntries(new URL(url).searchParams), body: request ?? null }
}

function readingDifferences(
  { reading, exchanges, question: { from, to } }: QuestionRecord,
  now: Reading,
): string[] {
  return leafDifferences(reading, now, '', (found) => {
    const texts = spellingsOf(found, [from.decimals, to.decimals])
    const places = exchanges.flatMap((each, index) =>
      'status' in each ? placesOf(each.body, texts).map((at) => `exchange ${index + 1}${at}`) : [],
    )
    return places.length === 0 ? '' : ` (${places.slice(0, 3).join(', ')})`
  })
}

/** One line for each leaf in which two values differ. */
function leafDifferences(
  recorded: unknown,
  found: unknown,
  at: string,
  placeOf: (found: unknown) => string = () => '',
): string[] {
  if (isDeepStrictEqual(recorded, found)) return []
  if (isTree(recorded) && isTree(found)) {
    const names = [...new Set([...Object.keys(recorded), ...Object.keys(found)])]
    return names.flatMap((name) =>
      leafDifferences(
        Reflect.get(recorded, name),
        Reflect.get(found, name),
        at === '' ? name : `${at}.${name}`,
        placeOf,
      ),
    )
  }
  return [`${at}: recorded ${shown(recorded)}, now ${shown(found)}${placeOf(found)}`]
}

/** How a service may write a value: as it is, or an amount in whole tokens. */
function spellingsOf(value: unknown, decimals: readonly number[]): string[] {
  if (isTree(value)) return []
  const text = String(value)
  const amounts = /^\d+$/.test(text) ? decimals.map((each) => formatAmount(BigInt(text), each)) : []
  // Shorter ones are everywhere.
  return [text, ...amounts].filter(({ length }) => length >= 3)
}

/** Paths of the leaves of a body that have one of these texts. */
function placesOf(body: unknown, texts: readonly string[], at = ' body'): string[] {
  if (!isTree(body)) return texts.includes(String(body)) ? [at] : []
  return Object.entries(body).flatMap(([name, inner]) => placesOf(inner, texts, `${at}.${name}`))
}

function isTree(value: unknown): value is object {
  return Array.isArray(value) || isRecord(value)
}

const longestShown = 80

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}
