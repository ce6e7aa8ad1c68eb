import {
  type Aggregate3Result,
  decodeAggregate3,
  type Aggregate3Call,
} from '../../chains/evm/multicall3.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { otherNodeHint, SwaprouteError } from '../../core/errors.ts'
import { ethCall, isNodeError } from '../../http/rpcWire.ts'
import type { RpcAnswer, RpcCall } from '../../http/types.ts'
import type { ProviderContext } from '../types.ts'
import { encodePiece } from './plan.ts'

// Sends many contract reads as a few `eth_call`s in one JSON-RPC batch, that is one HTTP request,
// and distinguishes calls without a result from calls that ran out of gas.

export type ReadCall = Omit<Aggregate3Call, 'allowFailure'>

/** Calls sent as one `aggregate3`; `data` is its text, `calls` their indexes in `callAt`. */
export type ReadPiece = { calls: readonly number[]; data: string }

export type ReadRequest = {
  blockchain: BlockchainId
  multicall: string
  pieces: readonly ReadPiece[]
  callAt: (index: number) => ReadCall
  /** Sent in the same request and answered in the same order. */
  also: readonly RpcCall[]
  /** The chain has no Multicall3: every call is its own `eth_call`. */
  singly: boolean
}

export type ReadAnswer = {
  also: RpcAnswer[]
  /** One per call of all pieces; undefined for a call that uses more gas than a whole eth_call has. */
  results: ReadonlyMap<number, Aggregate3Result>
  /**
   * For calls whose piece had to be split: the piece size in which they succeeded, 0 for those that
   * ran out of gas alone. Empty where one request was enough.
   */
  fittingSizes: ReadonlyMap<number, number>
  /** Multicall3's address has no contract. */
  noMulticall: boolean
}

/** A piece that ran out of gas is repeated in this many parts, at most this often. */
const cutInto = 8
const maxCuts = 3
/** A call that takes more than any node gives is not worth asking all of them for its whole batch. */
const cutsOnOneNode = 2

/**
 * One HTTP request; more only where a node refuses pieces for their gas or has no Multicall3.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when the node does not answer the reads
 */
export async function readBatch(
  request: ReadRequest,
  context: ProviderContext,
): Promise<ReadAnswer> {
  const { blockchain, multicall, callAt, also } = request
  if (request.singly) {
    const { answers, results } = await readSingly(request, also, context)
    return { also: answers, results, fittingSizes: new Map(), noMulticall: true }
  }

  const outcomes = new Map<RpcAnswer, Outcome>()
  const outcomeOf = (piece: ReadPiece, answer: RpcAnswer | undefined): Outcome => {
    const known = answer === undefined ? undefined : outcomes.get(answer)
    if (known !== undefined) return known
    const outcome = toResults(blockchain, piece, answer)
    if (answer !== undefined) outcomes.set(answer, outcome)
    return outcome
  }
  const suits = (piece: ReadPiece, answer: RpcAnswer | undefined, round: number): boolean => {
    try {
      const outcome = outcomeOf(piece, answer)
      return outcome === 'starved' ? round < cutsOnOneNode : outcome !== 'no contract'
    } catch {
      return false
    }
  }
  const send = (
    extra: readonly RpcCall[],
    pieces: readonly ReadPiece[],
    round: number,
  ): Promise<RpcAnswer[]> =>
    context.rpc.batch(
      blockchain,
      [...extra, ...pieces.map(({ data }) => ethCall(multicall, data))],
      {
        signal: context.signal,
        // Another node may have the contract, give more gas, or speak better.
        suits: (given) =>
          pieces.every((piece, place) => suits(piece, given[extra.length + place], round)),
      },
    )
  const results = new Map<number, Aggregate3Result>()
  const fittingSizes = new Map<number, number>()
  let pieces = request.pieces
  const first = await send(also, pieces, 0)
  const alsoAnswers = first.slice(0, also.length)
  let answers = first.slice(also.length)
  for (let round = 0; ; round += 1) {
    const parts: ReadPiece[] = []
    for (const [place, piece] of pieces.entries()) {
      const { calls } = piece
      const outcome = outcomeOf(piece, answers[place])
      if (outcome === 'no contract') {
        const { results: single } = await readSingly(request, [], context)
        return { also: alsoAnswers, results: single, fittingSizes, noMulticall: true }
      }
      // A call that runs out of gas alone needs more than a whole eth_call: no transaction could
      // run it.
      const isDone = outcome !== 'starved' || calls.length === 1
      if (!isDone) parts.push(...cut(piece, multicall, callAt))
      for (const [index, call] of isDone ? calls.entries() : []) {
        if (outcome !== 'starved') store(results, call, outcome[index])
        if (round > 0) fittingSizes.set(call, outcome === 'starved' ? 0 : calls.length)
      }
    }
    if (parts.length === 0) {
      if (results.size === 0 && pieces.length > 0) throw starvedError(blockchain)
      return { also: alsoAnswers, results, fittingSizes, noMulticall: false }
    }
    if (round === maxCuts) throw starvedError(blockchain)
    pieces = parts
    answers = await send([], parts, round + 1)
  }
}

