import registry from '../../../src/chains/data/tokens.json' with { type: 'json' }
import type { SandboxBlockchain } from '../chains.ts'

/** A token of the built-in list as it exists on a sandbox chain. */
export type SandboxTokenRow = {
  address: string
  symbol: string
  name: string
  decimals: number
  native: boolean
}

/** Every listed token of the chain, native coin included; all of them exist in the sandbox (of TON:
 * all but one, see `sandboxJettons`). */
export function tokensOf(blockchain: SandboxBlockchain | 'TON'): SandboxTokenRow[] {
  return registry
    .filter((token) => token.chain === blockchain)
    .map(({ address, symbol, name, decimals, native }) => ({
      address,
      symbol,
      name,
      decimals,
      native,
    }))
}

/** @throws Error when the chain lists no such token */
export function tokenOf(blockchain: SandboxBlockchain, symbol: string): SandboxTokenRow {
  const token = tokensOf(blockchain).find((row) => row.symbol === symbol)
  if (token === undefined) throw new Error(`${blockchain} lists no token ${symbol}`)
  return token
}

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
