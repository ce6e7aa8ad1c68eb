import { chainById } from '../../../src/chains/chains.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { coinsOf } from '../deposit/coins.ts'
import type { Coin } from '../deposit/types.ts'

/** ChangeNOW's names of chains, `GET /exchange/currencies` (read 2026-11). */
const networks: Readonly<Partial<Record<BlockchainId, string>>> = {
  ETH: 'eth',
  BSC: 'bsc',
  POLYGON: 'matic',
  ARBITRUM: 'arbitrum',
  OPTIMISM: 'op',
  BASE: 'base',
  AVALANCHE: 'avaxc',
  BITCOIN: 'btc',
  BITCOIN_CASH: 'bch',
  LITECOIN: 'ltc',
  DOGECOIN: 'doge',
  DASH: 'dash',
  TRON: 'trx',
  SOLANA: 'sol',
  TON: 'ton',
  SUI: 'sui',
  CARDANO: 'ada',
  COSMOS: 'atom',
  RIPPLE: 'xrp',
  STELLAR: 'xlm',
}

const chainIds = Object.keys(networks).filter((id): id is BlockchainId => id in networks)

export function tickerOf({ symbol }: Coin): string {
  return symbol.toLowerCase()
}

/** The native coin of AVALANCHE is on a network of its own. */
export function networkOf({ blockchain, native }: Coin): string {
  if (blockchain === 'AVALANCHE' && native) return 'cchain'
  return networks[blockchain] ?? ''
}

/** Null for what is not traded; without a network the coin that goes by the ticker first. */
export function coinByTicker(ticker: string | undefined, network: string | undefined): Coin | null {
  const isIt = (coin: Coin): boolean =>
    tickerOf(coin) === ticker && (network === undefined || networkOf(coin) === network)
  return allCoins().find(isIt) ?? null
}

/** `GET /exchange/currencies`. */
export function listCurrencies() {
  return allCoins().map((coin) => {
    const { memo } = chainById(coin.blockchain)
    return {
      ticker: tickerOf(coin),
      name: coin.symbol,
      image: '',
      hasExternalId: memo !== null,
      isExtraIdSupported: memo !== null,
      isFiat: false,
      featured: false,
      isStable: coin.symbol.startsWith('USD'),
      supportsFixedRate: true,
      network: networkOf(coin),
      tokenContract: coin.native ? null : coin.address,
      buy: true,
      sell: true,
      legacyTicker: `${tickerOf(coin)}${coin.native ? '' : networkOf(coin)}`,
    }
  })
}

function allCoins(): Coin[] {
  return chainIds.flatMap((id) => [...coinsOf(id)])
}
