/**
 * What a run needs as soon as it talks to anybody, in one piece: loaded by the first call that
 * does, so that commands which stay on this machine never pay for it.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { createBackend } from '../backend/backend.ts'
import { createTokenReader } from '../backend/tokenReader.ts'
import type { ChainTable } from '../chains/chainSettings.ts'
import { nativeToken } from '../chains/tokens.ts'
import { createPrices } from '../prices/prices.ts'
import { createProviders } from '../providers/index.ts'
import type { SandboxInfo } from '../sandbox/types.ts'
import { createJsonFiles } from '../store/jsonFiles.ts'
import { readDisabled } from './disabled.ts'
import { createProbeFiles } from './probeFiles.ts'
import type { Network, Run } from './types.ts'
import { upstreamUrls } from './upstreams.ts'
import { createWorld } from './world.ts'

/** Loading code keeps requests from leaving: the first ones are let go before, once in a run. */
const firstAskedMs = 30

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
  const keys: Record<string, string | undefined> = {}
  for (const [name, { apiKey }] of Object.entries(config.providers)) keys[name] = apiKey
  // Its server in the sandbox takes any key; the user's own stays at home.
  if (sandbox !== null) keys['CHANGENOW'] = 'sandbox'
  const providers = createProviders({
    urls,
    keys,
    // A sandbox may be reset at any time: what was found there is not kept.
    ...(sandbox === null
      ? { probeCache: createProbeFiles(createJsonFiles(`${config.folders.cache}/probes`)) }
      : {}),
  })
  const readTokens = createTokenReader(rpc)
  const disabledProviders = new Set(config.disabled.providers)
  let pauseBeforeOthers: Promise<void> | null = null
  return {
    world,
    providers,
    disabled: readDisabled(config),
    readTokens,
    embedded: (trades) => {
      const prices = createPrices({ http, now, urls })
      return createBackend({
        providers: providers.first,
        otherProviders: async (afterFirst = false) => {
          if (afterFirst) await (pauseBeforeOthers ??= wait(firstAskedMs))
          return providers.others()
        },
        stateOf: (id) =>
          disabledProviders.has(id) ? { state: 'disabled' } : providers.stateOf(id),
        disabledProviders,
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
        sandbox: sandbox !== null,
        now,
        pause: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
      })
    },
  }
}
