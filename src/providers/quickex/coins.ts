import { SwaprouteError } from '../../core/errors.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { Token } from '../../core/token.ts'
import {
  type Coin,
  type CoinWords,
  createCoinTable,
  isContractOf,
} from '../families/deposit/coins.ts'
import { noRoute, type ProviderName } from '../families/deposit/errors.ts'
import type { QuickexInstruments } from './wire.ts'

export const quickex: ProviderName = {
  name: 'Quickex',
  keyVariable: 'SWAPROUTE_QUICKEX_API_KEY',
}

/**
 * Coins by chain. Where the list of instruments tells a contract, it decides; an order tells none,
 * so that only coins are here of which one title means one contract.
 */
const words: CoinWords = {
  ETH: ['ERC20', 'ETH USDT USDC'],
  BSC: ['BEP20', 'BNB USDT USDC'],
  POLYGON: ['POLYGON', 'POL USDT USDC'],
  ARBITRUM: ['ARBITRUM', 'ETH USDT USDC'],
  OPTIMISM: ['OPTIMISM', 'ETH USDT USDC'],
  BASE: ['BASE', 'ETH USDC'],
  AVALANCHE: ['AVAXC', 'AVAX USDT USDC'],
  TRON: ['TRC20', 'TRX USDT'],
  SOLANA: ['SOL', 'SOL USDT USDC'],
  TON: ['TON', 'TON USDT'],
  BITCOIN: ['BTC', 'BTC'],
  BITCOIN_CASH: ['BCH', 'BCH'],
  LITECOIN: ['LTC', 'LTC'],
  DOGECOIN: ['DOGE', 'DOGE'],
  DASH: ['DASH', 'DASH'],
  ZCASH: ['ZEC', 'ZEC'],
  RIPPLE: ['XRP', 'XRP'],
  STELLAR: ['XLM', 'XLM'],
  SUI: ['SUI', 'SUI'],
  MONERO: ['XMR', 'XMR'],
  CARDANO: ['ADA', 'ADA'],
  COSMOS: ['ATOM', 'ATOM'],
  POLKADOT: ['DOT', 'DOT'],
  NEAR: ['NEAR', 'NEAR'],
}
export const coins = createCoinTable(words)

/** Chains on which a bridged dollar has the same title: only a told contract tells them apart. */
const ambiguous: readonly BlockchainId[] = ['POLYGON', 'ARBITRUM', 'OPTIMISM', 'AVALANCHE']

/**
 * Other titles of a network and other tickers of a coin. Only BTC, ADA, ERC20 and TRC20 are
 * documented: what the live list of instruments does not have under one of these words is not
 * traded here.
 */
const otherTitles: Readonly<Record<string, readonly string[]>> = {
  ERC20: ['ETH', 'ETHEREUM'],
  BEP20: ['BSC', 'BNB'],
  POLYGON: ['MATIC', 'POL'],
  ARBITRUM: ['ARB', 'ARBITRUM ONE', 'ARBITRUMONE'],
  OPTIMISM: ['OP'],
  AVAXC: ['AVAX C-CHAIN', 'C-CHAIN', 'CCHAIN'],
  TRC20: ['TRX', 'TRON'],
  SOL: ['SOLANA', 'SPL'],
  BTC: ['BITCOIN'],
  BCH: ['BITCOIN CASH'],
  LTC: ['LITECOIN'],
  DOGE: ['DOGECOIN'],
  ZEC: ['ZCASH'],
  XRP: ['RIPPLE', 'XRP LEDGER'],
  XLM: ['STELLAR'],
  XMR: ['MONERO'],
  ADA: ['CARDANO'],
  ATOM: ['COSMOS'],
  DOT: ['POLKADOT', 'ASSET HUB(POLKADOT)', 'ASSET HUB (POLKADOT)'],
}
const otherTickers: Readonly<Record<string, readonly string[]>> = {
  POL: ['MATIC'],
  TON: ['GRAM'],
}

export type Instrument = QuickexInstruments[number]

/**
 * The instrument of a token, in the live list's own words.
 * @throws SwaprouteError NO_ROUTE; UPSTREAM_FAILED where two of the list could be meant
 */
export function instrumentOf(token: Token, list: QuickexInstruments): Instrument {
  const coin = coins.find(token)
  const found =
    coin === null
      ? []
      : list.filter((instrument) => isNamed(instrument, coin) && mayBe(instrument, token))
  const [first, second] = found
  if (first === undefined) throw noRoute(quickex)
  const exact = found.filter(({ networkTitle }) => networkTitle.toUpperCase() === coin?.network)
  const [only, another] = second === undefined ? found : exact
  // An order names titles alone: two coins of one title cannot be told apart in it.
  const isOne =
    list.filter((one) => instrumentKey(one) === instrumentKey(only ?? first)).length === 1
  if (only !== undefined && another === undefined && isOne) return only
  throw new SwaprouteError('UPSTREAM_FAILED', 'Quickex lists two coins of this name.')
}

/** A told contract decides; without one only a title that means one coin alone is taken. */
function mayBe({ contractAddress }: Instrument, token: Token): boolean {
  if (token.native) return true
  const contract = contractAddress ?? ''
  if (contract !== '') return isContractOf(token, contract)
  return coins.find(token)?.code !== 'USDC' || !ambiguous.includes(token.blockchain)
}

/** The token of an instrument in an order; null for one that is not on the list here. */
export function tokenOfInstrument(instrument: Instrument): Token | null {
  const networks = [...new Set(Object.values(words).map(([network]) => network))]
  for (const network of networks) {
    for (const code of codesOf(instrument.currencyTitle)) {
      if (!isNamed(instrument, { code, network })) continue
      const token = coins.tokenOf({ code, network })
      if (token !== null && mayBe(instrument, token)) return token
    }
  }
  return null
}

function codesOf(title: string): string[] {
  const ours = Object.keys(otherTickers).filter((code) => otherTickers[code]?.includes(title))
  return [title.toUpperCase(), ...ours]
}

function isNamed({ currencyTitle, networkTitle }: Instrument, { code, network }: Coin): boolean {
  const titles = [network, ...(otherTitles[network] ?? [])]
  const tickers = [code, ...(otherTickers[code] ?? [])]
  return (
    titles.includes(networkTitle.toUpperCase()) && tickers.includes(currencyTitle.toUpperCase())
  )
}

/** One text for an instrument, to compare with. */
export function instrumentKey({ currencyTitle, networkTitle }: Instrument): string {
  return `${currencyTitle} ${networkTitle}`
}
