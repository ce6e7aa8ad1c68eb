import { call } from '../../../chains/evm/calls.ts'
import { encodeCall, encodeUint, readWord } from '../../../chains/evm/hex.ts'
import { isSameAddress } from '../../../core/token.ts'
import { invalidCall, swapTerms } from './callTerms.ts'
import {
  type Family,
  nothingFound,
  type PathState,
  type PoolBase,
  type SwapTerms,
} from './family.ts'
import { hasWord } from './checks.ts'
import { outputOnly, wordAt } from './answers.ts'
import { pathState } from './states.ts'

// Smoothy: one pool of stable coins on Ethereum, called directly; it pays its caller and has no
// deadline. SmoothyV1.sol, by a copy of the vendor's source in public code (read 2026-11).
// A large amount gets less than a smaller one: 10,000 USDT gave 9,722 USDC, 10,000,000 gave 123,703,
// 10,000,000,000 gave 588 (KyberNetwork/kyberswap-dex-lib, block 24331768). So only small losses are
// offered.

export type SmoothyRow = PoolBase & { family: 'smoothy' }
export type SmoothyState = PathState<SmoothyRow>

/** The tokens of the pool by their index; the pool has more, which are no longer swapped. */
const tokensOfPool = [
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0x6B175474E89094C44Da98b954EedeAC495271d0F',
] as const
const quoteGas = 150_000
const swapGas = 250_000n
const addressDigits = 40

const selectors = { quote: '0x45cf2ef6', swap: '0x5673b02d', info: '0x8676192b' } as const

export const smoothy: Family<SmoothyRow, SmoothyState> = {
  toRow: (base) => ({ ...base, family: 'smoothy' }),
  contracts: () => [],
  probe: ({ router }) =>
    tokensOfPool.map((_, index) => ({
      target: router,
      callData: encodeCall(selectors.info, encodeUint(index)),
    })),
  judge: (_, { results }) => {
    // The word holds more than the token: its last digits are the address.
    const wrong = tokensOfPool.findIndex((token, index) => {
      const result = results[index]
      if (result === undefined || !hasWord(result)) return true
      return !isSameAddress(`0x${readWord(result.returnData, 0).slice(-addressDigits)}`, token)
    })
    return wrong < 0 ? nothingFound : `the pool's token ${wrong} is not ${tokensOfPool[wrong]}`
  },
  servesCoins: () => false,
  paysCaller: true,
  maxHops: 1,
  maxImpactPercent: 1,
  hopParams: (_row, from, to) => (indexOf(from) >= 0 && indexOf(to) >= 0 ? [[]] : []),
  quoteTarget: ({ row }) => row.router,
  encodeQuote: ({ tokens }, amount) =>
    encodeCall(selectors.quote, ...tokens.map((token) => encodeUint(indexOf(token))), amount),
  outputWord: () => 0,
  decodeQuote: (_, data) => outputOnly(wordAt(data, 0)),
  quoteGas: () => quoteGas,
  price: 'path',
  swapGas: () => swapGas,
  toState: ({ row, tokens }, direction) =>
    isPair(tokens) ? pathState({ row, tokens, params: [] }, direction) : null,
  writeState: () => ({}),
  readState: (base) => {
    if (base.direction !== 'tokens' || !isPair(base.tokens)) return null
    return { ...base, family: base.row.family, params: [] }
  },
  encodeSwap: ({ tokens }, terms: SwapTerms) =>
    encodeCall(
      selectors.swap,
      ...tokens.map((token) => encodeUint(indexOf(token))),
      encodeUint(terms.amountIn),
      encodeUint(terms.amountOutMin),
    ),
  calls: () => swapCalls,
}

function indexOf(token: string): number {
  return tokensOfPool.findIndex((each) => isSameAddress(each, token))
}

function isPair(tokens: readonly string[]): boolean {
  return tokens.length === 2 && tokens.every((token) => indexOf(token) >= 0)
}

const swapCalls = [
  call(
    'function swap(uint256 bTokenIdxIn, uint256 bTokenIdxOut, uint256 bTokenInAmount, uint256 bTokenOutMin)',
    ([from, to, amountIn, minOut]) => {
      const [srcToken, dstToken] = [from, to].map((index) => tokensOfPool[Number(index)])
      if (srcToken === undefined || dstToken === undefined || from === to) {
        throw invalidCall('swaps a token that is not listed')
      }
      const ends = { srcToken: srcToken.toLowerCase(), dstToken: dstToken.toLowerCase() }
      return swapTerms({ ...ends, recipient: null, amountIn, minOut })
    },
  ),
]
