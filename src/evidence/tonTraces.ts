import type { TonChainTransaction, TonTrace } from '../core/tonChain.ts'
import type { TonCenter } from '../http/toncenterTypes.ts'
import type { RecordOptions } from './evm.ts'

/** Dependencies; a provider's context fits. */
export type TraceSource = { ton: TonCenter; signal: AbortSignal; now: () => number }

/** A message or transaction of the trace. Hashes: 64 lower-case hex digits. */
export type TraceOf = Parameters<TonCenter['trace']>[0]

/**
 * How long a trace is reused, milliseconds: one status check needs it several times, and the next
 * check must notice what happened since.
 */
const recentMs = 5_000
const openMs = 1_000
const mostCached = 50

type Cached = { trace: TonTrace; atMs: number }

/** Keyed by client, so that all readers of a run share it; newest last. */
const memories = new WeakMap<TonCenter, Cached[]>()

/**
 * What followed from a message or transaction; null while TON knows nothing about it. `recent`:
 * accept a trace with that hash in any of its senses, read recently in this run.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when TON does not answer
 */
export async function readTrace(
  { ton, signal, now }: TraceSource,
  of: TraceOf,
  { recent = false }: RecordOptions = {},
): Promise<TonTrace | null> {
  const wanted = 'messageHash' in of ? of.messageHash : of.transactionHash
  const cached = memories.get(ton) ?? []
  const known = cached.findLast(({ trace }) => includes(trace, wanted))
  if (recent && known !== undefined && now() - known.atMs <= lifeOf(known.trace)) return known.trace
  const trace = await ton.trace(of, { signal })
  const others = cached.filter((one) => !includes(one.trace, wanted)).slice(1 - mostCached)
  memories.set(ton, trace === null ? others : [...others, { trace, atMs: now() }])
  return trace
}

/** Whether a hash in any of its senses names a transaction. */
export function isAbout({ hash, inMessage }: TonChainTransaction, wanted: string): boolean {
  return [hash, inMessage?.hash, inMessage?.normalizedHash].includes(wanted)
}

/** Whether everything happened that will: no message in flight, nothing only foreseen. */
export function hasTraceEnded({ complete, transactions }: TonTrace): boolean {
  return complete && transactions.every(({ emulated }) => !emulated)
}

function includes({ transactions }: TonTrace, wanted: string): boolean {
  return transactions.some((one) => isAbout(one, wanted))
}

function lifeOf(trace: TonTrace): number {
  return hasTraceEnded(trace) ? recentMs : openMs
}
