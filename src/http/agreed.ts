import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import { isNodeError } from './rpcWire.ts'
import type { TonCallOptions, TonCenter, TonNode } from './toncenterTypes.ts'
import type { HostAnswer, HostAnswers, RpcAnswer, RpcCall, RpcClient, Vouchers } from './types.ts'

/** A node and its host. */
type Witness<T> = { host: string; ask(): Promise<T> }

/** Answers of up to two hosts, in the order of the nodes. */
type Outcome<T> = { answers: HostAnswer<T>[]; failures: SwaprouteError[] }

/**
 * Asks nodes of two different hosts at once. A node that does not answer is replaced by the next
 * host until there are two answers.
 */
export async function askTwo<T>(
  nodes: readonly Witness<T>[],
  signal: AbortSignal,
): Promise<Outcome<T>> {
  const waiting = nodes.filter(
    ({ host }, index) => nodes.findIndex((other) => other.host === host) === index,
  )
  const order = [...waiting]
  const answers: HostAnswer<T>[] = []
  const failures: SwaprouteError[] = []
  const askOne = async (): Promise<void> => {
    for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
      try {
        answers.push({ host: node.host, answer: await node.ask() })
        return
      } catch (thrown) {
        const error = toSwaprouteError(thrown)
        if (signal.aborted || error.code === 'INTERRUPTED' || error.code === 'INTERNAL') throw error
        failures.push(error)
      }
    }
  }
  await Promise.all([askOne(), askOne()])
  const placeOf = (host: string): number => order.findIndex((node) => node.host === host)
  return { answers: answers.sort((a, b) => placeOf(a.host) - placeOf(b.host)), failures }
}

/** The answers of one or two hosts, with their level of agreement; null if none answered. */
export function toHostAnswers<T>([first, second]: HostAnswer<T>[]): HostAnswers<T> | null {
  if (first === undefined) return null
  return second === undefined
    ? { answers: [first], by: 'one_node' }
    : { answers: [first, second], by: 'two_nodes' }
}

/**
 * The same as `RpcClient.witnesses` for TON.
 * @throws SwaprouteError of the first host if none answers
 */
export async function tonWitnesses<T>(
  ton: Pick<TonCenter, 'nodes'>,
  ask: (node: TonNode) => Promise<T>,
  { signal }: TonCallOptions,
): Promise<HostAnswers<T>> {
  const { own, list } = await ton.nodes()
  const [first] = list
  if (own && first !== undefined) {
    return { answers: [{ host: first.host, answer: await ask(first) }], by: 'own_node' }
  }
  const nodes = list.map((node) => ({ host: node.host, ask: () => ask(node) }))
  const { answers, failures } = await askTwo(nodes, signal)
  const found = toHostAnswers(answers)
  if (found !== null) return found
  throw failures[0] ?? new SwaprouteError('CHAIN_UNAVAILABLE', 'No TON node is configured.')
}

/**
 * Calls whose answers decide where money goes or what a number means, asked of two hosts (N1).
 * @throws SwaprouteError UNSAFE_ROUTE if they differ, CHAIN_UNAVAILABLE if none answers
 */
export async function agreed(
  rpc: Pick<RpcClient, 'witnesses'>,
  blockchain: BlockchainId,
  calls: readonly RpcCall[],
  options: { signal: AbortSignal },
): Promise<{ answers: RpcAnswer[]; by: Vouchers }> {
  let troubled: RpcAnswer[] | null = null
  try {
    const { answers: read, by } = await rpc.witnesses(
      blockchain,
      async (batch) => {
        const answers = await batch(calls)
        const trouble = answers.find(isNodeError)
        if (trouble === undefined) return answers
        troubled ??= answers
        // The next host may answer instead.
        throw new SwaprouteError('UPSTREAM_FAILED', `A node returned an error: ${trouble.message}`)
      },
      options,
    )
    requireSameAnswers(blockchain, read)
    return { answers: read[0].answer, by }
  } catch (thrown) {
    // An error of all nodes is the answer.
    if (troubled === null || toSwaprouteError(thrown).code === 'UNSAFE_ROUTE') throw thrown
    return { answers: troubled, by: 'one_node' }
  }
}

/** The client, and whether any of its answers so far came from a single host. */
export function notingOneNode(rpc: RpcClient): { rpc: RpcClient; isOneNode(): boolean } {
  let isOneNode = false
  return {
    isOneNode: () => isOneNode,
    rpc: {
      ...rpc,
      async witnesses(blockchain, ask, options) {
        const found = await rpc.witnesses(blockchain, ask, options)
        if (found.by === 'one_node') isOneNode = true
        return found
      },
    },
  }
}

function requireSameAnswers(
  blockchain: BlockchainId,
  [first, second]: HostAnswers<RpcAnswer[]>['answers'],
): void {
  if (second === undefined) return
  const isSame = first.answer.every((answer, index) => isSameAnswer(answer, second.answer[index]))
  if (!isSame) throw differentAnswers(blockchain, [first.host, second.host])
}

/** N1: one of the two is wrong, and it cannot be known which. */
export function differentAnswers(
  blockchain: BlockchainId,
  hosts: readonly [string, string],
): SwaprouteError {
  return new SwaprouteError(
    'UNSAFE_ROUTE',
    `Two ${blockchain} nodes return different answers: ${hosts[0]} and ${hosts[1]}.`,
    {
      hint: `Nothing was signed. Try again, or set a node that you trust with SWAPROUTE_RPC_${blockchain}=https://….`,
      context: { check: 'N1', blockchain, hosts },
    },
  )
}

/** Error texts and codes differ between kinds of nodes; results of contracts do not. */
function isSameAnswer(one: RpcAnswer, other: RpcAnswer | undefined): boolean {
  if (other === undefined) return false
  if (one.ok && other.ok) return textOf(one.result) === textOf(other.result)
  if (one.ok || other.ok) return false
  // Some nodes omit the revert data.
  return one.data === null || other.data === null || textOf(one.data) === textOf(other.data)
}

/** Hex may be in either case. */
function textOf(value: unknown): string {
  return (JSON.stringify(value) ?? '').toLowerCase()
}

/** A node's error in answer to a call, with its code and data in `context`. */
export function callFailed(
  blockchain: BlockchainId,
  method: string,
  { code, message, data }: Extract<RpcAnswer, { ok: false }>,
): SwaprouteError {
  const text = `The ${blockchain} node returned an error: ${message}`
  return new SwaprouteError('UPSTREAM_FAILED', text, {
    context: { blockchain, method, code, data },
  })
}
