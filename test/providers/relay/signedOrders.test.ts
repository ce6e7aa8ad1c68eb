/**
 * Deposits as Relay's documentation shows them, with the orders they commit to: "Price
 * Stabilization", relayprotocol/relay-docs features/price-stabilization.mdx, 2026-07-24.
 */
import { expect, test } from 'vitest'

import { readCall } from '../../../src/chains/evm/readCall.ts'
import { encodeStruct } from '../../../src/chains/evm/structs.ts'
import { depositCalls, orderTypes } from '../../../src/providers/relay/order.ts'
import { evm } from '../depositSupport.ts'
import recorded from './signedOrders.json' with { type: 'json' }

const calls = depositCalls({ blockchain: 'BASE', to: evm('depository'), chainOf: () => null })
const amounts = /^(?:salt|amount|weight|minimumAmount|expectedAmount)$/

function signed({ data, order }: Pick<(typeof recorded)[number], 'data' | 'order'>): string {
  const value = JSON.parse(JSON.stringify(order), (key, each: unknown) =>
    amounts.test(key) ? BigInt(String(each)) : each,
  ) as object
  return `${data}${encodeStruct({ types: orderTypes, name: 'Order', value }).slice(2)}`
}

test.each(recorded.map((one) => [one.name, one] as const))('%s', (_name, one) => {
  const [payment] = one.order.output.payments
  expect(readCall('relay', calls, signed(one))).toEqual({
    method: 'depositErc20',
    recipient: payment?.recipient,
    srcToken: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    dstToken: payment?.currency,
    amountIn: 100_000_000n,
    minOut: BigInt(payment?.minimumAmount ?? 0),
    dst: 'ARBITRUM',
    refundTo: payment?.recipient,
    powers: [{ may: 'claim', holder: payment?.recipient, blockchain: 'BASE' }],
    deadlineSeconds: BigInt(one.order.output.deadline),
  })
})

test('an order whose minimum is lower is not the one of the number', () => {
  const [one] = structuredClone(recorded)
  const payment = one?.order.output.payments[0]
  if (one === undefined || payment === undefined) throw new Error('no recording')
  payment.minimumAmount = '1'
  expect(() => readCall('relay', calls, signed(one))).toThrow('commits to an order other than')
})
