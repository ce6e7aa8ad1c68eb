import { chainById } from '../../../src/chains/chains.ts'
import { builtInTokens } from '../../../src/chains/tokens.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { hasPrice } from '../seed/prices.ts'
import type { Coin } from './types.ts'

/** Chains the exchanges of the sandbox serve; those without a node here are played by script. */
export const servedChains = [
  'ETH',
  'POLYGON',
  'ARBITRUM',
  'BSC',
  'TON',
  'BITCOIN',
  'BITCOIN_CASH',
  'LITECOIN',
  'DOGECOIN',
  'DASH',
  'RIPPLE',
  'STELLAR',
  'SOLANA',
  'TRON',
  'SUI',
  'COSMOS',
  'CARDANO',
  'BASE',
  'OPTIMISM',
  'AVALANCHE',
] as const satisfies readonly BlockchainId[]

let all: readonly Coin[] | undefined

/** Every coin that is traded: listed, priced, and no wrapped or bridged form of another one. */
export function tradedCoins(): readonly Coin[] {
  all ??= servedChains.flatMap((blockchain) =>
    builtInTokens(blockchain)
      .filter((token) => !token.bridged && hasPrice(token.symbol))
      .filter((token) => token.native || !isWrappedNative(blockchain, token.address))
      .map(({ address, symbol, decimals, native }) => ({
        blockchain,
        address,
        symbol,
        decimals,
        native,
      })),
  )
  return all
}

export function coinsOf(blockchain: BlockchainId): readonly Coin[] {
  return tradedCoins().filter((coin) => coin.blockchain === blockchain)
}

function isWrappedNative(blockchain: BlockchainId, address: string): boolean {
  return chainById(blockchain).wrappedNative?.toLowerCase() === address.toLowerCase()
}

/** The coins of the chains a provider has a name for. */
export function coinsNamed(names: Readonly<Partial<Record<BlockchainId, string>>>): Coin[] {
  const ids = Object.keys(names).filter((id): id is BlockchainId => id in names)
  return ids.flatMap((id) => [...coinsOf(id)])
}
