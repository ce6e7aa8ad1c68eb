import { type Call, call, type CallTerms, renamed } from '../../../chains/evm/calls.ts'
import { encodeAddress, encodeCall, encodeUint } from '../../../chains/evm/hex.ts'
import { isSameAddress, zeroAddress } from '../../../core/token.ts'
import { encodeOffset } from '../abi.ts'
import { getters } from './selectors.ts'
import { maxCallHops, invalidCall, swapTerms } from './callTerms.ts'
import {
  type Family,
  nothingFound,
  oneOf,
  type PathState,
  type PoolBase,
  type SwapTerms,
} from './family.ts'
import { factoryReason, hasErc20Coin, wrapReason } from './checks.ts'
import { decodeAmounts } from './answers.ts'
import { pathState, readNumbers } from './states.ts'

// Solidly and Velodrome: two pools per pair, one for tokens of equal value, chosen by a flag per
// hop. A pool that is missing answers 0 instead of reverting.
// aerodrome-finance/contracts: contracts/interfaces/IRouter.sol; dystopia's DystRouter01.sol; Fenix's
// contracts/dexV2/RouterV2.sol (read 2026-11).

/**
 * - `velodrome` (Aerodrome): a route names the factory of its pool.
 * - `solidly`: a route has no factory.
 */
const variants = ['velodrome', 'solidly'] as const
type Variant = (typeof variants)[number]

const coinNames = ['ETH', 'MATIC', 'FTM'] as const

export type SolidlyRow = PoolBase & {
  family: 'solidly'
  variant: Variant
  factory: string
  /** The router's name for the native coin; null where it is not known: then tokens only. */
  nativeWord: (typeof coinNames)[number] | null
}

export type SolidlyState = PathState<SolidlyRow>

const quoteHopGas = 60_000
const swapBaseGas = 80_000n
const swapHopGas = 95_000n

const solidlySelectors = {
  velodrome: {
    quote: '0x5509a1ac',
    tokens: '0xcac88ea9',
    factory: '0xd4b6846d',
    ETH: { nativeIn: '0x903638a4', nativeOut: '0xc6b7f1b6', wrapped: '0x3fc8cef3' },
  },
  solidly: {
    quote: '0x9881fcb4',
    tokens: '0xf41766d8',
    factory: getters.factory,
    ETH: { nativeIn: '0x67ffb66a', nativeOut: '0x18a13086', wrapped: '0xf2428621' },
    MATIC: { nativeIn: '0x92e36441', nativeOut: '0x340dbb0b', wrapped: '0xfb41be16' },
    FTM: { nativeIn: '0xe8ef4681', nativeOut: '0xc6b9577e', wrapped: '0xf4f45b46' },
  },
} as const

export const solidly: Family<SolidlyRow, SolidlyState> = {
  toRow: (base, raw) => {
    const { factory } = base
    if (factory === null) throw new Error(`deployments.json: ${raw.id} without factory`)
    const variant = oneOf(raw.variant ?? '', variants)
    const [name = null] = raw.native ?? []
    const nativeWord = name === null ? null : oneOf(name, coinNames)
    return { ...base, family: 'solidly', factory, variant, nativeWord }
  },
  contracts: () => [],
  probe: (row) => {
    const { wrapped } = nativeSelectors(row)
    const factory = { target: row.router, callData: solidlySelectors[row.variant].factory }
    return wrapped === null ? [factory] : [factory, { target: row.router, callData: wrapped }]
  },
  judge: (row, { addresses: [factory, wrapped] }) => {
    const wrong = factoryReason(row, factory)
    if (wrong !== null) return wrong
    const needsNative = row.nativeWord !== null && !hasErc20Coin(row)
    const reason = needsNative ? wrapReason(row, wrapped) : null
    return reason ?? nothingFound
  },
  servesCoins: ({ nativeWord }) => nativeWord !== null,
  paysCaller: false,
  maxHops: 3,
  hopParams: () => [[0], [1]],
  quoteTarget: ({ row }) => row.router,
  encodeQuote: ({ row, tokens, params }, amount) =>
    solidlySelectors[row.variant].quote + amount + encodeOffset(2) + routes(row, tokens, params),
  outputWord: ({ tokens }) => 1 + tokens.length,
  decodeQuote: (_, data) => decodeAmounts(data),
  quoteGas: ({ tokens }) => (tokens.length - 1) * quoteHopGas,
  price: 'path',
  swapGas: ({ tokens }) => swapBaseGas + BigInt(tokens.length - 1) * swapHopGas,
  toState: pathState,
  writeState: ({ params }) => ({ flags: [...params] }),
  readState: (base, json) => {
    const params = readNumbers(json['flags'])
    if (params?.length !== base.tokens.length - 1 || params.some((flag) => flag > 1)) return null
    if (base.direction !== 'tokens' && base.row.nativeWord === null) return null
    return { ...base, family: base.row.family, params }
  },
  encodeSwap,
  calls: (row) => {
    const { tokens, nativeIn, nativeOut } = declared(row)
    const { nativeWord: coinName } = row
    if (coinName === null) return [tokens]
    return [
      tokens,
      renamed(nativeIn, `swapExact${coinName}ForTokens`),
      renamed(nativeOut, `swapExactTokensFor${coinName}`),
    ]
  },
}

