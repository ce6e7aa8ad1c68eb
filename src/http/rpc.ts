import { setTimeout as wait } from 'node:timers/promises'

import type { BlockchainId } from '../core/blockchainIds.ts'
import { otherNodeHint, SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import { callFailed, askTwo, toHostAnswers } from './agreed.ts'
import { upstreamFault } from './faults.ts'
import { type BatchLimits, createRpcNode, type RpcNode } from './rpcNode.ts'
import { isNodeError, isPoolAnswer, isSettled } from './rpcWire.ts'
import type { HttpClient, ReadOptions, RpcAnswer, RpcCall, RpcClient } from './types.ts'

/** What every node of a chain must agree with. */
export type ChainIdentity = {
  /** The expected answer to `eth_chainId`; null skips the check. */
  chainId: number | null
  /** An `eth_call` for the time of the newest block in seconds; null if absent. */
  clock: RpcCall | null
}

export type RpcClientOptions = {
  /** Must have the endpoints as bases. */
  http: HttpClient
  /** Addresses per chain, best first. */
  endpoints: Readonly<Partial<Record<BlockchainId, readonly string[]>>>
  /** Whether the user set the chain's nodes; such a node needs no second one. Default: no. */
  isOwn?: (blockchain: BlockchainId) => boolean
  /** Absent chains are not checked. */
  identity?: (blockchain: BlockchainId) => ChainIdentity
  /** Batch limits learned from nodes, stored between runs. */
  limits?: BatchLimits
  /** Reports a problem with a node to the user, once per node. */
  warn?: (code: string, message: string) => void
  /** Time limit of an address while another one remains to try; 4s. */
  attemptMs?: number
  /** Unix milliseconds. */
  now?: () => number
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** A node this far behind another one is dropped; one with an older block is compared first. */
const lateMs = 60_000
/** A late node may catch up while a service runs. */
const leftForMs = 600_000
/** Used without another node to compare with: quiet chains have blocks minutes apart. */
const veryLateMs = 600_000
/** How often a long-lived process checks the time of a node's newest block. */
const clockEveryMs = 60_000

/** Broadcasts: sent once to each node; the caller checks the chain before sending again (H7). */
const orderMethods: ReadonlySet<string> = new Set([
  'eth_sendRawTransaction',
  'eth_sendRawTransactionSync',
  'eth_sendTransaction',
])
const chainIdCall: RpcCall = { method: 'eth_chainId', params: [] }

type Known = {
  node: RpcNode
  /** It once returned the expected chain id. */
  isProved: boolean
  /** Why it is not used, and until when (Unix milliseconds); null for one in use. */
  left: { why: SwaprouteError; untilMs: number } | null
  /** When its newest block was last checked, Unix milliseconds. */
  clockAtMs: number
}
type Chain = { nodes: Known[]; preferred: number }
/** `ageMs`: of the newest block; null if not requested or not returned. */
type Answered = { known: Known; answers: RpcAnswer[]; ageMs: number | null }

/**
 * JSON-RPC over the one HTTP client. The address that answered last comes first the next time. Any
 * error other than a call's execution error with revert data may be the node's fault: then the next
 * one is asked. Messages include hosts only, since paths of RPC addresses are often keys (K9). A
 * node's first answer must prove that it serves the chain.
 */
export function createRpcClient(options: RpcClientOptions): RpcClient {
  const { http } = options
  const attemptMs = options.attemptMs ?? 4_000
  const now = options.now ?? Date.now
  const sleep = options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }))
  const chains = new Map<BlockchainId, Chain>()

  const chainOf = (blockchain: BlockchainId): Chain => {
    const known = chains.get(blockchain)
    if (known !== undefined) return known
    const nodes = (options.endpoints[blockchain] ?? []).map((url) => ({
      node: createRpcNode({ http, url, limits: options.limits, attemptMs, sleep }),
      isProved: false,
      left: null,
      clockAtMs: 0,
    }))
    const chain = { nodes, preferred: 0 }
    chains.set(blockchain, chain)
    return chain
  }

  /** All nodes: the preferred one first, those that were silent lately last. */
  const rotation = ({ nodes, preferred }: Chain): Known[] => {
    const inTurn = [...nodes.slice(preferred), ...nodes.slice(0, preferred)]
    const isSilent = ({ node }: Known): boolean => http.isSilent?.(node.url) === true
    return inTurn.toSorted((a, b) => Number(isSilent(a)) - Number(isSilent(b)))
  }

  const isLeft = (known: Known): known is Known & { left: NonNullable<Known['left']> } =>
    known.left !== null && now() < known.left.untilMs

  const warned = new Set<string>()
  const warn = (code: string, host: string, message: string): void => {
    if (warned.has(`${code} ${host}`)) return
    warned.add(`${code} ${host}`)
    options.warn?.(code, message)
  }

  const identityOf = (blockchain: BlockchainId): ChainIdentity =>
    options.identity?.(blockchain) ?? { chainId: null, clock: null }

  /** The calls, together with pending checks of the node itself. */
  const question = async (
    blockchain: BlockchainId,
    known: Known,
    calls: readonly RpcCall[],
    signal: AbortSignal,
    hasOther: boolean,
  ): Promise<Answered> => {
    const { chainId, clock } = identityOf(blockchain)
    const needsProof = chainId !== null && !known.isProved
    const askedAt = calls.findIndex(({ method }) => method === chainIdCall.method)
    const proof = needsProof && askedAt === -1 ? [chainIdCall] : []
    const looksAtClock = clock !== null && now() - known.clockAtMs >= clockEveryMs
    const asked = [...calls, ...proof, ...(looksAtClock ? [clock] : [])]
    const all = await known.node.ask(asked, { effect: 'read', signal, hasOther })
    const answers = all.slice(0, calls.length)
    if (needsProof) {
      prove(blockchain, known, chainId, all[askedAt === -1 ? calls.length : askedAt])
    }
    if (!looksAtClock) return { known, answers, ageMs: null }
    known.clockAtMs = now()
    const seconds = numberOf(all.at(-1))
    return { known, answers, ageMs: seconds === null ? null : now() - seconds * 1000 }
  }

  /** @throws SwaprouteError for a node of another chain, which is not used again */
  const prove = (
    blockchain: BlockchainId,
    known: Known,
    chainId: number,
    answer: RpcAnswer | undefined,
  ): void => {
    const { host } = known.node
    const chainIdOfNode = numberOf(answer)
    if (chainIdOfNode === null) {
      throw upstreamFault(host, 'malformed', 'does not report which chain it serves')
    }
    if (chainIdOfNode !== chainId) {
      const text = `serves chain ${chainIdOfNode}, but ${blockchain} is chain ${chainId}`
      const why = upstreamFault(host, 'malformed', text, { check: 'E1' })
      known.left = { why, untilMs: Number.POSITIVE_INFINITY }
      warn('NODE_OF_ANOTHER_CHAIN', host, `${why.message} It is not used.`)
      throw why
    }
    known.isProved = true
  }

  /**
   * Of two nodes with old blocks, whether the other is newer; equal ones mean a quiet chain, not a
   * late node.
   */
  const isBehind = (late: Answered, other: Answered): boolean =>
    other.ageMs !== null && (late.ageMs ?? 0) - other.ageMs > lateMs

  const leave = (blockchain: BlockchainId, late: Answered, other: Answered): void => {
    const behindMs = (late.ageMs ?? 0) - (other.ageMs ?? 0)
    const text = `is ${minutes(behindMs)} behind ${other.known.node.host} on ${blockchain}`
    const { host } = late.known.node
    const why = upstreamFault(host, 'malformed', text)
    late.known.left = { why, untilMs: now() + leftForMs }
    warn('NODE_BEHIND', host, `${host} ${text} and is not used.`)
  }

  const warnOfAge = (blockchain: BlockchainId, { known, ageMs }: Answered): void => {
    if (ageMs === null || ageMs < veryLateMs) return
    const { host } = known.node
    const text = `The newest ${blockchain} block on ${host} is ${minutes(ageMs)} old: the node may be behind and its data out of date.`
    warn('NODE_BEHIND', host, text)
  }

  const read = async (
    blockchain: BlockchainId,
    calls: readonly RpcCall[],
    { signal, suits }: ReadOptions,
  ): Promise<RpcAnswer[]> => {
    const chain = chainOf(blockchain)
    const order = rotation(chain)
    const failures: SwaprouteError[] = []
    const doubtful: Answered[] = []
    let refusing: Known | null = null
    let late: Answered | null = null
    for (const [position, known] of order.entries()) {
      if (isLeft(known)) {
        failures.push(known.left.why)
        continue
      }
      const isLast = order.slice(position + 1).every(isLeft)
      const hasOther = !isLast || late !== null || doubtful.some(({ answers }) => hasRun(answers))
      try {
        const found = await question(blockchain, known, calls, signal, hasOther)
        const areSettled = calls.every((call, index) => isSettled(call, found.answers[index]))
        if (!areSettled || suits?.(found.answers) === false) {
          doubtful.push(found)
          continue
        }
        const isLate = (found.ageMs ?? 0) > lateMs
        if (late !== null && isBehind(late, found)) leave(blockchain, late, found)
        else if (late !== null) return late.answers
        else if (isLate && !isLast) {
          late = found
          continue
        }
        if (isLate) warnOfAge(blockchain, found)
        chain.preferred = chain.nodes.indexOf(known)
        return found.answers
      } catch (thrown) {
        const error = nodeFailure(thrown, signal)
        failures.push(error)
        if (error.context['fault'] === 'refused') refusing ??= known
      }
    }
    if (late !== null) {
      warnOfAge(blockchain, late)
      return late.answers
    }
    // If no node has a better answer, this is the answer to the call, or the reason why the chain
    // is unreachable.
    const [best] = doubtful.toSorted((a, b) => errorsIn(a.answers) - errorsIn(b.answers))
    if (best !== undefined) return best.answers
    if (refusing === null) throw unavailable(blockchain, failures)
    return (await question(blockchain, refusing, calls, signal, false)).answers
  }

  /**
   * Broadcasts, and calls in one request with them: the same bytes to every node of the chain at
   * once, one request each, no repetition. The first node that accepts them decides; a refusal is
   * ignored while another node may accept them.
   */
  const order = async (
    blockchain: BlockchainId,
    calls: readonly RpcCall[],
    signal: AbortSignal,
  ): Promise<RpcAnswer[]> => {
    const mustProve = identityOf(blockchain).chainId !== null
    const { nodes } = chainOf(blockchain)
    const sent = nodes.map(async (known) => {
      if (isLeft(known)) throw known.left.why
      if (mustProve && !known.isProved) {
        await question(blockchain, known, [chainIdCall], signal, nodes.length > 1)
      }
      return await known.node.ask(calls, { effect: 'order', signal, hasOther: false })
    })
    const taken = sent.map(async (answers) => {
      if ((await answers).every(({ ok }) => ok)) return answers
      throw new SwaprouteError('UPSTREAM_REFUSED', 'The node does not take the order.')
    })
    const first = await Promise.any(taken).catch(() => null)
    if (first !== null) return first
    const settled = await Promise.allSettled(sent)
    const lost = settled.flatMap((one) =>
      one.status === 'rejected' ? [nodeFailure(one.reason, signal)] : [],
    )
    const refused = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const [words] = refused.toSorted((a, b) => ofNode(a) - ofNode(b))
    // Bytes whose answer was lost may have been accepted.
    const isOpen = ({ context }: SwaprouteError): boolean => context['sent'] === true
    if (words !== undefined && !lost.some(isOpen)) return words
    throw unavailable(
      blockchain,
      lost.toSorted((a, b) => Number(isOpen(a)) - Number(isOpen(b))),
    )
  }

  const batch: RpcClient['batch'] = async (blockchain, calls, batchOptions) => {
    if (calls.length === 0) return []
    const isOrder = calls.some(({ method }) => orderMethods.has(method))
    return isOrder
      ? await order(blockchain, calls, batchOptions.signal)
      : await read(blockchain, calls, batchOptions)
  }

  const witnesses: RpcClient['witnesses'] = async (blockchain, ask, { signal }) => {
    const nodes = rotation(chainOf(blockchain)).filter((known) => !isLeft(known))
    if (options.isOwn?.(blockchain) === true) {
      const answer = await ask((calls) => batch(blockchain, calls, { signal }))
      return { answers: [{ host: nodes[0]?.node.host ?? '', answer }], by: 'own_node' }
    }
    const aged = new Map<string, Answered>()
    const { answers, failures } = await askTwo(
      nodes.map((known) => ({
        host: known.node.host,
        ask: () =>
          ask(async (calls) => {
            const hasOther = nodes.length > 1
            const found = await question(blockchain, known, calls, signal, hasOther)
            if (found.ageMs !== null) aged.set(known.node.host, found)
            return found.answers
          }),
      })),
      signal,
    )
    const [one, other] = answers.map(({ host }) => aged.get(host))
    if (one !== undefined && other !== undefined) {
      const [late, newer] = isBehind(one, other) ? [one, other] : [other, one]
      // By the local clock as well: a node with a future time does not make another one late.
      if ((late.ageMs ?? 0) > lateMs && isBehind(late, newer)) {
        leave(blockchain, late, newer)
        return await witnesses(blockchain, ask, { signal })
      }
    }
    const found = toHostAnswers(answers)
    if (found === null) throw unavailable(blockchain, failures)
    return found
  }

  return {
    batch,
    witnesses,
    async call(blockchain, method, params, callOptions) {
      const [answer] = await batch(blockchain, [{ method, params }], callOptions)
      if (answer === undefined) throw unavailable(blockchain, [])
      if (answer.ok) return answer.result
      throw callFailed(blockchain, method, answer)
    },
    has: (blockchain) => (options.endpoints[blockchain] ?? []).length > 0,
  }
}

