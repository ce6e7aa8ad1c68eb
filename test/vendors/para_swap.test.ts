import { constructSimpleSDK, isFetcherError, SwapSide } from '@paraswap/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { paraSwap } from '../../sandbox/src/dialects/paraSwap.ts'
import { type Token, isSameAddress } from '../../src/core/token.ts'
import { createParaSwapProvider } from '../../src/providers/para_swap.ts'
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
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

let service: VendorService
let context: ReturnType<typeof adapterContext>

beforeAll(async () => {
  service = await startService(paraSwap)
  context = adapterContext(service.url)
})
afterAll(async () => {
  await context.close()
  await service.close()
})

const wordOf = ({ native, address }: Token): string => (native ? coin : address)
const sdk = () => constructSimpleSDK({ chainId: 1, fetch, apiURL: service.url, version: '6.2' })

describe.each([
  ['a token', usdc, wbtc, 1_000_000_000n],
  ['native coins', ether, usdc, 300_000_000_000_000_000n],
  ['a token for native coins', usdc, ether, 1_000_000_000n],
])('%s', (_, srcToken, dstToken, srcAmount) => {
  const pair = () => ({ srcToken: wordOf(srcToken), destToken: wordOf(dstToken) })
  const decimals = { srcDecimals: srcToken.decimals, destDecimals: dstToken.decimals }
  const rate = () =>
    sdk().swap.getRate({
      ...pair(),
      ...decimals,
      amount: String(srcAmount),
      userAddress: alice,
      side: SwapSide.SELL,
    })

  test('is priced, built and called by the SDK as by the adapter', async () => {
    const priceRoute = await rate()
    const slippage = 50
    const call = await sdk().swap.buildTx(
      {
        ...pair(),
        ...decimals,
        srcAmount: priceRoute.srcAmount,
        slippage,
        priceRoute,
        userAddress: alice,
        receiver: bob,
      },
      { ignoreChecks: true },
    )
    const provider = createParaSwapProvider({ baseUrl: service.url })
    const request = requestOf(srcToken, dstToken, srcAmount, {
      fromAddress: alice,
      receiver: bob,
      slippageBps: slippage,
    })
    const { quote, transaction } = await swapByAdapter(provider, request, context)

    expect(quote.dstAmount).toBe(BigInt(priceRoute.destAmount))
    expect(transaction.to.toLowerCase()).toBe(call.to.toLowerCase())
    expect(transaction.value).toBe(BigInt(call.value))
    expect(call).toMatchObject({ from: alice, chainId: context.chainId('ETH') })
    const spender = transaction.approvalAddress
    expect(spender?.toLowerCase() ?? null).toBe(
      srcToken.native ? null : priceRoute.tokenTransferProxy,
    )
    const read = await readByAdapter(provider, call, 'ETH', context)
    expect(read.recipient).toBe(bob.toLowerCase())
    expect(read.amountIn).toBe(srcAmount)
    expect(isSameAddress(read.srcToken ?? '', srcToken.address)).toBe(true)
    expect(isSameAddress(read.dstToken ?? '', dstToken.address)).toBe(true)
    // The contract retains one unit of the amount in its argument.
    const least = (BigInt(priceRoute.destAmount) * (10_000n - BigInt(slippage))) / 10_000n
    expect((read.minOut ?? 0n) + 1n).toBe(least)
    expect(service.calls.map(({ data }) => data)).toEqual(
      expect.arrayContaining([call.data, transaction.data]),
    )
  })
})

test('the SDK approves the contract that the adapter names', async () => {
  const spender = await sdk().swap.getSpender()
  const { spenders } = createParaSwapProvider({ baseUrl: service.url }).pinned('PARA_SWAP', 'ETH')
  expect(spenders.map((one) => one.toLowerCase())).toContain(spender.toLowerCase())
})

test.each([
  ['refuse', /No routes found with enough liquidity/],
  ['rate-limit', /Too many requests/],
] as const)('the SDK gets the error of %s', async (fault, words) => {
  service.faults.set('PARA_SWAP', fault, null)
  const asked = { srcToken: usdc.address, destToken: wbtc.address, amount: '1000000000' }
  const thrown: unknown = await sdk()
    .swap.getRate(asked)
    .catch((reason: unknown) => reason)
  service.faults.clear()
  expect(isFetcherError(thrown)).toBe(true)
  expect(JSON.stringify(thrown)).toMatch(words)
})
