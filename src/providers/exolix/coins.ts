import type { CoinWords } from '../families/deposit/coins.ts'

// Networks and codes of GET /currencies (Exolix "Developers" page and public clients, read
// 2026-11). Contracts of tokens are compared with the live list before each quote.
export const exolixCoins: CoinWords = {
  ETH: ['ETH', 'ETH USDT USDC DAI WBTC LINK UNI AAVE CRV LDO SHIB PEPE PYUSD'],
  BSC: ['BSC', 'BNB USDT USDC DAI CAKE FDUSD'],
  POLYGON: ['MATIC', 'POL USDT USDC'],
  ARBITRUM: ['ARBITRUM', 'ETH USDT USDC ARB GMX'],
  OPTIMISM: ['OPTIMISM', 'ETH USDT USDC OP'],
  BASE: ['BASE', 'ETH USDC AERO'],
  AVALANCHE: ['AVAXC', 'AVAX USDT USDC JOE'],
  FANTOM: ['FTM', 'FTM'],
  CELO: ['CELO', 'CELO USDT'],
  ZK_SYNC: ['ZKSYNCERA', 'ETH ZK'],
  TRON: ['TRX', 'TRX USDT USDC USDD TUSD JST SUN BTT'],
  SOLANA: ['SOL', 'SOL USDC USDT JUP BONK RAY'],
  TON: ['TON', 'TON USDT NOT DOGS'],
  BITCOIN: ['BTC', 'BTC'],
  BITCOIN_CASH: ['BCH', 'BCH'],
  LITECOIN: ['LTC', 'LTC'],
  DOGECOIN: ['DOGE', 'DOGE'],
  RIPPLE: ['XRP', 'XRP'],
  STELLAR: ['XLM', 'XLM'],
  SUI: ['SUI', 'SUI USDC'],
  MONERO: ['XMR', 'XMR'],
  CARDANO: ['ADA', 'ADA'],
  COSMOS: ['ATOM', 'ATOM'],
  NANO: ['NANO', 'XNO'],
}
