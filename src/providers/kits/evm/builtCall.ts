import { foreignReason } from '../../../core/foreignReason.ts'
import { chainById, chainOfNumber } from '../../../chains/chains.ts'
import { type Token, isSameAddress } from '../../../core/token.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { ProviderId } from '../../../core/providerIds.ts'
import type { Quote } from '../../../core/quote.ts'
import { defaultSlippageBps, slippageKind } from '../../../core/slippage.ts'
import { isSameAccount } from '../../../chains/accountKey.ts'
import {
  borrowsReceiver,
  type CallAccounts,
  foreignPower,
  hasRisen,
  lacksReceiver,
  paysElsewhere,
  paysToken,
  saysNoReceiver,
  spendsToken,
  statesTooMuchSlippage,
  timeFault,
  wrongRecipient,
  wrongRefund,
} from '../../../chains/callRules.ts'
import type { CallTerms } from '../../../chains/evm/calls.ts'
import { readAnswer } from '../../../http/nodeAnswers.ts'
import { wireHexUint } from '../../../http/wire.ts'
import type { DecodedCall, EvmTransaction } from '../../../core/transaction.ts'
import {
  type BuiltSwap,
  type CallSite,
  type PinnedContracts,
  type Provider,
  type ProviderContext,
  proofOf,
} from '../../types.ts'

/** The declared calls and contracts of a provider. */
type Declared = Pick<Provider, 'proofs' | 'pinned'>

/**
 * Decodes calldata with the calls a provider declares (E8), asks the chain for what they name by an
 * entry of the contract, and has the provider vouch for the contract that enforces the minimum where
 * that is another one (E2).
 * @throws SwaprouteError UNSAFE_ROUTE for an undeclared contract or call, trailing data, an unknown
 * entry or keeper
 */
export async function readDeclaredCall(
  provider: Declared,
  id: ProviderId,
  at: Pick<EvmTransaction, 'to' | 'data'> & Pick<Token, 'blockchain'>,
  context: Pick<ProviderContext, 'chainId'> & Partial<Pick<ProviderContext, 'rpc' | 'signal'>>,
): Promise<DecodedCall> {
  const { readCall } = await import('../../../chains/evm/readCall.ts')
  const { blockchain, to, data } = at
  const { chainId, rpc, signal } = context
  const chainOf = (number: bigint) => chainOfNumber(number, chainId)
  const proof = proofOf(provider, 'calls')
  const read = readCall(id, proof?.calls({ blockchain, to, chainOf }) ?? [], data)
  await requireSigned(id, read)
  await requireOnwardGas(id, read, context)
  if (read.pools !== undefined) {
    if (proof?.names === undefined || rpc === undefined || signal === undefined)
      throw refusedCall(id, 'E8', 'does not name its tokens')
    return await proof.names(read, { blockchain, to }, { rpc, signal })
  }
  const call = await withEntry(provider, read, { blockchain, to }, context)
  if (call === null) throw refusedCall(id, 'E8', 'names an entry that its contract does not have')
  const { keeper } = call
  if (keeper === undefined) return call
  const isTheirs =
    rpc !== undefined &&
    signal !== undefined &&
    (await proof?.vouches?.(keeper, blockchain, { rpc, signal })) === true
  if (isTheirs) return call
  throw refusedCall(id, 'E2', `hands the tokens to ${keeper}, which is not one of its contracts`)
}

/** E18: a signature that comes along is the counterparty's, over this very order. */
async function requireSigned(id: ProviderId, { reference }: CallTerms): Promise<void> {
  if (reference === undefined || reference.signature === null) return
  const { personalSigner } = await import('../../../chains/evm/structs.ts')
  const signer = await personalSigner(reference.hash, reference.signature)
  if (signer !== null && isSameAddress(signer, reference.signer)) return
  throw refusedCall(id, 'E18', `pays an order that ${reference.signer} did not sign`)
}

/** E16: a ticket is executed automatically if it offers at least what its chain asks now. */
async function requireOnwardGas(
  id: ProviderId,
  { dst, onwardGasPrice }: CallTerms,
  { rpc, signal }: Partial<Pick<ProviderContext, 'rpc' | 'signal'>>,
): Promise<void> {
  if (onwardGasPrice === undefined) return
  if (dst !== null && dst !== 'same' && rpc !== undefined && signal !== undefined) {
    const answer = await rpc.call(dst, 'eth_gasPrice', [], { signal })
    if (onwardGasPrice >= readAnswer(wireHexUint, answer, dst, 'eth_gasPrice')) return
  }
  throw refusedCall(id, 'E16', 'pays too little for its gas on arrival')
}

