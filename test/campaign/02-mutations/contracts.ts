import type { ProviderContext } from '../../../src/providers/types.ts'
import type { RpcAnswer } from '../../../src/http/types.ts'
import { judgeCall } from '../../providers/judgeCall.ts'
import { asCallCase, type ContractCase, nodesOf } from '../../providers/contractCase.ts'
import { nowMs } from '../../providers/depositSupport.ts'
import { contextOf, minedContract } from '../../providers/minedContract.ts'
import { evmVerdict } from './evmVerdict.ts'
import { bodyOf, type Answer, type Story, type Subject, Unsafe } from './story.ts'
import { at } from '../../support/bodies.ts'
import { ownNode } from '../../support/ownNode.ts'

// Bridges that are contracts alone: what the nodes answer is bent, from the quote to the claim.

/** Stories of a provider, from its case. */
export async function contractSubject(name: string, it: ContractCase): Promise<Subject> {
  const mined = await minedContract(it)
  const { provider, quote, accepted, ref } = mined
  const [id = 'across'] = provider.ids
  const { request, views, states, claim } = it
  const { srcToken, dstToken } = request
  const [, , delivered = {}] = states[0] ?? []
  const told = async (
    facts: Parameters<typeof nodesOf>[0],
    play: (context: ProviderContext) => Promise<unknown>,
  ): Promise<Answer[]> => {
    const nodes = nodesOf(facts, it.gasPrices, nowMs)
    await play(contextOf(it, facts, nodes.rpc))
    return [{ status: 200, body: nodes.asked }]
  }
  const quoting = (context: ProviderContext) =>
    provider.quote(request, new Set(provider.ids), context)
  const following = (context: ProviderContext) => provider.status(id, ref, context)
  const stories: Story[] = [
    {
      name: 'quote',
      weight: 2,
      answers: await told({ views }, quoting),
      play: async ({ answers }) => {
        const { quotes } = await quoting(contextOf(it, { views }, saying(answers)))
        for (const { dstAmount, dstMinAmount } of quotes) {
          if (dstMinAmount > 0n && dstMinAmount <= dstAmount) continue
          throw new Unsafe(`at least ${dstMinAmount} of ${dstAmount}`)
        }
        return quotes.map((one) => ({ ...one, request: null }))
      },
    },
    {
      name: 'build',
      weight: 5,
      answers: await told({ views }, (context) => provider.build(quote, context)),
      play: async ({ answers }) => {
        const built = await provider.build(quote, contextOf(it, { views }, saying(answers)))
        const { transaction, dstMinAmount } = built
        if (transaction.kind !== 'evm') throw new Unsafe('no transaction')
        const rule = evmVerdict(provider, quote, built, {
          payer: accepted.payer,
          receiver: accepted.receiver,
          // A chain without a number is another chain too.
          dstChainId: contextOf(it, {}).chainId(dstToken.blockchain) ?? 0,
        })
        if (rule !== 'ok') return { refusedBy: rule }
        const most = (quote.fees.providerFixed * 102n) / 100n
        const value = most + (srcToken.native ? request.srcAmount : 0n)
        const judged =
          it.call.nested === true
            ? { verdict: 'safe', why: '' }
            : judgeCall(asCallCase(it), transaction, { ...accepted, value })
        if (judged.verdict === 'unsafe') throw new Unsafe(judged.why)
        if (dstMinAmount < quote.dstMinAmount) throw new Unsafe(`promises ${dstMinAmount}`)
        return null
      },
    },
    {
      name: 'status',
      weight: 3,
      answers: await told(mined.paid(delivered), following),
      play: async ({ answers }) => {
        const status = await following(contextOf(it, mined.paid(delivered), saying(answers)))
        const { destinationTxHash: hash } = status
        const honest = [
          ...(delivered.mined ?? []).map((fact) => fact.hash),
          // Of a chain whose index is asked over HTTP.
          ...(delivered.exchanges ?? []).map(({ path }) => path.split('/').at(-1)),
          // Of SUI, whose index is asked by a body.
          ...(delivered.exchanges ?? []).map(({ body }) => at(body, 'data.transaction.digest')),
        ]
        const isShown = hash === null || honest.includes(hash)
        if (status.status === 'SUCCESS' && !isShown) throw new Unsafe(`SUCCESS by ${hash}`)
        if (status.status === 'REVERTED') throw new Unsafe(`REVERTED by ${hash}`)
        return status
      },
    },
  ]
  if (claim === undefined || provider.claims === undefined) return { name, stories }
  const { claims } = provider
  const facts = mined.paid(claim.facts)
  const claiming = (context: ProviderContext) => claims.plan(id, ref, context)
  const contracts = claims.contracts(dstToken.blockchain)
  return {
    name,
    stories: [
      ...stories,
      {
        name: 'claim',
        weight: 3,
        answers: await told(facts, claiming),
        play: async ({ answers }) => {
          const made = await claiming(contextOf(it, facts, saying(answers)))
          if (!contracts.includes(made.to)) throw new Unsafe(`it calls ${made.to}`)
          // Calldata is no text of a screen: it is hex, and as long as its proof.
          const { data, ...said } = made
          if (!/^0x(?:[\da-f]{2})*$/i.test(data)) throw new Unsafe(`it sends ${data.slice(0, 40)}`)
          return said
        },
      },
    ],
  }
}

/** Nodes that say what was recorded, bent or not, and know nothing else. */
function saying([answer]: readonly Answer[]): ProviderContext['rpc'] {
  const body: unknown = answer === undefined ? {} : bodyOf(answer)
  const results =
    typeof body === 'object' && body !== null ? new Map(Object.entries(body)) : new Map()
  const answerTo = (chain: string, method: string, params: readonly unknown[]): RpcAnswer => {
    const key = JSON.stringify([chain, method, params])
    return { ok: true, result: results.has(key) ? results.get(key) : null }
  }
  return {
    witnesses: ownNode,
    has: () => true,
    batch: async (chain, calls) =>
      calls.map(({ method, params }) => answerTo(chain, method, params)),
    call: async (chain, method, params) => {
      const found = answerTo(chain, method, params)
      return found.ok ? found.result : null
    },
  }
}
