import type { ChainTable } from '../chains/chainSettings.ts'
import { allChains, chainById } from '../chains/chains.ts'
import { getBlockTimestamp } from '../chains/evm/multicall3.ts'
import type { Config } from '../commands/frame/config.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { SandboxInfo } from '../core/sandboxPackage.ts'
import { type CountingHttpClient, createHttpClient } from '../http/client.ts'
import type { Redactor } from '../http/redact.ts'
import { type ChainIdentity, createRpcClient } from '../http/rpc.ts'
import type { BatchLimits } from '../http/rpcNode.ts'
import { createTonCenter, toncenterRate, toncenterUrl } from '../http/toncenter.ts'
import type { TonCenter } from '../http/toncenterTypes.ts'
import type { RpcClient } from '../http/types.ts'
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
  warn: (code: string, message: string) => void
  /** What nodes take at a time; null where nothing is kept. */
  limits: BatchLimits | null
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
    named: sandbox === null ? [...namedUrls(config), ...remote] : [],
    perSecond: config.requestsPerSecond,
    rates: { [new URL(toncenterUrl).origin]: toncenterRate(tonKey !== null) },
    proxy: sandbox === null ? config.proxy : null,
    userAgent: options.userAgent,
    scrub: (body) => redactor.scrub(body),
  })
  return {
    chains,
    http,
    rpc: createRpcClient({
      http,
      endpoints,
      identity: (blockchain) => identityOf(blockchain, chains, sandbox !== null),
      warn: options.warn,
      ...(options.limits === null ? {} : { limits: options.limits }),
    }),
    ton: createTonCenter({ http, baseUrl: tonUrl, apiKey: tonKey }),
    urls: options.urls,
    sandbox,
  }
}

/** The user's own servers, each of which takes what it takes. */
function namedUrls({ rpc, providers }: Config): string[] {
  const nodes = Object.values(rpc).flatMap((urls) => urls ?? [])
  const services = Object.values(providers).flatMap(({ url }) => (url === undefined ? [] : [url]))
  return [...nodes, ...services].filter(isWebUrl)
}

/** The blocks of a sandbox come with its swaps: their age says nothing. */
function identityOf(
  blockchain: BlockchainId,
  chains: ChainTable,
  isSandbox: boolean,
): ChainIdentity {
  const { multicall3: to } = chainById(blockchain)
  return {
    chainId: chains.settings(blockchain).chainId,
    clock:
      to === null || isSandbox
        ? null
        : { method: 'eth_call', params: [{ to, data: getBlockTimestamp }, 'latest'] },
  }
}

/** WebSocket addresses are accepted in the configuration, but reads go over HTTP. */
function isWebUrl(url: string): boolean {
  return url.startsWith('http://') || url.startsWith('https://')
}
