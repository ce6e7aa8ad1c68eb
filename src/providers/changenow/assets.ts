import { chainById } from '../../chains/chains.ts'
import { builtInTokens } from '../../chains/tokens.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { Token } from '../../core/token.ts'
import { isContractOf } from '../families/deposit/coins.ts'
import { noRoute, type ProviderName } from '../families/deposit/errors.ts'
import type { ChangenowCurrencies } from './wire.ts'

export const changenow: ProviderName = {
  name: 'ChangeNOW',
  keyVariable: 'SWAPROUTE_CHANGENOW_API_KEY',
}

/** Networks of GET /exchange/currencies (public documentation, read 2026-11). */
const networks: Readonly<Partial<Record<BlockchainId, string>>> = {
  AION: 'aion',
  ALGORAND: 'algo',
  APTOS: 'apt',
  ARBITRUM: 'arbitrum',
  ARDOR: 'ardr',
  ARK: 'ark',
  ASTAR: 'astr',
  AVALANCHE: 'avaxc',
  BAND_PROTOCOL: 'band',
  BASE: 'base',
  BITCOIN: 'btc',
  BITCOIN_CASH: 'bch',
  BITCOIN_DIAMOND: 'bcd',
  BITCOIN_GOLD: 'btg',
  BITGERT: 'brise',
  BSC: 'bsc',
  BSV: 'bsv',
  CARDANO: 'ada',
  CASPER: 'cspr',
  CELO: 'celo',
  COSMOS: 'atom',
  DASH: 'dash',
  DECRED: 'dcr',
  DIGI_BYTE: 'dgb',
  DIVI: 'divi',
  DOGECOIN: 'doge',
  DX_CHAIN: 'xchain',
  EOS: 'eos',
  ETH: 'eth',
  ETHEREUM_CLASSIC: 'etc',
  E_CASH: 'xec',
  FANTOM: 'ftm',
  FILECOIN: 'fil',
  FIO_PROTOCOL: 'fio',
  FIRO: 'firo',
  FLARE: 'flr',
  FLOW: 'flow',
  HEDERA: 'hbar',
  HELIUM: 'hnt',
  HORIZEN: 'zen',
  ICON: 'icx',
  ICP: 'icp',
  IOST: 'iost',
  IOTA: 'iota',
  IOTEX: 'iotx',
  KADENA: 'kda',
  KAVA_COSMOS: 'kava',
  KLAYTN: 'klay',
  KOMODO: 'kmd',
  KUSAMA: 'ksm',
  LISK: 'lsk',
  LITECOIN: 'ltc',
  MINA_PROTOCOL: 'mina',
  MONERO: 'xmr',
  MULTIVERS_X: 'egld',
  NANO: 'nano',
  NEAR: 'near',
  NEM: 'xem',
  NEO: 'neo',
  OASIS: 'rose',
  ONTOLOGY: 'ont',
  OPTIMISM: 'op',
  OSMOSIS: 'osmo',
  PIVX: 'pivx',
  POLKADOT: 'dot',
  POLYGON: 'matic',
  POLYX: 'polyx',
  PULSECHAIN: 'pulse',
  QTUM: 'qtum',
  RAVENCOIN: 'rvn',
  RIPPLE: 'xrp',
  SECRET: 'scrt',
  SIA: 'sc',
  SOLANA: 'sol',
  SOLAR: 'sxp',
  STACKS: 'stx',
  STEEM: 'steem',
  STELLAR: 'xlm',
  STRATIS: 'strax',
  SUI: 'sui',
  SYMBOL: 'xym',
  SYSCOIN: 'sys',
  TERRA: 'luna',
  TERRA_CLASSIC: 'lunc',
  TEZOS: 'xtz',
  THETA: 'theta',
  THOR_CHAIN: 'rune',
  TON: 'ton',
  TRON: 'trx',
  VERGE: 'xvg',
  VE_CHAIN: 'vet',
  WAVES: 'waves',
  WAX: 'waxp',
  XDC: 'xdc',
  ZCASH: 'zec',
  ZILLIQA: 'zil',
  ZK_SYNC: 'zksync',
}

/** AVALANCHE's coin is on another network than its tokens. */
const nativeNetworks: Readonly<Partial<Record<BlockchainId, string>>> = { AVALANCHE: 'cchain' }

export const changenowBlockchains: readonly BlockchainId[] = Object.keys(networks).filter(
  (id): id is BlockchainId => id in networks,
)

export type Currency = ChangenowCurrencies[number]

/**
 * The currency of a token: network and contract; for a coin its network, no contract, and one of
 * the chain's own tickers.
 * @throws SwaprouteError NO_ROUTE
 */
export function currencyOf(token: Token, list: ChangenowCurrencies): Currency {
  const found = list.find((currency) => isCurrency(token, currency))
  if (found === undefined) throw noRoute(changenow)
  return found
}

/** The built-in token behind a currency of an order; null for one we have no decimals of. */
export function tokenOfCurrency(
  ticker: string,
  network: string,
  list: ChangenowCurrencies,
): Token | null {
  const currency = list.find((one) => one.ticker === ticker && one.network === network)
  if (currency === undefined) return null
  for (const blockchain of changenowBlockchains) {
    const found = builtInTokens(blockchain).find((token) => isCurrency(token, currency))
    if (found !== undefined) return found
  }
  return null
}

function isCurrency(token: Token, { ticker, network, tokenContract }: Currency): boolean {
  const { blockchain, native } = token
  if (network !== networkOf(token)) return false
  const contract = tokenContract ?? ''
  if (!native) return contract !== '' && isContractOf(token, contract)
  const { symbol, otherSymbols } = chainById(blockchain).native
  return contract === '' && [symbol, ...otherSymbols].some((own) => own.toLowerCase() === ticker)
}

function networkOf({ blockchain, native }: Token): string | undefined {
  return (native ? nativeNetworks[blockchain] : undefined) ?? networks[blockchain]
}
