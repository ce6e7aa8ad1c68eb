// Squid: swaps over Axelar, CCTP and market makers, between chains (`squidrouter`) and on one
// (`SQUIDROUTER`). Every request needs an integrator id.
//
// API: https://docs.squidrouter.com (v2, read 2026-10), types of 0xsquid/squid-types (0.1.253,
// 2026-07-31). One endpoint quotes and, without `quoteOnly`, builds. Amounts are base units as text,
// slippage is percent, chains are EIP-155 numbers as text. Outputs are after all fees but Axelar's gas,
// which is sent on top in native coins and listed in `feeCosts`. The answer repeats the request as
// `params`, with the receiver; an answer with a call but without them is refused (E17). Hooks, which run
// calls of the client's choice, are never asked for.
//
// Between chains the calls name neither the bought token nor its least amount (calls.ts), so Squid is
// trusted by name. Orders are found by the hash of their payment. Those of market makers (Squid
// Intents) also need the number of the quote, and the first question with it starts them: the number
// kept is that of the quote with both chains.

import * as z from 'zod/mini'

import { parseWire } from '../../http/wire.ts'
import type { BridgeOrders } from '../kits/evm/bridgeStatus.ts'
import { type BridgeAsked, evmBridge } from '../kits/evm/bridge.ts'
import type { KeyedServiceOptions } from '../kits/service.ts'
import type { Provider } from '../types.ts'
import { squidCalls } from './calls.ts'
import { mostAxelarGas, squidChains } from './contracts.ts'
import {
  chainWire,
  type Lane,
  readQuote,
  readRoute,
  serviceOf,
  toBody,
  toCall,
  toOffer,
} from './service.ts'

const sideWire = z.nullish(
  z.object({
    transactionId: z.nullish(z.string()),
    chainData: z.nullish(z.object({ chainId: z.nullish(chainWire) })),
  }),
)
const statusWire = z.object({
  squidTransactionStatus: z.nullish(z.string()),
  status: z.nullish(z.string()),
  fromChain: sideWire,
  toChain: sideWire,
  routeStatus: z.nullish(
    z.array(z.object({ txHash: z.nullish(z.string()), status: z.nullish(z.string()) })),
  ),
})

/** Swaps between chains. */
export function createSquidProvider(options: KeyedServiceOptions): Provider {
  const { baseUrl } = options
  return evmBridge({
    ...serviceOf(options),
    id: 'squidrouter',
    blockchains: squidChains,
    mostFixedFee: mostAxelarGas,
    trusted:
      'the receiver gets the bridged token, such as axlUSDC, on the destination chain; an intent that is not filled is refunded to your account',
    pricesFirst: true,
    quote: (asked) => ({
      url: `${baseUrl}/route`,
      body: { ...toBody(asked, laneOf(asked)), quoteOnly: true },
      read: (body) => toOffer(readQuote(body)),
    }),
    build: (asked) => ({
      url: `${baseUrl}/route`,
      body: {
        ...toBody(asked, laneOf(asked)),
        fromAddress: asked.sender,
        toAddress: asked.recipient,
        quoteOnly: false,
      },
      read: (body) => {
        const route = readRoute(body, asked, laneOf(asked))
        const { estimate, quoteId, params } = route
        return {
          ...toCall(route),
          offer: toOffer(estimate),
          orderId: [quoteId, asked.srcChain, asked.dstChain].join(':'),
          receiver: params.toAddress,
        }
      },
    }),
    calls: squidCalls,
    findOrder: findOrder(baseUrl),
    statusMap: {
      // SquidTransactionStatus of 0xsquid/squid-types, src/status/index.ts (2026-07-31).
      ongoing: 'exchanging',
      success: 'done',
      needs_gas: 'stopped',
      partial_success: 'stopped',
      failed_on_destination: 'stopped',
      refunded: 'refunded',
      // The same, as the service writes it for intents.
      refund: 'refunded',
      // `status`, of answers without the other one.
      source_gateway_called: 'exchanging',
      destination_gateway_approved: 'exchanging',
      error_fetching_status: 'exchanging',
      destination_executed: 'done',
      express_executed: 'done',
      error: 'stopped',
    },
  })
}

function laneOf({ srcChain, dstChain }: Pick<BridgeAsked, 'srcChain' | 'dstChain'>): Lane {
  return { from: srcChain, to: dstChain }
}

const otherToken =
  'Squid reports that its last swap failed, and that it paid another token at the receiver: the bridged one.'

const notes = new Map([
  ['needs_gas', 'Axelar needs more gas to deliver it, which can be added at axelarscan.io.'],
  ['partial_success', otherToken],
  ['failed_on_destination', otherToken],
])

function findOrder(baseUrl: string): BridgeOrders['findOrder'] {
  return async ({ orderId, hash }, ask) => {
    const [quoteId, fromChainId, toChainId] = orderId?.split(':') ?? []
    const wanted = { transactionId: hash ?? undefined, fromChainId, toChainId, quoteId }
    const known = Object.entries(wanted).filter((pair): pair is [string, string] => !!pair[1])
    return await ask({
      url: `${baseUrl}/status?${new URLSearchParams(known).toString()}`,
      read: (body) => {
        const wire = parseWire(statusWire, body, 'The status of Squid')
        const status = wire.squidTransactionStatus ?? wire.status ?? ''
        if (status === 'not_found') return null
        const { fromChain, toChain, routeStatus } = wire
        const chain = fromChain?.chainData?.chainId
        const end = toChain?.transactionId ? [toChain.transactionId] : []
        const back = (routeStatus ?? []).flatMap(({ txHash, status: word }) =>
          word === 'refunded' && txHash != null ? [txHash] : [],
        )
        const note = notes.get(status)
        return {
          orderId: null,
          status,
          ...(chain == null ? {} : { srcChain: String(chain) }),
          srcTxHash: fromChain?.transactionId ?? null,
          payoutHashes: end,
          payoutAmount: null,
          refundHashes: [...back, ...end],
          ...(note === undefined ? {} : { note }),
        }
      },
    })
  }
}
