import {
  byteLength,
  encodeAddress,
  encodeBool,
  encodeUint,
  wordBytes,
} from '../../chains/evm/hex.ts'
import type { Aggregate3Call } from '../../chains/evm/multicall3.ts'
import type { QuoteRequest } from '../../core/quote.ts'
import { edgesOf, type Edge, sizesOf, startParts } from './edges.ts'
import { familyOf, type PoolRow } from './families/families.ts'
import { type Hop, type KnownPools, nothingKnown } from './paths.ts'
import { encodeQuote, pathKey, type PoolPath, quoteTarget } from './quoteCalls.ts'
import { type ChainRows, rowKey } from './rows.ts'
import { aggregate3, encodeSentinel, sentinelGas } from './sentinel.ts'
import { amountOf, type Amounts, wordOf, marks, readMark, type Size, whole } from './sizes.ts'

// The reads for one pair on one chain, prepared once: later quotes of the pair only insert their
// amounts into the finished text. Each pool is read once, at a few amounts; what a way through
// several of them brings is computed from that (search.ts).

/** What one pool gives for an amount. */
export type PlannedRead = { size: Size; call: number }

/** A pool in one direction, or a whole way, and its reads from the smallest amount to the largest. */
export type PlannedPath = PoolPath & { reads: readonly PlannedRead[] }

/**
 * A way to be asked as a whole: for the amount of the request, for the one it names, or on both sides of
 * one that is known only roughly.
 */
export type AskedWay = PoolPath & { at?: Size; about?: bigint }

export type PlannedCall = {
  target: string
  /** Calldata with placeholders for the amounts. */
  template: string
  gas: number
}

/** Text of one `aggregate3` call, split where the amounts are inserted. */
export type PlannedPiece = { calls: readonly number[]; segments: readonly string[] }

export type ReadPlan = {
  edges: readonly PlannedPath[]
  /** Ways of several hops, asked as a whole for the amount of the request. */
  ways: readonly PlannedPath[]
  calls: readonly PlannedCall[]
  pieces: readonly PlannedPiece[]
  /** Hops whose pools have to be found before they can be quoted. */
  unknown: readonly Hop[]
  /** Whether its answers say something new of the pools. */
  learns: boolean
}

/** Part of a quote's gas that the same quote of a small amount uses at most: it crosses no ticks. */
const smallGasShare = 9 / 14

/** How a plan is split into pieces. */
export type Cutting = {
  /** Address of Multicall3 on the chain. */
  multicall: string
  /** Most estimated gas of one piece. */
  pieceGas: number
  /** Gas of calls known to use more than the estimate, by `callKey`. */
  heavier: ReadonlyMap<string, number>
}

/**
 * All calls for the pair through `rows`, in pieces.
 * @param ways asked as a whole besides
 */
export function preparePlan(
  request: Pick<QuoteRequest, 'srcToken' | 'dstToken'>,
  chain: ChainRows,
  rows: readonly PoolRow[],
  cutting: Cutting,
  known: KnownPools = nothingKnown,
  ways: readonly AskedWay[] = [],
): ReadPlan {
  const calls: PlannedCall[] = []
  const add = (path: PoolPath, size: Size): number => {
    const isSmall = typeof size !== 'bigint' && size.parts < whole / 2
    const share = isSmall && familyOf(path.row).price === 'hops' ? smallGasShare : 1
    const gas = Math.floor(familyOf(path.row).quoteGas(path) * share)
    const call = { target: quoteTarget(path), template: encodeQuote(path, wordOf(size)), gas }
    call.gas = cutting.heavier.size === 0 ? gas : (cutting.heavier.get(callKey(call)) ?? gas)
    calls.push(call)
    return calls.length - 1
  }
  const planned = ({ sizes, ...path }: Edge): PlannedPath => ({
    ...path,
    reads: sizes.map((size) => ({ size, call: add(path, size) })),
  })
  const unknown: Hop[] = []
  const edges = rows.flatMap((row) => {
    const found = edgesOf(row, chain, request, known)
    unknown.push(...found.unknown)
    return found.edges.map(planned)
  })
  const wholes = ways.map(({ at, about, ...path }) =>
    planned({ ...path, sizes: sizesAsked(path.row, at, about) }),
  )
  const learns =
    unknown.length > 0 ||
    edges.some(
      ({ row, tokens: [from = '', to = ''], pools }) =>
        pools === undefined && !known.hasAsked(row, from, to),
    )
  return { edges, ways: wholes, calls, pieces: cutPieces(calls, cutting), unknown, learns }
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

/** The text of a piece or of one call's template, with the amounts of the request inserted. */
export function fillAmounts(segments: readonly string[], amounts: Amounts): string {
  return segments
    .map((segment, at) =>
      at % 2 === 0 ? segment : encodeUint(amountOf(readMark(segment), amounts)),
    )
    .join('')
}

export function fillCall(call: PlannedCall, amounts: Amounts): string {
  return fillAmounts(call.template.split(marks), amounts)
}

/** Identifies a call, whatever its amount. */
export function callKey({ target, template }: Pick<PlannedCall, 'target' | 'template'>): string {
  return (
    target +
    template
      .split(marks)
      .filter((_, at) => at % 2 === 0)
      .join('')
  )
}

/** A size, and the small part of it that shows the price before a swap. */
function upTo(size: Size): Size[] {
  const [start] = startParts
  if (typeof size === 'bigint') {
    const small = (size * BigInt(start)) / BigInt(whole)
    return small > 0n ? [small, size] : [size]
  }
  return [{ ...size, parts: Math.ceil((size.parts * start) / whole) }, size]
}

/** Percent of an amount that is known only roughly: what reaches a pool an hour later lies in between. */
const sides = [98n, 102n]

function bothSides(amount: bigint): Size[] {
  const [start] = startParts
  const small = (amount * BigInt(start)) / BigInt(whole)
  return [small, ...sides.map((percent) => (amount * percent) / 100n)].filter((size) => size > 0n)
}

function sizesAsked(row: PoolRow, at?: Size, about?: bigint): Size[] {
  if (about !== undefined) return bothSides(about)
  return at === undefined ? sizesOf(row, 0, startParts) : upTo(at)
}

/** Identifies a way and the amount it is asked for. */
export function askedKey({ at, about, ...path }: AskedWay): string {
  if (about !== undefined) return `${pathKey(path)}~${about}`
  return at === undefined ? pathKey(path) : `${pathKey(path)}@${wordOf(at)}`
}

/** The rows of a plan, as part of its cache key. */
export function rowsKey(rows: readonly PoolRow[]): string {
  return rows.map(rowKey).join()
}
