// What the rest of the sandbox needs of its TON chain. Addresses are taken in any form; those that
// are given are bounceable (`EQ…`) for contracts and raw where a field states it. Amounts are base
// units, hashes 64 lower-case hex digits.

import type { TonChainTransaction } from '../../../src/core/tonChain.ts'

/** A pool of the sandbox's exchange; `tokenA` and `tokenB` are masters, pTON's means TON. */
export type TonPool = {
  address: string
  tokenA: string
  tokenB: string
  reserveA: bigint
  reserveB: bigint
  feeBps: number
}

/** The exchange: contracts with the messages of STON.fi v2 (router, proxy TON, pools). */
export type TonExchange = {
  router: string
  ptonMaster: string
  /** The router's own pTON wallet: where TON is sent to be swapped. */
  ptonWallet: string
  /** As the chain has them now. */
  pools(): Promise<TonPool[]>
  /** The pool of two masters; null if absent. */
  pool(masterA: string, masterB: string): Promise<TonPool | null>
  /** The router's wallet of a jetton; of pTON's master it is `ptonWallet`. */
  routerWallet(jettonMaster: string): string
  /** Everything the router has done, newest first. */
  routerTransactions(): Promise<TonChainTransaction[]>
}

/** Money that arrived. */
export type TonPayment = {
  /** Of the transaction in which the account took it: the coins, or a jetton wallet's transfer. */
  hash: string
  /** Logical time of that transaction: where to go on reading. */
  lt: bigint
  atSeconds: number
  /** Raw address of who paid; null: unknown. */
  from: string | null
  /** Master of the jetton, bounceable; null: TON. */
  jetton: string | null
  amount: bigint
  comment: string | null
}

/** Pays and watches, for servers that settle on TON. */
export type TonPayer = {
  /** Pays coins; `hash` is the transaction in which the receiver took them. */
  payTon(to: string, amount: bigint, comment: string | null): Promise<{ hash: string }>
  /** Pays jettons; `hash` is the transaction in which the receiver's jetton wallet took them. */
  payJetton(
    master: string,
    to: string,
    amount: bigint,
    comment: string | null,
  ): Promise<{ hash: string }>
  /** Everything that arrived at an address after a logical time (0n: ever), oldest first. */
  paymentsTo(address: string, afterLt: bigint): Promise<TonPayment[]>
  /** Reports every payment after a logical time, once each; returns a stop function. */
  watch(address: string, afterLt: bigint, onPayment: (payment: TonPayment) => void): () => void
  /** An address of the sandbox's own by a name of one's choice, the same in every run; `UQ…`. */
  addressFor(name: string): string
}

/** The running chain, as servers beside it see it. It starts with the first thing asked of it. */
export type TonServices = {
  exchange: TonExchange
  payer: TonPayer
  /** The jetton wallet of an owner, bounceable, whether it exists yet or not. */
  jettonWalletOf(master: string, owner: string): string
}
