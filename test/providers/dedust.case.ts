import type { QuoteRequest } from '../../src/core/quote.ts'
import {
  direct,
  fromTon,
  jettons,
  messagesOf,
  overTon,
  pools,
  make,
  provider,
  split,
} from './dedust/routes.ts'
import {
  baseUrl,
  dedustTon,
  type Hop,
  quoteAnswer,
  quoteCall,
  swapCall,
  vaultMessage,
} from './dedust/support.ts'
import { bent } from './depositSupport.ts'
import type { TonCase, TonSwap } from './tonCase.ts'
import { notcoin, payer } from './tonSupport.ts'

const swap = (
  request: QuoteRequest,
  routes: Hop[][],
  given = messagesOf(request, routes),
): TonSwap[2] => {
  const answer = quoteAnswer(request, routes)
  const call = quoteCall(request, answer)
  return [call, { ...call }, swapCall(answer.swap_data, given)]
}
// An instruction to a vault may leave the receiver open: then there is no one to replace.
const named = vaultMessage({
  request: fromTon,
  hops: direct[0] ?? [],
  minOut: 14_850_000n,
  recipient: payer,
})

export const tonCase: TonCase = {
  source: {
    kind: 'shaped',
    from: 'ton-connect/kit, packages/walletkit/src/defi/swap/dedust',
    date: '2026-05',
  },
  make,
  provider,
  baseUrl,
  ton: dedustTon(pools).ton,
  request: fromTon,
  answer: quoteAnswer(fromTon, direct),
  asking: (answer, status) => quoteCall(fromTon, answer, status),
  swaps: [
    ['TON to a jetton, named receiver', fromTon, swap(fromTon, direct, [named])],
    ['a jetton over TON', jettons, swap(jettons, overTon)],
  ],
  further: [
    ['TON to a jetton', fromTon, swap(fromTon, direct)],
    ['TON over two pools', fromTon, swap(fromTon, split)],
  ],
  refusals: [
    ['no path, in text', 400, 'no route found', 'NO_ROUTE'],
    ['no path, in the answer', 200, quoteAnswer(fromTon, []), 'NO_ROUTE'],
    ['not possible', 200, { in_amount: '1', out_amount: '0', swap_is_possible: false }, 'NO_ROUTE'],
    [
      'more than a message can say',
      200,
      bent(quoteAnswer(fromTon, direct), (b) => (b.out_amount = String(1n << 120n))),
      'NO_ROUTE',
    ],
    ['an outage', 502, 'bad gateway', 'UPSTREAM_FAILED'],
    ['another shape', 200, { routes: [] }, 'UPSTREAM_FAILED'],
  ],
  echoes: [
    ['another amount', (b) => (b.in_amount = '1')],
    ['routes that sell more', (b) => (b.swap_data.routes[0][0].in_amount = '5000000001')],
    [
      'more routes than asked for',
      (b) => (b.swap_data.routes = Array(3).fill(b.swap_data.routes[0])),
    ],
    ['another exchange', (b) => (b.swap_data.routes[0][0].protocol_slug = 'tonfun')],
    ['another token bought', (b) => (b.swap_data.routes[0][0].out_minter = notcoin.address)],
    ['another token sold', (b) => (b.swap_data.routes[0][0].in_minter = notcoin.address)],
    ['an empty route', (b) => b.swap_data.routes.push([])],
  ],
}
