import { nativeToken } from '../../chains/tokens.ts'
import { type Token, isSameAddress, zeroAddress } from '../../core/token.ts'
import { type BridgeLane, type TokenPair, tokenPairs } from '../kits/rollup/tokenPairs.ts'

// Contracts of the bridge between ETH and TAIKO: packages/protocol/deployments/mainnet-contract-logs of
// https://github.com/taikoxyz/taiko-mono (2026-08). The vault is asked before each quote whether a pair
// is still this one.

export type TaikoSide = 'ETH' | 'TAIKO'

export const bridges = {
  ETH: '0xd60247c6848B7Ca29eDdF63AA924E53dB6Ddd8EC',
  TAIKO: '0x1670000000000000000000000000000000000001',
} as const satisfies Record<TaikoSide, string>

export const vaults = {
  ETH: '0x996282cA11E5DEb6B5D122CC3B9A1FcAAD4415Ab',
  TAIKO: '0x1670000000000000000000000000000000000002',
} as const satisfies Record<TaikoSide, string>

/** Hold what was sent, and the blocks of the other chain that are known. */
export const signalServices = {
  ETH: '0x9e0a24964e5397B566c1ed39258e21aB5E35C77C',
  TAIKO: '0x1670000000000000000000000000000000000005',
} as const satisfies Record<TaikoSide, string>

/** A token of ETH and its counterpart on TAIKO; the zero address is the coin. */
export type TaikoPair = TokenPair<TaikoSide> & Pick<Token, 'symbol' | 'name' | 'decimals'>

export const taikoEther: TaikoPair = {
  ETH: zeroAddress,
  TAIKO: zeroAddress,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
}

const pairs: readonly TaikoPair[] = [
  taikoEther,
  {
    ETH: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    TAIKO: '0x07d83526730c7438048D55A4fc0b850e2aaB6f0b',
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
  },
  {
    ETH: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    TAIKO: '0x2DEF195713CF4a606B49D07E520e22C17899a736',
    symbol: 'USDT',
    name: 'Tether USD',
    decimals: 6,
  },
  {
    ETH: '0x10dea67478c5F8C5E2D90e5E9B26dBe60c54d800',
    TAIKO: '0xA9d23408b9bA935c230493c40C73824Df71A0975',
    symbol: 'TAIKO',
    name: 'Taiko Token',
    decimals: 18,
  },
]

export type TaikoLane = BridgeLane<TaikoSide, TaikoPair>

export const taikoTokens = tokenPairs('Taiko', 'TAIKO', pairs)

/** A pair's token on a side, by its address there. */
export function tokenOn(side: TaikoSide, address: string): Token | null {
  if (isSameAddress(address, zeroAddress)) return nativeToken(side)
  const pair = taikoTokens.pairOf(side, address)
  if (pair === null) return null
  const { symbol, name, decimals } = pair
  return {
    blockchain: side,
    address: pair[side],
    symbol,
    name,
    decimals,
    listed: true,
    native: false,
  }
}
