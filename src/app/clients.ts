/**
 * Everything a run needs for network access, loaded on the first such call, so that offline
 * commands do not load it.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Api } from '../api/api.ts'
import type { Contract } from '../api/contract.ts'
import { createBackend, createContract } from '../backend/backend.ts'
import type { BackendServices } from '../backend/services.ts'
import { createSharedRoutes } from '../backend/sharedRoutes.ts'
import type { StoredQuotes } from '../backend/storedQuotes.ts'
import { createTokenReader } from '../backend/tokenReader.ts'
import type { ChainTable } from '../chains/chainSettings.ts'
import { allChains, chainById } from '../chains/chains.ts'
import { clockCall } from '../chains/evm/multicall3.ts'
import { nativeToken, type TokenList } from '../chains/tokens.ts'
import type { Config } from '../commands/frame/config.ts'
import type { Host } from '../commands/frame/command.ts'
import { exposureOf } from '../commands/frame/ownFile.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { Budgets } from '../core/budgets.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { Observe } from '../core/observation.ts'
import type { Token } from '../core/token.ts'
import type { PlanContext } from '../execution/context.ts'
import { type CountingHttpClient, createHttpClient } from '../http/client.ts'
import { observed } from '../http/observed.ts'
import type { Redactor } from '../http/redact.ts'
import { type ChainIdentity, createRpcClient } from '../http/rpc.ts'
import {
  createTonCenter,
  tonapiRate,
  toncenterRate,
  toncenterUrl,
  tonWitnessUrls,
} from '../http/toncenter.ts'
import type { TonCenter } from '../http/toncenterTypes.ts'
import type { HttpClient } from '../http/types.ts'
import { createPrices } from '../prices/prices.ts'
import { providerRates, type Providers } from '../providers/providers.ts'
import type { SandboxInfo } from '../core/sandboxPackage.ts'
import { createJsonFiles, type JsonFiles } from '../store/jsonFiles.ts'
import {
  createNodeLimitFiles,
  createProbeFiles,
  createProviderLists,
  createSilenceFiles,
  type ProviderLists,
} from './caches.ts'
import { readDisabled } from './disabled.ts'
import { createUpstreams, ownRates } from './upstreams.ts'

/**
 * Dependencies of providers and the backend, for the real networks or the sandbox: nodes, services,
 * prices and tokens.
 */
export type Clients = Omit<BackendServices, 'quotes' | 'providers'> & {
  http: CountingHttpClient
  /** Of earlier runs; absent in a sandbox, whose services have lists of their own. */
  lists?: ProviderLists
  providers: Providers
  chains: ChainTable
  /** Base addresses of providers, price sources and TON's node, by identifier. */
  urls: Readonly<Record<string, string>>
  /** What the user has disabled (S6). */
  disabled: NonNullable<PlanContext['disabled']>
  /** The routing service in this process. */
  backend(quotes: () => Promise<StoredQuotes>): Api
  /** The same service in wire form. */
  contract(quotes: () => Promise<StoredQuotes>): Contract
}

type ClientOptions = {
  config: Config
  host: Pick<Host, 'io' | 'warn'>
  redactor: Redactor
  tokens(): TokenList
  chains: ChainTable
  sandbox: SandboxInfo | null
  /** Address of the remote backend, if one is used. */
  remoteUrl: string | null
  /** Gets every request and every provider's outcome. */
  observe?: Observe | undefined
  /** Rate limits shared with the other processes of a service. */
  budgets?: Budgets | undefined
}

/** A quote is as good for a caller that asks for the same within this time. */
const sharedMs = 1_000

