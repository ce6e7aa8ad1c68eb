import {
  byteLength,
  encodeAddress,
  encodeBool,
  encodeUint,
  wordBytes,
} from '../../chains/evm/hex.ts'
import type { Aggregate3Call } from '../../chains/evm/multicall3.ts'
import type { QuoteRequest } from '../../core/quote.ts'
import { familyOf, type PoolRow } from './families/families.ts'
import {
  directionOf,
  type Hop,
  type KnownPools,
  nothingKnown,
  type Path,
  pathsOf,
  pooledAddress,
} from './paths.ts'
import { encodeQuote, type PoolPath, quoteTarget } from './quoteCalls.ts'
import { type ChainRows, rowKey } from './rows.ts'
import { aggregate3, encodeSentinel, sentinelGas } from './sentinel.ts'

// The reads for one pair on one chain, prepared once: later quotes of the pair only insert their
// amounts into the finished text.
//
// Price impact needs the price before the swap. It is read in the same request by swaps of a tiny
// amount, which pay the fee but do not move the price: for V2 along the whole path, for V3 per hop,
// so that a row with n tiers and c connectors needs n + 2nc of them instead of n + n²c.

/** A path and its calls, as indexes into all calls of the plan. */
export type PlannedPath = Path & {
  call: number
  /** The same path or its first hop, with the tiny amount. */
  tinyCall: number
  /** The second hop with the connector's unit; null where `tinyCall` covers the whole path. */
  unitCall: number | null
  /** The path with twice the amount, if the quote does not return how much of its input was spent. */
  moreCall: number | null
}

export type PlannedCall = {
  target: string
  /** Calldata with placeholders for the amounts. */
  template: string
  gas: number
}

/** Text of one `aggregate3` call, split where the amounts are inserted. */
export type PlannedPiece = { calls: readonly number[]; segments: readonly string[] }

/** A hop, and the call of a small amount through its pool alone. */
export type PlannedHop = {
  row: PoolRow
  from: string
  to: string
  params: readonly number[]
  call: number
}

export type ReadPlan = {
  paths: readonly PlannedPath[]
  calls: readonly PlannedCall[]
  pieces: readonly PlannedPiece[]
  /** Hops whose pools may be missing, of families that ask them one by one. */
  hops: readonly PlannedHop[]
  /** Hops whose pools have to be found before they can be quoted. */
  unknown: readonly Hop[]
  /** Whether its answers say something new of the pools. */
  learns: boolean
}

/** Placeholders for the amounts in templates; no address, fee or offset equals them. */
const amountMark = 'a5c3'.repeat(16)
const tinyMark = '5a3c'.repeat(16)
const moreMark = 'c35a'.repeat(16)
const marks = new RegExp(`(${amountMark}|${tinyMark}|${moreMark})`)

/** A tiny amount is this fraction of the input. */
const tinyPart = 1000n

/** Part of a quote's gas that the same quote of a tiny amount uses at most: it crosses no ticks. */
const tinyGasShare = 9 / 14

export function tinyAmount(amount: bigint): bigint {
  return amount / tinyPart > 0n ? amount / tinyPart : 1n
}

/** How a plan is split into pieces. */
export type Cutting = {
  /** Address of Multicall3 on the chain. */
  multicall: string
  /** Most estimated gas of one piece. */
  pieceGas: number
  /** Gas of calls known to use more than the estimate, by `callKey`. */
  heavier: ReadonlyMap<string, number>
}

/** All calls for the pair through `rows`, in pieces. */
export function preparePlan(
  request: Pick<QuoteRequest, 'srcToken' | 'dstToken'>,
  chain: ChainRows,
  rows: readonly PoolRow[],
  cutting: Cutting,
  known: KnownPools = nothingKnown,
): ReadPlan {
  const calls: PlannedCall[] = []
  const hops: PlannedHop[] = []
  const unknown: Hop[] = []
  const add = (path: PoolPath, amount: string, gas: number): number => {
    const call = { target: quoteTarget(path), template: encodeQuote(path, amount), gas }
    calls.push(call)
    const known = cutting.heavier.size === 0 ? undefined : cutting.heavier.get(callKey(call))
    if (known !== undefined) call.gas = known
    return calls.length - 1
  }
  const paths = rows.flatMap((row) => {
    const tokenIn = pooledAddress(request.srcToken, row)
    const tokenOut = pooledAddress(request.dstToken, row)
    const direction = directionOf(row, request) ?? 'tokens'
    const ways = pathsOf(row, chain, { tokenIn, tokenOut, direction }, known)
    unknown.push(...ways.unknown)
    const asked = ways.paths.map((path) => ({
      ...path,
      call: add(path, amountMark, quoteGas(path)),
    }))
    const addPrice = createPriceCalls(add, hops)
    const asksMore = familyOf(row).asksMore?.(row) === true
    return asked.map((path) => ({
      ...path,
      ...addPrice(path),
      moreCall: asksMore ? add(path, moreMark, quoteGas(path)) : null,
    }))
  })
  const learns =
    unknown.length > 0 || hops.some(({ row, from, to }) => !known.hasAsked(row, from, to))
  return { paths, calls, pieces: cutPieces(calls, cutting), hops, unknown, learns }
}

