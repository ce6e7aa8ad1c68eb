import { zeroAddress } from '../../core/token.ts'
import { type BridgeLane, type TokenPair, tokenPairs } from '../kits/rollup/tokenPairs.ts'

// Contracts of the bridge between ETH and ARBITRUM: networks.ts of
// https://github.com/OffchainLabs/arbitrum-sdk (4.1.0, 2026-06), the same in L2BEAT's discovery.

export const parent = {
  inbox: '0x4Dbd4fc535Ac27206064B68FfCf827b0A60BAB3f',
  bridge: '0x8315177aB297bA92A06054cE80a67Ed4DBd7ed3a',
  outbox: '0x0B9857ae2D4A3DBe74ffE1d7DF045bb7F96E4840',
  router: '0x72Ce9c846789fdB6fC1f34aC4AD25Dd9ef7031ef',
  gateway: '0xa3A7B6F88361F48403514059F1F16C8E78d60EeC',
} as const

export const child = {
  arbSys: '0x0000000000000000000000000000000000000064',
  retryables: '0x000000000000000000000000000000000000006E',
  nodeInterface: '0x00000000000000000000000000000000000000C8',
  router: '0x5288c571Fd7aD117beA99bF60FE0846C4E84F933',
  gateway: '0x09e9222E96E7B4AE2a407B98d48e330053351EEe',
} as const

type Pair = TokenPair<'ETH' | 'ARBITRUM'>
export type ArbitrumLane = BridgeLane<'ETH' | 'ARBITRUM', Pair>

/**
 * Tokens of the standard gateway; the routers are asked about them before each quote. USDC of Circle
 * and USDT0 have bridges of their own, and DAI, WETH and others gateways of their own.
 */
export const arbitrumTokens = tokenPairs('Arbitrum', 'ARBITRUM', [
  { ETH: zeroAddress, ARBITRUM: zeroAddress },
  {
    ETH: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    ARBITRUM: '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8',
  },
  {
    ETH: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
    ARBITRUM: '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f',
  },
  {
    ETH: '0x514910771AF9Ca656af840dff83E8264EcF986CA',
    ARBITRUM: '0xf97f4df75117a78c1A5a0DBb814Af92458539FB4',
  },
  {
    ETH: '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984',
    ARBITRUM: '0xFa7F8980b0f1E64A2062791cc3b0871572f1F7f0',
  },
])
