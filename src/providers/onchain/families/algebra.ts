import { type Call, call } from '../../../chains/evm/calls.ts'
import { encodeAddress, encodeCall, encodeUint } from '../../../chains/evm/hex.ts'
import { zeroAddress } from '../../../core/token.ts'
import { encodeOffset, encodePacked } from '../abi.ts'
import { getters } from './selectors.ts'
import {
  innerSwap,
  type InnerSwap,
  invalidCall,
  packedSwap,
  plainOrUnwrapped,
} from './callTerms.ts'
import {
  type Family,
  nothingFound,
  oneOf,
  type PathAnswer,
  type PathState,
  type PoolBase,
  type QuotedPath,
  type SwapTerms,
} from './family.ts'
import { quoterReason } from './checks.ts'
import { isLastPrice, outputOnly, readList, wordAt } from './answers.ts'
import { pathState, readNumbers } from './states.ts'
import { withUnwrap } from './unwrap.ts'

// Algebra: pools with ticks, one per pair, whose fee changes.
// The form of V1 and of Integral's first routers: src/periphery/contracts/SwapRouter.sol (commit
// b2e21fb) and interfaces/ISwapRouter.sol of cryptoalgebra/Algebra (read 2026-11). The answers of the
// second Quoter: the ABIs of the packages @cryptoalgebra/integral-periphery 1.0.2 (`integral10`) and
// 1.2.1 (`integral12`). Both share the selector of `quoteExactInput` and differ in what it answers.

/**
 * - `v1` (V1 and V1.9): the first Quoter; it does not return what part of the input was spent.
 * - `integral10`: routers as V1; the second Quoter, which answers a path with one output.
 * - `integral12`: the deployer of a pool is named beside its tokens, zero for standard pools; the
 *   second Quoter, which answers a path with the output of each hop.
 * - `integral`: one of the two; the form that is answered is the one that is called.
 */
const codes = ['v1', 'integral10', 'integral12', 'integral'] as const
type Code = (typeof codes)[number]
/** The form of one path: with a deployer or without. */
type Form = Exclude<Code, 'integral'>

export type AlgebraRow = PoolBase & {
  family: 'algebra'
  factory: string
  quoter: string
  code: Code
}
export type AlgebraState = PathState<AlgebraRow>

/** Params of a hop whose form is not known: the last digits of the code. */
const openForms: ReadonlyMap<number, Form> = new Map([
  [10, 'integral10'],
  [12, 'integral12'],
])

const quoteHopGas = 160_000
const swapBaseGas = 95_000n
const swapHopGas = 110_000n
const swapTickGas = 31_000n
const maxHops = 3
/** Words of the answer of the second Quoter for a path, before its lists. */
const listsAt = 6

const selectors = {
  single: { v1: '0x2d9ebd1d', integral10: '0x5e5e6e0f', integral12: '0xe94764c4' },
  path: '0xcdca1753',
  swap: { v1: '0xbc651188', integral10: '0xbc651188', integral12: '0x1679c792' },
  swapPath: '0xc04b8d59',
  unwrap: '0x69bc35b2',
  wrapped: '0x8af3ac85',
} as const