/**
 * The failure of one node.
 * @throws errors that end the whole request
 */
function nodeFailure(thrown: unknown, signal: AbortSignal): SwaprouteError {
  const error = toSwaprouteError(thrown)
  if (signal.aborted || error.code === 'INTERRUPTED' || error.code === 'INTERNAL') throw error
  return error
}

function errorsIn(answers: readonly RpcAnswer[]): number {
  return (
    answers.filter(isNodeError).length * answers.length + answers.filter(({ ok }) => !ok).length
  )
}

/** Whether the node ran every call, successful or not. */
function hasRun(answers: readonly RpcAnswer[]): boolean {
  return !answers.some(isNodeError)
}

/** 1 for an error about the node; a pool's error about a transaction is more informative. */
function ofNode(answers: readonly RpcAnswer[]): number {
  return answers.some((answer) => !answer.ok && !isPoolAnswer(answer)) ? 1 : 0
}

/** A hex quantity of up to 32 bytes as a safe number; null for anything else. */
function numberOf(answer: RpcAnswer | undefined): number | null {
  if (answer?.ok !== true || typeof answer.result !== 'string') return null
  if (!/^0x[0-9a-fA-F]{1,64}$/.test(answer.result)) return null
  const value = BigInt(answer.result)
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : null
}

function minutes(ms: number): string {
  const whole = Math.round(ms / 60_000)
  return `${whole} minute${whole === 1 ? '' : 's'}`
}

function unavailable(
  blockchain: BlockchainId,
  failures: readonly SwaprouteError[],
): SwaprouteError {
  const last = failures.at(-1)
  if (last === undefined) {
    return new SwaprouteError(
      'CHAIN_UNAVAILABLE',
      `No RPC address is configured for ${blockchain}.`,
      {
        hint: `Set one with SWAPROUTE_RPC_${blockchain}=https://….`,
        context: { blockchain },
      },
    )
  }
  return new SwaprouteError(
    'CHAIN_UNAVAILABLE',
    `No ${blockchain} node responded: ${failures.map(({ message }) => message).join(' ')}`,
    {
      hint: otherNodeHint(blockchain),
      context: { ...last.context, blockchain },
      cause: last,
    },
  )
}
