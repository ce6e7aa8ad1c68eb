import { RangoClient } from 'rango-sdk-basic'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rangoSwap } from '../../sandbox/src/dialects/rangoSwap.ts'
import { createRangoSwapProvider } from '../../src/providers/rango/rango.ts'
import type { Token } from '../../src/core/token.ts'
import { evm, requestOf, tokenOf } from '../providers/depositSupport.ts'
import {
  adapterContext,
  readByAdapter,
  startService,
  swapByAdapter,
  type VendorService,
} from './support/service.ts'

const [usdc, wbtc, ether] = [tokenOf('ETH', 'USDC'), tokenOf('ETH', 'WBTC'), tokenOf('ETH', 'ETH')]
const [alice, bob] = [evm('alice'), evm('bob')]

let service: VendorService
let context: ReturnType<typeof adapterContext>

beforeAll(async () => {
  service = await startService(rangoSwap)
  context = adapterContext(service.url)
})
afterAll(async () => {
  await context.close()
  await service.close()
})

const client = () => new RangoClient('key', false, service.url)
const assetOf = ({ blockchain, symbol, native, address }: Token) => ({
  blockchain,
  symbol,
  address: native ? null : address,
})

test.each([
  ['a token', usdc, wbtc, 1_000_000_000n],
  ['native coins', ether, usdc, 300_000_000_000_000_000n],
  ['a token for native coins', usdc, ether, 1_000_000_000n],
])('%s is priced and called by the SDK as by the adapter', async (_, src, dst, srcAmount) => {
  const pair = { from: assetOf(src), to: assetOf(dst), amount: String(srcAmount) }
  const { resultType, route } = await client().quote({ ...pair, slippage: 0.5 })
  expect(resultType).toBe('OK')
  const built = await client().swap({
    ...pair,
    slippage: '0.5',
    fromAddress: alice,
    toAddress: bob,
    disableEstimate: true,
  })
  const provider = createRangoSwapProvider({ baseUrl: `${service.url}/basic`, apiKey: 'key' })
  const request = requestOf(src, dst, srcAmount, {
    fromAddress: alice,
    receiver: bob,
    slippageBps: 50,
  })
  const { quote, transaction } = await swapByAdapter(provider, request, context)

  expect(BigInt(route?.outputAmount ?? 0)).toBe(quote.dstAmount)
  expect(route).toMatchObject({
    from: { symbol: src.symbol, decimals: src.decimals },
    to: { symbol: dst.symbol, decimals: dst.decimals },
  })
  const { tx } = built
  if (tx === null || !('txTo' in tx)) throw new Error('no call')
  expect(tx.txTo).toBe(transaction.to)
  expect(BigInt(tx.value ?? 0)).toBe(transaction.value)
  const read = await readByAdapter(
    provider,
    { to: tx.txTo, data: tx.txData ?? undefined },
    'ETH',
    context,
  )
  expect(read).toMatchObject({
    recipient: bob.toLowerCase(),
    amountIn: srcAmount,
    srcToken: src.address.toLowerCase(),
    dstToken: dst.address.toLowerCase(),
    minOut: BigInt(built.route?.outputAmountMin ?? 0),
  })
})

test.each([
  ['refuse', 'NO_ROUTE'],
  ['too-low', 'INPUT_LIMIT_ISSUE'],
  ['too-high', 'INPUT_LIMIT_ISSUE'],
])('the SDK gets the error of %s', async (fault, result) => {
  service.faults.set('RANGO', fault, null)
  const pair = { from: assetOf(usdc), to: assetOf(wbtc), amount: '1000000000' }
  const { resultType } = await client().quote({ ...pair, slippage: 0.5 })
  service.faults.clear()
  expect(resultType).toBe(result)
})
