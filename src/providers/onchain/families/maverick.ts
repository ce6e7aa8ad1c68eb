import { call } from '../../../chains/evm/calls.ts'
import {
  encodeAddress,
  encodeBool,
  encodeCall,
  encodeInt,
  encodeUint,
  readAddress,
  readSize,
  wordBytes,
} from '../../../chains/evm/hex.ts'
import { zeroAddress } from '../../../core/token.ts'
import { getters, helpers } from './selectors.ts'
import { type InnerSwap, invalidCall, plainOrUnwrapped, swapTerms } from './callTerms.ts'
import {
  type Family,
  nothingFound,
  type PoolBase,
  type PoolsState,
  type SwapTerms,
} from './family.ts'
import { factoryReason, hasWord, wrapReason } from './checks.ts'
import { outputOnly, wordAt } from './answers.ts'
import { onePool, poolOf } from './states.ts'
import { withUnwrap } from './unwrap.ts'
import { unwrapWeth9 } from './uniswapV3Calls.ts'

// Maverick V2: any number of pools of two tokens, which the factory lists. The router pays the pool
// that is passed to it and trusts the amount that the pool reports: a call is only safe through a pool of the
// factory. It has no deadline, and the quoter returns what part of the input was spent.
// maverickprotocol/maverick-v2-examples solidity/src/interfaces; router source routerbase/
// PushOperations.sol, paymentbase/Payment.sol (read 2026-11).

export type MaverickRow = PoolBase & { family: 'maverick-v2'; factory: string; quoter: string }
export type MaverickState = PoolsState<MaverickRow>

/** Pools of a pair that are asked; more are of no use. */
const mostPools = 12
const lookupGas = 120_000
const quoteGas = 250_000
const swapGas = 260_000n
const tickEnds = { up: 2 ** 31 - 1, down: -(2 ** 31) } as const
const amountLimit = 1n << 128n

const selectors = {
  lookup: '0xe262790d',
  isPool: '0x578eaca4',
  quote: '0x49b59311',
  swap: '0xa3b105ca',
  wrapped: '0x3fc8cef3',
  tokenA: '0x0fc63d10',
  tokenB: '0x5f64b55b',
} as const

export const maverick: Family<MaverickRow, MaverickState> = {
  toRow: (base, raw) => {
    const { factory } = base
    if (factory === null || raw.quoter === undefined)
      throw new Error(`deployments.json: ${raw.id} without factory or quoter`)
    return { ...base, family: 'maverick-v2', factory, quoter: raw.quoter }
  },
  contracts: ({ quoter }) => [quoter],
  probe: ({ router }) => [
    { target: router, callData: getters.factory },
    { target: router, callData: selectors.wrapped },
  ],
  judge: (row, { addresses: [factory, wrapped] }) =>
    factoryReason(row, factory) ?? wrapReason(row, wrapped) ?? nothingFound,
  servesCoins: () => true,
  paysCaller: false,
  maxHops: 1,
  hopParams: () => [],
  lookup: {
    gas: lookupGas,
    reads: ({ factory }, from, to) => [
      {
        target: factory,
        callData: encodeCall(
          selectors.lookup,
          ...[from, to].toSorted(byAddress).map(encodeAddress),
          encodeUint(0),
          encodeUint(mostPools),
        ),
      },
    ],
    found: (_, [result]) => {
      if (result?.success !== true) return []
      const list = readSize(result.returnData, 0)
      const count = Math.min(readSize(result.returnData, list), mostPools)
      return Array.from({ length: count }, (_each, at) => ({
        address: readAddress(result.returnData, list + (1 + at) * wordBytes),
        params: [],
      }))
    },
  },
  poolFacts: {
    tokens: (pool) => [
      { target: pool, callData: selectors.tokenA },
      { target: pool, callData: selectors.tokenB },
    ],
    confirm: ({ factory }, pool) => [
      { target: factory, callData: encodeCall(selectors.isPool, encodeAddress(pool)) },
    ],
    isConfirmed: (_, [result]) =>
      result !== undefined && hasWord(result) && wordAt(result.returnData, 0) === 1n,
  },
  quoteTarget: ({ row }) => row.quoter,
  encodeQuote: (path, amount) =>
    encodeCall(
      selectors.quote,
      encodeAddress(poolOf(path).address),
      amount,
      encodeBool(isFirstIn(path.tokens)),
      encodeBool(false),
      encodeInt(isFirstIn(path.tokens) ? tickEnds.up : tickEnds.down),
    ),
  outputWord: () => 1,
  // A part of the input is spent where the pool ends.
  decodeQuote: (_, data, amountIn) =>
    wordAt(data, 0) === amountIn && amountIn < amountLimit ? outputOnly(wordAt(data, 1)) : null,
  quoteGas: () => quoteGas,
  price: 'path',
  swapGas: () => swapGas,
  ...onePool(),
  encodeSwap,
  calls: ({ router, wrapped }) =>
    plainOrUnwrapped({
      swaps: [swapCall],
      unwrap: unwrapWeth9,
      wrapped,
      ownAccount: BigInt(router),
    }),
}

const swapCall = call(
  'function exactInputSingle(address recipient, address pool, bool tokenAIn, uint256 amountIn, uint256 amountOutMinimum) payable',
  ([recipient, pool, isFirst, amountIn, minOut]): InnerSwap => {
    if (recipient === zeroAddress) throw invalidCall('has no recipient')
    const pools = [{ pool, tokenIn: null, isFirstIn: isFirst }]
    const terms = swapTerms({ srcToken: null, dstToken: null, recipient, amountIn, minOut, pools })
    return { ...terms, recipient, minOut }
  },
)

/** Pools have the token with the lower address first. */
function isFirstIn([from = '', to = '']: readonly string[]): boolean {
  return byAddress(from, to) < 0
}

function byAddress(a: string, b: string): number {
  return a.toLowerCase() < b.toLowerCase() ? -1 : 1
}

function encodeSwap(state: MaverickState, terms: SwapTerms): string {
  const { direction, tokens, row } = state
  const unwraps = direction === 'nativeOut'
  const swap = encodeCall(
    selectors.swap,
    encodeAddress(unwraps ? row.router : terms.recipient),
    encodeAddress(poolOf(state).address),
    encodeBool(isFirstIn(tokens)),
    encodeUint(terms.amountIn),
    encodeUint(terms.amountOutMin),
  )
  return unwraps ? withUnwrap(swap, helpers.unwrapWeth9, terms) : swap
}
