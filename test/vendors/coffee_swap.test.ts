import { RoutingApi, waitForRouteResults } from '@swap-coffee/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createCoffeeServer } from '../../sandbox/src/servers/coffeeSwap.ts'
import { parseAmount } from '../../src/core/amounts.ts'
import { createCoffeeProvider } from '../../src/providers/coffee_swap.ts'
import { proofOf } from '../../src/providers/types.ts'
import { quoteOf, refOf, requestOf, tokenOf } from '../providers/depositSupport.ts'
import { messagesOf, startTonService, type TonVendor } from './support/ton.ts'

const [toncoin, usdt] = [tokenOf('TON', 'TON'), tokenOf('TON', 'USDT')]

let service: TonVendor

beforeAll(async () => {
  service = await startTonService(createCoffeeServer)
})
afterAll(() => service.close())

const api = () => new RoutingApi(undefined, service.url)

const routeOf = async (amount = 5) => {
  const { data } = await api().buildRoute({
    input_token: { blockchain: 'ton', address: 'native' },
    output_token: { blockchain: 'ton', address: usdt.address },
    input_amount: amount,
    max_splits: 4,
    max_length: 2,
  })
  return data
}

const build = async (route: Awaited<ReturnType<typeof routeOf>>) => {
  const { data } = await api().buildTransactionsV2({
    sender_address: service.owner,
    slippage: 0.01,
    paths: route.paths ?? [],
  })
  return data
}

test('the SDK is offered and builds what the adapter does', async () => {
  const route = await routeOf()
  const provider = createCoffeeProvider({ baseUrl: service.url })
  const request = requestOf(toncoin, usdt, 5_000_000_000n, {
    fromAddress: service.owner,
    slippageBps: 100,
  })
  const quote = await quoteOf(provider, request, service.context)
  expect(quote.dstAmount).toBe(parseAmount(String(route.output_amount), usdt.decimals))
  const built = await provider.build(quote, service.context)
  const [ours] = messagesOf(built)
  const [theirs] = (await build(route)).transactions
  if (theirs === undefined) throw new Error('no message')
  expect(ours?.address).toBe(theirs.address)
  expect(ours?.amount).toBe(BigInt(theirs.value))
  const message = {
    address: theirs.address,
    amount: BigInt(theirs.value),
    payload: theirs.cell,
    stateInit: null,
  }
  const swap = { srcToken: toncoin, dstToken: usdt, fromAddress: service.owner }
  const read = await proofOf(provider, 'ton')?.decode(message, swap, service.context)
  expect(read).toMatchObject({ srcAmount: 5_000_000_000n, trusted: true })
  expect(read?.minOut ?? 0n).toBeGreaterThanOrEqual(quote.dstMinAmount)
})

test('the SDK waits for the end of its route, and the adapter reports the same', async () => {
  const route = await routeOf(2)
  const provider = createCoffeeProvider({ baseUrl: service.url })
  const request = requestOf(toncoin, usdt, 2_000_000_000n, { fromAddress: service.owner })
  const quote = await quoteOf(provider, request, service.context)
  const { route_id: id, transactions } = await build(route)
  expect((await api().getRouteResult(id)).data.terminal).toBe(false)
  const srcTxHash = await service.pay(
    transactions.map(({ address, value, cell }) => ({
      address,
      amount: BigInt(value),
      payload: cell,
    })),
  )
  const splits = await waitForRouteResults(id, api(), 50)
  expect(splits.map(({ status }) => status)).toEqual(['succeeded'])
  const ref = refOf(quote, await provider.build(quote, service.context), {
    srcTxHash,
    receiver: service.owner,
    startedAtMs: Date.now() - 60_000,
  })
  const status = await provider.status('COFFEE_SWAP', ref, service.context)
  expect(status).toMatchObject({
    status: 'SUCCESS',
    receivedAmount: parseAmount(String(route.output_amount), usdt.decimals),
  })
})

test('the SDK is refused a pair without a route', async () => {
  service.faults.set('COFFEE_SWAP', 'refuse', null)
  await expect(routeOf()).rejects.toMatchObject({
    response: { status: 400, data: { error: 'route not found' } },
  })
  service.faults.clear()
})
