import { join } from 'node:path'
import type { Contract } from '../api/contract.ts'
import type { Asker } from '../core/routeRequest.ts'
import type { StoredQuotes } from '../backend/storedQuotes.ts'
import { acceptTestForms } from '../chains/addresses/testForms.ts'
import type { Config } from '../commands/frame/config.ts'
import type { Host } from '../commands/frame/command.ts'
import type { Services } from '../commands/frame/services.ts'
import { isBlockchainId } from '../core/blockchainIds.ts'
import type { Budgets } from '../core/budgets.ts'
import { SwaprouteError } from '../core/errors.ts'
import { isRecord } from '../core/json.ts'
import type { Observe } from '../core/observation.ts'
import type { Json } from '../core/quote.ts'
import type { GivenName, PartyName } from '../core/review.ts'
import type { LocalQuoteSet } from '../store/quoteSets.ts'
import { readStoreAddress } from '../core/storeAddress.ts'
import { createRedactor, type Redactor } from '../http/redact.ts'
import type { SandboxInfo } from '../core/sandboxPackage.ts'
import { takeEnvironmentKey } from '../wallet/environmentKey.ts'
import type { Clients } from './clients.ts'
import type { ServedStore } from './servedStore.ts'
import type { Tables } from './tables.ts'

/** The parts of one run, each created on first use and then shared. */
export type App = Pick<
  Services,
  | 'api'
  | 'lists'
  | 'findQuote'
  | 'rememberQuote'
  | 'rememberShown'
  | 'shownRoutes'
  | 'readRequest'
  | 'close'
> & {
  config: Config
  host: Host
  redactor: Redactor
  /** Folder of this run's journal and quotes; separate for the sandbox. */
  stateFolder: string
  /** `stateFolder` of sandbox runs. */
  sandboxSwapsFolder: string
  /** Folders of the sandbox chains and their seeded states. */
  sandboxFolders: { stateDir: string; cacheDir: string }
  /** The running sandbox, started if needed; null outside of one. */
  sandbox(): Promise<SandboxInfo | null>
  /** Addresses given by name on the command line of this run, in lower case. */
  partyNames: Map<string, PartyName>
  tables(): Promise<Tables>
  /** Get what the clients observe; to be added before the first use of `clients`. */
  observers: Set<Observe>
  /** Clients of the real networks or the sandbox. */
  clients(): Promise<Clients>
  /** The service behind `api` in wire form, for the server. */
  contract(): Promise<Contract>
  /** The store of that service; opened before `clients`, they share their rate limits by it. */
  servedStore(): Promise<ServedStore>
  /** Address of the remote service; null for the embedded one. */
  remoteUrl(): Promise<string | null>
  /** SWAPROUTE_PRIVATE_KEY, taken out of the environment before any child is started (K10). */
  environmentKey: Buffer | null
  /** Registers cleanup for the end of the run; last registered, first run. */
  onClose(work: () => void | Promise<void>): void
}

