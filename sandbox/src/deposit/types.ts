import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import type { Json } from '../../../src/core/quote.ts'

/** Providers that are paid at an address, by their identifiers; each has a loopback server. */
export const depositProviders = [
  'exolix',
  'near_intents',
  'relay',
  'changenow',
  'quickex',
  'thorchain',
  'chainflip',
  'stealthex',
  'simple_swap',
  'baltex',
] as const

export type DepositProvider = (typeof depositProviders)[number]

/** A coin the exchanges of the sandbox trade. */
export type Coin = {
  blockchain: BlockchainId
  /** The contract's spelling; of a native coin the chain's own. */
  address: string
  symbol: string
  decimals: number
  native: boolean
}

/**
 * Stages of an order; each server has its own names.
 *
 * `quoted` is not an order yet: a payment with its memo opens it.
 */
export const stages = [
  'quoted',
  'waiting',
  'incomplete',
  'confirming',
  'confirmed',
  'held',
  'exchanging',
  'sending',
  'finished',
  'refunding',
  'refunded',
  'failed',
  'expired',
] as const

export type Stage = (typeof stages)[number]

/** Money that came to a deposit address. */
export type Payment = {
  hash: string
  /** Null: unknown. */
  from: string | null
  /** Base units of the order's own coin. */
  amount: bigint
  memo: string | null
  atMs: number
}

/** An outgoing transfer of the exchange and its progress. */
export type Transfer = {
  coin: Coin
  to: string
  memo: string | null
  amount: bigint
  /** Known before it is sent, where the chain allows it. */
  hash: string | null
  /** The signed bytes, so that after a crash the same ones are sent. */
  raw: string | null
  done: boolean
}

/** Why an order ended differently than requested. */
export type Reason = 'amount' | 'late' | 'memo' | 'fault' | 'price'

export type Order = {
  provider: DepositProvider
  /** As the provider numbers it. */
  id: string
  rateType: 'fixed' | 'float'
  from: Coin
  to: Coin
  amountIn: bigint
  /** Amount promised to the receiver for `amountIn`. */
  amountOut: bigint
  /** The user's minimum, below which the payment is refunded. Null if absent. */
  minOut: bigint | null
  receiver: string
  receiverMemo: string | null
  refundAddress: string | null
  refundMemo: string | null
  depositAddress: string
  depositMemo: string | null
  createdAtMs: number
  /** Null: the provider names no end. */
  expiresAtMs: number | null
  /** The chain's height when it was opened; where a restart begins to search for its payment. */
  openedAtBlock: number
  stage: Stage
  /** Every stage it was in, oldest first. */
  history: { stage: Stage; atMs: number }[]
  payments: Payment[]
  /** The next payment counts as late, whatever the time. */
  overdue: boolean
  reason: Reason | null
  payout: Transfer | null
  refund: Transfer | null
  /** Facts stored by its server. */
  facts: Record<string, Json>
}

/** What a server provides when it opens an order; the exchange adds addresses and clocks. */
export type NewOrder = Pick<
  Order,
  | 'provider'
  | 'id'
  | 'rateType'
  | 'from'
  | 'to'
  | 'amountIn'
  | 'amountOut'
  | 'minOut'
  | 'receiver'
  | 'receiverMemo'
  | 'refundAddress'
  | 'refundMemo'
  | 'expiresAtMs'
  | 'facts'
> & {
  /** Whether the deposit shares an address and needs a memo, and which one. */
  memo: 'none' | 'tag' | { text: string }
  /** `quoted` for what only a payment turns into an order. */
  stage?: 'quoted'
}

/** What a payment asks for by its memo alone. */
export type MemoTerms = Pick<NewOrder, 'to' | 'amountOut' | 'minOut' | 'receiver' | 'refundAddress'>

/** What has come in for an order so far. */
export function paidIn({ payments }: Pick<Order, 'payments'>): bigint {
  return payments.reduce((sum, { amount }) => sum + amount, 0n)
}

/** Final, except for a late payment. */
export function isOver({ stage }: Pick<Order, 'stage'>): boolean {
  return stage === 'finished' || stage === 'refunded' || stage === 'failed' || stage === 'expired'
}

/** A fact that is a text; empty if absent. */
export function factText({ facts }: Pick<Order, 'facts'>, name: string): string {
  const value = facts[name]
  return typeof value === 'string' ? value : ''
}

/** Money detected on a chain; address, coin and memo decide its order. */
export type Incoming = Payment & { to: string; coinAddress: string }

/** One chain, for incoming and outgoing payments of an exchange. */
export type Ledger = {
  /** An address of the exchange's own; the same text gives the same one. */
  depositAddress(seed: string): string
  /** Block from which to search for payments of a new order. */
  height(): Promise<number>
  /** Payments to the orders' addresses since the last call; may repeat some. */
  scan(orders: readonly Order[]): Promise<Incoming[]>
  /** Whether the chain (still) has a payment. */
  isThere(payment: Payment): Promise<boolean>
  /**
   * Sends a transfer or checks a sent one; `transfer.done` is set at its end. `save` is called
   * before the first byte leaves, so that a crash leads to the same payment and not to a second
   * one.
   */
  settle(transfer: Transfer, order: Order, save: () => void): Promise<void>
  /** The chain begins anew. */
  forget(): void
}