export const algebra: Family<AlgebraRow, AlgebraState> = {
  toRow: (base, raw) => {
    const { factory } = base
    if (factory === null || raw.quoter === undefined) {
      throw new Error(`deployments.json: ${raw.id} without factory or quoter`)
    }
    const code = oneOf(raw.variant ?? '', codes)
    return { ...base, family: 'algebra', factory, quoter: raw.quoter, code }
  },
  contracts: ({ quoter }) => [quoter],
  probe: ({ router, quoter }) => [
    { target: router, callData: getters.factory },
    { target: router, callData: selectors.wrapped },
    { target: quoter, callData: getters.factory },
  ],
  judge: (row, { addresses }) => quoterReason(row, addresses) ?? nothingFound,
  servesCoins: () => true,
  paysCaller: false,
  maxHops,
  asksMore: ({ code }) => code === 'v1',
  hopParams: ({ code }) => (code === 'integral' ? [...openForms.keys()].map((key) => [key]) : [[]]),
  quoteTarget: ({ row }) => row.quoter,
  encodeQuote: (path, amount) => {
    const form = formOf(path)
    const { tokens } = path
    if (tokens.length > 2) {
      return selectors.path + encodeOffset(2) + amount + packedPath(form, tokens)
    }
    return selectors.single[form] + pairOf(form, tokens) + amount + encodeUint(0)
  },
  outputWord: (path) =>
    path.tokens.length > 2 && formOf(path) === 'integral12' ? listsAt + path.tokens.length - 1 : 0,
  decodeQuote,
  quoteGas: ({ tokens }) => (tokens.length - 1) * quoteHopGas,
  price: 'hops',
  swapGas: ({ tokens }, ticksCrossed) => {
    const hops = BigInt(tokens.length - 1)
    return swapBaseGas + hops * swapHopGas + BigInt(ticksCrossed ?? tokens.length) * swapTickGas
  },
  toState: ({ row, tokens, params }, direction) =>
    fits(row, params, tokens) ? pathState({ row, tokens, params }, direction) : null,
  writeState: ({ params }) => ({ forms: [...params] }),
  readState: (base, json) => {
    const params = readNumbers(json['forms'])
    if (params === null || !fits(base.row, params, base.tokens)) return null
    return { ...base, family: base.row.family, params }
  },
  encodeSwap,
  calls: ({ code, wrapped }) =>
    plainOrUnwrapped({ swaps: swapsOf[code], unwrap, wrapped, ownAccount: 0n }),
}

/** Every hop of an open path has the same form. */
function fits({ code }: AlgebraRow, params: readonly number[], tokens: readonly string[]): boolean {
  if (code !== 'integral') return params.length === 0
  const [first = 0] = params
  const isWhole = params.length === tokens.length - 1 && openForms.has(first)
  return isWhole && params.every((each) => each === first)
}

function formOf({
  row,
  params: [first = 0],
}: Pick<QuotedPath<AlgebraRow>, 'row' | 'params'>): Form {
  if (row.code !== 'integral') return row.code
  return openForms.get(first) ?? 'integral12'
}

function pairOf(form: Form, tokens: readonly string[]): string {
  const deployer = form === 'integral12' ? encodeAddress(zeroAddress) : ''
  return tokens.map(encodeAddress).join('') + deployer
}

function packedPath(form: Form, tokens: readonly string[]): string {
  return encodePacked(tokens, form === 'integral12' ? zeroAddress.slice(2) : '')
}

function decodeQuote(
  path: QuotedPath<AlgebraRow>,
  data: string,
  amountIn: bigint,
): PathAnswer | null {
  const word = (index: number): bigint => wordAt(data, index)
  if (formOf(path) === 'v1') {
    word(1) // the fee, or the list of fees
    return outputOnly(word(0))
  }
  if (path.tokens.length === 2) {
    const [amountOut, spent, ticks] = [word(0), word(1), word(3)]
    word(5)
    return spent < amountIn ? null : { ...outputOnly(amountOut), ticksCrossed: Number(ticks) }
  }
  if (formOf(path) === 'integral10') {
    const [amountOut, spent, prices, ticks] = [
      word(0),
      word(1),
      readList(data, 2, maxHops),
      readList(data, 3, maxHops),
    ]
    // What the second hop spent is not in the answer; a pool that took a part only is at its end.
    if (spent < amountIn || prices.some(isLastPrice)) return null
    return { ...outputOnly(amountOut), ticksCrossed: total(ticks) }
  }
  const [given, spent, , ticks] = [0, 1, 2, 3].map((index) => readList(data, index, maxHops))
  if (given === undefined || spent === undefined || ticks === undefined) return null
  // Each hop has to spend what came before it.
  if (spent.some((amount, hop) => amount < (hop === 0 ? amountIn : (given[hop - 1] ?? 0n))))
    return null
  return {
    amountOut: given.at(-1) ?? 0n,
    amountMiddle: given[0] ?? null,
    ticksCrossed: total(ticks),
  }
}

