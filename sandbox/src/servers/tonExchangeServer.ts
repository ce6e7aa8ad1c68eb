import type { Hono } from 'hono'
import type { FaultBoard } from '../faults.ts'
import type { Manners } from './manners.ts'
import { createServer, type LoopbackEnv, type RefusalError } from './server.ts'
import { isSameTonAddress } from '../../../src/chains/ton/address.ts'
import { readBoc } from '../../../src/chains/ton/boc.ts'
import { readCell } from '../../../src/chains/ton/reader.ts'
import type { TonChainTransaction } from '../../../src/core/tonChain.ts'
import type { SandboxTokenRow } from '../seed/tokens.ts'
import { tokenOfMaster } from '../ton/addresses.ts'
import { swapOut } from '../ton/exchange.ts'
import type { TonExchange, TonPool } from '../ton/types.ts'

// The one exchange of the sandbox's TON chain, as several services offer it. A dialect is a
// service's own protocol: its routes, names and errors, and the messages it asks for.

export type TonDialect = Manners & {
  target: 'STONFI' | 'COFFEE_SWAP'
  noPool: () => RefusalError
}

export type TonExchangeServer = {
  app: Hono<LoopbackEnv>
  /** Null when it is off. */
  fault(name: string): number | null
  /**
   * @param soldMaster of the proxy TON for the coin
   * @throws RefusalError `noPool`
   */
  swap(soldMaster: string, boughtMaster: string, units: bigint): Promise<PoolSwap>
  /** The result of an owner's swap with this number, by STON.fi's names. */
  status(owner: string, queryId: string): Promise<Record<string, string>>
}

export function createTonExchangeServer(
  dialect: TonDialect,
  exchange: TonExchange,
  faults: FaultBoard,
): TonExchangeServer {
  const { target, noPool } = dialect
  const fault = (name: string): number | null => faults.read(target, name)
  return {
    app: createServer(target, faults, dialect),
    fault,
    swap: async (soldMaster, boughtMaster, units) => {
      const swap = await poolSwap(exchange, soldMaster, boughtMaster, units)
      if (swap === null || swap.out === 0n || fault('refuse') !== null) throw noPool()
      return swap
    },
    status: async (owner, queryId) =>
      fault('forget') === null ? swapStatus(exchange, owner, queryId) : { '@type': 'NotFound' },
  }
}

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

/** Null where no pool has both tokens. */
async function poolSwap(
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
  const net = (units * BigInt(10_000 - feeBps)) / 10_000n
  return {
    pool,
    sold,
    bought,
    soldMaster,
    boughtMaster,
    units,
    out,
    atMidPrice: (net * before[1]) / before[0],
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

/** Pool to router: this much to this one, and how it ended. */
const payTo = 0x657b54f5

/** The exit codes of a swap at the exchange's contracts, and the API's names for them. */
const exitNames: Readonly<Record<number, string>> = {
  0xc64370e5: 'swap_ok',
  0x45078540: 'swap_ok_ref',
  0x1ec28412: 'swap_refund_tx_expired',
  0x5ffe1295: 'swap_refund_no_liq',
  0x5f954434: 'swap_refund_0_out',
  0x39603190: 'swap_refund_slippage',
}

/** A swap as the router paid it out or gave it back. */
type Payout = {
  queryId: bigint
  caller: string | null
  exitCode: number
  amounts: [bigint, bigint]
}

async function swapStatus(
  exchange: TonExchange,
  owner: string,
  queryId: string,
): Promise<Record<string, string>> {
  for (const transaction of await exchange.routerTransactions()) {
    const payout = readPayout(transaction)
    const isIt = payout !== null && String(payout.queryId) === queryId
    if (!isIt || payout.caller === null || !isSameTonAddress(payout.caller, owner)) continue
    return {
      '@type': 'Found',
      address: exchange.router,
      tx_hash: transaction.hash,
      exit_code: exitNames[payout.exitCode] ?? `unknown_${payout.exitCode.toString(16)}`,
      query_id: queryId,
      coins: String(payout.amounts[0] + payout.amounts[1]),
      logical_time: String(transaction.lt),
      balance_deltas: payout.amounts.join(','),
    }
  }
  return { '@type': 'NotFound' }
}

function readPayout({ inMessage }: TonChainTransaction): Payout | null {
  if (inMessage?.opcode !== payTo || inMessage.body === null) return null
  const reader = readCell(readBoc(inMessage.body))
  reader.uint(32)
  const queryId = reader.big(64)
  reader.address()
  reader.address()
  const caller = reader.address()
  const exitCode = reader.uint(32)
  reader.maybeRef()
  const assets = readCell(reader.ref())
  assets.coins()
  const first = assets.coins()
  assets.address()
  return { queryId, caller, exitCode, amounts: [first, assets.coins()] }
}
