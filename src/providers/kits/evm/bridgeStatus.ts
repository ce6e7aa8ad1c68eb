import { saysNoReceiver } from '../../../chains/callRules.ts'
import { cutAmount } from '../../../core/amounts.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { SwapRef } from '../../../core/quote.ts'
import type { SwapFacts, SwapStatus } from '../../../core/status.ts'
import { foreignReason } from '../../../core/foreignReason.ts'
import type { Provider, ProviderContext } from '../../types.ts'
import { isTransactionHash } from '../../../evidence/hashes.ts'
import { readPaidAt } from '../../../evidence/paidAt.ts'
import { type StoredOrder, readOrderState } from '../deposit/state.ts'
import type { KnownOrder, OrderState } from '../deposit/reading.ts'
import { unknownNote } from '../deposit/pending.ts'
import { toDepositStatus } from '../deposit/status.ts'
import { byPayment, byService, type ReportedOrder } from './foreignOrder.ts'
import { factsOfCall, type PaidCall, readPaidCall } from './paidCall.ts'
import { otherPayout, paidInCoins, shortfall } from './payoutEnds.ts'
import { hasMark } from './paymentMark.ts'
import { withEntry } from './builtCall.ts'
import { paidContracts } from './callStatus.ts'
import type { EvmService } from './service.ts'
import { type ServiceAsk, askServiceOrder, nameOf } from '../service.ts'

// Status of an order paid by a call. The service names the transactions to read; the order is read from the
// payment itself, and an end needs evidence (S1 to S5, S9).

/** An order as the service reports it. */
export type BridgeOrderSnapshot = {
  /** Null where the service has no order ids. */
  orderId: string | null
  /** The service's own status. */
  status: string
  /** Source chain by the service's id; absent: unknown. */
  srcChain?: string
  srcTxHash: string | null
  /** Transactions that may have paid the receiver, likeliest first. */
  payoutHashes: readonly string[]
  /** Base units; used only on chains this program does not read. Null: unknown. */
  payoutAmount: bigint | null
  /** The same in token units, where the service reports those. */
  payoutDecimal?: string | null
  /** Transactions that may have paid the money back, likeliest first. */
  refundHashes: readonly string[]
  /** What is paid out, in the service's terms, where the call does not say; absent: not reported. */
  bought?: { chain: string; token: string }
  /**
   * The token, by its address on the destination, that was paid to the receiver because a last step
   * failed; absent: the token bought.
   */
  paidInstead?: string
  /** The bridge that carries it, if an aggregator reports it. */
  carrier?: string | null
  /** The order's terms, where a payment sent elsewhere may not show them; absent: not reported. */
  reported?: ReportedOrder
  /** One sentence for the user. */
  note?: string
}

/** Order id or payment hash; at least one is set. */
export type BridgeOrderKey = {
  orderId: string | null
  hash: string | null
  /** Who paid; null: unknown, or not needed (`asksByPayer`). */
  payer: string | null
  /** Both chains by the service's ids; null where unknown. */
  srcChain: string | null
  dstChain: string | null
}

/** Sends a request; null for a 404. */
export type OrderAsk = <T>(ask: ServiceAsk<T>) => Promise<T | null>

/** How a bridge's orders are read. */
export type BridgeOrders = {
  /** Null where the service does not know the order. */
  findOrder: (key: BridgeOrderKey, ask: OrderAsk) => Promise<BridgeOrderSnapshot | null>
  /** Order state of each upstream status; an unlisted one ends nothing (S1). */
  statusMap: Readonly<Record<string, OrderState>>
  /** Why it may not find an order by the payment alone; absent: it does once it has detected it. */
  unfoundNote?: string
  /** Orders are found among those of their payer, who is read from the payment if need be. */
  asksByPayer?: true
}

type Following = {
  bridge: EvmService & BridgeOrders & { blockchains: readonly BlockchainId[] }
  provider: Pick<Provider, 'pinned' | 'proofs'>
  numberOf: (blockchain: BlockchainId) => string | null
}

type Answer =
  | { kind: 'known'; order: BridgeOrderSnapshot }
  | { kind: 'unknown' }
  | { kind: 'silent'; error: SwaprouteError }

