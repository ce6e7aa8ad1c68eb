/** A swap that was quoted here: found by its payment, and where it is. */
import { accountKey, isSameAccount } from '../chains/accountKey.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { SwapRef } from '../core/quote.ts'
import type { SwapStatus } from '../core/status.ts'
import type { ChainTransaction } from '../evidence/transactions/transaction.ts'
import { providerContext } from '../providers/types.ts'
import { askInTime, payeesOf } from './providersAsked.ts'
import { endsOf, type SwapReport } from './report.ts'
import type { LocalSwap, StatusServices } from './services.ts'
import { type PaymentProof, proofOfPayment } from './transaction.ts'

/** How long a swap counts as under way while no source knows its transaction. */
const graceMs = 5 * 60_000

/**
 * The swap that a transaction pays; null if it pays none. A hash that was stored with a swap it
 * does not pay is removed from it.
 */
export async function findPaidSwap(
  services: StatusServices,
  hash: string,
  signal: AbortSignal,
): Promise<LocalSwap | null> {
  const swaps = await services.localSwaps()
  const tried = new Set<string>()
  for (;;) {
    const swap = await swaps.findByHash(hash)
    if (swap === null || tried.has(swap.id)) return null
    tried.add(swap.id)
    const proof = await proofOfPayment(services, swap, hash, signal)
    if (proof === 'pays' || proof === 'unreadable') return swap
    if (proof === 'unknown') return isYoung(services, swap) ? swap : null
    await swaps.bindHash(swap.id, null)
  }
}

function isYoung({ now }: StatusServices, { builtAtMs }: LocalSwap): boolean {
  return now() - builtAtMs < graceMs
}

/**
 * The swap whose payment was not reported, and that this transaction pays: its call, its messages,
 * or the amount at the address of its order (S9). Null if absent.
 */
export async function findUnreportedSwap(
  transaction: ChainTransaction,
  services: StatusServices,
  signal: AbortSignal,
): Promise<LocalSwap | null> {
  const { blockchain, sender, payments } = transaction
  const swaps = await services.localSwaps()
  const [ordered, unpaid] = await Promise.all([
    Promise.all(
      payeesOf(payments).map(
        async (payee) => await swaps.findByOrder(accountKey(blockchain, payee)),
      ),
    ),
    sender === null ? [] : swaps.findUnpaid(blockchain, sender),
  ])
  for (const swap of [...ordered, ...unpaid]) {
    if (swap === null || swap.srcTxHash !== null) continue
    const isPaid =
      paysOrder(swap, transaction) || (await paysCall(swap, transaction, services, signal))
    if (isPaid) return swap
  }
  return null
}

/** An order whose payment has to carry a memo shares its address with others. */
function paysOrder(
  { quote, payment }: LocalSwap,
  { blockchain, payments, state }: ChainTransaction,
): boolean {
  const { srcToken, srcAmount } = quote.request
  if (payment.kind !== 'order' || payment.hasMemo || state === 'failed') return false
  if (srcToken.blockchain !== blockchain) return false
  return payments.some(
    ({ token, amount, to }) =>
      amount === srcAmount &&
      to !== null &&
      isSameAccount(blockchain, to, payment.depositAddress) &&
      (token === null ? srcToken.native : isSameAccount(blockchain, token, srcToken.address)),
  )
}

async function paysCall(
  swap: LocalSwap,
  { blockchain, hash, touched }: ChainTransaction,
  services: StatusServices,
  signal: AbortSignal,
): Promise<boolean> {
  const { payment } = swap
  if (swap.quote.request.srcToken.blockchain !== blockchain) return false
  if (payment.kind === 'order') return false
  if (payment.kind === 'call') {
    const [called] = touched
    // Most of an account's other swaps call another contract.
    if (called === undefined || !isSameAccount(blockchain, called, payment.call.to)) return false
  }
  return (await proofOfPayment(services, swap, hash, signal)) === 'pays'
}

/**
 * The report of a swap that was quoted here.
 * @param given a hash that the caller names as its payment; used only if proved (S9)
 * @param transaction the payment as its chain shows it, null if it was not read: both ends are
 *   reported too; absent: the caller knows them
 * @throws SwaprouteError UPSTREAM_FAILED, CHAIN_UNAVAILABLE, TIMED_OUT
 */
