/** The router as its tests call it. */
import type { HttpClient } from '../../src/http/types.ts'
import type { Provider, ProviderContext } from '../../src/providers/types.ts'
import { findRoutes, type RouterEvent, type RouterTools } from '../../src/router/router.ts'
import type { RoutePlan } from '../../src/router/selection.ts'
import { noTon } from './noTon.ts'
import { ether, prices, request } from './routing.ts'
import { ownNode } from './ownNode.ts'

function plan(overrides: Partial<RoutePlan> = {}): RoutePlan {
  return {
    request: request(),
    preferred: null,
    onlyPreferred: false,
    preferredUnavailable: null,
    excluded: new Set(),
    deposits: 'all',
    preferDeposit: false,
    skipFeeProviders: false,
    timeoutMs: 5_000,
    nativeToken: ether,
    ...overrides,
  }
}

/** With providers made to measure, and no network. */
export function run(
  providers: Provider[],
  overrides: Partial<RoutePlan> = {},
  events?: RouterEvent[],
  more: Partial<RouterTools> = {},
  http?: HttpClient,
) {
  const context = (signal: AbortSignal): ProviderContext => ({
    http: http ?? { send: () => Promise.reject(new Error('no network')), close: async () => {} },
    rpc: {
      batch: () => Promise.reject(new Error('no network')),
      call: () => Promise.reject(new Error('no network')),
      witnesses: ownNode,
      has: () => false,
    },
    ton: noTon,
    chainId: () => 1,
    nodes: () => [],
    now: () => 0,
    signal,
  })
  return findRoutes(plan(overrides), {
    providers: providers.map((provider) => Promise.resolve(provider)),
    context,
    prices: Promise.resolve(prices),
    signal: new AbortController().signal,
    ...(events === undefined ? {} : { onEvent: (event) => events.push(event) }),
    ...more,
  })
}

/** The providers of the offers, best first. */
export const names = (result: Awaited<ReturnType<typeof run>>) =>
  result.offers.map((offer) => offer.quote.provider)