type Source = PaidCall | { kind: 'unreadable' }

/** How long an unknown payment counts as on its way. */
const graceMs = 5 * 60_000
const leastLongMs = 30 * 60_000
const noDestination = { destinationTxHash: null } as const

/**
 * @throws SwaprouteError CHAIN_UNAVAILABLE when a node with the evidence does not answer,
 *   UPSTREAM_FAILED or RATE_LIMITED where only the service could know (S7)
 */
export async function bridgeStatus(
  following: Following,
  ref: SwapRef,
  context: ProviderContext,
): Promise<SwapStatus> {
  const { bridge } = following
  const { name } = bridge
  const own = readOrderState(ref.providerState)
  const given = ref.srcTxHash !== null && isEvmHash(ref.srcTxHash) ? ref.srcTxHash : null
  const ownId = own === null || own.orderId === '' ? null : own.orderId
  const orderId = ownId ?? ref.orderId
  if (orderId === null && given === null) return { status: 'NOT_FOUND', ...noDestination }
  const payer = bridge.asksByPayer === true ? await payerOf(following, given, ref, context) : null
  const { numberOf } = following
  const srcChain = numberOf(ref.srcBlockchain)
  const dstChain = ref.dstBlockchain === null ? null : numberOf(ref.dstBlockchain)
  const key = { orderId, hash: given, payer, srcChain, dstChain }

  const answer = await askAbout(bridge, key, context)
  const order = answer.kind === 'known' ? answer.order : null
  const srcBlockchain = sourceOf(following, order, own, ref)
  const hash = given ?? order?.srcTxHash ?? null
  const source = await readSource(following, srcBlockchain, hash, own, context)
  const facts = factsOf(order, source, srcBlockchain)
  const place = { sourceBlockchain: srcBlockchain, ...(facts === null ? {} : { facts }) }
  const upstream = order === null ? {} : { providerStatus: foreignReason(order.status, 40) }
  const begunAt = async (): Promise<number | null> =>
    ref.startedAtMs ??
    own?.createdAtMs ??
    ref.seenAtMs ??
    (hash === null ? null : await readPaidAt(srcBlockchain, hash, context))
  const still = async (note: string): Promise<SwapStatus> => ({
    ...waiting(await begunAt(), ref, context),
    ...place,
    ...upstream,
    note,
  })

  switch (source.kind) {
    case 'reverted':
      return {
        status: 'FAIL',
        ...noDestination,
        ...place,
        note: 'The source transaction failed; nothing was paid.',
      }
    case 'foreign':
      return {
        status: 'NOT_FOUND',
        ...noDestination,
        note: `The transaction does not call a contract of ${name}.`,
      }
    case 'waiting':
      return still(source.note ?? 'The source transaction is not confirmed yet.')
    case 'missing':
      if (order !== null) return still('The node does not know the transaction yet.')
      return unknownPayment(answer, own, ref, context)
    case 'unreadable':
    case 'mined':
      break
    default:
      return source satisfies never
  }
  if (own !== null && source.kind === 'mined' && !isPaymentOf(own, source)) {
    const note = 'The transaction pays a different amount than this swap.'
    return { status: 'NOT_FOUND', ...noDestination, note }
  }
  if (order === null) {
    if (source.kind === 'unreadable') return unknownPayment(answer, own, ref, context)
    return still(
      answer.kind === 'silent'
        ? `The payment is on the source chain; ${name} does not answer.`
        : orderId === null && bridge.unfoundNote !== undefined
          ? `The payment is on the source chain. ${bridge.unfoundNote}`
          : `The payment is on the source chain; ${name} does not list it yet.`,
    )
  }
  if (own === null && source.kind === 'unreadable') {
    return still(`Nothing can be confirmed without an RPC address for ${srcBlockchain}.`)
  }
  const foreign = own === null && source.kind === 'mined' ? source : null
  const state = Object.hasOwn(bridge.statusMap, order.status)
    ? (bridge.statusMap[order.status] ?? 'unknown')
    : 'unknown'
  const chainOf = (number: string): BlockchainId | null => chainNamed(following, number)
  const read =
    foreign === null
      ? null
      : byPayment(
          foreign,
          order,
          { srcBlockchain, chainOf, startedAtMs: ref.startedAtMs },
          state === 'refunded',
        )
  const reported =
    foreign === null || read !== null
      ? null
      : await byService(foreign, order, { srcBlockchain, chainOf }, context)
  const known = own ?? read ?? reported
  if (known === null) {
    const isUnnamed = foreign !== null && foreign.call !== null && saysNoReceiver(foreign.call)
    const why = isUnnamed
      ? `The payment does not say whom ${name} pays: its arrival cannot be confirmed from the hash alone.`
      : order.reported === undefined
        ? 'The order cannot be read from the payment.'
        : `The order cannot be read from the payment, which does not match what ${name} reports.`
    const status = await still(why)
    if (status.status !== 'LONG_PENDING' || state !== 'unknown') return status
    const report = {
      provider: nameOf(bridge),
      reading: { upstreamStatus: order.status },
      order: { orderId: order.orderId ?? '' },
    }
    return { ...status, note: unknownNote(report, why) }
  }
  const reading = {
    upstreamStatus: order.status,
    state,
    srcTxHash: order.srcTxHash,
    payoutHashes: order.payoutHashes,
    payoutAmount: order.payoutAmount ?? inBaseUnits(order, known),
    refundHashes: order.refundHashes,
    ...(order.note === undefined ? {} : { note: foreignReason(order.note) }),
  }
  const instead = await otherPayout(name, order, known, context)
  if (instead !== null) return { ...place, ...upstream, ...instead }
  const judge = (of: KnownOrder): Promise<SwapStatus> =>
    toDepositStatus(nameOf(bridge), reading, of, ref, context)
  const first = await judge(known)
  const isOpen = first.status === 'PENDING' || first.status === 'LONG_PENDING'
  const paidOut = own === null && isOpen && state === 'done' ? paidInCoins(known) : null
  const second = paidOut === null ? null : await judge(paidOut)
  const status = second?.status === 'SUCCESS' ? second : first
  const end = { ...status, ...shortfall(name, status, known, reported !== null) }
  const notes = [end.note, ...(reported === null ? [] : [byItsAccount(name)])]
  const note = notes.filter((one) => one !== undefined).join(' ')
  return {
    ...place,
    ...end,
    ...(note === '' ? {} : { note }),
    facts: { ...place.facts, ...status.facts },
  }
}

