import type { SandboxBlockchain } from './chains.ts'

/** One asset that Across moves, under the symbol it has on each chain. */
type BridgeAsset = Partial<Record<SandboxBlockchain, string>>

// The same-asset routes of Across between these chains; native ETH enters and leaves as the
// wrapped coin where the chain's own coin is ETH.
const bridgeAssets: readonly BridgeAsset[] = [
  { ETH: 'USDC', POLYGON: 'USDC', ARBITRUM: 'USDC', BSC: 'USDC' },
  { ETH: 'USDT', POLYGON: 'USDT', ARBITRUM: 'USDT', BSC: 'USDT' },
  { ETH: 'WETH', POLYGON: 'WETH', ARBITRUM: 'WETH', BSC: 'ETH' },
  { ETH: 'DAI', POLYGON: 'DAI', ARBITRUM: 'DAI' },
  { ETH: 'WBTC', POLYGON: 'WBTC', ARBITRUM: 'WBTC' },
]

/** Symbols of the contracts on this chain that can be bridged. */
export function bridgeSymbols(blockchain: SandboxBlockchain): string[] {
  return bridgeAssets.flatMap((asset) => asset[blockchain] ?? [])
}

/** What a bridged token is called on the other chain; null where there is no such route. */
export function bridgedSymbol(
  from: SandboxBlockchain,
  symbol: string,
  to: SandboxBlockchain,
): string | null {
  const asset = bridgeAssets.find((candidate) => candidate[from] === symbol)
  return asset?.[to] ?? null
}
