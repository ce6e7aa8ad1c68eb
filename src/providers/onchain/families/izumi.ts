import { call } from '../../../chains/evm/calls.ts'
import { encodeAddress, encodeCall, encodeUint } from '../../../chains/evm/hex.ts'
import { zeroAddress } from '../../../core/token.ts'
import { encodeOffset, encodePath } from '../abi.ts'
import { getters, helpers } from './selectors.ts'
import { packedSwap, plainOrUnwrapped } from './callTerms.ts'
import {
  type Family,
  nothingFound,
  type PathState,
  type PoolBase,
  type SwapTerms,
} from './family.ts'
import { quoterReason } from './checks.ts'
import { outputOnly, wordAt } from './answers.ts'
import { pathState, readNumbers } from './states.ts'
import { withUnwrap } from './unwrap.ts'
import { unwrapWeth9 } from './uniswapV3Calls.ts'

// iZiSwap: pools with points, several per pair by their fee.
// `swapAmount` of Swap.sol, Quoter.sol and QuoterWithLim.sol of izumiFinance/iZiSwap-periphery (commit
// 7eb1911, read 2026-11). Both quoters answer for a part of the input where the liquidity ends, without
// saying so; QuoterWithLim ends 20,000 points from the price (10,000 for the lowest fee).

export type IzumiRow = PoolBase & { family: 'izumi'; quoter: string }
export type IzumiState = PathState<IzumiRow>

const tiers = [100, 400, 500, 2000, 3000, 10_000] as const
/** Fees of paths of two hops: all of them would be too many. */
const hopTiers = [400, 2000, 10_000] as const
/** A token and the fee of a pool in a packed path. */
const hopBytes = 23
const quoteHopGas = 150_000
const swapBaseGas = 95_000n
const swapHopGas = 120_000n

const selectors = { quote: '0x0980929e', swap: '0x75ceafe6' } as const

export const izumi: Family<IzumiRow, IzumiState> = {
  toRow: (base, raw) => {
    if (raw.quoter === undefined) throw new Error(`deployments.json: ${raw.id} without quoter`)
    return { ...base, family: 'izumi', quoter: raw.quoter }
  },
  contracts: ({ quoter }) => [quoter],
  probe: ({ router, quoter }) => [
    { target: router, callData: getters.factory },
    { target: router, callData: getters.weth9 },
    { target: quoter, callData: getters.factory },
  ],
  judge: (row, { addresses }) => quoterReason(row, addresses) ?? nothingFound,
  servesCoins: () => true,
  paysCaller: false,
  maxHops: 3,
  asksMore: () => true,
  hopParams: (_row, _from, _to, hops) => (hops === 1 ? tiers : hopTiers).map((tier) => [tier]),
  quoteTarget: ({ row }) => row.quoter,
  encodeQuote: ({ tokens, params }, amount) =>
    encodeCall(selectors.quote, amount, encodeOffset(2), encodePath(tokens, params)),
  outputWord: () => 0,
  decodeQuote: ({ tokens }, data) => {
    wordAt(data, 2 + tokens.length - 1) // the points after each hop
    return outputOnly(wordAt(data, 0))
  },
  quoteGas: ({ tokens }) => (tokens.length - 1) * quoteHopGas,
  price: 'hops',
  swapGas: ({ tokens }) => swapBaseGas + BigInt(tokens.length - 1) * swapHopGas,
  toState: pathState,
  writeState: ({ params }) => ({ fees: [...params] }),
  readState: (base, json) => {
    const params = readNumbers(json['fees'])
    if (params?.length !== base.tokens.length - 1) return null
    return { ...base, family: base.row.family, params }
  },
  encodeSwap,
  calls: ({ wrapped }) =>
    plainOrUnwrapped({ swaps: [swapCall], unwrap: unwrapWeth9, wrapped, ownAccount: 0n }),
}

function encodeSwap({ direction, tokens, params }: IzumiState, terms: SwapTerms): string {
  const unwraps = direction === 'nativeOut'
  const swap = encodeCall(
    selectors.swap,
    encodeOffset(1),
    encodeOffset(5),
    encodeAddress(unwraps ? zeroAddress : terms.recipient),
    encodeUint(terms.amountIn),
    encodeUint(terms.amountOutMin),
    encodeUint(terms.deadline),
    encodePath(tokens, params),
  )
  return unwraps ? withUnwrap(swap, helpers.unwrapWeth9, terms) : swap
}

const swapCall = call(
  'function swapAmount((bytes path, address recipient, uint128 amount, uint256 minAcquired, uint256 deadline) params) payable',
  ([{ amount: amountIn, minAcquired: amountOutMinimum, ...rest }]) =>
    packedSwap({ ...rest, amountIn, amountOutMinimum }, hopBytes),
)