/**
 * A call with the tokens and the destination that its contract stores under its entry; null for an
 * unknown entry, or where the chain cannot be asked.
 */
export async function withEntry<T extends CallTerms>(
  provider: Pick<Provider, 'proofs'>,
  call: T,
  at: Pick<CallSite, 'blockchain' | 'to'>,
  { rpc, signal }: Partial<Pick<ProviderContext, 'rpc' | 'signal'>>,
): Promise<T | null> {
  const { entry } = call
  if (entry === undefined) return call
  if (rpc === undefined || signal === undefined) return null
  const found = await proofOf(provider, 'calls')?.entryOf?.(entry, at, { rpc, signal })
  if (found == null) return null
  // What the call names as well has to be the same.
  const agrees = call.srcToken === null || isSameAddress(call.srcToken, found.srcToken ?? '')
  return agrees ? { ...call, ...found } : null
}

/**
 * Checks a transaction built by a service against the accepted quote (E2, E3, E5, E8, E9):
 * contracts, value and fee, receiver, chain, tokens, amount, minimum, refund and powers over the
 * order. The execution checks all of it again; this check stops a bad answer from becoming a route.
 * @returns the decoded call; null for an opaque one, which stays on one chain and is proved by
 * simulation
 * @throws SwaprouteError UNSAFE_ROUTE with the rule in `context.check`
 */
export async function checkBuiltCall(
  provider: Declared,
  built: BuiltSwap,
  quote: Quote,
  context: Parameters<typeof readDeclaredCall>[3],
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
  checkUnsaidReceiver(call, built, quote)
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
  if (!isOneOf(to, targets))
    throw refusedCall(id, 'E2', `goes to ${to}, which is not one of its contracts`)
  if (approvalAddress === null) return
  if (request.srcToken.native) {
    throw refusedCall(id, 'E3', 'asks for an approval of a native coin, which needs no approval')
  }
  if (!isOneOf(approvalAddress, spenders)) {
    throw refusedCall(id, 'E3', `asks to approve ${approvalAddress}`)
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
    throw refusedCall(id, 'E5', 'takes a fixed fee that is not known for this provider')
  }
  if (hasRisen(fee, quoted.protocolFixed + quoted.providerFixed)) {
    throw refusedCall(id, 'E5', 'takes a fee that rose by more than 2% since the quote')
  }
}

/** E17: the receiver that a trusted call does not name is in its data, or in the answer that carried it. */
function checkUnsaidReceiver(
  call: DecodedCall,
  { transaction, namedReceiver }: BuiltSwap,
  quote: Quote,
): void {
  const { provider: id, request } = quote
  if (borrowsReceiver(call)) throw refusedCall(id, 'E17', 'leaves its receiver to an answer')
  if (!saysNoReceiver(call) || transaction.kind !== 'evm') return
  const { receiver } = accountsOf(quote)
  if (call.receiverBy === undefined) {
    if (!lacksReceiver(transaction.data, receiver)) return
    throw refusedCall(id, 'E8', 'does not contain the receiver')
  }
  const { blockchain } = request.dstToken
  if (namedReceiver !== undefined && isSameAccount(blockchain, namedReceiver, receiver)) return
  throw refusedCall(id, 'E17', 'comes with an answer that does not repeat the receiver')
}

