import { StonApiClient } from '@ston-fi/api'
import { Cell } from '@ton/ton'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createStonfiServer } from '../../sandbox/src/servers/stonfi.ts'
import { createStonfiProvider } from '../../src/providers/stonfi.ts'
import { quoteOf, refOf, requestOf, tokenOf } from '../providers/depositSupport.ts'
import { messagesOf, startTonService, type TonVendor } from './support/ton.ts'

const [toncoin, usdt] = [tokenOf('TON', 'TON'), tokenOf('TON', 'USDT')]
const nano = 1_000_000_000n
const coin = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c'

let service: TonVendor

beforeAll(async () => {
  service = await startTonService(createStonfiServer)
})
afterAll(() => service.close())

const client = () => new StonApiClient({ baseURL: service.url })
const simulate = (offerUnits = String(nano)) =>
  client().simulateSwap({
    offerAddress: coin,
    askAddress: usdt.address,
    offerUnits,
    slippageTolerance: '0.01',
  })

test('the client simulates what the adapter is offered, and follows the swap it builds', async () => {
  const simulation = await simulate()
  const provider = createStonfiProvider({ baseUrl: service.url })
  const { context, owner } = service
  const request = requestOf(toncoin, usdt, nano, { fromAddress: owner, slippageBps: 100 })
  const quote = await quoteOf(provider, request, context)
  expect(quote.dstAmount).toBe(BigInt(simulation.askUnits))
  expect(quote.dstMinAmount).toBe(BigInt(simulation.minAskUnits))
  expect(simulation.router.majorVersion).toBe(2)
  expect(simulation.gasParams.forwardGas).toBe('300000000')
  expect(Number(simulation.priceImpact)).toBeGreaterThan(0)

  const built = await provider.build(quote, context)
  const messages = messagesOf(built)
  const [message] = messages
  if (message?.payload == null) throw new Error('no message')
  expect(message.address).toBe(simulation.router.ptonWalletAddress)
  const queryId = String(Cell.fromBase64(message.payload).beginParse().skip(32).loadUintBig(64))
  const query = { routerAddress: simulation.routerAddress, ownerAddress: owner, queryId }
  expect(await client().getSwapStatus(query)).toEqual({ '@type': 'NotFound' })
  const srcTxHash = await service.pay(messages)
  expect(await client().getSwapStatus(query)).toMatchObject({
    '@type': 'Found',
    exitCode: 'swap_ok',
    coins: String(quote.dstAmount),
  })
  const ref = refOf(quote, built, {
    srcTxHash,
    receiver: owner,
    startedAtMs: Date.now() - 60_000,
  })
  const status = await provider.status('STONFI', ref, context)
  expect(status).toMatchObject({ status: 'SUCCESS', receivedAmount: quote.dstAmount })
})

test('the client reads assets, routers and wallets', async () => {
  const assets = await client().getAssets()
  expect(assets.find(({ contractAddress }) => contractAddress === usdt.address)).toMatchObject({
    symbol: 'USDT',
    decimals: 6,
    kind: 'Jetton',
  })
  const routers = await client().getRouters()
  expect(routers.map(({ address }) => address)).toEqual([service.node.exchange.router])
  const wallet = await client().getJettonWalletAddress({
    jettonAddress: usdt.address,
    ownerAddress: service.owner,
  })
  expect(wallet).toBe(service.node.jettonWalletOf(usdt.address, service.owner))
})

test('the client is refused a pair without a pool', async () => {
  service.faults.set('STONFI', 'refuse', null)
  await expect(simulate()).rejects.toMatchObject({ statusCode: 404 })
  service.faults.clear()
})
