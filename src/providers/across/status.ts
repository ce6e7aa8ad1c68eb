import * as z from 'zod/mini'

import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { SwapRef } from '../../core/quote.ts'
import type { SwapStatus } from '../../core/status.ts'
import { foreignReason } from '../../core/foreignReason.ts'
import type { HttpResponse } from '../../http/types.ts'
import { createEvmReader } from '../../evidence/evm.ts'
import { parseWire, wireDecimal } from '../../http/wire.ts'
import type { ProviderContext } from '../types.ts'
import { acrossBlockchains } from './contracts.ts'
import { type AcrossDeposit, findFill, findRefund, readSource } from './evidence.ts'

/** Older answers say `fillTx` and `depositRefundTxHash` for the two references. */
const depositWire = z.object({
  status: z.string(),
  originChainId: z.nullish(z.union([z.int(), wireDecimal])),
  fillTxnRef: z.nullish(z.string()),
  fillTx: z.nullish(z.string()),
  depositRefundTxnRef: z.nullish(z.string()),
  depositRefundTxHash: z.nullish(z.string()),
  actionsSucceeded: z.nullish(z.boolean()),
})

type DepositAnswer = ReturnType<typeof parseDeposit>

/** How long an unknown hash counts as on its way. */
const graceMs = 5 * 60_000
const leastLongMs = 30 * 60_000

/**
 * Status of a deposit. Across' index only names the transactions to read; SUCCESS and REVERTED need
 * proof on chain (S2, S5): the deposit's own event on the source, then the fill of exactly this
 * deposit, or the refund to its depositor.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when a node with the evidence does not answer
 */
export async function readAcrossStatus(
  ref: SwapRef,
  ask: (hash: string) => Promise<HttpResponse>,
  context: ProviderContext,
): Promise<SwapStatus> {
  const hash = ref.srcTxHash
  if (hash === null || !/^0x[0-9a-fA-F]{64}$/.test(hash))
    return { status: 'NOT_FOUND', ...noDestination }
  const answer = await askIndex(hash, ask)
  const srcBlockchain = sourceOf(answer, ref, context)
  if (!context.rpc.has(srcBlockchain)) {
    const isKnown =
      answer.kind === 'known' || (answer.kind === 'silent' && ref.startedAtMs !== null)
    if (!isKnown) return notFound(ref, answer, context)
    const note = `Nothing can be confirmed without an RPC address for ${srcBlockchain}.`
    return pending(ref, null, context, { ...upstreamStatus(answer), note })
  }

  const source = await readSource(srcBlockchain, hash, context)
  switch (source.kind) {
    case 'missing':
      return answer.kind === 'known'
        ? pending(ref, null, context, {
            ...upstreamStatus(answer),
            note: 'The node does not know the transaction yet.',
          })
        : notFound(ref, answer, context)
    case 'waiting':
      return pending(ref, null, context, { note: 'The source transaction is not confirmed yet.' })
    case 'foreign':
      return {
        status: 'NOT_FOUND',
        ...noDestination,
        note: 'The transaction is not an Across deposit.',
      }
    case 'reverted':
      return {
        status: 'FAIL',
        ...noDestination,
        note: 'The source transaction failed; nothing was deposited.',
      }
    case 'deposit':
      return depositStatus(ref, source.deposit, answer, context)
    default:
      return source satisfies never
  }
}

async function depositStatus(
  ref: SwapRef,
  deposit: AcrossDeposit,
  answer: IndexAnswer,
  context: ProviderContext,
): Promise<SwapStatus> {
  const reader = createEvmReader(context)
  const dstBlockchain = blockchainOf(deposit.destinationChainId, context)
  const place = dstBlockchain === null ? {} : { destinationBlockchain: dstBlockchain }
  const facts = {
    srcToken: { blockchain: deposit.blockchain, address: deposit.inputToken },
    srcAmount: deposit.inputAmount,
    fromAddress: deposit.depositor,
  }
  const common = {
    ...upstreamStatus(answer),
    sourceBlockchain: deposit.blockchain,
    ...place,
    facts,
  }
  const still = (note?: string, isLong = false): Promise<SwapStatus> =>
    pending(ref, deposit, context, { ...common, ...(note === undefined ? {} : { note }) }, isLong)
  if (answer.kind !== 'known') {
    return still('The deposit is on the source chain; Across does not list it yet.')
  }
  const { status, fillHash, refundHash, actionsSucceeded } = answer.deposit
  // RelayStatus of across-protocol/indexer, whose `unfilled` the API calls `pending` (read 2026-11).
  switch (status) {
    case 'filled':
    case 'slowFilled': {
      if (fillHash === null) return still('Across reports a payout but gave no transaction.')
      if (dstBlockchain === null || !context.rpc.has(dstBlockchain)) {
        return still('Across reports a payout; no RPC address is configured to confirm it.')
      }
      const receipt = await reader.readStoredReceipt(dstBlockchain, fillHash, recent)
      const fill = findFill(receipt, deposit, dstBlockchain)
      if (fill === null)
        return still('Across reports a payout, but the destination chain does not show it.')
      if (actionsSucceeded === false) {
        const note =
          'The money arrived, but its delivery to the receiver failed; see the transaction.'
        return { status: 'INDETERMINATE', destinationTxHash: fillHash, ...common, note }
      }
      return {
        status: 'SUCCESS',
        destinationTxHash: fillHash,
        ...common,
        receivedAmount: fill.amount,
      }
    }
    case 'refunded': {
      if (refundHash === null) return still('A refund is announced without a transaction.', true)
      const receipt = await reader.readStoredReceipt(deposit.blockchain, refundHash, recent)
      const refund = findRefund(receipt, deposit)
      if (refund === null) return still('A refund is announced, but the chain does not show it.')
      return {
        status: 'REVERTED',
        destinationTxHash: refundHash,
        ...common,
        destinationBlockchain: deposit.blockchain,
        note: `The deposit came back on ${deposit.blockchain}.`,
        receivedAmount: refund.amount,
      }
    }
    case 'slowFillRequested':
      return still('No relayer filled it; the bridge itself will pay, which takes hours.', true)
    case 'expired':
      return still('No relayer filled it in time; the refund takes hours.', true)
    case 'pending':
    case 'unfilled':
      return still()
    default: {
      const current = await still()
      if (current.status === 'PENDING') return current
      const note = `Across has reported the status "${foreignReason(status, 40)}" for a long time, which may mean that the transfer has ended. Ask its support with the hash of the payment.`
      return { ...current, note }
    }
  }
}

