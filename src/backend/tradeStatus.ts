/** Status of what this service quoted itself: by the route's id, or a payment that is proved. */
import type { StatusAnswer } from '../api/schemas.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { SwapRef } from '../core/quote.ts'
import type { SwapStatus } from '../core/status.ts'
import { type BuiltTrade, type PaymentProof, proofOfPayment } from './paymentProof.ts'
import { askInTime } from './rollCall.ts'
import { type BackendServices, providerContext } from './services.ts'
import { toStatusAnswer } from './statusAnswer.ts'
import type { Trade } from './trades.ts'

/** How long a swap of ours counts as under way while no source knows its transaction. */
const graceMs = 5 * 60_000

/**
 * Where a swap is that this service quoted itself.
 * @param given a hash that the caller says is its payment; believed only where it is proved (S9)
 */
export async function statusOfTrade(
  services: BackendServices,
  trade: BuiltTrade,
  given: string | null,
  signal: AbortSignal,
): Promise<StatusAnswer> {
  const { quote } = trade
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
      id: trade.id,
      provider: quote.provider,
      srcTxHash,
      status,
    })
  const startedAtMs = trade.swap.builtAtMs
  const young = services.now() - startedAtMs < graceMs
  const payment = await paymentOf(services, trade, given, signal)
  if (payment.hash === null && quote.executionKind !== 'deposit') {
    const status = payment.isUnseen && young ? 'PENDING' : 'NOT_FOUND'
    return answer(null, { status, destinationTxHash: null, note: payment.note })
  }
  const ref: SwapRef = {
    srcBlockchain: srcToken.blockchain,
    srcTxHash: payment.hash,
    dstBlockchain: dstToken.blockchain,
    orderId: trade.swap.orderId,
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
  const seen = told.sourceTxHash ?? null
  if (payment.hash === null && seen !== null) {
    const trades = await services.trades()
    await trades.bindHash(trade.id, seen)
  }
  return answer(
    payment.hash,
    told.status === 'NOT_FOUND' && young
      ? { ...told, status: 'PENDING', note: 'Not indexed yet.' }
      : told,
  )
}

/** What is known of the payment; `note` says why no hash is. */
type Payment = { hash: string | null; isUnseen: boolean; note: string }

/** The given hash where it is proved, else the one that was proved before. */
async function paymentOf(
  services: BackendServices,
  trade: BuiltTrade,
  given: string | null,
  signal: AbortSignal,
): Promise<Payment> {
  const { blockchain } = trade.quote.request.srcToken
  const isOrder = trade.quote.executionKind === 'deposit'
  const none = { hash: null, isUnseen: false }
  const known = trade.srcTxHash
  const hash = given ?? known
  if (hash === null) {
    return { ...none, note: 'No source transaction was reported for this route.' }
  }
  const proof = await proofOfPayment(services, trade, hash, signal).catch(
    (thrown: unknown): PaymentProof => {
      // An order is followed by its number: no node keeps it from being told.
      if (isOrder && thrown instanceof SwaprouteError) return 'unreadable'
      throw thrown
    },
  )
  const believed: Payment = { hash, isUnseen: false, note: '' }
  const trades = await services.trades()
  switch (proof) {
    case 'pays':
      if (hash !== known) await trades.bindHash(trade.id, hash)
      return believed
    case 'unreadable':
      // Where a hash is all there is, the provider is asked about it; it is kept nowhere.
      return isOrder && hash !== known ? { ...none, hash: known, note: '' } : believed
    case 'unseen':
      if (hash === known) return believed
      break
    case 'other':
      if (hash === known) await trades.bindHash(trade.id, null)
      break
    default:
      return proof satisfies never
  }
  // What was proved before stays true, whatever else is given.
  if (hash !== known && known !== null) return await paymentOf(services, trade, null, signal)
  return proof === 'unseen'
    ? { hash: null, isUnseen: true, note: `${blockchain} does not know this transaction.` }
    : { ...none, note: 'The transaction is not the payment that was built for this swap.' }
}

/**
 * The swap made here that a transaction pays; null where it pays none. What was kept for it without
 * being so is taken back.
 */
export async function findPaidTrade(
  services: BackendServices,
  hash: string,
  signal: AbortSignal,
): Promise<BuiltTrade | null> {
  const trades = await services.trades()
  const looked = new Set<string>()
  for (;;) {
    const trade = await trades.findByHash(hash)
    if (trade === null || !isBuilt(trade) || looked.has(trade.id)) return null
    looked.add(trade.id)
    const proof = await proofOfPayment(services, trade, hash, signal)
    const isYoung = services.now() - trade.swap.builtAtMs < graceMs
    if (proof === 'pays' || proof === 'unreadable') return trade
    if (proof === 'unseen') return isYoung ? trade : null
    await trades.bindHash(trade.id, null)
  }
}

export function isBuilt(trade: Trade): trade is BuiltTrade {
  return trade.swap !== null
}
