import { checkForeign, type ForeignTerms } from '../../../src/chains/foreign.ts'
import type { ProviderId } from '../../../src/core/providerIds.ts'
import type { Quote } from '../../../src/core/quote.ts'
import type { DecodedForeign } from '../../../src/core/transaction.ts'
import { type ForeignTransaction, isForeignKind } from '../../../src/core/foreignTransaction.ts'
import {
  type BuiltSwap,
  type Provider,
  type ProviderContext,
  proofOf,
} from '../../../src/providers/types.ts'
import { serviceUrl } from '../../providers/callCase.ts'
import { play, quoteOf } from '../../providers/depositSupport.ts'
import type { ForeignCase } from '../../providers/foreignCase.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'

// Swaps on chains that other wallets sign, as their cases have them.

/** A swap of a case as it is honestly built, and what it is compared with. */
export type BuiltForeign = {
  provider: Provider
  id: ProviderId
  quote: Quote
  made: BuiltSwap
  transaction: ForeignTransaction
  terms: ForeignTerms
  /** What the program's reader returns for the honest transaction. */
  decoded: DecodedForeign
}

export async function builtForeign(it: ForeignCase, url = serviceUrl): Promise<BuiltForeign> {
  const { request, honest } = it
  const provider = it.create(url)
  const [id] = provider.ids
  if (id === undefined) throw new Error('no identifier')
  const { context } = play(url, [...honest.quote, ...honest.build], honest.chains)
  const quote = await quoteOf(provider, request, context)
  const made = await provider.build(quote, context)
  const transaction = foreignOf(made)
  const terms = termsFor(it, provider, id, quote)
  const decoded = await decode(it, provider, transaction, context)
  return { provider, id, quote, made, transaction, terms, decoded }
}

export function foreignOf({ transaction }: Pick<BuiltSwap, 'transaction'>): ForeignTransaction {
  if (isForeignKind(transaction.kind)) return transaction as ForeignTransaction // just compared
  throw new Error('another kind of transaction')
}

/** What was accepted; nothing of it comes from the service. */
function termsFor(
  { request }: ForeignCase,
  provider: Provider,
  id: ProviderId,
  { dstMinAmount }: Quote,
): ForeignTerms {
  const { srcToken, dstToken, srcAmount, fromAddress } = request
  const receiver = request.receiver ?? fromAddress
  const { targets } = provider.pinned(id, srcToken.blockchain)
  return { srcToken, dstToken, srcAmount, fromAddress, receiver, dstMinAmount, targets }
}

async function decode(
  { request }: ForeignCase,
  provider: Provider,
  transaction: ForeignTransaction,
  context: ProviderContext,
): Promise<DecodedForeign> {
  const { srcToken, dstToken, fromAddress } = request
  const swap = { srcToken, dstToken, fromAddress, receiver: request.receiver ?? fromAddress }
  const proof = proofOf(provider, 'foreign')
  if (proof === null) throw new Error('no reader')
  return await proof.decode(transaction, swap, context)
}

/** What the checks before printing say: the decoded transaction, or the rule that refuses it. */
export async function judgeForeign(
  it: ForeignCase,
  { provider, id, terms }: Pick<BuiltForeign, 'provider' | 'id' | 'terms'>,
  transaction: ForeignTransaction,
): Promise<{ rule: 'ok'; decoded: DecodedForeign } | { rule: string; decoded: null }> {
  const { context } = play(serviceUrl, it.honest.build, it.honest.chains)
  try {
    const decoded = await decode(it, provider, transaction, context)
    checkForeign(id, decoded, terms)
    return { rule: 'ok', decoded }
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError) || thrown.code === 'INTERNAL') throw thrown
    const { check } = thrown.context
    return { rule: typeof check === 'string' ? check : thrown.code, decoded: null }
  }
}
