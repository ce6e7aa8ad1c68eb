/** Status of what this service quoted itself: by the route's id, or a payment that is proved. */
import type { StatusAnswer } from '../api/schemas.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { SwapRef } from '../core/quote.ts'
import type { SwapStatus } from '../core/status.ts'
import type { ChainTransaction } from '../evidence/transactions/transaction.ts'
import { type PaymentProof, proofOfPayment } from './paymentProof.ts'
import { askInTime } from './rollCall.ts'
import { type BackendServices, providerContext } from './services.ts'
import { toStatusAnswer } from './statusAnswer.ts'
import { legsOf } from './statusLegs.ts'
import { type BuiltQuote, isBuilt } from './storedQuotes.ts'

/** How long a swap of ours counts as under way while no source knows its transaction. */
const graceMs = 5 * 60_000

/**
 * Where a swap is that this service quoted itself.
 * @param given a hash that the caller says is its payment; believed only where it is proved (S9)
 * @param seen the payment as its chain shows it, null where it was not looked up: both ends are told
 * besides; absent: whoever asks knows them
 */
export async function statusOfStored(
  services: BackendServices,
  stored: BuiltQuote,
  given: string | null,
  signal: AbortSignal,
  seen?: ChainTransaction | null,
): Promise<StatusAnswer> {
  const { quote } = stored
  const { srcToken, dstToken } = quote.request
  const provider = await services.providers.find(quote.provider)
  if (provider === null) {
    throw new SwaprouteError(
      'UPSTREAM_FAILED',
      `This version of swaproute no longer serves ${quote.provider}.`,
    )
  }
  const answer = (srcTxHash: string | null, status: SwapStatus): StatusAnswer =>
    toStatusAnswer(services, srcToken.blockchain, dstToken.blockchain, {
      id: stored.id,
      provider: quote.provider,
      srcTxHash,
      status,
    })
  const startedAtMs = stored.swap.builtAtMs
  const young = services.now() - startedAtMs < graceMs
  const payment = await paymentOf(services, stored, given, signal)
  if (payment.hash === null && quote.executionKind !== 'deposit') {
    const status = payment.isUnseen && young ? 'PENDING' : 'NOT_FOUND'
    return answer(null, { status, destinationTxHash: null, note: payment.note })
  }
  const ref: SwapRef = {
    srcBlockchain: srcToken.blockchain,
    srcTxHash: payment.hash,
    dstBlockchain: dstToken.blockchain,
    orderId: stored.swap.orderId,
    fromAddress: quote.request.fromAddress,
    receiver: quote.request.receiver ?? quote.request.fromAddress,
    durationSeconds: quote.durationSeconds,
    startedAtMs,
    providerState: quote.providerState,
  }
  const told = await askInTime(services, signal, (within) =>
    provider.status(quote.provider, ref, providerContext(services, within)),
  )
  // A deposit that was paid by hand is known by its hash once the provider has seen it.
  const paidBy = told.sourceTxHash ?? null
  if (payment.hash === null && paidBy !== null) {
    const quotes = await services.quotes()
    await quotes.bindHash(stored.id, paidBy)
  }
  const status: SwapStatus =
    told.status === 'NOT_FOUND' && young
      ? { ...told, status: 'PENDING', note: 'Not indexed yet.' }
      : told
  if (seen === undefined) return answer(payment.hash, status)
  const { fromAddress, receiver } = ref
  // Who is paid by an order stands on no chain until it is.
  const isPublic = quote.executionKind !== 'deposit'
  const facts = {
    srcToken,
    srcAmount: quote.request.srcAmount,
    dstToken,
    ...(fromAddress !== null && isPublic ? { fromAddress } : {}),
    ...(receiver !== null && isPublic ? { receiver } : {}),
    ...status.facts,
  }
  const legs = await legsOf(services, seen, { ...status, facts }, signal)
  return { ...answer(payment.hash, status), ...legs }
}

/** What is known of the payment; `note` says why no hash is. */
type Payment = { hash: string | null; isUnseen: boolean; note: string }

/** The given hash where it is proved, else the one that was proved before. */
async function paymentOf(
  services: BackendServices,
  stored: BuiltQuote,
  given: string | null,
  signal: AbortSignal,
): Promise<Payment> {
  const { blockchain } = stored.quote.request.srcToken
  const isOrder = stored.quote.executionKind === 'deposit'
  const none = { hash: null, isUnseen: false }
  const known = stored.srcTxHash
  const hash = given ?? known
  if (hash === null) {
    return { ...none, note: 'No source transaction was reported for this route.' }
  }
  const proof = await proofOfPayment(services, stored, hash, signal).catch(
    (thrown: unknown): PaymentProof => {
      // An order is followed by its number: no node keeps it from being told.
      if (isOrder && thrown instanceof SwaprouteError) return 'unreadable'
      throw thrown
    },
  )
  const believed: Payment = { hash, isUnseen: false, note: '' }
  const quotes = await services.quotes()
  switch (proof) {
    case 'pays':
      if (hash !== known) await quotes.bindHash(stored.id, hash)
      return believed
    case 'unreadable':
      // Where a hash is all there is, the provider is asked about it; it is kept nowhere.
      return isOrder && hash !== known ? { ...none, hash: known, note: '' } : believed
    case 'unseen':
      if (hash === known) return believed
      break
    case 'other':
      if (hash === known) await quotes.bindHash(stored.id, null)
      break
    default:
      return proof satisfies never
  }
  // What was proved before stays true, whatever else is given.
  if (hash !== known && known !== null) return await paymentOf(services, stored, null, signal)
  return proof === 'unseen'
    ? { hash: null, isUnseen: true, note: `${blockchain} does not know this transaction.` }
    : { ...none, note: 'The transaction is not the payment that was built for this swap.' }
}

/**
 * The swap made here that a transaction pays; null where it pays none. What was kept for it without
 * being so is taken back.
 */
export async function findPaidQuote(
  services: BackendServices,
  hash: string,
  signal: AbortSignal,
): Promise<BuiltQuote | null> {
  const quotes = await services.quotes()
  const looked = new Set<string>()
  for (;;) {
    const stored = await quotes.findByHash(hash)
    if (stored === null || !isBuilt(stored) || looked.has(stored.id)) return null
    looked.add(stored.id)
    const proof = await proofOfPayment(services, stored, hash, signal)
    const isYoung = services.now() - stored.swap.builtAtMs < graceMs
    if (proof === 'pays' || proof === 'unreadable') return stored
    if (proof === 'unseen') return isYoung ? stored : null
    await quotes.bindHash(stored.id, null)
  }
}
