import * as z from 'zod'
import { chainById } from '../chains/chains.ts'
import { clockCall } from '../chains/evm/multicall3.ts'
import { showTonAddress, toRawTonAddress } from '../chains/ton/address.ts'
import { type BlockchainId, blockchainIds } from '../core/blockchainIds.ts'
import { errorCodes, SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import { parseJson } from '../core/json.ts'
import { type ProviderId, providerIds } from '../core/providerIds.ts'
import type { Json, Quote } from '../core/quote.ts'
import { createRedactor } from '../http/redact.ts'
import { createRpcClient } from '../http/rpc.ts'
import { createTonCenter } from '../http/toncenter.ts'
import type { HttpClient, HttpRequest } from '../http/types.ts'
import type { Provider, ProviderContext, QuoteOutcome } from '../providers/types.ts'
import type { SampleSwap } from './questions.ts'

const token = z.object({
  blockchain: z.enum(blockchainIds),
  address: z.string(),
  symbol: z.string(),
  name: z.string(),
  decimals: z.int(),
  listed: z.boolean(),
  native: z.boolean(),
})
const sent = z.object({
  method: z.enum(['GET', 'POST']),
  url: z.string(),
  request: z.json().optional(),
})
const exchange = z.union([
  sent.extend({ status: z.int(), body: z.json() }),
  /** No usable answer: the error of the HTTP client. */
  sent.extend({
    fails: z.object({
      code: z.custom<keyof typeof errorCodes>((code) => Object.hasOwn(errorCodes, String(code))),
      context: z.record(z.string(), z.json()),
    }),
  }),
])
const reading = z.object({
  offers: z.array(z.record(z.string(), z.json())),
  failed: z.array(
    z.object({ provider: z.string(), code: z.string(), fault: z.string().optional() }),
  ),
})

/** One question to a provider, or to the pools of a chain, with everything that was exchanged. */
export const recordSchema = z.object({
  format: z.literal('swaproute record 1'),
  /** Name of the question: the provider, or `ETH pools`. */
  name: z.string(),
  ids: z.array(z.enum(providerIds)).min(1),
  /** `other`: an address that the user configured in place of the provider's own. */
  source: z.enum(['live', 'sandbox', 'other']),
  program: z.string(),
  /** Also the adapter's clock during the whole question: UTC, ISO 8601. */
  at: z.iso.datetime(),
  question: z.object({ amount: z.string(), from: token, to: token }),
  /** Whether it was asked with an API key; the sandbox takes any. */
  keyed: z.boolean(),
  /** Base addresses of the services that were called, by the provider's names for them. */
  urls: z.record(z.string(), z.string()),
  /** Nodes of the chains that were read, those called first. */
  nodes: z.partialRecord(z.enum(blockchainIds), z.array(z.string())),
  /** EIP-155 ids, as far as the adapter asked for them; a sandbox has its own. */
  chainIds: z.partialRecord(z.enum(blockchainIds), z.int().nullable()),
  exchanges: z.array(exchange),
  /** What the adapter made of them. */
  reading,
})

export type QuestionRecord = z.output<typeof recordSchema>
export type RecordedExchange = QuestionRecord['exchanges'][number]
export type Reading = QuestionRecord['reading']

/** Where a recorded question is asked: this run's addresses, or those of a record. */
export type QuestionWorld = Pick<ProviderContext, 'chainId' | 'nodes'> & {
  urls: Readonly<Record<string, string>>
  sandbox: boolean
  tonKey: string | null
  /** Unix milliseconds; it stands still, so that a replay sends the same requests. */
  nowMs: number
}

/**
 * Everything that an adapter reaches goes through `http`, nodes too, and nothing is known from
 * earlier questions.
 */
export function questionContext(
  http: HttpClient,
  { chainId, nodes, urls, sandbox, tonKey, nowMs }: QuestionWorld,
  signal: AbortSignal,
): ProviderContext {
  const now = (): number => nowMs
  const rpc = createRpcClient({
    http,
    endpoints: Object.fromEntries(blockchainIds.map((id) => [id, nodes(id)])),
    isOwn: () => true,
    identity: (blockchain) => ({
      chainId: chainId(blockchain),
      // Blocks of the sandbox are mined with swaps only.
      clock: sandbox ? null : clockCall(chainById(blockchain).multicall3),
    }),
    now,
  })
  const baseUrl = urls['toncenter'] ?? null
  const witnesses = { witnessUrl: null, tonapi: null }
  const ton = createTonCenter({ http, baseUrl, apiKey: tonKey, own: true, ...witnesses })
  return { http, rpc, ton, chainId, nodes, now, signal }
}

export type RecordTools = Omit<QuestionWorld, 'nowMs'> & {
  http: HttpClient
  now(): number
  program: string
  /** Addresses that the user configured; of these only the host is recorded. */
  ownUrls: readonly string[]
  hasKey(id: ProviderId): boolean
  /** A new adapter, without lists that an earlier question loaded. */
  adapterOf(id: ProviderId): Promise<Provider | null>
  /** Removes keys and the user's addresses. */
  conceal(value: Json): Json
  /** @param name of the file, which must not exist */
  write(name: string, text: string): Promise<void>
}

export type RecordedQuestion = {
  name: string
  ids: readonly [ProviderId, ...ProviderId[]]
  question: SampleSwap
}

/** The parts with which a question is asked, and `end`, which writes its record. */
export async function beginRecord(
  { name, ids, question }: RecordedQuestion,
  tools: RecordTools,
  signal: AbortSignal,
): Promise<{
  provider: Provider | null
  context: ProviderContext
  end(outcome: QuoteOutcome | SwaprouteError): Promise<void>
}> {
  const nowMs = tools.now()
  const exchanges: RecordedExchange[] = []
  const chainIds: QuestionRecord['chainIds'] = {}
  const chainId = (blockchain: BlockchainId): number | null =>
    (chainIds[blockchain] = tools.chainId(blockchain))
  const http = recorded(tools.http, exchanges)
  return {
    provider: await tools.adapterOf(ids[0]),
    context: questionContext(http, { ...tools, chainId, nowMs }, signal),
    async end(outcome) {
      if (outcome instanceof SwaprouteError && outcome.code === 'INTERRUPTED') return
      const { urls, nodes } = calledAddresses(exchanges, ids, tools)
      const isOther = Object.values(urls).some((url) => tools.ownUrls.includes(url))
      const hidden = (url: string): string => withoutOwnPath(url, tools.ownUrls)
      const record = {
        format: 'swaproute record 1',
        name,
        ids: [...ids],
        source: tools.sandbox ? 'sandbox' : isOther ? 'other' : 'live',
        program: tools.program,
        at: new Date(nowMs).toISOString(),
        question,
        keyed: ids.some((id) => tools.hasKey(id)),
        urls: Object.fromEntries(Object.entries(urls).map(([id, url]) => [id, hidden(url)])),
        nodes: Object.fromEntries(
          Object.entries(nodes).map(([id, list]) => [id, list.map(hidden)]),
        ),
        chainIds,
        exchanges: exchanges.map((each) => ({ ...each, url: hidden(each.url) })),
        reading: readingOf(outcome, ids[0]),
      } satisfies QuestionRecord
      const text = recordText(recordSchema.parse(tools.conceal(asJson(record))))
      await tools.write(`${recordName(name)}.json`, text)
    },
  }
}

/** One exchange a line, so that a difference of two records can be read. */
export function recordText({ exchanges, ...facts }: QuestionRecord): string {
  const lines = exchanges.map((each) => `    ${JSON.stringify(each)}`)
  const head = JSON.stringify(facts, null, 2).replace(/\n\}$/, '')
  return `${head},\n  "exchanges": [\n${lines.join(',\n')}\n  ]\n}\n`
}

