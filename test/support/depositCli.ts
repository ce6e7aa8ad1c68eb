import { plainParties } from './partyFacts.ts'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Api } from '../../src/api/api.ts'
import { createBackend } from '../../src/backend/backend.ts'
import { chainById } from '../../src/chains/chains.ts'
import { createTokenList, nativeToken } from '../../src/chains/tokens.ts'
import type { Services } from '../../src/commands/frame/services.ts'
import type { BlockchainId } from '../../src/core/blockchainIds.ts'
import { zeroAddress } from '../../src/core/token.ts'
import type { ExecutionContext } from '../../src/execution/context.ts'
import { executeDeposit, payDeposit } from '../../src/execution/executeDeposit.ts'
import { orderConfirmation, planOrder } from '../../src/execution/deposit/plan.ts'
import { executeSwap } from '../../src/execution/execute.ts'
import { planForeign } from '../../src/execution/foreign/plan.ts'
import { planSwap } from '../../src/execution/plan.ts'
import { receiptOf } from '../../src/execution/receipts.ts'
import { checkSwap, resumeSwap } from '../../src/execution/resume.ts'
import { confirmationFor } from '../../src/execution/review.ts'
import type { Checkpoint } from '../../src/execution/checkpoints.ts'
import type { PriceBook } from '../../src/core/usd.ts'
import type { HttpClient } from '../../src/http/types.ts'
import type { Provider } from '../../src/providers/types.ts'
import type { EvmAccess } from '../../src/wallet/types.ts'
import { type Journal, openJournal } from '../../src/store/journal.ts'
import { evm, tokenOf } from '../providers/depositSupport.ts'
import { fakeServices } from './backend.ts'
import { createExchange, type FakeExchange, priceBook } from './depositExchange.ts'
import { createFakeChain, type FakeChain, wrappedNative } from './executionChain.ts'
import { createFakeSigner } from './executionSigner.ts'
import { Killed } from './mortal.ts'
import { journalTools } from './journalTools.ts'
import { memoryQuotes } from './memoryQuotes.ts'
import { type CliOptions, type CliRun, fixedNowMs, runCli } from './runMain.ts'

const noClaim = (): Promise<never> => Promise.reject(new Error('nothing is claimed here'))

export const alice = evm('alice')
export const receiver = evm('receiver')
export const usdc = tokenOf('ETH', 'USDC')

/** A machine with one account, a service with one exchange, and everything between them. */
export type DepositWorld = {
  exchange: FakeExchange
  chain: FakeChain
  clock: { now: number }
  folder: string
  api: Api
  prices: PriceBook
  /** Every process has a journal of its own over the same file. */
  openJournal(): Promise<Journal>
  /** For tests with thousands of worlds: otherwise each is closed at the end of its test. */
  close(): void
  context(journal: Journal, more?: Partial<ExecutionContext>): ExecutionContext
  /** Called in every sleep, after the clock went on. */
  onSleep: () => void
  /** Everything the run has; pass the command line. */
  cli(argv: string, options?: CliOptions): Promise<CliRun>
  /** The process dies at this point of the next run. */
  killAt: Checkpoint | null
  signer: ReturnType<typeof createFakeSigner>
  /** The interrupt of the run that was started last. */
  signal: AbortSignal
}

export function createDepositWorld(
  wrap: (api: Api) => Api = (api) => api,
  real: { provider?: Provider; http?: HttpClient; prices?: PriceBook } = {},
): DepositWorld {
  const prices = real.prices ?? priceBook
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const folder = mkdtempSync(join(place, 'swaproute-deposit-'))
  const journals: Journal[] = []
  const close = (): void => {
    for (const journal of journals.splice(0)) journal.close()
    rmSync(folder, { recursive: true, force: true })
  }
  onTestFinished(close)
  const clock = { now: fixedNowMs }
  const exchange = createExchange('exolix', () => clock.now)
  const chain = createFakeChain('ETH', 1)
  const quotes = memoryQuotes()
  const tokens = createTokenList()
  const api = wrap(
    createBackend(
      fakeServices([real.provider ?? exchange.provider], clock, {
        ...(real.http === undefined ? {} : { http: real.http }),
        quotes: async () => quotes,
        findToken: (blockchain, address) => tokens.byAddress(blockchain, address),
        nativeToken,
        loadPrices: async () => prices,
      }),
    ),
  )
  chain.code.set(usdc.address.toLowerCase(), '0x60')
  chain.give(zeroAddress, alice, 10n ** 19n)
  chain.give(usdc.address, alice, 1_000_000_000n)
  let generation = 0

  const world: DepositWorld = {
    exchange,
    chain,
    clock,
    folder,
    api,
    prices,
    onSleep: () => {},
    killAt: null,
    signer: createFakeSigner(alice),
    signal: new AbortController().signal,
    close,
    openJournal: async () => {
      generation += 1
      const started = `boot/${generation}`
      const journal = await openJournal(folder, { now: () => clock.now, startOf: () => started })
      journals.push(journal)
      return journal
    },
    context: (journal, more = {}) => contextOf(world, journal, more),
    cli: async (argv, options = {}) => {
      const journal = await world.openJournal()
      const services = servicesOf(world, journal, quotes)
      return runCli(argv.split(' '), {
        now: () => clock.now,
        ...options,
        onReady: (interrupt, host, config) => {
          world.signal = host.signal
          options.onReady?.(interrupt, host, config)
        },
        services: { ...services, ...options.services },
      })
    },
  }
  return world
}

