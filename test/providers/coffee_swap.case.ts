import type { QuoteRequest } from '../../src/core/quote.ts'
import {
  back,
  baseUrl,
  fromTon,
  type Part,
  pools,
  make,
  provider,
  routeAnswer,
  routeCall,
  single,
  split,
  toTon,
  transactionOf,
  transactionsCall,
} from './coffee_swap/support.ts'
import { dedustTon } from './dedust/support.ts'
import type { TonCase, TonSwap } from './tonCase.ts'
import { notcoin } from './tonSupport.ts'

const honest = routeAnswer(fromTon, single)
const swap = (request: QuoteRequest, parts: Part[]): TonSwap[2] => {
  const answer = routeAnswer(request, parts)
  const messages = parts.map((part) => transactionOf(request, part))
  const call = routeCall(request, answer)
  return [call, { ...call }, transactionsCall(answer.paths, messages)]
}

export const tonCase: TonCase = {
  source: { kind: 'shaped', from: 'types of @swap-coffee/sdk 1.5.4', date: '2026-11' },
  make,
  provider,
  baseUrl,
  ton: dedustTon(pools).ton,
  request: fromTon,
  answer: honest,
  asking: (answer, status) => routeCall(fromTon, answer, status),
  swaps: [
    ['TON to a jetton', fromTon, swap(fromTon, single)],
    ['a jetton to TON', toTon, swap(toTon, back)],
  ],
  further: [['TON over three exchanges', fromTon, swap(fromTon, split)]],
  refusals: [
    ['no path', 400, { error: 'route not found' }, 'NO_ROUTE'],
    ['an empty list', 200, routeAnswer(fromTon, []), 'NO_ROUTE'],
    ['a part that is left over', 200, { ...honest, left_amount: 0.5 }, 'NO_ROUTE'],
    ['more than a message can say', 200, { ...honest, output_amount: 1e31 }, 'UPSTREAM_FAILED'],
    ['an outage', 500, {}, 'UPSTREAM_FAILED'],
    ['a key that is refused', 401, {}, 'UPSTREAM_REFUSED'],
    ['text', 200, 'hello', 'UPSTREAM_FAILED'],
    ['an amount below zero', 200, { ...honest, output_amount: -1 }, 'UPSTREAM_FAILED'],
  ],
  echoes: [
    ['another amount', (b) => (b.input_amount = 6)],
    ['another exchange', (b) => (b.paths[0].dex = 'moon')],
    ['a further step', (b) => (b.paths[0].next = [{}])],
    ['another token bought', (b) => (b.paths[0].output_token.address.address = notcoin.address)],
    ['another token sold', (b) => (b.paths[0].input_token.address.address = notcoin.address)],
    ['more parts than asked for', (b) => (b.paths = Array(5).fill(b.paths[0]))],
  ],
}
