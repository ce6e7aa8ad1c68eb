import * as z from 'zod/mini'

import { foreignReason } from '../../core/foreignReason.ts'
import { wireUint } from '../../http/wire.ts'
import type { OrderTerms } from '../kits/deposit/orderTerms.ts'
import { type OrderState, orderStateOf, type StatusMap } from '../kits/deposit/reading.ts'
import { coinKey, type SnapshotCoin, type TrackedOrder } from '../kits/deposit/snapshot.ts'
import type { ReportedOrder } from '../kits/evm/foreignOrder.ts'

// Relay's data on an order: list of requests, register of deposit addresses, and status.

const text = z.nullish(z.string())

export const amountWire = z.object({
  currency: z.nullish(
    z.object({ chainId: z.nullish(z.int()), address: text, decimals: z.nullish(z.int()) }),
  ),
  amount: wireUint,
  minimumAmount: z.nullish(wireUint),
})
export type RelayAmount = z.output<typeof amountWire>

export const relayStatusWire = z.object({
  status: z.string(),
  inTxHashes: z.nullish(z.array(z.string())),
  txHashes: z.nullish(z.array(z.string())),
  /** `N/A` if absent. */
  failReason: text,
  refundFailReason: text,
})
type RelayStatus = z.output<typeof relayStatusWire>

const transactionsWire = z.nullish(z.array(z.object({ txHash: text })))

/** Input on the source chain, output on the destination. */
const routeWire = z.nullish(
  z.object({
    origin: z.nullish(z.object({ inputCurrency: z.nullish(amountWire) })),
    destination: z.nullish(z.object({ outputCurrency: z.nullish(amountWire) })),
  }),
)

/** An entry of `/requests/v3`; the earlier version was removed on 2026-11-24. */
const requestWire = z.object({
  id: z.string(),
  status: z.string(),
  user: text,
  sender: text,
  recipient: text,
  refundTo: text,
  depositAddress: z.nullish(z.object({ address: text, type: text, depositTxHash: text })),
  supersededByRequestId: text,
  data: z.nullish(
    z.object({
      failReason: text,
      refundFailReason: text,
      inTxs: transactionsWire,
      outTxs: transactionsWire,
      route: z.nullish(z.object({ quoted: routeWire, actual: routeWire })),
    }),
  ),
  /** The id is that of the deposit. */
  protocol: z.nullish(z.object({ orderId: text })),
})
export type RelayRequest = z.output<typeof requestWire>
export const requestsWire = z.object({ requests: z.array(requestWire) })

export const addressWire = z.object({
  depositAddress: z.string(),
  type: z.string(),
  requestId: z.string(),
  chainId: z.int(),
  currency: text,
  refundTo: text,
})
type RelayAddress = z.output<typeof addressWire>

/** `strict` addresses are bound to one order; an `open` one swaps any payment. */
export type RelayOrder = TrackedOrder & { isListed: boolean; least: bigint | null }

export const relayStatusMap: StatusMap = {
  waiting: 'awaiting',
  depositing: 'confirming',
  pending: 'exchanging',
  submitted: 'sending',
  delayed: 'delayed',
  success: 'done',
  failure: 'failed',
  refund: 'refunded',
}

/** A currency in one spelling. */
export function toCoin(
  chainId: number | null | undefined,
  address: string | null | undefined,
  decimals?: number | null,
): SnapshotCoin | null {
  if (chainId == null || address == null) return null
  const code = /^0x/i.test(address) ? address.toLowerCase() : address
  return { code, network: String(chainId), decimals }
}

export function coinIn(amount: RelayAmount | null | undefined): SnapshotCoin | null {
  const { chainId, address, decimals } = amount?.currency ?? {}
  return toCoin(chainId, address, decimals)
}

/** An order read back from the list of requests, the address register, or both. */
export function toRelayOrder(
  request: RelayRequest | null,
  address: RelayAddress | null,
): RelayOrder {
  const { origin, destination } = request?.data?.route?.quoted ?? {}
  const [paid, out] = [origin?.inputCurrency, destination?.outputCurrency]
  const place = request?.depositAddress
  const orderId = request?.id ?? address?.requestId ?? ''
  const reported = { status: request?.status ?? '', inTxHashes: [], txHashes: [] }
  return {
    isListed: request !== null,
    least: out?.minimumAmount ?? null,
    orderId,
    src: coinIn(paid) ?? toCoin(address?.chainId, address?.currency),
    dst: coinIn(out),
    amountToSend: paid?.amount,
    dstAmount: out?.amount,
    depositAddress: place?.address ?? address?.depositAddress,
    receiver: request?.recipient,
    refundAddress: request?.refundTo ?? address?.refundTo ?? undefined,
    rateType: place?.type ?? address?.type,
    ...(address === null ? {} : { secondTerms: registerTerms(address) }),
    progress: toProgress(reported, request, orderId, out?.amount ?? null),
  }
}

