import { isTransactionHash } from '../../evidence/hashes.ts'
import type { Provider, ProviderContext, QuoteOutcome } from '../types.ts'
import type { QuoteRequest } from '../../core/quote.ts'
import { readOrderState } from './deposit/state.ts'

type Forms = { deposit: Provider; signed: Provider }

/**
 * One provider of two adapters: orders that are paid by a deposit, and signed calls. Both are
 * offered unless the request asks for one; each swap goes on with the adapter that returned its quote.
 */
export function twoForms(forms: Forms): Provider {
  const { deposit, signed } = forms
  return {
    ids: deposit.ids,
    forms,
    capabilities: {
      recipient: deposit.capabilities.recipient && signed.capabilities.recipient,
      chargesFee: true,
      deposit: true,
      crossChain: true,
      receiverMemo:
        deposit.capabilities.receiverMemo === true && signed.capabilities.receiverMemo === true,
    },
    blockchains: (id) => [...new Set([...deposit.blockchains(id), ...signed.blockchains(id)])],
    supports: (request) => [
      ...new Set([...deposit.supports(request), ...signed.supports(request)]),
    ],
    quote: (request, wanted, context) => bothQuotes(forms, request, wanted, context),
    pinned: signed.pinned,
    proofs: [...deposit.proofs, ...signed.proofs],
    build: (quote, context) =>
      (quote.executionKind === 'deposit' ? deposit : signed).build(quote, context),
    status: async (id, ref, context) => {
      const own = readOrderState(ref.providerState)
      if (own !== null)
        return (own.depositAddress === '' ? signed : deposit).status(id, ref, context)
      // A deposit is paid by a transfer, which calls no contract of the provider.
      const { srcBlockchain, srcTxHash } = ref
      const mayCall =
        srcTxHash !== null &&
        isTransactionHash(srcBlockchain, srcTxHash) &&
        signed.pinned(id, srcBlockchain).targets.length > 0
      const called = mayCall ? await signed.status(id, ref, context) : null
      return called === null || called.status === 'NOT_FOUND'
        ? deposit.status(id, ref, context)
        : called
    },
  }
}

/** @throws SwaprouteError that of the deposit where neither has an offer */
async function bothQuotes(
  { deposit, signed }: Forms,
  request: QuoteRequest,
  wanted: Parameters<Provider['quote']>[1],
  context: ProviderContext,
): Promise<QuoteOutcome> {
  const asked = [deposit, signed].filter((form) => form.supports(request).length > 0)
  const settled = await Promise.allSettled(
    asked.map((form) => form.quote(request, wanted, context)),
  )
  const fulfilled = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const [refused] = settled.filter((one) => one.status === 'rejected')
  if (fulfilled.length === 0 && refused !== undefined) throw refused.reason
  return {
    quotes: fulfilled.flatMap(({ quotes }) => quotes),
    failed: fulfilled.flatMap(({ failed }) => failed),
  }
}