/** The name of its file, and of the provider's case: `DLN_SWAP` is `DLN` where `dln` is a bridge. */
export function recordName(name: string): string {
  const isShared = providerIds.some((id) => id !== name && id.toUpperCase() === name)
  return isShared ? `${name}_SWAP` : name.replaceAll(/\W+/g, '-')
}

/** What an adapter read: amounts, minimum and fees of each offer, and the failures by their code. */
export function readingOf(outcome: QuoteOutcome | SwaprouteError, id: ProviderId): Reading {
  const { quotes, failed } =
    outcome instanceof SwaprouteError
      ? { quotes: [], failed: [{ provider: id, error: outcome }] }
      : outcome
  return reading.parse(
    asJson({
      offers: quotes.map(offerOf),
      failed: failed.map(({ provider, error: { code, context } }) => ({
        provider,
        code,
        fault: context['fault'],
      })),
    }),
  )
}

function offerOf(quote: Quote): object {
  const { provider, executionKind, rateType, dstAmount, dstMinAmount, slippageBps } = quote
  const { durationSeconds, expiresAtMs, fees, gasLimit, spender, limits, steps } = quote
  return {
    provider,
    executionKind,
    rateType,
    dstAmount,
    dstMinAmount,
    slippageBps,
    durationSeconds,
    expiresAtMs,
    gasLimit,
    spender,
    limits,
    fees: {
      ...fees,
      percent: fees.percent && { ...fees.percent, token: fees.percent.token.address },
    },
    path: steps.map(({ provider: by, from, to }) => [by, from.token.symbol, to.token.symbol]),
  }
}

