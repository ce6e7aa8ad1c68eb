import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Api } from '../api/api.ts'
import type { TradeStore } from '../backend/trades.ts'
import { createTokenList, type TokenList } from '../chains/tokens.ts'
import { parseUserTokens } from '../chains/userTokens.ts'
import type { Config } from '../commands/frame/config.ts'
import type { Host } from '../commands/frame/run.ts'
import { SwaprouteError } from '../core/errors.ts'
import { createRedactor, type Redactor } from '../http/redact.ts'
import { createProviders, type ProviderList } from '../providers/index.ts'
import type { StartOptions } from '../sandbox/sandbox.ts'
import { createJsonFiles } from '../store/jsonFiles.ts'
import { takeEnvironmentKey } from '../wallet/environmentKey.ts'
import { createProbeFiles } from './probeFiles.ts'
import { upstreamUrls } from './upstreams.ts'
import { createWorld, type World } from './world.ts'

/** The parts of one run, each made on its first use and then shared. */
export type Run = {
  config: Config
  host: Host
  redactor: Redactor
  /** Folder of this run's journal and quotes; the sandbox has its own. */
  stateFolder: string
  /** `stateFolder` of sandbox runs. */
  sandboxSwapsFolder: string
  sandboxFolders: Pick<StartOptions, 'stateDir' | 'cacheDir'>
  /** Real networks, or the sandbox, which is started where it does not run. */
  world(): Promise<World>
  tokens(): TokenList
  providers(): Promise<ProviderList>
  api(): Promise<Api>
  trades(): Promise<TradeStore>
  /** Address of the remote service; null for the embedded one. */
  remoteUrl(): Promise<string | null>
  /** SWAPROUTE_PRIVATE_KEY, taken out of the environment before any child is started (K10). */
  environmentKey: Buffer | null
  /** Work to be done when the run ends, last first. */
  onClose(work: () => void | Promise<void>): void
  close(): Promise<void>
}

export function createRun(config: Config, host: Host): Run {
  const environmentKey = takeEnvironmentKey(host.io.env)
  const redactor = createRedactor()
  if (environmentKey !== null) redactor.addSecret(environmentKey)
  for (const secret of config.secrets) redactor.addSecret(secret)
  const { now, version } = host.io
  const { folders } = config
  const sandboxFolders = { stateDir: join(folders.state, 'sandbox'), cacheDir: folders.cache }
  const sandboxSwapsFolder = join(folders.state, 'sandbox-swaps')
  const stateFolder = config.sandbox ? sandboxSwapsFolder : folders.state
  const closing: (() => void | Promise<void>)[] = []
  const onClose: Run['onClose'] = (work) => closing.push(work)

  const sandbox = once(async () => {
    if (!config.sandbox) return null
    const { startSandbox } = await import('../sandbox/sandbox.ts')
    const log = (line: string): void => host.note([line])
    return startSandbox({ ...sandboxFolders, log })
  })
  const remoteUrl = once(async () => {
    if (config.backend === 'embedded') return null
    if (config.url !== null) return config.url
    const { publicServiceUrl } = await import('../api/httpClient.ts')
    return publicServiceUrl
  })
  const world = once(async () => {
    const info = await sandbox()
    const made = createWorld({
      config,
      urls: upstreamUrls(config, info),
      sandbox: info,
      redactor,
      remoteUrl: await remoteUrl(),
      userAgent: `swaproute/${version}`,
    })
    onClose(() => made.http.close())
    return made
  })
  const tokens = once(() => createTokenList(readUserTokens(join(folders.config, 'tokens.json'), host)))
  const providers = once(async () => {
    const { urls } = await world()
    const files = createJsonFiles(join(folders.cache, 'probes'))
    const keys = Object.entries(config.providers).map(([name, { apiKey }]) => [name, apiKey])
    return createProviders({
      urls,
      keys: Object.fromEntries(keys),
      // A sandbox may be reset at any time: what was found there is not kept.
      ...(config.sandbox ? {} : { probeCache: createProbeFiles(files) }),
    })
  })
  const trades = once(async () => {
    const [{ createQuoteStore }, { createTradeStore }] = await Promise.all([
      import('../store/quotes.ts'),
      import('../backend/tradeStore.ts'),
    ])
    const onRepair = (text: string): void => host.warn('QUOTES_LOST', text)
    const store = createQuoteStore(stateFolder, { now, onRepair })
    onClose(() => store.close())
    return createTradeStore(store)
  })
  const api = once(async () => {
    const made = await world()
    const url = await remoteUrl()
    if (url !== null) {
      const { createHttpApi } = await import('../api/httpClient.ts')
      return createHttpApi({ http: made.http, baseUrl: url, apiKey: config.apiKey })
    }
    const [{ createEmbedded }, { createTokenReader }, list] = await Promise.all([
      import('./backend.ts'),
      import('../backend/tokenReader.ts'),
      providers(),
    ])
    return createEmbedded({
      config,
      world: made,
      tokens: tokens(),
      providers: list,
      readTokens: createTokenReader(made.rpc),
      trades,
      now,
    })
  })

  return {
    config,
    host,
    redactor,
    stateFolder,
    sandboxSwapsFolder,
    sandboxFolders,
    world,
    tokens,
    providers,
    api,
    trades,
    remoteUrl,
    environmentKey,
    onClose,
    close: async () => {
      for (const work of closing.reverse()) await work()
      closing.length = 0
    },
  }
}

/** The user's own token list beside the configuration file; most users have none. */
function readUserTokens(path: string, host: Host): ReturnType<typeof parseUserTokens>['tokens'] {
  if (!existsSync(path)) return []
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new SwaprouteError('CONFIG_INVALID', `The token list ${path} cannot be read.`, {
      hint: 'Mend or remove the file.',
      cause,
    })
  }
  const { tokens, skipped } = parseUserTokens(json)
  if (skipped > 0) {
    host.warn('TOKENS_SKIPPED', `${skipped} entries of ${path} are on chains that are not served.`)
  }
  return tokens
}

/** Runs the maker once; a maker that failed is tried again on the next call. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    if (made !== null) return made.value
    const value = make()
    made = { value }
    if (value instanceof Promise) value.catch(() => (made = null))
    return value
  }
}