export function createApp(config: Config, host: Host): App {
  acceptTestForms(config.sandbox)
  const environmentKey = takeEnvironmentKey(host.io.env)
  const redactor = createRedactor()
  // As text: messages contain it in its text forms.
  if (environmentKey !== null) redactor.addSecret(environmentKey.toString('utf8'))
  for (const secret of config.secrets) redactor.addSecret(secret)
  for (const url of namedAddresses(config)) redactor.addUrl(url)
  const storePassword = host.io.env['PGPASSWORD']
  if (storePassword !== undefined) redactor.addSecret(storePassword)
  const { now } = host.io
  const { folders } = config
  const sandboxFolders = { stateDir: join(folders.state, 'sandbox'), cacheDir: folders.cache }
  const sandboxSwapsFolder = join(folders.state, 'sandbox-swaps')
  const partyNames: App['partyNames'] = new Map()
  const observers: App['observers'] = new Set()
  const stateFolder = config.sandbox ? sandboxSwapsFolder : folders.state
  let budgets: Budgets | undefined // of a service, which opens its store before its clients
  const closing: (() => void | Promise<void>)[] = []
  const onClose: App['onClose'] = (work) => closing.push(work)

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
  const tables = once(async () => {
    const [{ createTables }, info] = await Promise.all([import('./tables.ts'), sandbox()])
    return createTables(config, host, info)
  })
  const clients = once(async () => {
    const [{ createClients }, { chains, tokens }, info, url] = await Promise.all([
      import('./clients.ts'),
      tables(),
      sandbox(),
      remoteUrl(),
    ])
    const given = { config, host, redactor, tokens, chains }
    const observe: Observe = (observation) => {
      for (const observer of observers) observer(observation)
    }
    const made = createClients({
      ...given,
      sandbox: info,
      remoteUrl: url,
      observe: observers.size === 0 ? undefined : observe,
      budgets,
    })
    onClose(async () => {
      await made.lists?.end(host.signal)
      await made.http.close()
    })
    return made
  })
  const quotes = once(async () => {
    const [{ createLocalQuotes }, { createStoredQuotes, readNames, readWritten, withCachedRead }] =
      await Promise.all([import('../store/localQuotes.ts'), import('../backend/storedQuotes.ts')])
    const onRepair = (text: string): void => host.warn('QUOTES_LOST', text)
    const { asker } = host
    const store = createLocalQuotes(stateFolder, { now, asker, onRepair })
    onClose(() => store.close())
    // Once for each process; a server has a timer besides.
    const purge = once(() => store.purge())
    const save: typeof store.save = (set) =>
      keepQuotes(host, store.save({ ...set, ...namesIn(set, partyNames) }).then(purge))
    return {
      own: withCachedRead(createStoredQuotes({ ...store, save })),
      save,
      store,
      originOf: async (id: string, url: string | null) => {
        const origin = await store.originOf(id, url)
        return { asker: origin?.asker ?? null, names: readNames(origin?.names ?? null) }
      },
      findRemote: async (id: string, url: string) => readWritten(await store.find(id, url)),
      wholeId: async (text: string, url: string | null) =>
        wholeIdOf(text, beginning.test(text) ? await store.idsBeginning(text, url) : []),
    }
  })
  const shownQuotes = once(async () => {
    const { createShownQuotes } = await import('../store/shownQuotes.ts')
    return createShownQuotes(stateFolder, process.ppid, now)
  })
  const ownQuotes = async (): Promise<StoredQuotes> => (await quotes()).own
  const servedStore = once(async (): Promise<ServedStore> => {
    const { openServedStore } = await import('./servedStore.ts')
    const local = async (): Promise<ServedStore> => {
      const { own, store } = await quotes()
      return { quotes: own, store }
    }
    const opened = await openServedStore({ config, host, onClose, stateFolder }, local)
    budgets = opened.store.budgets
    return opened
  })
  const remoteContract = once(async (): Promise<Contract | null> => {
    const url = await remoteUrl()
    if (url === null) return null
    const [{ createHttpContract }, { http }, { tokens }] = await Promise.all([
      import('../api/httpClient.ts'),
      clients(),
      tables(),
    ])
    const remote = createHttpContract({
      http,
      baseUrl: url,
      apiKey: config.apiKey,
      sandbox: config.sandbox,
      findToken: (blockchain, address) =>
        isBlockchainId(blockchain) ? tokens().byAddress(blockchain, address) : null,
      onInvalid: (text) => host.warn('ANSWER_ODD', text),
      onMissing: (text) => host.warn('STATUS_CALL_MISSING', text),
    })
    const disabled = new Set(config.disabled.providers)
    if (disabled.size === 0) return remote
    const { withoutDisabled } = await import('./disabled.ts')
    return withoutDisabled(remote, disabled)
  })
  const api = once(async () => {
    const remote = await remoteContract()
    if (remote === null) return (await clients()).backend(ownQuotes)
    const { createRemoteApi } = await import('../api/contract.ts')
    return createRemoteApi(remote)
  })
  const contract = once(
    async () =>
      (await remoteContract()) ??
      (await clients()).contract(async () => (await servedStore()).quotes),
  )
  const lists = once(async () => {
    if ((await remoteUrl()) !== null) return await api()
    const [{ createOwnLists }, { chains }, info] = await Promise.all([
      import('./upstreams.ts'),
      tables(),
      sandbox(),
    ])
    return createOwnLists(config, info, chains)
  })
  const readRequest: App['readRequest'] = async (body) => {
    const [{ requestOf }, { namedTokens, resolveTokens }] = await Promise.all([
      import('../api/request.ts'),
      import('../backend/interpret.ts'),
    ])
    const named = namedTokens(body)
    const [srcToken, dstToken] = await resolveTokens(named, await clients(), host.signal)
    return requestOf(body, { srcToken, dstToken })
  }

  return {
    config,
    host,
    redactor,
    stateFolder,
    sandboxSwapsFolder,
    sandboxFolders,
    partyNames,
    sandbox,
    tables,
    observers,
    clients,
    api,
    lists,
    contract,
    servedStore,
    readRequest,
    findQuote: async (text) => {
      const [url, stored] = await Promise.all([remoteUrl(), quotes()])
      const { own, findRemote } = stored
      const id = await stored.wholeId(text, url)
      const { asker, names } = await stored.originOf(id, url)
      refuseStranger(asker, host.asker)
      if (url === null) {
        const found = await own.read(id)
        return found === null ? null : { ...found, names }
      }
      const written = await findRemote(id, url)
      if (written === null) return null
      const { body, ...quoted } = written
      return { ...quoted, names, request: await readRequest(body) }
    },
    rememberQuote: async (request, routes) => {
      const serviceUrl = await remoteUrl()
      if (serviceUrl === null) return // the embedded service stores them itself
      const [{ toBody }, { save }] = await Promise.all([import('../api/request.ts'), quotes()])
      const given = routes.flatMap(({ id, item }) =>
        id === null ? [] : [{ id, route: item, quote: null }],
      )
      await save({ serviceUrl, quotedAtMs: now(), body: toBody(request), routes: given })
    },
    rememberShown: async (routes) => (await shownQuotes()).remember(routes),
    shownRoutes: async () => (await shownQuotes()).read(),
    remoteUrl,
    environmentKey,
    onClose,
    close: async () => {
      for (const work of closing.reverse()) await work()
      closing.length = 0
    },
  }
}

