import * as z from 'zod/mini'
import { logWire } from '../evidence/evm.ts'
import { wireHex, wireHexUint } from '../http/wire.ts'

// The answers an Ethereum node may give. https://ethereum.github.io/execution-apis/ (read 2026-11)

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
