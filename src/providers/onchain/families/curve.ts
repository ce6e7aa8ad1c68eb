import { type Call, call } from '../../../chains/evm/calls.ts'
import {
  encodeAddress,
  encodeCall,
  encodeUint,
  readAddress,
  readBool,
  readSize,
  readUint,
  wordBytes,
} from '../../../chains/evm/hex.ts'
import { isSameAddress, zeroAddress } from '../../../core/token.ts'
import registry from '../data/curvePools.json' with { type: 'json' }
import { invalidCall, swapTerms } from './callTerms.ts'
import {
  type Direction,
  type Family,
  type FoundPool,
  nothingFound,
  oneOf,
  type PoolBase,
  type PoolsState,
  type Read,
  type SwapTerms,
} from './family.ts'
import { outputOnly, wordAt } from './answers.ts'
import { readPools, writePools } from './states.ts'

// Curve: pools of two coins and more, swapped through its router along a list of coins and pools. Its
// rate provider returns the pools of two coins, the places of the coins and the kind of each pool, and
// has tried a quote of it. The largest pools of some chains are listed here as well.
// The router takes one wei from what it got, and knows wrapping the native coin as a hop of its own. It
// holds the minimum against what it holds of the last coin itself, whatever the pools say.
// Some pools hold the native coin itself (stETH, frxETH), others the wrapped one: both kinds are asked
// for, and the coin is wrapped or unwrapped on the way where the next pool takes the other form.
// It calls any pool of this code: other exchanges have pools of their own, which are listed here, since
// no rate provider tells them.
// curvefi/curve-router-ng contracts/Router.vy v1.1 and v1.2, curvefi/curve-core router_v_110.vy (chains
// of the lite kind), curvefi/metaregistry contracts/RateProvider.vy (read 2026-11).

const kindNames = ['stable', 'tricrypto'] as const
type Kind = (typeof kindNames)[number]

/** A listed pool. */
type CurvePool = { pool: string; kind: Kind; coins: readonly string[] }
type RawPool = Omit<CurvePool, 'kind'> & { kind: string }

/** The lite router has no zaps and pools of the newer kind alone. */
const variants = ['full', 'lite'] as const
type Variant = (typeof variants)[number]

export type CurveRow = PoolBase & {
  family: 'curve'
  variant: Variant
  /** The rate provider; null where the listed pools are all. */
  quoter: string | null
  pools: readonly CurvePool[]
}
export type CurveState = PoolsState<CurveRow>

const nativeCoin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
/** Which coin of a pool is the native one itself, behind the router's own numbers; absent: neither. */
const nativeEnds = { from: 1, to: 2 } as const
/** The ways to swap: in the pool, in it by the coins below its own, wrapping the native coin. */
const ways = { pool: 1, underlying: 2, wrap: 8 } as const
/** How the routers number the kinds of pools; only stable ones are called in another way. */
const kinds: Readonly<
  Record<Variant, { stable: number; crypto: number; others: readonly number[] }>
> = {
  full: { stable: 1, crypto: 2, others: [3] },
  lite: { stable: 10, crypto: 20, others: [] },
}
/** The rate provider's own numbers of pools that are asked; lending pools are not. */
const [stableType, cryptoType] = [0n, 1n]
const quoteWords = 8
const mostQuotes = 8
const mostCoins = 8

const routeWords = 11
const hopCount = 5
/** It tries every pool of two coins, and of stable coins there are many. */
const lookupGas = 6_000_000
const quoteHopGas = 250_000
const swapBaseGas = 140_000n
const swapHopGas = 220_000n

const selectors = {
  full: { quote: '0x637653cb', swap: '0xc872a3c5' },
  lite: { quote: '0x11e21386', swap: '0xfd44959c' },
  coins: '0xc6610657',
  quotes: '0xebf113f0',
  addresses: '0x1848effa',
} as const

