/**
 * What a run needs as soon as it talks to anybody, in one piece: loaded by the first call that
 * does, so that commands which stay on this machine never pay for it.
 */
import type { Api, TokenReader } from '../api/api.ts'
import { createBackend } from '../backend/backend.ts'
import { createTokenReader } from '../backend/tokenReader.ts'
import type { TradeStore } from '../backend/trades.ts'
import type { ChainTable } from '../chains/chainSettings.ts'
import { nativeToken } from '../chains/tokens.ts'
import { createPrices } from '../prices/prices.ts'
import { createProviders, type ProviderList } from '../providers/index.ts'
import type { SandboxInfo } from '../sandbox/types.ts'
import { createJsonFiles } from '../store/jsonFiles.ts'
import { createProbeFiles } from './probeFiles.ts'
import type { Run } from './run.ts'
import { upstreamUrls } from './upstreams.ts'
import { createWorld, type World } from './world.ts'

export type Network = {
  world: World
  providers: ProviderList
  readTokens: TokenReader
  /** The whole service in this process. */
  embedded(trades: () => Promise<TradeStore>): Api
}

export function createNetwork(
  run: Pick<Run, 'config' | 'host' | 'redactor' | 'tokens'>,
  chains: ChainTable,
  sandbox: SandboxInfo | null,
  remoteUrl: string | null,
): Network {
  const { config, host, redactor } = run
  const { now, version } = host.io
  const urls = upstreamUrls(config, sandbox)
  const userAgent = `swaproute/${version}`
  const world = createWorld({ chains, config, urls, sandbox, redactor, remoteUrl, userAgent })
  const { http, rpc, ton } = world
  const keys = Object.entries(config.providers).map(([name, { apiKey }]) => [name, apiKey])
  const providers = createProviders({
    urls,
    keys: Object.fromEntries(keys),
    // A sandbox may be reset at any time: what was found there is not kept.
    ...(sandbox === null
      ? { probeCache: createProbeFiles(createJsonFiles(`${config.folders.cache}/probes`)) }
      : {}),
  })
  const readTokens = createTokenReader(rpc)
  return {
    world,
    providers,
    readTokens,
    embedded: (trades) => {
      const prices = createPrices({ http, now, urls })
      return createBackend({
        providers: providers.providers,
        stateOf: providers.stateOf,
        http,
        rpc,
        ton,
        chainId: (blockchain) => chains.settings(blockchain).chainId,
        loadPrices: (wanted, signal) => prices.load(wanted, { signal }),
        findToken: (blockchain, address) => run.tokens().byAddress(blockchain, address),
        nativeToken,
        readTokens,
        trades,
        integratorFeeBps: (address) => config.integrators[address.toLowerCase()] ?? 0,
        now,
      })
    },
  }
}
