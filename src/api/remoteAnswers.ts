/**
 * Answers of a remote service, read part by part: harmless deviations are accepted, missing values
 * are computed or left unknown, and an invalid part is left out and reported. Amounts stay strict
 * (docs/safety.md H6).
 */
import type { z } from 'zod'
import { formatAmount, parseAmount } from '../core/amounts.ts'
import { SwaprouteError } from '../core/errors.ts'
import { isRecord } from '../core/json.ts'
import { foreignKindOf } from '../core/foreignTransaction.ts'
import { isTrusted, trustedElsewhereWarning } from '../core/providerChoice.ts'
import { paymentsOf } from '../core/providerIds.ts'
import { zeroAddress } from '../core/token.ts'
import { foreignReason } from '../core/foreignReason.ts'
import { readSpender } from './approvals.ts'
import { lenient } from './lenient.ts'
import { fieldProblem } from './problems.ts'
import {
  type FailedItem,
  failedItem,
  type QuoteAllAnswer,
  type QuoteAllBody,
  type QuoteBestAnswer,
  quoteBestAnswer,
  quoteEcho,
} from './schemas.ts'
import { type RouteItem, routeItem, type TokenItem } from './routeSchema.ts'

type Members = Record<string, unknown>

/** The request, which fills in what an answer leaves out. */
type Asked = Pick<
  QuoteAllBody,
  | 'srcTokenAddress'
  | 'srcTokenBlockchain'
  | 'srcTokenAmount'
  | 'dstTokenAddress'
  | 'dstTokenBlockchain'
  | 'showFailedRoutes'
  | 'depositTradeParams'
>

export type AnswerReader = {
  /** Host of the service, for messages. */
  host: string
  /** A token of the program's own lists, for services that do not describe theirs. */
  findToken: (blockchain: string, address: string) => TokenItem | null
  /** Called for every part that is left out of an answer. */
  onInvalid: (text: string) => void
}

type Read<T> = { ok: true; value: T } | { ok: false; problem: string }

/**
 * An answer that is used as a whole or not at all.
 * @throws SwaprouteError UPSTREAM_FAILED that names the field
 */
export function readWhole<Schema extends z.ZodType>(
  host: string,
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const read = readPart(schema, body)
  if (read.ok) return read.value
  throw misunderstood(host, read.problem)
}

/** @throws SwaprouteError UPSTREAM_FAILED if none of the routes can be used */
export function readQuotes(reader: AnswerReader, body: unknown, asked: Asked): QuoteAllAnswer {
  const { host, onInvalid } = reader
  const answer = isRecord(body) ? body : {}
  const { routes, failed, ...rest } = answer
  if (!Array.isArray(routes)) throw misunderstood(host, 'routes must be an array')
  const invalid: { route: unknown; problem: string }[] = []
  const good = routes.flatMap((route: unknown, index): RouteItem[] => {
    const read = readPart(routeItem, completeRoute(reader, route, asked))
    if (read.ok) return [markTrusted(read.value)]
    invalid.push({ route, problem: `routes.${index}.${read.problem}` })
    return []
  })
  const [first] = invalid
  if (first !== undefined && good.length === 0) throw misunderstood(host, first.problem)
  for (const { route, problem } of invalid) {
    onInvalid(`A route of ${providerIn(route)} is left out: ${problem}.`)
  }
  const reported = Array.isArray(failed) ? failed.flatMap((one: unknown) => readFailed(one)) : []
  const unread = asked.showFailedRoutes === true ? invalid.map(toFailed) : []
  const isIncluded = Array.isArray(failed) || unread.length > 0
  return {
    ...rest,
    quote: readEcho(answer['quote'], asked),
    routes: good,
    ...(isIncluded ? { failed: [...reported, ...unread] } : {}),
  }
}

/** @throws SwaprouteError UPSTREAM_FAILED that names the field */
export function readBest(reader: AnswerReader, body: unknown, asked: Asked): QuoteBestAnswer {
  const { quote, ...route } = isRecord(body) ? body : {}
  const read = readWhole(reader.host, quoteBestAnswer, completeRoute(reader, route, asked))
  return { ...markTrusted(read), quote: readEcho(quote, asked) }
}

/** E17: the route stays in the list, and is not picked automatically. */
function markTrusted<Item extends RouteItem>(item: Item): Item {
  const { providerType, warnings } = item
  return isTrusted(providerType)
    ? { ...item, warnings: [...warnings, trustedElsewhereWarning(providerType)] }
    : item
}