function contextOf(
  world: DepositWorld,
  journal: Journal,
  more: Partial<ExecutionContext>,
): ExecutionContext {
  const { chain, clock } = world
  const access = new Proxy({} as EvmAccess, {
    get:
      (_target, name) =>
      (...given: unknown[]): unknown => {
        const method: unknown = Reflect.get(chain.evm, name)
        if (typeof method !== 'function') throw new Error(`no method ${String(name)}`)
        return Reflect.apply(method, null, given)
      },
  })
  return {
    api: world.api,
    evm: access,
    hasChain: (blockchain) => blockchain === 'ETH',
    openSigner: async () => world.signer,
    journal,
    pinned: async () => ({ targets: [], spenders: [] }),
    decodeCall: () => Promise.resolve(null),
    chainId: (blockchain: BlockchainId) => chainById(blockchain).chainId,
    nativeToken,
    wrappedNative: () => wrappedNative,
    facts: plainParties,
    priceOf: async (token) => world.prices(token),
    review: async () => {},
    confirmOrder: async () => {},
    present: async () => {},
    sandbox: false,
    onEvent: () => {},
    now: () => clock.now,
    sleep: async (ms) => {
      clock.now += ms
      world.onSleep()
    },
    signal: world.signal,
    checkpoint: (name) => {
      if (name === world.killAt) throw new Killed(name)
    },
    ...more,
  }
}

function servicesOf(
  world: DepositWorld,
  journal: Journal,
  quotes: ReturnType<typeof memoryQuotes>,
): Partial<Services> {
  const find = (text: string): string | null => journal.find(text)
  return {
    api: async () => world.api,
    lists: async () => world.api,
    findQuote: async (id) => {
      const stored = await quotes.find(id)
      if (stored === null) return null
      return { request: stored.request, route: stored.route, quotedAtMs: stored.quotedAtMs }
    },
    payer: async () => ({ name: 'main', address: alice, kind: 'evm' }),
    planning: async (hooks) => {
      const context = world.context(journal, hooks)
      return {
        planSwap: (order) => planSwap(order, context),
        planClaim: noClaim,
        planForeign: (order) => planForeign(order, context),
        planOrder: (order) => planOrder(order, context),
      }
    },
    execution: async (hooks) => {
      const context = world.context(journal, hooks)
      return {
        planSwap: (order) => planSwap(order, context),
        planClaim: noClaim,
        planOrder: (order) => planOrder(order, context),
        executeSwap: (planned, options) => executeSwap(planned, context, options),
        executeDeposit: (order, options) => executeDeposit(order, context, options),
        payDeposit: (order, options) => payDeposit(order, context, options),
        resumeSwap: (id, options) => resumeSwap(id, context, options),
        confirmationFor,
        orderConfirmation,
      }
    },
    journal: async () => journalTools(journal),
    checkOwnSwap: async (receiptId) => {
      const receipt = await checkSwap(receiptId, world.context(journal))
      return receipt === null ? null : { receipt, warnings: [] }
    },
    findSwap: async (text) => {
      const receiptId = find(text)
      if (receiptId === null) return null
      const receipt = receiptOf(journal, receiptId, { nativeToken })
      return {
        id: receipt.id,
        receiptId,
        srcTxHash: receipt.hashes.source ?? null,
        srcBlockchain: receipt.send.token.blockchain,
        dstBlockchain: receipt.receive.token.blockchain,
        provider: receipt.provider,
        receiver: receipt.receiver,
        order: receipt.deposit === undefined ? null : { number: receipt.deposit.exchangeId },
      }
    },
    sleep: async (ms) => {
      world.clock.now += ms
      world.onSleep()
    },
  }
}
