import type { QuoteRequest } from '../../src/core/quote.ts'
import { type Body, requestOf } from './depositSupport.ts'
import {
  baseUrl,
  offerWallet,
  make,
  provider,
  routerV1,
  routerV2,
  simulate,
  simulation,
} from './stonfi/support.ts'
import type { TonCase, TonSwap } from './tonCase.ts'
import { fakeTon, friendly, mallory, nano, notcoin, payer, toncoin, usdt } from './tonSupport.ts'

const fromTon = requestOf(toncoin, usdt, 5n * nano, { fromAddress: payer })
const toTon = requestOf(usdt, toncoin, 15_000_000n, { fromAddress: payer })
const jettons = requestOf(usdt, notcoin, 15_000_000n, { fromAddress: payer })
const swap = (request: QuoteRequest, out: bigint, row = routerV2): TonSwap[2] => {
  const call = simulate(request, simulation(request, out, row))
  return [call, { ...call }, ...(request.srcToken.native ? [] : [offerWallet(request.srcToken)])]
}

export const tonCase: TonCase = {
  source: {
    kind: 'recorded',
    from: 'gemwalletcom/core, crates/swapper/src/stonfi/testdata/v2_simulation.json',
    date: '2026-04',
  },
  make,
  provider,
  baseUrl,
  ton: fakeTon().ton,
  request: fromTon,
  answer: simulation(fromTon, 15_000_000n),
  asking: (answer, status) => simulate(fromTon, answer, status),
  swaps: [
    ['TON to a jetton', fromTon, swap(fromTon, 15_000_000n)],
    ['a jetton to TON', toTon, swap(toTon, 5n * nano)],
    ['a jetton to a jetton', jettons, swap(jettons, 7n * nano)],
    ['version 1, TON to a jetton', fromTon, swap(fromTon, 15_000_000n, routerV1)],
  ],
  refusals: [
    ['no pool', 404, '1010: Could not find pool address', 'NO_ROUTE'],
    ['a wrong parameter', 400, { error: 'invalid units' }, 'NO_ROUTE'],
    ['an outage', 500, 'oops', 'UPSTREAM_FAILED'],
    ['a page in place of an answer', 200, '<html>', 'UPSTREAM_FAILED'],
    ['an error envelope in a 200', 200, { error: 'down' }, 'UPSTREAM_FAILED'],
    ['too many requests', 429, null, 'RATE_LIMITED'],
  ],
  echoes: [
    ['another amount', (b: Body) => (b.offer_units = '5000000001')],
    ['another token sold', (b) => (b.offer_address = notcoin.address)],
    ['another token bought', (b) => (b.ask_address = notcoin.address)],
    ['nothing', (b) => (b.ask_units = '0')],
    ['more than a message can say', (b) => (b.ask_units = String(1n << 120n))],
    ['an amount with a fraction', (b) => (b.ask_units = '1.5')],
    ['a router that is unknown', (b) => (b.router_address = friendly(mallory)), 'NO_ROUTE'],
    ['a router that is not an address', (b) => (b.router_address = 'EQ')],
  ],
}
