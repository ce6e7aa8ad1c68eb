import type { StatusAnswer } from '../api/schemas.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { Token } from '../core/token.ts'

/** What own reading shows of money that arrived somewhere; `amount` null: it cannot be measured. */
export type Arrival = {
  source: 'receipt' | 'balance' | 'claim'
  blockchain: BlockchainId
  hash: string
  blockNumber: bigint | null
  token: Token
  amount: bigint | null
}

/** An end with what it is believed by; `arrival` null: the payment's own fate, or a claim. */
export type Settled = {
  type: 'done' | 'refunded' | 'failed'
  answer: StatusAnswer
  arrival: Arrival | null
}
