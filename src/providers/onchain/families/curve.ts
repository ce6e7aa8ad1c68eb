import { call } from '../../../chains/evm/calls.ts'
import { encodeAddress, encodeCall, encodeUint } from '../../../chains/evm/hex.ts'
import { isSameAddress } from '../../../core/addresses.ts'
import { zeroAddress } from '../../../core/token.ts'
import registry from '../data/curvePools.json' with { type: 'json' }
import { odd, swapTerms } from './callTerms.ts'
import {
  type Direction,
  type Family,
  nothingFound,
  oneOf,
  type PathState,
  type PoolBase,
  readNumbers,
  type SwapTerms,
  wordAt,
} from './family.ts'

// Curve: pools of two coins and more, swapped through its router along a list of coins and pools.
// The pools are a list of ours: the registry that knows them on the chain would need a request of its
// own. Each is asked for its coins before it is used.
// curvefi/curve-router-ng contracts/Router.vy v1.1 and v1.2 (read 2026-11): the router takes one wei
// from what it got, and knows wrapping the native coin as a hop of its own.

/** What a pool's code is to the router: its numbers of the way to swap and of the kind of pool. */
const kinds = { stable: [1, 1], tricrypto: [1, 3] } as const

type CurvePool = {
  pool: string
  kind: keyof typeof kinds
  coins: readonly string[]
}

export type CurveRow = PoolBase & { family: 'curve'; pools: readonly CurvePool[] }
export type CurveState = PathState<CurveRow>

const kindNames: readonly (keyof typeof kinds)[] = ['stable', 'tricrypto']
const nativeCoin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
/** The way to swap that wraps and unwraps the native coin. */
const wrapSwap = 8
const routeWords = 11
const hopCount = 5
const quoteHopGas = 250_000
const swapBaseGas = 140_000n
const swapHopGas = 220_000n

const selectors = { quote: '0x637653cb', swap: '0xc872a3c5', coins: '0xc6610657' } as const

export const curve: Family<CurveRow, CurveState> = {
  toRow: (base) => {
    const lists: Readonly<
      Record<string, readonly { pool: string; kind: string; coins: string[] }[]>
    > = registry
    const pools = lists[base.blockchain]
    if (pools === undefined) throw new Error(`curvePools.json: no pools on ${base.blockchain}`)
    return {
      ...base,
      family: 'curve',
      pools: pools.map(({ kind, ...rest }) => ({ ...rest, kind: oneOf(kind, kindNames) })),
    }
  },
  contracts: ({ pools }) => pools.map(({ pool }) => pool),
  probe: ({ pools }) =>
    pools.flatMap(({ pool, coins }) =>
      coins.map((_, index) => ({
        target: pool,
        callData: encodeCall(selectors.coins, encodeUint(index)),
      })),
    ),
  judge: ({ pools }, { addresses }) => {
    let place = 0
    for (const { pool, coins } of pools) {
      for (const coin of coins) {
        const found = addresses[place] ?? null
        place += 1
        if (found === null || !isSameAddress(found, coin)) {
          return `the pool ${pool} holds ${found ?? 'no coins'}, not ${coin}`
        }
      }
    }
    return nothingFound
  },
  servesCoins: () => true,
  paysCaller: false,
  maxHops: 2,
  hopParams: ({ pools }, from, to) =>
    pools.flatMap(({ coins }, index) =>
      indexOf(coins, from) >= 0 && indexOf(coins, to) >= 0 ? [[index]] : [],
    ),
  quoteTarget: ({ row }) => row.router,
  encodeQuote: ({ row, tokens, params }, amount) =>
    encodeCall(
      selectors.quote,
      ...routeOf({ row, tokens, params, direction: 'tokens' }),
      amount,
      noPools,
    ),
  outputWord: () => 0,
  decodeQuote: (_, data) => {
    const amountOut = wordAt(data, 0)
    return amountOut === 0n
      ? null
      : { amountOut: amountOut - 1n, amountMiddle: null, ticksCrossed: null }
  },
  quoteGas: ({ tokens }) => (tokens.length - 1) * quoteHopGas,
  price: 'path',
  swapGas: ({ tokens }) => swapBaseGas + BigInt(tokens.length - 1) * swapHopGas,
  toState: ({ row, tokens, params }, direction) => ({
    family: row.family,
    row,
    direction,
    tokens,
    params,
  }),
  writeState: ({ row, params }) => ({ pools: params.map((index) => row.pools[index]?.pool ?? '') }),
  readState: (base, json) => {
    const { row, tokens } = base
    const { pools } = json
    if (!Array.isArray(pools) || pools.length !== tokens.length - 1) return null
    const params = readNumbers(
      pools.map((address) => row.pools.findIndex(({ pool }) => pool === address)),
    )
    const joins = params?.every((index, hop) => {
      const coins = row.pools[index]?.coins ?? []
      return indexOf(coins, tokens[hop] ?? '') >= 0 && indexOf(coins, tokens[hop + 1] ?? '') >= 0
    })
    return params === null || joins !== true ? null : { ...base, family: row.family, params }
  },
  encodeSwap: (state, terms: SwapTerms) =>
    encodeCall(
      selectors.swap,
      ...routeOf(state),
      encodeUint(terms.amountIn),
      encodeUint(terms.amountOutMin),
      noPools,
      encodeAddress(terms.recipient),
    ),
  calls: (row) => [
    call(
      'function exchange(address[11] _route, uint256[5][5] _swap_params, uint256 _amount, uint256 _min_dy, address[5] _pools, address _receiver) payable',
      ([route, swapParams, amountIn, minOut, pools, recipient]) => {
        if (pools.some((pool) => pool !== zeroAddress))
          throw odd('goes through a contract besides its pools')
        return swapTerms({ ...endsOf(row, route, swapParams), amountIn, minOut, recipient })
      },
    ),
  ],
}