/** @throws SwaprouteError UPSTREAM_FAILED that names the field */
export function readSwap<Schema extends z.ZodType>(
  reader: AnswerReader,
  schema: Schema,
  body: unknown,
  { srcTokenBlockchain = 'ETH' }: Asked,
): z.output<Schema> {
  if (!isRecord(body)) return readWhole(reader.host, schema, body)
  const { estimate, fees, quote, ...answer } = withoutNulls(body)
  return readWhole(reader.host, schema, {
    ...answer,
    ...(isRecord(quote) && readPart(quoteEcho, quote).ok ? { quote } : {}),
    ...(estimate === undefined ? {} : { estimate: completeEstimate(estimate) }),
    ...(fees === undefined ? {} : { fees: completeFees(reader, fees, srcTokenBlockchain) }),
  })
}

/** The valid items of a list; the others are reported. */
export function readItems<Schema extends z.ZodType>(
  { host, onInvalid }: AnswerReader,
  schema: Schema,
  list: unknown,
  usual: Members,
): z.output<Schema>[] {
  if (!Array.isArray(list)) throw misunderstood(host, 'the list must be an array')
  return list.flatMap((item: unknown, index) => {
    const read = readPart(schema, isRecord(item) ? { ...usual, ...withoutNulls(item) } : item)
    if (read.ok) return [read.value]
    onInvalid(`Entry ${index + 1} of the list of ${host} is left out: ${read.problem}.`)
    return []
  })
}

function readPart<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Read<z.output<Schema>> {
  const read = lenient(schema, value)
  const parsed = schema.safeParse(read)
  if (parsed.success) return { ok: true, value: parsed.data }
  const [issue] = parsed.error.issues
  return { ok: false, problem: issue === undefined ? 'malformed' : fieldProblem(issue, read) }
}

function misunderstood(host: string, problem: string): SwaprouteError {
  const message = `The answer of ${host} cannot be used: ${problem}.`
  return new SwaprouteError('UPSTREAM_FAILED', message, {
    hint: 'Check that --url names a service of this contract, or use --backend embedded.',
    context: { problem },
  })
}

function readEcho(quote: unknown, asked: Asked): QuoteAllAnswer['quote'] {
  const { srcTokenBlockchain = 'ETH', dstTokenBlockchain = 'POLYGON' } = asked
  const own = { ...asked, srcTokenBlockchain, dstTokenBlockchain }
  const read = readPart(quoteEcho, isRecord(quote) ? { ...own, ...withoutNulls(quote) } : own)
  return read.ok ? read.value : own
}

function readFailed(item: unknown): FailedItem[] {
  const read = readPart(failedItem, item)
  return read.ok ? [read.value] : []
}

function toFailed({ route, problem }: { route: unknown; problem: string }): FailedItem {
  return { providerType: providerIn(route), data: { code: 2999, reason: problem } }
}

function providerIn(route: unknown): string {
  const named = isRecord(route) ? route['providerType'] : null
  return typeof named === 'string' ? foreignReason(named, 40) : 'an unnamed provider'
}

/** A route completed with the members that an older or smaller service leaves out. */
function completeRoute(reader: AnswerReader, route: unknown, asked: Asked): unknown {
  if (!isRecord(route)) return route
  const { srcTokenBlockchain = 'ETH', dstTokenBlockchain = 'POLYGON' } = asked
  const estimate = completeEstimate(route['estimate'])
  const tokens = completeTokens(reader, route['tokens'], asked, estimate)
  const onOneChain = srcTokenBlockchain === dstTokenBlockchain
  return {
    id: null,
    swapType: onOneChain ? 'on-chain' : 'cross-chain',
    providerType: 'unknown',
    routing: [],
    transaction: {},
    warnings: [],
    executionKind: kindOf(route, asked),
    ...withoutNulls(route),
    tokens,
    estimate,
    fees: completeFees(reader, route['fees'], srcTokenBlockchain),
  }
}

/**
 * How a route is paid, if its service does not return it: the contract has no member for it. Null
 * if only the transaction will show it.
 */
function kindOf(
  { providerType, transaction }: Members,
  { srcTokenAddress, srcTokenBlockchain = 'ETH', depositTradeParams }: Asked,
): string | null {
  const { depositAddress, approvalAddress } = isRecord(transaction) ? transaction : {}
  const payments = paymentsOf(String(providerType))
  if (depositTradeParams === 'onlyDeposits' || depositAddress != null || payments === 'deposit') {
    return 'deposit'
  }
  const spender = typeof approvalAddress === 'string' ? approvalAddress : null
  if (payments === 'both' && readSpender(spender) === null) {
    // A call that takes a token needs an approval, and TON has no such calls.
    const mayCall = srcTokenAddress === zeroAddress && srcTokenBlockchain !== 'TON'
    return mayCall ? null : 'deposit'
  }
  if (srcTokenBlockchain === 'TON') return 'ton'
  return foreignKindOf(srcTokenBlockchain) ?? (spender === null ? null : 'evm')
}

