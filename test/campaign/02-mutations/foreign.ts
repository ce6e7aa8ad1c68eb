import type { ProviderContext } from '../../../src/providers/types.ts'
import { serviceUrl } from '../../providers/callCase.ts'
import { type Chains, type Exchange, quoteOf, refOf } from '../../providers/depositSupport.ts'
import type { ForeignCase } from '../../providers/foreignCase.ts'
import { foreignOracle } from '../03-calldata/foreignOracle.ts'
import {
  type BuiltForeign,
  builtForeign,
  foreignOf,
  judgeForeign,
} from '../support/foreignSwaps.ts'
import { honest } from './deposits.ts'
import { looseServer } from './looseServer.ts'
import { type Answer, bodyOf, type Story, type Subject, Unsafe } from './story.ts'

// Swaps on chains that other wallets sign. The answers of the service and of the chain's node are
// bent; what is built is read once by the checks before printing, and by the places where an honest
// transaction has its accounts and amounts.

/** Stories of a provider, from its case. */
export async function foreignSubject(name: string, it: ForeignCase): Promise<Subject> {
  const built = await builtForeign(it)
  const { provider, quote } = built
  const { request } = it
  const { quote: first, build: rest, chains = {} } = it.honest
  const stories: Story[] = [
    {
      name: 'quote',
      weight: 2,
      answers: honest(first),
      play: async ({ answers }) => {
        const one = await quoteOf(provider, request, contextOf(first, answers, chains))
        if (one.dstMinAmount <= 0n || one.dstMinAmount > one.dstAmount)
          throw new Unsafe(`at least ${one.dstMinAmount} of ${one.dstAmount}`)
        if (one.request.srcAmount !== request.srcAmount) throw new Unsafe('another amount')
        return { ...one, providerState: null }
      },
    },
    {
      name: 'build',
      weight: 5,
      answers: honest(rest),
      play: async ({ answers }) => {
        const made = await provider.build(quote, contextOf(rest, answers, chains))
        const transaction = foreignOf(made)
        const { rule } = await judgeForeign(it, built, transaction)
        if (rule !== 'ok') return { refusedBy: rule }
        const { verdict, why } = sizedOracle(built).judge(transaction)
        if (verdict === 'unsafe') throw new Unsafe(why)
        if (made.dstMinAmount < quote.dstMinAmount)
          throw new Unsafe(`promises ${made.dstMinAmount}`)
        return made.uniqueInfo
      },
    },
    statusStory(it, built),
  ]
  return { name, stories }
}

/** A service may route a swap in more or fewer bytes; only the same length can be compared. */
function sizedOracle(built: BuiltForeign): ReturnType<typeof foreignOracle> {
  const oracle = foreignOracle(built)
  return {
    ...oracle,
    judge: (transaction) => {
      const judged = oracle.judge(transaction)
      const isResized = judged.verdict === 'unsafe' && judged.why.endsWith('another size')
      return isResized ? { verdict: 'odd', why: judged.why } : judged
    },
  }
}

/** An end is only ever the one that the chain shows, of the amount that it shows. */
function statusStory(
  it: ForeignCase,
  { provider, id, quote, made, transaction }: BuiltForeign,
): Story {
  const received = quote.dstAmount
  const { exchanges, chains = {} } = it.mined.as(transaction, { received })
  const ref = refOf(quote, made, { srcTxHash: it.mined.hash, receiver: receiverOf(it) })
  const node: Answer = { status: 200, body: chains.rpc ?? {} }
  return {
    name: 'status',
    weight: 3,
    answers: [...honest(exchanges), node],
    play: async ({ answers }) => {
      const told = answers[exchanges.length]
      const body: unknown = told === undefined ? {} : bodyOf(told)
      const rpc = typeof body === 'object' && body !== null ? { ...body } : {}
      const context = contextOf(exchanges, answers, { ...chains, rpc })
      const status = await provider.status(id, ref, context)
      if (status.status === 'REVERTED') throw new Unsafe('a refund that no chain shows')
      const { destinationTxHash: hash } = status
      if (status.status === 'SUCCESS' && hash !== it.mined.hash)
        throw new Unsafe(`SUCCESS by ${hash}`)
      return status
    },
  }
}

function receiverOf({ request }: ForeignCase): string {
  return request.receiver ?? request.fromAddress
}

function contextOf(
  exchanges: readonly Exchange[],
  answers: readonly Answer[],
  { rpc = {}, nodes = [] }: Chains,
): ProviderContext {
  return looseServer(serviceUrl, exchanges, answers, rpc, nodes).context
}
