import type { Contract } from '../api/contract.ts'
import type { FailedItem, ProvidersAnswer, QuoteAllAnswer } from '../api/schemas.ts'
import type { RouteItem } from '../api/routeSchema.ts'
import { checkAddress } from '../chains/addresses.ts'
import { type Chain, chainById, findChain, isEvmChain } from '../chains/chains.ts'
import { toRawTonAddress } from '../chains/ton/address.ts'
import type { Config } from '../commands/frame/config.ts'
import { disabledProvider, disabledReason } from '../core/providerChoice.ts'
import { errorCodes, SwaprouteError } from '../core/errors.ts'
import { isProviderId, type ProviderId } from '../core/providerIds.ts'
import type { PlanContext } from '../execution/context.ts'

/**
 * Lookup of the providers and contracts the user disabled (S6).
 * @throws SwaprouteError CONFIG_INVALID for an invalid chain or address
 */
export function readDisabled({
  disabled,
}: Pick<Config, 'disabled'>): NonNullable<PlanContext['disabled']> {
  const providers = new Set(disabled.providers)
  const contracts = new Set(disabled.contracts.map(contractKey))
  return {
    isProvider: (id) => providers.has(id),
    isContract: (blockchain, address) => contracts.has(keyOf(chainById(blockchain), address)),
  }
}

function contractKey(text: string): string {
  const colon = text.indexOf(':')
  try {
    const chain = findChain(text.slice(0, colon))
    return keyOf(chain, checkAddress(chain, text.slice(colon + 1)).address)
  } catch (cause) {
    if (!(cause instanceof SwaprouteError)) throw cause
    throw new SwaprouteError(
      'CONFIG_INVALID',
      `disabledContracts contains "${text.slice(0, 140)}": ${cause.message}`,
      { hint: 'Write <chain>:<address>, for example eth:0x… with its checksum.', cause },
    )
  }
}

/** Comparable key of a contract. */
function keyOf(chain: Chain, address: string): string {
  const spelling = isEvmChain(chain)
    ? address.toLowerCase()
    : chain.addressFormat === 'ton'
      ? (toRawTonAddress(address) ?? address)
      : address
  return `${chain.id}:${spelling}`
}

/**
 * Wraps a remote service with the user's disabled list (S6): offers of a disabled provider are
 * marked as disabled and never chosen. Status calls pass unchanged.
 */
export function withoutDisabled(contract: Contract, disabled: ReadonlySet<ProviderId>): Contract {
  const isDisabled = (id: string): id is ProviderId => isProviderId(id) && disabled.has(id)
  const sift = (answer: QuoteAllAnswer, showFailed: boolean): QuoteAllAnswer => {
    const routes = answer.routes.filter(({ providerType }) => !isDisabled(providerType))
    if (!showFailed && answer.failed == null) return { ...answer, routes }
    const others = (answer.failed ?? []).filter(({ providerType }) => !isDisabled(providerType))
    return { ...answer, routes, failed: [...others, ...[...disabled].map(toFailed)] }
  }
  const refuse = ({ providerType }: Pick<RouteItem, 'providerType'>): void => {
    if (isDisabled(providerType)) throw disabledProvider(providerType)
  }
  return {
    ...contract,
    quoteAll: async (body, options) =>
      sift(await contract.quoteAll(body, options), body.showFailedRoutes === true),
    quoteDepositTrades: async (body, options) =>
      sift(await contract.quoteDepositTrades(body, options), body.showFailedRoutes === true),
    quoteBest: async (body, options) => {
      const best = await contract.quoteBest(body, options)
      refuse(best)
      return best
    },
    providers: async (query, options) => {
      const answer = await contract.providers(query, options)
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
