import type { Api } from '../api/api.ts'
import { createLists } from '../backend/info.ts'
import type { ChainTable } from '../chains/chainSettings.ts'
import type { Config } from '../commands/frame/config.ts'
import type { Rate } from '../core/budgets.ts'
import { SwaprouteError } from '../core/errors.ts'
import { isProviderId, type ProviderId } from '../core/providerIds.ts'
import type { SandboxInfo } from '../core/sandboxPackage.ts'
import { toncenterUrl, tonWitnessUrls } from '../http/toncenter.ts'
import { priceSourceUrls } from '../prices/sources.ts'
import { catalogRow } from '../providers/catalog.ts'
import {
  createProviders,
  type Providers,
  type ProvidersOptions,
  providerUrls,
} from '../providers/providers.ts'
import type { ProviderState } from '../providers/types.ts'

/** Who is asked in this run, where, and with which keys. */
export type Upstreams = {
  providers: Providers
  /** Base addresses of providers, price sources and TON's node, by identifier. */
  urls: Readonly<Record<string, string>>
  /** API keys by upper-case provider name. */
  keys: Readonly<Record<string, string | undefined>>
  /** With what the user has disabled (S6). */
  stateOf(id: ProviderId): ProviderState
}

/**
 * As configured or in the sandbox. Opens nothing, and loads no provider's code.
 * @throws SwaprouteError CONFIG_INVALID for an unknown upstream
 */
export function createUpstreams(
  config: Config,
  sandbox: SandboxInfo | null,
  onchain?: ProvidersOptions['onchain'],
): Upstreams {
  const urls = upstreamUrls(config, sandbox)
  const keys = keysOf(config, sandbox)
  const disabled = new Set(config.disabled.providers)
  const providers = createProviders({
    urls,
    ...(sandbox === null ? {} : { contracts: new Set(sandbox.providers.map(({ id }) => id)) }),
    keys,
    settings: config.providers,
    ...(onchain === undefined ? {} : { onchain }),
  })
  const stateOf = (id: ProviderId): ProviderState =>
    disabled.has(id) ? { state: 'disabled' } : providers.stateOf(id)
  return { providers, urls, keys, stateOf }
}

/** The lists of chains and providers without the service that would quote them. */
export function createOwnLists(
  config: Config,
  sandbox: SandboxInfo | null,
  chains: ChainTable,
): Pick<Api, 'chains' | 'providers'> {
  const { providers, stateOf } = createUpstreams(config, sandbox)
  return createLists({
    providers,
    stateOf,
    chainId: (blockchain) => chains.settings(blockchain).chainId,
  })
}

/**
 * The real addresses, replaced by configuration (`SWAPROUTE_<NAME>_URL`) or by the sandbox. In a
 * sandbox only its own servers remain: nothing leaves the machine.
 * @throws SwaprouteError CONFIG_INVALID for an unknown upstream
 */
function upstreamUrls(config: Config, sandbox: SandboxInfo | null): Upstreams['urls'] {
  if (sandbox !== null) {
    return Object.fromEntries(sandbox.providers.map(({ id, url }) => [id, url]))
  }
  const urls: Record<string, string> = {
    ...priceSourceUrls,
    ...providerUrls,
    toncenter: tonAddress(config),
    ...tonWitnessUrls,
  }
  for (const [name, { url }] of Object.entries(config.providers)) {
    if (url === undefined) continue
    for (const id of idsOf(name, urls)) urls[id] = url
  }
  return urls
}

/**
 * The user's own rates by origin, for whatever address a provider has, this machine's too.
 * @throws SwaprouteError CONFIG_INVALID for an unknown upstream
 */
export function ownRates(
  { providerRates }: Pick<Config, 'providerRates'>,
  urls: Upstreams['urls'],
): Record<string, Rate> {
  return Object.fromEntries(
    Object.entries(providerRates).flatMap(([name, perSecond]) => {
      const rate = { perSecond, burst: Math.max(2, Math.round(perSecond * 2)) }
      return idsOf(name, urls).map((id) => [new URL(urls[id] ?? '').origin, rate])
    }),
  )
}

/**
 * A service with two identifiers (`lifi` and `LIFI`) has one address.
 * @param name in upper case, as in a variable
 */
function idsOf(name: string, urls: Upstreams['urls']): string[] {
  const ids = Object.keys(urls).filter((known) => known.toUpperCase() === name)
  if (ids.length > 0) return ids
  throw new SwaprouteError('CONFIG_INVALID', `${name} has no address that can be set.`, {
    hint: `Addresses can be set for: ${Object.keys(urls).join(', ')}.`,
  })
}

/** Base address from SWAPROUTE_RPC_TON, which names the version 2 JSON-RPC below it. */
function tonAddress({ rpc }: Config): string {
  const [named] = rpc.TON ?? []
  return named === undefined ? toncenterUrl : named.replace(/\/v2(?:\/jsonRPC)?\/?$/i, '')
}

function keysOf(
  { providers }: Config,
  sandbox: SandboxInfo | null,
): Record<string, string | undefined> {
  const keys: Record<string, string | undefined> = {}
  for (const [name, { apiKey }] of Object.entries(providers)) keys[name] = apiKey
  // Sandbox servers accept any key; the user's keys are not sent to them.
  for (const { id } of sandbox?.providers ?? []) {
    const row = isProviderId(id) ? catalogRow(id) : null
    if (row?.key === 'required' || id.toUpperCase() === 'RELAY') keys[id.toUpperCase()] = 'sandbox'
  }
  return keys
}
