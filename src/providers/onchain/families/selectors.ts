import type { NativeName } from './family.ts'

// First four bytes of the functions used here; a test computes each again from its signature.
// Signatures: https://docs.uniswap.org/contracts (V2 Router02, V3 SwapRouter, SwapRouter02,
// QuoterV2), https://github.com/aerodrome-finance/slipstream, KyberNetwork/ks-elastic-sc-legacy,
// FraxFinance/frax-solidity, Mute's MuteSwitchRouterDynamic (all read 2026-11).

export const v2Quote = {
  plain: '0xd06ca61f',
  referrer: '0xd06ca61f',
  twamm: '0x704c32cf',
  stableFlags: '0x84e21aff',
} as const

type V2Swaps = { tokens: string; nativeIn: string; nativeOut: string }

const tokensToTokens = '0x38ed1739'

/** Swaps of an exact input, by the router's name for the native coin. */
export const v2Swaps: Readonly<Record<NativeName, V2Swaps>> = {
  ETH: { tokens: tokensToTokens, nativeIn: '0x7ff36ab5', nativeOut: '0x18cbafe5' },
  AVAX: { tokens: tokensToTokens, nativeIn: '0xa2a1623d', nativeOut: '0x676528d1' },
  KLAY: { tokens: tokensToTokens, nativeIn: '0x3022d3a8', nativeOut: '0x6fe5f23f' },
  Metis: { tokens: tokensToTokens, nativeIn: '0xd5968e27', nativeOut: '0x0cd814f9' },
  SYS: { tokens: tokensToTokens, nativeIn: '0x1fef2389', nativeOut: '0xc78c12cf' },
  SEI: { tokens: tokensToTokens, nativeIn: '0x07a8399c', nativeOut: '0xdf0f02ef' },
}

const taxedTokensToTokens = '0x5c11d795'

/**
 * `…SupportingFeeOnTransferTokens(…)`: the same swaps for tokens that take a part of each transfer;
 * the minimum is compared with the arrival.
 */
export const v2TaxedSwaps: Readonly<Record<NativeName, V2Swaps>> = {
  ETH: { tokens: taxedTokensToTokens, nativeIn: '0xb6f9de95', nativeOut: '0x791ac947' },
  AVAX: { tokens: taxedTokensToTokens, nativeIn: '0xc57559dd', nativeOut: '0x762b1562' },
  KLAY: { tokens: taxedTokensToTokens, nativeIn: '0xb46fec5b', nativeOut: '0x5bff1aa8' },
  Metis: { tokens: taxedTokensToTokens, nativeIn: '0x4902c946', nativeOut: '0x744dd491' },
  SYS: { tokens: taxedTokensToTokens, nativeIn: '0x00121258', nativeOut: '0xee8794c4' },
  SEI: { tokens: taxedTokensToTokens, nativeIn: '0x97faeef3', nativeOut: '0xd8c3348e' },
}

/** `…SupportingFeeOnTransferTokens(…, address to, address referrer, uint256 deadline)`. */
export const v2ReferrerSwaps: V2Swaps = {
  tokens: '0xac3893ba',
  nativeIn: '0xb4822be3',
  nativeOut: '0x52aa4c22',
}

/** `…(…, address to, uint256 deadline, bool[] stable)`. */
export const v2FlagSwaps: V2Swaps = {
  tokens: '0xc694d55d',
  nativeIn: '0x0bbaa8d2',
  nativeOut: '0xacc8723d',
}

/** Getter of the wrapped token, by the router's name for the native coin. */
export const wrappedGetters: Readonly<Record<NativeName, string>> = {
  ETH: '0xad5c4648',
  AVAX: '0x73b295c2',
  KLAY: '0x249502d7',
  Metis: '0xbe159a6e',
  SYS: '0x08b0b435',
  SEI: '0x4dfa7a08',
}

export const v3Quote = {
  /** `quoteExactInputSingle((tokenIn, tokenOut, amountIn, fee, limit))`; Kyber's is the same. */
  single: '0xc6a5026a',
  /** The same with an `int24` tick spacing. */
  slipstreamSingle: '0x9e7defe6',
  path: '0xcdca1753',
} as const

export const v3Swaps = {
  router01: { single: '0x414bf389', path: '0xc04b8d59' },
  router02: { single: '0x04e45aaf', path: '0xb858183f' },
  slipstream: { single: '0xa026383e', path: '0xc04b8d59' },
  kyber: { single: '0xa8c9ed67', path: '0x5d946c25' },
} as const

/** `swapExactTokensForTokens(uint256, uint256, address[], address)` of SwapRouter02, without a deadline. */
export const router02V2Swap = '0x472b43f3'

export const helpers = {
  multicall: '0xac9650d8',
  multicallWithDeadline: '0x5ae401dc',
  unwrapWeth9: '0x49404b7c',
  unwrapWeth: '0xbac37ef7',
  sweepToken: '0xdf2ab5bb',
} as const

/** `unoswapTo…` and `ethUnoswapTo…` of 1inch's AggregationRouterV6, by the number of pools. */
export const unoswaps = {
  tokens: ['0xe2c95c82', '0xea76dddf', '0xf7a70056'],
  coins: ['0x175accdc', '0x0f449d71', '0x493189f0'],
} as const

/** Of pools, factories and the routers of pairs. */
export const poolGetters = {
  token0: '0x0dfe1681',
  token1: '0xd21220a7',
  fee: '0xddca3f43',
  getPair: '0xe6a43905',
  getPool: '0x1698ee82',
  /** Of V2 routers with one fee for all pairs. */
  getAmountOut: '0x054d50d4',
} as const

export const wrapping = { deposit: '0xd0e30db0', withdraw: '0x2e1a7d4d' } as const

export const getters = {
  factory: '0xc45a0155',
  weth9: '0x4aa4a4fc',
  /** Only SwapRouter02 and its forks have it. */
  factoryV2: '0x68e0d4e1',
} as const
