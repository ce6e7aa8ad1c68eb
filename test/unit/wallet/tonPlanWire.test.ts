import { beginCell } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { decodeTonPlan, encodeTonPlan } from '../../../src/wallet/tonPlanWire.ts'
import type { TonPlan } from '../../../src/wallet/types.ts'
import { thrownBy } from './support/errors.ts'
import { sampleTonPlan } from './support/tonPlans.ts'

const plan = sampleTonPlan('v5r1')
const [message] = plan.messages
if (message === undefined) throw new Error('no message')
const messages = (count: number) => Array.from({ length: count }, () => message)

test.each<[string, Partial<TonPlan>]>([
  ['the first transfer, which makes the wallet', { deploys: true, seqno: 0 }],
  ['the highest number', { seqno: 2 ** 32 - 1 }],
  ['the last time', { validUntilSeconds: 2 ** 32 - 1 }],
  ['the lowest network', { networkId: -(2 ** 31) }],
  ['the highest network', { networkId: 2 ** 31 - 1 }],
  ['four messages of version 4', { walletVersion: 'v4r2', messages: messages(4) }],
  ['255 messages of version 5', { messages: messages(255) }],
  ['nothing but a value', { messages: [{ ...message, payload: null }] }],
])('arrives as it was: %s', (_, change) => {
  const sent = { ...plan, ...change }
  expect(decodeTonPlan(encodeTonPlan(sent))).toEqual(sent)
})

describe('refuses', () => {
  test.each<[field: string, change: Record<string, unknown>]>([
    ['seqno', { seqno: 2 ** 32 }],
    ['validUntilSeconds', { validUntilSeconds: 2 ** 32 }],
    ['validUntilSeconds', { validUntilSeconds: -1 }],
    ['networkId', { networkId: -(2 ** 31) - 1 }],
    ['networkId', { networkId: 2 ** 31 }],
    ['sendMode', { sendMode: 4 }],
    ['deploys', { deploys: true, seqno: 1 }],
  ])('a wrong %s: %j', async (field, change) => {
    const text = JSON.stringify({ ...JSON.parse(encodeTonPlan(plan)), ...change })
    const error = await thrownBy(() => decodeTonPlan(text))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'T1', field } })
  })

  test('more messages than the wallet takes', async () => {
    const text = encodeTonPlan({ ...plan, messages: messages(256) })
    const error = await thrownBy(() => decodeTonPlan(text))
    expect(error.context).toEqual({ check: 'T1', field: 'messages' })
  })

  test('a payload of more than 100,000 characters', async () => {
    const payload = longBoc()
    expect(payload).toHaveLength(100_000)
    const wire = (text: string) =>
      encodeTonPlan({ ...plan, messages: [{ ...message, payload: text }] })
    expect(() => decodeTonPlan(wire(payload))).not.toThrow()
    // The bits behind the last four characters of base64 mean nothing.
    const error = await thrownBy(() => decodeTonPlan(wire(`${payload}A`)))
    expect(error.context).toEqual({ check: 'T1', field: 'messages.0.payload' })
  })
})

/** A chain of full cells, each another, of 75,000 bytes. */
function longBoc(): string {
  let cell = beginCell().storeBuffer(Buffer.alloc(45)).endCell()
  for (let index = 0; index < 572; index += 1) {
    cell = beginCell().storeBuffer(Buffer.alloc(127, index)).storeRef(cell).endCell()
  }
  return cell.toBoc().toString('base64')
}
