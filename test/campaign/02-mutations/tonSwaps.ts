import type { Quote, QuoteRequest } from '../../../src/core/quote.ts'
import type { TonCenter } from '../../../src/http/toncenterTypes.ts'
import type { BuiltSwap, Provider, ProviderContext } from '../../../src/providers/types.ts'
import * as coffee from '../../providers/coffee_swap/support.ts'
import {
  baseUrl as dedustUrl,
  dedustTon,
  quoteAnswer,
  quoteCall,
  swapCall,
} from '../../providers/dedust/support.ts'
import * as dedust from '../../providers/dedust/routes.ts'
import type { Exchange } from '../../providers/depositSupport.ts'
import * as stonfi from '../../providers/stonfi/support.ts'
import * as tonco from '../../providers/tonco_dex/support.ts'
import { verdict } from '../../providers/tonHostile.ts'
import { fakeTon, nano, notcoin, payer, toncoin, usdt } from '../../providers/tonSupport.ts'
import { requestOf } from '../../providers/depositSupport.ts'
import { honest } from './deposits.ts'
import { looseServer } from './looseServer.ts'
import { type Answer, type Story, type Subject, Unsafe } from './story.ts'
import { harmOf } from './tonOracle.ts'

// Swaps on TON. The exchange's answers are bent; what is built is read once by the rules of the
// execution, and, where these let it pass, by TON's own library.

const fromTon = requestOf(toncoin, usdt, 5n * nano, { fromAddress: payer })
const toTon = requestOf(usdt, toncoin, 15_000_000n, { fromAddress: payer })
const jettons = requestOf(usdt, notcoin, 15_000_000n, { fromAddress: payer })

type Place = { provider: Provider; baseUrl: string; ton: Partial<TonCenter> }
type Calls = { quote: Exchange[]; build: Exchange[] }

type Swaps = readonly { name: string; swaps: [Place, QuoteRequest, Calls][] }[]

export async function tonSubjects(): Promise<Subject[]> {
  return Promise.all(tonCalls().map(({ name, swaps }) => subject(name, swaps)))
}

export type BuiltOnTon = {
  provider: Provider
  quote: Quote
  built: BuiltSwap
  context: ProviderContext
}

/** Each of these swaps as it is honestly built, for those who follow it. */
export async function builtSwaps(): Promise<{ name: string; swaps: BuiltOnTon[] }[]> {
  const build = async ([
    place,
    request,
    calls,
  ]: Swaps[number]['swaps'][number]): Promise<BuiltOnTon> => {
    const { provider } = place
    const quote = await quoteFrom(
      provider,
      request,
      contextOf(place, calls.quote, honest(calls.quote)),
    )
    const context = contextOf(place, calls.build, honest(calls.build))
    return { provider, quote, built: await provider.build(quote, context), context }
  }
  return Promise.all(
    tonCalls().map(async ({ name, swaps }) => ({
      name,
      swaps: await Promise.all(swaps.map(build)),
    })),
  )
}

