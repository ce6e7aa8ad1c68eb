import { byteLength, readAddress, wordBytes } from '../../chains/evm/hex.ts'
import { type Aggregate3Result, getBlockTimestamp } from '../../chains/evm/multicall3.ts'
import { decodeUint, encodeDecimals } from '../../chains/evm/erc20.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { zeroAddress } from '../../core/token.ts'
import { isSameAddress } from '../../core/addresses.ts'
import { hasErc20Coin } from './paths.ts'
import type { ReadCall } from './readBatch.ts'
import { type NativeWord, type Row, rowKey, type V3RouterKind } from './rows.ts'
import { getters, wrappedGetters } from './selectors.ts'

// Checks that the contracts of a row match the registry: reads the factory and the wrapped token of
// each router and quoter. The calls are part of the first quote's batch, so that checking costs no
// round trip; the reader's creator provides the cache of verdicts.

/** The probe's result for the contracts of one row. */
export type ProbeVerdict =
  | {
      state: 'on'
      /** Unix milliseconds. */
      checkedAtMs: number
      /** Spelling of the native functions; null where the row has none. */
      nativeWord: NativeWord | null
      /** Generation of a V3 router; null for other rows. */
      routerKind: V3RouterKind | null
    }
  | { state: 'off'; checkedAtMs: number; reason: string }

/**
 * A row that is off is probed again after this, with the next quote: a node that is wrong for a
 * while must not disable an exchange for a day.
 */
const offTtlMs = 600_000
/** Verdicts of one chain by `rowKey`; void when the RPC address now serves a different chain. */
export type ChainProbe = { chainId: number | null; verdicts: Record<string, ProbeVerdict> }

/**
 * Stores verdicts between quotes. `read` returns what `write` last got for the chain, or null. The
 * reader checks their age itself; a store may drop them at any time.
 */
export type ProbeCache = {
  read(blockchain: BlockchainId): Promise<ChainProbe | null>
  write(blockchain: BlockchainId, probe: ChainProbe): Promise<void>
}

/** Keeps verdicts for the life of the process. */
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

/** The reads that check a row; `judgeRow` takes their answers in the same order. */
export function probeCalls(row: Row): ReadCall[] {
  switch (row.family) {
    case 'uniswap-v2':
      return [
        { target: row.router, callData: getters.factory },
        ...row.nativeWords.map((word) => ({ target: row.router, callData: wrappedGetters[word] })),
      ]
    case 'uniswap-v3':
      return [
        { target: row.router, callData: getters.factory },
        {
          target: row.router,
          callData: row.routerKind === 'kyber' ? wrappedGetters.ETH : getters.weth9,
        },
        { target: row.quoter, callData: getters.factory },
        { target: row.router, callData: getters.factoryV2 },
      ]
    case 'wrapped':
      return [{ target: row.wrapped, callData: encodeDecimals() }]
  }
}

/** The read of the node's newest block time; `isCurrent` takes its answer. */
export function blockTimeCall(multicall: string): ReadCall {
  return { target: multicall, callData: getBlockTimestamp }
}

/**
 * Whether a node may report a contract as missing: an empty or syncing one lacks many. Its newest
 * block may be `maxAgeMs` old.
 */
export function isCurrent(
  answer: Aggregate3Result | undefined,
  now: number,
  maxAgeMs: number,
): boolean {
  if (answer === undefined || !hasWord(answer)) return false
  const seconds = decodeUint(answer.returnData)
  return seconds !== null && now - Number(seconds) * 1000 < maxAgeMs
}

/** The verdict on a row. `answers` are those of `probeCalls`. */
export function judgeRow(
  row: Row,
  answers: readonly Aggregate3Result[],
  checkedAtMs: number,
): ProbeVerdict {
  const off = (reason: string): ProbeVerdict => ({ state: 'off', checkedAtMs, reason })
  const on = (
    nativeWord: NativeWord | null,
    routerKind: V3RouterKind | null = null,
  ): ProbeVerdict => ({ state: 'on', checkedAtMs, nativeWord, routerKind })
  if (row.family === 'wrapped') {
    return answers.every(hasWord) ? on(null) : off(`no token contract at ${row.wrapped}`)
  }
  if (!answers.some(hasWord)) return off(`no contract of this kind at ${row.router}`)

  const [factory = null, ...others] = answers.map(readAnswer)
  if (factory === null) return off('the router returns no factory')
  if (row.factory !== null && !isSameAddress(factory, row.factory)) {
    return off(`the router belongs to the factory ${factory}, not ${row.factory}`)
  }
  const wraps = (address: string | null | undefined): boolean =>
    address != null && isSameAddress(address, row.wrapped)

  if (row.family === 'uniswap-v2') {
    const nativeWord = row.nativeWords.find((_, index) => wraps(others[index])) ?? null
    const needsNative = row.nativeWords.length > 0 && !hasErc20Coin(row)
    if (nativeWord === null && needsNative) return off(wrapReason(row, others[0]))
    return on(nativeWord)
  }
  const [wrapped, quoterFactory] = others
  if (!wraps(wrapped) && !hasErc20Coin(row)) return off(wrapReason(row, wrapped))
  if (quoterFactory == null || !isSameAddress(quoterFactory, factory)) {
    return off(`its quoter ${row.quoter} does not belong to its router's factory`)
  }
  if (row.routerKind !== 'unconfirmed') return on(null, row.routerKind)
  return on(null, answers.slice(3).every(hasWord) ? 'router02' : 'router01')
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

export function verdictOf(
  verdicts: ReadonlyMap<string, ProbeVerdict>,
  row: Row,
): ProbeVerdict | undefined {
  return verdicts.get(rowKey(row))
}

function wrapReason(row: Row, found: string | null | undefined): string {
  return found == null
    ? 'the router returns no wrapped native token'
    : `the router wraps with ${found}, not ${row.wrapped}`
}

function hasWord({ success, returnData }: Aggregate3Result): boolean {
  return success && byteLength(returnData) >= wordBytes
}

/** The returned address; null for a revert, no contract, no address or the zero address. */
function readAnswer(answer: Aggregate3Result): string | null {
  if (!hasWord(answer)) return null
  try {
    const address = readAddress(answer.returnData, 0)
    return address === zeroAddress ? null : address
  } catch {
    return null // a word that is not an address
  }
}
