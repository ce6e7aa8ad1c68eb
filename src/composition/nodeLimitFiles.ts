import type { BatchLimits } from '../http/rpcNode.ts'
import type { JsonFiles } from '../store/jsonFiles.ts'
import { isRecord } from '../core/json.ts'

/** A node may take more another day. */
const keptMs = 24 * 60 * 60 * 1000
const name = 'batch-limits'

/** How many calls nodes turned out to take at a time, kept between runs; hosts only, never paths. */
export function createNodeLimitFiles(files: JsonFiles, now: () => number): BatchLimits {
  let known: Map<string, { calls: number; atMs: number }> | null = null
  const load = (): Map<string, { calls: number; atMs: number }> => {
    if (known !== null) return known
    known = new Map()
    const value = files.read(name)
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
      files.write(name, Object.fromEntries(load()))
    },
  }
}
