import * as z from 'zod/mini'

import { accountKey } from '../../chains/accountKey.ts'
import { chainById, isEvmChain } from '../../chains/chains.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { SwapRef } from '../../core/quote.ts'
import { wireUint } from '../../http/wire.ts'
import type { StoredOrder } from '../kits/deposit/state.ts'
import type { OrderState } from '../kits/deposit/reading.ts'
import type { ExchangeAsk } from '../kits/deposit/ask.ts'
import type { TrackedOrder } from '../kits/deposit/snapshot.ts'
import { fullName, hashFor, isNoHash, memoAddress, tokenOfAsset, toThorUnits } from './assets.ts'
import { parseMemo } from './memo.ts'

// Where a swap is: a node knows it by its payment, and Midgard, the index of what the network has
// detected, finds the payment by receiver and memo.

/** Six-second blocks after which a queued payout is late. */
const lateBlocks = 300
const clockSlackMs = 10 * 60_000

const text = z.nullish(z.string())
const flag = z.nullish(z.boolean())
const coinWire = z.object({ asset: z.string(), amount: wireUint })
const stage = z.nullish(z.object({ completed: flag }))
const outWire = { chain: z.string(), to_address: text }

const swapWire = z.object({
  tx: z.nullish(z.object({ from_address: text, coins: z.nullish(z.array(coinWire)), memo: text })),
  planned_out_txs: z.nullish(
    z.array(z.object({ ...outWire, coin: z.nullish(coinWire), refund: flag })),
  ),
  out_txs: z.nullish(
    z.array(
      z.object({ ...outWire, id: z.string(), coins: z.nullish(z.array(coinWire)), memo: text }),
    ),
  ),
  stages: z.object({
    inbound_observed: z.nullish(z.object({ started: flag, completed: flag })),
    inbound_confirmation_counted: stage,
    inbound_finalised: stage,
    swap_status: z.nullish(z.object({ pending: flag })),
    swap_finalised: stage,
    outbound_delay: stage,
    outbound_signed: z.nullish(
      z.object({ completed: flag, blocks_since_scheduled: z.nullish(z.number()) }),
    ),
  }),
})
type ThorSwap = z.output<typeof swapWire>

const memoWire = z.nullish(z.object({ memo: text }))

// https://midgard.thorchain.info/v2/doc (read 2026-11).
const actionsWire = z.object({
  actions: z.array(
    z.object({
      /** Unix nanoseconds. */
      date: z.string().check(z.regex(/^\d{13,20}$/)),
      in: z.array(z.object({ txID: text })),
      metadata: z.nullish(z.object({ swap: memoWire, refund: memoWire })),
    }),
  ),
})

/** What a payment's outputs are compared with. */
type Agreed = {
  src: BlockchainId
  dst: BlockchainId
  receiver: string
  /** Null: the payer. */
  refundAddress: string | null
  /** Null: any. */
  depositMemo: string | null
  /** In units of 1e-8. */
  dstAmount: bigint | null
}

export function isHash(candidate: string): boolean {
  return /^(?:0[xX])?[0-9a-fA-F]{64}$/.test(candidate)
}

// THORChain has no orders.
const waitingNote = 'Only its payment shows more: check that transaction once it exists.'
const overNote = `The payment deadline has passed; do not pay. ${waitingNote}`
const unobserved = { status: 'unobserved', paymentHash: null, payoutHashes: [], payoutAmount: null }

/** An own order: by the payment that is given, else by the one that the index finds. */
export async function trackSwap(
  own: StoredOrder,
  { srcTxHash }: SwapRef,
  midgardUrl: string | null,
  ask: ExchangeAsk,
): Promise<TrackedOrder> {
  const named = srcTxHash !== null && isHash(srcTxHash) ? srcTxHash : null
  const asksMidgard = named === null && midgardUrl !== null
  const hash = asksMidgard ? await findPayment(midgardUrl, own, ask) : named
  const { orderId, srcToken, dstToken, expiresAtMs } = own
  if (hash === null) {
    const isOver = expiresAtMs !== null && ask.context.now() > expiresAtMs
    const note = isOver ? overNote : waitingNote
    return { orderId, progress: { ...unobserved, statusOverride: 'unlisted', note } }
  }
  const swap = await readSwap(hash, ask)
  if (swap === null) return { orderId, progress: { ...unobserved, statusOverride: 'awaiting' } }
  const agreed = {
    ...own,
    src: srcToken.blockchain,
    dst: dstToken.blockchain,
    dstAmount: toThorUnits(own.dstAmount, dstToken, 'down'),
  }
  const refundAddress = swap.tx?.from_address ?? null
  return { orderId, refundAddress, progress: toProgress(swap, agreed, digitsOf(hash)) }
}

