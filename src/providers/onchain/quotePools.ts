import type { Aggregate3Result } from '../../chains/evm/multicall3.ts'
import type { RpcAnswer } from '../../http/types.ts'
import type { ProviderContext } from '../types.ts'
import { joined, nothingRead, type Reading, toReading } from './choose.ts'
import { type CrossWay, readsOfPools, withPools } from './cross.ts'
import { familyOf } from './families/families.ts'
import { type Learned, learnHops, learnLookup } from './knownPools.ts'
import { type Offers, toOutcome } from './outcome.ts'
import type { Hop } from './paths.ts'
import {
  callKey,
  cutPieces,
  type Cutting,
  fillAmounts,
  fillCall,
  type ReadPlan,
  type PlannedCall,
} from './plan.ts'
import {
  blockTimeCall,
  isCurrent,
  judgeRow,
  probeCalls,
  type ProbeVerdict,
  verdictOf,
} from './probe.ts'
import { nothingProposed, type PoolQuestion } from './question.ts'
import { type ReadAnswer, readBatch, type ReadCall, type ReadPiece } from './readBatch.ts'
import { type DeploymentRow, rowKey } from './rows.ts'
import { type Amounts, amountOf } from './sizes.ts'

export type PoolAnswer = Offers &
  Pick<ReadAnswer, 'noMulticall'> & {
    /** The verdicts of this request, by `rowKey`. */
    probed: ReadonlyMap<string, ProbeVerdict>
    /** All verdicts, those included that nothing proves yet. */
    judged: ReadonlyMap<string, ProbeVerdict>
    learned: Learned
    reading: Reading
    /** `fittingSizes` of the plan's calls by `callKey`. */
    fittingSizes: ReadonlyMap<string, number>
  }

/** Pools are looked for with a part of the input. */
const lookupSize = { token: 0, parts: 1 }
/** Estimated gas of a read of a getter. */
const getterGas = 30_000

/** Reads everything in one request and picks the best path of each exchange. */
export async function quotePools(
  question: PoolQuestion,
  context: ProviderContext,
): Promise<PoolAnswer> {
  const { request, plan, cutting, singly, verdicts, maxNodeAgeMs, amounts } = question
  const extras = extraReads(question)
  const firstExtra = plan.calls.length

  const answer = await readBatch(
    {
      blockchain: request.srcToken.blockchain,
      multicall: cutting.multicall,
      pieces: [
        ...piecesOf(extras.calls, firstExtra, cutting),
        ...plan.pieces.map(({ calls, segments }) => ({
          calls,
          data: fillAmounts(segments, amounts),
        })),
      ],
      callAt: (index) => callAt(plan, extras.calls, index, amounts),
      also: [{ method: 'eth_gasPrice', params: [] }],
      singly,
    },
    context,
  )

  const now = context.now()
  const resultsOf = (group: ReadGroup): (Aggregate3Result | undefined)[] =>
    Array.from({ length: group.count }, (_, at) =>
      answer.results.get(firstExtra + group.first + at),
    )
  const canMiss = extras.clock !== null && isCurrent(resultsOf(extras.clock)[0], now, maxNodeAgeMs)
  const { probed, judged } = judgeAll(
    extras.probes.map(({ row, group }) => ({ row, answers: resultsOf(group) })),
    verdicts,
    { canMiss, now },
  )
  const learned = [
    ...learnHops(plan.edges, answer.results, plan.learns && canMiss, now),
    ...extras.lookups.flatMap(({ hop, group }) => learnLookup(hop, resultsOf(group), canMiss, now)),
  ]
  const gasPrice = readGasPrice(answer.also[0])
  const reading = joined(question.read ?? nothingRead, toReading(plan, answer.results, amounts))
  const cross = extras.cross.map(({ way, groups }) => withPools(way, groups.map(resultsOf)))
  const offers = toOutcome({ question, judged, probed, reading, gasPrice, cross })
  const fittingSizes = new Map<string, number>()
  for (const [index, size] of answer.fittingSizes) {
    const call = plan.calls[index]
    if (call === undefined) continue
    const key = callKey(call)
    fittingSizes.set(key, Math.min(fittingSizes.get(key) ?? size, size))
  }
  const { noMulticall } = answer
  return { ...offers, probed, judged, learned, reading, fittingSizes, noMulticall }
}

