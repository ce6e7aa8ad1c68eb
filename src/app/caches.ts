/** Caches of nodes, contracts and lists from earlier runs; any of them may be lost at any time. */
import { setImmediate } from 'node:timers/promises'
import { isEvmAddress } from '../chains/evm/hex.ts'
import { onAbort, startDeadline } from '../core/deadline.ts'
import { isRecord } from '../core/json.ts'
import type { Silences } from '../http/hostGate.ts'
import { findJsonFault } from '../http/json.ts'
import type { BatchLimits } from '../http/rpcNode.ts'
import type { ChainPools, KnownPair } from '../providers/onchain/knownPools.ts'
import type {
  KnownRate,
  KnownRates,
  KnownWays,
  StoredPlan,
  StoredWay,
} from '../providers/onchain/knownWays.ts'
import type { ProbeVerdict } from '../providers/onchain/probe.ts'
import type { ChainProbe, ProbeCache } from '../providers/onchain/probeCache.ts'
import { nativeNames, v3RouterKinds } from '../providers/onchain/families/family.ts'
import type { ListFiles } from '../providers/types.ts'
import type { JsonFiles } from '../store/jsonFiles.ts'

/** A node's limits may change within days. */
const keptMs = 24 * 60 * 60 * 1000
const limitsName = 'batch-limits'
const silencesName = 'silences'

/** How long the end of a run waits for lists that are on their way. */
const graceMs = 500

/** Lists of providers, and the work on them that no answer waits for. */
export type ProviderLists = ListFiles & {
  /** Waits for that work a moment, and no moment once `signal` aborts; what is left is given up. */
  end(signal: AbortSignal): Promise<void>
}

export function createProviderLists(files: JsonFiles): ProviderLists {
  const stop = new AbortController()
  const working = new Set<Promise<void>>()
  const run = async (work: Parameters<ListFiles['later']>[0]): Promise<void> => {
    await setImmediate()
    if (stop.signal.aborted) return
    try {
      await work(stop.signal)
    } catch {
      // The provider does not answer, or the run has ended: the list is as old as before.
    }
  }
  const allDone = async (): Promise<void> => {
    while (working.size > 0) await Promise.all(working)
  }
  return {
    read: files.read,
    write: files.write,
    later: (work) => {
      const running: Promise<void> = run(work).finally(() => working.delete(running))
      working.add(running)
    },
    end: async (signal) => {
      const deadline = startDeadline(signal, graceMs)
      const over = new Promise<void>((resolve) => onAbort(deadline.signal, resolve))
      await Promise.race([allDone(), over])
      deadline.end()
      stop.abort()
    },
  }
}

/** How many calls each node accepts per batch, kept between runs; hosts only, never paths. */
export function createNodeLimitFiles(files: JsonFiles, now: () => number): BatchLimits {
  let known: Map<string, { calls: number; atMs: number }> | null = null
  const load = (): Map<string, { calls: number; atMs: number }> => {
    if (known !== null) return known
    known = new Map()
    const value = readSound(files, limitsName)
    for (const [host, entry] of isRecord(value) ? Object.entries(value) : []) {
      if (!isRecord(entry)) continue
      const { calls, atMs } = entry
      const isFresh = typeof atMs === 'number' && atMs <= now() && now() - atMs < keptMs
      if (isFresh && typeof calls === 'number' && Number.isInteger(calls) && calls > 0) {
        known.set(host, { calls, atMs })
      }
    }
    return known
  }
  return {
    read: (host) => load().get(host)?.calls ?? null,
    write: (host, calls) => {
      load().set(host, { calls, atMs: now() })
      files.write(limitsName, Object.fromEntries(load()))
    },
  }
}

/** When hosts were silent; hosts only, never paths. */
export function createSilenceFiles(files: JsonFiles): Silences {
  let known: Map<string, number> | null = null
  const load = (): Map<string, number> => {
    if (known !== null) return known
    const value = readSound(files, silencesName)
    known = new Map(
      Object.entries(isRecord(value) ? value : {}).flatMap(([host, atMs]) =>
        typeof atMs === 'number' ? [[host, atMs] as const] : [],
      ),
    )
    return known
  }
  return {
    read: (host) => load().get(host) ?? null,
    write: (host, atMs) => {
      if (atMs === null) load().delete(host)
      else load().set(host, atMs)
      files.write(silencesName, Object.fromEntries(load()))
    },
  }
}

/** Verdicts on the registry's contracts, kept between runs; one file per chain. */
export function createProbeFiles(files: JsonFiles): ProbeCache {
  return {
    read: async (blockchain) => toProbe(readSound(files, `probe-${blockchain}`)),
    write: async (blockchain, probe) => files.write(`probe-${blockchain}`, probe),
  }
}

/** Null for a value that no answer could be (H5). */
function readSound(files: JsonFiles, name: string): unknown {
  const value = files.read(name)
  return findJsonFault(value) === null ? value : null
}

