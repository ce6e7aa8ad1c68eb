import { chainById } from '../../../src/chains/chains.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { coinsOf } from '../deposit/coins.ts'
import type { Coin } from '../deposit/types.ts'

/**
 * Quickex' titles of networks. BTC, ADA, LTC, SOL, ERC20 and TRC20 stand in its documentation (read
 * 2026-11); the others follow the same manner and are not verified.
 */
const titles: Readonly<Partial<Record<BlockchainId, string>>> = {
  BITCOIN: 'BTC',
  LITECOIN: 'LTC',
  BITCOIN_CASH: 'BCH',
  DOGECOIN: 'DOGE',
  CARDANO: 'ADA',
  SOLANA: 'SOL',
  ETH: 'ERC20',
  TRON: 'TRC20',
  BSC: 'BEP20',
  TON: 'TON',
  RIPPLE: 'XRP',
  STELLAR: 'XLM',
  SUI: 'SUI',
  POLYGON: 'POLYGON',
  ARBITRUM: 'ARBITRUM',
}

const chainIds = Object.keys(titles).filter((id): id is BlockchainId => id in titles)

export type Instrument = { currencyTitle: string; networkTitle: string }

export function instrumentOf({ symbol, blockchain }: Coin): Instrument {
  return { currencyTitle: symbol.toUpperCase(), networkTitle: titles[blockchain] ?? '' }
}

/** Null for an instrument that is not traded: only coins and the great dollars are. */
export function coinByTitles(
  currency: string | undefined,
  network: string | undefined,
): Coin | null {
  return (
    allCoins().find((coin) => {
      const { currencyTitle, networkTitle } = instrumentOf(coin)
      return currencyTitle === currency && networkTitle === network
    }) ?? null
  )
}

/** `GET /instruments/public`. */
export function listInstruments() {
  return allCoins().map((coin) => {
    const instrument = instrumentOf(coin)
    return {
      ...instrument,
      slug: `${instrument.currencyTitle}${coin.native ? '' : instrument.networkTitle}`.toLowerCase(),
      instrumentType: 'crypto',
      fullName: coin.symbol,
      currencyFriendlyTitle: coin.symbol,
      precisionDecimals: Math.min(coin.decimals, 8),
      requiresMemo: chainById(coin.blockchain).memo !== null,
      currencyLogoLink: '',
    }
  })
}

function allCoins(): Coin[] {
  const isTraded = ({ native, symbol }: Coin): boolean =>
    native || symbol === 'USDT' || symbol === 'USDC'
  return chainIds.flatMap((id) => coinsOf(id).filter(isTraded))
}