/** A foreign swap by its payment; null for another transaction. */
export async function findForeignSwap(
  hash: string,
  ask: ExchangeAsk,
): Promise<TrackedOrder | null> {
  const swap = await readSwap(hash, ask)
  if (swap === null) return null
  const { tx, planned_out_txs: planned } = swap
  const memo = parseMemo(tx?.memo ?? '')
  const [paid] = tx?.coins ?? []
  const payouts = (planned ?? []).filter(({ refund }) => refund !== true)
  // The first output may be an affiliate's share.
  const isOwn = (to: string | null | undefined): boolean =>
    to?.toLowerCase() === memo?.receiver.toLowerCase()
  const payout = payouts.find(({ to_address: to }) => isOwn(to)) ?? payouts[0]
  const [src, dst] = [paid?.asset, payout?.coin?.asset ?? fullName(memo?.asset ?? '')]
  const [srcToken, dstToken] = [tokenOfAsset(src), tokenOfAsset(dst)]
  const receiver = payout?.to_address ?? memo?.receiver ?? null
  if (srcToken === null || dstToken === null || receiver === null) return null
  const terms = {
    depositMemo: tx?.memo ?? null,
    receiver,
    refundAddress: memo?.refund ?? tx?.from_address ?? null,
    dstAmount: payout?.coin?.amount ?? null,
  }
  const agreed = { ...terms, src: srcToken.blockchain, dst: dstToken.blockchain }
  return {
    ...terms,
    orderId: '',
    src: { code: src ?? '', network: '' },
    dst: { code: dst, network: '' },
    amountToSend: paid?.amount,
    progress: toProgress(swap, agreed, digitsOf(hash)),
  }
}

/** Null if no node has observed the payment. */
async function readSwap(hash: string, ask: ExchangeAsk): Promise<ThorSwap | null> {
  const call = { path: `/tx/status/${digitsOf(hash)}` }
  const answer = await ask.read(call, swapWire, 'The status of THORChain', [404])
  return answer !== null && isObserved(answer) ? answer : null
}

/** Upper-case hex, as nodes need it. */
function digitsOf(hash: string): string {
  return hash.replace(/^0x/i, '').toUpperCase()
}

/**
 * Hash of the payment with an order's memo, from the index of the receiver's swaps. Null if none is
 * indexed or the index does not answer: a node decides its status in any case.
 */
async function findPayment(
  baseUrl: string,
  { receiver, dstToken, depositMemo, createdAtMs }: StoredOrder,
  { context: { http, signal } }: ExchangeAsk,
): Promise<string | null> {
  const isCaseless = isEvmChain(chainById(dstToken.blockchain))
  const account = memoAddress(receiver)
  const address = isCaseless ? `${account},${account.toLowerCase()}` : account
  const query = new URLSearchParams({ address, limit: '20' }).toString()
  try {
    const url = `${baseUrl}/v2/actions?${query}`
    const { status, body } = await http.send({ url, effect: 'read', signal, retries: 0 })
    const parsed = z.safeParse(actionsWire, body)
    if (status >= 400 || !parsed.success) return null
    for (const { date, in: ins, metadata } of parsed.data.actions) {
      const memo = metadata?.swap?.memo ?? metadata?.refund?.memo ?? null
      const isOurs = memo !== null && memo === depositMemo
      const isRecent = BigInt(date) / 1_000_000n >= BigInt(createdAtMs - clockSlackMs)
      const hash = ins[0]?.txID ?? ''
      if (isOurs && isRecent && /^[0-9A-Fa-f]{64}$/.test(hash)) return hash
    }
    return null
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code !== 'INTERRUPTED') return null
    throw thrown
  }
}

function isObserved({ stages, tx }: ThorSwap): boolean {
  const { started, completed } = stages.inbound_observed ?? {}
  return started === true || completed === true || (tx?.coins?.length ?? 0) > 0
}

