import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { coinsNamed } from '../deposit/coins.ts'
import type { Coin } from '../deposit/types.ts'
import { priceDecimals, priceOf } from '../seed/prices.ts'
import { formatAmount } from '../../../src/core/amounts.ts'

/** Chains by the code of `GET /v0/tokens` (types of the one-click SDK 0.1.25, read 2026-11). */
const codes: Readonly<Partial<Record<BlockchainId, string>>> = {
  ETH: 'eth',
  BASE: 'base',
  ARBITRUM: 'arb',
  BITCOIN: 'btc',
  SOLANA: 'sol',
  TON: 'ton',
  DASH: 'dash',
  DOGECOIN: 'doge',
  RIPPLE: 'xrp',
  BSC: 'bsc',
  POLYGON: 'pol',
  TRON: 'tron',
  SUI: 'sui',
  OPTIMISM: 'op',
  AVALANCHE: 'avax',
  STELLAR: 'stellar',
  CARDANO: 'cardano',
  LITECOIN: 'ltc',
  BITCOIN_CASH: 'bch',
}

/** `GET /v0/tokens`. */
export function tokenList(nowMs: number) {
  const priceUpdatedAt = new Date(nowMs).toISOString()
  return assets().map(({ assetId, coin }) => ({
    assetId,
    decimals: coin.decimals,
    blockchain: codes[coin.blockchain],
    symbol: coin.symbol,
    price: Number(formatAmount(priceOf(coin.symbol), priceDecimals)),
    priceUpdatedAt,
    ...(coin.native ? {} : { contractAddress: contractOf(coin) }),
  }))
}

/** Null for an asset that is not on the list. */
export function assetBy(assetId: string): Coin | null {
  return assets().find((asset) => asset.assetId === assetId)?.coin ?? null
}

export function assetIdOf(coin: Coin): string {
  const code = codes[coin.blockchain] ?? ''
  const name = coin.native ? code : `${code}-${contractOf(coin).replaceAll(/[^a-zA-Z0-9]/g, '_')}`
  return `nep141:${name}.omft.near`
}

function assets(): { assetId: string; coin: Coin }[] {
  return coinsNamed(codes).map((coin) => ({ assetId: assetIdOf(coin), coin }))
}

/** The list has EVM contracts in lower case. */
function contractOf({ address }: Coin): string {
  return /^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : address
}
