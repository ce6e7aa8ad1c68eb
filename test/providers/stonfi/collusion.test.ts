import { expect, test } from 'vitest'

import { ptonMaster } from '../../../src/chains/ton/proxyTon.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { QuoteRequest } from '../../../src/core/quote.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import { bent, type Body, play, quoteOf, requestOf } from '../depositSupport.ts'
import {
  fakeTon,
  friendly,
  mallory,
  nano,
  payer,
  raw,
  toncoin,
  usdt,
  withAddress,
} from '../tonSupport.ts'
import { baseUrl, offerWallet, provider, routerV2, simulate, simulation } from './support.ts'
import { proofOf } from '../../../src/providers/types.ts'

// The exchange's service and the node lie together about where a router takes TON (T2).

const fromTon = requestOf(toncoin, usdt, 5n * nano, { fromAddress: payer })
const toTon = requestOf(usdt, toncoin, 15_000_000n, { fromAddress: payer })

test.each([
  ['the router’s own', routerV2.ptonWallet, 'ok'],
  ['a stranger’s', raw(mallory), 'T2'],
])('exchange and node both name %s pTON wallet', async (_what, named, expected) => {
  const honest = simulation(fromTon, 15_000_000n)
  const bend = (b: Body) => (b.offer_jetton_wallet = friendly(named))
  const first = play(baseUrl, [simulate(fromTon, honest)])
  const quote = await quoteOf(provider, fromTon, first.context)
  const { ton, asked } = colluding(named)
  const tape = play(baseUrl, [simulate(fromTon, bent(honest, bend))], { ton })
  const outcome = await provider.build(quote, tape.context).then(
    () => 'ok',
    (thrown: unknown) => (thrown instanceof SwaprouteError ? thrown.context['check'] : thrown),
  )
  expect(outcome).toBe(expected)
  expect(asked.filter((question) => question.startsWith(ptonMaster))).toEqual([])
})

test('a pTON wallet is the computed one, whatever exchange and node say together', async () => {
  const messages = await built(fromTon, simulation(fromTon, 15_000_000n))
  const swap = { srcToken: toncoin, dstToken: usdt, fromAddress: payer }
  const at = async (address: string) => {
    const { context } = play(baseUrl, [], { ton: colluding(address).ton })
    const [first] = messages.map((message) => ({ ...message, address: friendly(address) }))
    return first === undefined ? null : proofOf(provider, 'ton')?.decode(first, swap, context)
  }
  const own = routerV2.ptonWallet
  expect(await at(own)).toMatchObject({ target: own, trusted: true, dstToken: usdt.address })
  const liar = raw(mallory)
  expect(await at(liar)).toMatchObject({ target: liar, trusted: false, dstToken: null })
})

test('nor is the TON that comes out another wallet’s', async () => {
  const messages = await built(toTon, simulation(toTon, 5n * nano))
  const swap = { srcToken: usdt, dstToken: toncoin, fromAddress: payer }
  const asking = async (wallet: string) => {
    const { context } = play(baseUrl, [], { ton: colluding(wallet).ton })
    const [first] = messages.map((message) => withAddress(message, routerV2.ptonWallet, wallet))
    return first === undefined ? null : proofOf(provider, 'ton')?.decode(first, swap, context)
  }
  expect(await asking(routerV2.ptonWallet)).toMatchObject({ dstToken: zeroAddress })
  expect(await asking(mallory)).toMatchObject({ dstToken: null })
})

/** The messages of an honest swap. */
async function built(request: QuoteRequest, answer: Body) {
  const own = request.srcToken.native ? [] : [offerWallet(request.srcToken)]
  const exchanges = [simulate(request, answer), simulate(request, answer), ...own]
  const { context } = play(baseUrl, exchanges, { ton: fakeTon().ton })
  const { transaction } = await provider.build(await quoteOf(provider, request, context), context)
  if (transaction.kind !== 'ton') throw new Error('not for TON')
  return transaction.messages
}

/** A node that calls an address the router's own wallet of proxy TON. */
function colluding(named: string) {
  const wallet = { owner: routerV2.router, master: ptonMaster }
  return fakeTon({
    wallets: { [raw(named)]: wallet },
    walletAt: (master) => (master === ptonMaster ? raw(named) : null),
  })
}
