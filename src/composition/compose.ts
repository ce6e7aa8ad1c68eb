import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../commands/frame/config.ts'
import type { Host } from '../commands/frame/run.ts'
import type { Services } from '../commands/frame/services.ts'
import { createRun, once } from './run.ts'
import type { Run } from './types.ts'

/**
 * Puts the layers together for one run: this folder is the only place that knows all of them.
 * Everything is loaded on its first use.
 */
export function compose(config: Config, host: Host): Services {
  const run = createRun(config, host)
  const { signal } = host
  const assets = once(async () => {
    const [{ createAssets }, chains] = await Promise.all([import('./assets.ts'), run.chains()])
    return createAssets(chains, run.tokens())
  })
  return {
    api: run.api,
    assets,
    readTokens: async (tokens, abort) => (await run.network()).readTokens(tokens, abort),
    ...lazyQuotes(run),
    ...lazyExecution(run),
    wallet: async () => (await import('./wallet.ts')).walletTools(run),
    sandbox: async () => (await import('./sandbox.ts')).sandboxTools(run),
    serve: async (options) => (await import('./serve.ts')).serve(run, options),
    live: async (questions, onRow) => (await import('./live.ts')).live(run, questions, onRow),
    repair: async () => (await import('./live.ts')).repair(run),
    probe: async (blockchain) => {
      const { chainById } = await import('../chains/chains.ts')
      if (chainById(blockchain).kind === 'ton') {
        const { ton } = (await run.network()).world
        return { kind: 'ton', chainSeconds: await ton.chainTime({ signal }) }
      }
      const { evmAccess } = await import('./wallet.ts')
      const access = await evmAccess(run)
      const [chainId, { number }] = await Promise.all([
        access.readChainId(blockchain),
        access.readBlock(blockchain),
      ])
      return { kind: 'evm', chainId, blockNumber: number }
    },
    sleep: (ms) => wait(ms, undefined, { signal }).catch(() => undefined),
    redact: (text) => run.redactor.redact(text),
    close: run.close,
  }
}

type QuoteServices = Pick<Services, 'findQuote' | 'rememberQuote'>

function lazyQuotes(run: Run): QuoteServices {
  const memory = once(async () => (await import('./quotes.ts')).createQuoteMemory(run))
  return {
    findQuote: async (id) => (await memory()).find(id),
    rememberQuote: async (body, routes) => (await memory()).remember(body, routes),
  }
}

type ExecutionServices = Pick<
  Services,
  | 'payer'
  | 'planning'
  | 'execution'
  | 'journal'
  | 'knownAddresses'
  | 'findSwap'
  | 'lookAt'
  | 'heldStatus'
>

function lazyExecution(run: Run): ExecutionServices {
  const execution = once(async () => (await import('./execution.ts')).createExecution(run))
  return {
    payer: async (request) => (await execution()).payer(request),
    planning: async (hooks) => (await execution()).planning(hooks),
    execution: async (hooks) => (await execution()).execution(hooks),
    journal: async () => (await execution()).journal(),
    knownAddresses: async () => (await execution()).knownAddresses(),
    findSwap: async (text) => (await execution()).findSwap(text),
    lookAt: async (receiptId) => (await execution()).lookAt(receiptId),
    heldStatus: async (receiptId, answer) => (await execution()).heldStatus(receiptId, answer),
  }
}