const askers: Readonly<Record<Asker, string>> = {
  person: 'at the command line',
  client: 'by a client of `serve`',
  agent: 'by an agent',
}

/**
 * An id decides receiver, amount and tokens, so it must come from the same kind of client
 * (docs/safety.md X7).
 * @throws SwaprouteError UNSAFE_ROUTE for a quote made by another kind of client
 */
function refuseStranger(asker: Asker | null, self: Asker): void {
  if (asker === null || asker === self) return
  throw new SwaprouteError('UNSAFE_ROUTE', `This route was quoted ${askers[asker]}.`, {
    hint: 'Nothing was signed. Write amount, tokens and receiver yourself: `swaproute best …` quotes the swap anew.',
    context: { check: 'X7' },
    funds: 'none_moved',
  })
}

/** The names given on the command line for receiver and refund address (A8). */
function namesIn(
  { body }: Pick<LocalQuoteSet, 'body'>,
  names: App['partyNames'],
): { names?: Json } {
  const parties = isRecord(body) ? [body['receiver'], body['refundAddress']] : []
  const given = parties.flatMap((address): GivenName[] => {
    const name = typeof address === 'string' ? names.get(address.toLowerCase()) : undefined
    if (name === undefined || typeof address !== 'string') return []
    return [{ address, name: name.name, by: name.by }]
  })
  return given.length === 0 ? {} : { names: given }
}

/** The beginning of an id that is long enough to identify it. */
const beginning = /^[\w-]{4,35}$/

/** @throws SwaprouteError INVALID_ARGUMENT if several ids begin with the text */
function wholeIdOf(text: string, ids: readonly string[]): string {
  if (ids.includes(text)) return text
  const [only, other] = ids
  if (other !== undefined) {
    throw new SwaprouteError(
      'INVALID_ARGUMENT',
      `Several routes have an id that begins with "${text}".`,
      {
        hint: 'Write more of it.',
      },
    )
  }
  return only ?? text
}

/** Every configured URL: any of them may contain a password or key. */
function namedAddresses({ rpc, providers, url, proxy, serve }: Config): string[] {
  const nodes = Object.values(rpc).flatMap((list) => list ?? [])
  const store = serve.store === null ? null : readStoreAddress(serve.store)
  const stores = store?.hasPassword === true ? store.urls : []
  const others = [url, proxy?.url, ...Object.values(providers).map((one) => one.url)]
  return [...nodes, ...stores, ...others.filter((one) => one != null)]
}

/** Without a folder, routes are still shown but their ids cannot be used. */
async function keepQuotes(host: Host, kept: Promise<void>): Promise<void> {
  try {
    await kept
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError) || thrown.code !== 'CONFIG_INVALID') throw thrown
    host.warn('QUOTES_NOT_KEPT', `${thrown.message} Routes cannot be swapped by their id.`)
  }
}

/** Memoizes `make`; a failed call is retried on the next one. */
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
