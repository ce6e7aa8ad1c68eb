import type { Order, Payment, Transfer } from './types.ts'

/** Money seen on a chain; address, coin and memo decide its order. */
export type Incoming = Payment & { to: string; coinAddress: string }

/** One chain, for incoming and outgoing payments of an exchange. */
export type Ledger = {
  /** An address of the exchange's own; the same text gives the same one. */
  depositAddress(seed: string): string
  /** Block from which to look for payments of a new order. */
  height(): Promise<number>
  /** Payments to the orders' addresses since the last call; may repeat some. */
  look(orders: readonly Order[]): Promise<Incoming[]>
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