function byItsAccount(name: string): string {
  return `The payment does not say what was ordered: tokens, amounts and receiver are those that ${name} reports.`
}

/** Null for a payment that is not the bridge's. */
function factsOf(
  order: BridgeOrderSnapshot | null,
  source: Source,
  blockchain: BlockchainId,
): SwapFacts | null {
  if (source.kind !== 'mined') return null
  const { carrier = null } = order ?? {}
  const named = carrier === null ? {} : { carrier: foreignReason(carrier, 40) }
  return { ...factsOfCall(blockchain, source), ...named }
}

function inBaseUnits(
  { payoutDecimal }: BridgeOrderSnapshot,
  { dstToken }: KnownOrder,
): bigint | null {
  return payoutDecimal == null ? null : cutAmount(payoutDecimal, dstToken.decimals)
}

/** The order as reported; null during an outage, when only the chain counts (S1). */
async function askAbout(
  bridge: Following['bridge'],
  key: BridgeOrderKey,
  context: ProviderContext,
): Promise<Answer> {
  try {
    const order = await bridge.findOrder(key, (ask) => askServiceOrder(bridge, ask, context))
    if (order === null || !isAbout(order, key)) return { kind: 'unknown' }
    return { kind: 'known', order }
  } catch (thrown) {
    const isOutage =
      thrown instanceof SwaprouteError &&
      (thrown.code === 'UPSTREAM_FAILED' || thrown.code === 'RATE_LIMITED')
    if (isOutage) return { kind: 'silent', error: thrown }
    throw thrown
  }
}

