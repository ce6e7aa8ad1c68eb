import type * as z from 'zod/mini'

import { chainById } from '../../chains/chains.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { otherNodeHint, SwaprouteError } from '../../core/errors.ts'
import { readAnswer } from '../../http/nodeAnswers.ts'
import type { HttpResponse } from '../../http/types.ts'
import type { TransactionSource } from './transaction.ts'

/** A request to a node of a chain; `path` follows its base address. */
type NodeRequest = { path: string; body?: unknown }

/** How long one address may take while another one is left to try. */
const attemptMs = 3_000

/**
 * Asks the addresses of a chain one after the other until one knows the transaction.
 * @param isUnknown whether an answer says that the chain does not have it
 * @returns null where one of them says so and none knows it
 * @throws SwaprouteError CHAIN_UNAVAILABLE where none of them says anything
 */
export async function askNodes<Schema extends z.ZodMiniType>(
  blockchain: BlockchainId,
  request: NodeRequest,
  wire: Schema,
  isUnknown: (answer: HttpResponse) => boolean,
  { http, nodes, signal }: TransactionSource,
): Promise<z.output<Schema> | null> {
  const urls = nodes(blockchain)
  const failures: SwaprouteError[] = []
  let isMissing = false
  for (const [index, base] of urls.entries()) {
    const hasOther = index + 1 < urls.length
    try {
      const answer = await http.send({
        ...(request.body === undefined ? {} : { method: 'POST', body: request.body }),
        url: `${base.replace(/\/$/, '')}${request.path}`,
        effect: 'read',
        signal,
        ...(hasOther ? { retries: 0, limitMs: attemptMs } : {}),
      })
      if (isUnknown(answer)) {
        isMissing = true
        continue
      }
      if (answer.status !== 200) throw refused(blockchain, base, answer)
      return readAnswer(wire, answer.body, blockchain, 'the transaction')
    } catch (thrown) {
      if (!(thrown instanceof SwaprouteError) || signal.aborted) throw thrown
      failures.push(thrown)
    }
  }
  if (isMissing) return null
  throw unavailable(blockchain, failures)
}

/** Whether a body is a page for people: a dead path, which says nothing about a transaction. */
export function isPage({ body }: HttpResponse): boolean {
  return typeof body === 'string' && /^\s*</.test(body)
}

/** @throws SwaprouteError CHAIN_UNAVAILABLE for the record of another transaction */
export function requireHash(blockchain: BlockchainId, asked: string, told: string): void {
  if (told.toLowerCase().replace(/^0x0*/, '') === asked.toLowerCase().replace(/^0x0*/, '')) return
  const { name } = chainById(blockchain)
  throw new SwaprouteError('CHAIN_UNAVAILABLE', `${name} returned a different transaction.`, {
    context: { blockchain },
  })
}

function refused(blockchain: BlockchainId, base: string, { status }: HttpResponse): SwaprouteError {
  const text = `${new URL(base).host} answered with HTTP ${status}.`
  return new SwaprouteError('UPSTREAM_FAILED', text, { context: { blockchain } })
}

function unavailable(
  blockchain: BlockchainId,
  failures: readonly SwaprouteError[],
): SwaprouteError {
  const why = failures.map(({ message }) => message).join(' ')
  return new SwaprouteError(
    'CHAIN_UNAVAILABLE',
    failures.length === 0
      ? `No address of a node is known for ${blockchain}.`
      : `No ${blockchain} node answers: ${why}`,
    {
      hint: otherNodeHint(blockchain),
      context: { blockchain },
    },
  )
}