function nativeSelectors({ variant, nativeWord }: SolidlyRow) {
  const none = { nativeIn: null, nativeOut: null, wrapped: null }
  if (nativeWord === null) return none
  if (variant === 'solidly') return solidlySelectors.solidly[nativeWord]
  return nativeWord === 'ETH' ? solidlySelectors.velodrome.ETH : none
}

/** The tail of a `Route[]`: its length, then the words of each route. */
function routes(row: SolidlyRow, tokens: readonly string[], flags: readonly number[]): string {
  const factory = row.variant === 'velodrome' ? encodeAddress(row.factory) : ''
  const words = flags.map((flag, hop) => {
    const ends = tokens.slice(hop, hop + 2).map(encodeAddress)
    return ends.join('') + encodeUint(flag) + factory
  })
  return encodeUint(flags.length) + words.join('')
}

function encodeSwap({ row, direction, tokens, params }: SolidlyState, terms: SwapTerms): string {
  const selector =
    direction === 'tokens' ? solidlySelectors[row.variant].tokens : nativeSelectors(row)[direction]
  if (selector === null) throw new Error(`${row.id} has no function for ${direction}`)
  const amounts = [
    ...(direction === 'nativeIn' ? [] : [encodeUint(terms.amountIn)]),
    encodeUint(terms.amountOutMin),
  ]
  return encodeCall(
    selector,
    ...amounts,
    encodeOffset(amounts.length + 3),
    encodeAddress(terms.recipient),
    encodeUint(terms.deadline),
    routes(row, tokens, params),
  )
}

type Route = { from: string; to: string; factory?: string }

/** First and last token, where each route begins with what the one before it gave. */
function endsOf(
  list: readonly Route[],
  factory?: string,
): Pick<CallTerms, 'srcToken' | 'dstToken'> {
  const [first] = list
  const last = list.at(-1)
  const isChain = list.every(
    (route, hop) =>
      (hop === 0 || route.from === list[hop - 1]?.to) &&
      route.from !== zeroAddress &&
      route.to !== zeroAddress,
  )
  if (first === undefined || last === undefined || !isChain || list.length > maxCallHops) {
    throw invalidCall('has an impossible path')
  }
  if (!list.every((route) => isSameAddress(route.factory ?? '', factory ?? ''))) {
    throw invalidCall('goes through the pools of a different factory')
  }
  return { srcToken: first.from, dstToken: last.to }
}

function declared(row: SolidlyRow): Record<'tokens' | 'nativeIn' | 'nativeOut', Call> {
  if (row.variant === 'solidly') return solidlyCalls
  return velodromeCalls(row.factory)
}

const solidlyCalls: Record<'tokens' | 'nativeIn' | 'nativeOut', Call> = {
  tokens: call(
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, (address from, address to, bool stable)[] routes, address to, uint256 deadline)',
    ([amountIn, minOut, list, recipient, deadlineSeconds]) =>
      swapTerms({ ...endsOf(list), recipient, amountIn, minOut, deadlineSeconds }),
  ),
  nativeIn: call(
    'function swapExactETHForTokens(uint256 amountOutMin, (address from, address to, bool stable)[] routes, address to, uint256 deadline) payable',
    ([minOut, list, recipient, deadlineSeconds]) =>
      swapTerms({ ...endsOf(list), srcToken: zeroAddress, recipient, minOut, deadlineSeconds }),
  ),
  nativeOut: call(
    'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, (address from, address to, bool stable)[] routes, address to, uint256 deadline)',
    ([amountIn, minOut, list, recipient, deadlineSeconds]) => {
      const ends = { ...endsOf(list), dstToken: zeroAddress }
      return swapTerms({ ...ends, recipient, amountIn, minOut, deadlineSeconds })
    },
  ),
}

function velodromeCalls(factory: string): typeof solidlyCalls {
  return {
    tokens: call(
      'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, (address from, address to, bool stable, address factory)[] routes, address to, uint256 deadline)',
      ([amountIn, minOut, list, recipient, deadlineSeconds]) =>
        swapTerms({ ...endsOf(list, factory), recipient, amountIn, minOut, deadlineSeconds }),
    ),
    nativeIn: call(
      'function swapExactETHForTokens(uint256 amountOutMin, (address from, address to, bool stable, address factory)[] routes, address to, uint256 deadline) payable',
      ([minOut, list, recipient, deadlineSeconds]) => {
        const ends = { ...endsOf(list, factory), srcToken: zeroAddress }
        return swapTerms({ ...ends, recipient, minOut, deadlineSeconds })
      },
    ),
    nativeOut: call(
      'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, (address from, address to, bool stable, address factory)[] routes, address to, uint256 deadline)',
      ([amountIn, minOut, list, recipient, deadlineSeconds]) => {
        const ends = { ...endsOf(list, factory), dstToken: zeroAddress }
        return swapTerms({ ...ends, recipient, amountIn, minOut, deadlineSeconds })
      },
    ),
  }
}
