/**
 * What a run needs as soon as it talks to anybody, in one piece: loaded by the first call that
 * does, so that commands which stay on this machine never pay for it.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { createBackend } from '../backend/backend.ts'
import { createTokenReader } from '../backend/tokenReader.ts'
import type { ChainTable } from '../chains/chainSettings.ts'
import { nativeToken } from '../chains/tokens.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { Token } from '../core/token.ts'
import type { SandboxInfo } from '../core/sandboxPackage.ts'
import { createPrices } from '../prices/prices.ts'
import { createProviders } from '../providers/providers.ts'
import { createJsonFiles, type JsonFiles } from '../store/jsonFiles.ts'
import { readDisabled } from './disabled.ts'
import { createNodeLimitFiles } from './nodeLimitFiles.ts'
import { createProbeFiles } from './probeFiles.ts'
import type { Network, Run } from './types.ts'
import { upstreamUrls } from './upstreams.ts'
import { createWorld } from './world.ts'

/** @throws SwaprouteError CONFIG_INVALID where anybody could answer in the place of a server (H1) */
function refuseUncheckedCertificates(env: Readonly<Record<string, string | undefined>>): void {
  const name = 'NODE_TLS_REJECT_UNAUTHORIZED'
  if (env[name] !== '0') return
  throw new SwaprouteError('CONFIG_INVALID', `${name}=0 lets anybody answer for any server.`, {
    hint: 'Unset it. A certificate authority of your own is named with NODE_EXTRA_CA_CERTS.',
    context: { check: 'H1', variable: name },
  })
}

export function createNetwork(
  run: Pick<Run, 'config' | 'host' | 'redactor' | 'tokens'>,
  chains: ChainTable,
  sandbox: SandboxInfo | null,
  remoteUrl: string | null,
): Network {
  const { config, host, redactor } = run
  const { now, version, env } = host.io
  refuseUncheckedCertificates(env)
  const urls = upstreamUrls(config, sandbox)
  const userAgent = `swaproute/${version}`
  const { warn } = host
  const filesIn = (folder: string): JsonFiles =>
    createJsonFiles(`${config.folders.cache}/${folder}`)
  const world = createWorld({
    chains,
    config,
    urls,
    sandbox,
    redactor,
    remoteUrl,
    userAgent,
    warn,
    limits: sandbox === null ? createNodeLimitFiles(filesIn('nodes'), now) : null,
  })
  const { http, rpc, ton } = world
  const keys: Record<string, string | undefined> = {}
  for (const [name, { apiKey }] of Object.entries(config.providers)) keys[name] = apiKey
  // Their servers in the sandbox take any key; the user's own stay at home.
  if (sandbox !== null) for (const name of ['CHANGENOW', 'RELAY']) keys[name] = 'sandbox'
  const providers = createProviders({
    urls,
    keys,
    settings: { ACROSS: { integratorId: config.providers['ACROSS']?.integratorId } },
    onchain:
      sandbox === null
        ? { probeCache: createProbeFiles(filesIn('probes')) }
        : // It may be reset at any time, so nothing of it is kept; its blocks come with its swaps.
          { maxNodeAgeMs: Number.POSITIVE_INFINITY },
  })
  const listed = (blockchain: BlockchainId, address: string): Token | null =>
    run.tokens().byAddress(blockchain, address)
  const readTokens = createTokenReader(rpc, listed)
  const disabledProviders = new Set(config.disabled.providers)
  return {
    world,
    providers,
    disabled: readDisabled(config),
    readTokens,
    embedded: (trades) => {
      const prices = createPrices({ http, now, urls })
      return createBackend({
        providers,
        stateOf: (id) =>
          disabledProviders.has(id) ? { state: 'disabled' } : providers.stateOf(id),
        disabledProviders,
        http,
        rpc,
        ton,
        chainId: (blockchain) => chains.settings(blockchain).chainId,
        loadPrices: (wanted, signal) => prices.load(wanted, { signal }),
        findToken: (blockchain, address) => {
          const token = listed(blockchain, address)
          return token !== null && run.tokens().isUnproved(token) ? null : token
        },
        tokensOf: (blockchain) => run.tokens().ofChain(blockchain),
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
