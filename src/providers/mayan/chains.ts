import { type BlockchainId, isBlockchainId } from '../../core/blockchainIds.ts'

/**
 * Chains by the service's names, with Wormhole's numbers, which orders contain.
 * https://github.com/mayan-finance/swap-sdk, src/utils.ts (15.2.0, 2026-08-03)
 */
export const mayanChains = {
  ETH: { name: 'ethereum', number: 2 },
  BSC: { name: 'bsc', number: 4 },
  POLYGON: { name: 'polygon', number: 5 },
  AVALANCHE: { name: 'avalanche', number: 6 },
  ARBITRUM: { name: 'arbitrum', number: 23 },
  OPTIMISM: { name: 'optimism', number: 24 },
  BASE: { name: 'base', number: 30 },
  LINEA: { name: 'linea', number: 38 },
  UNICHAIN: { name: 'unichain', number: 44 },
  HYPER_EVM: { name: 'hyperevm', number: 47 },
  MONAD: { name: 'monad', number: 48 },
  SOLANA: { name: 'solana', number: 1 },
} as const satisfies Partial<Record<BlockchainId, { name: string; number: number }>>

export const mayanChainIds = Object.keys(mayanChains).filter(isBlockchainId)

/** The service's name of a chain, by its number. */
export function chainNamed(number: string): string {
  return Object.values(mayanChains).find((one) => String(one.number) === number)?.name ?? ''
}

/** The chain of a number in an order; null for others. */
export function chainNumbered(number: string): BlockchainId | null {
  const found = Object.entries(mayanChains).find(([, one]) => String(one.number) === number)?.[0]
  return mayanChainIds.find((id) => id === found) ?? null
}

/** Circle's numbers of chains; src/cctp.ts of the same. */
export const circleDomains: readonly (readonly [BlockchainId, number])[] = [
  ['ETH', 0],
  ['AVALANCHE', 1],
  ['OPTIMISM', 2],
  ['ARBITRUM', 3],
  ['SOLANA', 5],
  ['BASE', 6],
  ['POLYGON', 7],
  ['UNICHAIN', 10],
  ['LINEA', 11],
  ['MONAD', 15],
  ['HYPER_EVM', 19],
]
