import * as z from 'zod/mini'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { foreignReason } from '../http/reason.ts'
import type { RpcAnswer } from '../http/types.ts'
import { wireAddress, wireHash, wireHex, wireHexUint } from '../http/wire.ts'

// The answers an Ethereum node may give. https://ethereum.github.io/execution-apis/ (read 2026-11)

const logWire = z.object({ address: wireAddress, topics: z.array(wireHash), data: wireHex })

export const receiptWire = z.object({
  transactionHash: wireHash,
  // Any other status is not final, and in no case a failure (S1).
  status: wireHexUint.check(z.refine((status) => status <= 1n)),
  blockNumber: wireHexUint,
  blockHash: wireHash,
  from: wireAddress,
  to: z.nullish(wireAddress),
  gasUsed: wireHexUint,
  // Absent on some chains without EIP-1559.
  effectiveGasPrice: z.nullish(wireHexUint),
  logs: z.array(logWire),
})

export const transactionWire = z.object({
  hash: wireHash,
  // Null while no block includes it.
  blockHash: z.nullish(wireHash),
  gasPrice: z.nullish(wireHexUint),
  value: z.nullish(wireHexUint),
})

export const blockWire = z.object({
  number: wireHexUint,
  timestamp: wireHexUint,
  baseFeePerGas: z.nullish(wireHexUint),
})

export const feeHistoryWire = z.object({
  baseFeePerGas: z.array(wireHexUint),
  gasUsedRatio: z.array(z.number()),
  reward: z.nullish(z.array(z.array(wireHexUint))),
})

const simulatedCallWire = z.object({
  status: wireHexUint,
  returnData: wireHex,
  gasUsed: wireHexUint,
  logs: z.array(logWire),
  error: z.nullish(z.object({ message: z.string(), data: z.nullish(z.string()) })),
})

export const simulationWire = z.tuple([z.object({ calls: z.array(simulatedCallWire) })])

export type SimulatedCall = z.output<typeof simulatedCallWire>
export type Log = z.output<typeof logWire>

export const quantityWire = wireHexUint
export const hexWire = wireHex

/**
 * Validates the shape of a node's answer.
 * @throws SwaprouteError CHAIN_UNAVAILABLE naming the call and the field, never the value
 */
export function readAnswer<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  blockchain: BlockchainId,
  method: string,
): z.output<Schema> {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const field = (result.error.issues[0]?.path ?? []).join('.')
  throw unusable(blockchain, method, field === '' ? 'is malformed' : `has a malformed ${field}`)
}

/** The result of a call that every node must support. @throws as readAnswer */
export function resultOf(
  answer: RpcAnswer | undefined,
  blockchain: BlockchainId,
  method: string,
): unknown {
  if (answer === undefined) throw unusable(blockchain, method, 'is missing')
  if (answer.ok) return answer.result
  throw unusable(blockchain, method, `is the error "${foreignReason(answer.message)}"`)
}

export function unusable(blockchain: BlockchainId, method: string, what: string): SwaprouteError {
  const message = `The ${blockchain} node's answer to ${method} ${what}.`
  return new SwaprouteError('CHAIN_UNAVAILABLE', message, {
    hint: `Try again, or set another RPC address with SWAPROUTE_RPC_${blockchain}.`,
    context: { blockchain, method },
  })
}