/** Adds the calls for the price of one row's paths; hops that several paths share are read once. */
function createPriceCalls(
  add: (path: PoolPath, amount: string, gas: number) => number,
  hops: PlannedHop[],
): (path: Path) => Pick<PlannedPath, 'tinyCall' | 'unitCall'> {
  const placeOf = new Map<string, number>()
  const addHop = (path: Path, hop: number, amount: string): number => {
    const tokens = path.tokens.slice(hop, hop + 2)
    const params = path.params.slice(hop, hop + 1)
    const hopPath = { row: path.row, tokens, params }
    const key = `${tokens.join()}:${params.join()}`
    const gas = Math.floor(quoteGas(hopPath) * tinyGasShare)
    const known = placeOf.get(key)
    if (known !== undefined) return known
    const call = add(hopPath, amount, gas)
    placeOf.set(key, call)
    const [from = '', to = ''] = tokens
    hops.push({ row: path.row, from, to, params, call })
    return call
  }
  return (path) => {
    const { row, connector } = path
    if (familyOf(row).price === 'path') {
      return { tinyCall: add(path, tinyMark, quoteGas(path)), unitCall: null }
    }
    const tinyCall = addHop(path, 0, tinyMark)
    const unitCall = connector === null ? null : addHop(path, 1, encodeUint(connector.unit))
    return { tinyCall, unitCall }
  }
}

function quoteGas(path: PoolPath): number {
  return familyOf(path.row).quoteGas(path)
}

/** Pieces of calls in their order, by their estimated gas. */
export function cutPieces(
  calls: readonly PlannedCall[],
  { multicall, pieceGas }: Cutting,
): PlannedPiece[] {
  const groups: number[][] = []
  let group: number[] = []
  let gas = sentinelGas
  for (const [index, call] of calls.entries()) {
    if (group.length > 0 && gas + call.gas > pieceGas) {
      groups.push(group)
      group = []
      gas = sentinelGas
    }
    group.push(index)
    gas += call.gas
  }
  if (group.length > 0) groups.push(group)
  return groups.map((indexes) => ({
    calls: indexes,
    segments: encodePiece(
      indexes.flatMap((index) => {
        const call = calls[index]
        return call === undefined ? [] : [{ target: call.target, callData: call.template }]
      }),
      multicall,
    ).split(marks),
  }))
}

/**
 * One `aggregate3` whose last call is the sentinel; the same text as `encodeAggregate3` (a test
 * compares them), without validating every digit again: a first quote spends most of its time here.
 */
export function encodePiece(
  calls: readonly Omit<Aggregate3Call, 'allowFailure'>[],
  multicall: string,
): string {
  const all = [...calls, { target: multicall, callData: encodeSentinel(multicall) }]
  const mayFail = encodeBool(true) + encodeUint(3 * wordBytes)
  let offsets = ''
  let tuples = ''
  let position = all.length * wordBytes
  for (const { target, callData } of all) {
    const size = byteLength(callData)
    const padding = (wordBytes - (size % wordBytes)) % wordBytes
    offsets += encodeUint(position)
    tuples += encodeAddress(target) + mayFail + encodeUint(size) + callData.slice(2)
    tuples += '00'.repeat(padding)
    position += 4 * wordBytes + size + padding
  }
  return aggregate3 + encodeUint(wordBytes) + encodeUint(all.length) + offsets + tuples
}

/** The text of a piece or of one call's template, with the amounts inserted. */
export function fillAmounts(segments: readonly string[], amount: bigint): string {
  const amountWord = encodeUint(amount)
  const tinyWord = encodeUint(tinyAmount(amount))
  let text = ''
  for (const segment of segments) {
    if (segment === amountMark) text += amountWord
    else if (segment === tinyMark) text += tinyWord
    else if (segment === moreMark) text += encodeUint(amount * 2n)
    else text += segment
  }
  return text
}

export function fillCall(call: PlannedCall, amount: bigint): string {
  return fillAmounts(call.template.split(marks), amount)
}

/** Identifies a call independent of its amount. */
export function callKey({ target, template }: Pick<PlannedCall, 'target' | 'template'>): string {
  return target + template
}

/** The rows of a plan, as part of its cache key. */
export function rowsKey(rows: readonly PoolRow[]): string {
  return rows.map(rowKey).join()
}