function toProgress(swap: ThorSwap, agreed: Agreed, hash: string): TrackedOrder['progress'] {
  const { src, dst, receiver, refundAddress } = agreed
  const state = swapState(swap, agreed)
  const isOwn = dst === 'THOR_CHAIN'
  const outs = (swap.out_txs ?? []).filter(({ memo }) => isAnswerTo(memo, hash))
  const payouts = outs.filter(
    ({ chain, to_address: to }) => (chain !== 'THOR' || isOwn) && isOneOf(to, [receiver], dst),
  )
  // The payer is refunded unless the memo names another address.
  const owners = [refundAddress, swap.tx?.from_address]
  const refunds = outs.filter(({ to_address: to }) => isOneOf(to, owners, src))
  const [coin] = payouts[0]?.coins ?? []
  return {
    status: lastStage(swap),
    statusOverride: state,
    paymentHash: hashFor(src, hash),
    // On THORChain itself a payout is part of the payment's record and has no id.
    payoutHashes: payouts.map(({ id }) => hashFor(dst, isOwn && isNoHash(id) ? hash : id)),
    paysByItself: isOwn,
    payoutAmount: coin?.amount ?? agreed.dstAmount,
    refundHashes: refunds.map(({ id }) => hashFor(src, id)),
    note: noteOf(swap, agreed, state, refunds.length > 0),
  }
}

/** Whether a payout's memo names this payment: `OUT:` or `REFUND:` and its hash. */
function isAnswerTo(memo: string | null | undefined, hash: string): boolean {
  const named = /^(?:OUT|REFUND):(?:0x)?(.*)$/i.exec(memo ?? '')?.[1]
  return named === undefined || named.toUpperCase() === hash
}

/** Whether an account is one of these; true if it is not given. */
function isOneOf(
  address: string | null | undefined,
  owners: readonly (string | null | undefined)[],
  blockchain: BlockchainId,
): boolean {
  if (address == null) return true
  const key = accountKey(blockchain, address)
  return owners.some((owner) => owner != null && accountKey(blockchain, owner) === key)
}

function swapState(swap: ThorSwap, agreed: Agreed): OrderState {
  const { stages, out_txs: outs } = swap
  const isCounted =
    stages.inbound_observed?.completed !== false &&
    stages.inbound_confirmation_counted?.completed !== false &&
    stages.inbound_finalised?.completed !== false
  if (!isCounted) return 'confirming'
  const hasOut = outs != null && outs.length > 0
  const isSigned = stages.outbound_signed?.completed
  const isSent = hasOut && (isSigned === true || stages.swap_finalised?.completed === true)
  if (isRefund(swap, agreed)) return isSent && isSigned !== false ? 'refunded' : 'refunding'
  if (isSent && isSigned !== false) return 'done'
  if (stages.swap_status?.pending === true || stages.swap_finalised?.completed === false) {
    return 'exchanging'
  }
  return (stages.outbound_signed?.blocks_since_scheduled ?? 0) > lateBlocks ? 'on_hold' : 'sending'
}

/** A partial refund, where the rest was swapped, is still a swap. */
function isRefund(
  { planned_out_txs: planned, out_txs: outs }: ThorSwap,
  { receiver, dst }: Agreed,
): boolean {
  const isPaid = (to: string | null | undefined): boolean =>
    to != null && isOneOf(to, [receiver], dst)
  const isPayout =
    (planned ?? []).some(({ refund, to_address: to }) => refund !== true && isPaid(to)) ||
    (outs ?? []).some(({ memo, to_address: to }) => /^OUT/i.test(memo ?? '') && isPaid(to))
  const isBack =
    (planned ?? []).some(({ refund }) => refund === true) ||
    (outs ?? []).some(({ memo }) => /^REFUND/i.test(memo ?? ''))
  return isBack && !isPayout
}

/** The last completed stage, by the node's name. */
function lastStage({ stages }: ThorSwap): string {
  const names = [
    'outbound_signed',
    'outbound_delay',
    'swap_finalised',
    'inbound_finalised',
    'inbound_confirmation_counted',
    'inbound_observed',
  ] as const
  return names.find((name) => stages[name]?.completed === true) ?? 'unobserved'
}

function noteOf(
  swap: ThorSwap,
  { depositMemo }: Agreed,
  state: OrderState,
  hasRefund: boolean,
): string | null {
  const isPart = (swap.out_txs ?? []).some(({ memo }) => /^REFUND/i.test(memo ?? ''))
  if (state === 'done' && hasRefund && isPart) {
    return 'Only a part was swapped at the agreed price; THORChain has sent the rest of the payment back.'
  }
  if (state === 'on_hold') return 'The payout has been queued longer than usual.'
  if (state !== 'refunding') return null
  return depositMemo === null || swap.tx?.memo === depositMemo
    ? 'The swap was not possible at the agreed price; THORChain is sending the payment back.'
    : 'The payment did not carry the agreed memo; THORChain is sending it back.'
}
