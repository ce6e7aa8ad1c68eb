import type { Config } from '../commands/frame/config.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { SandboxInfo } from '../core/sandboxPackage.ts'
import { toncenterUrl } from '../http/toncenter.ts'
import { priceSourceUrls } from '../prices/prices.ts'
import { providerUrls } from '../providers/providers.ts'

/** Base address of every provider, price source and TON's node of this run, by identifier. */
export type UpstreamUrls = Readonly<Record<string, string>>

/**
 * The real addresses, replaced by configuration (`SWAPROUTE_<NAME>_URL`) or by the sandbox. In a
 * sandbox only its own servers are left: nothing leaves the machine.
 * @throws SwaprouteError CONFIG_INVALID for an address of an upstream nobody knows
 */
export function upstreamUrls(config: Config, sandbox: SandboxInfo | null): UpstreamUrls {
  if (sandbox !== null) {
    return Object.fromEntries(sandbox.providers.map(({ id, url }) => [id, url]))
  }
  const urls: Record<string, string> = {
    ...priceSourceUrls,
    ...providerUrls,
    toncenter: tonAddress(config),
  }
  for (const [name, { url }] of Object.entries(config.providers)) {
    if (url === undefined) continue
    const id = Object.keys(urls).find((known) => known.toUpperCase() === name)
    if (id === undefined) {
      throw new SwaprouteError('CONFIG_INVALID', `${name} has no address that could be changed.`, {
        hint: `Addresses can be set for: ${Object.keys(urls).join(', ')}.`,
      })
    }
    urls[id] = url
  }
  return urls
}

/** SWAPROUTE_RPC_TON names what lies under the base: the JSON-RPC of version 2. */
function tonAddress({ rpc }: Config): string {
  const [named] = rpc.TON ?? []
  return named === undefined ? toncenterUrl : named.replace(/\/v2(?:\/jsonRPC)?\/?$/i, '')
}
