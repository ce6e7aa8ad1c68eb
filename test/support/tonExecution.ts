import { plainParties } from './partyFacts.ts'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Api } from '../../src/api/api.ts'
import { toBody } from '../../src/api/request.ts'
import { readSwapAnswer } from '../../src/api/builtRoute.ts'
import type { StatusAnswer } from '../../src/api/schemas.ts'
import type { RouteItem } from '../../src/api/routeSchema.ts'
import { showTonAddress } from '../../src/chains/ton/address.ts'
import type { TonWalletVersion } from '../../src/chains/ton/wallets.ts'
import { formatAmount } from '../../src/core/amounts.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import { type Token, zeroAddress } from '../../src/core/token.ts'
import type { DecodedTonMessage, TonMessage } from '../../src/core/transaction.ts'
import type { Checkpoint } from '../../src/execution/checkpoints.ts'
import type { ReviewCard } from '../../src/core/review.ts'
import type { ExecutionContext, ExecutionEvent } from '../../src/execution/context.ts'
import { createAgreedTon } from '../../src/evidence/tonAgreed.ts'
import type { SwapOrder } from '../../src/execution/planned.ts'
import { type Journal, openJournal } from '../../src/store/journal.ts'
import { verifySignedTon } from '../../src/wallet/decodeTon.ts'
import { tonNetworkIds } from '../../src/wallet/realm.ts'
import { signTonPlan } from '../../src/wallet/signTonPlan.ts'
import { createTonAccess } from '../../src/wallet/ton.ts'
import { tonPublicKey } from '../../src/wallet/tonKey.ts'
import type { EvmAccess, TonPlan, TonSigner } from '../../src/wallet/types.ts'
import { tonAddressOf, tonSeed } from '../unit/wallet/support/tonPlans.ts'
import { createMortal, unaskedApi } from './mortal.ts'
import { type Deal, decodeFor, exchangeReacts, messagesFor, outputOf } from './tonExchange.ts'
import { deployJetton, type TestJetton } from './tonJettons.ts'
import { createTonWorld, type TonWorld } from './tonWorld.ts'
import { type OrderChanges, requestFor, type Wish } from './requests.ts'
import { readRouteItem } from '../../src/api/route.ts'

export const nano = 1_000_000_000n
const networkId = tonNetworkIds.sandbox

export const toncoin: Token = {
  blockchain: 'TON',
  address: zeroAddress,
  symbol: 'TON',
  name: 'Toncoin',
  decimals: 9,
  listed: true,
  native: true,
}

/** What the exchange does with the next payment. */
export type Mood = 'swap' | 'refund' | 'keep' | 'half' | 'part'

export type TonSwapWorld = {
  chain: TonWorld
  /** Raw address of the paying wallet. */
  wallet: string
  exchange: string
  usdt: Token
  jetton: TestJetton
  mood: Mood
  /** Of every payment that reached the exchange. */
  deals: Deal[]
  reviews: ReviewCard[]
  events: ExecutionEvent[]
  /** Throws to decline. */
  review: (card: ReviewCard) => void
  calls: { swap: number; quoteAll: number; status: number }
  alterMessages: (messages: TonMessage[]) => TonMessage[]
  alterDecoded: (decoded: DecodedTonMessage) => DecodedTonMessage | null
  alterPlan: (plan: TonPlan) => TonPlan
  /** What the service reports of a payment. */
  status: (srcTxHash: string) => StatusAnswer
  pinned: string[]
  prices: Record<string, bigint>
  /** Added to the chain's clock. */
  skewSeconds: number
  /** Called in every sleep, after the clock went on. */
  onSleep: () => void | Promise<void>
  signed: number
  openJournal(): Promise<Journal>
  context(journal: Journal, killAt?: Checkpoint, signal?: AbortSignal): ExecutionContext
  order(change?: OrderChanges): SwapOrder
}

