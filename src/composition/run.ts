import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { acceptTestForms } from '../chains/addresses.ts'
import { createTokenList } from '../chains/tokens.ts'
import { parseUserTokens } from '../chains/userTokens.ts'
import type { Config } from '../commands/frame/config.ts'
import type { Host } from '../commands/frame/run.ts'
import { isBlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { createRedactor } from '../http/redact.ts'
import { takeEnvironmentKey } from '../wallet/environmentKey.ts'
import { chainTableOf } from './chainTable.ts'
import type { Run } from './types.ts'

export function createRun(config: Config, host: Host): Run {
  acceptTestForms(config.sandbox)
  const environmentKey = takeEnvironmentKey(host.io.env)
  const redactor = createRedactor()
  // As text: only that has the spellings people and messages write it in.
  if (environmentKey !== null) redactor.addSecret(environmentKey.toString('utf8'))
  for (const secret of config.secrets) redactor.addSecret(secret)
  for (const url of namedAddresses(config)) redactor.addUrl(url)
  const { now } = host.io
  const { folders } = config
  const sandboxFolders = { stateDir: join(folders.state, 'sandbox'), cacheDir: folders.cache }
  const sandboxSwapsFolder = join(folders.state, 'sandbox-swaps')
  const stateFolder = config.sandbox ? sandboxSwapsFolder : folders.state
  const closing: (() => void | Promise<void>)[] = []
  const onClose: Run['onClose'] = (work) => closing.push(work)

  const sandbox = once(async () => {
    if (!config.sandbox) return null
    const { openSandbox } = await import('./sandboxPackage.ts')
    return openSandbox({ host, sandboxFolders }).start()
  })
  const remoteUrl = once(async () => {
    if (config.backend === 'embedded') return null
    if (config.url !== null) return config.url
    const { publicServiceUrl } = await import('../api/httpClient.ts')
    return publicServiceUrl
  })
  const chains = once(async () => chainTableOf(config, await sandbox()))
  const network = once(async () => {
    const [{ createNetwork }, table, info, url] = await Promise.all([
      import('./network.ts'),
      chains(),
      sandbox(),
      remoteUrl(),
    ])
    const made = createNetwork({ config, host, redactor, tokens }, table, info, url)
    onClose(() => made.world.http.close())
    return made
  })
  const tokens = once(() =>
    createTokenList(readUserTokens(join(folders.config, 'tokens.json'), host)),
  )
  const trades = once(async () => {
    const [{ createQuoteStore }, { createTradeStore }] = await Promise.all([
      import('../store/quotes.ts'),
      import('../backend/tradeStore.ts'),
    ])
    const onRepair = (text: string): void => host.warn('QUOTES_LOST', text)
    const store = createQuoteStore(stateFolder, { now, onRepair })
    onClose(() => store.close())
    const save: typeof store.save = (quotes) => keepQuotes(host, store.save(quotes))
    return createTradeStore({ ...store, save })
  })
  const api = once(async () => {
    const [{ world, embedded }, url] = await Promise.all([network(), remoteUrl()])
    if (url === null) return embedded(trades)
    const { createHttpApi } = await import('../api/httpClient.ts')
    const remote = createHttpApi({
      http: world.http,
      baseUrl: url,
      apiKey: config.apiKey,
      sandbox: config.sandbox,
      findToken: (blockchain, address) =>
        isBlockchainId(blockchain) ? tokens().byAddress(blockchain, address) : null,
      onOdd: (text) => host.warn('ANSWER_ODD', text),
      onMissing: (text) => host.warn('STATUS_CALL_MISSING', text),
    })
    const disabled = new Set(config.disabled.providers)
    if (disabled.size === 0) return remote
    const { withoutDisabled } = await import('./disabledApi.ts')
    return withoutDisabled(remote, disabled)
  })

  return {
    config,
    host,
    redactor,
    stateFolder,
    sandboxSwapsFolder,
    sandboxFolders,
    sandbox,
    chains,
    network,
    tokens,
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

/** Every address the user named: any of them may carry a password or a key. */
function namedAddresses({ rpc, providers, url, proxy }: Config): string[] {
  const nodes = Object.values(rpc).flatMap((list) => list ?? [])
  const others = [url, proxy?.url, ...Object.values(providers).map((one) => one.url)]
  return [...nodes, ...others.filter((one) => one != null)]
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

/** Routes are shown without a folder to keep them in; only their ids then name nothing. */
export async function keepQuotes(host: Host, kept: Promise<void>): Promise<void> {
  try {
    await kept
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError) || thrown.code !== 'CONFIG_INVALID') throw thrown
    host.warn('QUOTES_NOT_KEPT', `${thrown.message} Routes cannot be swapped by their id.`)
  }
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
