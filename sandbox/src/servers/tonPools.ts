import { isSameTonAddress } from '../../../src/chains/ton/address.ts'
import { swapOut } from '../ton/exchange.ts'
import { tokenOfMaster } from '../ton/addresses.ts'
import type { TonExchange, TonPool } from '../ton/types.ts'
import type { SandboxTokenRow } from '../seed/tokens.ts'

// The one exchange of the sandbox's TON chain, as several services offer it.

/** A swap as one pool would carry it out now; masters as the pool names them. */
export type PoolSwap = {
  pool: TonPool
  sold: SandboxTokenRow
  bought: SandboxTokenRow
  soldMaster: string
  boughtMaster: string
  units: bigint
  /** What comes out, exactly as the contract counts it. */
  out: bigint
  /** What would come out at the price before the swap, the pool's fee off. */
  atMidPrice: bigint
  reserves: { before: [bigint, bigint]; after: [bigint, bigint] }
}

/** Null where no pool has both tokens. @param soldMaster of the proxy TON for the coin */
export async function poolSwap(
  exchange: TonExchange,
  soldMaster: string,
  boughtMaster: string,
  units: bigint,
): Promise<PoolSwap | null> {
  const [sold, bought] = [tokenOfMaster(soldMaster), tokenOfMaster(boughtMaster)]
  if (sold === null || bought === null) return null
  const pool = await exchange.pool(soldMaster, boughtMaster)
  if (pool === null) return null
  const sells = isSameTonAddress(pool.tokenA, soldMaster) ? 'A' : 'B'
  const out = swapOut(pool, units, sells)
  const { reserveA, reserveB, feeBps } = pool
  const before: [bigint, bigint] = sells === 'A' ? [reserveA, reserveB] : [reserveB, reserveA]
  const kept = (units * BigInt(10_000 - feeBps)) / 10_000n
  return {
    pool,
    sold,
    bought,
    soldMaster,
    boughtMaster,
    units,
    out,
    atMidPrice: (kept * before[1]) / before[0],
    reserves: { before, after: [before[0] + units, before[1] - out] },
  }
}

/** `part / whole` as a decimal with 18 digits behind the point; rounded down. */
export function shareText(part: bigint, whole: bigint): string {
  if (whole === 0n) return '0'
  const scaled = ((part < 0n ? 0n : part) * 10n ** 18n) / whole
  const digits = scaled.toString().padStart(19, '0')
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`
}
