import { NetworkApi, PoolsApi, QuoteApi, TransactionsApi } from '@xchainjs/xchain-thornode'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createThorchainProvider } from '../../src/providers/thorchain/thorchain.ts'
import { parseMemo } from '../../src/providers/thorchain/memo.ts'
import { quoteOf as quoteByAdapter, requestOf } from '../providers/depositSupport.ts'
import {
  btc,
  receiver,
  startDepositService,
  usdc,
  type VendorExchange,
} from './support/deposits.ts'
import { adapterContext } from './support/service.ts'

let service: VendorExchange
let context: ReturnType<typeof adapterContext>

beforeAll(async () => {
  service = await startDepositService('thorchain')
  context = adapterContext(service.url)
})
afterAll(async () => {
  await context.close()
  await service.close()
})

/** The client's base address is the node's, without the interface. */
const node = () => service.url.replace(/\/thorchain$/, '')
const provider = () =>
  createThorchainProvider({ baseUrl: service.url, midgardUrl: null, apiKey: null })

const quoteByClient = async (amount = 1_000_000) => {
  const { data } = await new QuoteApi(undefined, node()).quoteswap(
    undefined,
    'BTC.BTC',
    'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48',
    amount,
    receiver,
    undefined,
    undefined,
    undefined,
    100,
  )
  return data
}

test('the client reads the vaults and the pools', async () => {
  const { data: vaults } = await new NetworkApi(undefined, node()).inboundAddresses()
  const vault = vaults.find(({ chain }) => chain === 'BTC')
  expect(vault).toMatchObject({ halted: false, dust_threshold: expect.stringMatching(/^\d+$/) })
  expect((await quoteByClient()).inbound_address).toBe(vault?.address)
  const { data: pools } = await new PoolsApi(undefined, node()).pools()
  expect(pools.find(({ asset }) => asset === 'BTC.BTC')).toMatchObject({ status: 'Available' })
})

test('the client is quoted what the adapter is quoted, to the same vault by the same memo', async () => {
  const told = await quoteByClient()
  const request = requestOf(btc, usdc, 1_000_000n, {
    receiver,
    slippageBps: 100,
  })
  const ours = await quoteByAdapter(provider(), request, context)
  // Six decimals of the token, eight of the network.
  expect(ours.dstAmount).toBe(BigInt(told.expected_amount_out) / 100n)
  const built = await provider().build(ours, context)
  if (built.transaction.kind !== 'deposit') throw new Error('no deposit')
  expect(built.transaction.depositAddress).toBe(told.inbound_address)
  const [mine, theirs] = [built.transaction.extraFields?.value, told.memo].map((memo) =>
    parseMemo(memo ?? ''),
  )
  expect(mine).toMatchObject({ receiver: theirs?.receiver, refund: theirs?.refund })
})

test('the client follows a payment to its end, as the adapter does', async () => {
  await quoteByClient()
  const order = await service.finish()
  const { data } = await new TransactionsApi(undefined, node()).txStatus('ab'.repeat(32))
  expect(data.stages.inbound_observed.completed).toBe(true)
  expect(data.stages.outbound_signed?.completed).toBe(true)
  const [out] = data.out_txs ?? []
  expect(out?.id).toBe(order.payout?.hash?.slice(2).toUpperCase())
  expect(out?.to_address).toBe(receiver)
  const ref = {
    srcBlockchain: btc.blockchain,
    srcTxHash: 'ab'.repeat(32),
    dstBlockchain: usdc.blockchain,
    orderId: null,
    fromAddress: null,
    receiver,
    durationSeconds: null,
    startedAtMs: null,
    providerState: null,
  }
  const status = await provider().status('thorchain', ref, context)
  // No chain shows the payout here: the stages alone are no end.
  expect(status).toMatchObject({ status: 'PENDING', providerStatus: 'outbound_signed' })
})

test('the client is refused an amount below the fees', async () => {
  await expect(quoteByClient(100)).rejects.toMatchObject({
    response: { status: 400, data: { message: expect.stringContaining('not enough asset') } },
  })
})
