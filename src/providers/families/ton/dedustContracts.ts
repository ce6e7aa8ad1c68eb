import { readBoc } from '../../../chains/ton/boc.ts'
import { buildCell, type CellBuilder } from '../../../chains/ton/builder.ts'
import type { Cell } from '../../../chains/ton/cell.ts'
import { addressOfState } from '../../../chains/ton/message.ts'
import { readCell } from '../../../chains/ton/reader.ts'
import type { Token } from '../../../core/token.ts'
import type { ProviderContext } from '../../types.ts'
import { readOwnWord } from './chainReads.ts'
import { pinnedAddress } from './pinned.ts'
import { masterOf } from './tokens.ts'

// DeDust's contracts: one factory makes all vaults and pools, each at the address that follows from
// what it is for, so that they are computed and nobody is asked (T2).
// https://github.com/dedust-io/sdk src/contracts/dex/proofs.ts (read 2026-11)

const factory = 'EQBfBWT7X2BHg9tXAxzhz2aKiNTU1tpt5NsiK0uSDW_YAJ67'
/** Every contract begins with this code, which only takes its own from the factory. */
const blankCode =
  'te6ccgEBBAEAlgABFP8A9KQT9LzyyAsBAgJwAwIACb8pMvg8APXeA6DprkP0gGBB2onai9qPHDK3AgFA4LEAIZGWCgOe' +
  'LAP0BQDXnoGSA/YB2s/ay9rI4v/aIxx72omh9IGmDqJljgvlwgcIHgmmPgMEITZ1R/V0K+XoB6Z+AmGpph4CA6hD9ghD' +
  'odo92qYgjCCLBAHKTdqHsdqD2+ID5f8='
const vaultType = 1
const poolType = 2
/** A token as DeDust's contracts name it. */
type Asset = Cell

/** Raw; makes all vaults and pools. */
export function dedustFactory(): string {
  return pinnedAddress(factory)
}

/** Raw; where TON is sent to be swapped. */
export function dedustNativeVault(): string {
  return madeByFactory(vaultType, (data) => data.uint(0, 4))
}

/** The vault that takes a token, raw. */
export function dedustVaultOf(token: Token): string {
  return madeByFactory(vaultType, (data) => data.append(assetOf(token)))
}

/**
 * Follows a swap through its pools: whether each is the factory's, and whether they lead from the
 * one token to the other. A pool says itself what is between, and its address proves it.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when TON does not tell what a pool says
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
  return pools.length > 0 && asset.hash === end.hash
}

/** What a pool gives for an asset; null for one that is not the factory's, or does not take it. */
async function behindPool(
  pool: string,
  asset: Asset,
  context: ProviderContext,
): Promise<Asset | null> {
  const items = await readOwnWord(pool, 'get_assets', context)
  const told = items.flatMap((item) => ('boc' in item ? (readAsset(item.boc) ?? []) : []))
  return told.find((other) => isPoolOf(pool, asset, other)) ?? null
}

/** Volatile or stable; which of the two assets is named first is the factory's to say. */
function isPoolOf(pool: string, a: Asset, b: Asset): boolean {
  return [false, true].some((isStable) => {
    const poolOf = (first: Asset, second: Asset): string =>
      madeByFactory(poolType, (data) => data.bit(isStable).append(first).append(second))
    return pool === poolOf(a, b) || pool === poolOf(b, a)
  })
}

function madeByFactory(type: number, write: (data: CellBuilder) => CellBuilder): string {
  const data = write(buildCell().address(dedustFactory()).uint(type, 8)).cell()
  const cell = buildCell().uint(0, 2).maybeRef(readBoc(blankCode)).maybeRef(data).bit(false).cell()
  return addressOfState({ cell })
}

function assetOf(token: Token): Asset {
  if (token.native) return buildCell().uint(0, 4).cell()
  const [workchain = '0', hash = ''] = masterOf(token).split(':')
  const bytes = Buffer.from(hash, 'hex')
  return buildCell().uint(1, 4).int(Number(workchain), 8).bytes(bytes).cell()
}

/** Null for what is neither TON nor a jetton: then two names could be read as two others. */
function readAsset(boc: string): Asset | null {
  try {
    const asset = readBoc(boc)
    const reader = readCell(asset)
    const tag = reader.uint(4)
    const isNamed = (tag === 0 && asset.bits === 4) || (tag === 1 && asset.bits === 268)
    return isNamed && !asset.exotic && asset.refs.length === 0 ? asset : null
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}