type Outcome = Aggregate3Result[] | 'starved' | 'no contract'

function toResults(
  blockchain: BlockchainId,
  { calls }: ReadPiece,
  answer: RpcAnswer | undefined,
): Outcome {
  if (answer === undefined) throw starvedError(blockchain)
  if (!answer.ok) {
    if (isGasTrouble(answer)) return 'starved'
    throw nodeFailure(blockchain, answer)
  }
  if (answer.result === '0x') return 'no contract'
  const data = typeof answer.result === 'string' ? answer.result : ''
  const results = decodeAggregate3(data, calls.length + 1)
  return results.at(-1)?.success === true ? results.slice(0, -1) : 'starved'
}

/**
 * `aggregate3` never reverts by itself here (every call may fail), so a revert also means gas; so
 * do the size limits nodes set on a call. A time-out of the node does not: smaller pieces are more
 * work for it.
 */
function isGasTrouble({ code, message }: { code: number; message: string }): boolean {
  return code === 3 || /gas|revert|too (?:large|big|long)|memory/i.test(message)
}

function cut(
  piece: ReadPiece,
  multicall: string,
  callAt: (index: number) => ReadCall,
): ReadPiece[] {
  const size = Math.ceil(piece.calls.length / cutInto)
  const parts: ReadPiece[] = []
  for (let start = 0; start < piece.calls.length; start += size) {
    const calls = piece.calls.slice(start, start + size)
    parts.push({ calls, data: encodePiece(calls.map(callAt), multicall) })
  }
  return parts
}

async function readSingly(
  { blockchain, pieces, callAt }: ReadRequest,
  also: readonly RpcCall[],
  context: ProviderContext,
): Promise<{ answers: RpcAnswer[]; results: Map<number, Aggregate3Result> }> {
  const calls = pieces.flatMap((piece) => piece.calls)
  const answers = await context.rpc.batch(
    blockchain,
    [
      ...also,
      ...calls.map((index) => {
        const { target, callData } = callAt(index)
        return ethCall(target, callData)
      }),
    ],
    {
      signal: context.signal,
      // A node without any of the contracts serves another chain, or has no state of this one.
      suits: (given) =>
        given.slice(also.length).some((answer) => !(answer.ok && answer.result === '0x')),
    },
  )
  const results = new Map<number, Aggregate3Result>()
  for (const [place, index] of calls.entries()) {
    const answer = answers[also.length + place]
    if (answer?.ok === true && typeof answer.result === 'string') {
      results.set(index, { success: true, returnData: answer.result })
    } else if (answer === undefined || answer.ok) {
      throw starvedError(blockchain)
    } else if (isGasTrouble(answer) || !isNodeError(answer)) {
      // No pool, or a contract that reverted: no way to swap in both cases.
      results.set(index, { success: false, returnData: answer.data ?? '0x' })
    } else throw nodeFailure(blockchain, answer)
  }
  return { answers: answers.slice(0, also.length), results }
}

function store(
  results: Map<number, Aggregate3Result>,
  index: number,
  result: Aggregate3Result | undefined,
): void {
  if (result !== undefined) results.set(index, result)
}

function nodeFailure(
  blockchain: BlockchainId,
  { code, message }: { code: number; message: string },
): SwaprouteError {
  return new SwaprouteError(
    'CHAIN_UNAVAILABLE',
    `The ${blockchain} node did not run the quotes: ${message}`,
    {
      hint: otherNodeHint(blockchain),
      context: { blockchain, code },
    },
  )
}

function starvedError(blockchain: BlockchainId): SwaprouteError {
  return new SwaprouteError(
    'CHAIN_UNAVAILABLE',
    `The ${blockchain} node has too low a gas limit to run the quotes of its exchanges.`,
    {
      hint: `Set another node with SWAPROUTE_RPC_${blockchain}=https://….`,
      context: { blockchain },
    },
  )
}
