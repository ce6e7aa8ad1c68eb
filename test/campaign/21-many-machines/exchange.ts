/** The upstreams of the row: price sources, and an exchange that opens an order for each request. */
import { createHash } from 'node:crypto'
import { bech32 } from '@scure/base'
import type { UpstreamAnswer } from '../support/upstreams.ts'
import { answerExchange, answerJson } from '../support/upstreams.ts'

export type CountingExchange = {
  answer: UpstreamAnswer
  /** Deposit addresses by the amount of their orders, in the order in which they were opened. */
  orders: ReadonlyMap<string, readonly string[]>
  /** When requests of the exchange arrived, Unix milliseconds. */
  arrivals: readonly number[]
}

/** An order takes a moment, so that callers of the same quote meet. */
export function createCountingExchange(pause: () => Promise<void>): CountingExchange {
  const byNumber = new Map<string, object>()
  const orders = new Map<string, string[]>()
  const arrivals: number[] = []
  return {
    orders,
    arrivals,
    answer: async ({ path, body }, response) => {
      const isExchange = ['/rate?', '/currencies/', '/transactions'].some((start) =>
        path.startsWith(start),
      )
      if (isExchange) arrivals.push(Date.now())
      if (path.startsWith('/currencies/')) {
        answerJson(response, [{ network: 'BTC' }, { network: 'ETH' }])
      } else if (path.startsWith('/transactions/')) {
        const order = byNumber.get(path.split('/').at(-1) ?? '')
        answerJson(response, order ?? { message: 'unknown' }, order === undefined ? 404 : 200)
      } else if (path === '/transactions') {
        await pause()
        const number = `order${String(byNumber.size).padStart(10, '0')}`
        const wanted: Wanted = JSON.parse(body)
        const depositAddress = bitcoinAddress(byNumber.size)
        const order = toOrder(number, depositAddress, wanted)
        byNumber.set(number, order)
        const amount = String(wanted.amount)
        orders.set(amount, [...(orders.get(amount) ?? []), depositAddress])
        answerJson(response, order, 201)
      } else answerExchange(path, response)
    },
  }
}

type Wanted = {
  coinFrom: string
  networkFrom: string
  coinTo: string
  networkTo: string
  amount: number
  withdrawalAddress: string
  refundAddress?: string
  rateType: string
}

/** As https://exolix.com/developers shows it (read 2026-11). */
function toOrder(id: string, depositAddress: string, wanted: Wanted): object {
  return {
    id,
    amount: wanted.amount,
    amountTo: 29.5,
    coinFrom: { coinCode: wanted.coinFrom, network: wanted.networkFrom },
    coinTo: { coinCode: wanted.coinTo, network: wanted.networkTo },
    depositAddress,
    withdrawalAddress: wanted.withdrawalAddress,
    refundAddress: wanted.refundAddress ?? null,
    rateType: wanted.rateType,
    status: 'wait',
  }
}

/** A valid address of its own for each number (BIP 173). */
export function bitcoinAddress(number: number): string {
  const program = createHash('sha256').update(String(number)).digest().subarray(0, 20)
  return bech32.encode('bc', [0, ...bech32.toWords(program)])
}
