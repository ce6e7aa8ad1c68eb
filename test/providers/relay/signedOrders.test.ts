/** Deposits as Relay's documentation shows them: what is behind their number. */
import { expect, test } from 'vitest'

import { readCall } from '../../../src/chains/evm/readCall.ts'
import { encodeStruct } from '../../../src/chains/evm/structs.ts'
import { depositCalls, orderTypes } from '../../../src/providers/relay/order.ts'
import { evm } from '../depositSupport.ts'
import recorded from './signedOrders.json' with { type: 'json' }

const calls = depositCalls({ blockchain: 'BASE', to: evm('depository'), chainOf: () => null })

function signed({ data, order }: Pick<(typeof recorded)[number], 'data' | 'order'>): string {
  const value = JSON.parse(JSON.stringify(order), (key, each: unknown) =>
    /^(?:salt|amount|weight|minimumAmount|expectedAmount)$/.test(key) ? BigInt(String(each)) : each,
  ) as object
  return `${data}${encodeStruct({ types: orderTypes, name: 'Order', value }).slice(2)}`
}

test.each(recorded.map((one) => [one.source, one] as const))('%s', (_source, one) => {
  const { inputs, output } = one.order
  const read = () => readCall('relay', calls, signed(one))
  if (output.calls.length > 0 || inputs[0]?.payment.chainId !== 'base') {
    expect(read).toThrow(/contract on delivery|on another chain/)
    return
  }
  expect(read()).toMatchObject({
    recipient: output.payments[0]?.recipient,
    amountIn: BigInt(inputs[0].payment.amount),
    minOut: BigInt(output.payments[0]?.minimumAmount ?? 0),
    deadlineSeconds: BigInt(output.deadline),
  })
})

test('an order whose minimum is lower is not the one of the number', () => {
  const [one] = structuredClone(recorded)
  const payment = one?.order.output.payments[0]
  if (one === undefined || payment === undefined) throw new Error('no recording')
  expect(() => readCall('relay', calls, signed(one))).not.toThrow()
  payment.minimumAmount = '1'
  expect(() => readCall('relay', calls, signed(one))).toThrow('commits to an order other than')
})
