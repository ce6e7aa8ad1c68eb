import { nativeToken, type TokenList } from '../chains/tokens.ts'
import { amountWithSymbol, parseAmount } from '../core/amounts.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { errorCodes, type SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { Quote } from '../core/quote.ts'
import type { Token } from '../core/token.ts'
import type { HttpClient } from '../http/types.ts'
import { sourceNames } from '../prices/names.ts'
import type { PriceSource } from '../prices/gather.ts'
import { askCoingecko, askDexscreener, askLlama, type PriceCall } from '../prices/sources.ts'
import type { Provider, ProviderContext, ProviderState, QuoteOutcome } from '../providers/types.ts'
import { poolQuestion, type SampleSwap, sampleSwapOf, sampleRequest } from './questions.ts'
import { beginRecord, type RecordedQuestion, type RecordTools } from './record.ts'
import { recordShapes } from './shape.ts'
import type { LiveRow } from '../core/live.ts'

export type ServiceTools = {
  context: Omit<ProviderContext, 'signal'>
  tokens: TokenList
  /** Base addresses in this run, by provider or price source. */
  urls: Readonly<Record<string, string>>
  stateOf(id: ProviderId): ProviderState
  /** Local chains; a missing contract or pair there is not a fault. */
  sandbox: boolean
  signal: AbortSignal
  /** Null: the exchanges are not kept. */
  record: RecordTools | null
}

const serviceLimitMs = 20_000

/** The production adapter sends its usual request, so an answer it cannot read is reported. */
export async function checkProvider(
  provider: Provider | null,
  id: ProviderId,
  tools: ServiceTools,
): Promise<LiveRow> {
  const refused = unasked(tools.stateOf(id))
  const url = tools.urls[id]
  const host = url === undefined ? null : new URL(url).host
  if (refused !== null || provider === null) {
    const why = refused ?? 'not part of this run'
    return row('provider', id, host, 'skipped', null, [why])
  }
  const question = sampleSwapOf(provider, id, tools.tokens.ofChain)
  if (question === null) {
    return row('provider', id, host, 'skipped', null, ['serves no pair of well-known tokens'])
  }
  const { outcome, latencyMs, shapes } = await ask(
    provider,
    { name: id, ids: [id], question },
    tools,
  )
  const { quotes: [quote] = [], failed: [refusal] = [] } = outcome instanceof Error ? {} : outcome
  if (quote !== undefined) {
    return row('provider', id, host, 'ok', latencyMs, [offerText(question, quote)])
  }
  const error = outcome instanceof Error ? outcome : refusal?.error
  if (tools.sandbox && error?.code === 'NO_ROUTE') {
    const why = `the sandbox does not offer ${questionText(question)}`
    return row('provider', id, host, 'skipped', latencyMs, [why])
  }
  if (error !== undefined) return failed(id, host, error, shapes, question)
  const findings = [`had no offer for ${questionText(question)}`]
  return { ...row('provider', id, host, 'unexpected', latencyMs, findings), shapes }
}

/** All exchanges of a chain in the one batched read that quotes use. */
export async function checkPools(
  provider: Provider,
  blockchain: BlockchainId,
  tools: ServiceTools,
): Promise<LiveRow> {
  const name = `${blockchain} pools`
  const question = poolQuestion(blockchain, tools.tokens.ofChain)
  if (question === null) {
    return row('provider', name, null, 'skipped', null, ['no stablecoin is listed there'])
  }
  const [first, ...others] = provider.supports(requestFor(question))
  if (first === undefined) {
    return row('provider', name, null, 'skipped', null, ['no exchange is configured'])
  }
  const ids = [first, ...others] as const
  const { outcome, latencyMs } = await ask(provider, { name, ids, question }, tools)
  if (outcome instanceof Error) {
    return row('provider', name, null, 'down', null, [outcome.message])
  }
  const off = outcome.failed.filter(({ error }) => error.code === 'UPSTREAM_REFUSED')
  const findings = [
    `${outcome.quotes.length} of ${ids.length} exchanges price ${questionText(question)}`,
    ...off.map(({ error }) => error.message),
  ]
  const isUnexpected = (off.length > 0 && !tools.sandbox) || outcome.quotes.length === 0
  return row('provider', name, null, isUnexpected ? 'unexpected' : 'ok', latencyMs, findings)
}