function checkTerms(call: DecodedCall, { dstMinAmount, fees }: BuiltSwap, quote: Quote): void {
  const { provider: id, request, swapType, rateType, dstMinAmount: acceptedMin } = quote
  const { srcToken, dstToken, srcAmount } = request
  const accounts = accountsOf(quote)
  const refuse = (check: string, what: string): SwaprouteError => refusedCall(id, check, what)
  const { blockchain } = dstToken
  const crossChain = swapType === 'cross-chain'
  const paid = wrongRecipient(call, accounts)
  if (paid !== null) throw refuse('E8', `pays ${paid} instead of the receiver`)
  if (paysElsewhere(call, crossChain ? blockchain : 'same')) {
    throw refuse('E8', call.dst === 'same' ? 'pays out on its own chain' : `pays on ${call.dst}`)
  }
  if (!spendsToken(call, srcToken, wrappedOf(srcToken))) {
    throw refuse('E8', 'spends a different token')
  }
  if (!paysToken(call, dstToken, wrappedOf(dstToken), crossChain)) {
    throw refuse('E8', 'pays a different token')
  }
  // A call without an amount spends its value.
  const spent = call.amountIn ?? (srcToken.native ? srcAmount : null)
  if (spent !== srcAmount) throw refuse('E5', 'spends a different amount')
  if (srcAmount < (call.leastIn ?? 0n)) {
    throw refuse('E8', 'would lose a large part of the payment in a refund')
  }
  const fee = fees.protocolFixed + fees.providerFixed
  if (fee > (call.usedFee ?? fee)) throw refuse('E16', 'sends coins that it does not use')
  const slippageBps = request.slippageBps ?? defaultSlippageBps[slippageKind(request, false)]
  if (statesTooMuchSlippage(call, slippageBps)) {
    throw refuse('E8', 'states more slippage than requested')
  }
  const refundTo = wrongRefund(call, accounts)
  if (refundTo !== null) throw refuse('E8', `would pay a refund to ${refundTo}`)
  const least = call.paysValue === true && srcToken.native ? srcAmount : call.minOut
  // Without a minimum, the route states it, and the provider's rule gives the amount.
  const floats = call.floats === true && least === null && crossChain && rateType === 'float'
  if (call.trusted !== undefined && rateType !== 'float') {
    throw refuse('E17', 'is enforced by no contract, which its quote does not state')
  }
  if (call.returnsNothing === true && rateType !== 'float') {
    throw refuse('E16', 'may end with an empty refund, which its quote does not state')
  }
  const isUnsaid = call.trusted !== undefined && least === null
  if (!floats && !isUnsaid && (least ?? 0n) < dstMinAmount) {
    throw refuse('E9', 'guarantees less than it claims')
  }
  if (dstMinAmount < acceptedMin) throw refuse('E9', lessThanAccepted)
}

function checkPowers(call: DecodedCall, quote: Quote): void {
  const power = foreignPower(call, accountsOf(quote))
  if (power === null) return
  throw refusedCall(quote.provider, 'E8', `lets ${power.holder} ${power.may} the order`)
}

function accountsOf({ request }: Quote): CallAccounts {
  const { srcToken, dstToken, fromAddress, receiver, refundAddress } = request
  const own = { fromAddress: fromAddress ?? '', receiver: receiver ?? fromAddress ?? '' }
  return { srcToken, dstToken, ...own, refundAddress }
}

/**
 * E8: the call can still be mined, and does not lock the money for days or for one party.
 * @throws SwaprouteError UNSAFE_ROUTE with check E8
 */
export function checkCallTimes(
  call: DecodedCall,
  { provider: id, swapType }: Quote,
  nowMs: number,
): void {
  const now = BigInt(Math.floor(nowMs / 1000))
  const fault = timeFault(call, swapType, now)
  if (fault === null) return
  if (fault.kind === 'exclusive') {
    const { relayer, seconds } = fault
    throw refusedCall(id, 'E8', `could be filled by ${relayer} alone for ${seconds}s`)
  }
  const what =
    fault.kind === 'too short'
      ? 'expires before it can be mined'
      : 'stays valid far longer than such a swap takes'
  const facts = { deadlineSeconds: String(fault.deadlineSeconds), nowSeconds: String(now) }
  throw refusedCall(id, 'E8', what, facts)
}

/** @param what completes "The transaction of across …" */
export function refusedCall(
  id: ProviderId,
  check: string,
  what: string,
  facts: Record<string, string> = {},
): SwaprouteError {
  const text = `The transaction of ${id} ${foreignReason(what, 240)}. (check ${check})`
  return new SwaprouteError('UNSAFE_ROUTE', text, {
    hint: 'Nothing was signed. Get a new quote, or choose another provider with --provider.',
    context: { check, ...facts },
  })
}

function wrappedOf({ blockchain }: Token): string | null {
  return chainById(blockchain).wrappedNative
}

function isOneOf(address: string, list: readonly string[]): boolean {
  return list.some((one) => isSameAddress(one, address))
}
