import type { SwapStatus } from '../../src/core/status.ts'
import { btc, plainHash } from '../providers/depositSupport.ts'
import { type DepositWorld, receiver, usdc } from './depositCli.ts'
import { type CliRun, documentOf } from './runMain.ts'

export const refund = btc('refund')
export const order = `deposit 0.01 btc:BTC to eth:USDC --receiver ${receiver} --refund-to ${refund} --best --yes`
export const payment = plainHash('payment')

/** The exchange returns one answer after the other, one per poll. */
export function playing(world: DepositWorld, ...script: (() => Partial<SwapStatus>)[]): void {
  const left = [...script]
  world.onSleep = () => {
    const next = left.shift()
    if (next !== undefined) world.exchange.say(next())
  }
}

export const steps: (() => Partial<SwapStatus>)[] = [
  () => ({ subStatus: 'CONFIRMING', sourceTxHash: payment }),
  () => ({ subStatus: 'EXCHANGING' }),
  () => ({ subStatus: 'SENDING' }),
]
export const delivered =
  (world: DepositWorld, amount = 593_000_000n) =>
  (): Partial<SwapStatus> => ({
    status: 'SUCCESS',
    destinationTxHash: world.chain.payOut(usdc.address, receiver, amount),
  })
export const receiptIdOf = (run: CliRun): string => {
  const { data } = documentOf(run)
  const { receiptId } = data as { receiptId: string }
  return receiptId
}
export const depositAddress = (world: DepositWorld): string =>
  world.exchange.orders[0]?.transaction.depositAddress ?? 'none'
