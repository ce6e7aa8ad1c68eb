import { isEvmChain, chainById } from '../../../src/chains/chains.ts'
import { isSameTonAddress } from '../../../src/chains/ton/address.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import type { FaultBoard } from '../faults.ts'
import { bytesOf, hexOf } from './scripted.ts'
import {
  type Incoming,
  type Ledger,
  type Coin,
  type DepositProvider,
  isOver,
  type MemoTerms,
  type NewOrder,
  type Order,
  type Stage,
} from './types.ts'
import { createProgress } from './progress.ts'
import { judge, memoRule } from './rules.ts'
import type { OrderStore } from './store.ts'

/**
 * The common core of the sandbox's deposit providers: orders, deposit addresses, payments detected on
 * the chains, payouts and refunds. Everything is on disk, so a killed sandbox continues where it
 * was.
 */
export type Exchange = {
  now(): number
  /** Opens an order; it is on disk when this resolves. */
  open(wanted: NewOrder): Promise<Order>
  find(provider: DepositProvider, id: string): Order | null
  orders(): readonly Order[]
  /** A client has read the order; a step lasts until it was read, up to a limit. */
  wasRead(order: Order): void
  /** Stores facts of the server. */
  remember(order: Order, facts: Order['facts']): void
  /** Records incoming money. Returns its order, or null. */
  receive(incoming: Incoming, blockchain: BlockchainId): Promise<Order | null>
  /** The order's next payment is a late one, whatever the time. */
  expectLate(order: Order): void
  /** The order's time is over, whatever the time; `reason` is why. */
  expire(order: Order, reason: Order['reason']): void
  ledger(blockchain: BlockchainId): Ledger
  /** Checks all chains once and advances every order that can. */
  tick(): Promise<void>
  /** Forgets everything, after a reset of the chains. */
  reset(): void
}

export type ExchangeOptions = {
  store: OrderStore
  ledger: (blockchain: BlockchainId) => Ledger
  faults: FaultBoard
  log: (line: string) => void
  now: () => number
  /** Terms of an unknown memo, where the memo alone identifies the order. */
  readMemo?: (memo: string, from: Coin, amountIn: bigint) => MemoTerms | null
}

/** A fact of orders whose next payment counts as late, whatever the time. */
const paidLate = 'paidLate'
/** How long an unpaid order is watched after its end. */
const lateWatchMs = 24 * 60 * 60_000

