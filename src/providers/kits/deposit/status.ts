import type { SwapRef } from '../../../core/quote.ts'
import type { SwapStatus } from '../../../core/status.ts'
import { findArrival } from '../../../evidence/arrival.ts'
import { type ExpectedArrival, isNear } from '../../../evidence/expected.ts'
import { isTransactionHash } from '../../../evidence/hashes.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import type { ProviderContext } from '../../types.ts'
import type { ProviderName } from '../errors.ts'
import { orderAmountText } from './money.ts'
import { commonOf, noDestination, pending, slowNote, whatToAsk } from './pending.ts'
import type { KnownOrder, OrderReport, Reading } from './reading.ts'
import { awaitingStatus, failedStatus, isOver } from './unpaid.ts'

// One status logic for all providers: what is reported, and which part of it is accepted (docs/safety.md
// S1 to S5). A reported status alone never ends an order.

/**
 * Status of an order for the user.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when a node with the evidence does not answer
 */
export async function toDepositStatus(
  provider: ProviderName,
  reading: Reading,
  order: KnownOrder,
  ref: SwapRef,
  context: ProviderContext,
): Promise<SwapStatus> {
  const report = { provider, reading, order, ref, context }
  const common = commonOf(reading, order)
  const still = (note: string | undefined, isLong = false): Promise<SwapStatus> =>
    pending(report, note, { isLong })
  switch (reading.state) {
    case 'awaiting':
      return awaitingStatus(report)
    case 'confirming':
    case 'exchanging':
    case 'sending':
    case 'unknown':
      return still(reading.note)
    case 'unlisted':
      return pending(report, reading.note, { isOver: isOver(report) })
    case 'on_hold':
    case 'delayed':
    case 'underpaid':
    case 'stopped':
    case 'refunding':
      return still(reading.note ?? slowNote(report, reading.state), true)
    case 'needs_user': {
      const note = reading.note ?? `${provider.name} is waiting for your decision about the refund.`
      return { status: 'REVERT', ...noDestination, ...common, note }
    }
    case 'done':
      return paidStatus(report)
    case 'refunded':
      return refundedStatus(report)
    case 'failed':
    case 'expired':
      return failedStatus(report)
    default:
      return reading.state satisfies never
  }
}

/** The provider reports a payout: accepted with own evidence, or by S2 on unreadable chains. */
async function paidStatus(report: OrderReport): Promise<SwapStatus> {
  const { provider, reading, order, ref, context } = report
  const { dstToken, receiver, dstAmount, createdAtMs } = order
  const common = commonOf(reading, order)
  const claimed = `${provider.name} reports a payout`
  const still = (why: string): Promise<SwapStatus> =>
    pending(report, [`${claimed}, but ${why}.`, reading.note].filter(Boolean).join(' '))
  const hashes = possibleHashes(reading.payoutHashes, dstToken.blockchain, reading, ref)
  const arrival = { token: dstToken, to: receiver, notBeforeMs: createdAtMs }
  const found = await firstArrival(hashes, reading.payoutHashes[0], arrival, context)
  if ('why' in found) return still(found.why)
  const amount = found.amount ?? reading.payoutAmount
  if (amount === null) return still('does not report the amount')
  const received = found.amount === null ? {} : { receivedAmount: amount }
  const end = { destinationTxHash: found.hash, ...common, ...received }
  if (!isPlausible(amount, dstAmount)) {
    // Neither pending nor a success (S2, S10): reported with both amounts.
    return { ...end, status: 'INDETERMINATE', note: farNote(provider, reading, order, amount) }
  }
  // A smaller payout never appears as a full one (S10): the note has both amounts and the payment.
  const note = isShort(amount, dstAmount)
    ? farNote(provider, reading, order, amount)
    : (reading.note ?? otherPayment(reading, order))
  return { ...end, status: 'SUCCESS', ...(note === null ? {} : { note }) }
}

/**
 * The first hash that shows the arrival; `amount` is null on chains we cannot read. There only the
 * first hash the provider names counts: earlier internal transfers have hashes too.
 */
async function firstArrival(
  hashes: readonly string[],
  named: string | undefined,
  arrival: ExpectedArrival,
  context: ProviderContext,
): Promise<{ hash: string; amount: bigint | null } | { why: string }> {
  let why = 'gave no transaction'
  for (const hash of hashes) {
    const evidence = await findArrival(hash, arrival, context)
    if (evidence.kind === 'unseen') {
      ;({ why } = evidence)
      continue
    }
    if (evidence.kind === 'unreadable' && hash !== named) break
    return { hash, amount: evidence.kind === 'paid' ? evidence.amount : null }
  }
  return { why }
}

