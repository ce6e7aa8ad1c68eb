import { SwaprouteError } from '../../core/errors.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { Quote, QuoteRequest } from '../../core/quote.ts'
import type { RpcAnswer } from '../../http/types.ts'
import type { ProviderContext, QuoteOutcome } from '../types.ts'
import { bestPath, type MeasuredPath } from './measure.ts'
import { callKey, encodePiece, fillAmounts, fillCall, type Plan } from './plan.ts'
import {
  blockTimeCall,
  isCurrent,
  judgeRow,
  probeCalls,
  type ProbeVerdict,
  verdictOf,
} from './probe.ts'
import { type ReadAnswer, readBatch, type ReadCall, type ReadPiece } from './readBatch.ts'
import { type Row, rowKey } from './rows.ts'
import { type QuoteFacts, toPoolQuote, toWrapQuote } from './toQuote.ts'

/** One quote of one pair on one chain, from prepared plan to offers. */
export type PoolQuestion = {
  request: QuoteRequest
  /** Rows that can serve the pair, including those a verdict has switched off. */
  rows: readonly Row[]
  /** Calls of the rows that are not switched off. */
  plan: Plan
  multicall: string
  singly: boolean
  /** Known verdicts; rows without one are probed in the same request. */
  verdicts: ReadonlyMap<string, ProbeVerdict>
  /** Oldest newest block of a node that may report a contract as missing. */
  maxNodeAgeMs: number
}

export type PoolAnswer = QuoteOutcome &
  Pick<ReadAnswer, 'noMulticall'> & {
    /** The verdicts of this request, by `rowKey`. */
    probed: ReadonlyMap<string, ProbeVerdict>
    /** `fittingSizes` of the plan's calls by `callKey`. */
    fittingSizes: ReadonlyMap<string, number>
  }

/** Reads everything in one request and picks the best path of each exchange. */
export async function quotePools(
  question: PoolQuestion,
  context: ProviderContext,
): Promise<PoolAnswer> {
  const { request, rows, plan, multicall, singly, verdicts, maxNodeAgeMs } = question
  const amount = request.srcAmount
  const unprobed = rows.filter((row) => verdictOf(verdicts, row) === undefined)
  const probes = unprobed.map((row) => ({ row, calls: probeCalls(row) }))
  const probeReads = probes.flatMap(({ calls }) => calls)
  if (probeReads.length > 0) probeReads.push(blockTimeCall(multicall))
  const firstProbe = plan.calls.length

  const answer = await readBatch(
    {
      blockchain: request.srcToken.blockchain,
      multicall,
      pieces: [
        ...probePieces(probeReads, firstProbe, multicall),
        ...plan.pieces.map(({ calls, segments }) => ({
          calls,
          data: fillAmounts(segments, amount),
        })),
      ],
      callAt: (index) => callAt(plan, probeReads, index, amount),
      also: [{ method: 'eth_gasPrice', params: [] }],
      singly,
    },
    context,
  )

  const probed = new Map<string, ProbeVerdict>()
  const judged = new Map(verdicts)
  const lastRead = answer.results.get(firstProbe + probeReads.length - 1)
  const canMiss = probeReads.length > 0 && isCurrent(lastRead, context.now(), maxNodeAgeMs)
  let next = firstProbe
  for (const { row, calls } of probes) {
    const answers = calls.map((_, place) => answer.results.get(next + place))
    next += calls.length
    const complete = answers.filter((each) => each !== undefined)
    if (complete.length === calls.length) {
      const verdict = judgeRow(row, complete, context.now())
      if (verdict.state === 'on' || canMiss) probed.set(rowKey(row), verdict)
      judged.set(rowKey(row), verdict)
    } else {
      // Nothing is known about it, so nothing is cached.
      const reason = 'its contracts used more gas than a call may use'
      judged.set(rowKey(row), { state: 'off', checkedAtMs: context.now(), reason })
    }
  }
  const facts = { gasPrice: readGasPrice(answer.also[0]) }
  const outcome = toOutcome(question, { judged, probed }, answer, facts)
  const fittingSizes = new Map<string, number>()
  for (const [index, size] of answer.fittingSizes) {
    const call = plan.calls[index]
    if (call !== undefined) fittingSizes.set(callKey(call), size)
  }
  return { ...outcome, probed, fittingSizes, noMulticall: answer.noMulticall }
}

function probePieces(
  reads: readonly ReadCall[],
  firstProbe: number,
  multicall: string,
): ReadPiece[] {
  if (reads.length === 0) return []
  const calls = reads.map((_, place) => firstProbe + place)
  return [{ calls, data: encodePiece(reads, multicall) }]
}

function callAt(plan: Plan, probes: readonly ReadCall[], index: number, amount: bigint): ReadCall {
  const call = plan.calls[index]
  if (call !== undefined) return { target: call.target, callData: fillCall(call, amount) }
  const probe = probes[index - plan.calls.length]
  if (probe === undefined) throw new RangeError(`no call ${index} in the plan`)
  return probe
}

