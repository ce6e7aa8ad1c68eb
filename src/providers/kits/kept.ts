import { createHash } from 'node:crypto'

import { isEvmAddress } from '../../chains/evm/hex.ts'
import { onAbort } from '../../core/deadline.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { isRecord } from '../../core/json.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import { abortedError } from '../../http/faults.ts'
import { findJsonFault } from '../../http/json.ts'
import type { Validator } from '../../http/types.ts'
import { validatorOf } from '../../http/validators.ts'
import type { ListFiles, ProviderContext } from '../types.ts'

// What a provider returns and seldom changes: lists of coins and pools. A quote takes it from this
// process or from the file of an earlier run, so that its rates are asked at once; it is asked for
// again when the quote is done. Orders rely only on what this process has loaded itself.

/** The largest list of coins a provider may send (H3). */
export const listBytes = 8 * 1_048_576

const dayMs = 24 * 60 * 60_000
/** Older files are ignored: a list of this age has lost more coins than it is worth. */
const usableMs = 7 * dayMs
/** Between attempts where the provider does not answer. */
const retryMs = 10 * 60_000
/** Lists of one file: a coin has one of its own at some providers. */
const mostLists = 60

/**
 * How old a list may be. `any`: at hand without a request. `young`: for a refusal, which an old
 * list must not cause. `own`: for an order; loaded by this process itself.
 */
export type ListAge = 'any' | 'young' | 'own'

/** An answer and its marks; null: unchanged. */
export type Loaded = { body: unknown; validator: Validator | null } | null

export type ListSource<T> = {
  id: ProviderId
  name: string
  /** Maximum age of what an order or a refusal relies on. */
  lifeMs: number
  /** It changes so often that it is asked for again after `lifeMs`; absent: after a day. */
  isShort: boolean
  /** What the list of a key is asked by: address and fields. */
  place(key: string): string
  /** @param unless null: the whole list */
  load(key: string, unless: Validator | null, context: ProviderContext): Promise<Loaded>
  /** @throws SwaprouteError UPSTREAM_FAILED for another shape */
  read(body: unknown): T
}

/** A list at hand. */
export type AtHand<T> = { value: T; isOld: boolean }

export type Lists<T> = {
  /** Without a request; null for none of this age. */
  atHand(key: string, age: ListAge, context: ProviderContext): AtHand<T> | null
  /** One at hand, or else loaded; callers at the same time share one request. */
  load(key: string, age: 'young' | 'own', context: ProviderContext): Promise<T>
  /** Asks again for what was used and is due; called when the quote is done. */
  renew(context: ProviderContext): void
}

type Entry<T> = {
  value: T
  /** When the provider last returned or confirmed it. */
  atMs: number
  validator: Validator | null
  /** Loaded by this process. */
  isOwn: boolean
  triedMs: number
}

type Running<T> = { answer: Promise<T>; cut: AbortController; waiting: number }