export const curve: Family<CurveRow, CurveState> = {
  toRow: (base, raw) => {
    const lists: Readonly<Record<string, Readonly<Record<string, readonly RawPool[]>>>> = registry
    const pools = lists[base.id]?.[base.blockchain] ?? []
    if (raw.quoter === undefined && pools.length === 0)
      throw new Error(`deployments.json: ${raw.id} without rate provider and pools`)
    return {
      ...base,
      family: 'curve',
      variant: oneOf(raw.variant ?? 'full', variants),
      quoter: raw.quoter ?? null,
      pools: pools.map(({ kind, ...rest }) => ({ ...rest, kind: oneOf(kind, kindNames) })),
    }
  },
  contracts: ({ quoter, pools }) => [
    ...(quoter === null ? [] : [quoter]),
    ...pools.map(({ pool }) => pool),
  ],
  probe: ({ quoter, pools }) => [
    ...(quoter === null ? [] : [{ target: quoter, callData: selectors.addresses }]),
    ...pools.flatMap(({ pool, coins }) =>
      coins.map((_, index) => ({
        target: pool,
        callData: encodeCall(selectors.coins, encodeUint(index)),
      })),
    ),
  ],
  judge: ({ quoter, pools }, { addresses: found }) => {
    if (quoter !== null && found[0] == null) return `no rate provider at ${quoter}`
    let place = quoter === null ? 0 : 1
    for (const { pool, coins } of pools) {
      for (const coin of coins) {
        const actual = found[place] ?? null
        place += 1
        if (actual === null || !isSameAddress(actual, coin)) {
          return `the pool ${pool} holds ${actual ?? 'no coins'}, not ${coin}`
        }
      }
    }
    return nothingFound
  },
  servesCoins: () => true,
  paysCaller: false,
  maxHops: 2,
  hopParams: () => [],
  lookup: {
    gas: lookupGas,
    listsAll: ({ quoter }) => quoter === null,
    reads: ({ quoter, ...row }, from, to, amount) =>
      quoter === null
        ? []
        : formsOf(row, from, to).map((form) => getQuotes(quoter, form.from, form.to, amount)),
    found: (row, results, from, to) =>
      formsOf(row, from, to).flatMap(({ native }, at) => {
        const result = results[at]
        return result?.success === true ? readQuotes(row.variant, result.returnData, native) : []
      }),
    listed: (row, from, to) =>
      row.pools.flatMap(({ pool, coins, kind }) =>
        formsOf(row, from, to).flatMap((form) => {
          const places = [indexOf(coins, form.from), indexOf(coins, form.to)]
          if (places.some((at) => at < 0)) return []
          const { stable, others } = kinds[row.variant]
          const number = kind === 'stable' ? stable : (others[0] ?? 0)
          const params = [...places, ways.pool, number, coins.length].slice(0, width(row))
          return [{ address: pool, params: [...params, ...form.native] }]
        }),
      ),
  },
  quoteTarget: ({ row }) => row.router,
  encodeQuote: ({ row, tokens, pools = [] }, amount) =>
    encodeCall(
      selectors[row.variant].quote,
      ...routeOf({ row, tokens, pools, direction: 'tokens' }),
      amount,
      ...noZaps(row),
    ),
  outputWord: () => 0,
  decodeQuote: (_, data) => {
    const amountOut = wordAt(data, 0)
    return amountOut === 0n ? null : outputOnly(amountOut - 1n)
  },
  quoteGas: ({ tokens }) => (tokens.length - 1) * quoteHopGas,
  price: 'path',
  swapGas: ({ tokens }) => swapBaseGas + BigInt(tokens.length - 1) * swapHopGas,
  toState: ({ row, tokens, pools = [] }, direction) =>
    pools.length === tokens.length - 1
      ? { family: row.family, row, direction, tokens, pools }
      : null,
  writeState: ({ pools }) => writePools(pools),
  readState: (base, json) => {
    const { row, tokens } = base
    const pools = readPools(json['pools'], tokens.length - 1)
    if (pools?.every(({ params }) => isFoundPool(row, params)) !== true) return null
    return { ...base, family: row.family, pools }
  },
  encodeSwap: (state, terms: SwapTerms) =>
    encodeCall(
      selectors[state.row.variant].swap,
      ...routeOf(state),
      encodeUint(terms.amountIn),
      encodeUint(terms.amountOutMin),
      ...noZaps(state.row),
      encodeAddress(terms.recipient),
    ),
  calls: (row) => [row.variant === 'full' ? fullCall(row) : liteCall(row)],
}

