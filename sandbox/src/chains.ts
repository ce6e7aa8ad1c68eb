import type { Hex } from 'viem'
import type { BlockchainId } from '../../src/core/blockchainIds.ts'

/** The chains of the sandbox. Their ids are its own: no signature for them is valid elsewhere. */
export const sandboxChains = [
  {
    blockchain: 'ETH',
    chainId: 13_370_001,
    wrappedNative: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    wrappedSymbol: 'WETH',
    baseFee: 1_000_000_000n,
    spokePool: '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5',
  },
  {
    blockchain: 'POLYGON',
    chainId: 13_370_002,
    wrappedNative: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    wrappedSymbol: 'WPOL',
    baseFee: 30_000_000_000n,
    spokePool: '0x9295ee1d8C5b022Be115A2AD3c30C72E34e7F096',
  },
  {
    blockchain: 'ARBITRUM',
    chainId: 13_370_003,
    wrappedNative: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    wrappedSymbol: 'WETH',
    baseFee: 20_000_000n,
    spokePool: '0xe35e9842fceaCA96570B734083f4a58e8F7C5f2A',
  },
  {
    blockchain: 'BSC',
    chainId: 13_370_004,
    wrappedNative: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    wrappedSymbol: 'WBNB',
    baseFee: 50_000_000n,
    spokePool: '0x4e8E101924eDE233C13e2D8622DC8aED2872d505',
  },
] as const satisfies readonly {
  blockchain: BlockchainId
  chainId: number
  wrappedNative: string
  wrappedSymbol: string
  /** Wei per gas, as usual on the chain; constant, so that quotes can be compared. */
  baseFee: bigint
  /** Across, https://www.npmjs.com/package/@across-protocol/contracts deployed-addresses.json (read 2026-11) */
  spokePool: string
}[]

/** Global id of its TON network, which every signed message of a V5 wallet names. */
export const tonNetworkId = -1337

export type SandboxChain = (typeof sandboxChains)[number]

/** A chain the sandbox has; other chains do not exist in it. */
export type SandboxBlockchain = SandboxChain['blockchain']

export function findSandboxChain(blockchain: string): SandboxChain | undefined {
  return sandboxChains.find((chain) => chain.blockchain === blockchain)
}

export function findSandboxChainById(chainId: number): SandboxChain | undefined {
  return sandboxChains.find((chain) => chain.chainId === chainId)
}

// Addresses only the sandbox uses: the ASCII text "Sandbox", zeros, and a word.

/** Mints the play money and provides the pools' liquidity. */
export const bankAddress: Hex = '0x53616e64626F7800000000000000000042616E6b'

/** Code behind the SpokePool proxies. */
export const spokePoolCodeAddress: Hex = '0x53616e64626F780000000053706f6b65506f6f6C'

/** Canonical on nearly every chain, https://www.multicall3.com (read 2026-11). */
export const multicall3Address: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'

/**
 * Across' MulticallHandler, the same on every chain:
 * https://www.npmjs.com/package/@across-protocol/contracts deployed-addresses.json (read 2026-11)
 */
export const multicallHandlerAddress: Hex = '0x0F7Ae28dE1C8532170AD4ee566B5801485c13a0E'
