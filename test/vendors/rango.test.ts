import { RangoClient } from 'rango-sdk-basic'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createRangoProvider } from '../../src/providers/rango/rango.ts'
import type { Token } from '../../src/core/token.ts'
import { requestOf, tokenOf } from '../providers/depositSupport.ts'
import { type CliSandbox, startCliSandbox } from '../support/cliSandbox.ts'
import { payCall } from './support/payCall.ts'
import { adapterContext, readByAdapter, swapByAdapter } from './support/service.ts'

const [usdc, arbUsdc] = [tokenOf('ETH', 'USDC'), tokenOf('ARBITRUM', 'USDC')]
const amount = 250_000_000n

let sandbox: CliSandbox
let baseUrl: string
let context: ReturnType<typeof adapterContext>

beforeAll(async () => {
  sandbox = await startCliSandbox()
  baseUrl = sandbox.info.providers.find(({ id }) => id === 'rango')?.url ?? ''
  context = adapterContext(baseUrl)
})
afterAll(async () => {
  await context.close()
  await sandbox.remove()
})

const alice = () => sandbox.account('alice').address
const bob = () => sandbox.account('bob').address
/** The client's base address is the service's, without the interface. */
const client = () => new RangoClient('key', false, baseUrl.replace(/\/basic$/, ''))
const assetOf = ({ blockchain, symbol, address }: Token) => ({ blockchain, symbol, address })
const pair = { from: assetOf(usdc), to: assetOf(arbUsdc), amount: String(amount) }

const build = () =>
  client().swap({
    ...pair,
    slippage: '0.5',
    fromAddress: alice(),
    toAddress: bob(),
    disableEstimate: true,
  })

test('a swap is priced and called by the SDK as by the adapter', async () => {
  const { resultType, route } = await client().quote({
    ...pair,
    slippage: 0.5,
    swapperGroups: ['Across'],
  })
  expect(resultType).toBe('OK')
  const built = await build()
  const provider = createRangoProvider({ baseUrl, apiKey: 'key' })
  const request = requestOf(usdc, arbUsdc, amount, {
    fromAddress: alice(),
    receiver: bob(),
    slippageBps: 50,
  })
  const { quote, transaction } = await swapByAdapter(provider, request, context)
  expect(BigInt(route?.outputAmount ?? 0)).toBe(quote.dstAmount)
  const { tx } = built
  if (tx === null || !('txTo' in tx)) throw new Error('no call')
  expect([tx.txTo, BigInt(tx.value ?? 0)]).toEqual([transaction.to, transaction.value])
  const call = { to: tx.txTo, data: tx.txData ?? undefined }
  expect(await readByAdapter(provider, call, 'ETH', context)).toMatchObject({
    recipient: bob().toLowerCase(),
    amountIn: amount,
    dst: 'ARBITRUM',
    dstToken: arbUsdc.address.toLowerCase(),
  })
})

test('a swap is paid and followed by the SDK until it arrives', async () => {
  const { requestId, tx, route } = await build()
  if (tx === null || !('txTo' in tx)) throw new Error('no call')
  const before = await sandbox.balance('ARBITRUM', arbUsdc.address, bob())
  const call = { to: tx.txTo, data: tx.txData ?? '', value: BigInt(tx.value ?? 0) }
  const txId = await payCall(sandbox, call, { ...usdc, spender: tx.txTo, amount })
  const told = () => client().status({ requestId, txId })
  await expect.poll(async () => (await told()).status, { timeout: 20_000 }).toBe('success')
  const gain = (await sandbox.balance('ARBITRUM', arbUsdc.address, bob())) - before
  expect(gain).toBeGreaterThanOrEqual(BigInt(route?.outputAmountMin ?? 0))
  expect(await told()).toMatchObject({
    output: { type: 'DESIRED_OUTPUT', amount: String(gain) },
    bridgeData: { srcTxHash: txId },
  })
})

test('the SDK finds no order by another payment', async () => {
  const { requestId } = await build()
  const told = await client().status({ requestId, txId: `0x${'12'.repeat(32)}` })
  expect(told.status).toBeNull()
})
