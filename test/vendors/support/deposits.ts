/** The sandbox's servers of deposit exchanges, on scripted chains and a clock of their own. */
import { acceptTestForms } from '../../../src/chains/addresses/testForms.ts'
import { createExchange } from '../../../sandbox/src/deposit/exchange.ts'
import { depositServers } from '../../../sandbox/src/deposit/depositWorld.ts'
import { createScriptedLedger, scriptedAddress } from '../../../sandbox/src/deposit/scripted.ts'
import type { DepositProvider, Order } from '../../../sandbox/src/deposit/types.ts'
import { createFaultBoard, type FaultBoard } from '../../../sandbox/src/faults.ts'
import { readSwapMemo } from '../../../sandbox/src/servers/thorchainAssets.ts'
import { listen } from '../../../sandbox/src/servers/server.ts'
import { tokenOf } from '../../providers/depositSupport.ts'

export type VendorExchange = {
  /** Of its interface. */
  url: string
  faults: FaultBoard
  orders(): readonly Order[]
  /** The newest order is paid and runs to its end. */
  finish(): Promise<Order>
  now(): number
  close(): Promise<void>
}

/** Gets and pays out in every test. */
export const receiver = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
export const btcAddress = scriptedAddress('BITCOIN', 'refund')
export const [btc, usdc] = [tokenOf('BITCOIN', 'BTC'), tokenOf('ETH', 'USDC')]

export async function startDepositService(provider: DepositProvider): Promise<VendorExchange> {
  acceptTestForms(true)
  let nowMs = Date.now()
  const faults = createFaultBoard()
  const nothing = (): void => undefined
  const exchange = createExchange({
    store: { load: () => [], save: nothing, remove: nothing, clear: nothing },
    ledger: createScriptedLedger,
    faults,
    log: nothing,
    now: () => nowMs,
    readMemo: readSwapMemo,
  })
  const found = depositServers({ exchange, faults }).find(({ id }) => id === provider)
  if (found === undefined) throw new Error(`${provider} has no server`)
  const server = await listen(found.app)
  return {
    url: server.url + found.path,
    faults,
    orders: exchange.orders,
    now: () => nowMs,
    finish: async () => {
      const order = exchange.orders().at(-1)
      if (order === undefined) throw new Error(`${provider} has no order`)
      const payment = {
        hash: 'ab'.repeat(32),
        from: btcAddress,
        to: order.depositAddress,
        coinAddress: order.from.address,
        amount: order.amountIn,
        memo: order.depositMemo,
        atMs: nowMs,
      }
      await exchange.receive(payment, order.from.blockchain)
      for (let step = 0; step < 8; step += 1) {
        nowMs += 3_000 // longer than any step lasts
        await exchange.tick()
      }
      return order
    },
    close: async () => {
      acceptTestForms(false)
      await server.close()
    },
  }
}
