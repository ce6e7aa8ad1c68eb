import type { Rate } from './rates.ts'
import type { TonCenter, TonCenterOptions } from './toncenterTypes.ts'

/** The public service, keyless; both of its versions are below it. */
export const toncenterUrl = 'https://toncenter.com/api'

/** https://toncenter.com (read 2026-11): 1 request a second without a key, 10 with a free one. */
export function toncenterRate(hasKey: boolean): Rate {
  return hasKey ? { perSecond: 10, burst: 10 } : { perSecond: 1, burst: 1 }
}

/** TON through toncenter. Costs nothing until the first call: most runs never use TON. */
export function createTonCenter(options: TonCenterOptions): TonCenter {
  let loading: Promise<TonCenter> | null = null
  const calls = (): Promise<TonCenter> => {
    loading ??= import('./toncenterCalls.ts').then(({ createTonCalls }) => createTonCalls(options))
    return loading
  }
  return {
    has: () => options.baseUrl !== null,
    runGetMethod: async (...given) => (await calls()).runGetMethod(...given),
    accountState: async (...given) => (await calls()).accountState(...given),
    chainTime: async (...given) => (await calls()).chainTime(...given),
    sendBoc: async (...given) => (await calls()).sendBoc(...given),
    rawTransactions: async (...given) => (await calls()).rawTransactions(...given),
    transactionsByMessage: async (...given) => (await calls()).transactionsByMessage(...given),
    transactionByHash: async (...given) => (await calls()).transactionByHash(...given),
    transactions: async (...given) => (await calls()).transactions(...given),
    trace: async (...given) => (await calls()).trace(...given),
    emulate: async (...given) => (await calls()).emulate(...given),
    jettonBalances: async (...given) => (await calls()).jettonBalances(...given),
  }
}