const hashPattern = /^0x[\da-f]{64}$/i

/** The order that a request reports; null if it is incomplete. */
export function toReportedOrder(request: RelayRequest): ReportedOrder | null {
  const { user, sender, recipient, refundTo, data, protocol } = request
  const { origin, destination } = data?.route?.quoted ?? {}
  const [paid, out] = [origin?.inputCurrency, destination?.outputCurrency]
  const [src, dst] = [coinIn(paid), coinIn(out)]
  const payer = sender ?? user
  if (src === null || dst === null || payer == null || recipient == null) return null
  if (paid == null || out == null) return null
  return {
    payer,
    srcChain: src.network,
    srcToken: src.code,
    srcAmount: paid.amount,
    dstChain: dst.network,
    dstToken: dst.code,
    dstAmount: out.amount,
    dstMinAmount: out.minimumAmount ?? null,
    receiver: recipient,
    refundTo: refundTo ?? null,
    mark: hashPattern.test(protocol?.orderId ?? '') ? (protocol?.orderId ?? null) : null,
  }
}

function registerTerms({ chainId, currency, refundTo, ...address }: RelayAddress): OrderTerms {
  const coin = toCoin(chainId, currency)
  return {
    orderId: address.requestId,
    srcCoin: coin === null ? undefined : coinKey(coin),
    depositAddress: address.depositAddress,
    refundAddress: refundTo ?? undefined,
    rateType: address.type,
  }
}

/**
 * Whether the list of requests has more: which request took over, why it failed, or why no refund
 * came.
 */
export function needsRequest({ status, txHashes }: RelayStatus): boolean {
  const isMissing = status === 'refund' && (txHashes ?? []).length === 0
  return status === 'waiting' || status === 'failure' || isMissing
}

/**
 * The request that owns the payment: a payment that differs from the quote, and some on BITCOIN,
 * continue under another id. All requests share this order's deposit address; without a link to a
 * successor, it is the paid one.
 */
export function ownerOf(orderId: string, requests: readonly RelayRequest[]): RelayRequest | null {
  let current = requests.find(({ id }) => id === orderId) ?? null
  for (let step = 0; step < requests.length && current !== null; step += 1) {
    const next = current.supersededByRequestId ?? null
    const found = requests.find(({ id }) => id === next)
    if (found === undefined) break
    current = found
  }
  return current?.status === 'waiting' ? (requests.find(isPaid) ?? current) : current
}

function isPaid({ status, depositAddress, data }: RelayRequest): boolean {
  const isObserved = depositAddress?.depositTxHash != null || (data?.inTxs ?? []).length > 0
  return isObserved && status !== 'waiting'
}

export function toProgress(
  reported: RelayStatus,
  request: RelayRequest | null,
  orderId: string,
  agreed: bigint | null,
): TrackedOrder['progress'] {
  const isMoved = request !== null && request.id !== orderId
  const { data = null, depositAddress } = request ?? {}
  const [status, ...rest] = isMoved ? [request.status] : [reported.status, reported]
  const [second] = rest
  const ins = [...hashesOf(data?.inTxs), ...(second?.inTxHashes ?? [])]
  const outs = [...hashesOf(data?.outTxs), ...(second?.txHashes ?? [])]
  const unfilled = reasonIn(data?.failReason) ?? reasonIn(second?.failReason)
  const unrefunded = reasonIn(data?.refundFailReason) ?? reasonIn(second?.refundFailReason)
  const paid = data?.route?.actual?.destination?.outputCurrency?.amount ?? agreed
  const isBack = status === 'refund' && outs.length > 0
  const isStuck = (status === 'failure' || status === 'refund') && !isBack && unrefunded !== null
  const state: OrderState = isStuck ? 'needs_user' : orderStateOf(relayStatusMap, status)
  const stuck = `Relay could not send the money back (${unrefunded}); it can be withdrawn at its site.`
  const failed = unfilled === null ? null : `Relay could not fill the order (${unfilled}).`
  return {
    status,
    statusOverride: state,
    paymentHash: depositAddress?.depositTxHash ?? ins[0],
    // The last transaction pays the receiver; earlier ones are swaps on the way.
    payoutHashes: outs.toReversed(),
    // A strict order is filled with what was quoted, or sent back.
    payoutAmount: paid,
    refundHashes: outs,
    note: isStuck ? stuck : state === 'failed' ? failed : null,
  }
}

function reasonIn(reason: string | null | undefined): string | null {
  return reason == null || reason === '' || reason === 'N/A' ? null : foreignReason(reason, 60)
}

function hashesOf(transactions: z.output<typeof transactionsWire>): string[] {
  return (transactions ?? []).flatMap(({ txHash }) => txHash ?? [])
}