/** Each source prices ETH, under its own identifier for the coin. */
export function checkPrices(http: HttpClient, tools: ServiceTools): Promise<LiveRow>[] {
  const names = sourceNames(nativeToken('ETH'))
  const { llama, dexscreener, coingecko } = names
  const sources: [PriceSource, (asking: PriceCall) => Promise<ReadonlyMap<string, unknown>>][] = [
    ['defillama', (asking) => askLlama(llama === null ? [] : [llama], asking, tools.context.now())],
    [
      'dexscreener',
      (asking) =>
        askDexscreener(
          dexscreener?.chain ?? '',
          dexscreener === null ? [] : [dexscreener.address],
          asking,
        ),
    ],
    [
      'coingecko',
      (asking) =>
        askCoingecko(coingecko !== null && 'id' in coingecko ? [coingecko.id] : [], asking),
    ],
  ]
  return sources.flatMap(([source, question]) => {
    const url = tools.urls[source]
    return url === undefined ? [] : [checkPrice(source, url, question, http, tools)]
  })
}

async function checkPrice(
  source: PriceSource,
  url: string,
  question: (asking: PriceCall) => Promise<ReadonlyMap<string, unknown>>,
  client: HttpClient,
  tools: ServiceTools,
): Promise<LiveRow> {
  const { host } = new URL(url)
  const { http, shapes } = recordShapes(client)
  const startedAtMs = tools.context.now()
  const signal = AbortSignal.any([tools.signal, AbortSignal.timeout(serviceLimitMs)])
  try {
    const found = await question({ http, url, signal })
    const latencyMs = tools.context.now() - startedAtMs
    if (found.size > 0) return row('prices', source, host, 'ok', latencyMs, ['prices ETH'])
    return { ...row('prices', source, host, 'unexpected', latencyMs, ['no price of ETH']), shapes }
  } catch (thrown) {
    const error = toSwaprouteError(thrown)
    return { ...row('prices', source, host, stateOf(error), null, [error.message]), shapes }
  }
}

async function ask(
  provider: Provider,
  asked: RecordedQuestion,
  tools: ServiceTools,
): Promise<{
  outcome: QuoteOutcome | SwaprouteError
  latencyMs: number
  shapes: LiveRow['shapes']
}> {
  const { now } = tools.context
  const signal = AbortSignal.any([tools.signal, AbortSignal.timeout(serviceLimitMs)])
  const record = tools.record && (await beginRecord(asked, tools.record, signal))
  const context = record?.context ?? { ...tools.context, signal }
  const { http, shapes } = recordShapes(context.http)
  const startedAtMs = now()
  const outcome = await (record?.provider ?? provider)
    .quote(requestFor(asked.question), new Set(asked.ids), { ...context, http })
    .catch((thrown: unknown) => toSwaprouteError(thrown))
  const latencyMs = now() - startedAtMs
  await record?.end(outcome)
  return { outcome, latencyMs, shapes }
}

function failed(
  id: ProviderId,
  host: string | null,
  error: SwaprouteError,
  shapes: LiveRow['shapes'],
  question: SampleSwap,
): LiveRow {
  const state = stateOf(error)
  const asked = state === 'unexpected' ? [`request: ${questionText(question)}`] : []
  const isUnexpected = state === 'unexpected'
  return {
    ...row('provider', id, host, state, null, [error.message, ...asked]),
    shapes: isUnexpected ? shapes : [],
  }
}

/** An unreadable answer, or one that refuses a common pair, is `unexpected`; no answer is `down`. */
function stateOf({ code, context }: SwaprouteError): LiveRow['state'] {
  if (context['fault'] === 'malformed') return 'unexpected'
  return errorCodes[code].exit === errorCodes.UPSTREAM_FAILED.exit ? 'down' : 'unexpected'
}

function unasked(state: ProviderState): string | null {
  switch (state.state) {
    case 'ready':
      return null
    case 'needs_key':
      return `needs a key: ${state.variable}`
    case 'disabled':
      return 'disabled by your settings'
    case 'closed':
      return `closed: ${state.reason}`
    case 'misconfigured':
      return `misconfigured: ${state.reason}`
    case 'not_in_sandbox':
      return 'the sandbox has no service for it'
  }
}

/** The request of a question, without parties. */
export function requestFor(question: SampleSwap) {
  return sampleRequest(question, parseAmount(question.amount, question.from.decimals))
}

function offerText(question: SampleSwap, { dstAmount, request }: Quote): string {
  return `${questionText(question)}: ${amountWithSymbol(dstAmount, request.dstToken)}`
}

function questionText({ amount, from, to }: SampleSwap): string {
  return `${amount} ${assetText(from)} to ${assetText(to)}`
}

/** As on the command line. */
function assetText({ blockchain, symbol, native }: Token): string {
  const chain = blockchain.toLowerCase()
  return native ? chain : `${chain}:${symbol}`
}

function row(
  kind: LiveRow['kind'],
  name: string,
  host: string | null,
  state: LiveRow['state'],
  latencyMs: number | null,
  findings: string[],
): LiveRow {
  return { kind, name, host, state, latencyMs, findings, shapes: [] }
}
