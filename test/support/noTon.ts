import type { TonCenter } from '../../src/http/toncenterTypes.ts'

const refuse = (): Promise<never> => Promise.reject(new Error('no network'))

/** For tests in which nothing may ask TON. */
export const noTon: TonCenter = {
  has: () => false,
  runGetMethod: refuse,
  accountState: refuse,
  chainTime: refuse,
  sendBoc: refuse,
  rawTransactions: refuse,
  transactionsByMessage: refuse,
  transactionByHash: refuse,
  transactions: refuse,
  trace: refuse,
  jettonBalances: refuse,
  nodes: refuse,
}
