import { randomBytes } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { chainById } from '../../../src/chains/chains.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { isAddressOn, scriptedAddress } from '../deposit/scripted.ts'
import { coinsOf } from '../deposit/coins.ts'
import type { Exchange } from '../deposit/exchange.ts'
import { exchangeRate, limitsOf, paymentFor } from '../deposit/rates.ts'
import type { Coin, DepositProvider, NewOrder, Order } from '../deposit/types.ts'
import type { FaultBoard } from '../faults.ts'
import { printable } from './printing.ts'
import type { Manners } from './manners.ts'
import { createServer, type LoopbackEnv, type RefusalError } from './server.ts'

// Shared by the servers of all deposit providers. A dialect is the provider's own protocol: its
// routes, names and errors.

export type OrderServerOptions = { exchange: Exchange; faults: FaultBoard }

export type Dialect = Manners & {
  provider: DepositProvider
  /** Promises no more than eight decimals. */
  rounds?: true
  noPair: (why: 'from' | 'to' | 'same' | 'refused') => RefusalError
  outOfRange: (side: 'min' | 'max', limits: Limits, from: Coin, amountIn: bigint) => RefusalError
  badAddress: (whose: 'receiver' | 'refund') => RefusalError
  noOrder: (asked: string) => RefusalError
}

export type Pair = { from: Coin; to: Coin }
export type Limits = { min: bigint; max: bigint }
/** Amounts in base units; `networkFee` is taken from the payout already. */
export type Offer = Pair &
  Limits & {
    rateType: Order['rateType']
    amountIn: bigint
    amountOut: bigint
    networkFee: bigint
  }
/** Base units: of what is paid, or of what is wanted. */
export type Given = { paid: bigint } | { received: bigint }
type Addresses = Pair & { receiver: string; refundAddress?: string | null }
/** Order terms set by a dialect; the rest has defaults. */
type Terms = Pick<NewOrder, 'id' | 'from' | 'to' | 'amountIn' | 'amountOut' | 'receiver'> &
  Partial<NewOrder>

export type OrderServer = {
  app: Hono<LoopbackEnv>
  has(fault: string): boolean
  /** @throws RefusalError `noPair` */
  pair(from: Coin | null, to: Coin | null): Pair
  /** Which limit the amount breaks. */
  rangeProblem(from: Coin, amountIn: bigint): 'min' | 'max' | null
  /** The payment of an offer, base units. */
  paymentOf(pair: Pair, rateType: Order['rateType'], given: Given): bigint
  /**
   * What is paid out for a payment, or has to be paid for a payout.
   * @throws RefusalError `outOfRange`
   */
  offer(
    pair: Pair,
    rateType: Order['rateType'],
    given: { paid: bigint } | { received: bigint },
  ): Offer
  /** An offer that can be taken by its number for so long. */
  keep(offer: Offer, lifeMs: number): string
  storedOffer(id: string | null | undefined): Offer | null
  /** @throws RefusalError `badAddress` */
  checkAddresses(terms: Addresses): void
  /**
   * Opens an order and returns it, unless a fault drops the answer.
   * @throws RefusalError `badAddress`
   */
  open(
    context: Context<LoopbackEnv>,
    terms: Terms,
    print: (order: Order) => object,
    status?: ContentfulStatusCode,
  ): Promise<Response>
  /**
   * An order that is asked about.
   * @throws RefusalError `noOrder`
   */
  markRead(order: Order | null | undefined, asked?: string): Order
}

