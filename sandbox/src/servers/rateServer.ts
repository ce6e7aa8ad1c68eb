import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import type { Coin, NewOrder, Order, Stage } from '../deposit/types.ts'
import {
  createOrderServer,
  type Dialect,
  memoOn,
  type Offer,
  type OrderServer,
  type OrderServerOptions,
  type Pair,
} from './orderServer.ts'
import { toUnits } from './printing.ts'
import { RefusalError, type LoopbackEnv } from './server.ts'

// Shared by exchanges that name coins by a code and a network, store a fixed rate under a number for a
// while, and take it back with the order.

/** Names of the chains, by the exchange. */
export type Networks = Readonly<Partial<Record<BlockchainId, string>>>

/** The names that most of them share. */
export const usualNetworks: Networks = {
  ETH: 'eth',
  BSC: 'bsc',
  POLYGON: 'matic',
  ARBITRUM: 'arbitrum',
  OPTIMISM: 'op',
  BASE: 'base',
  AVALANCHE: 'avaxc',
  BITCOIN: 'btc',
  BITCOIN_CASH: 'bch',
  LITECOIN: 'ltc',
  DOGECOIN: 'doge',
  DASH: 'dash',
  TRON: 'trx',
  SOLANA: 'sol',
  TON: 'ton',
  SUI: 'sui',
  CARDANO: 'ada',
  COSMOS: 'atom',
  RIPPLE: 'xrp',
  STELLAR: 'xlm',
}

/** And the upstream statuses of an order. */
export const usualStatuses: Readonly<Record<Stage, string>> = {
  quoted: 'waiting',
  waiting: 'waiting',
  incomplete: 'confirming',
  confirming: 'confirming',
  confirmed: 'confirming',
  held: 'verifying',
  exchanging: 'exchanging',
  sending: 'sending',
  finished: 'finished',
  refunding: 'exchanging',
  refunded: 'refunded',
  failed: 'failed',
  expired: 'expired',
}

/** The coins of an exchange by its own names. */
export type CoinNames<Names> = {
  all: readonly Coin[]
  /** Null for what is not traded. */
  find(names: { [Name in keyof Names]: Names[Name] | undefined }): Coin | null
}

export function coinNames<Names extends object>(
  all: readonly Coin[],
  namesOf: (coin: Coin) => Names,
): CoinNames<Names> {
  return {
    all,
    find: (wanted) => {
      const asked = new Map<string, unknown>(Object.entries(wanted))
      const isIt = (coin: Coin): boolean =>
        Object.entries(namesOf(coin)).every(([key, name]) => asked.get(key) === name)
      return all.find(isIt) ?? null
    },
  }
}

export type RateDialect = Dialect & {
  unauthorized: Record<string, unknown>
  /** The header with the key; any does, except `bad`, and paths of `open` need no key. */
  key: { header: string; prefix?: string; open?: string }
  /** How long a fixed rate and its order hold. */
  rateLifeMs: number
  badAmount: () => RefusalError
  /** For a rate that is unknown, over, or of another swap. */
  badRate: () => RefusalError
}

/** An amount as it was sent. */
type Sent = string | number | null | undefined

/** What an order is for, as its body states. */
type Wanted = Pick<NewOrder, 'id' | 'receiver'> & {
  pair: Pair
  rateType: Order['rateType']
  amount: Sent
  rateId: string | null | undefined
  receiverMemo: string | null | undefined
  refundAddress: string | null | undefined
  refundMemo: string | null | undefined
}

export type RateServer = OrderServer & {
  /** @throws RefusalError `badAmount`, `outOfRange` */
  offerFor(pair: Pair, rateType: Order['rateType'], amount: Sent): Offer
  /** The number of a fixed rate, and the ISO time until which it holds. */
  keepRate(offer: Offer): { rateId: string; validUntil: string }
  /**
   * Opens an order at the floating rate of now or at the stored one.
   * @throws RefusalError `badRate`
   */
  order(
    context: Context<LoopbackEnv>,
    wanted: Wanted,
    print: (order: Order) => object,
    status?: ContentfulStatusCode,
  ): Promise<Response>
  /** @throws RefusalError `noOrder` */
  find(id: string | undefined): Order
}

export function createRateServer(dialect: RateDialect, options: OrderServerOptions): RateServer {
  const { exchange } = options
  const { provider, rateLifeMs, unauthorized, key } = dialect
  const server = createOrderServer(dialect, options)
  server.app.use(async (context, next) => {
    const given = context.req.header(key.header)
    const isRefused = given === undefined || given === `${key.prefix ?? ''}bad`
    if (isRefused && context.req.path !== key.open) throw new RefusalError(401, unauthorized)
    await next()
  })
  const offerFor: RateServer['offerFor'] = (pair, rateType, amount) => {
    const paid = toUnits(amount ?? '', pair.from)
    if (paid === null) throw dialect.badAmount()
    return server.offer(pair, rateType, { paid })
  }
  const offerOf = ({ pair, rateType, amount, rateId }: Wanted): Offer => {
    if (rateType === 'float') return offerFor(pair, rateType, amount)
    const stored = server.storedOffer(rateId)
    const isSame = stored?.from === pair.from && stored.to === pair.to
    if (stored !== null && isSame && toUnits(amount ?? '', pair.from) === stored.amountIn)
      return stored
    throw dialect.badRate()
  }
  return {
    ...server,
    offerFor,
    keepRate: (stored) => ({
      rateId: server.keep(stored, rateLifeMs),
      validUntil: new Date(exchange.now() + rateLifeMs).toISOString(),
    }),
    order: (context, wanted, print, status) => {
      const { id, receiver, receiverMemo, refundAddress, refundMemo } = wanted
      const { from, to, rateType, amountIn, amountOut } = offerOf(wanted)
      return server.open(
        context,
        {
          id,
          from,
          to,
          rateType,
          amountIn,
          amountOut,
          receiver,
          receiverMemo: receiverMemo ?? null,
          refundAddress: refundAddress ?? null,
          refundMemo: refundMemo ?? null,
          expiresAtMs: rateType === 'float' ? null : exchange.now() + rateLifeMs,
          memo: memoOn(from),
        },
        print,
        status,
      )
    },
    find: (id) => server.markRead(exchange.find(provider, id ?? '')),
  }
}
