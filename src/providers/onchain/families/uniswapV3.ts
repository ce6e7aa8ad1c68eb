import { byteLength, encodeAddress, encodeUint, wordBytes } from '../../../chains/evm/hex.ts'
import type { Json } from '../../../core/quote.ts'
import { encodeOffset, encodePath } from '../abi.ts'
import { getters, v3Quote, wrappedGetters } from './selectors.ts'
import {
  type Direction,
  type Family,
  type Findings,
  oneOf,
  type PathAnswer,
  type PoolBase,
  type QuotedPath,
  type StateBase,
  type V3RouterKind,
  v3RouterKinds,
} from './family.ts'
import { hasWord, quoterReason } from './checks.ts'
import { isLastPrice, outputOnly, readList, wordAt } from './answers.ts'
import { readNumbers } from './states.ts'
import {
  encodePlan,
  isPlan,
  readParts,
  type RouterPart,
  singleV3Path,
  writeParts,
} from './routerPlan.ts'
import { encodeV3Swap, type V3Path } from './uniswapV3Swap.ts'
import { uniswapV3Calls } from './uniswapV3Calls.ts'

// Uniswap V3 and its forks: https://docs.uniswap.org/contracts/v3/reference/periphery/lens/QuoterV2
// (read 2026-11).

/**
 * - `single`: QuoterV2 with its tuple for one hop.
 * - `path`: the first Quoter, or one of unknown generation; only `quoteExactInput` is used, whose
 *   arguments and first answer word are the same in both.
 */
const v3QuoterKinds = ['single', 'path', 'slipstream', 'kyber'] as const
type V3QuoterKind = (typeof v3QuoterKinds)[number]

export type V3Row = PoolBase & {
  family: 'uniswap-v3'
  quoter: string
  routerKind: V3RouterKind
  quoterKind: V3QuoterKind
  /** Fees in 1e-6 (kyber: 1e-5), or tick spacings. */
  tiers: readonly number[]
  /** Those of paths of two hops, where all of them would be too many; absent: the same. */
  hopTiers?: readonly number[]
}

/** One path through V3 pools. */
export type V3State = StateBase<V3Row> & V3Path & { family: 'uniswap-v3' }

/** A mixed path, or several paths; `tokens` are the two that all parts begin and end with. */
export type RouterState = StateBase<V3Row> & {
  family: 'uniswap-v3'
  routerKind: 'router02'
  parts: readonly RouterPart[]
}

const uniswapTiers = [100, 500, 3000, 10_000] as const

/** Upper estimate of a cold quote, measured on the real contracts of a local chain. */
const quoteHopGas = 140_000
const swapBaseGas = 85_000n
// The model of Uniswap's own router (https://github.com/Uniswap/smart-order-router, gas models for
// V3, read 2026-11): gas per hop, and per initialized tick that is crossed.
const swapHopGas = 80_000n
const swapTickGas = 31_000n

const maxHops = 3

export const uniswapV3: Family<V3Row, V3State | RouterState> = {
  toRow: (base, raw) => {
    if (raw.quoter === undefined) throw new Error(`deployments.json: ${raw.id} without quoter`)
    return {
      ...base,
      family: 'uniswap-v3',
      quoter: raw.quoter,
      routerKind: oneOf(raw.routerKind ?? '', v3RouterKinds),
      quoterKind: oneOf(raw.quoterKind ?? 'single', v3QuoterKinds),
      tiers: raw.tiers ?? uniswapTiers,
      ...(raw.hopTiers === undefined ? {} : { hopTiers: raw.hopTiers }),
    }
  },
  contracts: ({ quoter }) => [quoter],
  probe: ({ router, quoter, routerKind }) => [
    { target: router, callData: getters.factory },
    {
      target: router,
      callData: routerKind === 'kyber' ? wrappedGetters.ETH : getters.weth9,
    },
    { target: quoter, callData: getters.factory },
    { target: router, callData: getters.factoryV2 },
  ],
  judge: (row, { addresses, results }) => {
    const wrong = quoterReason(row, addresses)
    if (wrong !== null) return wrong
    const isNewer = results.slice(3).every(hasWord)
    const found = isNewer ? 'router02' : 'router01'
    const routerKind = row.routerKind === 'unconfirmed' ? found : row.routerKind
    const v2Factory = routerKind === 'router02' ? (addresses[3] ?? null) : null
    return { nativeWord: null, routerKind, v2Factory }
  },
  servesCoins: () => true,
  paysCaller: false,
  maxHops,
  hopParams: ({ tiers, hopTiers = tiers }, _from, _to, hops) =>
    (hops === 1 ? tiers : hopTiers).map((tier) => [tier]),
  quoteTarget: ({ row }) => row.quoter,
  encodeQuote,
  outputWord: ({ row, tokens }) => (row.quoterKind === 'kyber' && tokens.length === 2 ? 1 : 0),
  decodeQuote,
  quoteGas: ({ tokens }) => (tokens.length - 1) * quoteHopGas,
  price: 'hops',
  swapGas: ({ tokens }, ticksCrossed) => {
    const hops = BigInt(tokens.length - 1)
    const ticks = ticksCrossed === null ? hops : BigInt(ticksCrossed)
    return swapBaseGas + hops * swapHopGas + ticks * swapTickGas
  },
  toState: ({ row, tokens, params }, direction, findings) => {
    const routerKind = confirmedKind(row, findings)
    if (routerKind === null) return null
    return { family: row.family, row, direction, routerKind, tokens, tiers: params }
  },
  writeState: (state) =>
    'parts' in state
      ? { routerKind: state.routerKind, parts: writeParts(state.parts) }
      : { routerKind: state.routerKind, fees: [...state.tiers] },
  readState: (base, json) => {
    const { family } = base.row
    const routerKind = readRouterKind(base.row, json['routerKind'])
    if (json['parts'] !== undefined) {
      const parts = readParts(json['parts'], base.tokens)
      if (parts === null || routerKind !== 'router02' || singleV3Path(parts) !== null) return null
      return { ...base, family, routerKind, parts }
    }
    const tiers = readNumbers(json['fees'])
    if (tiers?.length !== base.tokens.length - 1 || routerKind === null) return null
    return { ...base, family, routerKind, tiers }
  },
  encodeSwap: (state, terms) =>
    'parts' in state ? encodePlan(state, terms) : encodeV3Swap(state, terms),
  calls: uniswapV3Calls,
}

