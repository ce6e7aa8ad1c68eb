// Squid on one chain: the same API as between chains (squidrouter.ts), paid by a multicall of its router.

import type { AggregatorDialect, AggregatorEngine, Asked } from '../calls/dialect.ts'
import {
  fundAndRunMulticall,
  squidCoin,
  squidEstimate,
  squidManners,
  squidOffer,
  squidRoute,
  squidRouter,
} from './squidrouter.ts'

export const squidrouterSwap: AggregatorDialect = {
  kit: 'evmAggregator',
  id: 'SQUIDROUTER',
  contracts: [squidRouter],
  coin: squidCoin,
  chains: { ETH: '1', BSC: '56', ARBITRUM: '42161', POLYGON: '137' },
  terms: { spreadBps: 49n, minUsd: 1, maxUsd: 1_000_000 },
  ...squidManners,
  routes: [{ method: 'POST', path: '/route', answer: route }],
}

async function route(asked: Asked, engine: AggregatorEngine): Promise<object> {
  const { offer, minimum } = squidOffer(asked, engine)
  const { from, amountIn } = offer
  const estimate = squidEstimate(offer, engine, { minimum, feeCosts: [] })
  if (asked.body['quoteOnly'] === true) return { route: { estimate, params: asked.body } }

  const sender = engine.account(asked.body['fromAddress'])
  const receiver = engine.account(asked.body['toAddress'])
  const unique = engine.unique().toString(16).padStart(64, '0')
  const pays = {
    callType: 2,
    target: receiver,
    value: 0n,
    callData: '0x',
    payload: `0x${unique}`,
  }
  const data = engine.call(fundAndRunMulticall, [engine.upstreamName(from), amountIn, [pays]])
  const value = from.native ? amountIn : 0n
  await engine.sell(offer, { data, value, sender, receiver })
  return squidRoute(asked, { quoteId: unique, estimate, data, value, kind: 'EVM_ONLY' })
}