export function createOrderServer(
  dialect: Dialect,
  { exchange, faults }: OrderServerOptions,
): OrderServer {
  const { provider } = dialect
  const has = (fault: string): boolean => faults.read(provider, fault) !== null
  const offers = new Map<string, { offer: Offer; untilMs: number }>()
  const rangeProblem: OrderServer['rangeProblem'] = (from, amountIn) => {
    const { min, max } = limitsOf(provider, from)
    if (has('too-low') || amountIn < min) return 'min'
    return has('too-high') || amountIn > max ? 'max' : null
  }
  const paymentOf: OrderServer['paymentOf'] = ({ from, to }, rateType, given) =>
    'paid' in given ? given.paid : paymentFor(provider, rateType, from, to, given.received)
  const checkAddresses = ({ from, to, receiver, refundAddress = null }: Addresses): void => {
    if (!isAddressOn(to.blockchain, receiver)) throw dialect.badAddress('receiver')
    if (refundAddress !== null && !isAddressOn(from.blockchain, refundAddress)) {
      throw dialect.badAddress('refund')
    }
  }
  return {
    app: createServer(provider, faults, dialect),
    has,
    rangeProblem,
    paymentOf,
    checkAddresses,
    pair: (from, to) => {
      if (from === null) throw dialect.noPair('from')
      if (to === null) throw dialect.noPair('to')
      if (from === to) throw dialect.noPair('same')
      if (has('refuse')) throw dialect.noPair('refused')
      return { from, to }
    },
    offer: (pair, rateType, given) => {
      const { from, to } = pair
      const limits = limitsOf(provider, from)
      const amountIn = paymentOf(pair, rateType, given)
      const problem = rangeProblem(from, amountIn)
      if (problem !== null) throw dialect.outOfRange(problem, limits, from, amountIn)
      const { amountOut, networkFee } = exchangeRate(provider, rateType, from, to, amountIn)
      const promised = dialect.rounds === true ? printable(amountOut, to) : amountOut
      const out = 'received' in given ? given.received : promised
      return { ...pair, ...limits, rateType, amountIn, amountOut: out, networkFee }
    },
    keep: (offer, lifeMs) => {
      const id = randomBytes(12).toString('hex')
      offers.set(id, { offer, untilMs: exchange.now() + lifeMs })
      return id
    },
    storedOffer: (id) => {
      const found = offers.get(id ?? '')
      return found === undefined || found.untilMs < exchange.now() ? null : found.offer
    },
    open: async (context, terms, print, status) => {
      checkAddresses(terms)
      const usual = { rateType: 'float', memo: 'none', facts: {}, expiresAtMs: null } as const
      const nothing = { minOut: null, receiverMemo: null, refundAddress: null, refundMemo: null }
      const order = await exchange.open({ provider, ...usual, ...nothing, ...terms })
      if (has('reply-lost')) {
        context.env.incoming.socket.destroy()
        return context.body(null, 503)
      }
      return context.json(print(order), status)
    },
    markRead: (order, asked = '') => {
      if (order == null || has('forget')) throw dialect.noOrder(asked)
      exchange.wasRead(order)
      return order
    },
  }
}

/** A memo where the chain has one. */
export function memoOn({ blockchain }: Coin): 'none' | 'tag' {
  return chainById(blockchain).memo === null ? 'none' : 'tag'
}

/**
 * An order as it is read back: honest, unless faults `alter-<field>` are on. Amounts stay in units
 * of the honest coins. `faults` null: for the answer that opens the order, which is truthful.
 */
export function asReported(order: Order, faults: FaultBoard | null): Order {
  const { provider, from, to, depositMemo, expiresAtMs } = order
  const alter = <Value>(field: string, honest: Value, altered: Value): Value =>
    (faults?.read(provider, `alter-${field}`) ?? null) === null ? honest : altered
  const sourceStranger = strangerOn(from.blockchain)
  return {
    ...order,
    id: alter('order-id', order.id, anotherId(order.id)),
    rateType: alter('rate-type', order.rateType, order.rateType === 'fixed' ? 'float' : 'fixed'),
    from: alter('source-coin', from, anotherCoin(from)),
    to: alter('target-coin', to, anotherCoin(to)),
    amountIn: alter('amount', order.amountIn, order.amountIn * 2n),
    amountOut: alter('receive-amount', order.amountOut, order.amountOut / 2n),
    minOut: alter('receive-amount', order.minOut, (order.minOut ?? 0n) / 2n),
    depositAddress: alter('deposit-address', order.depositAddress, sourceStranger),
    depositMemo: alter('memo', depositMemo, `${depositMemo ?? ''}7`),
    receiver: alter('receiver', order.receiver, strangerOn(to.blockchain)),
    receiverMemo: alter('receiver-memo', order.receiverMemo, '77'),
    refundAddress: alter('refund-address', order.refundAddress, sourceStranger),
    expiresAtMs: alter('deadline', expiresAtMs, otherDeadline(order)),
  }
}

/** Another coin of the same chain, else one of ETH: what an altered order names. */
export function anotherCoin(coin: Coin): Coin {
  const others = [...coinsOf(coin.blockchain), ...coinsOf('ETH')]
  return others.find((other) => other !== coin && other.symbol !== coin.symbol) ?? coin
}

/** A stranger's address on a chain: what an altered order names. */
export function strangerOn(blockchain: BlockchainId): string {
  return scriptedAddress(blockchain, 'a stranger')
}

function otherDeadline({ expiresAtMs, createdAtMs }: Order): number {
  return expiresAtMs === null ? createdAtMs + 60_000 : expiresAtMs + 3_600_000
}

/** Of the same form. */
function anotherId(id: string): string {
  return `${id.slice(0, -1)}${id.endsWith('0') ? 1 : 0}`
}
