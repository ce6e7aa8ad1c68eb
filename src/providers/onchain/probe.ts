import { type Aggregate3Result, getBlockTimestamp } from '../../chains/evm/multicall3.ts'
import { decodeUint, encodeDecimals } from '../../chains/evm/erc20.ts'
import { familyOf } from './families/families.ts'
import { type Findings, nothingFound } from './families/family.ts'
import { addressIn, hasWord } from './families/checks.ts'
import type { ReadCall } from './readBatch.ts'
import { type DeploymentRow, rowKey } from './rows.ts'

// Checks that the contracts of a row match the registry: reads the factory and the wrapped token of
// each router and quoter. The calls are part of the first quote's batch, so that checking costs no
// round trip; the reader's creator provides the cache of verdicts.

/** The probe's result for the contracts of one row. */
export type ProbeVerdict =
  | ({
      state: 'on'
      /** Unix milliseconds. */
      checkedAtMs: number
    } & Findings)
  | { state: 'off'; checkedAtMs: number; reason: string }

/** The reads that check a row; `judgeRow` takes their answers in the same order. */
export function probeCalls(row: DeploymentRow): readonly ReadCall[] {
  return row.family === 'wrapped'
    ? [{ target: row.wrapped, callData: encodeDecimals() }]
    : familyOf(row).probe(row)
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
  row: DeploymentRow,
  answers: readonly Aggregate3Result[],
  checkedAtMs: number,
): ProbeVerdict {
  const off = (reason: string): ProbeVerdict => ({ state: 'off', checkedAtMs, reason })
  if (row.family === 'wrapped') {
    return answers.every(hasWord)
      ? { state: 'on', checkedAtMs, ...nothingFound }
      : off(`no token contract at ${row.wrapped}`)
  }
  if (!answers.some(hasWord)) return off(`no contract of this kind at ${row.router}`)
  const addresses = answers.map(addressIn)
  const found = familyOf(row).judge(row, { results: answers, addresses })
  return typeof found === 'string' ? off(found) : { state: 'on', checkedAtMs, ...found }
}

export function verdictOf(
  verdicts: ReadonlyMap<string, ProbeVerdict>,
  row: DeploymentRow,
): ProbeVerdict | undefined {
  return verdicts.get(rowKey(row))
}
