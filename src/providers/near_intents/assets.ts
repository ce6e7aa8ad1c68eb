import { checkTokenAddress } from '../../chains/addresses.ts'
import { chainById } from '../../chains/chains.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Token } from '../../core/token.ts'
import { type ProviderName, noRoute } from '../kits/deposit/errors.ts'
import type { OneClickTokens } from './wire.ts'

export const nearIntents: ProviderName = {
  name: 'NEAR Intents',
  keyVariable: 'SWAPROUTE_NEAR_INTENTS_API_KEY',
}

/** Chains by the code of GET /v0/tokens (types of the one-click SDK 0.1.25, read 2026-11). */
const chainCodes: Readonly<Partial<Record<BlockchainId, string>>> = {
  APTOS: 'aptos',
  ARBITRUM: 'arb',
  AVALANCHE: 'avax',
  BASE: 'base',
  BERACHAIN: 'bera',
  BITCOIN: 'btc',
  BITCOIN_CASH: 'bch',
  BSC: 'bsc',
  CARDANO: 'cardano',
  DASH: 'dash',
  DOGECOIN: 'doge',
  ETH: 'eth',
  GNOSIS: 'gnosis',
  LITECOIN: 'ltc',
  MONAD: 'monad',
  NEAR: 'near',
  OPTIMISM: 'op',
  PLASMA: 'plasma',
  POLYGON: 'pol',
  RIPPLE: 'xrp',
  SCROLL: 'scroll',
  SOLANA: 'sol',
  STARKNET: 'starknet',
  STELLAR: 'stellar',
  SUI: 'sui',
  TON: 'ton',
  TRON: 'tron',
  XLAYER: 'xlayer',
  ZCASH: 'zec',
}

export const nearIntentsBlockchains: readonly BlockchainId[] = Object.keys(chainCodes).filter(
  (id): id is BlockchainId => id in chainCodes,
)

/** Chains whose deposit addresses are shared and told apart by a memo. */
export const memoChains: ReadonlySet<BlockchainId> = new Set(['RIPPLE', 'STELLAR', 'TON'])

/**
 * The asset of a token, by chain and contract. Ids are taken from the list and never made up. Where
 * a token has moved to another bridge the list has it twice, the old one called deprecated.
 * @throws SwaprouteError NO_ROUTE
 */
export function assetOf(token: Token, list: OneClickTokens): string {
  const found = list.find(
    ({ blockchain, contractAddress, symbol }) =>
      !/deprecated/i.test(symbol) &&
      blockchain === chainCodes[token.blockchain] &&
      addressOf(token.blockchain, contractAddress) === token.address,
  )
  if (found === undefined) throw noRoute(nearIntents)
  if (found.decimals === token.decimals) return found.assetId
  throw new SwaprouteError(
    'UPSTREAM_FAILED',
    `NEAR Intents counts ${token.symbol} in other units than its chain.`,
  )
}

/** The token behind an asset id, for orders opened elsewhere; null for one not on the list. */
export function tokenOfAsset(
  assetId: string | null | undefined,
  list: OneClickTokens,
): Token | null {
  const asset = list.find((candidate) => candidate.assetId === assetId)
  const blockchain = nearIntentsBlockchains.find((id) => chainCodes[id] === asset?.blockchain)
  if (asset === undefined || blockchain === undefined) return null
  const address = addressOf(blockchain, asset.contractAddress)
  if (address === null) return null
  const { symbol, decimals } = asset
  const native = address === chainById(blockchain).native.address
  return { blockchain, address, symbol, name: symbol, decimals, listed: false, native }
}

/**
 * The contract's spelling of an address of the list. NEAR's coin is not on it, only the wrapped
 * one: what a plain transfer of the coin to a deposit address does is documented nowhere.
 */
function addressOf(blockchain: BlockchainId, contract: string | null | undefined): string | null {
  const chain = chainById(blockchain)
  if (contract == null || contract === '') return chain.native.address
  try {
    return checkTokenAddress(chain, contract)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return null
    throw thrown
  }
}
