import { isSameAddress } from '../../core/token.ts'
import { type Connector, connectorsOf } from './connectors.ts'
import type { Curve } from './curves.ts'
import type { PoolRow } from './families/families.ts'
import type { FoundPool } from './families/family.ts'
import type { PoolPath } from './quoteCalls.ts'
import { type ChainRows, type DeploymentRow, rowKey } from './rows.ts'
import { joins } from './search.ts'
import type { Amounts } from './sizes.ts'

// What earlier quotes found out about a pair, so that the next one asks the right things at once: the
// ways that were best, and about how much of each connector the source brings. Neither decides
// anything: a way is quoted again before it is offered.

/** By the two tokens. */
export type KnownWays = Readonly<Record<string, KnownEntry>>
export type KnownEntry = {
  atMs: number
  /** Base units of the source. */
  amount: string
  /** Exchanges whose ways were looked for. */
  searched: readonly string[]
  /** Those that joined pools of two rows: such ways are looked for again with every quote. */
  mixed: readonly string[]
  ways: readonly StoredWay[]
}

/** A way that was offered. */
export type OfferedWay = { path: PoolPath; isMixed: boolean }
export type StoredWay = {
  row: string
  tokens: readonly string[]
  params: readonly number[]
  /** The pool of each hop, where the chain had to be asked for it. */
  pools?: readonly FoundPool[]
}

/** By the source: what an amount of it brought of each connector, decimal strings of base units. */
export type KnownRates = Readonly<Record<string, KnownRate>>
export type KnownRate = {
  atMs: number
  amount: string
  brings: Readonly<Record<string, string>>
}

const waysTtlMs = 24 * 60 * 60 * 1000
/** What is younger is not written again. */
const rewriteMs = 60 * 60 * 1000
/** Ways asked as a whole beside the pools, at most. */
const mostWays = 12
/** Ways for one amount are good for another that is at most so many times as large or small. */
const alike = 4n
/** Entries cached per chain; the oldest ones are dropped. */
const mostEntries = 200
/** Of a source without a known rate, so many units of each connector: about a thousand dollars. */
const usualUnits = 1_000n

/** `isSearched`: longer ways were looked for a short time ago. */
export function recallWays(
  known: KnownWays | undefined,
  tokens: PairTokens,
  rows: readonly PoolRow[],
  amountIn: bigint,
  now: number,
): { ways: PoolPath[]; isSearched: boolean } {
  const entry = known?.[pairKey(tokens)]
  if (entry === undefined || entry.atMs > now || now - entry.atMs > waysTtlMs)
    return { ways: [], isSearched: false }
  const ways = entry.ways.slice(0, mostWays).flatMap(({ row: key, ...way }) => {
    const row = rows.find((each) => rowKey(each) === key)
    return row === undefined ? [] : [{ row, ...way }]
  })
  const isKnown = ({ id }: PoolRow): boolean =>
    entry.searched.includes(id) && !entry.mixed.includes(id)
  return { ways, isSearched: isValid(entry, amountIn, now) && rows.every(isKnown) }
}

/** The best ways of several hops; pools are asked in any case. */
export function learnWays(
  known: KnownWays | undefined,
  tokens: PairTokens,
  rows: readonly DeploymentRow[],
  offered: readonly OfferedWay[],
  amountIn: bigint,
  now: number,
): KnownWays | undefined {
  if (offered.length === 0) return known
  const key = pairKey(tokens)
  const before = known?.[key]
  const others = isValid(before, amountIn, now) ? before : undefined
  const asked = new Set<string>(rows.map(({ id }) => id))
  const isOther = (id: string | undefined): boolean => id !== undefined && !asked.has(id)
  const own = offered
    .filter((way) => !way.isMixed && way.path.tokens.length > 2)
    .map(({ path: { row, ...way } }) => ({ ...way, row: rowKey(row) }))
  const rest = (others?.ways ?? []).filter(({ row }) => isOther(row.split(':')[0]))
  const entry = {
    searched: [...asked, ...(others?.searched ?? []).filter(isOther)].toSorted(),
    mixed: [
      ...offered.flatMap(({ path, isMixed }) => (isMixed ? [path.row.id] : [])),
      ...(others?.mixed ?? []).filter(isOther),
    ].toSorted(),
    ways: [...own, ...rest].slice(0, mostWays),
  }
  const { searched, mixed, ways } = others ?? {}
  if (JSON.stringify({ searched, mixed, ways }) === JSON.stringify(entry)) return known
  return newest({ ...known, [key]: { atMs: now, amount: String(amountIn), ...entry } })
}

/** The amount of the request, then about as much of each connector. */
export function amountsFor(
  chain: ChainRows,
  { tokenIn }: PairTokens,
  amountIn: bigint,
  known: KnownRates | undefined,
): Amounts {
  const connectors = connectorsOf(chain)
  const source = connectors.find(({ token }) => isSameAddress(token.address, tokenIn))
  const rate = known?.[tokenIn.toLowerCase()]
  return [
    amountIn,
    ...connectors.map((connector) => {
      const worth = worthIn(connector, amountIn, rate, source)
      return worth > connector.unit ? worth : connector.unit
    }),
  ]
}

function worthIn(
  { token, unit }: Connector,
  amountIn: bigint,
  rate: KnownRate | undefined,
  source: Connector | undefined,
): bigint {
  const brings = rate?.brings[token.address.toLowerCase()]
  if (rate !== undefined && brings !== undefined)
    return (amountIn * BigInt(brings)) / BigInt(rate.amount)
  return source === undefined ? unit * usualUnits : (amountIn * unit) / source.unit
}

/** What the pools say that the source brings of each connector. */
export function learnRates(
  known: KnownRates | undefined,
  chain: ChainRows,
  { tokenIn }: PairTokens,
  curves: readonly Curve[],
  amountIn: bigint,
  now: number,
): KnownRates | undefined {
  if (isRecent(known?.[tokenIn.toLowerCase()], now)) return known
  const brings: Record<string, string> = {}
  for (const { token } of connectorsOf(chain)) {
    const outputs = curves
      .filter(({ path }) => joins(path, tokenIn, token.address))
      .map((curve) => curve.outputAt(amountIn))
    const most = outputs.reduce((best, each) => (each > best ? each : best), 0n)
    if (most > 0n) brings[token.address.toLowerCase()] = String(most)
  }
  if (Object.keys(brings).length === 0) return known
  return newest({
    ...known,
    [tokenIn.toLowerCase()]: { atMs: now, amount: String(amountIn), brings },
  })
}

export type PairTokens = { tokenIn: string; tokenOut: string }

function pairKey({ tokenIn, tokenOut }: PairTokens): string {
  return `${tokenIn}>${tokenOut}`.toLowerCase()
}

/** Whether an entry is young, and of about the same amount. */
function isValid(
  entry: KnownEntry | undefined,
  amountIn: bigint,
  now: number,
): entry is KnownEntry {
  if (entry === undefined || !isRecent(entry, now)) return false
  const amount = BigInt(entry.amount)
  return amountIn <= amount * alike && amount <= amountIn * alike
}

function isRecent(entry: { atMs: number } | undefined, now: number): boolean {
  return entry !== undefined && entry.atMs <= now && now - entry.atMs < rewriteMs
}

function newest<Entry extends { atMs: number }>(
  entries: Readonly<Record<string, Entry>>,
): Record<string, Entry> {
  const all = Object.entries(entries)
  if (all.length <= mostEntries) return entries
  return Object.fromEntries(all.toSorted(([, a], [, b]) => b.atMs - a.atMs).slice(0, mostEntries))
}
