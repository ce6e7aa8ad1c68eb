import type { StatusAnswer } from '../api/schemas.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { ChainTransaction } from '../evidence/transactions/transaction.ts'
import { catalogRow, isBuilt } from '../providers/catalog.ts'
import { approvedPayment } from './approvedPayment.ts'
import {
  askBridges,
  askElsewhere,
  type Asking,
  askPaidProviders,
  askPayees,
  askTonProviders,
  type Found,
} from './carriers.ts'
import { locate, type Place } from './locating.ts'
import { ownSwapOf } from './ownPayment.ts'
import { createRollCall, firstFound } from './rollCall.ts'
import type { BackendServices } from './services.ts'
import { toStatusAnswer } from './statusAnswer.ts'
import { legsOf } from './statusLegs.ts'
import { notASwap } from './statusNotes.ts'
import { findPaidQuote, statusOfStored } from './storedStatus.ts'

/**
 * Where a swap is that this service never saw: finds the chain of the transaction, all that its form
 * allows asked at once, then asks the providers whose contract it went through, else all who can
 * look a hash up. NOT_FOUND is said only where everybody who could know has answered (S7).
 * @throws SwaprouteError CHAIN_UNAVAILABLE or UPSTREAM_FAILED with `context.notAsked` where it is
 *   not known because one of them did not answer
 */
export async function statusByHash(
  services: BackendServices,
  text: string,
  onlyChain: BlockchainId | null,
  signal: AbortSignal,
): Promise<StatusAnswer> {
  const looking: Asking = { services, rollCall: createRollCall(services), signal }
  const { place, unseen } = await locate(services, text, onlyChain, looking.rollCall, signal)
  // A transaction is on one chain: once that is found, it does not matter what others would say.
  if (place !== null) {
    return await statusAt(place, { ...looking, rollCall: createRollCall(services) })
  }
  const found =
    (await askElsewhere(text, onlyChain, looking)) ?? (await askBridges(text, onlyChain, looking))
  const source = found?.status.sourceBlockchain ?? null
  const isElsewhere = onlyChain !== null && source !== null && source !== onlyChain
  if (found !== null && !isElsewhere) {
    const known = source ?? onlyChain
    const answer = toStatusAnswer(services, known, destinationOf(found, known), {
      ...found,
      id: null,
      srcTxHash: text,
    })
    return { ...answer, ...(await legsOf(services, null, found.status, signal)) }
  }
  const silence = looking.rollCall.silence()
  if (silence !== null && !isElsewhere) throw silence
  const note = isElsewhere
    ? `The transaction is on ${source}, not on ${onlyChain}.`
    : onlyChain === null
      ? `No chain or provider knows this hash.${notLookedAt(unseen)}`
      : `Neither ${onlyChain} nor a provider knows this hash.`
  const answer = toStatusAnswer(services, source, null, {
    id: null,
    provider: null,
    srcTxHash: text,
    status: { status: 'NOT_FOUND', destinationTxHash: null, note },
  })
  return onlyChain === null && unseen.length > 0 ? { ...answer, notAsked: [...unseen] } : answer
}

/** Of a transaction whose chain is known. */
async function statusAt({ seen, ton }: Place, asking: Asking): Promise<StatusAnswer> {
  const { services, signal } = asking
  const { blockchain, kind } = seen
  const srcTxHash = ton?.messageHash ?? seen.hash
  const tonMembers =
    ton === null ? {} : { hashKind: ton.kind, srcTransactionHash: ton.transactionHash }
  const told = ton === null ? null : await findPaidQuote(services, srcTxHash, signal)
  const stored = told ?? (await ownSwapOf(seen, services, signal))
  if (stored !== null) {
    const answer = await statusOfStored(services, stored, srcTxHash, signal, seen)
    return { ...answer, ...tonMembers }
  }
  const payment = kind.is === 'approval' ? await approvedPayment(seen, asking) : null
  const paid = payment === null ? null : await statusOfPayment(payment, seen, asking)
  if (paid !== null) return paid
  // An approval is told by itself: no provider swaps by one.
  const found = kind.is === 'approval' ? null : await carrierOf({ seen, ton }, asking)
  const silence = found === null && kind.is !== 'approval' ? asking.rollCall.silence() : null
  if (silence !== null) throw silence
  const source = found?.status.sourceBlockchain ?? blockchain
  const legs = await legsOf(services, seen, found?.status ?? null, signal)
  const answer = toStatusAnswer(services, source, destinationOf(found, source), {
    id: null,
    provider: found?.provider ?? null,
    srcTxHash,
    status: found?.status ?? {
      status: 'NOT_FOUND',
      destinationTxHash: null,
      note: `${notASwap(seen, legs)}${payment === null ? '' : ` The payment after it is ${payment}.`}`,
    },
  })
  return { ...answer, ...legs, ...tonMembers, ...(found === null ? { action: 'none' } : {}) }
}

/** The swap that an approval was made for; null where nobody knows it, or could be asked. */
async function statusOfPayment(
  hash: string,
  { hash: approval, blockchain }: ChainTransaction,
  { services, signal }: Asking,
): Promise<StatusAnswer | null> {
  try {
    const answer = await statusByHash(services, hash, blockchain, signal)
    if (answer.status === 'NOT_FOUND') return null
    return answer.note == null ? { ...answer, note: `Found by its approval ${approval}.` } : answer
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.retry === 'later') return null
    throw thrown
  }
}

async function carrierOf({ seen, ton }: Place, looking: Asking): Promise<Found | null> {
  const { blockchain, hash, atMs } = seen
  const asking = { ...looking, seenAtMs: atMs }
  if (ton !== null) {
    const found = await askTonProviders(ton.messageHash, seen.sender, asking)
    return found ?? (await askPayees(seen, asking))
  }
  return (
    (await askPaidProviders(seen, asking)) ??
    (await askElsewhere(hash, blockchain, asking)) ??
    (await firstFound([askPayees(seen, asking), askBridges(hash, blockchain, asking)]))
  )
}

/** Where a swap ends whose provider does not say so; null: not known. */
function destinationOf(found: Found | null, source: BlockchainId | null): BlockchainId | null {
  return found === null || isBridge(found.provider) ? null : source
}

/** Whether its swaps may end on another chain than the one they were paid on. */
function isBridge(id: ProviderId): boolean {
  const row = catalogRow(id)
  return row !== null && isBuilt(row) && row.pairs !== 'one-chain'
}

/** Chains whose hashes look the same and that no public node is known for. */
function notLookedAt(unseen: readonly BlockchainId[]): string {
  return unseen.length === 0 ? '' : ` Without a node here, and not asked: ${unseen.join(', ')}.`
}
