import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { BlockchainId } from '../../../../src/core/blockchainIds.ts'
import { createExchange, type Exchange } from '../../../../sandbox/src/deposit/exchange.ts'
import { coinsOf } from '../../../../sandbox/src/deposit/coins.ts'
import { createScriptedLedger } from '../../../../sandbox/src/deposit/scripted.ts'
import type { Ledger, Coin, NewOrder, Order } from '../../../../sandbox/src/deposit/types.ts'
import { createOrderStore } from '../../../../sandbox/src/deposit/store.ts'
import { readSwapMemo } from '../../../../sandbox/src/servers/thorchainAssets.ts'
import { createFaultBoard, type FaultBoard } from '../../../../sandbox/src/faults.ts'

/** An exchange on scripted chains and a clock of its own. */
export type TestExchange = {
  exchange: Exchange
  faults: FaultBoard
  /** Lets time pass, in steps of 100 ms, each with a tick. */
  pass(ms: number): Promise<void>
  /** Its process is killed and starts again: only what is on disk is left. */
  restart(): Exchange
  stateDir: string
}

export const startMs = Date.UTC(2026, 10, 21)

export function startExchange(
  ledger: (blockchain: BlockchainId) => Ledger = createScriptedLedger,
): TestExchange {
  const stateDir = mkdtempSync(join(tmpdir(), 'swaproute-deposits-'))
  onTestFinished(() => rmSync(stateDir, { recursive: true, force: true }))
  const faults = createFaultBoard()
  let nowMs = startMs
  const open = (): Exchange => {
    const log = (): void => undefined
    const store = createOrderStore(stateDir, log)
    return createExchange({ store, ledger, faults, log, now: () => nowMs, readMemo: readSwapMemo })
  }
  const world: TestExchange = {
    exchange: open(),
    faults,
    stateDir,
    pass: async (ms) => {
      for (let passed = 0; passed < ms; passed += 100) {
        nowMs += 100
        await world.exchange.tick()
      }
    },
    restart: () => (world.exchange = open()),
  }
  return world
}

export function coin(blockchain: BlockchainId, symbol: string): Coin {
  const found = coinsOf(blockchain).find((one) => one.symbol === symbol)
  if (found === undefined) throw new Error(`${blockchain} has no ${symbol}`)
  return found
}

/** 0.01 BTC for 600 USDC, floating, until an hour from the start. */
export function anOrder(change: Partial<NewOrder> = {}): NewOrder {
  return {
    provider: 'exolix',
    id: 'ex0001',
    rateType: 'float',
    from: coin('BITCOIN', 'BTC'),
    to: coin('ETH', 'USDC'),
    amountIn: 1_000_000n,
    amountOut: 600_000_000n,
    minOut: null,
    receiver: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
    receiverMemo: null,
    refundAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    refundMemo: null,
    expiresAtMs: startMs + 3_600_000,
    facts: {},
    memo: 'none',
    ...change,
  }
}

/** Pays into an order. */
export async function payInto(
  { exchange }: TestExchange,
  order: Order,
  change: { amount?: bigint; memo?: string | null; hash?: string; from?: string | null } = {},
): Promise<Order | null> {
  return exchange.receive(
    {
      hash: change.hash ?? 'aa'.repeat(32),
      from: change.from === undefined ? 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' : change.from,
      to: order.depositAddress,
      coinAddress: order.from.address,
      amount: change.amount ?? order.amountIn,
      memo: change.memo === undefined ? order.depositMemo : change.memo,
      atMs: exchange.now(),
    },
    order.from.blockchain,
  )
}
