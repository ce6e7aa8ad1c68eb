import {
  byteLength,
  encodeAddress,
  encodeCall,
  encodeUint,
  wordBytes,
} from '../../../chains/evm/hex.ts'
import type { Json } from '../../../core/quote.ts'
import { zeroAddress } from '../../../core/token.ts'
import { encodeByteArrays, encodeOffset, encodePath } from '../abi.ts'
import { getters, helpers, v3Quote, v3Swaps, wrappedGetters } from './selectors.ts'
import {
  type Family,
  oneOf,
  type PathAnswer,
  type PoolBase,
  type QuotedPath,
  type StateBase,
  type SwapTerms,
  type V3RouterKind,
  v3RouterKinds,
} from './family.ts'
import { hasWord, quoterReason } from './checks.ts'
import { isLastPrice, outputOnly, readList, wordAt } from './answers.ts'
import { readNumbers } from './states.ts'
import { unwrapCall, withUnwrap } from './unwrap.ts'
import type { RouterPart } from './routerPlan.ts'
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
export type V3State = StateBase<V3Row> & {
  family: 'uniswap-v3'
  routerKind: Exclude<V3RouterKind, 'unconfirmed'>
  tiers: readonly number[]
}

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

const maxHops = 2

export const uniswapV3: Family<V3Row, V3State> = {
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
    if (row.routerKind !== 'unconfirmed') return { nativeWord: null, routerKind: row.routerKind }
    const isNewer = results.slice(3).every(hasWord)
    return { nativeWord: null, routerKind: isNewer ? 'router02' : 'router01' }
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
    const routerKind = row.routerKind === 'unconfirmed' ? findings.routerKind : row.routerKind
    if (routerKind === null || routerKind === 'unconfirmed') return null
    return { family: row.family, row, direction, routerKind, tokens, tiers: params }
  },
  writeState: ({ routerKind, tiers }) => ({ routerKind, fees: [...tiers] }),
  readState: (base, json) => {
    const tiers = readNumbers(json['fees'])
    const routerKind = readRouterKind(base.row, json['routerKind'])
    if (tiers?.length !== base.tokens.length - 1 || routerKind === null) return null
    return { ...base, family: base.row.family, routerKind, tiers }
  },
  encodeSwap,
  calls: uniswapV3Calls,
}

function readRouterKind(
  row: V3Row,
  kind: Json | undefined,
): Exclude<V3RouterKind, 'unconfirmed'> | null {
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

/** Special recipients by which a router retains the output for the unwrapping that follows. */
const selfRecipient = {
  router01: zeroAddress,
  router02: '0x0000000000000000000000000000000000000002',
  slipstream: zeroAddress,
  kyber: zeroAddress,
} as const

function encodeSwap(state: V3State, terms: SwapTerms): string {
  const { routerKind, direction } = state
  const unwraps = direction === 'nativeOut'
  const swap = encodeExactInput(state, {
    ...terms,
    recipient: unwraps ? selfRecipient[routerKind] : terms.recipient,
  })
  if (routerKind === 'router02') {
    return encodeCall(
      helpers.multicallWithDeadline,
      encodeUint(terms.deadline),
      encodeOffset(2),
      encodeByteArrays(unwraps ? [swap, unwrapCall(helpers.unwrapWeth9, terms)] : [swap]),
    )
  }
  const selector = routerKind === 'kyber' ? helpers.unwrapWeth : helpers.unwrapWeth9
  return unwraps ? withUnwrap(swap, selector, terms) : swap
}

function encodeExactInput({ routerKind, tokens, tiers }: V3State, terms: SwapTerms): string {
  const selectors = v3Swaps[routerKind]
  const recipient = encodeAddress(terms.recipient)
  const deadline = routerKind === 'router02' ? [] : [encodeUint(terms.deadline)]
  const amounts = [encodeUint(terms.amountIn), encodeUint(terms.amountOutMin)]
  const [tokenIn, tokenOut] = tokens
  const [tier] = tiers
  if (
    tokens.length === 2 &&
    tokenIn !== undefined &&
    tokenOut !== undefined &&
    tier !== undefined
  ) {
    return encodeCall(
      selectors.single,
      encodeAddress(tokenIn),
      encodeAddress(tokenOut),
      encodeUint(tier),
      recipient,
      ...deadline,
      ...amounts,
      encodeUint(0),
    )
  }
  return encodeCall(
    selectors.path,
    encodeOffset(1),
    encodeOffset(2 + deadline.length + amounts.length),
    recipient,
    ...deadline,
    ...amounts,
    encodePath(tokens, tiers),
  )
}
