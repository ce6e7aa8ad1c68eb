// Squid on one chain: its router runs the calls of an answer through a multicall. They are of the service's
// choice, and neither it nor the router compares what they pay: the simulation shows the arrival, and the
// exchanges among them hold minima of their own.

import { minimumAfterSlippage } from '../../core/amounts.ts'
import { noRoute } from '../kits/errors.ts'
import { evmAggregator } from '../kits/evm/aggregator.ts'
import { chainNumbers } from '../kits/evm/service.ts'
import type { KeyedServiceOptions } from '../kits/service.ts'
import type { Provider } from '../types.ts'
import { multicallFrame } from './calls.ts'
import { squidChains } from './contracts.ts'
import { readQuote, readRoute, serviceOf, squidName, toBody, toCall, toOffer } from './service.ts'

/** Units by which its own arithmetic may be below ours. */
const rounding = 1n

/** Swaps on one chain. */
export function createSquidSwapProvider(options: KeyedServiceOptions): Provider {
  const { baseUrl } = options
  return evmAggregator({
    ...serviceOf(options),
    id: 'SQUIDROUTER',
    chains: chainNumbers(squidChains.join(' ')),
    chargesFee: true,
    quote: (asked) => ({
      url: `${baseUrl}/route`,
      body: { ...toBody(asked, { from: asked.chain, to: asked.chain }), quoteOnly: true },
      read: (body) => ({ ...toOffer(readQuote(body)), carry: null }),
    }),
    build: (asked) => {
      const lane = { from: asked.chain, to: asked.chain }
      return {
        url: `${baseUrl}/route`,
        body: {
          ...toBody(asked, lane),
          fromAddress: asked.sender,
          toAddress: asked.recipient,
          quoteOnly: false,
        },
        read: (body) => {
          const route = readRoute(body, asked, lane)
          const { toAmount: dstAmount, toAmountMin } = route.estimate
          if (toAmountMin + rounding < minimumAfterSlippage(dstAmount, asked.slippageBps)) {
            throw noRoute(squidName, 'Its call accepts more slippage than requested.')
          }
          return { ...toCall(route), dstAmount }
        },
      }
    },
    calls: 'opaque',
    frame: multicallFrame,
  })
}