function completeTokens(
  { findToken }: AnswerReader,
  tokens: unknown,
  asked: Asked,
  estimate: unknown,
): Members {
  const { srcTokenBlockchain = 'ETH', dstTokenBlockchain = 'POLYGON' } = asked
  const given = isRecord(tokens) ? tokens : {}
  const describe = (blockchain: string, address: string): Members => {
    const known = findToken(blockchain, address)
    if (known === null) return { address, blockchain, symbol: 'UNKNOWN' }
    const { symbol, name, decimals } = known
    return { address, blockchain, symbol, name, decimals }
  }
  const member = (value: unknown): Members => (isRecord(value) ? withoutNulls(value) : {})
  return {
    ...given,
    from: {
      amount: asked.srcTokenAmount,
      // Not used for calculation: the amount is already in token units.
      decimals: 0,
      ...describe(srcTokenBlockchain, asked.srcTokenAddress),
      ...member(given['from']),
    },
    to: {
      ...decimalsIn(estimate),
      ...describe(dstTokenBlockchain, asked.dstTokenAddress),
      ...member(given['to']),
    },
  }
}

const mostDecimals = 36

/** The decimals with which the two amounts of an estimate agree. */
function decimalsIn(estimate: unknown): { decimals?: number } {
  if (!isRecord(estimate)) return {}
  const units = String(estimate['destinationTokenAmount'])
  const wei = String(estimate['destinationWeiAmount'])
  if (!/^\d{1,40}(\.\d{1,36})?$/.test(units) || !/^0*[1-9]\d{0,77}$/.test(wei)) return {}
  const shortest = units.split('.')[1]?.length ?? 0
  for (let decimals = shortest; decimals <= mostDecimals; decimals += 1) {
    if (parseAmount(units, decimals) === BigInt(wei)) return { decimals }
  }
  return {}
}

/** Minimum and slippage follow from one another; neither is computed without the other. */
function completeEstimate(estimate: unknown): unknown {
  if (!isRecord(estimate)) return estimate
  const { decimals } = decimalsIn(estimate)
  const wei = (name: string): bigint | null =>
    /^\d{1,78}$/.test(String(estimate[name])) ? BigInt(String(estimate[name])) : null
  const [expected, minimum] = [wei('destinationWeiAmount'), wei('destinationWeiMinAmount')]
  const slippage =
    expected === null || minimum === null || expected === 0n || minimum > expected
      ? {}
      : { slippage: Number(((expected - minimum) * 10_000n) / expected) / 10_000 }
  const shown =
    decimals === undefined || minimum === null
      ? {}
      : { destinationTokenMinAmount: formatAmount(minimum, decimals) }
  const computed = Object.entries({ ...slippage, ...shown })
  const missing = computed.filter(([name]) => estimate[name] == null)
  return { ...estimate, ...Object.fromEntries(missing) }
}

/** Without reported fees, gas is unknown and no fee is declared, so that no value may be added. */
function completeFees(
  { findToken }: AnswerReader,
  fees: unknown,
  srcTokenBlockchain: string,
): Members {
  const given = isRecord(fees) ? withoutNulls(fees) : {}
  const inner = isRecord(given['gasTokenFees']) ? withoutNulls(given['gasTokenFees']) : {}
  const { symbol = 'UNKNOWN', decimals = 18 } = findToken(srcTokenBlockchain, zeroAddress) ?? {}
  const nothing = { fixedAmount: '0', fixedWeiAmount: '0', fixedUsdAmount: null }
  const part = (name: string): Members => {
    const value = inner[name]
    return { ...nothing, ...(isRecord(value) ? withoutNulls(value) : {}) }
  }
  const percent = isRecord(given['percentFees']) ? withoutNulls(given['percentFees']) : {}
  return {
    ...given,
    gasTokenFees: {
      nativeToken: { address: zeroAddress, blockchain: srcTokenBlockchain, decimals, symbol },
      gas: null,
      ...inner,
      protocol: part('protocol'),
      provider: part('provider'),
    },
    percentFees: { percent: 0, token: null, ...percent },
  }
}

function withoutNulls(value: Members): Members {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
}
