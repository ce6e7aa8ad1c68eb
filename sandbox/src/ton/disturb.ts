import type { Cell } from '@ton/core'
import type { FaultBoard } from '../faults.ts'
import { routerAddress, type TonAddresses } from './addresses.ts'
import type { Followed } from './follow.ts'
import type { TonMachine } from './machine.ts'
import { masterOf, planTonPools } from './seedTon.ts'

// Faults of a message on the chain itself, caused by changing accounts for that one message: earlier
// queries saw the true ones.

/** Accounts as the message finds them, where that differs from how they are. */
export type Disturbance = Map<string, string>

export type DisturbContext = {
  machine: TonMachine
  places: TonAddresses
  faults: FaultBoard
  account: (address: string) => string
}

/** Enough for a wallet to take its message, not to send anything on. */
const emptyWalletCoins = 30_000_000n
/** The services of the chain's one exchange: a fault of one of them is executed by its contracts. */
const exchangeServices = ['STONFI', 'COFFEE_SWAP']
/** Basis points of a swap that a pool retains: no minimum is met. */
const greedyFeeBps = 9_900

export function disturb(context: DisturbContext, message: Cell): Disturbance {
  const { machine, faults, account } = context
  const { info } = machine.core.loadMessage(message.beginParse())
  const changed: Disturbance = new Map()
  if (info.type !== 'external-in') return changed
  if (faults.read('TON', 'no-funds') !== null) {
    const wallet = info.dest.toRawString()
    changed.set(wallet, machine.withBalance(account(wallet), emptyWalletCoins))
  }
  const isOn = (fault: string): boolean =>
    exchangeServices.some((service) => faults.read(service, fault) !== null)
  if (isOn('stall')) {
    changed.set(routerAddress, machine.withCode(account(routerAddress), machine.core.Cell.EMPTY))
  }
  if (isOn('refund') || faults.read('TON', 'refund') !== null) {
    for (const pool of poolAddresses(context)) {
      changed.set(pool, withFee(machine, account(pool), greedyFeeBps))
    }
  }
  return changed
}

/** Restores what was changed only for the message. */
export function settle(
  context: DisturbContext,
  disturbance: Disturbance,
  { accounts }: Followed,
): void {
  const { machine, account } = context
  const pools = new Set(poolAddresses(context))
  for (const address of disturbance.keys()) {
    const after = accounts.get(address)
    if (after === undefined) continue
    const before = account(address)
    if (pools.has(address)) {
      accounts.set(address, withFee(machine, after, feeOf(machine, before)))
    } else if (address === routerAddress) {
      const { code } = machine.read(before)
      if (code === null) throw new Error('a router without code')
      accounts.set(address, machine.withCode(after, code))
    } else {
      const missing = machine.read(before).balance - emptyWalletCoins
      accounts.set(address, machine.withBalance(after, machine.read(after).balance + missing))
    }
  }
}

function poolAddresses({ places }: DisturbContext): string[] {
  return planTonPools().pairs.map(([a, b]) => places.pool(masterOf(a), masterOf(b)).address)
}

function feeOf(machine: TonMachine, pool: string): number {
  const { data } = machine.read(pool)
  if (data === null) throw new Error('a pool without data')
  const books = data.beginParse().loadRef().beginParse()
  books.loadCoins()
  books.loadCoins()
  return books.loadUint(16)
}

function withFee(machine: TonMachine, pool: string, feeBps: number): string {
  const { data } = machine.read(pool)
  if (data === null) throw new Error('a pool without data')
  const head = data.beginParse()
  const books = head.loadRef().beginParse()
  const { beginCell } = machine.core
  const changed = beginCell()
    .storeCoins(books.loadCoins())
    .storeCoins(books.loadCoins())
    .storeUint(feeBps, 16)
    .endCell()
  return machine.withData(pool, beginCell().storeSlice(head).storeRef(changed).endCell())
}
