import { chainById, isEvmChain } from '../../chains/chains.ts'
import { builtInTokens, nativeToken } from '../../chains/tokens.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { Token } from '../../core/token.ts'
import { isContractOf } from '../kits/deposit/coins.ts'
import { noRoute, type ProviderName } from '../kits/deposit/errors.ts'
import table from './thorchain.json' with { type: 'json' }
import type { ThorPools } from './wire.ts'

/** Its nodes have no keys; what a caller may set is a name to be known by. */
export const thorchain: ProviderName = { name: 'THORChain', keyVariable: null }

/**
 * Chains and their coins (https://dev.thorchain.org/concepts/asset-notation.html, read 2026-11), and
 * the bytes of a memo on those that can be paid from: where a plain transfer carries one that a person
 * can copy. Coins of EVM chains want it as call data and tokens a call of the router, RIPPLE as an
 * object that no tag can replace, THOR_CHAIN as a message of its own.
 */
type Row = { asset: string; memoBytes?: number }
const rows: Readonly<Partial<Record<BlockchainId, Row>>> = table.chains

export const thorBlockchains: readonly BlockchainId[] = Object.keys(rows).filter(
  (id): id is BlockchainId => id in rows,
)

/** Bytes a memo may have on the chain; null for chains that cannot be paid from. */
export function memoRoom(blockchain: BlockchainId): number | null {
  return rows[blockchain]?.memoBytes ?? null
}

/** Whether a memo is one more output of a payment, which few wallets offer. */
export function needsOutput(blockchain: BlockchainId): boolean {
  return memoRoom(blockchain) === 80
}

/** THORChain's word for a chain. */
export function chainCode(blockchain: BlockchainId): string {
  return rows[blockchain]?.asset.split('.')[0] ?? ''
}

/**
 * The asset of a token: coins by their name, tokens by the contract of an open pool.
 * @throws SwaprouteError NO_ROUTE
 */
export function assetOf(token: Token, pools: ThorPools): string {
  const asset = token.native
    ? rows[token.blockchain]?.asset
    : pools.find((pool) => isTokenOf(token, pool.asset))?.asset
  // RUNE is the other side of every pool and has none itself.
  const isOpen = pools.some((pool) => pool.asset === asset && pool.status === 'Available')
  if (asset === undefined || (asset !== 'THOR.RUNE' && !isOpen)) throw noRoute(thorchain)
  return asset
}

function isTokenOf(token: Token, asset: string): boolean {
  const [chain, , contract] = partsOf(asset)
  const isThere = isEvmChain(chainById(token.blockchain)) && chain === chainCode(token.blockchain)
  return isThere && contract !== '' && isContractOf(token, contract)
}

/** `ETH.USDC-0XA0B8…` taken apart, the contract as `0x…`. */
function partsOf(asset: string): readonly [chain: string, ticker: string, contract: string] {
  const [, chain = '', ticker = '', contract = ''] =
    /^([A-Z0-9]{2,10})\.([A-Z0-9.]{1,20})(?:-(.{1,80}))?$/i.exec(asset) ?? []
  return [chain.toUpperCase(), ticker.toUpperCase(), contract.replace(/^0X/, '0x')]
}

/** The built-in token of an asset; null for one that is not known here. */
export function tokenOfAsset(asset: string | undefined): Token | null {
  const [chain, ticker, contract] = partsOf(asset ?? '')
  const blockchain = thorBlockchains.find((id) => chainCode(id) === chain)
  if (blockchain === undefined) return null
  if (contract === '') {
    return rows[blockchain]?.asset === `${chain}.${ticker}` ? nativeToken(blockchain) : null
  }
  const isIt = (token: Token): boolean => !token.native && isContractOf(token, contract)
  return builtInTokens(blockchain).find(isIt) ?? null
}

/**
 * https://dev.thorchain.org/concepts/memo-length-reduction.html and the node's own table, common/asset.go
 * (read 2026-11). Quotes are answered with them.
 */
const shortCodes: Readonly<Partial<Record<string, string>>> = table.shortCodes

/** The full name behind a memo's word; one without stays as it is, and so does what is inherited. */
export function fullName(word: string): string {
  return (Object.hasOwn(shortCodes, word) ? shortCodes[word] : undefined) ?? word
}

/**
 * Whether a memo's word for an asset can only mean this one: its full name, its letter, or an
 * abbreviation that no other pool answers to.
 */
export function isWordFor(word: string, asset: string, pools: ThorPools): boolean {
  if (fullName(word).toUpperCase() === asset.toUpperCase()) return true
  const meant = pools.filter((pool) => isAbbreviation(word, pool.asset))
  return meant.length === 1 && meant[0]?.asset === asset
}

function isAbbreviation(word: string, asset: string): boolean {
  const [chain, ticker, contract] = partsOf(asset)
  const [wordChain, wordTicker, end] = partsOf(word)
  const isNamed = wordChain === chain && wordTicker === ticker && contract !== ''
  return isNamed && contract.toUpperCase().endsWith(end.replace(/^0x/, '').toUpperCase())
}

/** The shortest words for an asset, the surest first. */
export function wordsFor(asset: string, pools: ThorPools): string[] {
  const letter = Object.keys(shortCodes).find((code) => shortCodes[code] === asset)
  const [chain, ticker, contract] = partsOf(asset)
  const ends = contract === '' ? [] : [10, 5].map((count) => contract.slice(-count).toUpperCase())
  return [
    asset,
    ...(letter === undefined ? [] : [letter]),
    ...ends.map((end) => `${chain}.${ticker}-${end}`),
    ...(contract === '' ? [] : [`${chain}.${ticker}`]),
  ].filter((word) => isWordFor(word, asset, pools))
}

/** Base units of a token in THORChain's hundred-millionths. */
export function toThorUnits(units: bigint, { decimals }: Token, rounding: 'down' | 'up'): bigint {
  if (decimals <= 8) return units * 10n ** BigInt(8 - decimals)
  const step = 10n ** BigInt(decimals - 8)
  return rounding === 'up' ? (units + step - 1n) / step : units / step
}

/** Hundred-millionths in base units of a token, cut where it has fewer digits. */
export function fromThorUnits(amount: bigint, { decimals }: Pick<Token, 'decimals'>): bigint {
  return decimals <= 8 ? amount / 10n ** BigInt(8 - decimals) : amount * 10n ** BigInt(decimals - 8)
}

/** An address as a memo can carry it: a colon would end it, and nodes refuse the prefix of BCH. */
export function memoAddress(address: string): string {
  return address.replace(/^bitcoincash:/i, '')
}

/** THORChain's own payouts have no transaction of their own: their number is all zeros. */
export function isNoHash(id: string): boolean {
  return /^(?:0x)?0+$/i.test(id)
}

/** A transaction's number as its own chain writes it. */
export function hashFor(blockchain: BlockchainId, id: string): string {
  const hex = /^(?:0[xX])?([0-9a-fA-F]{64})$/.exec(id)?.[1]
  if (hex === undefined) return id
  return isEvmChain(chainById(blockchain)) ? `0x${hex.toLowerCase()}` : hex.toLowerCase()
}
