import type { SwapStatus } from '../../../src/core/status.ts'
import type { ProviderContext } from '../../../src/providers/types.ts'
import { type CallCase, firstOf, serviceUrl } from '../../providers/callCase.ts'
import { judgeCall } from '../../providers/judgeCall.ts'
import { type MinedCall, minedCall } from '../../providers/minedCall.ts'
import type { Exchange } from '../../providers/depositSupport.ts'
import { evmVerdict } from './evmVerdict.ts'
import { honest } from './deposits.ts'
import { statusStory } from './exchanges.ts'
import { looseServer } from './looseServer.ts'
import { type Answer, type Story, type Subject, Unsafe } from './story.ts'

// Providers that are paid by one EVM call. What is built is read once by the rules of the execution,
// and, where these let it pass, by viem and the paths of the case.

/** Stories of a provider, from its case. */
export async function callSubject(name: string, it: CallCase): Promise<Subject> {
  const { request, orders } = it
  const mined = await minedCall(it)
  const { provider, quote, accepted } = mined
  const contextOf = (calls: readonly Exchange[], answers: readonly Answer[]): ProviderContext =>
    looseServer(serviceUrl, calls, answers).context
  const first = [firstOf(it)]
  const rest = it.honest.slice(1)
  const { srcToken, dstToken } = request
  const isBridge = srcToken.blockchain !== dstToken.blockchain
  const stories: Story[] = [
    {
      name: 'quote',
      weight: 2,
      answers: honest(first),
      play: async ({ answers }) => {
        const context = contextOf(first, answers)
        const { quotes } = await provider.quote(request, new Set(provider.ids), context)
        for (const one of quotes) {
          const { dstAmount, dstMinAmount, request: asked } = one
          if (dstMinAmount <= 0n || dstMinAmount > dstAmount)
            throw new Unsafe(`at least ${dstMinAmount} of ${dstAmount}`)
          if (asked.srcAmount !== request.srcAmount) throw new Unsafe('another amount')
        }
        return quotes.map((one) => ({ ...one, providerState: null }))
      },
    },
    {
      name: 'build',
      weight: 5,
      answers: honest(rest),
      play: async ({ answers }) => {
        const built = await provider.build(quote, contextOf(rest, answers))
        const { transaction, dstMinAmount, fees } = built
        if (transaction.kind !== 'evm') throw new Unsafe('no transaction')
        const rule = evmVerdict(provider, quote, built, {
          payer: accepted.payer,
          receiver: accepted.receiver,
          dstChainId: isBridge ? contextOf([], []).chainId(dstToken.blockchain) : null,
        })
        if (rule !== 'ok') return { refusedBy: rule }
        const { protocolFixed, providerFixed } = quote.fees
        const most = ((protocolFixed + providerFixed) * 102n) / 100n
        if (fees.protocolFixed + fees.providerFixed > most) throw new Unsafe('a larger fee')
        const { verdict, why } = judgeCall(it, transaction, {
          ...accepted,
          value: (srcToken.native ? request.srcAmount : 0n) + most,
        })
        if (verdict === 'unsafe') throw new Unsafe(why)
        if (dstMinAmount < quote.dstMinAmount) throw new Unsafe(`promises ${dstMinAmount}`)
        return built.uniqueInfo
      },
    },
  ]
  if (orders === undefined) return { name, stories: [...stories, statusStory(mined)] }
  const { done, refunded, words } = orders
  return {
    name,
    stories: [
      ...stories,
      orderStory(mined, `status ${done}`, orders.told(done, mined.hashes)),
      ...(refunded === undefined
        ? []
        : [orderStory(mined, `status ${refunded}`, orders.told(refunded, mined.hashes))]),
      ...words.map(([word]) => orderStory(mined, `status ${word}`, orders.told(word))),
    ],
  }
}

/** An end is only ever the one the chains show, whatever the service reports. */
function orderStory(mined: MinedCall, name: string, calls: readonly Exchange[]): Story {
  return {
    name,
    weight: 1,
    answers: honest(calls),
    play: async ({ answers }) => {
      const { context } = looseServer(serviceUrl, calls, answers)
      const status: SwapStatus = await mined.follow(context.http)
      const { payout, refund } = mined.hashes
      const { destinationTxHash: hash } = status
      const isShown =
        (status.status === 'SUCCESS' && hash === payout) ||
        (status.status === 'REVERTED' && hash === refund)
      if (['SUCCESS', 'REVERTED', 'FAIL'].includes(status.status) && !isShown)
        throw new Unsafe(`${status.status} by ${hash}`)
      return status
    },
  }
}
