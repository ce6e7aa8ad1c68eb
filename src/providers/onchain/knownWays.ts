import type { Json } from '../../core/quote.ts'
import { isSameAddress } from '../../core/token.ts'
import { type Connector, connectorsOf } from './connectors.ts'
import { type CrossWay, toCrossWay } from './cross.ts'
import type { Curve } from './curves.ts'
import type { PoolRow } from './families/families.ts'
import type { Direction, FoundPool } from './families/family.ts'
import { readParts, writeParts } from './families/routerPlan.ts'
import { readUnoswap, writeUnoswap } from './families/unoswapPlan.ts'
import type { OfferedWay, Proposed } from './question.ts'
import type { PoolPath } from './quoteCalls.ts'
import { type ChainRows, type DeploymentRow, rowKey } from './rows.ts'
import { joins } from './search.ts'
import type { Amounts } from './sizes.ts'
import type { Plan } from './venue.ts'

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
  ways: readonly StoredWay[]
  /** What routers run that join the pools of two rows, or divide the trade. */
  plans: readonly StoredPlan[]
}

export type StoredWay = {
  row: string
  tokens: readonly string[]
  params: readonly number[]
  /** The pool of each hop, where the chain had to be asked for it. */
  pools?: readonly FoundPool[]
}
/**
 * `parts` as `writeParts` has them, or `hops` between the tokens of `path` as `writeUnoswap` has them.
 * `reached`: of the source's amount, in parts of 10^36, what reaches their pools after the first ones.
 */
export type StoredPlan = { row: string; reached?: readonly string[] } & (
  | { parts: Json }
  | { path: readonly string[]; hops: Json }
)

const unitShare = 10n ** 36n
/** Digits of a share: more of them would be new with every block. */
const shareDigits = 3

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
const alike = { ways: [4n, 1n], splits: [4n, 3n] } as const
/** Entries cached per chain; the oldest ones are dropped. */
const mostEntries = 200
/** Of a source without a known rate, so many units of each connector: about a thousand dollars. */
const usualUnits = 1_000n

export type RecalledWays = {
  ways: PoolPath[]
  proposed: Proposed
  /** Whether longer ways were looked for a short time ago. */
  isSearched: boolean
}

export function recallWays(
  known: KnownWays | undefined,
  tokens: PairTokens & { direction: Direction },
  rows: readonly PoolRow[],
  amountIn: bigint,
  now: number,
): RecalledWays {
  const entry = known?.[pairKey(tokens)]
  const plans = new Map<PoolRow, readonly Plan[]>()
  const cross: CrossWay[] = []
  const reached = new Map<Plan | CrossWay, readonly bigint[]>()
  const recalled: RecalledWays = {
    ways: [],
    proposed: { plans, cross, reached },
    isSearched: false,
  }
  if (entry === undefined || entry.atMs > now || now - entry.atMs > waysTtlMs) return recalled
  const rowOf = (key: string): PoolRow | undefined => rows.find((each) => rowKey(each) === key)
  for (const { row: key, ...way } of entry.ways.slice(0, mostWays)) {
    const row = rowOf(key)
    if (row !== undefined) recalled.ways.push({ row, ...way })
  }
  for (const stored of entry.plans) {
    const row = rowOf(stored.row)
    if (row === undefined) continue
    const amounts = (stored.reached ?? []).map((share) => (BigInt(share) * amountIn) / unitShare)
    if ('parts' in stored) {
      const plan = readParts(stored.parts, [tokens.tokenIn, tokens.tokenOut])
      if (plan === null) continue
      plans.set(row, [plan])
      reached.set(plan, amounts)
    } else {
      const way = recallCross(stored, row, tokens, rows)
      if (way === null) continue
      cross.push(way)
      reached.set(way, amounts)
    }
  }
  const isKnown = ({ id }: PoolRow): boolean => entry.searched.includes(id)
  recalled.isSearched = isValid(entry, amountIn, now) && rows.every(isKnown)
  return recalled
}

function recallCross(
  { path, hops }: { path: readonly string[]; hops: Json },
  row: PoolRow,
  { direction }: { direction: Direction },
  rows: readonly PoolRow[],
): CrossWay | null {
  const state = readUnoswap(row.id, { direction, tokens: path }, hops, rows)
  return state === null ? null : toCrossWay(state)
}

/** The best ways of several hops or parts; pools are asked in any case. */
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
  const isOthers = ({ row }: { row: string }): boolean => isOther(row.split(':')[0])
  const ways = offered
    .filter(({ parts, unoswap }) => parts === undefined && unoswap === undefined)
    .filter(({ path }) => path.tokens.length > 2)
    .map(({ path: { row, tokens, params, pools } }) => ({
      row: rowKey(row),
      tokens,
      params,
      ...(pools === undefined ? {} : { pools }),
    }))
  const plans = offered.flatMap(({ path, parts, unoswap, reached = [] }): StoredPlan[] => {
    const shares = reached.map((amount) => shareOf(amount, amountIn))
    const plan = { row: rowKey(path.row), ...(shares.length === 0 ? {} : { reached: shares }) }
    if (unoswap !== undefined)
      return [{ ...plan, path: path.tokens, ...writeUnoswap({ hops: unoswap }) }]
    return parts === undefined ? [] : [{ ...plan, parts: writeParts(parts) }]
  })
  const entry = {
    searched: [...asked, ...(others?.searched ?? []).filter(isOther)].toSorted(),
    ways: [...ways, ...(others?.ways ?? []).filter(isOthers)].slice(0, mostWays),
    plans: [...plans, ...(others?.plans ?? []).filter(isOthers)].slice(0, mostWays),
  }
  if (others !== undefined) {
    const { searched, ways, plans } = others
    if (JSON.stringify({ searched, ways, plans }) === JSON.stringify(entry)) return known
  }
  return newest({ ...known, [key]: { atMs: now, amount: String(amountIn), ...entry } })
}

function shareOf(amount: bigint, amountIn: bigint): string {
  const text = String((amount * unitShare) / amountIn)
  return text.slice(0, shareDigits).padEnd(text.length, '0')
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
  const isSplit = entry.plans.some(
    (plan) => 'parts' in plan && Array.isArray(plan.parts) && plan.parts.length > 1,
  )
  const [more, of] = isSplit ? alike.splits : alike.ways
  return amountIn * of <= amount * more && amount * of <= amountIn * more
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