/** Sockets are opened on first use. Only addresses named here can be reached (H2). */
export function createClients(options: ClientOptions): Clients {
  const { config, host, redactor, tokens, chains, sandbox, remoteUrl, budgets } = options
  const { now, version, env } = host.io
  refuseUncheckedCertificates(env)
  limitSystemLookups()
  const filesIn = (folder: string): JsonFiles =>
    createJsonFiles(`${config.folders.cache}/${folder}`, (found) => exposureOf(found) === null)
  const { providers, urls, keys, stateOf } = createUpstreams(
    config,
    sandbox,
    sandbox === null
      ? { probeCache: createProbeFiles(filesIn('probes')) }
      : // The sandbox may be reset at any time, so nothing is cached; it mines blocks only with swaps.
        { maxNodeAgeMs: Number.POSITIVE_INFINITY },
  )
  const endpoints = endpointsOf(chains, sandbox)
  const remote = remoteUrl === null ? [] : [remoteUrl]
  const tonKeys = tonKeysOf(config, sandbox)
  const client = createHttpClient({
    bases: [...Object.values(endpoints).flat(), ...Object.values(urls), ...remote],
    named: sandbox === null ? [...namedUrls(config), ...remote] : [],
    perSecond: config.requestsPerSecond,
    rates: {
      ...providerRates(keys),
      [new URL(toncenterUrl).origin]: toncenterRate(tonKeys.toncenter !== null),
      [new URL(tonWitnessUrls.tonapi).origin]: tonapiRate(tonKeys.tonapi !== null),
      ...ownRates(config, urls),
    },
    ...(budgets === undefined ? {} : { budgets }),
    proxy: sandbox === null ? config.proxy : null,
    userAgent: `swaproute/${version}`,
    scrub: (body) => redactor.scrub(body),
    ...(sandbox === null ? { silences: createSilenceFiles(filesIn('nodes')) } : {}),
  })
  const { observe } = options
  const http = observe === undefined ? client : observed(client, endpoints, observe)
  const rpc = createRpcClient({
    http,
    endpoints,
    isOwn: (blockchain) => sandbox !== null || config.rpc[blockchain] !== undefined,
    identity: (blockchain) => identityOf(blockchain, chains, sandbox !== null),
    warn: host.warn,
    ...(sandbox === null ? { limits: createNodeLimitFiles(filesIn('nodes'), now) } : {}),
  })
  const ownTon = sandbox === null && (config.rpc.TON ?? config.providers['TONCENTER']?.url) != null
  const ton = createTon(http, urls, { keys: tonKeys, own: ownTon })
  const listed = (blockchain: BlockchainId, address: string): Token | null =>
    tokens().byAddress(blockchain, address)
  const prices = createPrices({ http, now, urls })
  const clients = {
    http,
    rpc,
    ton,
    chains,
    urls,
    providers,
    ...(sandbox === null ? { lists: createProviderLists(filesIn('lists')) } : {}),
    stateOf,
    disabled: readDisabled(config),
    disabledProviders: new Set(config.disabled.providers),
    chainId: (blockchain) => chains.settings(blockchain).chainId,
    nodes: (blockchain) => endpoints[blockchain] ?? [],
    loadPrices: (wanted, signal, time) => prices.load(wanted, { signal, ...time }),
    findToken: (blockchain, address) => {
      const token = listed(blockchain, address)
      return token !== null && tokens().isUnproved(token) ? null : token
    },
    tokensOf: (blockchain) => tokens().ofChain(blockchain),
    nativeToken,
    readTokens: createTokenReader(rpc, listed),
    integratorFeeBps: (address) => config.integrators[address.toLowerCase()] ?? 0,
    sandbox: sandbox !== null,
    now,
    ...(observe === undefined ? {} : { observe }),
    pause: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
  } satisfies Omit<Clients, 'backend' | 'contract'>
  return {
    ...clients,
    backend: (quotes) => createBackend({ ...clients, quotes }),
    contract: (quotes) =>
      createContract({ ...clients, quotes, shared: createSharedRoutes(sharedMs) }),
  }
}

/** @throws SwaprouteError CONFIG_INVALID if TLS certificates are not checked (H1) */
function refuseUncheckedCertificates(env: Readonly<Record<string, string | undefined>>): void {
  const name = 'NODE_TLS_REJECT_UNAUTHORIZED'
  if (env[name] !== '0') return
  throw new SwaprouteError('CONFIG_INVALID', `${name}=0 turns off certificate checks.`, {
    hint: 'Unset it. Add your own certificate authority with NODE_EXTRA_CA_CERTS.',
    context: { check: 'H1', variable: name },
  })
}

/**
 * glibc waits 5s twice for each silent name server, and the process waits for it even at its end. It
 * reads this at the first lookup (resolv.conf(5)); options that the user has set stay, and child commands get none.
 */
function limitSystemLookups(): void {
  if (process.platform === 'linux') process.env['RES_OPTIONS'] ??= 'timeout:1 attempts:1'
}

type TonKeys = { toncenter: string | null; tonapi: string | null }

/** The user's keys are not sent to the sandbox. */
function tonKeysOf({ providers }: Config, sandbox: SandboxInfo | null): TonKeys {
  const keyOf = (name: string): string | null =>
    sandbox === null ? (providers[name]?.apiKey ?? null) : null
  return { toncenter: keyOf('TONCENTER'), tonapi: keyOf('TONAPI') }
}

function createTon(
  http: HttpClient,
  { toncenter, onfinality, tonapi }: Clients['urls'],
  { keys, own }: { keys: TonKeys; own: boolean },
): TonCenter {
  return createTonCenter({
    http,
    baseUrl: toncenter ?? null,
    apiKey: keys.toncenter,
    own,
    witnessUrl: onfinality ?? null,
    tonapi: tonapi === undefined ? null : { baseUrl: tonapi, apiKey: keys.tonapi },
  })
}

/** RPC endpoints; in a sandbox only local chains have one. */
function endpointsOf(
  chains: ChainTable,
  sandbox: SandboxInfo | null,
): Partial<Record<BlockchainId, readonly string[]>> {
  const endpoints: Partial<Record<BlockchainId, readonly string[]>> = {}
  for (const { id } of allChains()) {
    const { rpcUrls } = chains.settings(id)
    const local = sandbox === null || sandbox.chains.some((chain) => chain.blockchain === id)
    if (rpcUrls.length > 0 && local) endpoints[id] = rpcUrls.filter(isWebUrl)
  }
  return endpoints
}

/** The user's own servers, which get no rate limit. */
export function namedUrls({ rpc, providers }: Config): string[] {
  const nodes = Object.values(rpc).flatMap((urls) => urls ?? [])
  const services = Object.values(providers).flatMap(({ url }) => (url === undefined ? [] : [url]))
  return [...nodes, ...services].filter(isWebUrl)
}

/** WebSocket addresses are accepted in the configuration, but reads go over HTTP. */
function isWebUrl(url: string): boolean {
  return url.startsWith('http://') || url.startsWith('https://')
}

/** Sandbox blocks are mined only with swaps, so their age is not checked. */
function identityOf(
  blockchain: BlockchainId,
  chains: ChainTable,
  isSandbox: boolean,
): ChainIdentity {
  return {
    chainId: chains.settings(blockchain).chainId,
    clock: isSandbox ? null : clockCall(chainById(blockchain).multicall3),
  }
}
