// Piteas: an aggregator on PulseChain.
//
// API: https://docs.piteas.io/piteas-sdk-api (read 2026-11). Amounts are base units as hex or decimal
// text, slippage is percent; one endpoint quotes and, with an account, builds. Native PLS is `PLS` in a
// request, wrapped PLS in the answer, and the zero address or 0xEeee… in the call. More than ten
// requests a minute lock the caller out for about an hour.
//
// Calls: the only method of the router (https://docs.piteas.io/contracts), decoded in the same way by
// DefiLlama/dimension-adapters and several wallets. The router has a manager of the vendor's choice
// run `data`, and compares the receiver's gain with the minimum.

import * as z from 'zod/mini'

import { type Call, call } from '../chains/evm/calls.ts'
import { isSameAddress, zeroAddress } from '../core/token.ts'
import { parseWire, wireAddress, wireHex, wireHexUint, wireUint } from '../http/wire.ts'
import { type AggregatorAsked, evmAggregator } from './kits/evm/aggregator.ts'
import type { Provider } from './types.ts'

const amount = z.union([wireUint, wireHexUint])
const tokenWire = z.object({ address: z.union([wireAddress, z.literal('PLS')]) })
const quoteWire = z.object({
  srcToken: tokenWire,
  destToken: tokenWire,
  srcAmount: amount,
  destAmount: amount,
})
const swapWire = z.object({
  destAmount: amount,
  methodParameters: z.object({ calldata: wireHex, value: amount }),
})
const refusalWire = z.object({ statusCode: z.int(), message: z.nullish(z.string()) })

const router = '0x6BF228eb7F8ad948d37deD07E595EfddfaAF88A6'
const coin = 'PLS'
const wrapped = '0xA1077a294dDE1B09bB078844df40758a5D0f9a27'
const nativeNames = [zeroAddress, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE']

const swap =
  'function swap((address srcToken, address destToken, address destAccount, uint256 srcAmount, uint256 destMinAmount) detail, bytes data) payable returns (uint256 returnAmount)'

/** @param options.baseUrl without a trailing slash */
export function createPiteasProvider({ baseUrl }: { baseUrl: string }): Provider {
  const urlOf = (asked: AggregatorAsked, more: Record<string, string>): string =>
    `${baseUrl}/quote?${new URLSearchParams({
      tokenInAddress: asked.srcToken,
      tokenInChainId: asked.chain,
      tokenOutAddress: asked.dstToken,
      tokenOutChainId: asked.chain,
      amount: asked.srcAmount,
      allowedSlippage: String(asked.slippageBps / 100),
      ...more,
    }).toString()}`

  return evmAggregator({
    id: 'PITEAS',
    growthOnly: true,
    name: 'Piteas',
    contracts: { PULSECHAIN: [router] },
    coins: { '*': coin },
    chains: { PULSECHAIN: '369' },
    quote: (asked) => ({
      url: urlOf(asked, {}),
      read: (body) => {
        const wire = parseWire(quoteWire, body, 'The quote of Piteas')
        return {
          srcToken: asRequested(wire.srcToken.address, asked.srcToken),
          dstToken: asRequested(wire.destToken.address, asked.dstToken),
          srcAmount: wire.srcAmount,
          dstAmount: wire.destAmount,
          gas: null,
          carry: null,
        }
      },
    }),
    build: (asked) => ({
      url: urlOf(asked, { account: asked.recipient }),
      read: (body) => {
        const wire = parseWire(swapWire, body, 'The transaction of Piteas')
        const { calldata: data, value } = wire.methodParameters
        return { to: router, data, value, spender: router, dstAmount: wire.destAmount }
      },
    }),
    refusal: (body) => {
      const { success, data } = z.safeParse(refusalWire, body)
      return success ? { code: String(data.statusCode), reason: data.message ?? null } : null
    },
    // A pair without a route is a bad request; the text of it is not documented.
    refusals: { 400: 'NO_ROUTE', 404: 'NO_ROUTE' },
    calls: () => [swapCall],
  })
}

/** Answers name the wrapped coin where the coin itself was requested; the call distinguishes them. */
function asRequested(answered: string, asked: string): string {
  const isCoin = [wrapped, ...nativeNames].some((name) => isSameAddress(name, answered))
  return asked === coin && isCoin ? coin : answered
}

const swapCall: Call = call(swap, ([detail]) => ({
  recipient: detail.destAccount,
  srcToken: asCalled(detail.srcToken),
  dstToken: asCalled(detail.destToken),
  amountIn: detail.srcAmount,
  minOut: detail.destMinAmount,
  dst: 'same',
  refundTo: null,
  growthOnly: true,
}))

function asCalled(token: string): string {
  return nativeNames.some((name) => isSameAddress(name, token)) ? coin : token
}
