import type { BlockchainId } from '../../../../src/core/blockchainIds.ts'
import type { ChainTransaction } from '../../../../src/evidence/transactions/transaction.ts'
import { nowMs, type Told } from './support.ts'

/** One transaction of a chain as its node or index returns it. */
export type TransactionCase = {
  hash: string
  answers: Record<string, Told>
  found: Partial<ChainTransaction>
  /** The answer of the chain to an unknown hash. */
  unknown: Record<string, Told>
  /** Changes the hash that the answer is about. */
  echo: (body: any, hash: string) => void // oxlint-disable-line typescript/no-explicit-any
}

/** Bitcoin and its likes: what is in a block has not failed. */
export type TransactionCases = Readonly<Partial<Record<BlockchainId, TransactionCase>>>

/** A chain whose blocks hold failed transactions too. */
export type FailingCase = TransactionCase & {
  /** Makes each answer that of the same transaction, failed. */
  fail: (body: any) => void // oxlint-disable-line typescript/no-explicit-any
}
export type FailingCases = Readonly<Partial<Record<BlockchainId, FailingCase>>>

export const hex = 'a1'.repeat(32)
export const atMs = nowMs - 600_000
export const seconds = atMs / 1000
export const iso = new Date(atMs).toISOString()

export const coin = (amount: bigint, from: string | null, to: string | null) => ({
  token: null,
  amount,
  from,
  to,
})
