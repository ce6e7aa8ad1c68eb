import type { Rate } from '../core/budgets.ts'
import type { TonCenter, TonCenterOptions } from './toncenterTypes.ts'

/** The public service, keyless; both of its versions are below it. */
export const toncenterUrl = 'https://toncenter.com/api'

/**
 * Other hosts without a key, to confirm toncenter's answers (docs/safety.md N1). OnFinality serves
 * JSON-RPC of version 2, as SwapKit and NEAR Intents use it (read 2026-11). TonAPI runs get-methods
 * and emulates, https://docs.tonconsole.com/tonapi (read 2026-11).
 */
export const tonWitnessUrls = {
  onfinality: 'https://ton.api.onfinality.io/public',
  tonapi: 'https://tonapi.io',
} as const

/** https://docs.tonconsole.com/tonapi (read 2026-11): 1 request in 4 seconds without a token. */
export function tonapiRate(hasKey: boolean): Rate {
  return { perSecond: hasKey ? 1 : 0.25, burst: 1 }
}

/** https://toncenter.com (read 2026-11): 1 request a second without a key, 10 with a free one. */
export function toncenterRate(hasKey: boolean): Rate {
  return hasKey ? { perSecond: 10, burst: 10 } : { perSecond: 1, burst: 1 }
}

/** TON through toncenter, loaded on the first call: most runs never use TON. */
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
    jettonBalances: async (...given) => (await calls()).jettonBalances(...given),
    nodes: async () => (await calls()).nodes(),
  }
}