const fullCall = (row: CurveRow): Call =>
  call(
    'function exchange(address[11] _route, uint256[5][5] _swap_params, uint256 _amount, uint256 _min_dy, address[5] _pools, address _receiver) payable',
    ([route, swapParams, amountIn, minOut, pools, recipient]) => {
      if (pools.some((pool) => pool !== zeroAddress))
        throw invalidCall('goes through a contract other than its pools')
      return swapTerms({ ...endsOf(row, route, swapParams), amountIn, minOut, recipient })
    },
  )

const liteCall = (row: CurveRow): Call =>
  call(
    'function exchange(address[11] _route, uint256[4][5] _swap_params, uint256 _amount, uint256 _min_dy, address _receiver) payable',
    ([route, swapParams, amountIn, minOut, recipient]) =>
      swapTerms({ ...endsOf(row, route, swapParams), amountIn, minOut, recipient }),
  )

/** Contracts for pools of a further kind, which are not used. */
function noZaps({ variant }: CurveRow): string[] {
  return variant === 'full' ? [encodeUint(0).repeat(hopCount)] : []
}

/** Numbers that the router takes for each hop. */
function width({ variant }: Pick<CurveRow, 'variant'>): number {
  return variant === 'full' ? 5 : 4
}

function getQuotes(quoter: string, from: string, to: string, amount: bigint): Read {
  const words = [encodeAddress(from), encodeAddress(to), encodeUint(amount)]
  return { target: quoter, callData: encodeCall(selectors.quotes, ...words) }
}

type Form = { from: string; to: string; native: readonly number[] }

/** The two tokens of a hop, and where one is the wrapped coin, the coin itself in its place. */
function formsOf({ wrapped }: Pick<CurveRow, 'wrapped'>, from: string, to: string): Form[] {
  return [
    { from, to, native: [] },
    ...(isSameAddress(from, wrapped) ? [{ from: nativeCoin, to, native: [nativeEnds.from] }] : []),
    ...(isSameAddress(to, wrapped) ? [{ from, to: nativeCoin, native: [nativeEnds.to] }] : []),
  ]
}

/** The pools of a list of quotes, with the numbers that the router takes. */
function readQuotes(variant: Variant, data: string, native: readonly number[]): FoundPool[] {
  const list = readSize(data, 0)
  const count = readSize(data, list)
  const found: { pool: FoundPool; out: bigint }[] = []
  for (let at = 0; at < count; at += 1) {
    const word = (index: number): number => list + (1 + at * quoteWords + index) * wordBytes
    const [i, j, type] = [readSize(data, word(0)), readSize(data, word(1)), readUint(data, word(7))]
    if (i >= mostCoins || j >= mostCoins || (type !== stableType && type !== cryptoType)) continue
    const { stable, crypto } = kinds[variant]
    const way = readBool(data, word(2)) ? ways.underlying : ways.pool
    const number = type === stableType ? stable : crypto
    const params = [i, j, way, number, ...lastNumber(variant), ...native]
    found.push({
      pool: { address: readAddress(data, word(4)), params },
      out: readUint(data, word(3)),
    })
  }
  // The best price of a small amount first: a pool far behind it has nothing to give.
  return found
    .toSorted((a, b) => (a.out > b.out ? -1 : a.out < b.out ? 1 : 0))
    .slice(0, mostQuotes)
    .map(({ pool }) => pool)
}

/** How many coins the pool has: the router asks for it, and uses it where it adds liquidity only. */
function lastNumber(variant: Variant): number[] {
  return variant === 'full' ? [2] : []
}

function indexOf(coins: readonly string[], token: string): number {
  return coins.findIndex((coin) => isSameAddress(coin, token))
}

type CurveHop = { pool: string; to: string; params: readonly number[] }

/**
 * The words of the route and of its parameters, with a hop that wraps or unwraps the native coin
 * wherever the next pool, or the receiver, takes the other form of it.
 */
