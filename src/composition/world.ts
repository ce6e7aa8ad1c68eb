import type { ChainTable } from '../chains/chainSettings.ts'
import { allChains } from '../chains/chains.ts'
import type { Config } from '../commands/frame/config.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { type CountingHttpClient, createHttpClient } from '../http/client.ts'
import { readProxySettings } from '../http/proxy.ts'
import type { Redactor } from '../http/redact.ts'
import { createRpcClient } from '../http/rpc.ts'
import { createTonCenter, toncenterRate, toncenterUrl } from '../http/toncenter.ts'
import type { TonCenter } from '../http/toncenterTypes.ts'
import type { RpcClient } from '../http/types.ts'
import type { SandboxInfo } from '../sandbox/types.ts'
import type { UpstreamUrls } from './upstreams.ts'

/** Everything outside this process, as one run sees it: the real networks or the sandbox. */
export type World = {
  chains: ChainTable
  http: CountingHttpClient
  rpc: RpcClient
  ton: TonCenter
  /** Base addresses of providers and price sources. */
  urls: UpstreamUrls
  sandbox: SandboxInfo | null
}

export type WorldOptions = {
  chains: ChainTable
  config: Config
  urls: UpstreamUrls
  sandbox: SandboxInfo | null
  redactor: Redactor
  /** Address of a remote backend, where one is used. */
  remoteUrl: string | null
  userAgent: string
}

/** Sockets are opened on first use. Only addresses named here can be reached at all (H2). */
export function createWorld(options: WorldOptions): World {
  const { chains, config, sandbox, redactor } = options
  const endpoints: Partial<Record<BlockchainId, readonly string[]>> = {}
  for (const { id } of allChains()) {
    const { rpcUrls } = chains.settings(id)
    // In a sandbox nothing may leave the machine: chains that are not local have no address.
    const local = sandbox === null || sandbox.chains.some((chain) => chain.blockchain === id)
    if (rpcUrls.length > 0 && local) endpoints[id] = rpcUrls.filter(isWebUrl)
  }
  const rpcUrls = Object.values(endpoints).flat()
  const remote = options.remoteUrl === null ? [] : [options.remoteUrl]
  const tonUrl = options.urls['toncenter'] ?? null
  const tonKey = sandbox === null ? (config.providers['TONCENTER']?.apiKey ?? null) : null
  const http = createHttpClient({
    bases: [...rpcUrls, ...Object.values(options.urls), ...remote],
    // Whoever names his own server knows what it takes.
    rates: { [new URL(toncenterUrl).origin]: toncenterRate(tonKey !== null) },
    proxy: sandbox === null ? readProxySettings(proxyEnv(config)) : null,
    userAgent: options.userAgent,
    scrub: (body) => redactor.scrub(body),
  })
  return {
    chains,
    http,
    rpc: createRpcClient({ http, endpoints }),
    ton: createTonCenter({ http, baseUrl: tonUrl, apiKey: tonKey }),
    urls: options.urls,
    sandbox,
  }
}

function proxyEnv({ proxy }: Config): Record<string, string | undefined> {
  return {
    HTTPS_PROXY: proxy.httpsProxy ?? undefined,
    NO_PROXY: proxy.noProxy ?? undefined,
  }
}

/** WebSocket addresses are accepted in the configuration, but reads go over HTTP. */
function isWebUrl(url: string): boolean {
  return url.startsWith('http://') || url.startsWith('https://')
}