/** Whether the answer is about this order and payment. */
function isAbout({ orderId, srcTxHash }: BridgeOrderSnapshot, key: BridgeOrderKey): boolean {
  const fits = (named: string | null, asked: string | null): boolean =>
    named === null || asked === null || named.toLowerCase() === asked.toLowerCase()
  return fits(orderId, key.orderId) && fits(srcTxHash, key.hash)
}

/** Source chain; for a swap sent elsewhere, the one the service names. */
function sourceOf(
  following: Following,
  order: BridgeOrderSnapshot | null,
  own: StoredOrder | null,
  ref: SwapRef,
): BlockchainId {
  const { srcChain } = order ?? {}
  if (own !== null || ref.startedAtMs !== null || srcChain === undefined) return ref.srcBlockchain
  return chainNamed(following, srcChain) ?? ref.srcBlockchain
}

/** A chain by the service's id. */
function chainNamed({ bridge, numberOf }: Following, number: string): BlockchainId | null {
  return bridge.blockchains.find((one) => numberOf(one) === number) ?? null
}

async function readSource(
  { bridge: { id }, provider }: Following,
  blockchain: BlockchainId,
  hash: string | null,
  own: StoredOrder | null,
  context: ProviderContext,
): Promise<Source> {
  if (hash === null || !isEvmHash(hash) || !context.rpc.has(blockchain)) {
    return { kind: 'unreadable' }
  }
  const paid = paidContracts(provider, id, blockchain, context)
  // The contract was the service's when the swap was built, even if the table has changed.
  const built = own?.own['contract']
  const contracts = built === undefined ? paid.contracts : [...paid.contracts, built]
  const source = await readPaidCall(blockchain, hash, { ...paid, contracts }, context)
  if (source.kind !== 'mined' || source.call === null) return source
  const call = await withEntry(provider, source.call, { blockchain, to: source.to }, context)
  return { ...source, call }
}

async function payerOf(
  following: Following,
  hash: string | null,
  { fromAddress, srcBlockchain }: SwapRef,
  context: ProviderContext,
): Promise<string | null> {
  if (fromAddress !== null) return fromAddress
  const source = await readSource(following, srcBlockchain, hash, null, context)
  return source.kind === 'mined' ? source.from : null
}

/**
 * Whether a payment does not contradict its own swap. The backend as well holds contract, calldata,
 * value and payer against what was built, and passes on no other hash with the state of a swap
 * (`proofOfPayment`, S9). The payment as built counts, whether or not its call is still declared. A
 * node that has dropped the transaction but has its receipt proves nothing new: refusing it would
 * take back a payment that was proved (S3).
 */
function isPaymentOf(
  { srcAmount, own: { payment } }: StoredOrder,
  { call, sent }: Extract<PaidCall, { kind: 'mined' }>,
): boolean {
  if (payment !== undefined && sent !== null) return hasMark(payment, sent)
  return call === null || call.amountIn === null || call.amountIn === srcAmount
}

/**
 * No source knows the payment.
 * @throws SwaprouteError for a foreign swap, of which only the service can say NOT_FOUND (S7)
 */
function unknownPayment(
  answer: Answer,
  own: StoredOrder | null,
  ref: SwapRef,
  context: ProviderContext,
): SwapStatus {
  const startedAtMs = ref.startedAtMs ?? own?.createdAtMs ?? null
  if (startedAtMs === null && answer.kind === 'silent') throw answer.error
  const isYoung = startedAtMs !== null && context.now() - startedAtMs < graceMs
  return { status: isYoung ? 'PENDING' : 'NOT_FOUND', ...noDestination }
}

/** PENDING, or LONG_PENDING beyond 30 minutes and four times the estimate. */
function waiting(
  begunAtMs: number | null,
  { durationSeconds }: SwapRef,
  context: ProviderContext,
): SwapStatus {
  const longMs = Math.max(leastLongMs, 4_000 * (durationSeconds ?? 0))
  const isLate = begunAtMs !== null && context.now() - begunAtMs > longMs
  return { status: isLate ? 'LONG_PENDING' : 'PENDING', ...noDestination }
}

function isEvmHash(text: string): boolean {
  return isTransactionHash('ETH', text)
}
