import { chainById, chainOfNumber } from '../../chains/chains.ts'
import { isSameAccount } from '../../chains/accountKey.ts'
import { isSameAddress } from '../../core/addresses.ts'
import { mulDivDown } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { Quote } from '../../core/quote.ts'
import type { Token } from '../../core/token.ts'
import type { DecodedCall, EvmTransaction } from '../../core/transaction.ts'
import {
  type BuiltSwap,
  type PinnedContracts,
  type Provider,
  type ProviderContext,
  proofOf,
} from '../types.ts'

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

/** Approval and payment still have to be mined. */
const leastSecondsLeft = 60n
/** As the execution has it, which measures by the clock of the chain besides. */
const mostSecondsLeft = { 'on-chain': 2n * 3_600n, 'cross-chain': 6n * 3_600n } as const
const mostExclusiveSeconds = 60n

/**
 * Holds a transaction that a service has made against the accepted quote before anybody sees it (E2,
 * E3, E5, E8, E9): contracts, value and fee, receiver, chain, tokens, amount, minimum, refund and
 * powers over the order. The execution checks all of it again; here a bad answer never becomes a
 * route.
 * @returns the call as read; null for one that its provider declares opaque, which only a simulation
 *   proves, and on one chain only
 * @throws SwaprouteError UNSAFE_ROUTE with the rule in `context.check`
 */
export async function checkBuiltCall(
  provider: Declared,
  built: BuiltSwap,
  quote: Quote,
  context: Pick<ProviderContext, 'chainId'>,
): Promise<DecodedCall | null> {
  const { provider: id, request, swapType, dstMinAmount } = quote
  const { transaction } = built
  if (transaction.kind !== 'evm') throw refusedCall(id, 'E2', 'is for another kind of chain')
  const { blockchain } = request.srcToken
  checkContracts(provider.pinned(id, blockchain), transaction, quote)
  checkValue(provider.pinned(id, blockchain), transaction, built, quote)
  if (proofOf(provider, 'opaque') !== null) {
    if (swapType !== 'on-chain') throw refusedCall(id, 'E8', 'crosses chains and cannot be read')
    if (built.dstMinAmount < dstMinAmount) throw refusedCall(id, 'E9', lessThanAccepted)
    return null
  }
  const call = await readDeclaredCall(provider, id, { ...transaction, blockchain }, context)
  checkTerms(call, built, quote)
  checkPowers(call, quote)
  return call
}

const lessThanAccepted = 'guarantees less than was accepted'

function checkContracts(
  { targets, spenders }: PinnedContracts,
  { to, approvalAddress }: EvmTransaction,
  { provider: id, request }: Quote,
): void {
  if (!isOneOf(to, targets)) throw refusedCall(id, 'E2', `goes to ${to}, which is not theirs`)
  if (approvalAddress === null) return
  if (request.srcToken.native) {
    throw refusedCall(id, 'E3', 'wants an approval for a native coin, which needs none')
  }
  if (!isOneOf(approvalAddress, spenders)) {
    throw refusedCall(id, 'E3', `wants ${approvalAddress} to be approved`)
  }
}

function checkValue(
  { mostFixedFee = 0n }: PinnedContracts,
  { value }: EvmTransaction,
  { fees }: BuiltSwap,
  { provider: id, request, fees: quoted }: Quote,
): void {
  const { srcToken, srcAmount } = request
  const fee = fees.protocolFixed + fees.providerFixed
  if (value !== (srcToken.native ? srcAmount : 0n) + fee) {
    throw refusedCall(id, 'E5', `sends ${value} native units`)
  }
  if (fee > mostFixedFee) {
    throw refusedCall(id, 'E5', 'takes a fixed fee that its provider is not known to take')
  }
  if (fee > mulDivDown(quoted.protocolFixed + quoted.providerFixed, 102n, 100n)) {
    throw refusedCall(id, 'E5', 'takes a fee that has grown by more than 2 % since the quote')
  }
}