function tonCalls(): Swaps {
  const pools = { ton: dedustTon(dedust.pools).ton, baseUrl: dedustUrl }
  const atStonfi: Place = { provider: stonfi.provider, baseUrl: stonfi.baseUrl, ton: fakeTon().ton }
  const stonfiCalls = (request: QuoteRequest, out: bigint, row = stonfi.routerV2): Calls => {
    const call = stonfi.simulate(request, stonfi.simulation(request, out, row))
    return {
      quote: [call],
      build: [call, ...(request.srcToken.native ? [] : [stonfi.offerWallet(request.srcToken)])],
    }
  }
  const atDedust: Place = { provider: dedust.provider, ...pools }
  const dedustCalls = (request: QuoteRequest, routes: typeof dedust.direct): Calls => {
    const answer = quoteAnswer(request, routes)
    const call = quoteCall(request, answer)
    return {
      quote: [call],
      build: [call, swapCall(answer.swap_data, dedust.messagesOf(request, routes))],
    }
  }
  const atCoffee: Place = { provider: coffee.provider, baseUrl: coffee.baseUrl, ton: pools.ton }
  const coffeeCalls = (request: QuoteRequest, parts: coffee.Part[]): Calls => {
    const answer = coffee.routeAnswer(request, parts)
    const call = coffee.routeCall(request, answer)
    const messages = parts.map((part) => coffee.transactionOf(request, part))
    return { quote: [call], build: [call, coffee.transactionsCall(answer.paths, messages)] }
  }
  const atTonco: Place = { provider: tonco.provider, baseUrl: tonco.baseUrl, ton: tonco.ton }
  const toncoCalls = (request: QuoteRequest, out: bigint): Calls => {
    const call = quoteCall(request, tonco.answerOf(request, out), 200, tonco.limits)
    return { quote: [call], build: [call] }
  }
  return [
    {
      name: 'STONFI',
      swaps: [
        [atStonfi, fromTon, stonfiCalls(fromTon, 15_000_000n)],
        [atStonfi, toTon, stonfiCalls(toTon, 5n * nano)],
        [atStonfi, jettons, stonfiCalls(jettons, 7n * nano)],
        [atStonfi, fromTon, stonfiCalls(fromTon, 15_000_000n, stonfi.routerV1)],
      ],
    },
    {
      name: 'DEDUST',
      swaps: [
        [atDedust, fromTon, dedustCalls(fromTon, dedust.direct)],
        [atDedust, fromTon, dedustCalls(fromTon, dedust.split)],
        [atDedust, jettons, dedustCalls(jettons, dedust.overTon)],
      ],
    },
    {
      name: 'COFFEE_SWAP',
      swaps: [
        [atCoffee, fromTon, coffeeCalls(fromTon, coffee.single)],
        [atCoffee, fromTon, coffeeCalls(fromTon, coffee.split)],
        [atCoffee, toTon, coffeeCalls(toTon, coffee.back)],
      ],
    },
    {
      name: 'TONCO_DEX',
      swaps: [
        [atTonco, fromTon, toncoCalls(fromTon, 15_000_000n)],
        [atTonco, toTon, toncoCalls(toTon, 5n * nano)],
        [atTonco, jettons, toncoCalls(jettons, 7_000n * nano)],
      ],
    },
  ]
}

async function subject(name: string, swaps: [Place, QuoteRequest, Calls][]): Promise<Subject> {
  const stories: Story[] = []
  for (const [place, request, calls] of swaps) {
    const { provider } = place
    const quote = await quoteFrom(
      provider,
      request,
      contextOf(place, calls.quote, honest(calls.quote)),
    )
    const pair = `${request.srcToken.symbol} to ${request.dstToken.symbol}`
    stories.push({
      name: `quote ${pair}`,
      weight: 1,
      answers: honest(calls.quote),
      play: async ({ answers }) => {
        const one = await quoteFrom(provider, request, contextOf(place, calls.quote, answers))
        if (one.dstMinAmount <= 0n || one.dstMinAmount > one.dstAmount)
          throw new Unsafe(`at least ${one.dstMinAmount} of ${one.dstAmount}`)
        if (one.request.srcAmount !== request.srcAmount) throw new Unsafe('another amount')
        return { ...one, providerState: null }
      },
    })
    stories.push({
      name: `build ${pair}`,
      weight: 3,
      answers: honest(calls.build),
      play: async ({ answers }) => {
        const context = contextOf(place, calls.build, answers)
        const built = await provider.build(quote, context)
        if (built.transaction.kind !== 'ton') throw new Unsafe('no messages of TON')
        const { messages } = built.transaction
        const rule = await verdict(
          provider,
          { request, messages, dstMinAmount: quote.dstMinAmount },
          context,
        )
        if (rule !== 'ok') return { refusedBy: rule }
        const harm = harmOf(messages, { ...request, minOut: quote.dstMinAmount })
        if (harm !== null) throw new Unsafe(harm)
        if (built.dstMinAmount < quote.dstMinAmount)
          throw new Unsafe(`promises ${built.dstMinAmount}`)
        return built.uniqueInfo
      },
    })
  }
  return { name, stories }
}

function contextOf(
  { baseUrl, ton }: Place,
  calls: readonly Exchange[],
  answers: readonly Answer[],
): ProviderContext {
  const { context } = looseServer(baseUrl, calls, answers)
  return { ...context, ton: { ...context.ton, ...ton } }
}

async function quoteFrom(
  provider: Provider,
  request: QuoteRequest,
  context: ProviderContext,
): Promise<Quote> {
  const { quotes } = await provider.quote(request, new Set(provider.ids), context)
  const [quote] = quotes
  if (quote === undefined) throw new Error('no quote')
  return quote
}