// Checked by hand, not by schema: this runs before the first request of a quote.
function toProbe(value: unknown): ChainProbe | null {
  if (!isRecord(value)) return null
  const { chainId, verdicts } = value
  if (!isRecord(verdicts) || (chainId !== null && typeof chainId !== 'number')) return null
  const kept: Record<string, ProbeVerdict> = {}
  for (const [row, verdict] of Object.entries(verdicts)) {
    if (isVerdict(verdict)) kept[row] = verdict
  }
  return {
    chainId,
    verdicts: kept,
    pools: toPools(value['pools']),
    ways: toWays(value['ways']),
    rates: toRates(value['rates']),
  }
}

function toWays(value: unknown): KnownWays {
  const kept: Record<string, KnownWays[string]> = {}
  for (const [key, entry] of isRecord(value) ? Object.entries(value) : []) {
    if (!isRecord(entry)) continue
    const { atMs, amount, searched, ways, plans } = entry
    if (typeof atMs !== 'number' || !isAmount(amount)) continue
    if (!isTexts(searched) || !Array.isArray(ways) || !Array.isArray(plans)) continue
    if (ways.every(isStoredWay) && plans.every(isStoredPlan))
      kept[key] = { atMs, amount, searched, ways, plans }
  }
  return kept
}

function toRates(value: unknown): KnownRates {
  const kept: Record<string, KnownRate> = {}
  for (const [key, rate] of isRecord(value) ? Object.entries(value) : []) {
    if (isKnownRate(rate)) kept[key] = rate
  }
  return kept
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

function isStoredWay(value: unknown): value is StoredWay {
  if (!isRecord(value)) return false
  const { row, tokens, params, pools = [] } = value
  return (
    typeof row === 'string' &&
    isTokens(tokens) &&
    tokens.length > 2 &&
    isNumbers(params) &&
    Array.isArray(pools) &&
    pools.every((pool: unknown) => isRecord(pool) && isFoundPool(pool))
  )
}

/** Parts and hops are read where they are used (`readParts`, `readUnoswap`). */
function isStoredPlan(value: unknown): value is StoredPlan {
  if (!isRecord(value) || typeof value['row'] !== 'string') return false
  const { reached = [] } = value
  if (!Array.isArray(reached) || !reached.every(isAmount)) return false
  return 'parts' in value || ('hops' in value && isTokens(value['path']))
}

function isTokens(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length >= 2 &&
    value.length <= 4 &&
    value.every((token: unknown) => typeof token === 'string' && isEvmAddress(token))
  )
}

function isKnownRate(value: unknown): value is KnownRate {
  if (!isRecord(value)) return false
  const { atMs, amount, brings } = value
  return (
    typeof atMs === 'number' &&
    isAmount(amount) &&
    isRecord(brings) &&
    Object.values(brings).every(isAmount)
  )
}

function isAmount(value: unknown): value is string {
  return typeof value === 'string' && /^[1-9]\d{0,77}$/.test(value)
}

function toPools(value: unknown): ChainPools {
  const rows: Record<string, Record<string, KnownPair>> = {}
  for (const [row, pairs] of isRecord(value) ? Object.entries(value) : []) {
    const kept: Record<string, KnownPair> = {}
    for (const [key, pair] of isRecord(pairs) ? Object.entries(pairs) : []) {
      if (isKnownPair(pair)) kept[key] = pair
    }
    rows[row] = kept
  }
  return rows
}

function isKnownPair(value: unknown): value is KnownPair {
  if (!isRecord(value) || typeof value['atMs'] !== 'number') return false
  const { found = [], absent = [] } = value
  return (
    Array.isArray(found) &&
    found.every((pool: unknown) => isRecord(pool) && isFoundPool(pool)) &&
    Array.isArray(absent) &&
    absent.every(isNumbers)
  )
}

function isFoundPool({ address, params }: Record<string, unknown>): boolean {
  return typeof address === 'string' && isEvmAddress(address) && isNumbers(params)
}

function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => Number.isSafeInteger(each) && each >= 0)
}

const knownWords: ReadonlySet<unknown> = new Set([...nativeNames, null])
const knownKinds: ReadonlySet<unknown> = new Set([...v3RouterKinds, null])

function isVerdict(value: unknown): value is ProbeVerdict {
  if (!isRecord(value) || typeof value['checkedAtMs'] !== 'number') return false
  if (value['state'] === 'off') return typeof value['reason'] === 'string'
  return (
    value['state'] === 'on' &&
    knownWords.has(value['nativeWord']) &&
    knownKinds.has(value['routerKind']) &&
    isAddressOrNull(value['v2Factory'])
  )
}

function isAddressOrNull(value: unknown): boolean {
  return value === null || (typeof value === 'string' && isEvmAddress(value))
}
