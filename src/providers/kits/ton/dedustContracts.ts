import { readBoc } from '../../../chains/ton/boc.ts'
import { addressBits, addressOfContract, cellOfBits, uintBits } from '../../../chains/ton/derive.ts'
import { readCell } from '../../../chains/ton/reader.ts'
import type { Token } from '../../../core/token.ts'
import type { ProviderContext } from '../../types.ts'
import { readClaim } from '../../../evidence/tonContracts.ts'
import { pinnedAddress } from './pinned.ts'
import { masterOf } from './tokens.ts'

// DeDust's contracts: one factory creates all vaults and pools, each at an address derived from its
// purpose, so they are computed here (T2). https://github.com/dedust-io/sdk
// src/contracts/dex/proofs.ts (read 2026-11)

const factory = 'EQBfBWT7X2BHg9tXAxzhz2aKiNTU1tpt5NsiK0uSDW_YAJ67'
/** Initial code of every contract; it only loads the real code from the factory. */
const blankCode =
  'te6ccgEBBAEAlgABFP8A9KQT9LzyyAsBAgJwAwIACb8pMvg8APXeA6DprkP0gGBB2onai9qPHDK3AgFA4LEAIZGWCgOe' +
  'LAP0BQDXnoGSA/YB2s/ay9rI4v/aIxx72omh9IGmDqJljgvlwgcIHgmmPgMEITZ1R/V0K+XoB6Z+AmGpph4CA6hD9ghD' +
  'odo92qYgjCCLBAHKTdqHsdqD2+ID5f8='
const vaultType = 1
const poolType = 2
/** A token as DeDust's contracts encode it; bits as text. */
type Asset = string

const coin: Asset = '0000'

/** Raw; creates all vaults and pools. */
export function dedustFactory(): string {
  return pinnedAddress(factory)
}

/** Raw; where TON is sent to be swapped. */
export function dedustNativeVault(): string {
  return madeByFactory(vaultType, coin)
}

/** The vault that takes a token, raw. */
export function dedustVaultOf(token: Token): string {
  return madeByFactory(vaultType, assetOf(token))
}

/**
 * Whether a chain of factory pools leads from one token to the other. Each pool names its assets,
 * and its address proves them.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when TON does not answer for a pool
 */
export async function leadsThroughPools(
  pools: readonly string[],
  src: Token,
  dst: Token,
  context: ProviderContext,
): Promise<boolean> {
  const end = assetOf(dst)
  let asset = assetOf(src)
  for (const pool of pools) {
    const next = isPoolOf(pool, asset, end) ? end : await behindPool(pool, asset, context)
    if (next === null) return false
    asset = next
  }
  return pools.length > 0 && asset === end
}

/** The other asset of a pool; null if the pool is not the factory's or does not have the asset. */
async function behindPool(
  pool: string,
  asset: Asset,
  context: ProviderContext,
): Promise<Asset | null> {
  const items = await readClaim(pool, 'get_assets', context)
  const assets = items.flatMap((item) => ('boc' in item ? (readAsset(item.boc) ?? []) : []))
  return assets.find((other) => isPoolOf(pool, asset, other)) ?? null
}

/** Volatile or stable; the factory decides the order of the two assets. */
function isPoolOf(pool: string, a: Asset, b: Asset): boolean {
  const kinds = ['0', '1'].flatMap((stable) => [`${stable}${a}${b}`, `${stable}${b}${a}`])
  return kinds.some((kind) => pool === madeByFactory(poolType, kind))
}

/** @param purpose bits that follow the factory and the type in the contract's first data */
function madeByFactory(type: number, purpose: string): string {
  const data = cellOfBits(`${addressBits(dedustFactory())}${uintBits(type, 8)}${purpose}`)
  return addressOfContract(readBoc(blankCode), data)
}

/** A jetton is a 1 and its master, without the first three bits of an address. */
function assetOf(token: Token): Asset {
  return token.native ? coin : `0001${addressBits(masterOf(token)).slice(3)}`
}

/** Null for anything but TON and jettons: two encodings could otherwise be read as two others. */
function readAsset(boc: string): Asset | null {
  try {
    const reader = readCell(readBoc(boc))
    const { bitsLeft } = reader
    const asset = uintBits(reader.big(bitsLeft), bitsLeft)
    reader.end()
    return asset === coin || (asset.startsWith('0001') && bitsLeft === 268) ? asset : null
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}