function total(counts: readonly bigint[]): number {
  return Number(counts.reduce((sum, count) => sum + count, 0n))
}

function encodeSwap(state: AlgebraState, terms: SwapTerms): string {
  const unwraps = state.direction === 'nativeOut'
  const swap = encodeExactInput(state, unwraps ? { ...terms, recipient: zeroAddress } : terms)
  return unwraps ? withUnwrap(swap, selectors.unwrap, terms) : swap
}

function encodeExactInput(state: AlgebraState, terms: SwapTerms): string {
  const form = formOf(state)
  const { tokens } = state
  const words = [
    encodeAddress(terms.recipient),
    encodeUint(terms.deadline),
    encodeUint(terms.amountIn),
    encodeUint(terms.amountOutMin),
  ]
  if (tokens.length === 2) {
    return encodeCall(selectors.swap[form], pairOf(form, tokens), ...words, encodeUint(0))
  }
  return encodeCall(
    selectors.swapPath,
    encodeOffset(1),
    encodeOffset(1 + words.length),
    ...words,
    packedPath(form, tokens),
  )
}

type Single = {
  tokenIn: string
  tokenOut: string
  deployer?: string
  recipient: string
  deadline: bigint
  amountIn: bigint
  amountOutMinimum: bigint
  limitSqrtPrice: bigint
}

function single({ tokenIn, tokenOut, limitSqrtPrice, deployer, ...rest }: Single): InnerSwap {
  if (limitSqrtPrice !== 0n) throw invalidCall('may swap only part of the amount')
  if (deployer !== undefined && deployer !== zeroAddress)
    throw invalidCall('goes through a custom pool')
  return innerSwap(rest, tokenIn, tokenOut)
}

const singleV1 = call(
  'function exactInputSingle((address tokenIn, address tokenOut, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params) payable',
  ([params]) => single(params),
)

const singleIntegral = call(
  'function exactInputSingle((address tokenIn, address tokenOut, address deployer, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params) payable',
  ([params]) => single(params),
)

const addressDigits = 40

/** Along a packed path: tokens alone, or with the deployer of each pool, which is zero. */
const pathOf = (form: Form): Call<InnerSwap> =>
  call(
    'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params) payable',
    ([params]) => {
      if (form !== 'integral12') return packedSwap(params, addressDigits / 2)
      const parts = params.path.slice(2).match(new RegExp(`.{${addressDigits}}`, 'g')) ?? []
      const isStandard = parts.every((part, at) => at % 2 === 0 || /^0+$/.test(part))
      if (!isStandard) throw invalidCall('goes through a custom pool')
      return packedSwap(params, addressDigits)
    },
  )

const unwrap = call(
  'function unwrapWNativeToken(uint256 amountMinimum, address recipient) payable',
  ([minimum, recipient]) => ({ minimum, recipient }),
)

/** Of a router whose form is not known, paths are read by their zeros: no token is zero. */
const openPath: Call<InnerSwap> = call(
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params) payable',
  ([params], inside) => {
    const hasDeployers = /^0x.{40}0{40}/.test(params.path)
    return pathOf(hasDeployers ? 'integral12' : 'integral10').read([params], inside)
  },
)

const swapsOf: Readonly<Record<AlgebraRow['code'], readonly Call<InnerSwap>[]>> = {
  v1: [singleV1, pathOf('v1')],
  integral10: [singleV1, pathOf('integral10')],
  integral12: [singleIntegral, pathOf('integral12')],
  integral: [singleV1, singleIntegral, openPath],
}
