/** What Chainflip's own client sends and reads, recorded (chainflipSdk.json explains how): with all that it
 * brings, that client takes over 120 MB. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { acceptTestForms } from '../../../../src/chains/addresses/testForms.ts'
import { type Exchange, createExchange } from '../../../../sandbox/src/deposit/exchange.ts'
import { scriptedAddress, createScriptedLedger } from '../../../../sandbox/src/deposit/scripted.ts'
import type { Order } from '../../../../sandbox/src/deposit/types.ts'
import { createFaultBoard } from '../../../../sandbox/src/faults.ts'
import { depositServers } from '../../../../sandbox/src/deposit/depositWorld.ts'
import { listen, type LoopbackServer } from '../../../../sandbox/src/servers/server.ts'
import recorded from './chainflipSdk.json' with { type: 'json' }

let exchange: Exchange
let nowMs = Date.now()
const servers: LoopbackServer[] = []
const urls: Record<string, string> = {}

beforeAll(async () => {
  acceptTestForms(true)
  const faults = createFaultBoard()
  const nothing = (): void => undefined
  const store = { load: () => [], save: nothing, remove: nothing, clear: nothing }
  exchange = createExchange({
    store,
    ledger: createScriptedLedger,
    faults,
    log: nothing,
    now: () => nowMs,
  })
  for (const { id, app, path } of depositServers({ exchange, faults })) {
    const server = await listen(app)
    servers.push(server)
    urls[id] = server.url + path
  }
})
afterAll(async () => {
  acceptTestForms(false)
  await Promise.all(servers.map((server) => server.close()))
})

const btcAddress = scriptedAddress('BITCOIN', 'refund')

/** The newest order of a provider is paid and runs to its end. */
async function finish(provider: string): Promise<Order> {
  const order = exchange.orders().findLast((one) => one.provider === provider)
  if (order === undefined) throw new Error(`${provider} has no order`)
  await exchange.receive(
    {
      hash: 'ab'.repeat(32),
      from: btcAddress,
      to: order.depositAddress,
      coinAddress: order.from.address,
      amount: order.amountIn,
      memo: order.depositMemo,
      atMs: nowMs,
    },
    order.from.blockchain,
  )
  for (let step = 0; step < 8; step += 1) {
    nowMs += 3_000 // longer than any step lasts
    await exchange.tick()
  }
  return order
}

describe('the recorded calls of the Chainflip SDK', () => {
  type Call = keyof typeof recorded.calls

  /** Sends a call as it was recorded, about the channel of this run. */
  const replay = async (name: Call, channelId = ''): Promise<unknown> => {
    const call = recorded.calls[name]
    const { method, path, headers } = call.request
    const answer = await fetch(
      (urls['chainflip'] ?? '') +
        path.replace(recorded.calls.open.result.depositChannelId, channelId),
      {
        method,
        headers,
        body: 'body' in call.request ? JSON.stringify(call.request.body) : null,
      },
    )
    expect(answer.status).toBe(call.status)
    const body: unknown = await answer.json()
    if ('read' in call) expect(typesIn(body)).toMatchObject(call.read)
    return body
  }

  test('quote, open a channel and follow the swap to its end', async () => {
    const [quote] = quotesWire.parse(await replay('quote'))
    const channel = channelWire.parse(await replay('open'))
    expect(channel.id).toMatch(/^\d+-Bitcoin-\d+$/)
    expect(await replay('waiting', channel.id)).toMatchObject({ state: 'WAITING' })
    const order = await finish('chainflip')
    expect(order).toMatchObject({
      depositAddress: channel.depositAddress,
      facts: { missesPrice: false },
    })
    const completed = {
      state: 'COMPLETED',
      swapEgress: { amount: quote?.egressAmount, txRef: order.payout?.hash },
    }
    expect(await replay('completed', channel.id)).toMatchObject(completed)
    expect(await replay('byTransaction')).toMatchObject(completed)
  })

  test('are refused an amount below the minimum', async () => {
    expect(await replay('refused')).toEqual({
      message: expect.stringContaining('below minimum'),
    })
    expect(recorded.calls.refused.thrown.response.data.message).toContain('below minimum')
  })
})

const quotesWire = z.tuple([z.object({ egressAmount: z.string() })])
const channelWire = z.object({ id: z.string(), depositAddress: z.string() })

/** The type of each field, by its path as in the recording. */
function typesIn(value: unknown, path = ''): Record<string, string> {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const own = path === '' ? {} : { [path]: type }
  if (typeof value !== 'object' || value === null) return own
  const inside = Object.entries(value).map(([key, one]) => {
    const name = Array.isArray(value) ? '[]' : key
    return typesIn(one, path === '' ? name : `${path}.${name}`)
  })
  return Object.assign(own, ...inside)
}