function routeOf({
  row,
  tokens,
  pools,
  direction,
}: Pick<CurveState, 'row' | 'tokens' | 'pools'> & { direction: Direction }): string[] {
  const [first = ''] = tokens
  const hops: CurveHop[] = []
  const start = direction === 'nativeIn' ? nativeCoin : first
  let at = start
  const turnInto = (coin: string): void => {
    if (isSameAddress(at, coin)) return
    hops.push({ pool: row.wrapped, to: coin, params: wrapNumbers(row) })
    at = coin
  }
  for (const [hop, { address, params }] of pools.entries()) {
    const native = params[width(row)]
    turnInto(native === nativeEnds.from ? nativeCoin : (tokens[hop] ?? ''))
    at = native === nativeEnds.to ? nativeCoin : (tokens[hop + 1] ?? '')
    hops.push({ pool: address, to: at, params: params.slice(0, width(row)) })
  }
  turnInto(direction === 'nativeOut' ? nativeCoin : (tokens.at(-1) ?? ''))
  const route = [start, ...hops.flatMap(({ pool, to }) => [pool, to])]
  const numbers = hops.flatMap(({ params }) => params)
  return [
    ...route.map(encodeAddress),
    encodeUint(0).repeat(routeWords - route.length),
    ...numbers.map(encodeUint),
    encodeUint(0).repeat(width(row) * hopCount - numbers.length),
  ]
}

function wrapNumbers(row: CurveRow): number[] {
  return [0, 0, ways.wrap, 0, 0].slice(0, width(row))
}

/** The ends of a route whose every hop is one that this program builds. */
function endsOf(
  row: CurveRow,
  route: readonly string[],
  swapParams: readonly (readonly bigint[])[],
): { srcToken: string; dstToken: string } {
  const last = route.findLastIndex((word) => word !== zeroAddress)
  const hops = last / 2
  const isWhole = route.slice(0, last + 1).every((word) => word !== zeroAddress)
  if (!Number.isInteger(hops) || hops < 1 || hops > hopCount || !isWhole)
    throw invalidCall('has an impossible path')
  for (const [hop, numbers] of swapParams.entries()) {
    const [from = '', address = '', to = ''] = route.slice(2 * hop, 2 * hop + 3)
    const isFine =
      hop >= hops
        ? numbers.every((number) => number === 0n)
        : isSameAddress(address, row.wrapped)
          ? isWrapping(row, from, to, numbers)
          : isPoolHop(row, numbers)
    if (!isFine || (hop < hops && isSameAddress(from, to)))
      throw invalidCall('goes through a pool in an unknown way')
  }
  const asCoin = (token = ''): string => (isSameAddress(token, nativeCoin) ? zeroAddress : token)
  return { srcToken: asCoin(route[0]), dstToken: asCoin(route[last]) }
}

function isWrapping(row: CurveRow, from: string, to: string, numbers: readonly bigint[]): boolean {
  const given = [from, to].map((token) => token.toLowerCase())
  const both = [nativeCoin, row.wrapped].map((token) => token.toLowerCase())
  const isWrap = given.join() === both.join() || given.join() === both.toReversed().join()
  return isWrap && numbers.every((number, at) => number === BigInt(wrapNumbers(row)[at] ?? 0))
}

/** The numbers of a pool as they are stored: the router's, and which coin is the native one itself. */
function isFoundPool(row: CurveRow, params: readonly number[]): boolean {
  const [native, ...more] = params.slice(width(row))
  const isEnd = native === undefined || Object.values<number>(nativeEnds).includes(native)
  return more.length === 0 && isEnd && isPoolHop(row, params.slice(0, width(row)).map(BigInt))
}

/** A swap in a pool: adding and taking out liquidity have numbers of their own. */
function isPoolHop(row: CurveRow, numbers: readonly bigint[]): boolean {
  const [i = 0n, j = 0n, way, kind, coins = 2n] = numbers
  const { stable, crypto, others } = kinds[row.variant]
  return (
    numbers.length === width(row) &&
    i !== j &&
    [i, j, coins].every((number) => number <= BigInt(mostCoins)) &&
    (way === BigInt(ways.pool) || way === BigInt(ways.underlying)) &&
    [stable, crypto, ...others].some((number) => kind === BigInt(number))
  )
}
