import { chainById } from '../chains/chains.ts'
import type { Token } from '../core/token.ts'
import table from './data/sources.json' with { type: 'json' }

/** A token's identifiers at the price sources; null if a source does not list it. */
export type SourceNames = {
  /** `ethereum:0x…` or `coingecko:ethereum`. */
  llama: string | null
  dexscreener: { chain: string; address: string } | null
  /** Id of a native coin, or the address of a token on a platform. */
  coingecko: { id: string } | { platform: string; address: string } | null
}

type Row = {
  llama?: string
  dexscreener?: string
  gecko?: string
  coin?: string
  market?: string[]
}

/** Addresses that may appear in a path unencoded; others are not requested. */
const plainAddress = /^[A-Za-z0-9._:-]{1,200}$/

/**
 * Native coins use their CoinGecko id at DefiLlama and a traded form at Dexscreener: the wrapped
 * native, or the token that data/README.md lists as its market.
 */
export function sourceNames(token: Token): SourceNames {
  const rows: Readonly<Record<string, Row>> = table
  const row = rows[token.blockchain]
  if (row === undefined) return { llama: null, dexscreener: null, coingecko: null }
  if (token.native) {
    return {
      llama: row.coin === undefined ? null : `coingecko:${row.coin}`,
      dexscreener: nativeMarket(token, row),
      coingecko: row.coin === undefined ? null : { id: row.coin },
    }
  }
  const isPlain = plainAddress.test(token.address)
  return {
    llama: isPlain && row.llama !== undefined ? `${row.llama}:${token.address}` : null,
    dexscreener:
      isPlain && row.dexscreener !== undefined
        ? { chain: row.dexscreener, address: token.address }
        : null,
    coingecko:
      isPlain && row.gecko !== undefined ? { platform: row.gecko, address: token.address } : null,
  }
}

function nativeMarket(token: Token, row: Row): SourceNames['dexscreener'] {
  const [chain, address] = row.market ?? []
  if (chain !== undefined && address !== undefined) return { chain, address }
  const { wrappedNative } = chainById(token.blockchain)
  if (wrappedNative === null || row.dexscreener === undefined) return null
  return { chain: row.dexscreener, address: wrappedNative }
}
