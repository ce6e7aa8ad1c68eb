import { plainParties } from './partyFacts.ts'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Api } from '../../src/api/api.ts'
import { readSwapAnswer } from '../../src/api/builtRoute.ts'
import type { StatusAnswer, SwapAnswer } from '../../src/api/schemas.ts'
import type { RouteItem } from '../../src/api/routeSchema.ts'
import { toBody } from '../../src/api/request.ts'
import type { BlockchainId } from '../../src/core/blockchainIds.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { SwapRequest } from '../../src/core/routeRequest.ts'
import { zeroAddress } from '../../src/core/token.ts'
import type { DecodedCall } from '../../src/core/transaction.ts'
import type { Checkpoint } from '../../src/execution/checkpoints.ts'
import type { ReviewCard } from '../../src/core/review.ts'
import type { ExecutionContext, ExecutionEvent, PartyFacts } from '../../src/execution/context.ts'
import type { SwapOrder } from '../../src/execution/planned.ts'
import { type Journal, openJournal } from '../../src/store/journal.ts'
import type { EvmAccess } from '../../src/wallet/types.ts'
import { type FakeChain, createFakeChain, router, wrappedNative } from './executionChain.ts'
import { decodeSwapCall } from './fakeSwapCall.ts'
import {
  alice,
  arbEth,
  arbUsdc,
  dai,
  eth,
  toDecodedCall,
  toRoute,
  toSwapAnswer,
  usd,
  usdc,
} from './executionService.ts'
import { createFakeSigner } from './executionSigner.ts'
import { type OrderChanges, requestFor, type Wish } from './requests.ts'
import { readRouteItem, type Route } from '../../src/api/route.ts'
import { createMortal, unaskedApi } from './mortal.ts'

export type World = {
  chains: { ETH: FakeChain; ARBITRUM: FakeChain }
  folder: string
  clock: number
  /** Called in every sleep, after the clock went on. */
  onSleep: () => void
  reviews: ReviewCard[]
  /** Throws to decline. */
  review: (card: ReviewCard) => void
  events: ExecutionEvent[]
  signer: ReturnType<typeof createFakeSigner>
  /** Prices in USD per whole token, by symbol; absent means unpriced. */
  prices: Record<string, { usd: bigint; confirmed: boolean }>
  /** Decimals that a price source reports, by symbol. */
  decimals: Record<string, number>
  /** Requests of the service's calls. */
  calls: { swap: SwapRequest[]; quoteAll: number; status: number }
  /** Changes to what the service answers. */
  alterAnswer: (answer: SwapAnswer) => void
  alterRoute: (route: RouteItem) => void
  status: (srcTxHash: string) => StatusAnswer
  pinned: { targets: string[]; spenders: string[]; mostFixedFee?: bigint }
  decode: (call: DecodedCall) => DecodedCall | null
  /** What the chains say of tokens and addresses. */
  facts: PartyFacts
  slippageBps: number
  openJournal(): Promise<Journal>
  /** A context of a process of its own; `killAt` ends it at a checkpoint. */
  context(
    journal: Journal,
    options?: { killAt?: Checkpoint; signal?: AbortSignal },
  ): ExecutionContext
  order(changes?: OrderChanges): SwapOrder
  /** Quotes now, as the command would. */
  route(wish: Wish): Route
}