/** Reads that belong together, by the place of the first. */
type ReadGroup = { first: number; count: number }

type ExtraReads = {
  calls: PlannedCall[]
  probes: { row: DeploymentRow; group: ReadGroup }[]
  lookups: { hop: Hop; group: ReadGroup }[]
  /** The pools of ways through several exchanges, hop by hop. */
  cross: { way: CrossWay; groups: ReadGroup[] }[]
  /** The time of the newest block, where the answers may say that something is missing. */
  clock: ReadGroup | null
}

/** Reads other than the quotes: unknown contracts, unknown pools, the time of the block. */
function extraReads({
  request,
  allRows,
  plan,
  cutting,
  verdicts,
  amounts,
  proposed = nothingProposed,
}: PoolQuestion): ExtraReads {
  const calls: PlannedCall[] = []
  const add = (reads: readonly ReadCall[], gas: number): ReadGroup => {
    const first = calls.length
    calls.push(...reads.map(({ target, callData }) => ({ target, template: callData, gas })))
    return { first, count: reads.length }
  }
  const probes = allRows
    .filter((row) => verdictOf(verdicts, row) === undefined)
    .map((row) => ({ row, group: add(probeCalls(row), getterGas) }))
  // The result is cached for quotes of other amounts: at least a whole token.
  const unit = 10n ** BigInt(request.srcToken.decimals)
  const part = amountOf(lookupSize, amounts)
  const small = part > unit ? part : unit
  const lookups = plan.unknown.flatMap((hop) => {
    const { row, from, to, amount } = hop
    const { lookup } = familyOf(row)
    if (lookup === undefined) return []
    const reads = lookup.reads(row, from, to, amount ?? small)
    return [{ hop, group: add(reads, lookup.gas) }]
  })
  // Ways share pools, which are asked once.
  const asked = new Map<string, ReadGroup>()
  const cross = proposed.cross.map((way) => ({
    way,
    groups: readsOfPools(way).map((reads) => {
      const key = reads.map(({ target, callData }) => target + callData).join()
      const group = asked.get(key) ?? add(reads, getterGas)
      asked.set(key, group)
      return group
    }),
  }))
  const isClockNeeded = calls.length > 0 || plan.learns
  const clock = isClockNeeded ? add([blockTimeCall(cutting.multicall)], getterGas) : null
  return { calls, probes, lookups, cross, clock }
}

function piecesOf(calls: readonly PlannedCall[], first: number, cutting: Cutting): ReadPiece[] {
  return cutPieces(calls, cutting).map((piece) => ({
    calls: piece.calls.map((index) => first + index),
    data: piece.segments.join(''),
  }))
}

function judgeAll(
  asked: readonly { row: DeploymentRow; answers: readonly (Aggregate3Result | undefined)[] }[],
  known: ReadonlyMap<string, ProbeVerdict>,
  { canMiss, now }: { canMiss: boolean; now: number },
): Record<'judged' | 'probed', ReadonlyMap<string, ProbeVerdict>> {
  const probed = new Map<string, ProbeVerdict>()
  const judged = new Map(known)
  for (const { row, answers } of asked) {
    const complete = answers.filter((each) => each !== undefined)
    if (complete.length === answers.length) {
      const verdict = judgeRow(row, complete, now)
      if (verdict.state === 'on' || canMiss) probed.set(rowKey(row), verdict)
      judged.set(rowKey(row), verdict)
    } else {
      // Nothing is known about it, so nothing is cached.
      const reason = 'its contracts used more gas than a call may use'
      judged.set(rowKey(row), { state: 'off', checkedAtMs: now, reason })
    }
  }
  return { probed, judged }
}

function callAt(
  plan: ReadPlan,
  extras: readonly PlannedCall[],
  index: number,
  amounts: Amounts,
): ReadCall {
  const call = plan.calls[index] ?? extras[index - plan.calls.length]
  if (call === undefined) throw new RangeError(`no call ${index} in the plan`)
  return { target: call.target, callData: fillCall(call, amounts) }
}

function readGasPrice(answer: RpcAnswer | undefined): bigint | null {
  if (answer?.ok !== true || typeof answer.result !== 'string') return null
  return /^0x[0-9a-fA-F]{1,64}$/.test(answer.result) ? BigInt(answer.result) : null
}
