/**
 * The exchanges of TON from quote to the end of a swap, by answers in the shape that others have
 * recorded or that the vendor's types have; amounts and accounts are of our own. All of them call
 * TON's coin by the name it has since 2026-06-15.
 * STON.fi: gemwalletcom/core, crates/swapper/src/stonfi/testdata/v2_simulation.json (2026-04).
 * DeDust and TONCO: types of ton-connect/kit, packages/walletkit/src/defi/swap/dedust (2026-05); no
 * public recording. swap.coffee: types of @swap-coffee/sdk 1.5.4; no public recording of messages.
 */
import { expect, test } from 'vitest'

import type { QuoteRequest } from '../../src/core/quote.ts'
import type { TonCenter } from '../../src/http/toncenterTypes.ts'
import type { Provider } from '../../src/providers/types.ts'
import * as coffee from './coffee_swap/support.ts'
import * as dedust from './dedust/routes.ts'
import {
  baseUrl as dedustUrl,
  dedustTon,
  quoteAnswer,
  quoteCall,
  swapCall,
} from './dedust/support.ts'
import { bent, type Exchange, play, quoteOf, requestOf } from './depositSupport.ts'
import * as stonfi from './stonfi/support.ts'
import * as tonco from './tonco_dex/support.ts'
import { builtOnTon } from './tonHostile.ts'
import {
  fakeTon,
  jettonsCome,
  nano,
  paidHash,
  paidRef,
  payer,
  toncoin,
  traceOf,
  usdt,
  walletSends,
} from './tonSupport.ts'

type Row = {
  provider: Provider
  baseUrl: string
  request: QuoteRequest
  exchanges: Exchange[]
  ton: Partial<TonCenter>
}

const named = { symbol: 'GRAM', name: 'Gram', display_name: 'Gram (prev. Toncoin)' }
const fromTon = requestOf(toncoin, usdt, 5n * nano, { fromAddress: payer })

function stonfiRow(): Row {
  const full = stonfi.simulation(fromTon, 15_000_000n)
  // Fees, gas and impact are left out in some answers; others gain members.
  const sparse = bent(full, (body) => {
    for (const member of [
      'gas_params',
      'fee_address',
      'fee_units',
      'fee_percent',
      'price_impact',
    ]) {
      delete body[member]
    }
    body.router = { address: body.router_address, major_version: 2, minor_version: 2 }
    body.offer_asset = { kind: 'Ton', ...named }
  })
  const call = stonfi.simulate(fromTon, sparse)
  const { provider, baseUrl } = stonfi
  const exchanges = [call, { ...call }]
  return { provider, baseUrl, request: fromTon, exchanges, ton: fakeTon().ton }
}

function dedustRow(): Row {
  const { provider, direct, fromTon: request, messagesOf, pools } = dedust
  const answer = bent(quoteAnswer(request, direct), (body) => {
    Object.assign(body, { price_impact: null, improvement: null, in_minter_symbol: named.symbol })
    for (const step of body.swap_data.routes.flat()) {
      Object.assign(step, { network_fee: null, pool_type: 'volatile' })
    }
  })
  const messages = messagesOf(request, direct).map((message) => ({ ...message, bounce: true }))
  const exchanges = [
    quoteCall(request, answer),
    quoteCall(request, answer),
    swapCall(answer.swap_data, messages),
  ]
  return { provider, baseUrl: dedustUrl, request, exchanges, ton: dedustTon(pools).ton }
}

function coffeeRow(): Row {
  const { provider, baseUrl, fromTon: request, single } = coffee
  const answer = bent(coffee.routeAnswer(request, single), (body) => {
    // Numbers of seventeen digits, as they come.
    body.output_amount = 15.000000856024336
    body.input_token.metadata = { ...body.input_token.metadata, ...named, labels: [] }
    body.paths[0].input_token.metadata = { ...named, decimals: 9 }
    body.paths[0].average_gas = null
    body.left_amount = 0
    body.estimated_cashback_usd = 0.001
  })
  const messages = single.map((part) => coffee.transactionOf(request, part))
  const exchanges = [
    coffee.routeCall(request, answer),
    coffee.routeCall(request, answer),
    coffee.transactionsCall(answer.paths, messages),
  ]
  return { provider, baseUrl, request, exchanges, ton: dedustTon(coffee.pools).ton }
}

function toncoRow(): Row {
  const { provider, baseUrl, fromTon: request, limits, ton } = tonco
  const answer = bent(tonco.answerOf(request, 15_000_000n), (body) => {
    Object.assign(body, { price_impact: null, display_data: null, in_minter_symbol: named.symbol })
  })
  const call = quoteCall(request, answer, 200, limits)
  return { provider, baseUrl, request, exchanges: [call, { ...call }], ton }
}

test.each<[string, () => Row]>([
  ['STON.fi, recorded', stonfiRow],
  ["DeDust, by the vendor's types", dedustRow],
  ["swap.coffee, by the vendor's types", coffeeRow],
  ["TONCO, by the vendor's types", toncoRow],
])('%s', async (_name, rowOf) => {
  const { provider, baseUrl, request, exchanges, ton } = rowOf()
  const tape = play(baseUrl, exchanges, { ton })
  const quote = await quoteOf(provider, request, tape.context)
  expect(quote).toMatchObject({ dstAmount: 15_000_000n, executionKind: 'ton' })
  const { swap, messages } = await builtOnTon(provider, quote, tape)
  expect(messages).toHaveLength(1)
  const [id] = provider.ids
  if (id === undefined) throw new Error('no identifier')
  const trace = traceOf([walletSends(messages), jettonsCome(usdt.address, payer, 15_000_000n)])
  const later = play(baseUrl, [], { ton: fakeTon({ traces: { [paidHash]: trace } }).ton })
  await expect(provider.status(id, paidRef(quote, swap), later.context)).resolves.toMatchObject({
    status: 'SUCCESS',
    receivedAmount: 15_000_000n,
  })
})