export function createWorld(): World {
  // In memory where there is such a folder: the cost of a flush is not what is tested here.
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const folder = mkdtempSync(join(place, 'swaproute-execution-'))
  const journals: Journal[] = []
  onTestFinished(() => {
    for (const journal of journals) journal.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return createWorldIn(folder, (journal) => journals.push(journal))
}

/** A world whose owner sees to its folder and closes its journals. */
export function createWorldIn(folder: string, opened: (journal: Journal) => void): World {
  const chains = { ETH: createFakeChain('ETH', 1), ARBITRUM: createFakeChain('ARBITRUM', 42161) }
  const routes = new Map<string, { route: RouteItem; createdAtMs: number }>()
  let generation = 0
  let ids = 0

  const chainOf = (blockchain: BlockchainId): FakeChain => {
    if (blockchain === 'ETH' || blockchain === 'ARBITRUM') return chains[blockchain]
    throw new Error(`no fake chain ${blockchain}`)
  }

  const world: World = {
    chains,
    folder,
    clock: 1_700_000_000_000,
    onSleep: () => {},
    reviews: [],
    review: () => {},
    events: [],
    signer: createFakeSigner(alice),
    prices: {
      USDC: { usd: 1n, confirmed: true },
      DAI: { usd: 1n, confirmed: true },
      ETH: { usd: 10n ** 12n, confirmed: true },
    },
    calls: { swap: [], quoteAll: 0, status: 0 },
    alterAnswer: () => {},
    alterRoute: () => {},
    status: () => ({ status: 'PENDING', destinationTxHash: null }),
    pinned: { targets: [router], spenders: [router] },
    decode: (call) => call,
    facts: { ...plainParties },
    decimals: {},
    slippageBps: 100,
    openJournal: async () => {
      // Every journal represents a process of its own: locks of the earlier ones are free.
      generation += 1
      const started = `boot/${generation}`
      const journal = await openJournal(folder, { now: () => world.clock, startOf: () => started })
      opened(journal)
      return journal
    },
    context: (journal, options = {}) => toContext(world, journal, options, chainOf, toApi()),
    order: (changes = {}) => {
      const { srcToken = usdc, dstToken = dai, srcAmount = 50_000_000n, ...others } = changes
      const wish = { srcToken, dstToken, srcAmount }
      return {
        request: requestFor(wish, { slippage: world.slippageBps / 10_000 }),
        route: changes.route ?? world.route(wish),
        quotedAtMs: world.clock,
        fromAddress: alice,
        receiver: alice,
        refundAddress: null,
        minReceive: null,
        maxFeeUsdE18: null,
        maxLossBps: null,
        idempotencyKey: null,
        force: false,
        ...others,
      }
    },
    route: ({ srcToken, dstToken, srcAmount }) => {
      const route = toRoute(
        world.slippageBps,
        srcToken,
        dstToken,
        srcAmount,
        (srcToken.blockchain === 'ARBITRUM' ? chains.ARBITRUM : chains.ETH).rate,
        (ids += 1),
      )
      world.alterRoute(route)
      if (route.id !== null) routes.set(route.id, { route, createdAtMs: world.clock })
      return readRouteItem(route)
    },
  }

  const toApi = (): Api => {
    return {
      ...unaskedApi,
      quoteAll: async (request) => {
        await Promise.resolve()
        world.calls.quoteAll += 1
        return { quote: toBody(request), routes: [world.route(request)] }
      },
      swap: async (request) => {
        await Promise.resolve()
        world.calls.swap.push(request)
        const found = routes.get(request.id)
        if (found === undefined || world.clock - found.createdAtMs > 60_000) {
          throw new SwaprouteError('QUOTE_EXPIRED', 'The quote has expired.')
        }
        const answer = toSwapAnswer(found.route, request)
        world.alterAnswer(answer)
        return readSwapAnswer(answer, request.srcToken, 'payment')
      },
      statusExtended: async ({ srcTxHash }) => {
        await Promise.resolve()
        world.calls.status += 1
        return world.status(srcTxHash ?? '')
      },
    }
  }
  for (const [name, chain] of Object.entries(chains)) {
    const decimals = name === 'ETH' ? usdc : arbUsdc
    chain.give(zeroAddress, alice, 10n * usd)
    chain.give(decimals.address, alice, 1_000_000_000n)
  }
  return world
}

function toContext(
  world: World,
  journal: Journal,
  { killAt, signal = new AbortController().signal }: { killAt?: Checkpoint; signal?: AbortSignal },
  chainOf: (blockchain: BlockchainId) => FakeChain,
  api: Api,
): ExecutionContext {
  const { alive, mortal, checkpoint } = createMortal(killAt)
  const evm = new Proxy({} as EvmAccess, {
    get:
      (_target, name) =>
      (blockchain: BlockchainId, ...rest: unknown[]): unknown => {
        alive()
        const access: Record<string | symbol, unknown> = { ...chainOf(blockchain).evm }
        const method = access[name]
        if (typeof method !== 'function') throw new Error(`no method ${String(name)}`)
        return Reflect.apply(method, null, [blockchain, ...rest])
      },
  })
  return {
    api: mortal(api),
    evm,
    hasChain: (blockchain) => blockchain === 'ETH' || blockchain === 'ARBITRUM',
    openSigner: () => {
      alive()
      return Promise.resolve(mortal(world.signer))
    },
    journal: mortal(journal),
    pinned: async () => world.pinned,
    decodeCall: async (_provider, _blockchain, _to, data) => {
      const call = decodeSwapCall(data)
      return call === null ? null : world.decode(toDecodedCall(call))
    },
    chainId: (blockchain) => (blockchain === 'TON' ? null : chainOf(blockchain).chainId),
    nativeToken: (blockchain) => (blockchain === 'ETH' ? eth : arbEth),
    wrappedNative: () => wrappedNative,
    facts: world.facts,
    priceOf: (token) => {
      const price = world.prices[token.symbol]
      const decimals = world.decimals[token.symbol]
      return Promise.resolve(
        price === undefined
          ? null
          : {
              e18: price.usd * usd,
              confirmed: price.confirmed,
              sources: ['one', 'two'],
              ...(decimals === undefined ? {} : { decimals }),
            },
      )
    },
    confirmOrder: () => Promise.reject(new Error('no order is opened')),
    present: () => Promise.reject(new Error('no order is shown')),
    sandbox: false,
    review: (card) => {
      alive()
      world.reviews.push(card)
      world.review(card)
      return Promise.resolve()
    },
    onEvent: (event) => {
      world.events.push(event)
    },
    now: () => world.clock,
    sleep: (ms) => {
      alive()
      world.clock += Math.ceil(ms) // as the clock of a machine goes
      world.onSleep()
      return Promise.resolve()
    },
    signal,
    checkpoint,
  }
}
