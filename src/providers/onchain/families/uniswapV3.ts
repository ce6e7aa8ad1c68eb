import {
  byteLength,
  encodeAddress,
  encodeCall,
  encodeUint,
  readSize,
  readUint,
  wordBytes,
} from '../../../chains/evm/hex.ts'
import { isSameAddress } from '../../../core/addresses.ts'
import type { Json } from '../../../core/quote.ts'
import { zeroAddress } from '../../../core/token.ts'
import { encodeByteArrays, encodeOffset, encodePath } from '../abi.ts'
import { getters, helpers, v3Quote, v3Swaps, wrappedGetters } from '../selectors.ts'
import {
  factoryReason,
  type Family,
  hasErc20Coin,
  hasWord,
  oneOf,
  type PathAnswer,
  type PoolBase,
  type QuotedPath,
  readNumbers,
  type StateBase,
  type SwapTerms,
  type V3RouterKind,
  v3RouterKinds,
  wrapReason,
} from './family.ts'
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

export type V3State = StateBase<V3Row> & {
  family: 'uniswap-v3'
  routerKind: Exclude<V3RouterKind, 'unconfirmed'>
  tiers: readonly number[]
}

const uniswapTiers = [100, 500, 3000, 10_000] as const

/** Upper estimate of a cold quote, measured on the real contracts of a local chain. */
const quoteHopGas = 140_000
const swapBaseGas = 85_000n
// The model of Uniswap's own router (https://github.com/Uniswap/smart-order-router, gas models for
// V3, read 2026-11): gas per hop, and per initialized tick that is crossed.
const swapHopGas = 80_000n
const swapTickGas = 31_000n

// Prices at the ends of the tick range: a swap that stops there has run out of liquidity and spends
// only part of its input, which no quoter reports. TickMath of Uniswap V3 core.
const maxHops = 2
const lowestPrice = 4_295_128_739n
const highestPrice = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n

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
    const [factory, wrapped, quoterFactory] = addresses
    const wrong = factoryReason(row, factory)
    if (wrong !== null) return wrong
    if (!hasErc20Coin(row)) {
      const reason = wrapReason(row, wrapped)
      if (reason !== null) return reason
    }
    if (quoterFactory == null || !isSameAddress(quoterFactory, factory ?? '')) {
      return `its quoter ${row.quoter} does not belong to its router's factory`
    }
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
  const word = (index: number): bigint => readUint(data, index * wordBytes)
  const answer = { amountOut: word(0), amountMiddle: null }
  if (byteLength(data) === wordBytes) return { ...answer, ticksCrossed: null } // the first Quoter
  if (tokenCount === 2 && row.quoterKind === 'kyber') {
    if (word(0) !== amountIn) return null
    return { ...answer, amountOut: word(1), ticksCrossed: Number(word(3)) }
  }
  const isSingle = tokenCount === 2 && row.quoterKind !== 'path'
  const prices = isSingle ? [word(1)] : readList(data, 1)
  const ticks = isSingle ? [word(2)] : readList(data, 2)
  if (prices.some(isAtTheEnd)) return null
  return { ...answer, ticksCrossed: Number(ticks.reduce((sum, count) => sum + count, 0n)) }
}

/**
 * One of the lists in the answer of `quoteExactInput`, one item per hop, by the index of its offset
 * word.
 */
function readList(data: string, index: number): bigint[] {
  const array = readSize(data, index * wordBytes)
  const count = Math.min(readSize(data, array), maxHops)
  return Array.from({ length: count }, (_, item) => readUint(data, array + (1 + item) * wordBytes))
}

function isAtTheEnd(price: bigint): boolean {
  return price <= lowestPrice + 1n || price >= highestPrice - 1n
}

/** Special recipients by which a router keeps the output for the unwrapping that follows. */
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
  const unwrap = encodeCall(
    routerKind === 'kyber' ? helpers.unwrapWeth : helpers.unwrapWeth9,
    encodeUint(terms.amountOutMin),
    encodeAddress(terms.recipient),
  )
  const calls = unwraps ? [swap, unwrap] : [swap]
  if (routerKind === 'router02') {
    return encodeCall(
      helpers.multicallWithDeadline,
      encodeUint(terms.deadline),
      encodeOffset(2),
      encodeByteArrays(calls),
    )
  }
  if (!unwraps) return swap
  return encodeCall(helpers.multicall, encodeOffset(1), encodeByteArrays(calls))
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
