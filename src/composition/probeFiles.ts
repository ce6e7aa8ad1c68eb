import type { ChainProbe, ProbeCache, ProbeVerdict } from '../providers/onchain/probe.ts'
import { nativeWords, v3RouterKinds } from '../providers/onchain/rows.ts'
import type { JsonFiles } from '../store/jsonFiles.ts'
import { isRecord } from '../core/json.ts'

/** Verdicts on the registry's contracts, kept between runs; one file per chain. */
export function createProbeFiles(files: JsonFiles): ProbeCache {
  return {
    read: async (blockchain) => toProbe(files.read(`probe-${blockchain}`)),
    write: async (blockchain, probe) => files.write(`probe-${blockchain}`, probe),
  }
}

// By hand and not by schema: this is read before the first request of a quote leaves.
function toProbe(value: unknown): ChainProbe | null {
  if (!isRecord(value)) return null
  const { chainId, verdicts } = value
  if (!isRecord(verdicts) || (chainId !== null && typeof chainId !== 'number')) return null
  const kept: Record<string, ProbeVerdict> = {}
  for (const [row, verdict] of Object.entries(verdicts)) {
    if (isVerdict(verdict)) kept[row] = verdict
  }
  return { chainId, verdicts: kept }
}

const knownWords: ReadonlySet<unknown> = new Set([...nativeWords, null])
const knownKinds: ReadonlySet<unknown> = new Set([...v3RouterKinds, null])

function isVerdict(value: unknown): value is ProbeVerdict {
  if (!isRecord(value) || typeof value['checkedAtMs'] !== 'number') return false
  if (value['state'] === 'off') return typeof value['reason'] === 'string'
  return (
    value['state'] === 'on' &&
    knownWords.has(value['nativeWord']) &&
    knownKinds.has(value['routerKind'])
  )
}
