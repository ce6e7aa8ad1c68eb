import { buildCell } from '../../../chains/ton/builder.ts'
import { readBoc, writeBoc } from '../../../chains/ton/boc.ts'
import type { Token } from '../../../core/token.ts'
import type { TonStackItem } from '../../../http/toncenterTypes.ts'
import type { ProviderContext } from '../../types.ts'
import { derivedAddress, readOwnWord } from './chainReads.ts'
import { pinnedAddress } from './pinned.ts'
import { masterOf } from './tokens.ts'

// DeDust's contracts: one factory makes all vaults and pools, and tells where they are.
// https://docs.dedust.io/reference/factory (read 2026-11)

const factory = 'EQBfBWT7X2BHg9tXAxzhz2aKiNTU1tpt5NsiK0uSDW_YAJ67'
const nativeVault = 'EQDa4VOnTYlLvDJ0gZjNYm5PXfSmmtL6Vs6A_CZEtXCNICq_'
/** Kinds of pools as the factory numbers them: volatile and stable. */
const poolKinds = [0n, 1n] as const

/** Raw; where TON is sent to be swapped. */
export function dedustNativeVault(): string {
  return pinnedAddress(nativeVault)
}

/** Raw; makes all vaults and pools. */
export function dedustFactory(): string {
  return pinnedAddress(factory)
}

/** The vault that takes a token, raw. @throws SwaprouteError as `derivedAddress` */
export async function dedustVaultOf(token: Token, context: ProviderContext): Promise<string> {
  if (token.native) return dedustNativeVault()
  const args: TonStackItem[] = [{ type: 'slice', boc: assetOf(token) }]
  return derivedAddress(dedustFactory(), 'get_vault_address', args, context)
}

/**
 * Follows a swap through its pools: whether each is the factory's, and whether they lead from the
 * one token to the other.
 * @throws SwaprouteError as `derivedAddress`
 */
export async function leadsThroughPools(
  pools: readonly string[],
  src: Token,
  dst: Token,
  context: ProviderContext,
): Promise<boolean> {
  let asset = assetOf(src)
  for (const pool of pools) {
    const assets = await assetsOfPool(pool, context)
    const next = assets === null ? undefined : assets.find((other) => other !== asset)
    const isBetween = assets?.includes(asset) === true && next !== undefined
    if (!isBetween || !(await isPool(pool, assets, context))) return false
    asset = next
  }
  return pools.length > 0 && asset === assetOf(dst)
}

/** Both assets by the pool's own word, which the factory confirms or not. */
async function assetsOfPool(pool: string, context: ProviderContext): Promise<string[] | null> {
  const items = await readOwnWord(pool, 'get_assets', context)
  const assets = items.flatMap((item) => ('boc' in item ? [canonical(item.boc)] : []))
  return assets.length === 2 ? assets : null
}

async function isPool(
  pool: string,
  assets: readonly string[],
  context: ProviderContext,
): Promise<boolean> {
  const slices = assets.map((boc): TonStackItem => ({ type: 'slice', boc }))
  for (const value of poolKinds) {
    const args: TonStackItem[] = [{ type: 'num', value }, ...slices]
    const made = await derivedAddress(dedustFactory(), 'get_pool_address', args, context)
    if (made === pool) return true
  }
  return false
}

/** A token as DeDust's contracts name it, as a bag of cells. */
function assetOf(token: Token): string {
  if (token.native) return writeBoc(buildCell().uint(0, 4).cell())
  const [workchain = '0', hash = ''] = masterOf(token).split(':')
  const bytes = Buffer.from(hash, 'hex')
  return writeBoc(buildCell().uint(1, 4).int(Number(workchain), 8).bytes(bytes).cell())
}

/** The same cell always as the same text, however a node writes its bags. */
function canonical(boc: string): string {
  try {
    return writeBoc(readBoc(boc))
  } catch (thrown) {
    if (thrown instanceof RangeError) return ''
    throw thrown
  }
}
