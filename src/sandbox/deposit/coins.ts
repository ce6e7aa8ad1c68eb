import { chainById, isEvmChain } from '../../chains/chains.ts'
import { builtInTokens } from '../../chains/tokens.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { findSandboxChain } from '../chains.ts'
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

/** Where payments and payouts are transactions of a chain that runs here. */
export function isLocal(blockchain: BlockchainId): boolean {
  return findSandboxChain(blockchain) !== undefined || blockchain === 'TON'
}

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

/** A coin by chain and address, however the address is spelled; null for one nobody trades. */
export function findCoin(blockchain: BlockchainId, address: string): Coin | null {
  const isCaseless = isEvmChain(chainById(blockchain))
  const wanted = isCaseless ? address.toLowerCase() : address
  const isIt = (coin: Coin): boolean =>
    (isCaseless ? coin.address.toLowerCase() : coin.address) === wanted
  return coinsOf(blockchain).find(isIt) ?? null
}

function isWrappedNative(blockchain: BlockchainId, address: string): boolean {
  return chainById(blockchain).wrappedNative?.toLowerCase() === address.toLowerCase()
}
