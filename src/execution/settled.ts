import type { StatusAnswer } from '../api/schemas.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { Token } from '../core/token.ts'

/** Arrival proved by own evidence; `amount` null: not measurable. */
export type Arrival = {
  source: 'receipt' | 'balance' | 'claim'
  blockchain: BlockchainId
  hash: string
  blockNumber: bigint | null
  token: Token
  amount: bigint | null
}

/** An end and its evidence; `arrival` null: the payment's own outcome, or a claim. */
export type Settled = {
  type: 'done' | 'refunded' | 'failed'
  answer: StatusAnswer
  arrival: Arrival | null
}