export function createLists<T>(source: ListSource<T>): Lists<T> {
  const { id, lifeMs } = source
  const entries = new Map<string, Entry<T>>()
  const running = new Map<string, Running<T>>()
  const due = new Set<string>()
  /** What the file of earlier runs has and nothing has asked for yet. */
  let stored: Record<string, unknown> | null = null

  const fromFile = (key: string, { lists, now }: ProviderContext): Entry<T> | null => {
    if (lists === undefined) return null
    stored ??= listsIn(lists, id)
    const place = placeOf(source, key)
    const found = readStored(stored[place], now())
    Reflect.deleteProperty(stored, place)
    if (found === null) return null
    const { body, ...facts } = found
    try {
      return { ...facts, value: source.read(body), isOwn: false, triedMs: 0 }
    } catch (thrown) {
      // Of another version, or damaged: loaded again.
      if (thrown instanceof SwaprouteError) return null
      throw thrown
    }
  }

  const entryOf = (key: string, context: ProviderContext): Entry<T> | null => {
    const known = entries.get(key) ?? fromFile(key, context)
    if (known !== null) entries.set(key, known)
    return known
  }

  const keep = (key: string, loaded: Loaded, context: ProviderContext): T => {
    const before = entries.get(key)
    const atMs = context.now()
    const entry =
      loaded === null && before !== undefined
        ? { ...before, atMs }
        : {
            value: source.read(loaded?.body),
            atMs,
            validator: loaded?.validator ?? null,
            isOwn: true,
            triedMs: 0,
          }
    entries.set(key, entry)
    const { lists } = context
    lists?.later(async () => writeStored(lists, id, placeOf(source, key), loaded, atMs))
    return entry.value
  }

  /** Each caller leaves at its own signal; the request ends with the last one. */
  const ask = async (
    key: string,
    unless: Validator | null,
    context: ProviderContext,
  ): Promise<T> => {
    if (context.signal.aborted) throw abortedError(context.signal, source.name, false)
    // An order does not share the confirmation of an earlier run's list.
    const name = `${unless === null ? 'whole' : 'changed'} ${key}`
    const shared = running.get(name) ?? start(name, key, unless, context)
    shared.waiting += 1
    let stay = (): void => {}
    const left = new Promise<never>((_resolve, reject) => {
      stay = onAbort(context.signal, () => {
        shared.waiting -= 1
        if (shared.waiting === 0) {
          end(name, shared)
          shared.cut.abort(context.signal.reason)
        }
        reject(abortedError(context.signal, source.name, false))
      })
    })
    try {
      return await Promise.race([shared.answer, left])
    } finally {
      stay()
    }
  }

  const start = (
    name: string,
    key: string,
    unless: Validator | null,
    context: ProviderContext,
  ): Running<T> => {
    const cut = new AbortController()
    const load = async (): Promise<T> => {
      const loaded = await source.load(key, unless, { ...context, signal: cut.signal })
      return keep(key, loaded, context)
    }
    const made = { answer: load(), cut, waiting: 0 }
    running.set(name, made)
    const ended = (): void => end(name, made)
    made.answer.then(ended, ended)
    return made
  }

  const end = (name: string, shared: Running<T>): void => {
    if (running.get(name) === shared) running.delete(name)
  }

  const isDue = ({ atMs, triedMs, validator }: Entry<T>, nowMs: number): boolean => {
    const everyMs = validator === null && !source.isShort ? Math.max(lifeMs, dayMs) : lifeMs
    return nowMs - atMs >= everyMs && nowMs - triedMs >= retryMs
  }

  const atHand: Lists<T>['atHand'] = (key, age, context) => {
    const entry = entryOf(key, context)
    if (entry === null) return null
    const isOld = context.now() - entry.atMs >= lifeMs
    // Without files, nothing asks for it again after the quote.
    const isUsable = age === 'any' ? !isOld || context.lists !== undefined : !isOld
    if (!isUsable || (age === 'own' && !entry.isOwn)) return null
    if (isDue(entry, context.now())) due.add(key)
    return { value: entry.value, isOld }
  }

  return {
    atHand,
    load: async (key, age, context) => {
      const known = atHand(key, age, context)
      if (known !== null) return known.value
      const before = entries.get(key)
      return await ask(key, before?.isOwn === true ? before.validator : null, context)
    },
    renew: (context) => {
      const { lists } = context
      for (const key of due) {
        const entry = entries.get(key)
        if (entry === undefined || !isDue(entry, context.now())) continue
        entry.triedMs = context.now()
        lists?.later(async (signal) => {
          await ask(key, entry.validator, { ...context, signal })
        })
      }
      due.clear()
    },
  }
}

/** Digest of what a list is asked by: keys of a file contain no foreign text and no address. */
function placeOf({ place }: Pick<ListSource<unknown>, 'place'>, key: string): string {
  return createHash('sha256').update(place(key)).digest('hex').slice(0, 32)
}

function listsIn(files: ListFiles, id: ProviderId): Record<string, unknown> {
  const value = files.read(id)
  return isRecord(value) ? { ...value } : {}
}

/** Held to the bounds of an answer (H5); the body has the schema of its list besides. */
function readStored(
  value: unknown,
  nowMs: number,
): { body: unknown; atMs: number; validator: Validator | null } | null {
  if (!isRecord(value)) return null
  const { atMs, body, etag, lastModified } = value
  const isUsable = typeof atMs === 'number' && atMs <= nowMs && nowMs - atMs < usableMs
  if (!isUsable || findJsonFault(body) !== null) return null
  return { body, atMs, validator: validatorOf(etag, lastModified) }
}

function writeStored(
  files: ListFiles,
  id: ProviderId,
  place: string,
  loaded: Loaded,
  atMs: number,
): void {
  const lists = listsIn(files, id)
  const before = lists[place]
  // What is confirmed may have been lost in the meantime.
  if (loaded === null && !isRecord(before)) return
  lists[place] =
    loaded === null && isRecord(before)
      ? { ...before, atMs }
      : { atMs, ...loaded?.validator, body: loaded?.body }
  const timeOf = (one: unknown): number =>
    isRecord(one) && typeof one['atMs'] === 'number' ? one['atMs'] : 0
  const newest = Object.entries(lists).toSorted(([, one], [, other]) => timeOf(other) - timeOf(one))
  files.write(id, Object.fromEntries(newest.slice(0, mostLists)))
}

/** An address that a contract named earlier. */
export type Presumption = {
  /** Null: not known yet. */
  of(context: ProviderContext): string | null
  /** Notes what the contract names now. */
  note(address: string, context: ProviderContext): void
}

/**
 * Saves a round trip where one contract names the address of another: both are asked at once, and the
 * second again if the first names a different one. Nothing else relies on it.
 */
export function createPresumption(id: ProviderId): Presumption {
  let known: string | null | undefined
  const of: Presumption['of'] = ({ lists }) => {
    if (known !== undefined) return known
    const stored = lists?.read(id)
    known = typeof stored === 'string' && isEvmAddress(stored) ? stored : null
    return known
  }
  return {
    of,
    note: (address, context) => {
      if (of(context) === address) return
      known = address
      const { lists } = context
      lists?.later(async () => lists.write(id, address))
    },
  }
}
