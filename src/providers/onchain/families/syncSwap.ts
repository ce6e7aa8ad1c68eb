import type { Call } from '../../../chains/evm/calls.ts'
import {
  encodeAddress,
  encodeBytes,
  encodeCall,
  encodeUint,
  readAddress,
} from '../../../chains/evm/hex.ts'
import { isSameAddress, zeroAddress } from '../../../core/token.ts'
import { encodeOffset, wordsIn } from '../abi.ts'
import { invalidCall, swapTerms } from './callTerms.ts'
import {
  type Family,
  nothingFound,
  type PoolBase,
  type PoolsState,
  type SwapTerms,
} from './family.ts'
import { hasWord, wrapReason } from './checks.ts'
import { outputOnly, wordAt } from './answers.ts'
import { onePool, poolOf } from './states.ts'

// SyncSwap: a vault holds the tokens of all pools; the router credits a pool with the input and has
// it swap. Each kind of pool has a factory, which names at most one pool of two tokens. The router
// trusts the amount that the pool reports: a call is only safe through a pool of these factories.
// Router V1 and the factories of its generation, pools with a fee of their own per sender.
// syncswap/core-contracts SyncSwapRouter.sol, IBasePool.sol (read 2026-11).

export type SyncSwapRow = PoolBase & { family: 'syncswap'; factories: readonly string[] }
export type SyncSwapState = PoolsState<SyncSwapRow>

const lookupGas = 20_000
const quoteGas = 120_000
const swapGas = 260_000n
const stepTypes = 'address tokenIn, address to, uint8 withdrawMode'
/** How the pool pays out: the wrapped coin as coins, or as the token. */
const modes = { coins: 1, token: 2 } as const

const selectors = {
  pool: '0x531aa03e',
  quote: '0xff9c8ac6',
  swap: '0x2cc4081e',
  vault: '0xfbfa77cf',
  wrapped: '0xf2428621',
  token0: '0x0dfe1681',
  token1: '0xd21220a7',
} as const

export const syncSwap: Family<SyncSwapRow, SyncSwapState> = {
  toRow: (base, raw) => {
    const { factories = [] } = raw
    if (factories.length === 0) throw new Error(`deployments.json: ${raw.id} without factories`)
    return { ...base, family: 'syncswap', factories }
  },
  contracts: ({ factories }) => factories,
  probe: ({ router, wrapped, factories }) => [
    { target: router, callData: selectors.wrapped },
    { target: router, callData: selectors.vault },
    ...factories.map((factory) => getPool(factory, wrapped, wrapped)),
  ],
  judge: (row, { addresses: [wrapped, vault], results }) => {
    if (vault == null) return 'the router returns no vault'
    const wrong = wrapReason(row, wrapped)
    if (wrong !== null) return wrong
    const missing = row.factories.find((_, at) => results.slice(2).map(hasWord)[at] !== true)
    return missing === undefined ? nothingFound : `no factory of pools at ${missing}`
  },
  servesCoins: () => true,
  paysCaller: false,
  maxHops: 1,
  hopParams: () => [],
  lookup: {
    gas: lookupGas,
    reads: ({ factories }, from, to) => factories.map((factory) => getPool(factory, from, to)),
    found: (_, results) =>
      results.flatMap(({ success, returnData }) => {
        const address = success ? readAddress(returnData, 0) : zeroAddress
        return address === zeroAddress ? [] : [{ address, params: [] }]
      }),
  },
  poolFacts: {
    tokens: (pool) => [
      { target: pool, callData: selectors.token0 },
      { target: pool, callData: selectors.token1 },
    ],
    confirm: ({ factories }, _pool, [first, second]) =>
      factories.map((factory) => getPool(factory, first, second)),
    isConfirmed: (pool, results) =>
      results.some(
        (result) => hasWord(result) && isSameAddress(readAddress(result.returnData, 0), pool),
      ),
  },
  quoteTarget: (path) => poolOf(path).address,
  encodeQuote: ({ tokens: [from = ''] }, amount) =>
    encodeCall(selectors.quote, encodeAddress(from), amount, encodeAddress(zeroAddress)),
  outputWord: () => 0,
  decodeQuote: (_, data) => outputOnly(wordAt(data, 0)),
  quoteGas: () => quoteGas,
  price: 'path',
  swapGas: () => swapGas,
  ...onePool(),
  encodeSwap,
  calls: ({ wrapped }) => [swapCall(wrapped)],
}

const swapSignature =
  'function swap(((address pool, bytes data, address callback, bytes callbackData)[] steps, address tokenIn, uint256 amountIn)[] paths, uint256 amountOutMin, uint256 deadline) payable'

type Step = { pool: string; data: string; callback: string; callbackData: string }
type SwapPath = { steps: readonly Step[]; tokenIn: string; amountIn: bigint }
type SwapArguments = readonly [paths: readonly SwapPath[], minOut: bigint, deadline: bigint]

/** The type of a tuple that begins with another one cannot be inferred from the signature. */
function swapCall(wrapped: string): Call {
  return {
    signature: swapSignature,
    read: (args, inside) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the signature above
      const [paths, minOut, deadlineSeconds] = args as SwapArguments
      const [path] = paths
      const [step] = path?.steps ?? []
      if (path === undefined || step === undefined || paths.length > 1 || path.steps.length > 1)
        throw invalidCall('performs more than one swap')
      if (step.callback !== zeroAddress || step.callbackData !== '0x')
        throw invalidCall('calls a contract back')
      const [tokenIn, recipient, mode] = inside.values(stepTypes, step.data)
      const { tokenIn: srcToken, amountIn } = path
      const paid = srcToken === zeroAddress ? wrapped : srcToken
      if (!isSameAddress(tokenIn, paid))
        throw invalidCall('pays with a different token than it swaps')
      const isCoins = mode === modes.coins
      if (!isCoins && mode !== modes.token) throw invalidCall('leaves the money in the vault')
      if (recipient === zeroAddress) throw invalidCall('has no recipient')
      return swapTerms({
        srcToken,
        // The pool's other tokens are not named.
        dstToken: isCoins ? zeroAddress : null,
        recipient,
        amountIn,
        minOut,
        deadlineSeconds,
        pools: [{ pool: step.pool, tokenIn, isFirstIn: null }],
      })
    },
  }
}

function getPool(factory: string, from: string, to: string): { target: string; callData: string } {
  return {
    target: factory,
    callData: encodeCall(selectors.pool, encodeAddress(from), encodeAddress(to)),
  }
}

function encodeSwap(state: SyncSwapState, terms: SwapTerms): string {
  const { direction, tokens } = state
  const [from = ''] = tokens
  const mode = direction === 'nativeOut' ? modes.coins : modes.token
  const data = encodeAddress(from) + encodeAddress(terms.recipient) + encodeUint(mode)
  const step = [
    encodeAddress(poolOf(state).address),
    encodeOffset(4),
    encodeAddress(zeroAddress),
    encodeOffset(4 + 1 + wordsIn(data)),
    encodeBytes(`0x${data}`),
    encodeBytes('0x'),
  ]
  return encodeCall(
    selectors.swap,
    encodeOffset(3),
    encodeUint(terms.amountOutMin),
    encodeUint(terms.deadline),
    encodeUint(1), // one path
    encodeOffset(1),
    encodeOffset(3),
    encodeAddress(direction === 'nativeIn' ? zeroAddress : from),
    encodeUint(terms.amountIn),
    encodeUint(1), // of one step
    encodeOffset(1),
    ...step,
  )
}
