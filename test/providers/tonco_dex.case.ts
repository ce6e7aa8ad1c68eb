import type { QuoteRequest } from '../../src/core/quote.ts'
import { quoteCall } from './dedust/support.ts'
import type { TonCase, TonSwap } from './tonCase.ts'
import {
  answerOf,
  baseUrl,
  fromTon,
  jettons,
  limits,
  make,
  provider,
  ton,
  toTon,
} from './tonco_dex/support.ts'
import { mallory, nano, notcoin, raw } from './tonSupport.ts'

const swap = (request: QuoteRequest, amount: bigint): TonSwap[2] => {
  const call = quoteCall(request, answerOf(request, amount), 200, limits)
  return [call, { ...call }]
}

export const tonCase: TonCase = {
  source: {
    kind: 'shaped',
    from: 'ton-connect/kit, packages/walletkit/src/defi/swap/dedust',
    date: '2026-05',
  },
  make,
  provider,
  baseUrl,
  ton,
  request: fromTon,
  answer: answerOf(fromTon, 15_000_000n),
  asking: (answer, status) => quoteCall(fromTon, answer, status, limits),
  swaps: [
    ['TON to a jetton', fromTon, swap(fromTon, 15_000_000n)],
    ['a jetton to TON', toTon, swap(toTon, 5n * nano)],
    ['a jetton to a jetton', jettons, swap(jettons, 7_000n * nano)],
  ],
  refusals: [
    ['no path, in text', 400, 'text', 'NO_ROUTE'],
    ['an outage', 503, 'text', 'UPSTREAM_FAILED'],
    ['a pool of another router', 200, answerOf(fromTon, 1n, raw(mallory)), 'NO_ROUTE'],
  ],
  echoes: [
    ['another amount', (b) => (b.in_amount = '1')],
    ['another exchange', (b) => (b.swap_data.routes[0][0].protocol_slug = 'dedust')],
    ['another token bought', (b) => (b.swap_data.routes[0][0].out_minter = notcoin.address)],
    ['a path over two pools', (b) => b.swap_data.routes[0].push(b.swap_data.routes[0][0])],
  ],
}
