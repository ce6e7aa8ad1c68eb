import * as z from 'zod/mini'
import { isBlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { wireAddress, wireHex } from '../http/wire.ts'
import type { EvmPlan } from './types.ts'

// The plan as sent to the signer process: numbers as decimal text, every field required.

const decimal = z.pipe(
  z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,77})$/)),
  z.transform((text: string) => BigInt(text)),
)
const whole = z.int().check(z.nonnegative())

const planWire = z.strictObject({
  blockchain: z.string(),
  chainId: z.int().check(z.positive()),
  from: wireAddress,
  to: wireAddress,
  data: wireHex,
  value: decimal,
  nonce: whole,
  gasLimit: decimal,
  fees: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('eip1559'),
      maxFeePerGas: decimal,
      maxPriorityFeePerGas: decimal,
    }),
    z.strictObject({ type: z.literal('legacy'), gasPrice: decimal }),
  ]),
})

const uint64Limit = 1n << 64n
const uint256Limit = 1n << 256n

/** Writes exactly the fields that are signed; other members of the object are left out. */
export function encodePlan(plan: EvmPlan): string {
  const { blockchain, chainId, from, to, data, value, nonce, gasLimit, fees } = plan
  return JSON.stringify({
    blockchain,
    chainId,
    from,
    to,
    data,
    value: value.toString(),
    nonce,
    gasLimit: gasLimit.toString(),
    fees:
      fees.type === 'legacy'
        ? { type: fees.type, gasPrice: fees.gasPrice.toString() }
        : {
            type: fees.type,
            maxFeePerGas: fees.maxFeePerGas.toString(),
            maxPriorityFeePerGas: fees.maxPriorityFeePerGas.toString(),
          },
  })
}

/**
 * Parses a plan as untrusted input: exactly the known fields, type 0 or 2, numbers within their
 * fields' widths, tip not above the whole fee (docs/safety.md E11, E12).
 * @throws SwaprouteError UNSAFE_ROUTE (check E11)
 */
export function decodePlan(text: string): EvmPlan {
  const result = z.safeParse(planWire, parseJson(text))
  if (!result.success) throw refused(result.error.issues[0]?.path.join('.') ?? '')
  const { blockchain, ...plan } = result.data
  if (!isBlockchainId(blockchain)) throw refused('blockchain')
  if (plan.value >= uint256Limit) throw refused('value')
  if (plan.gasLimit === 0n || plan.gasLimit >= uint64Limit) throw refused('gasLimit')
  const { fees } = plan
  const highest = fees.type === 'legacy' ? fees.gasPrice : fees.maxFeePerGas
  // The total gas cost must fit in 256 bits as well, or nodes interpret it differently.
  if (highest * plan.gasLimit >= uint256Limit) throw refused('fees')
  if (fees.type === 'eip1559' && fees.maxPriorityFeePerGas > fees.maxFeePerGas) {
    throw refused('fees.maxPriorityFeePerGas')
  }
  return { blockchain, ...plan }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw refused('JSON', cause)
  }
}

function refused(field: string, cause?: unknown): SwaprouteError {
  return new SwaprouteError('UNSAFE_ROUTE', `This transaction cannot be signed (${field}).`, {
    hint: 'Only plain transactions of type 0 and 2 with all fields in range are signed.',
    context: { check: 'E11', field },
    cause,
  })
}