export async function createTonSwapWorld(
  version: TonWalletVersion = 'v5r1',
): Promise<TonSwapWorld> {
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const folder = mkdtempSync(join(place, 'swaproute-ton-'))
  const journals: Journal[] = []
  onTestFinished(() => {
    for (const journal of journals) journal.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return await createTonSwapWorldIn(folder, version, (journal) => void journals.push(journal))
}

/** The same in a folder of the caller's, who closes what is opened there. */
export async function createTonSwapWorldIn(
  folder: string,
  version: TonWalletVersion,
  onOpened: (journal: Journal) => void,
): Promise<TonSwapWorld> {
  const chain = await createTonWorld()
  const wallet = tonAddressOf(version, networkId)
  await chain.fund(wallet, 20n * nano)
  const exchange = await chain.chain.treasury('exchange')
  const jetton = await deployJetton(chain, 1)
  const usdt: Token = {
    ...toncoin,
    address: showTonAddress(jetton.master, 'contract'),
    symbol: 'USDT',
    name: 'Tether USD',
    decimals: 6,
    native: false,
  }
  let generation = 0
  let ids = 0
  const routes = new Map<string, { route: RouteItem; order: Wish; atMs: number }>()
  const nowMs = (): number => chain.now() * 1000

  const world: TonSwapWorld = {
    chain,
    wallet,
    exchange: exchange.address.toRawString(),
    usdt,
    jetton,
    mood: 'swap',
    deals: [],
    reviews: [],
    events: [],
    review: () => {},
    calls: { swap: 0, quoteAll: 0, status: 0 },
    alterMessages: (messages) => messages,
    alterDecoded: (decoded) => decoded,
    alterPlan: (plan) => plan,
    status: () => ({ status: 'PENDING', destinationTxHash: null }),
    pinned: [exchange.address.toString()],
    prices: { TON: 3n, USDT: 1n },
    skewSeconds: 0,
    onSleep: () => {},
    signed: 0,
    openJournal: async () => {
      generation += 1
      const started = `boot/${generation}`
      const journal = await openJournal(folder, { now: nowMs, startOf: () => started })
      onOpened(journal)
      return journal
    },
    order: (change = {}) => {
      const { srcToken = toncoin, dstToken = usdt, srcAmount = 5n * nano, ...others } = change
      const wish = { srcToken, dstToken, srcAmount }
      return {
        request: requestFor(wish),
        route: readRouteItem(routeFor(wish)),
        quotedAtMs: nowMs(),
        fromAddress: showTonAddress(wallet, 'wallet'),
        receiver: showTonAddress(wallet, 'wallet'),
        refundAddress: null,
        minReceive: null,
        maxFeeUsdE18: null,
        maxLossBps: null,
        idempotencyKey: null,
        force: false,
        ...others,
      }
    },
    context: (journal, killAt, signal) => toContext(world, journal, api(), killAt, signal),
  }

  /** 3 USDT per TON, less half a percent at worst. */
  const routeFor = (wish: Wish): RouteItem => {
    ids += 1
    const id = `11111111-1111-4111-8111-${String(ids).padStart(12, '0')}`
    const out = outputOf(wish)
    const minimum = (out * 995n) / 1000n
    const item = ({ address, blockchain, symbol, name, decimals }: Token) => ({
      address,
      blockchain,
      symbol,
      name,
      decimals,
    })
    const fixed = { fixedAmount: '0', fixedWeiAmount: '0' }
    const route: RouteItem = {
      id,
      swapType: 'on-chain',
      providerType: 'STONFI',
      tokens: {
        from: {
          ...item(wish.srcToken),
          amount: formatAmount(wish.srcAmount, wish.srcToken.decimals),
        },
        to: item(wish.dstToken),
      },
      estimate: {
        destinationTokenAmount: formatAmount(out, wish.dstToken.decimals),
        destinationTokenMinAmount: formatAmount(minimum, wish.dstToken.decimals),
        destinationWeiAmount: String(out),
        destinationWeiMinAmount: String(minimum),
        durationInMinutes: 0.5,
        priceImpact: 0.1,
        slippage: 0.005,
      },
      fees: {
        gasTokenFees: { nativeToken: item(toncoin), gas: null, protocol: fixed, provider: fixed },
        percentFees: { percent: 0 },
      },
      routing: [],
      transaction: {},
      warnings: [],
    }
    routes.set(id, { route, order: wish, atMs: nowMs() })
    return route
  }

  const api = (): Api => {
    return {
      ...unaskedApi,
      quoteAll: async (request) => {
        world.calls.quoteAll += 1
        return { quote: toBody(request), routes: [readRouteItem(routeFor(request))] }
      },
      swap: async (request) => {
        world.calls.swap += 1
        const found = routes.get(request.id)
        if (found === undefined || nowMs() - found.atMs > 60_000) {
          throw new SwaprouteError('QUOTE_EXPIRED', 'The quote has expired.')
        }
        const receiver = request.receiver ?? request.fromAddress ?? ''
        const messages = world.alterMessages(await messagesFor(world, found.order, receiver))
        const answer = {
          estimate: found.route.estimate,
          transaction: {
            tonMessages: messages.map(({ address, amount, payload, stateInit }) => ({
              address,
              amount: String(amount),
              payload,
              stateInit,
            })),
          },
        }
        return readSwapAnswer(answer, request.srcToken, 'payment')
      },
      statusExtended: async ({ srcTxHash }) => {
        world.calls.status += 1
        return world.status(srcTxHash ?? '')
      },
    }
  }
  chain.react = (transactions) => exchangeReacts(world, exchange, transactions)
  return world
}

function toContext(
  world: TonSwapWorld,
  journal: Journal,
  api: Api,
  killAt: Checkpoint | undefined,
  signal = new AbortController().signal,
): ExecutionContext {
  const { alive, mortal, checkpoint } = createMortal(killAt)
  const evm = new Proxy({} as EvmAccess, {
    get: () => () => Promise.reject(new Error('no EVM chain is asked here')),
  })
  const publicKey = tonPublicKey(tonSeed)
  const version: TonWalletVersion =
    world.wallet === tonAddressOf('v4r2', networkId) ? 'v4r2' : 'v5r1'
  const signer: TonSigner = {
    address: world.wallet,
    walletVersion: version,
    sign: async (plan) => {
      world.signed += 1
      const altered = world.alterPlan(plan)
      return verifySignedTon(await signTonPlan(altered, tonSeed), altered, publicKey)
    },
    close: () => Promise.resolve(),
  }
  const access = createTonAccess({
    ton: world.chain.ton,
    agreed: createAgreedTon(world.chain.ton),
    signal,
    now: () => world.chain.now() * 1000,
  })
  return {
    api: mortal(api),
    evm,
    hasChain: () => false,
    openSigner: () => Promise.reject(new Error('no EVM key is asked for')),
    ton: {
      access: mortal(access),
      networkId,
      hasOwnClock: false,
      ownerOf: async () => ({ walletVersion: version, publicKey: publicKey.toString('hex') }),
      decodeMessage: async (_provider, message, { srcToken }) => {
        const decoded = decodeFor(world, message, srcToken)
        return decoded === null ? null : world.alterDecoded(decoded)
      },
    },
    openTonSigner: async () => {
      alive()
      return mortal(signer)
    },
    journal: mortal(journal),
    pinned: async () => ({ targets: world.pinned, spenders: [] }),
    decodeCall: () => Promise.resolve(null),
    chainId: () => null,
    nativeToken: () => toncoin,
    wrappedNative: () => null,
    facts: plainParties,
    priceOf: async ({ symbol }) => {
      const usd = world.prices[symbol]
      const sources = ['one', 'two']
      return usd === undefined ? null : { e18: usd * 10n ** 18n, confirmed: true, sources }
    },
    confirmOrder: () => Promise.reject(new Error('no order is opened')),
    present: () => Promise.reject(new Error('no order is shown')),
    sandbox: false,
    review: async (card) => {
      alive()
      world.reviews.push(card)
      world.review(card)
    },
    onEvent: (event) => {
      world.events.push(event)
    },
    now: () => (world.chain.now() + world.skewSeconds) * 1000,
    sleep: async (ms) => {
      alive()
      world.chain.advance(Math.max(1, Math.ceil(ms / 1000)))
      await world.onSleep()
    },
    signal,
    checkpoint,
  }
}
