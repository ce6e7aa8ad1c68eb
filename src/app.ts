import { setTimeout as wait } from 'node:timers/promises'
import { createApp, once } from './app/parts.ts'
import type { Config } from './commands/frame/config.ts'
import type { Host } from './commands/frame/command.ts'
import type { Services } from './commands/frame/services.ts'

/**
 * Puts the layers together for one run: this file and its folder are the only place that knows all
 * of them. Everything is loaded on its first use.
 */
export function compose(config: Config, host: Host): Services {
  const app = createApp(config, host)
  const { signal } = host
  const assets = once(async () => {
    const [{ createAssets }, { chains, tokens }] = await Promise.all([
      import('./app/assets.ts'),
      app.tables(),
    ])
    return createAssets(chains, tokens())
  })
  const journal = once(async () => (await import('./app/journal.ts')).createOwnJournal(app))
  const execution = once(async () => {
    const { createExecution } = await import('./app/execution.ts')
    return createExecution(app, await journal())
  })
  return {
    api: app.api,
    lists: app.lists,
    assets,
    addressOfName: async (name, blockchain) =>
      (await import('./app/ensNames.ts')).addressOfName(app, name, blockchain),
    nameParty: (address, name) => app.partyNames.set(address.toLowerCase(), name),
    readTokens: async (tokens, abort) => (await app.clients()).readTokens(tokens, abort),
    findQuote: app.findQuote,
    rememberQuote: app.rememberQuote,
    rememberShown: app.rememberShown,
    shownRoutes: app.shownRoutes,
    readRequest: app.readRequest,
    payer: async (request) => (await execution()).payer(request),
    hasEnvironmentKey: () => app.environmentKey !== null,
    planning: async (hooks) => (await execution()).planning(hooks),
    execution: async (hooks) => (await execution()).execution(hooks),
    journal: async () => (await journal()).tools(),
    knownAddresses: async () => (await execution()).knownAddresses(),
    findSwap: async (text) => (await execution()).findSwap(text),
    checkOwnSwap: async (receiptId) => (await execution()).checkOwnSwap(receiptId),
    verifiedStatus: async (receiptId, answer) =>
      (await execution()).verifiedStatus(receiptId, answer),
    wallet: async () => (await import('./app/wallets.ts')).walletTools(app),
    keystores: async () => (await import('./app/wallets.ts')).keystoreTools(app),
    spendable: async (token, owner) =>
      (await import('./app/wallets.ts')).spendable(app, token, owner),
    sandbox: async () => (await import('./app/sandbox.ts')).sandboxTools(app),
    serve: async () => (await import('./app/serve.ts')).serve(app),
    checkServe: async () => (await import('./app/serveCheck.ts')).checkServe(app),
    migrateStore: async () => (await import('./app/servedStore.ts')).migrateServedStore(app),
    live: async (questions, onRow) => {
      const parties = async (): Promise<readonly string[]> => (await execution()).knownAddresses()
      return (await import('./app/doctor.ts')).live(app, questions, { onRow, parties })
    },
    probe: async (blockchain) => (await import('./app/doctor.ts')).probe(app, blockchain),
    repair: async () => (await import('./app/doctor.ts')).repair(config.folders.cache),
    openPage: async (blockchain, hash) => {
      const link = (await assets()).transactionLink(blockchain, hash)
      return link !== null && (await import('./app/openLink.ts')).openLink(link, host.io.env)
    },
    sleep: (ms) => wait(ms, undefined, { signal }).catch(() => undefined),
    redact: (text) => app.redactor.redact(text),
    close: app.close,
  }
}