export function createExchange(options: ExchangeOptions): Exchange {
  const { store, faults, log, now } = options
  const orders = new Map<string, Order>()
  for (const order of store.load()) orders.set(keyOf(order), order)

  const ledgers = new Map<BlockchainId, Ledger>()
  const ledger = (blockchain: BlockchainId): Ledger => {
    const known = ledgers.get(blockchain)
    if (known !== undefined) return known
    const made = options.ledger(blockchain)
    ledgers.set(blockchain, made)
    return made
  }

  const enter = (order: Order, stage: Stage): void => {
    order.stage = stage
    order.history.push({ stage, atMs: now() })
    store.save(order)
    log(`deposit: ${order.provider} ${order.id} ${stage}`)
  }
  const progress = createProgress({ ledger, faults, store, enter, now })

  const place = async (wanted: NewOrder): Promise<Order> => {
    const { memo, stage, ...terms } = wanted
    const { blockchain } = wanted.from
    const own = ledger(blockchain)
    const seed = memo === 'none' ? `${wanted.provider} ${wanted.id}` : wanted.provider
    const first = stage ?? 'waiting'
    const order: Order = {
      ...terms,
      depositAddress: own.depositAddress(seed),
      depositMemo: memo === 'none' ? null : memo === 'tag' ? tagOf(wanted) : memo.text,
      createdAtMs: now(),
      openedAtBlock: await own.height(),
      stage: first,
      history: [{ stage: first, atMs: now() }],
      payments: [],
      overdue: false,
      reason: null,
      payout: null,
      refund: null,
    }
    forgetUnpaid()
    store.save(order)
    orders.set(keyOf(order), order)
    return order
  }

  /** Unpaid quotes with their own address would pile up. */
  const forgetUnpaid = (): void => {
    for (const [key, order] of orders) {
      if (order.payments.length > 0 || !isPayable(order) || isWatched(order, now())) continue
      orders.delete(key)
      store.remove(order)
    }
  }

  /** Two open orders of a provider must not share a memo. */
  const tagOf = ({ provider, id }: NewOrder): string => {
    for (let attempt = 0; ; attempt += 1) {
      const [a = 0, b = 0, c = 0, d = 0] = bytesOf(`tag ${provider} ${id} ${attempt}`, 4)
      const tag = String(((a << 24) | (b << 16) | (c << 8) | d) >>> 0)
      const isTaken = [...orders.values()].some(
        (order) => order.provider === provider && order.depositMemo === tag,
      )
      if (!isTaken) return tag
    }
  }

  const credit = (order: Order, incoming: Incoming): void => {
    const { hash, from, amount, memo, atMs } = incoming
    if (order.payments.some((payment) => payment.hash === hash)) return
    const isPast = order.expiresAtMs !== null && atMs > order.expiresAtMs
    order.overdue ||= isPast || order.facts[paidLate] === true
    order.payments.push({ hash, from, amount, memo, atMs })
    const verdict = judge(order)
    if (verdict.kind === 'ignore') {
      order.payments.pop()
      order.reason = verdict.reason
      store.save(order)
      return
    }
    if (order.stage === 'incomplete') return store.save(order) // the next step reads the sum
    enter(order, 'confirming')
  }

  /** A payment with an unknown memo: becomes an order, is ignored, or is refunded. */
  const strayPayment = async (
    model: Order,
    incoming: Incoming,
    blockchain: BlockchainId,
  ): Promise<Order | null> => {
    const id = hexOf(`${blockchain} ${incoming.hash}`, 16)
    if (memoRule(model.provider) === 'ignore' || orders.has(`${model.provider} ${id}`)) return null
    const { memo, amount } = incoming
    const terms = memo === null ? null : (options.readMemo?.(memo, model.from, amount) ?? null)
    const order = await place({
      ...model,
      id,
      rateType: 'float',
      amountIn: amount,
      amountOut: 0n,
      minOut: null,
      receiver: '',
      refundAddress: incoming.from,
      expiresAtMs: null,
      facts: {},
      ...terms,
      memo: { text: memo ?? '' },
      stage: 'quoted',
    })
    if (terms === null) order.reason = 'memo'
    credit(order, incoming)
    return order
  }

  const receive: Exchange['receive'] = async (incoming, blockchain) => {
    const at = [...orders.values()].filter(
      ({ depositAddress, from }) =>
        from.blockchain === blockchain && isSame(blockchain, depositAddress, incoming.to),
    )
    const known = at.find(({ payments }) => payments.some(({ hash }) => hash === incoming.hash))
    if (known !== undefined) return known
    const sameCoin = at.filter(({ from }) => isSame(blockchain, from.address, incoming.coinAddress))
    const order = sameCoin
      .filter(({ depositMemo }) => depositMemo === null || depositMemo === incoming.memo)
      .findLast(isPayable)
    if (order !== undefined) {
      credit(order, incoming)
      return order
    }
    log(`deposit: ${incoming.amount} of ${incoming.coinAddress} at ${incoming.to} matches no order`)
    const [model] = sameCoin
    return model === undefined ? null : strayPayment(model, incoming, blockchain)
  }

  const scanChain = async (blockchain: BlockchainId, watched: readonly Order[]): Promise<void> => {
    for (const incoming of await ledger(blockchain).scan(watched)) {
      await receive(incoming, blockchain)
    }
  }

  const busy = new Set<string>()
  /** One at a time of each kind: a chain that hangs holds up only itself. */
  const once = async (key: string, work: () => Promise<void>): Promise<void> => {
    if (busy.has(key)) return
    busy.add(key)
    try {
      await work()
    } catch (thrown) {
      log(`deposit: ${key}: ${String(thrown)}`)
    } finally {
      busy.delete(key)
    }
  }

  return {
    now,
    ledger,
    open: place,
    find: (provider, id) => orders.get(`${provider} ${id}`) ?? null,
    orders: () => [...orders.values()],
    wasRead: progress.wasRead,
    remember: (order, facts) => {
      Object.assign(order.facts, facts)
      store.save(order)
    },
    receive,
    expectLate: (order) => {
      order.facts[paidLate] = true
      store.save(order)
    },
    expire: (order, reason) => {
      order.overdue = true
      order.reason = reason
      if (order.stage === 'waiting') enter(order, 'expired')
      else store.save(order)
    },
    tick: async () => {
      const watched = new Map<BlockchainId, Order[]>()
      for (const order of orders.values()) {
        const { blockchain } = order.from
        if (!isWatched(order, now())) continue
        watched.set(blockchain, [...(watched.get(blockchain) ?? []), order])
      }
      await Promise.all([
        ...[...watched].map(([chain, open]) => once(`scan ${chain}`, () => scanChain(chain, open))),
        ...[...orders.values()]
          .filter((order) => !isOver(order) && order.stage !== 'quoted')
          .map((order) => once(keyOf(order), () => progress.step(order))),
      ])
    },
    reset: () => {
      orders.clear()
      for (const one of ledgers.values()) one.forget()
      store.clear()
    },
  }
}

function keyOf({ provider, id }: Pick<Order, 'provider' | 'id'>): string {
  return `${provider} ${id}`
}

/** Whether a payment would still be taken for this order. */
function isPayable({ stage }: Order): boolean {
  return stage === 'quoted' || stage === 'waiting' || stage === 'incomplete' || stage === 'expired'
}

function isWatched(order: Order, nowMs: number): boolean {
  if (!isPayable(order)) return false
  return nowMs < (order.expiresAtMs ?? order.createdAtMs) + lateWatchMs
}

/** Whether two texts name one account or token of a chain. */
function isSame(blockchain: BlockchainId, a: string, b: string): boolean {
  const chain = chainById(blockchain)
  if (isEvmChain(chain)) return a.toLowerCase() === b.toLowerCase()
  return a === b || (chain.kind === 'ton' && isSameTonAddress(a, b))
}