/** Amounts become texts in base units. */
function asJson(value: unknown): Json {
  const text = JSON.stringify(value ?? null, (_name, each: unknown) =>
    typeof each === 'bigint' ? String(each) : each,
  )
  return parseJson(text)
}

/** The same client, which keeps every request and what came of it, without any header. */
function recorded(http: HttpClient, exchanges: RecordedExchange[]): HttpClient {
  return {
    ...http,
    async send(request) {
      const entry = exchangeOf(request)
      // In the order of the requests; one that is still waited for at the end has no answer.
      const at = exchanges.push({ ...entry, fails: { code: 'TIMED_OUT', context: {} } }) - 1
      try {
        const response = await http.send(request)
        exchanges[at] = { ...entry, status: response.status, body: asJson(response.body) }
        return response
      } catch (thrown) {
        const { code, context } = toSwaprouteError(thrown)
        exchanges[at] = { ...entry, fails: { code, context: faultOf(context) } }
        throw thrown
      }
    },
  }
}

/** A request as a record has it. */
export function exchangeOf({
  method = 'GET',
  url,
  body,
}: Pick<HttpRequest, 'method' | 'url' | 'body'>): z.output<typeof sent> {
  return { method, url, ...(body === undefined ? {} : { request: asJson(body) }) }
}

/** What adapters and the reader of nodes ask of an error. */
function faultOf(context: SwaprouteError['context']): Record<string, Json> {
  const known = ['fault', 'status', 'check', 'sent'].filter((name) => context[name] !== undefined)
  return Object.fromEntries(known.map((name) => [name, asJson(context[name])]))
}

/** The services and nodes that were called, and the provider's own, as this run has them. */
function calledAddresses(
  exchanges: readonly RecordedExchange[],
  ids: readonly string[],
  { urls, nodes }: Pick<QuestionWorld, 'urls' | 'nodes'>,
): { urls: Record<string, string>; nodes: QuestionRecord['nodes'] } {
  const rank = (base: string): number => exchanges.findIndex(({ url }) => isBelow(url, base))
  const isCalled = (base: string): boolean => rank(base) >= 0
  return {
    urls: Object.fromEntries(
      Object.entries(urls).filter(([name, base]) => ids.includes(name) || isCalled(base)),
    ),
    nodes: Object.fromEntries(
      blockchainIds.flatMap((id) => {
        const called = nodes(id).filter(isCalled)
        if (called.length === 0) return []
        const others = nodes(id).filter((base) => !isCalled(base))
        return [[id, [...called.toSorted((a, b) => rank(a) - rank(b)), ...others]]]
      }),
    ),
  }
}

function isBelow(url: string, base: string): boolean {
  return url.startsWith(base) && (base.endsWith('/') || /^(?:$|[/?])/.test(url.slice(base.length)))
}

/** Path, query and credentials of the user's own addresses may be keys, however short. */
function withoutOwnPath(url: string, ownUrls: readonly string[]): string {
  const base = ownUrls.filter((own) => isBelow(url, own)).toSorted((a, b) => b.length - a.length)[0]
  if (base === undefined) return url
  const { protocol, host } = new URL(base)
  return `${protocol}//${host}/redacted${url.slice(base.length)}`
}

/** Removes addresses in every spelling, also where they are a part of calldata. */
export function hideAddresses(addresses: readonly string[]): RecordTools['conceal'] {
  const redactor = createRedactor()
  for (const spelling of addresses.flatMap(addressForms)) redactor.addSecret(spelling)
  return (value) => redactor.conceal(value)
}

/** An account of TON has four common spellings and its number. */
function addressForms(address: string): string[] {
  const raw = toRawTonAddress(address)
  if (raw === null) return [address]
  const friendly = [showTonAddress(raw, 'wallet'), showTonAddress(raw, 'contract')]
  const classic = friendly.map((text) => text.replaceAll('-', '+').replaceAll('_', '/'))
  return [address, ...friendly, ...classic, ...raw.split(':').slice(1)]
}
