import type { TonHashKind } from '../core/tonHash.ts'
import type { TonChainTransaction } from '../core/tonChain.ts'
import { tonHashIn } from './ton.ts'
import { readTrace, type TraceSource } from './tonTraces.ts'

/** The start of the trace a hash belongs to. Hashes: 64 lower-case hex digits. */
export type TonSource = {
  /** What the given hash is the hash of. */
  kind: TonHashKind
  /** The paying wallet's transaction, and its incoming message in normalized form. */
  transactionHash: string
  messageHash: string
  /** Raw. */
  account: string
  /** That transaction, from the index. */
  transaction: TonChainTransaction
}

/**
 * Finds a TON hash in any spelling: of a transaction, of a message as sent, or of its normalized
 * form. Hashes of other chains have the same form, so null only means that TON does not know it.
 * @throws SwaprouteError when TON does not answer
 */
export async function findOnTon(
  { ton, now }: Omit<TraceSource, 'signal'>,
  text: string,
  signal: AbortSignal,
): Promise<TonSource | null> {
  const source = { ton, now, signal }
  const hash = tonHashIn(text)
  if (hash === null || !ton.has()) return null
  const [taken] = await ton.transactionsByMessage(hash, { signal })
  if (taken !== undefined) {
    const isNormalized = taken.inMessage?.normalizedHash === hash
    return await toSource(source, taken, isNormalized ? 'normalized_message' : 'message')
  }
  const found = await ton.transactionByHash(hash, { signal })
  return found === null ? null : await toSource(source, found, 'transaction')
}

async function toSource(
  source: TraceSource,
  given: TonChainTransaction,
  kind: TonHashKind,
): Promise<TonSource | null> {
  const first = isFirst(given) ? given : await firstOf(source, given)
  const messageHash = first?.inMessage?.normalizedHash ?? null
  if (first === undefined || messageHash === null) return null
  return {
    kind,
    transactionHash: first.hash,
    messageHash,
    account: first.account,
    transaction: first,
  }
}

async function firstOf(
  source: TraceSource,
  { hash }: TonChainTransaction,
): Promise<TonChainTransaction | undefined> {
  const trace = await readTrace(source, { transactionHash: hash }, { recent: true })
  const [first] = trace?.transactions.filter(isFirst) ?? []
  return first
}

/** A trace starts with an external message to a wallet. */
function isFirst({ inMessage }: TonChainTransaction): boolean {
  return inMessage !== null && inMessage.source === null
}
