import type { Quote, SwapRef } from '../../src/core/quote.ts'
import type { SwapStatus } from '../../src/core/status.ts'
import type { EvmTransaction } from '../../src/core/transaction.ts'
import type { ClaimPlan } from '../../src/core/claim.ts'
import type { BuiltSwap, Provider, ProviderContext } from '../../src/providers/types.ts'
import { serviceUrl } from './callCase.ts'
import type { AcceptedCall } from './judgeCall.ts'
import {
  type ChainFacts,
  type ContractCase,
  nodesOf,
  paidOf,
  payment,
  type ViewFact,
} from './contractCase.ts'
import { nowMs, play, quoteOf, refOf } from './depositSupport.ts'

/** The honest swap of a case: quoted, built and paid. */
export type MinedContract = {
  provider: Provider
  quote: Quote
  built: BuiltSwap
  transaction: EvmTransaction
  accepted: AcceptedCall
  /** The state by what the chains show besides the payment. */
  follow(facts: ChainFacts, more?: Partial<SwapRef>): Promise<SwapStatus>
  claim(facts: ChainFacts): Promise<ClaimPlan>
  ref: SwapRef
  /** The facts with the payment. */
  paid(facts: ChainFacts): ChainFacts
}

export function contextOf(
  it: Pick<ContractCase, 'gasPrices' | 'exchanges'>,
  facts: ChainFacts,
  rpc?: ProviderContext['rpc'],
): ProviderContext {
  // Before the payment, a service says what a quote needs.
  const exchanges = facts.exchanges ?? (facts.mined === undefined ? it.exchanges : undefined) ?? []
  const { context } = play(serviceUrl, exchanges, { atMs: nowMs + 60_000 })
  const { send } = context.http
  return {
    ...context,
    // An unrecorded service does not answer.
    http: {
      ...context.http,
      send: async (request) =>
        exchanges.length === 0 ? { status: 404, retryAfterSeconds: null, body: {} } : send(request),
    },
    rpc: rpc ?? nodesOf(facts, it.gasPrices, nowMs).rpc,
  }
}

export async function quoteContract(
  it: ContractCase,
  views: readonly ViewFact[] = it.views,
): Promise<Quote> {
  return await quoteOf(it.create(serviceUrl), it.request, contextOf(it, { views }))
}

export async function minedContract(it: ContractCase): Promise<MinedContract> {
  const { request, views } = it
  const provider = it.create(serviceUrl)
  const [id] = provider.ids
  if (id === undefined) throw new Error('no identifier')
  const quote = await quoteContract(it)
  const built = await provider.build(quote, contextOf(it, { views }))
  if (built.transaction.kind !== 'evm') throw new Error('no transaction')
  const { transaction, fees } = built
  const fee = fees.protocolFixed + fees.providerFixed
  const accepted = {
    payer: request.fromAddress,
    receiver: request.receiver,
    srcAmount: request.srcAmount,
    minimum: quote.dstMinAmount,
    value: fee + (request.srcToken.native ? request.srcAmount : 0n),
  }
  const ref = refOf(quote, built, { srcTxHash: payment })
  const paid = (facts: ChainFacts): ChainFacts => ({
    ...facts,
    mined: [...(facts.mined ?? []), paidOf(it, transaction.value)],
  })
  return {
    provider,
    quote,
    built,
    transaction,
    accepted,
    ref,
    paid,
    follow: (facts, more = {}) =>
      provider.status(id, { ...ref, ...more }, contextOf(it, paid(facts))),
    claim: (facts) => {
      if (provider.claims === undefined) throw new Error('nothing is claimed here')
      return provider.claims.plan(id, ref, contextOf(it, paid(facts)))
    },
  }
}