/** Less than nine tenths of what was agreed: more than a rate moves until a payment confirms. */
function isShort(amount: bigint, agreed: bigint | null): boolean {
  return agreed !== null && amount * 10n < agreed * 9n
}

/** Describes a payment or payout that differs from what was agreed. */
function farNote(
  provider: ProviderName,
  reading: Reading,
  order: KnownOrder,
  amount: bigint,
): string {
  const { dstToken, dstAmount } = order
  const agreed = dstAmount === null ? '' : ` instead of ${orderAmountText(dstAmount, dstToken)}`
  const paidOut = `${provider.name} paid out ${orderAmountText(amount, dstToken)}${agreed}.`
  const more = reading.note ?? otherPayment(reading, order)
  return more === null ? paidOut : `${more} ${paidOut}`
}

/** Null where the agreed amount was paid, or no payment is reported. */
function otherPayment({ paidAmount }: Reading, { srcToken, srcAmount }: KnownOrder): string | null {
  if (paidAmount == null || srcAmount === null || paidAmount === srcAmount) return null
  const [paid, agreed] = [paidAmount, srcAmount].map((amount) => orderAmountText(amount, srcToken))
  return `You paid ${paid} instead of ${agreed}.`
}

/** A refund counts when it reached the refund address (S5). */
async function refundedStatus(report: OrderReport): Promise<SwapStatus> {
  const { provider, reading, order, ref, context } = report
  const { srcToken, refundAddress, createdAtMs } = order
  const common = commonOf(reading, order)
  const to = refundAddress ?? ref.fromAddress
  const still = (why: string): Promise<SwapStatus> => {
    const claimed = `${provider.name} reports a refund, but ${why}.`
    const place = `Check ${to ?? 'the account that paid'} on ${srcToken.blockchain}.`
    return pending(report, `${claimed} ${place} ${whatToAsk(report)}`, { isLong: true })
  }
  const hashes = possibleHashes(
    reading.refundHashes,
    srcToken.blockchain,
    { ...reading, paysByItself: false },
    ref,
  )
  if (hashes.length === 0) return still('gave no transaction')
  if (to === null) return unprovedRefund(provider, reading, order, hashes[0])

  const arrival = { token: srcToken, to, notBeforeMs: createdAtMs }
  const found = await firstArrival(hashes, reading.refundHashes[0], arrival, context)
  if ('why' in found) return still(found.why)
  return {
    status: 'REVERTED',
    destinationTxHash: found.hash,
    ...common,
    destinationBlockchain: srcToken.blockchain,
    ...(found.amount === null ? {} : { receivedAmount: found.amount }),
    note: `The payment came back on ${srcToken.blockchain}.`,
  }
}

/** S5 cannot be met without a known refund address: the payer has to check. */
function unprovedRefund(
  { name }: ProviderName,
  reading: Reading,
  order: KnownOrder,
  hash: string | undefined,
): SwapStatus {
  const { srcToken, srcAmount } = order
  const paid = reading.paidAmount ?? srcAmount
  const what = paid === null ? 'the money' : orderAmountText(paid, srcToken)
  const note = `${name} reports a refund of ${what}; no refund address is known, so check the wallet or exchange account you paid from.`
  return {
    status: 'INDETERMINATE',
    destinationTxHash: hash ?? null,
    ...commonOf(reading, order),
    destinationBlockchain: srcToken.blockchain,
    note,
  }
}

/** Valid hashes on the chain, without the payment itself, which is not a payout. */
function possibleHashes(
  named: readonly string[],
  blockchain: BlockchainId,
  { srcTxHash, paysByItself = false }: Reading,
  ref: SwapRef,
): string[] {
  const hashes = named.filter((hash) => isTransactionHash(blockchain, hash) && !isZero(hash))
  if (paysByItself) return hashes
  const payments = [srcTxHash, ref.srcTxHash].flatMap((hash) => (hash === null ? [] : digits(hash)))
  return hashes.filter((hash) => !payments.includes(digits(hash)))
}

/** Some providers write all zeros for a missing hash. */
function isZero(hash: string): boolean {
  return /^0+$/.test(digits(hash))
}

function digits(hash: string): string {
  return hash.replace(/^0x/i, '').toLowerCase()
}

/** True for any amount if the agreed one is unknown. */
function isPlausible(amount: bigint, agreed: bigint | null): boolean {
  return agreed === null ? amount > 0n : isNear(amount, agreed)
}
