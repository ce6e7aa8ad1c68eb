// 1inch, by its Classic Swap API: an aggregator of pools on EVM chains. Every request needs a key.
//
// API: https://business.1inch.com/portal/documentation (v6.1, read 2026-11). Amounts are base units as
// text, slippage is percent. A quote repeats the tokens, not the amount. Without `disableEstimate` the
// service checks balance and allowance and fails before the approval.
//
// Calls: `swap` of AggregationRouterV6 (GenericRouter.sol, verified on each chain). The router takes
// the tokens, has an executor at any address run `data`, and pays the receiver itself, not less than
// the minimum. `compatibility` leaves out the methods for one pool (`unoswap`), whose calls do not name
// the bought token; they and the orders of market makers are refused. Four bytes behind the arguments
// identify the caller to 1inch; the router does not read them.

import { chainNumbers } from './kits/evm/service.ts'
import type { KeyedServiceOptions } from './kits/service.ts'
import * as z from 'zod/mini'

import { type Call, call, unsafeCall } from '../chains/evm/calls.ts'
import { zeroAddress } from '../core/token.ts'
import { parseWire, wireAddress, wireHex, wireUint } from '../http/wire.ts'
import { type AggregatorAsked, evmAggregator } from './kits/evm/aggregator.ts'
import type { Provider } from './types.ts'

const tokenWire = z.object({ address: wireAddress })
const quoteWire = z.object({ srcToken: tokenWire, dstToken: tokenWire, dstAmount: wireUint })
const swapWire = z.object({
  dstAmount: wireUint,
  tx: z.object({ to: wireAddress, data: wireHex, value: wireUint }),
})
const refusalWire = z.object({ description: z.string() })

const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** AggregationRouterV6: config/whitelist.json of lifinance/contracts (2026-08-21) and the vendor. */
const router = '0x111111125421cA6dc452d289314280a0f8842A65'

const swap =
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data) payable returns (uint256 returnAmount, uint256 spentAmount)'

export function createOneInchProvider({ baseUrl, apiKey }: KeyedServiceOptions): Provider {
  const urlOf = (asked: AggregatorAsked, path: string, more: Record<string, string>): string =>
    `${baseUrl}/${asked.chain}/${path}?${new URLSearchParams({
      src: asked.srcToken,
      dst: asked.dstToken,
      amount: asked.srcAmount,
      includeTokensInfo: 'true',
      ...more,
    }).toString()}`

  return evmAggregator({
    id: 'ONE_INCH',
    name: '1inch',
    keyVariable: 'SWAPROUTE_ONE_INCH_API_KEY',
    hasKey: true,
    headers: { authorization: `Bearer ${apiKey}` },
    contracts: { '*': [router] },
    coins: { '*': coin },
    chains: chainNumbers('ETH OPTIMISM BSC GNOSIS UNICHAIN POLYGON BASE ARBITRUM AVALANCHE LINEA'),
    mostSlippageBps: 5_000,
    quote: (asked) => ({
      url: urlOf(asked, 'quote', {}),
      read: (body) => {
        const wire = parseWire(quoteWire, body, 'The quote of 1inch')
        return {
          srcToken: wire.srcToken.address,
          dstToken: wire.dstToken.address,
          srcAmount: BigInt(asked.srcAmount),
          dstAmount: wire.dstAmount,
          gas: null,
          carry: null,
        }
      },
    }),
    build: (asked) => ({
      url: urlOf(asked, 'swap', {
        from: asked.sender,
        origin: asked.sender,
        receiver: asked.recipient,
        slippage: String(asked.slippageBps / 100),
        compatibility: 'true',
        disableEstimate: 'true',
        allowPartialFill: 'false',
      }),
      read: (body) => {
        const { tx, dstAmount } = parseWire(swapWire, body, 'The transaction of 1inch')
        return { ...tx, spender: tx.to, dstAmount }
      },
    }),
    refusal: (body) => {
      const { success, data } = z.safeParse(refusalWire, body)
      return success ? { code: codeOf(data.description), reason: data.description } : null
    },
    refusals: { noRoute: 'NO_ROUTE' },
    calls: () => [swapCall],
  })
}

/** Refusals have no code but their text. */
function codeOf(text: string): string {
  return /insufficient liquidity|not valid token|token is not valid|cannot sync/i.test(text)
    ? 'noRoute'
    : 'other'
}

const swapCall: Call = call(
  swap,
  ([, desc]) => {
    const { dstReceiver, flags } = desc
    // Partial fills, extra coins, Permit2.
    if (flags !== 0n) throw invalidCall(`sets the flags 0x${flags.toString(16)}`)
    return {
      recipient: dstReceiver === zeroAddress ? null : dstReceiver,
      srcToken: desc.srcToken,
      dstToken: desc.dstToken,
      amountIn: desc.amount,
      minOut: desc.minReturnAmount,
      dst: 'same',
      refundTo: null,
    }
  },
  /^[\da-f]{8}$/,
)

function invalidCall(what: string): ReturnType<typeof unsafeCall> {
  return unsafeCall('1inch', what)
}
