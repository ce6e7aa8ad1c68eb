import * as z from 'zod/mini'

import { chainById, isEvmChain } from '../../chains/chains.ts'
import { builtInTokens, nativeToken } from '../../chains/tokens.ts'
import { type BlockchainId, isBlockchainId } from '../../core/blockchainIds.ts'
import { Decimal, toUnits } from '../../core/decimals.ts'
import type { Token } from '../../core/token.ts'
import { isContractOf } from '../kits/deposit/coins.ts'
import type { ProviderName } from '../kits/errors.ts'
import { readAmount } from '../kits/deposit/money.ts'
import type { ExchangeCoin } from '../kits/deposit/rate.ts'
import table from './thorchain.json' with { type: 'json' }

export const poolsWire = z.array(
  z.object({
    asset: z.string(),
    /** `Available`, `Staged`, `Suspended`. */
    status: z.string(),
  }),
)
export type ThorPools = z.output<typeof poolsWire>

/** Nodes have no keys; a caller can only set a client name. */
export const thorchain: ProviderName = { name: 'THORChain', keyVariable: null }

/**
 * Chains and their coins (https://dev.thorchain.org/concepts/asset-notation.html, read 2026-11),
 * and the memo bytes on chains that can be sources: those where a plain transfer carries a memo a
 * person can copy. EVM coins need it as calldata and tokens as a router call, RIPPLE as an object
 * that no tag replaces, THOR_CHAIN as its own message type.
 */
type Row = { asset: string; memoBytes?: number }
const rows: Readonly<Partial<Record<BlockchainId, Row>>> = table.chains

export const thorBlockchains = Object.keys(rows).filter(isBlockchainId)

/** Maximum memo bytes on the chain; null for chains that cannot be sources. */
export function memoRoom(blockchain: BlockchainId): number | null {
  return rows[blockchain]?.memoBytes ?? null
}

/** Whether the memo is an extra output, which few wallets support. */
export function needsOutput(blockchain: BlockchainId): boolean {
  return memoRoom(blockchain) === 80
}

/** THORChain's code of a chain. */
export function chainCode(blockchain: BlockchainId): string {
  return rows[blockchain]?.asset.split('.')[0] ?? ''
}

/** The asset of a token: coins by their name, tokens by the contract of an open pool. */
export function findAsset(token: Token, pools: ThorPools): ExchangeCoin | null {
  const asset = token.native
    ? rows[token.blockchain]?.asset
    : pools.find((pool) => isTokenOf(token, pool.asset))?.asset
  // RUNE is the other side of every pool and has no pool itself.
  const isOpen = pools.some((pool) => pool.asset === asset && pool.status === 'Available')
  if (asset === undefined || (asset !== 'THOR.RUNE' && !isOpen)) return null
  const aliases = aliasesOf(asset, pools)
  return {
    code: asset,
    network: '',
    names: { aliases, includes: (name) => isAliasOf(name, asset, pools) },
  }
}

function isTokenOf(token: Token, asset: string): boolean {
  const [chain, , contract] = partsOf(asset)
  const isThere = isEvmChain(chainById(token.blockchain)) && chain === chainCode(token.blockchain)
  return isThere && contract !== '' && isContractOf(token, contract)
}

/** Splits `ETH.USDC-0XA0B8…`; the contract as `0x…`. */
function partsOf(asset: string): readonly [chain: string, ticker: string, contract: string] {
  const [, chain = '', ticker = '', contract = ''] =
    /^([A-Z0-9]{2,10})\.([A-Z0-9.]{1,20})(?:-(.{1,80}))?$/i.exec(asset) ?? []
  return [chain.toUpperCase(), ticker.toUpperCase(), contract.replace(/^0X/, '0x')]
}

/** The built-in token of an asset; null if unknown. */
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
 * https://dev.thorchain.org/concepts/memo-length-reduction.html and the node's own table,
 * common/asset.go (read 2026-11). Quotes use them.
 */
const shortCodes: Readonly<Partial<Record<string, string>>> = table.shortCodes

/** The full name of a short code; other text is returned unchanged. */
export function fullName(name: string): string {
  return (Object.hasOwn(shortCodes, name) ? shortCodes[name] : undefined) ?? name
}

/**
 * Whether a memo's asset text can only mean this asset: its full name, its short code, or an
 * abbreviation that matches no other pool.
 */
export function isAliasOf(name: string, asset: string, pools: ThorPools): boolean {
  if (fullName(name).toUpperCase() === asset.toUpperCase()) return true
  const meant = pools.filter((pool) => isAbbreviation(name, pool.asset))
  return meant.length === 1 && meant[0]?.asset === asset
}

function isAbbreviation(name: string, asset: string): boolean {
  const [chain, ticker, contract] = partsOf(asset)
  const [nameChain, nameTicker, end] = partsOf(name)
  const isNamed = nameChain === chain && nameTicker === ticker && contract !== ''
  return isNamed && contract.toUpperCase().endsWith(end.replace(/^0x/, '').toUpperCase())
}

/** Memo texts for an asset, from the safest to the shortest. */
export function aliasesOf(asset: string, pools: ThorPools): string[] {
  const letter = Object.keys(shortCodes).find((code) => shortCodes[code] === asset)
  const [chain, ticker, contract] = partsOf(asset)
  const ends = contract === '' ? [] : [10, 5].map((count) => contract.slice(-count).toUpperCase())
  return [
    asset,
    ...(letter === undefined ? [] : [letter]),
    ...ends.map((end) => `${chain}.${ticker}-${end}`),
    ...(contract === '' ? [] : [`${chain}.${ticker}`]),
  ].filter((name) => isAliasOf(name, asset, pools))
}

/** Base units to THORChain's units of 1e-8. */
export function toThorUnits(
  units: bigint,
  { decimals }: Pick<Token, 'decimals'>,
  rounding: 'down' | 'up',
): bigint {
  return toUnits(new Decimal(String(units)), 8 - decimals, rounding)
}

/** Units of 1e-8 to base units. */
export function fromThorUnits(
  amount: bigint,
  token: Pick<Token, 'decimals'>,
  rounding: 'down' | 'up' = 'down',
): bigint {
  return readAmount({ digits: 8 }, amount, token, rounding)
}

/** An address for a memo: without the BCH prefix, whose colon would end the field. */
export function memoAddress(address: string): string {
  return address.replace(/^bitcoincash:/i, '')
}

/** Payouts on THORChain itself have no transaction: their id is all zeros. */
export function isNoHash(id: string): boolean {
  return /^(?:0x)?0+$/i.test(id)
}

/** A transaction id in its chain's spelling. */
export function hashFor(blockchain: BlockchainId, id: string): string {
  const hex = /^(?:0[xX])?([0-9a-fA-F]{64})$/.exec(id)?.[1]
  if (hex === undefined) return id
  return isEvmChain(chainById(blockchain)) ? `0x${hex.toLowerCase()}` : hex.toLowerCase()
}
