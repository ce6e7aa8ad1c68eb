/** The vendors' own clients against the sandbox's servers: what they send is taken, what they are
 * answered they understand. What Chainflip's sends is recorded (chainflipSdk.json says how): with all
 * that it brings, that client takes over 120 MB. */
import {
  ApiError,
  OneClickService,
  OpenAPI,
  QuoteRequest,
  type QuoteResponse,
} from '@defuse-protocol/one-click-sdk-typescript'
import { createClient, getClient } from '@relayprotocol/relay-sdk'
import { fetchChainConfigs } from '@relayprotocol/relay-sdk/chain-utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { acceptTestForms } from '../../../../src/chains/addresses.ts'
import type { Exchange } from '../../../../sandbox/src/deposit/exchange.ts'
import { scriptedAddress, createScriptedLedger } from '../../../../sandbox/src/deposit/scripted.ts'
import { createExchange } from '../../../../sandbox/src/deposit/exchange.ts'
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

const receiver = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
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

describe('the one-click SDK', () => {
  beforeAll(() => {
    OpenAPI.BASE = urls['near_intents'] ?? ''
  })

  const quoteOf = async (change: Partial<QuoteRequest> = {}): Promise<QuoteResponse> => {
    const tokens = await OneClickService.getTokens()
    const assetId = (blockchain: string, symbol: string): string =>
      tokens.find((one) => one.blockchain.toString() === blockchain && one.symbol === symbol)
        ?.assetId ?? ''
    return OneClickService.getQuote({
      dry: false,
      swapType: QuoteRequest.swapType.EXACT_INPUT,
      slippageTolerance: 100,
      originAsset: assetId('btc', 'BTC'),
      depositType: QuoteRequest.depositType.ORIGIN_CHAIN,
      destinationAsset: assetId('eth', 'USDC'),
      amount: '1000000',
      refundTo: btcAddress,
      refundType: QuoteRequest.refundType.ORIGIN_CHAIN,
      recipient: receiver,
      recipientType: QuoteRequest.recipientType.DESTINATION_CHAIN,
      deadline: new Date(nowMs + 3_600_000).toISOString(),
      ...change,
    })
  }

  test('quotes without opening anything', async () => {
    const before = exchange.orders().length
    const { quote } = await quoteOf({ dry: true })
    expect(quote.depositAddress).toBeUndefined()
    expect(quote).toMatchObject({ amountIn: '1000000', amountInFormatted: '0.01' })
    expect(exchange.orders()).toHaveLength(before)
  })

  test('orders, tells the payment and follows it to its end', async () => {
    const { quote, quoteRequest } = await quoteOf()
    const depositAddress = quote.depositAddress ?? ''
    expect(quoteRequest.recipient).toBe(receiver)
    expect((await OneClickService.getExecutionStatus(depositAddress)).status).toBe(
      'PENDING_DEPOSIT',
    )
    const submitted = await OneClickService.submitDepositTx({ txHash: 'ab', depositAddress })
    expect(submitted.quoteResponse.quote).toEqual(quote)
    const order = await finish('near_intents')
    const { status, swapDetails } = await OneClickService.getExecutionStatus(depositAddress)
    expect(status).toBe('SUCCESS')
    expect(swapDetails.amountOut).toBe(quote.amountOut)
    expect(swapDetails.destinationChainTxHashes[0]?.hash).toBe(order.payout?.hash)
  })

  test('needs the memo where the deposit has one', async () => {
    const tokens = await OneClickService.getTokens()
    const xrp = tokens.find(({ symbol }) => symbol === 'XRP')?.assetId ?? ''
    const { quote } = await quoteOf({
      originAsset: xrp,
      amount: '300000000',
      refundTo: scriptedAddress('RIPPLE', 'refund'),
      depositMode: QuoteRequest.depositMode.MEMO,
    })
    const address = quote.depositAddress ?? ''
    await expect(OneClickService.getExecutionStatus(address)).rejects.toMatchObject({ status: 404 })
    const found = await OneClickService.getExecutionStatus(address, quote.depositMemo)
    expect(found.quoteResponse.quote.depositMemo).toBe(quote.depositMemo)
  })

  test.each<[Partial<QuoteRequest>, RegExp]>([
    [{ amount: '10' }, /^Amount is too low for bridge, try at least \d+$/],
    [{ originAsset: 'nep141:nothing' }, /tokenIn/],
    [{ recipient: 'bc1qnotanaddress' }, /recipient/],
    [{ amount: '1.5' }, /amount/],
    [{ slippageTolerance: 10_001 }, /slippageTolerance/],
    [{ deadline: '2020-01-01T00:00:00.000Z' }, /Deadline/],
  ])('is refused %j as the real one does', async (change, message) => {
    const thrown: unknown = await quoteOf(change).catch((reason: unknown) => reason)
    if (!(thrown instanceof ApiError)) throw new Error('it was not refused')
    expect(thrown.status).toBe(400)
    expect(thrown.body).toMatchObject({ statusCode: 400, message: expect.stringMatching(message) })
  })
})

describe('the Relay SDK', () => {
  const quote = (options: { strict?: boolean; refundTo?: string } = {}) =>
    getClient().actions.getQuote({
      chainId: 8253038,
      currency: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8',
      toChainId: 13370001,
      toCurrency: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      tradeType: 'EXACT_INPUT',
      amount: '1000000',
      user: btcAddress,
      recipient: receiver,
      options: { useDepositAddress: true, ...options },
    })

  test('reads the chains', async () => {
    const baseApiUrl = urls['relay'] ?? ''
    const chains = await fetchChainConfigs(baseApiUrl)
    createClient({ baseApiUrl, chains })
    expect(chains.map(({ id }) => id)).toEqual(expect.arrayContaining([13370001, 8253038]))
    expect(chains.find(({ id }) => id === 8253038)).toMatchObject({ vmType: 'bvm' })
  })

  test('gets a deposit address with its quote', async () => {
    const { steps, details } = await quote({ strict: true, refundTo: btcAddress })
    const [step] = steps
    const order = exchange.orders().at(-1)
    expect(step).toMatchObject({ id: 'deposit', depositAddress: order?.depositAddress })
    expect(details?.currencyOut?.amount).toBe(String(order?.amountOut))
    expect(step?.items[0]?.check?.endpoint).toBe(`/intents/status/v3?requestId=${order?.id}`)
  })

  test('is refused a strict address without a refund address', async () => {
    await expect(quote({ strict: true })).rejects.toThrow(/refundTo is required/)
  })

  test('is refused a source of its own without a key', async () => {
    getClient().source = 'example.org'
    try {
      await expect(quote()).rejects.toThrow(/provide an api key/)
    } finally {
      delete getClient().source
    }
  })
})

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
