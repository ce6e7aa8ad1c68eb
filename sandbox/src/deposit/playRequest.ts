import * as z from 'zod/mini'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { PlayRequest } from '../../../src/core/sandboxPackage.ts'

const playRequest = z.object({
  names: z.array(z.string()),
  amount: z.nullable(z.string()),
  late: z.boolean(),
  memo: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('right') }),
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('wrong'), text: z.string() }),
  ]),
  from: z.nullable(z.string()),
  instruction: z.nullable(
    z.object({
      provider: z.string(),
      depositAddress: z.string(),
      memo: z.nullable(z.string()),
      amount: z.string(),
    }),
  ),
})

/**
 * Reads a payment request of the command line.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
export function readPlayRequest(body: unknown): PlayRequest {
  const read = playRequest.safeParse(body)
  if (read.success) return read.data
  throw new SwaprouteError('INVALID_ARGUMENT', 'The payment request is invalid.')
}