type IndexAnswer =
  | { kind: 'known'; deposit: DepositAnswer }
  | { kind: 'unknown' }
  | { kind: 'silent' }

/** The index's answer; null during an outage, when only the chain counts (S1). */
async function askIndex(
  hash: string,
  ask: (hash: string) => Promise<HttpResponse>,
): Promise<IndexAnswer> {
  try {
    const { status, body } = await ask(hash)
    if (status === 404) return { kind: 'unknown' }
    return status >= 400 ? { kind: 'silent' } : { kind: 'known', deposit: parseDeposit(body) }
  } catch (thrown) {
    const isOutage =
      thrown instanceof SwaprouteError &&
      (thrown.code === 'UPSTREAM_FAILED' || thrown.code === 'RATE_LIMITED')
    if (isOutage) return { kind: 'silent' }
    throw thrown
  }
}

function parseDeposit(body: unknown): {
  status: string
  originChainId: number | null
  fillHash: string | null
  refundHash: string | null
  actionsSucceeded: boolean | null
} {
  const wire = parseWire(depositWire, body, 'The status of Across')
  return {
    status: wire.status,
    originChainId: wire.originChainId == null ? null : Number(wire.originChainId),
    fillHash: hashOf(wire.fillTxnRef ?? wire.fillTx),
    refundHash: hashOf(wire.depositRefundTxnRef ?? wire.depositRefundTxHash),
    actionsSucceeded: wire.actionsSucceeded ?? null,
  }
}

function hashOf(text: string | null | undefined): string | null {
  return text != null && /^0x[0-9a-fA-F]{64}$/.test(text) ? text : null
}

/** Source chain of the deposit; for a hash not found on chain, the one the index names. */
function sourceOf(answer: IndexAnswer, ref: SwapRef, context: ProviderContext): BlockchainId {
  const isOwn = ref.startedAtMs !== null
  if (isOwn || answer.kind !== 'known' || answer.deposit.originChainId === null) {
    return ref.srcBlockchain
  }
  return blockchainOf(answer.deposit.originChainId, context) ?? ref.srcBlockchain
}

function blockchainOf(chainId: number, context: ProviderContext): BlockchainId | null {
  const isIt = (id: BlockchainId): boolean => context.chainId(id) === chainId
  return acrossBlockchains().find(isIt) ?? null
}

const noDestination = { destinationTxHash: null } as const
/** A receipt read earlier in this run is good enough. */
const recent = { recent: true }

function upstreamStatus(answer: IndexAnswer): { providerStatus?: string } {
  return answer.kind === 'known' ? { providerStatus: foreignReason(answer.deposit.status, 40) } : {}
}

/** @throws SwaprouteError UPSTREAM_FAILED: only the index can say that of a foreign deposit (S7) */
function notFound(
  { startedAtMs }: SwapRef,
  answer: IndexAnswer,
  context: ProviderContext,
): SwapStatus {
  if (startedAtMs === null && answer.kind === 'silent') {
    throw new SwaprouteError('UPSTREAM_FAILED', 'Across does not answer.')
  }
  const isYoung = startedAtMs !== null && context.now() - startedAtMs < graceMs
  return { status: isYoung ? 'PENDING' : 'NOT_FOUND', ...noDestination }
}

/** PENDING, or LONG_PENDING beyond 30 minutes and three times the estimate. */
async function pending(
  ref: SwapRef,
  deposit: AcrossDeposit | null,
  context: ProviderContext,
  more: Partial<SwapStatus>,
  isLong = false,
): Promise<SwapStatus> {
  const blockTime = (): Promise<number | null> | null =>
    deposit === null
      ? null
      : createEvmReader(context).readBlockTime(deposit.blockchain, deposit.blockNumber)
  const startedAtMs = ref.startedAtMs ?? ref.seenAtMs ?? (await blockTime())
  const longMs = Math.max(leastLongMs, 3000 * (ref.durationSeconds ?? 0))
  const late = startedAtMs !== null && context.now() - startedAtMs > longMs
  return { status: isLong || late ? 'LONG_PENDING' : 'PENDING', ...noDestination, ...more }
}
