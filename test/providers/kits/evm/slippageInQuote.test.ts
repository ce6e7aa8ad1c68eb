/** A service whose call keeps the slippage of its price: `build` names a path, and nothing else. */
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { call } from '../../../../src/chains/evm/calls.ts'
import { evmAggregator } from '../../../../src/providers/kits/evm/aggregator.ts'
import { parseWire, wireAddress, wireHex, wireUint } from '../../../../src/http/wire.ts'
import type { Provider } from '../../../../src/providers/types.ts'
import { type CallCase, encodeCall, serviceUrl } from '../../callCase.ts'
import { evm, type Exchange, quoteOf, refusal, requestOf, tokenOf } from '../../depositSupport.ts'
import { movedPrice } from '../../movedPrice.ts'
import { testAggregatorId } from './testAggregator.ts'

const [usdc, dai] = [tokenOf('ETH', 'USDC'), tokenOf('ETH', 'DAI')]
const [alice, bob, router] = [evm('alice'), evm('bob'), evm('router')]
const signature =
  'function swap(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut, address to)'
const amount = 100_000_000n
const out = 100n * 10n ** 18n

const pathWire = z.object({ input: wireAddress, output: wireAddress, in: wireUint, out: wireUint })
const callWire = z.object({ out: wireUint, data: wireHex })

function serviceWith(slippageInQuote: { slippageInQuote?: true }): Provider {
  return evmAggregator({
    id: testAggregatorId,
    name: 'PathService',
    contracts: { '*': [router] },
    chains: { ETH: '1' },
    ...slippageInQuote,
    quote: ({ srcToken, dstToken, srcAmount, slippageBps }) => ({
      url: `${serviceUrl}/quote`,
      body: { srcToken, dstToken, srcAmount, slippage: slippageBps / 100 },
      read: (body) => {
        const path = parseWire(pathWire, body, 'The path')
        return {
          srcToken: path.input,
          dstToken: path.output,
          srcAmount: path.in,
          dstAmount: path.out,
          gas: null,
          carry: 'path 7',
        }
      },
    }),
    build: ({ sender, recipient }, path) => ({
      url: `${serviceUrl}/assemble`,
      body: { path, sender, recipient },
      read: (body) => {
        const { data, out: dstAmount } = parseWire(callWire, body, 'The call')
        return { to: router, spender: router, value: 0n, data, dstAmount }
      },
    }),
    calls: () => [
      call(signature, ([srcToken, dstToken, amountIn, minOut, recipient]) => ({
        srcToken,
        dstToken,
        amountIn,
        minOut,
        recipient,
        dst: 'same',
        refundTo: null,
      })),
    ],
  })
}

const path: Exchange = {
  method: 'POST',
  path: '/quote',
  request: { srcToken: usdc.address, dstToken: dai.address, srcAmount: '1', slippage: 0.5 },
  body: { input: usdc.address, output: dai.address, in: String(amount), out: String(out) },
}
const args = [usdc.address, dai.address, amount, (out * 9_950n) / 10_000n, bob]
const assembled: Exchange = {
  method: 'POST',
  path: '/assemble',
  body: { out: String(out), data: encodeCall(signature, args), to: router, value: '0' },
}
const swap: Omit<CallCase, 'create'> = {
  request: { ...requestOf(usdc, dai, amount), fromAddress: alice, receiver: bob },
  honest: [path, path, assembled],
  wire: {
    quotedOut: ['out'],
    builtOut: ['out'],
    srcAmount: 'in',
    srcToken: 'input',
    dstToken: 'output',
    to: 'to',
    data: 'data',
    value: 'value',
    spender: null,
    fee: null,
  },
  call: {
    signature,
    payer: [],
    receiver: ['4'],
    srcToken: ['0'],
    dstToken: ['1'],
    srcAmount: ['2'],
    minimum: '3',
    dstChain: null,
    free: {},
  },
  hostile: [],
  refusals: [],
}

/** What is built after a fall of some basis points, and the slippages that were asked for. */
async function builtAfter(fallBps: number, declared: { slippageInQuote?: true }) {
  const provider = serviceWith(declared)
  const context = movedPrice({ ...swap, create: () => provider }, 10_000 - fallBps)
  const asked: unknown[] = []
  const send: typeof context.http.send = async (request) => {
    asked.push(z.safeParse(z.object({ slippage: z.number() }), request.body).data?.slippage)
    return await context.http.send(request)
  }
  const watched = { ...context, http: { ...context.http, send } }
  const quote = await quoteOf(provider, swap.request, watched)
  const built = await provider.build(quote, watched)
  return { asked, kept: built.dstMinAmount >= quote.dstMinAmount }
}

describe('the price is asked with the slippage', () => {
  test.each([
    [0, [0.5, 0.5, undefined]],
    [1, [0.5, 0.5, 0.49, undefined]],
    [20, [0.5, 0.5, 0.3, undefined]],
    [50, [0.5, 0.5, 0, undefined]],
  ])('that is left of it after a fall of %i basis points', async (fallBps, asked) => {
    const declared = { slippageInQuote: true } as const
    await expect(builtAfter(fallBps, declared)).resolves.toEqual({ asked, kept: true })
  })

  test('not where even the expected amount is below the minimum', async () => {
    const error = await refusal(builtAfter(51, { slippageInQuote: true }))
    expect(error.code).toBe('PRICE_MOVED')
  })

  test('which only such a service needs: a call that keeps the first slippage is refused', async () => {
    const error = await refusal(builtAfter(20, {}))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E9' } })
  })
})