/**
 * The state of a plan; null where the router does not run it: it is of another generation, or has no
 * V2 factory for its pairs. A plan of one V3 path is the state of that path.
 */
export function toRouterState(
  row: V3Row,
  direction: Direction,
  findings: Findings,
  parts: readonly RouterPart[],
): V3State | RouterState | null {
  const [part] = parts
  const [first, ...rest] = part?.tokens ?? []
  const last = rest.at(-1)
  if (first === undefined || last === undefined || !isPlan(parts)) return null
  const usesPairs = parts.some(({ hops }) => hops.some(({ kind }) => kind === 'v2'))
  if (confirmedKind(row, findings) !== 'router02') return null
  if (usesPairs && findings.v2Factory === null) return null
  const base = { family: row.family, row, direction, routerKind: 'router02' } as const
  const tiers = singleV3Path(parts)
  if (tiers !== null) return { ...base, tokens: [first, ...rest], tiers }
  return { ...base, tokens: [first, last], parts }
}

/** The generation of a row's router; null where its contracts have not said so. */
export function confirmedKind(row: V3Row, findings: Findings): V3Path['routerKind'] | null {
  const { routerKind } = row.routerKind === 'unconfirmed' ? findings : row
  return routerKind === 'unconfirmed' ? null : routerKind
}

function readRouterKind(row: V3Row, kind: Json | undefined): V3Path['routerKind'] | null {
  if (row.routerKind !== 'unconfirmed') return row.routerKind === kind ? row.routerKind : null
  return kind === 'router01' || kind === 'router02' ? kind : null
}

function encodeQuote({ row, tokens, params: tiers }: QuotedPath<V3Row>, amount: string): string {
  const [tokenIn, tokenOut] = tokens
  const [tier] = tiers
  const isSingle = tokens.length === 2 && row.quoterKind !== 'path'
  if (!isSingle || tokenIn === undefined || tokenOut === undefined || tier === undefined) {
    return v3Quote.path + encodeOffset(2) + amount + encodePath(tokens, tiers)
  }
  return (
    (row.quoterKind === 'slipstream' ? v3Quote.slipstreamSingle : v3Quote.single) +
    encodeAddress(tokenIn) +
    encodeAddress(tokenOut) +
    amount +
    encodeUint(tier) +
    encodeUint(0)
  )
}

function decodeQuote(
  { row, tokens }: QuotedPath<V3Row>,
  data: string,
  amountIn: bigint,
): PathAnswer | null {
  const tokenCount = tokens.length
  const word = (index: number): bigint => wordAt(data, index)
  const answer = outputOnly(word(0))
  if (byteLength(data) === wordBytes) return answer // the first Quoter
  if (tokenCount === 2 && row.quoterKind === 'kyber') {
    if (word(0) !== amountIn) return null
    return { ...answer, amountOut: word(1), ticksCrossed: Number(word(3)) }
  }
  const isSingle = tokenCount === 2 && row.quoterKind !== 'path'
  const prices = isSingle ? [word(1)] : readList(data, 1, maxHops)
  const ticks = isSingle ? [word(2)] : readList(data, 2, maxHops)
  if (prices.some(isLastPrice)) return null
  return { ...answer, ticksCrossed: Number(ticks.reduce((sum, count) => sum + count, 0n)) }
}
