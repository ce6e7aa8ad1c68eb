import type * as z from 'zod/mini'

import { chainById } from '../chains/chains.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { otherNodeHint, SwaprouteError } from '../core/errors.ts'
import { readAnswer } from '../http/nodeAnswers.ts'
import type { HttpClient, HttpResponse } from '../http/types.ts'

/** What readers of a chain's nodes and public indexes over HTTP need. */
export type NodeSource = {
  http: HttpClient
  signal: AbortSignal
  /** Base addresses of the chain's nodes and indexes, best first. */
  nodes: (blockchain: BlockchainId) => readonly string[]
}

/** One address of a chain. */
export type Node = {
  /**
   * @param path follows the base address.
   * @throws SwaprouteError
   */
  ask(path: string, body?: unknown): Promise<HttpResponse>
  /**
   * @param what what the answer is, for the message about a malformed one: "the transaction"
   * @throws SwaprouteError for an error of the node, or an answer of another form
   */
  read<Schema extends z.ZodMiniType>(
    answer: HttpResponse,
    wire: Schema,
    what: string,
  ): z.output<Schema>
}

/** How long one address may take while another one is left to try. */
const attemptMs = 3_000

/**
 * Asks the addresses of a chain one after the other until one knows the answer.
 * @param read null where the address does not know what is asked for
 * @returns null if at least one of them does not know it and no other does
 * @throws SwaprouteError CHAIN_UNAVAILABLE where all of them fail
 */
export async function firstNode<T>(
  blockchain: BlockchainId,
  { http, nodes, signal }: NodeSource,
  read: (node: Node) => Promise<T | null>,
): Promise<T | null> {
  const urls = nodes(blockchain)
  const failures: SwaprouteError[] = []
  let isMissing = false
  for (const [index, base] of urls.entries()) {
    const limits = index + 1 < urls.length ? { retries: 0, limitMs: attemptMs } : {}
    const node: Node = {
      ask: async (path, body) =>
        await http.send({
          ...(body === undefined ? {} : { method: 'POST', body }),
          url: `${base.replace(/\/$/, '')}${path}`,
          effect: 'read',
          signal,
          ...limits,
        }),
      read: ({ status, body }, wire, what) => {
        if (status === 200) return readAnswer(wire, body, blockchain, what)
        const text = `${new URL(base).host} answered with HTTP ${status}.`
        throw new SwaprouteError('UPSTREAM_FAILED', text, { context: { blockchain, status } })
      },
    }
    try {
      const found = await read(node)
      if (found !== null) return found
      isMissing = true
    } catch (thrown) {
      if (!(thrown instanceof SwaprouteError) || signal.aborted) throw thrown
      failures.push(thrown)
    }
  }
  if (isMissing) return null
  throw unavailable(blockchain, failures)
}

/** One request to the nodes of a chain, and how its answer is read. */
type NodeRequest<Schema> = {
  /** Follows the base address. */
  path: string
  body?: unknown
  wire: Schema
  /** As for `Node.read`; "the transaction" where it is absent. */
  what?: string
  /** Whether an answer shows that the chain does not have it. Absent: the wire itself shows it. */
  isUnknown?: (answer: HttpResponse) => boolean
}

/** The answer of the first address that knows it, as `firstNode`. */
export async function askNodes<Schema extends z.ZodMiniType>(
  blockchain: BlockchainId,
  { path, body, wire, what = 'the transaction', isUnknown = () => false }: NodeRequest<Schema>,
  source: NodeSource,
): Promise<z.output<Schema> | null> {
  return await firstNode(blockchain, source, async (node) => {
    const answer = await node.ask(path, body)
    return isUnknown(answer) ? null : node.read(answer, wire, what)
  })
}

/**
 * Whether an address does not have what its path names; a page for people is a dead path instead.
 * @param statuses default 404
 */
export function isNotFound({ status, body }: HttpResponse, statuses = [404]): boolean {
  return statuses.includes(status) && !(typeof body === 'string' && /^\s*</.test(body))
}

/** @throws SwaprouteError CHAIN_UNAVAILABLE for the record of another transaction */
export function requireHash(blockchain: BlockchainId, asked: string, answered: string): void {
  if (answered.toLowerCase().replace(/^0x0*/, '') === asked.toLowerCase().replace(/^0x0*/, '')) {
    return
  }
  const { name } = chainById(blockchain)
  throw new SwaprouteError('CHAIN_UNAVAILABLE', `${name} returned a different transaction.`, {
    context: { blockchain },
  })
}

function unavailable(
  blockchain: BlockchainId,
  failures: readonly SwaprouteError[],
): SwaprouteError {
  const why = failures.map(({ message }) => message).join(' ')
  return new SwaprouteError(
    'CHAIN_UNAVAILABLE',
    failures.length === 0
      ? `No node is configured for ${blockchain}.`
      : `No ${blockchain} node responded: ${why}`,
    {
      hint: otherNodeHint(blockchain),
      context: { blockchain },
    },
  )
}
