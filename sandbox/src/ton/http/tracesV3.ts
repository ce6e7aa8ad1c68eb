import type { TonEntry } from '../follow.ts'
import type { TonMachine } from '../machine.ts'
import type { HeldMessage } from '../tonChain.ts'
import { blockNumberAt } from './blocks.ts'
import { toBase64Hash } from './hashText.ts'
import { transactionOfV3 } from './transactionV3.ts'

/** All that followed from one message, as version 3 tells it. */
export function traceOfV3(
  machine: TonMachine,
  entries: readonly TonEntry[],
): Record<string, unknown> {
  return trace(machine, entries, entries[0]?.inNormalized ?? null, false)
}

/** Pending trace of a message that is not in a block yet. */
export function pendingTraceOfV3(
  machine: TonMachine,
  { foreseen, normalizedHash }: HeldMessage,
): Record<string, unknown> {
  return trace(machine, foreseen, normalizedHash, true)
}

/** Trace tree and transactions of an emulated message. */
export function foreseenTraceOf(
  machine: TonMachine,
  entries: readonly TonEntry[],
): Record<string, unknown> {
  const [first] = entries
  if (first === undefined) throw new Error('an empty trace')
  return { trace: nodeOf(first, entries), transactions: byHash(machine, entries, null, true) }
}

function byHash(
  machine: TonMachine,
  entries: readonly TonEntry[],
  externalHash: string | null,
  emulated: boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    entries.map((entry) => [
      toBase64Hash(entry.hash),
      transactionOfV3(machine, entry, externalHash, emulated),
    ]),
  )
}

function trace(
  machine: TonMachine,
  entries: readonly TonEntry[],
  externalHash: string | null,
  emulated: boolean,
): Record<string, unknown> {
  const [first, last] = [entries[0], entries.at(-1)]
  if (first === undefined || last === undefined) throw new Error('an empty trace')
  const [block, lastBlock] = [blockNumberAt(first.seconds), blockNumberAt(last.seconds)]
  return {
    trace_id: toBase64Hash(first.hash),
    external_hash: externalHash === null ? null : toBase64Hash(externalHash),
    mc_seqno_start: emulated ? '0' : `${block}`,
    mc_seqno_end: emulated ? '0' : `${lastBlock}`,
    start_lt: first.lt,
    start_utime: first.seconds,
    end_lt: last.lt,
    end_utime: last.seconds,
    trace_info: {
      trace_state: emulated ? 'pending' : 'complete',
      messages: entries.reduce((sum, { outHashes }) => sum + outHashes.length, 1),
      transactions: entries.length,
      pending_messages: emulated ? 1 : 0,
      classification_state: 'unclassified',
    },
    is_incomplete: emulated,
    actions: [],
    trace: nodeOf(first, entries),
    transactions_order: entries.map(({ hash }) => toBase64Hash(hash)),
    transactions: byHash(machine, entries, externalHash, emulated),
  }
}

function nodeOf(entry: TonEntry, entries: readonly TonEntry[]): Record<string, unknown> {
  return {
    tx_hash: toBase64Hash(entry.hash),
    in_msg_hash: toBase64Hash(entry.inHash),
    children: entries
      .filter(({ parent }) => parent === entry.hash)
      .map((child) => nodeOf(child, entries)),
  }
}
