import registry from '../../../src/chains/data/tokens.json' with { type: 'json' }
import type { SandboxBlockchain } from '../chains.ts'

/** A token of the built-in list as it stands on a sandbox chain. */
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
