/**
 * How many calls a public node accepts in one request, as its operator documents or others
 * measured; all other limits are learned from the node's own refusal. Read 2026-11:
 * - drpc.org without a key: "Batch of more than 3 requests are not allowed on free tier"
 * - 1rpc.io: batches of three (Ambire's list of nodes)
 * - mainnet.optimism.io: ten, https://github.com/ethereum-optimism/docs/issues/340
 */
const batchLimits: readonly (readonly [domain: string, calls: number])[] = [
  ['drpc.org', 3],
  ['1rpc.io', 3],
  ['mainnet.optimism.io', 10],
]

/** Calls per request for a host, without its port; Infinity if no limit is known. */
export function knownBatchLimit(host: string): number {
  const name = host.replace(/:\d+$/, '')
  const known = batchLimits.find(([domain]) => name === domain || name.endsWith(`.${domain}`))
  return known?.[1] ?? Number.POSITIVE_INFINITY
}
