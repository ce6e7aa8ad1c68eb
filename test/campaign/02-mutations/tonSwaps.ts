import type { Quote, QuoteRequest } from '../../../src/core/quote.ts'
import type { BuiltSwap, Provider, ProviderContext } from '../../../src/providers/types.ts'
import type { Exchange } from '../../providers/depositSupport.ts'
import type { TonCase } from '../../providers/tonCase.ts'
import { verdict } from '../../providers/tonHostile.ts'
import { honest } from './deposits.ts'
import { looseServer } from './looseServer.ts'
import { type Answer, type Story, type Subject, Unsafe } from './story.ts'
import { harmOf } from './tonOracle.ts'

// Swaps on TON. The exchange's answers are bent; what is built is read once by the rules of the
// execution, and, where these let it pass, by TON's own library.

export type BuiltOnTon = {
  provider: Provider
  quote: Quote
  built: BuiltSwap
  context: ProviderContext
}

/** Each swap of a case as it is honestly built. */
export async function builtSwaps(it: TonCase): Promise<BuiltOnTon[]> {
  const { provider } = it
  return Promise.all(
    swapsOf(it).map(async ([, request, [first, ...rest]]) => {
      const quote = await quoteFrom(provider, request, contextOf(it, [first], honest([first])))
      const context = contextOf(it, rest, honest(rest))
      return { provider, quote, built: await provider.build(quote, context), context }
    }),
  )
}

function swapsOf({ swaps, further = [] }: TonCase): TonCase['swaps'] {
  return [...swaps, ...further]
}

/** Stories of an exchange, from its case. */
export async function tonSubject(name: string, it: TonCase): Promise<Subject> {
  const { provider } = it
  const stories: Story[] = []
  for (const [pair, request, [first, ...rest]] of swapsOf(it)) {
    const quote = await quoteFrom(provider, request, contextOf(it, [first], honest([first])))
    stories.push({
      name: `quote ${pair}`,
      weight: 1,
      answers: honest([first]),
      play: async ({ answers }) => {
        const one = await quoteFrom(provider, request, contextOf(it, [first], answers))
        if (one.dstMinAmount <= 0n || one.dstMinAmount > one.dstAmount)
          throw new Unsafe(`at least ${one.dstMinAmount} of ${one.dstAmount}`)
        if (one.request.srcAmount !== request.srcAmount) throw new Unsafe('another amount')
        return { ...one, providerState: null }
      },
    })
    stories.push({
      name: `build ${pair}`,
      weight: 3,
      answers: honest(rest),
      play: async ({ answers }) => {
        const context = contextOf(it, rest, answers)
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
  { baseUrl, ton }: TonCase,
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