function toOutcome(
  { request, rows, plan, verdicts: known }: PoolQuestion,
  { judged: verdicts, probed }: Record<'judged' | 'probed', ReadonlyMap<string, ProbeVerdict>>,
  { results }: ReadAnswer,
  facts: QuoteFacts,
): QuoteOutcome {
  const outcome: QuoteOutcome = { quotes: [], failed: [] }
  for (const id of new Set(rows.map((row) => row.id))) {
    const ofId = rows.filter((row) => row.id === id)
    const found = ofId.some(isOn(verdicts))
      ? bestOf(id, { request, rows: ofId, plan }, verdicts, results, facts)
      : ofId.every((row) => [known, probed].some((proved) => proved.has(rowKey(row))))
        ? switchedOff(id, ofId, verdicts)
        : unchecked(id, ofId, verdicts)
    if (found instanceof SwaprouteError) outcome.failed.push({ provider: id, error: found })
    else outcome.quotes.push(found)
  }
  return outcome
}

function bestOf(
  id: ProviderId,
  { request, rows, plan }: Pick<PoolQuestion, 'request' | 'rows' | 'plan'>,
  verdicts: ReadonlyMap<string, ProbeVerdict>,
  results: ReadAnswer['results'],
  facts: QuoteFacts,
): Quote | SwaprouteError {
  for (const row of rows) {
    if (row.family === 'wrapped' && isOn(verdicts)(row)) return toWrapQuote(request, row, facts)
  }
  const best = bestPath(
    plan,
    ({ row }) => row.id === id && isOn(verdicts)(row),
    results,
    request.srcAmount,
  )
  if (best === 'none' || best === 'too thin') return noRoute(id, request, best)
  return toOffer(request, best, verdicts, facts) ?? noRoute(id, request, 'none')
}

function toOffer(
  request: QuoteRequest,
  best: MeasuredPath,
  verdicts: ReadonlyMap<string, ProbeVerdict>,
  facts: QuoteFacts,
): Quote | null {
  const verdict = verdictOf(verdicts, best.path.row)
  return verdict?.state === 'on' ? toPoolQuote(request, best, verdict, facts) : null
}

function isOn(verdicts: ReadonlyMap<string, ProbeVerdict>): (row: Row) => boolean {
  return (row) => verdictOf(verdicts, row)?.state === 'on'
}

function noRoute(
  id: ProviderId,
  { srcToken, dstToken }: QuoteRequest,
  why: 'none' | 'too thin',
): SwaprouteError {
  const pair = `${srcToken.symbol} to ${dstToken.symbol} on ${srcToken.blockchain}`
  return why === 'none'
    ? new SwaprouteError('NO_ROUTE', `${id} has no pools that swap ${pair}.`)
    : new SwaprouteError(
        'NO_ROUTE',
        `The pools of ${id} have too little liquidity to swap this much ${pair}.`,
        { hint: 'Try a smaller amount.' },
      )
}

function switchedOff(
  id: ProviderId,
  rows: readonly Row[],
  verdicts: ReadonlyMap<string, ProbeVerdict>,
): SwaprouteError {
  const { reasons, chain } = refusedOn(rows, verdicts)
  return new SwaprouteError(
    'UPSTREAM_REFUSED',
    `${id} is switched off on ${chain}: ${reasons.join('; ')}.`,
    {
      hint: 'Its contracts do not match the registry; the other exchanges are not affected.',
      context: { provider: id, reasons },
    },
  )
}

/** The answer of a node that is empty, behind or out of gas proves nothing about the contracts. */
function unchecked(
  id: ProviderId,
  rows: readonly Row[],
  verdicts: ReadonlyMap<string, ProbeVerdict>,
): SwaprouteError {
  const { reasons, chain } = refusedOn(rows, verdicts)
  return new SwaprouteError(
    'UPSTREAM_FAILED',
    `The contracts of ${id} on ${chain} could not be checked: ${reasons.join('; ')}.`,
    {
      hint: `The node may still be syncing. Try again, or set another one with SWAPROUTE_RPC_${chain}.`,
      context: { provider: id, reasons },
    },
  )
}

function refusedOn(
  rows: readonly Row[],
  verdicts: ReadonlyMap<string, ProbeVerdict>,
): { chain: string; reasons: string[] } {
  const reasons = rows.flatMap((row) => {
    const verdict = verdictOf(verdicts, row)
    return verdict?.state === 'off' ? [verdict.reason] : []
  })
  return { chain: rows[0]?.blockchain ?? 'this chain', reasons }
}

function readGasPrice(answer: RpcAnswer | undefined): bigint | null {
  if (answer?.ok !== true || typeof answer.result !== 'string') return null
  return /^0x[0-9a-fA-F]{1,64}$/.test(answer.result) ? BigInt(answer.result) : null
}
