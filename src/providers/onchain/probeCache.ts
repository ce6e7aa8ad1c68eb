import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { ChainPools } from './knownPools.ts'
import type { KnownRates, KnownWays } from './knownWays.ts'
import type { ProbeVerdict } from './probe.ts'

// What is stored of a chain between quotes: verdicts on its contracts, its pools, the best ways of pairs.

/**
 * A row that is off is probed again after this, with the next quote: a node that is wrong for a
 * while must not disable an exchange for a day.
 */
const offTtlMs = 600_000

/** Verdicts of one chain by `rowKey`; void when the RPC address now serves a different chain. */
export type ChainProbe = {
  chainId: number | null
  verdicts: Record<string, ProbeVerdict>
  /** What was learned of the pools; absent: nothing. */
  pools?: ChainPools
  /** The best ways of pairs, and what sources bring of connectors. */
  ways?: KnownWays
  rates?: KnownRates
}

/**
 * Stores verdicts between quotes. `read` returns what `write` last got for the chain, or null. The
 * reader checks their age itself; a store may drop them at any time.
 */
export type ProbeCache = {
  read(blockchain: BlockchainId): Promise<ChainProbe | null>
  write(blockchain: BlockchainId, probe: ChainProbe): Promise<void>
}

/** Stores verdicts for the life of the process. */
export function createMemoryProbeCache(): ProbeCache {
  const probes = new Map<BlockchainId, ChainProbe>()
  return {
    read: (blockchain) => Promise.resolve(probes.get(blockchain) ?? null),
    write: (blockchain, probe) => {
      probes.set(blockchain, probe)
      return Promise.resolve()
    },
  }
}

/**
 * Verdicts from this chain that are younger than `ttlMs`, or than minutes where they switch a row
 * off.
 */
export function freshVerdicts(
  probe: ChainProbe | null,
  chainId: number | null,
  now: number,
  ttlMs: number,
): ReadonlyMap<string, ProbeVerdict> {
  if (probe === null || probe.chainId !== chainId) return new Map()
  return new Map(
    Object.entries(probe.verdicts).filter(
      ([, { state, checkedAtMs }]) =>
        now - checkedAtMs < (state === 'off' ? Math.min(ttlMs, offTtlMs) : ttlMs) &&
        checkedAtMs <= now,
    ),
  )
}
