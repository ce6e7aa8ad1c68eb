import { type BridgeLane, type TokenPair, tokenPairs } from '../kits/rollup/tokenPairs.ts'

// Contracts of the bridge between ETH and PULSECHAIN: L2BEAT's discovery of the side on ETH, and the
// indexers of the bridge for both (2026-09). The contracts are asked before each quote whether the
// pair and the message bridge are still these.

export type PulseSide = 'ETH' | 'PULSECHAIN'

export const mediators = {
  ETH: '0x1715a3E4A142d8b698131108995174F37aEBA10D',
  PULSECHAIN: '0x4fD0aaa7506f3d9cB8274bdB946Ec42A1b8751Ef',
} as const satisfies Record<PulseSide, string>

/** The message bridge below the mediators. */
export const messageBridges = {
  ETH: '0xd0764FAe29E0a6a96fF685f71CfC685456D5636c',
  PULSECHAIN: '0x6ef79FD6f9f840264332884240539Ed7A2dA8b2b',
} as const satisfies Record<PulseSide, string>

/** Wraps coins for the mediator on ETH, and unwraps them for it. */
export const coinRouter = '0x8AC4ae65b3656e26dC4e0e69108B392283350f55'

/** A token of ETH and its counterpart on PULSECHAIN. */
type Pair = TokenPair<PulseSide>
export type PulseLane = BridgeLane<PulseSide, Pair>

export const wrappedPair: Pair = {
  ETH: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  PULSECHAIN: '0x02DcdD04e3F455D838cd1249292C58f3B79e3C3C',
}

const pairs: readonly Pair[] = [
  wrappedPair,
  {
    ETH: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    PULSECHAIN: '0xefD766cCb38EaF1dfd701853BFCe31359239F305',
  },
  {
    ETH: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    PULSECHAIN: '0x15D38573d2feeb82e7ad5187aB8c1D52810B1f07',
  },
  {
    ETH: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    PULSECHAIN: '0x0Cb6F5a34ad42ec934882A05265A7d5F59b51A2f',
  },
  {
    ETH: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
    PULSECHAIN: '0xb17D901469B9208B17d916112988A3FeD19b5cA1',
  },
]

/** Ether means its wrapped token. */
export const pulseTokens = tokenPairs('PulseChain', 'PULSECHAIN', pairs, wrappedPair.ETH)