export async function reportLocalSwap(
  services: StatusServices,
  swap: LocalSwap,
  given: string | null,
  signal: AbortSignal,
  transaction?: ChainTransaction | null,
): Promise<SwapReport> {
  const { quote } = swap
  const { srcToken, dstToken } = quote.request
  const provider = await services.providers.find(quote.provider)
  if (provider === null) {
    throw new SwaprouteError(
      'UPSTREAM_FAILED',
      `This version of swaproute no longer serves ${quote.provider}.`,
    )
  }
  const report = (srcTxHash: string | null, status: SwapStatus): SwapReport => ({
    id: swap.id,
    provider: quote.provider,
    srcTxHash,
    source: srcToken.blockchain,
    destination: dstToken.blockchain,
    status,
  })
  const young = isYoung(services, swap)
  const payment = await paymentOf(services, swap, given, signal)
  if (payment.hash === null && quote.executionKind !== 'deposit') {
    const status = payment.isUnknown && young ? 'PENDING' : 'NOT_FOUND'
    return report(null, { status, destinationTxHash: null, note: payment.note })
  }
  const ref: SwapRef = {
    srcBlockchain: srcToken.blockchain,
    srcTxHash: payment.hash,
    dstBlockchain: dstToken.blockchain,
    orderId: swap.orderId,
    fromAddress: quote.request.fromAddress,
    receiver: quote.request.receiver ?? quote.request.fromAddress,
    durationSeconds: quote.durationSeconds,
    startedAtMs: swap.builtAtMs,
    providerState: quote.providerState,
  }
  const reported = await askInTime(services, signal, (within) =>
    provider.status(quote.provider, ref, providerContext(services, within)),
  )
  // A deposit that was paid by hand is known by its hash once the provider has it.
  const paidBy = reported.sourceTxHash ?? null
  if (payment.hash === null && paidBy !== null) {
    const swaps = await services.localSwaps()
    await swaps.bindHash(swap.id, paidBy)
  }
  const status: SwapStatus =
    reported.status === 'NOT_FOUND' && young
      ? { ...reported, status: 'PENDING', note: 'Not indexed yet.' }
      : reported
  if (transaction === undefined) return report(payment.hash, status)
  const { fromAddress, receiver } = ref
  // The receiver of an order is not on any chain until it is paid.
  const isPublic = quote.executionKind !== 'deposit'
  const facts = {
    srcToken,
    srcAmount: quote.request.srcAmount,
    dstToken,
    ...(fromAddress !== null && isPublic ? { fromAddress } : {}),
    ...(receiver !== null && isPublic ? { receiver } : {}),
    ...status.facts,
  }
  const ends = await endsOf(services, transaction, { ...status, facts }, signal)
  return { ...report(payment.hash, status), ends }
}

/** The payment, if known; `note` has the reason for a null hash. */
type Payment = { hash: string | null; isUnknown: boolean; note: string }

/** The given hash if proved, else the one that was proved before. */
async function paymentOf(
  services: StatusServices,
  swap: LocalSwap,
  given: string | null,
  signal: AbortSignal,
): Promise<Payment> {
  const { blockchain } = swap.quote.request.srcToken
  const isOrder = swap.quote.executionKind === 'deposit'
  const none = { hash: null, isUnknown: false }
  const known = swap.srcTxHash
  const hash = given ?? known
  if (hash === null) {
    return { ...none, note: 'No source transaction was reported for this route.' }
  }
  const proof = await proofOfPayment(services, swap, hash, signal).catch(
    (thrown: unknown): PaymentProof => {
      // An order is followed by its number, even if the nodes fail.
      if (isOrder && thrown instanceof SwaprouteError) return 'unreadable'
      throw thrown
    },
  )
  const proved: Payment = { hash, isUnknown: false, note: '' }
  const swaps = await services.localSwaps()
  switch (proof) {
    case 'pays':
      if (hash !== known) await swaps.bindHash(swap.id, hash)
      return proved
    case 'unreadable':
      // With a hash alone, the provider is asked about it, and it is not stored.
      return isOrder && hash !== known ? { ...none, hash: known, note: '' } : proved
    case 'unknown':
      if (hash === known) return proved
      break
    case 'other':
      if (hash === known) await swaps.bindHash(swap.id, null)
      break
    default:
      return proof satisfies never
  }
  // An earlier proof remains valid, whatever hash is given.
  if (hash !== known && known !== null) return await paymentOf(services, swap, null, signal)
  return proof === 'unknown'
    ? { hash: null, isUnknown: true, note: `${blockchain} does not know this transaction.` }
    : { ...none, note: 'The transaction is not the payment that was built for this swap.' }
}
