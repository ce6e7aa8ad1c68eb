/**
 * Finds the swap of a hash, order number or route id. The steps: the forms of the text (text.ts),
 * the transaction on its chain (transaction.ts), own swaps (localSwap.ts), the providers
 * (providersAsked.ts), and the report (report.ts).
 */
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { SwapStatus } from '../core/status.ts'
import type { ChainTransaction } from '../evidence/transactions/transaction.ts'
import { findPaidSwap, findUnreportedSwap, reportLocalSwap } from './localSwap.ts'
import {
  type Asking,
  createProvidersAsked,
  detectByHash,
  detectByTransaction,
} from './providersAsked.ts'
import { destinationOf, endsOf, notASwap, type SwapReport } from './report.ts'
import type { LocalSwap, StatusServices } from './services.ts'
import { givenText, possibleChains, spellingOn, spellingsOf } from './text.ts'
import { locate, type Located, paymentAfter } from './transaction.ts'

export type SwapQuestion = {
  /** Of its route. */
  id?: string | undefined
  /** Hash of its payment, number or address of its order. */
  srcTxHash?: string | undefined
  /** The chain of the payment; null: any. */
  onlyChain: BlockchainId | null
}

/**
 * Finds by route id or order if it was swapped here, else by hash alone. Null for a route that is
 * unknown or was never swapped.
 * @throws SwaprouteError MISSING_FIELD if neither is given; else as `findByHash`
 */
export async function findSwap(
  services: StatusServices,
  { id: givenId, srcTxHash, onlyChain }: SwapQuestion,
  signal: AbortSignal,
): Promise<SwapReport | null> {
  const swaps = await services.localSwaps()
  const text = givenText(srcTxHash)
  const id = givenText(givenId)
  if (text === null && id === null) {
    throw new SwaprouteError('MISSING_FIELD', 'srcTxHash is missing.', {
      hint: 'Send the hash of the source transaction, or the id of the route.',
      context: { field: 'srcTxHash' },
    })
  }
  const byId = id === null ? null : await swaps.find(id)
  const swap = byId ?? (text === null ? null : await findPaidByText(services, text, signal))
  if (swap !== null) {
    const given = text === null ? null : spellingOn(swap.quote.request.srcToken.blockchain, text)
    return await reportLocalSwap(services, swap, given, signal, id === null ? null : undefined)
  }
  if (text === null) return null
  const order = await swaps.findByOrder(text)
  if (order !== null) return await reportLocalSwap(services, order, null, signal)
  return await findByHash(services, text, onlyChain, signal)
}

async function findPaidByText(
  services: StatusServices,
  text: string,
  signal: AbortSignal,
): Promise<LocalSwap | null> {
  for (const hash of spellingsOf(text)) {
    const swap = await findPaidSwap(services, hash, signal)
    if (swap !== null) return swap
  }
  return null
}

/**
 * Finds a swap that was not made here: first the chain of the transaction, among all chains that
 * its form allows at once, then the providers whose contract it called, else all that can look up a
 * hash. NOT_FOUND is reported only if all that could know it have answered (S7).
 * @throws SwaprouteError CHAIN_UNAVAILABLE or UPSTREAM_FAILED with `context.notAsked` if one of
 *   them did not answer
 */
export async function findByHash(
  services: StatusServices,
  text: string,
  onlyChain: BlockchainId | null,
  signal: AbortSignal,
): Promise<SwapReport> {
  const asking: Asking = { services, asked: createProvidersAsked(services), signal }
  const chains = await possibleChains(services, text, onlyChain)
  const located = await locate(text, chains.asked, asking)
  // A transaction is on one chain: once found, the answers of other chains do not matter.
  if (located !== null) {
    return await reportAt(located, { ...asking, asked: createProvidersAsked(services) })
  }
  const found = await detectByHash(text, onlyChain, asking)
  const source = found?.status.sourceBlockchain ?? null
  const isElsewhere = onlyChain !== null && source !== null && source !== onlyChain
  if (found !== null && !isElsewhere) {
    const known = source ?? onlyChain
    const { provider, status } = found
    const destination = destinationOf(provider, known)
    const ends = await endsOf(services, null, status, signal)
    return { id: null, provider, srcTxHash: text, source: known, destination, status, ends }
  }
  const unanswered = asking.asked.unanswered()
  if (unanswered !== null && !isElsewhere) throw unanswered
  const { withoutNode } = chains
  const note = isElsewhere
    ? `The transaction is on ${source}, not on ${onlyChain}.`
    : onlyChain === null
      ? `No chain or provider knows this hash.${withoutNodeNote(withoutNode)}`
      : `Neither ${onlyChain} nor a provider knows this hash.`
  const status: SwapStatus = { status: 'NOT_FOUND', destinationTxHash: null, note }
  return {
    id: null,
    provider: null,
    srcTxHash: text,
    source,
    destination: null,
    status,
    ...(onlyChain === null && withoutNode.length > 0 ? { notAsked: withoutNode } : {}),
  }
}

function withoutNodeNote(chains: readonly BlockchainId[]): string {
  return chains.length === 0 ? '' : ` Without a node here, and not asked: ${chains.join(', ')}.`
}

/** The report of a transaction whose chain is known. */
async function reportAt({ transaction, ton }: Located, asking: Asking): Promise<SwapReport> {
  const { services, asked, signal } = asking
  const { blockchain, kind } = transaction
  const srcTxHash = ton?.messageHash ?? transaction.hash
  const ofTon =
    ton === null ? {} : { ton: { hashKind: ton.kind, transactionHash: ton.transactionHash } }
  const reported = ton === null ? null : await findPaidSwap(services, srcTxHash, signal)
  const local = reported ?? (await findUnreportedSwap(transaction, services, signal))
  if (local !== null) {
    const report = await reportLocalSwap(services, local, srcTxHash, signal, transaction)
    return { ...report, ...ofTon }
  }
  const isApproval = kind.is === 'approval'
  const payment = isApproval ? await paymentAfter(transaction, asking) : null
  const paid = payment === null ? null : await reportPayment(payment, transaction, asking)
  if (paid !== null) return paid
  // An approval is reported as such: it is not a swap.
  const found = isApproval
    ? null
    : await detectByTransaction(transaction, ton?.messageHash ?? null, asking)
  const unanswered = found === null && !isApproval ? asked.unanswered() : null
  if (unanswered !== null) throw unanswered
  const source = found?.status.sourceBlockchain ?? blockchain
  const ends = await endsOf(services, transaction, found?.status ?? null, signal)
  const next = payment === null ? '' : ` The payment after it is ${payment}.`
  const provider = found?.provider ?? null
  return {
    id: null,
    provider,
    srcTxHash,
    source,
    destination: destinationOf(provider, source),
    status: found?.status ?? {
      status: 'NOT_FOUND',
      destinationTxHash: null,
      note: `${notASwap(transaction, ends)}${next}`,
      action: 'none',
    },
    ends,
    ...ofTon,
  }
}

/** The swap that an approval was made for; null if unknown or unreachable. */
async function reportPayment(
  hash: string,
  { hash: approval, blockchain }: ChainTransaction,
  { services, signal }: Asking,
): Promise<SwapReport | null> {
  try {
    const report = await findByHash(services, hash, blockchain, signal)
    const { status } = report
    if (status.status === 'NOT_FOUND') return null
    const note = status.note ?? `Found by its approval ${approval}.`
    return { ...report, status: { ...status, note } }
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.retry === 'later') return null
    throw thrown
  }
}
