import type { Order, Payment, Transfer } from './types.ts'

/** Money that was seen on a chain; whose it is, is decided by address, coin and memo. */
export type Incoming = Payment & { to: string; coinAddress: string }

/** One chain, as far as an exchange pays and is paid on it. */
export type Ledger = {
  /** An address of the exchange's own; the same text gives the same one. */
  depositAddress(seed: string): string
  /** Where to begin looking for payments of an order that is opened now. */
  height(): Promise<number>
  /** What came to the orders' addresses since it was last asked; it may tell something twice. */
  look(orders: readonly Order[]): Promise<Incoming[]>
  /** Whether the chain (still) has a payment. */
  isThere(payment: Payment): Promise<boolean>
  /**
   * Sends, or looks after what was sent; `transfer.done` tells the end. `save` is called before
   * the first byte leaves, so that a crash leads to the same payment and not to a second one.
   */
  settle(transfer: Transfer, order: Order, save: () => void): Promise<void>
  /** The chain begins anew. */
  forget(): void
}