function checkTerms(
  call: DecodedCall,
  { dstMinAmount }: BuiltSwap,
  { provider: id, request, swapType, dstMinAmount: acceptedMin }: Quote,
): void {
  const { srcToken, dstToken, srcAmount, fromAddress, receiver, refundAddress } = request
  const refuse = (check: string, what: string): SwaprouteError => refusedCall(id, check, what)
  const { blockchain } = dstToken
  const crossChain = swapType === 'cross-chain'
  const payee = receiver ?? fromAddress ?? ''
  const paid = call.recipient ?? fromAddress ?? ''
  if (!isSameAccount(blockchain, paid, payee)) {
    throw refuse('E8', `pays ${paid} instead of the receiver`)
  }
  if (call.dst !== (crossChain ? blockchain : 'same')) {
    throw refuse('E8', call.dst === 'same' ? 'pays out on its own chain' : `pays on ${call.dst}`)
  }
  if (!isOneOf(call.srcToken ?? '', namesOf(srcToken))) throw refuse('E8', 'spends another token')
  // On one chain the difference between wrapped and native is the user's to choose.
  const bought = crossChain ? namesOf(dstToken) : [dstToken.address]
  const fits =
    (call.dstIsCoin === true && dstToken.native) ||
    bought.some((name) => isSameAccount(blockchain, name, call.dstToken ?? ''))
  if (!fits) throw refuse('E8', 'pays another token')
  // A call that names no amount spends its value.
  const spent = call.amountIn ?? (srcToken.native ? srcAmount : null)
  if (spent !== srcAmount) throw refuse('E5', 'spends another amount')
  if (call.refundTo !== null && !isOneOf(call.refundTo, [fromAddress ?? '', refundAddress ?? ''])) {
    throw refuse('E8', `would pay a refund to ${call.refundTo}`)
  }
  if ((call.minOut ?? 0n) < dstMinAmount) throw refuse('E9', 'guarantees less than it says')
  if (dstMinAmount < acceptedMin) throw refuse('E9', lessThanAccepted)
}

/** Who may end, change or claim an order has the money: only accounts of the user may. */
function checkPowers({ powers = [] }: DecodedCall, { provider: id, request }: Quote): void {
  const { srcToken, dstToken, fromAddress, receiver, refundAddress } = request
  const payer = [fromAddress ?? '', refundAddress ?? '']
  const payee = receiver ?? fromAddress ?? ''
  for (const { may, holder, blockchain } of powers) {
    const own = [
      ...(blockchain === srcToken.blockchain ? payer : []),
      ...(blockchain === dstToken.blockchain ? [payee] : []),
    ]
    if (own.some((account) => isSameAccount(blockchain, account, holder))) continue
    throw refusedCall(id, 'E8', `lets ${holder} ${may} the order`)
  }
}

/**
 * E8: a call that can still be mined, and whose money is not locked for days or for one party alone.
 * @throws SwaprouteError UNSAFE_ROUTE with check E8
 */
export function checkTimes(
  { deadlineSeconds, exclusive }: DecodedCall,
  { provider: id, swapType }: Quote,
  nowMs: number,
): void {
  const now = BigInt(Math.floor(nowMs / 1000))
  if (deadlineSeconds !== undefined) {
    const left = deadlineSeconds - now
    if (left < leastSecondsLeft) throw refusedCall(id, 'E8', 'is over before it can be mined')
    if (left > mostSecondsLeft[swapType]) {
      throw refusedCall(id, 'E8', 'would hold for far longer than such a swap takes')
    }
  }
  if (exclusive === undefined) return
  const seconds = exclusive.isPeriod ? exclusive.until : exclusive.until - now
  if (seconds <= mostExclusiveSeconds) return
  throw refusedCall(id, 'E8', `could be delivered by ${exclusive.relayer} alone for ${seconds} s`)
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
  const { wrappedNative } = chainById(blockchain)
  return native && wrappedNative !== null ? [address, wrappedNative] : [address]
}

function isOneOf(address: string, list: readonly string[]): boolean {
  return list.some((one) => isSameAddress(one, address))
}