/** Pools of a further kind, which are not used. */
const noPools = encodeUint(0).repeat(hopCount)

function indexOf(coins: readonly string[], token: string): number {
  return coins.findIndex((coin) => isSameAddress(coin, token))
}

type Hop = { from: string; pool: string; to: string; params: readonly number[] }

/** The words of the route and of its parameters, with a hop that wraps or unwraps the native coin. */
function routeOf({
  row,
  tokens,
  params,
  direction,
}: Pick<CurveState, 'row' | 'tokens' | 'params'> & { direction: Direction }): string[] {
  const { wrapped } = row
  const wrap = { from: nativeCoin, pool: wrapped, to: wrapped, params: [0, 0, wrapSwap, 0, 0] }
  const unwrap = { ...wrap, from: wrapped, to: nativeCoin }
  const hops: Hop[] = [
    ...(direction === 'nativeIn' ? [wrap] : []),
    ...params.map((index, hop) => poolHop(row, index, tokens[hop] ?? '', tokens[hop + 1] ?? '')),
    ...(direction === 'nativeOut' ? [unwrap] : []),
  ]
  const route = [hops[0]?.from ?? zeroAddress, ...hops.flatMap(({ pool, to }) => [pool, to])]
  const numbers = hops.flatMap((hop) => hop.params)
  return [
    ...route.map(encodeAddress),
    encodeUint(0).repeat(routeWords - route.length),
    ...numbers.map(encodeUint),
    encodeUint(0).repeat(hopCount * hopCount - numbers.length),
  ]
}

function poolHop(row: CurveRow, index: number, from: string, to: string): Hop {
  const pool = row.pools[index]
  if (pool === undefined) throw new RangeError(`${row.id} has no pool ${index}`)
  const ends = [indexOf(pool.coins, from), indexOf(pool.coins, to)]
  return { from, pool: pool.pool, to, params: [...ends, ...kinds[pool.kind], pool.coins.length] }
}

/** The ends of a route that goes through listed pools only, by the coins they hold. */
function endsOf(
  row: CurveRow,
  route: readonly string[],
  swapParams: readonly (readonly bigint[])[],
): { srcToken: string; dstToken: string } {
  const last = route.findLastIndex((word) => word !== zeroAddress)
  const hops = last / 2
  if (!Number.isInteger(hops) || hops < 1 || hops > hopCount) throw odd('has an impossible path')
  for (const [hop, numbers] of swapParams.entries()) {
    const [from = '', address = '', to = ''] = route.slice(2 * hop, 2 * hop + 3)
    const found = hop < hops ? expectedHop(row, from, address, to) : []
    if (!numbers.every((number, at) => number === BigInt(found[at] ?? 0))) {
      throw odd('goes through a pool that is not listed')
    }
    if (hop < hops && found.length === 0) throw odd('goes through a pool that is not listed')
  }
  const asCoin = (token = ''): string => (isSameAddress(token, nativeCoin) ? zeroAddress : token)
  return { srcToken: asCoin(route[0]), dstToken: asCoin(route[last]) }
}

/** The parameters of a hop as this program writes them; none for a hop it never makes. */
function expectedHop(row: CurveRow, from: string, address: string, to: string): readonly number[] {
  if (isSameAddress(address, row.wrapped)) {
    const ends = [from, to].map((token) => token.toLowerCase())
    const both = [nativeCoin, row.wrapped].map((token) => token.toLowerCase())
    const isWrap = ends.join() === both.join() || ends.join() === both.toReversed().join()
    return isWrap ? [0, 0, wrapSwap, 0, 0] : []
  }
  const index = row.pools.findIndex(
    ({ pool, coins }) =>
      isSameAddress(pool, address) && indexOf(coins, from) >= 0 && indexOf(coins, to) >= 0,
  )
  return index < 0 || isSameAddress(from, to) ? [] : poolHop(row, index, from, to).params
}
