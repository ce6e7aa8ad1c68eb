import type { Hono } from 'hono'
import { keccak256 } from 'viem'
import type { BridgeDialect, BridgeEngine, FoundOrder, Offer, Token } from '../calls/dialect.ts'
import type { CallOrder } from '../calls/orders.ts'
import type { PlanBook } from '../calls/planBook.ts'
import { type Settlement, solver } from '../calls/settlement.ts'
import type { FaultBoard } from '../faults.ts'
import { tokensOf } from '../seed/tokens.ts'
import { asHex } from '../rpc.ts'
import { createTools, serveDialect } from './callServer.ts'
import type { LoopbackEnv } from './server.ts'

/**
 * A service that prices a pair between two chains, builds one call that opens an order, and reports
 * of the order until it ends.
 */
export function createBridgeServer(
  dialect: BridgeDialect,
  engine: BridgeEngine,
  faults: FaultBoard,
): Hono<LoopbackEnv> {
  return serveDialect(dialect, engine, faults)
}

export function createBridgeEngine(
  dialect: BridgeDialect,
  plans: PlanBook,
  settlement: Settlement,
  faults: FaultBoard,
): BridgeEngine {
  const { id: provider, source, destination } = dialect
  const has = (fault: string): boolean => faults.read(provider, fault) !== null

  const reported = async (order: CallOrder | null): Promise<FoundOrder | null> => {
    if (order === null || has('forget')) return null
    const { stage, source: srcTxHash, payout, refund } = await settlement.progress(order)
    if (stage === null || srcTxHash === null) return null
    // Who pays gets the money back.
    const parties = { payer: order.refund.to, receiver: order.payout.to }
    const known = { id: order.id, offer: offerOf(order), srcTxHash, ...parties }
    return has('lie')
      ? { ...known, stage: 'filled', payoutHash: keccak256(srcTxHash), refundHash: null }
      : { ...known, stage, payoutHash: payout, refundHash: refund }
  }

  return {
    ...createTools(dialect, faults),
    solver: solver.address,
    open: async ({ from, to, amountIn, amountOut }, order) => {
      const { data, alike = [], value, sender, logs = [], result = '0x', payout, refund } = order
      const contract = order.to ?? source
      const take = {
        token: asHex(from.address),
        amount: amountIn,
        spender: order.spender ?? contract,
      }
      const terms = { sender, value, logs, result, payments: [] }
      // The order is on disk before it can be paid.
      settlement.open({
        provider,
        id: order.id,
        from: sideOf(from, amountIn),
        to: sideOf(to, amountOut),
        source: { contract, data },
        alike: [...alike],
        payout: paymentOf({ ...payout, contract: destination, to: order.receiver }),
        refund: paymentOf({ ...refund, contract: source, to: order.refundTo }),
        createdAtMs: Date.now(),
        paidAtMs: null,
        paidBy: null,
        cancelled: false,
        ended: false,
      })
      for (const each of [data, ...alike]) {
        await plans.put(
          from.blockchain,
          { contract, data: each },
          { ...terms, take: from.native ? null : take, whenMined: 'as planned' },
        )
      }
    },
    find: (id) => reported(settlement.find(provider, id)),
    findByHash: (hash) => reported(settlement.findByHash(provider, hash)),
    findByPayer: async (payer) => {
      const found = await Promise.all(settlement.findByPayer(provider, payer).map(reported))
      return found.filter((order) => order !== null)
    },
  }
}

function sideOf({ blockchain, address }: Token, amount: bigint): CallOrder['from'] {
  return { blockchain, token: asHex(address), amount }
}

type Paid = { [Kind in 'payout' | 'refund']: Parameters<BridgeEngine['open']>[1][Kind] }['payout']

function paymentOf({
  logs = [],
  ...rest
}: Paid & { contract: CallOrder['payout']['contract']; to: CallOrder['payout']['to'] }) {
  return { ...rest, logs: logs.map(({ topics, data }) => ({ topics: [...topics], data })) }
}

function offerOf({ from, to }: CallOrder): Offer {
  return {
    from: tokenAt(from),
    to: tokenAt(to),
    amountIn: from.amount,
    amountOut: to.amount,
  }
}

function tokenAt({ blockchain, token: address }: CallOrder['from']): Token {
  const token = tokensOf(blockchain).find(
    (one) => one.address.toLowerCase() === address.toLowerCase(),
  )
  if (token === undefined) throw new Error(`${blockchain} lists no token ${address}`)
  return { ...token, blockchain }
}
