import { chainById, chainOfNumber } from '../../chains/chains.ts'
import { isSameAccount } from '../../chains/accountKey.ts'
import { isSameAddress } from '../../core/addresses.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { Quote } from '../../core/quote.ts'
import { type Token, zeroAddress } from '../../core/token.ts'
import type { DecodedCall, EvmTransaction } from '../../core/transaction.ts'
import { type BuiltSwap, type Provider, type ProviderContext, proofOf } from '../types.ts'

/** A call with all that proves it; read by the calls the provider declares. */
type Declared = Pick<Provider, 'proofs' | 'pinned'>

/**
 * Reads call data of a provider by the calls it declares (E8).
 * @throws SwaprouteError UNSAFE_ROUTE for another contract, another call, or data beside it
 */
export async function readDeclaredCall(
  provider: Declared,
  id: ProviderId,
  at: Pick<EvmTransaction, 'to' | 'data'> & Pick<Token, 'blockchain'>,
  { chainId }: Pick<ProviderContext, 'chainId'>,
): Promise<DecodedCall> {
  const { readCall } = await import('../../chains/evm/readCall.ts')
  const { blockchain, to, data } = at
  const chainOf = (number: bigint) => chainOfNumber(number, chainId)
  const calls = proofOf(provider, 'calls')?.calls({ blockchain, to, chainOf }) ?? []
  return readCall(id, calls, data)
}

/**
 * Holds a transaction that a service has made against the request before anybody sees it (E2, E3, E5,
 * E8, E9). The execution checks all of it again; here a bad answer never becomes a route.
 * @throws SwaprouteError UNSAFE_ROUTE with the rule in `context.check`
 */
export async function checkBuiltCall(
  provider: Declared,
  { transaction, dstMinAmount, fees }: BuiltSwap,
  { provider: id, request, swapType }: Quote,
  context: Pick<ProviderContext, 'chainId'>,
): Promise<void> {
  const { srcToken, dstToken, srcAmount, fromAddress, receiver, refundAddress } = request
  const refuse = (check: string, what: string): SwaprouteError => refusedCall(id, check, what)
  if (transaction.kind !== 'evm') throw refuse('E2', 'is for another kind of chain')
  const { blockchain } = srcToken
  const { to, value, approvalAddress } = transaction
  const { targets, spenders } = provider.pinned(id, blockchain)
  if (!isOneOf(to, targets)) throw refuse('E2', `goes to ${to}, which is not theirs`)
  if (approvalAddress !== null && !isOneOf(approvalAddress, spenders)) {
    throw refuse('E3', `wants ${approvalAddress} to be approved`)
  }
  const due = (srcToken.native ? srcAmount : 0n) + fees.protocolFixed + fees.providerFixed
  if (value !== due) throw refuse('E5', `sends ${value} native units`)

  const call = await readDeclaredCall(provider, id, { ...transaction, blockchain }, context)
  const payee = receiver ?? fromAddress ?? ''
  const paid = call.recipient ?? fromAddress ?? ''
  if (!isSameAccount(dstToken.blockchain, paid, payee)) {
    throw refuse('E8', `pays ${paid} instead of the receiver`)
  }
  if (call.dst !== (swapType === 'cross-chain' ? dstToken.blockchain : 'same')) {
    throw refuse('E8', call.dst === 'same' ? 'pays out on its own chain' : `pays on ${call.dst}`)
  }
  if (!isOneOf(call.srcToken ?? '', namesOf(srcToken))) throw refuse('E8', 'spends another token')
  if (!isOneOf(call.dstToken ?? '', namesOf(dstToken))) throw refuse('E8', 'pays another token')
  if ((call.amountIn ?? srcAmount) !== srcAmount) throw refuse('E5', 'spends another amount')
  if (call.refundTo !== null && !isOneOf(call.refundTo, [fromAddress ?? '', refundAddress ?? ''])) {
    throw refuse('E8', `would pay a refund to ${call.refundTo}`)
  }
  if ((call.minOut ?? 0n) < dstMinAmount) throw refuse('E9', 'guarantees less than it says')
}

/** Completes "The transaction of across …". */
export function refusedCall(id: ProviderId, check: string, what: string): SwaprouteError {
  return new SwaprouteError('UNSAFE_ROUTE', `The transaction of ${id} ${what}. (check ${check})`, {
    hint: 'Nothing was signed. Ask for a new quote, or choose another provider with --provider.',
    context: { check },
  })
}

/** Contracts take the wrapped token in place of native coins. */
function namesOf({ native, blockchain, address }: Token): string[] {
  if (!native) return [address]
  return [zeroAddress, chainById(blockchain).wrappedNative ?? zeroAddress]
}

function isOneOf(address: string, list: readonly string[]): boolean {
  return list.some((one) => isSameAddress(one, address))
}
