import type { Api } from '../api/api.ts'
import type { FailedItem, ProvidersAnswer, QuoteAllAnswer, RouteItem } from '../api/schemas.ts'
import { disabledProvider, disabledReason } from '../core/disabled.ts'
import { errorCodes } from '../core/errors.ts'
import { isProviderId, type ProviderId } from '../core/providerIds.ts'

/**
 * A remote service behind the user's own list (S6): whatever it offers of a disabled provider is
 * told as disabled and never chosen. Status calls pass untouched.
 */
export function withoutDisabled<A extends Api>(api: A, disabled: ReadonlySet<ProviderId>): A {
  const isDisabled = (id: string): id is ProviderId => isProviderId(id) && disabled.has(id)
  const sift = (answer: QuoteAllAnswer, showFailed: boolean): QuoteAllAnswer => {
    const routes = answer.routes.filter(({ providerType }) => !isDisabled(providerType))
    if (!showFailed && answer.failed == null) return { ...answer, routes }
    const told = (answer.failed ?? []).filter(({ providerType }) => !isDisabled(providerType))
    return { ...answer, routes, failed: [...told, ...[...disabled].map(toFailed)] }
  }
  const refuse = ({ providerType }: Pick<RouteItem, 'providerType'>): void => {
    if (isDisabled(providerType)) throw disabledProvider(providerType)
  }
  return {
    ...api,
    quoteAll: async (body, options) =>
      sift(await api.quoteAll(body, options), body.showFailedRoutes === true),
    quoteDepositTrades: async (body, options) =>
      sift(await api.quoteDepositTrades(body, options), body.showFailedRoutes === true),
    quoteBest: async (body, options) => {
      const best = await api.quoteBest(body, options)
      refuse(best)
      return best
    },
    providers: async (query, options) => {
      const answer = await api.providers(query, options)
      const mark = (item: ProvidersAnswer['onChain'][number]): typeof item =>
        isDisabled(item.name)
          ? { ...item, state: 'disabled', reason: disabledReason(item.name) }
          : item
      return {
        ...answer,
        crossChain: answer.crossChain.map(mark),
        onChain: answer.onChain.map(mark),
      }
    },
  }
}

function toFailed(id: ProviderId): FailedItem {
  return {
    id: `disabled-${id}`,
    providerType: id,
    data: {
      code: errorCodes.NO_ROUTE.serviceCode,
      reason: disabledReason(id),
      data: { check: 'S6' },
    },
  }
}
