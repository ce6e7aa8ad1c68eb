import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { foreignReason } from '../core/foreignReason.ts'
import type { RpcAnswer } from './types.ts'

/**
 * Checks the shape of a node's answer.
 * @throws SwaprouteError CHAIN_UNAVAILABLE naming the call and the field, never the value
 */
export function readAnswer<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  blockchain: BlockchainId,
  method: string,
): z.output<Schema> {
  const result = safeParse(schema, value)
  if (result.success) return result.data
  const field = (result.error.issues[0]?.path ?? []).join('.')
  throw unusable(blockchain, method, field === '' ? 'is malformed' : `has a malformed ${field}`)
}

/**
 * The result of a call that the node must be able to answer.
 * @throws as readAnswer
 */
export function resultOf(
  answer: RpcAnswer | undefined,
  blockchain: BlockchainId,
  method: string,
): unknown {
  if (answer === undefined) throw unusable(blockchain, method, 'is missing')
  if (answer.ok) return answer.result
  throw unusable(blockchain, method, `is the error "${foreignReason(answer.message)}"`)
}

/** `what` follows "The answer of the … node to …". */
export function unusable(blockchain: BlockchainId, method: string, what: string): SwaprouteError {
  const message = `The answer of the ${blockchain} node to ${method} ${what}.`
  return new SwaprouteError('CHAIN_UNAVAILABLE', message, {
    hint: `Try again, or set another RPC address with SWAPROUTE_RPC_${blockchain}.`,
    context: { blockchain, method },
  })
}
