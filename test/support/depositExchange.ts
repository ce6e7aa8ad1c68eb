import { formatAmount } from '../../src/core/amounts.ts'
import type { BlockchainId } from '../../src/core/blockchainIds.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { ProviderId } from '../../src/core/providerIds.ts'
import type { Quote, QuoteRequest } from '../../src/core/quote.ts'
import type { SwapStatus } from '../../src/core/status.ts'
import type { DepositTransaction } from '../../src/core/transaction.ts'
import type { PriceBook } from '../../src/core/usd.ts'
import type { BuiltSwap, Provider } from '../../src/providers/types.ts'
import { btc, evm, ton, tron, xrp } from '../providers/depositSupport.ts'

/** USD per whole coin; what the exchange and the independent sources agree on. */
const usdPrices: Readonly<Record<string, bigint>> = {
  BTC: 60_000n,
  ETH: 3_000n,
  XRP: 2n,
  TON: 5n,
  TRX: 1n,
  USDC: 1n,
  USDT: 1n,
}

export const priceBook: PriceBook = ({ symbol }) => {
  const usd = usdPrices[symbol]
  return usd === undefined ? null : { e18: usd * 10n ** 18n, confirmed: true, sources: ['a', 'b'] }
}

/** An order as the exchange has it. */
export type FakeOrder = {
  id: string
  quote: Quote
  transaction: DepositTransaction
  status: SwapStatus
}

export type FakeExchange = {
  provider: Provider
  /** In the order in which they were opened. */
  orders: FakeOrder[]
  /** What goes wrong with the next orders, until it is set to `none` again. */
  fault:
    | 'none'
    /** The order is opened, the answer never arrives. */
    | 'reply_lost'
    /** The request never arrives. */
    | 'unreachable'
    /** The exchange refuses. */
    | 'refused'
    /** What is read back differs, so that the adapter refuses it. */
    | 'altered'
    /** Reading the status fails. */
    | 'silent'
    /** The exchange now returns a different deposit address (D7). */
    | 'moved_address'
  /** Changes an order while it is opened. */
  shape: (transaction: DepositTransaction) => void
  /** Value that is paid out of what was paid in, in thousandths. */
  rate: bigint
  rateType: 'fixed' | 'float'
  /** What of a quote an order still pays and costs, once it is open. */
  opensWith: (built: BuiltSwap) => BuiltSwap
  /** Called in the middle of opening an order. */
  whileOpening: () => Promise<void>
  say(status: Partial<SwapStatus>, order?: FakeOrder): void
}

const memoChains: Partial<Record<BlockchainId, { name: string; value: string }>> = {
  RIPPLE: { name: 'destination tag', value: '4044771' },
  TON: { name: 'comment', value: 'order-77' },
}

/** An exchange in memory that is paid by deposits; everything about it is a test's to bend. */
export function createExchange(id: ProviderId, now: () => number): FakeExchange {
  const exchange: FakeExchange = {
    orders: [],
    fault: 'none',
    shape: () => {},
    rate: 990n,
    rateType: 'float',
    opensWith: (built) => built,
    whileOpening: () => Promise.resolve(),
    say: (status, order = exchange.orders.at(-1)) => {
      if (order === undefined) throw new Error('there is no order yet')
      order.status = { ...order.status, ...status }
    },
    provider: {
      ids: [id],
      capabilities: {
        recipient: true,
        chargesFee: false,
        deposit: true,
        crossChain: true,
        receiverMemo: true,
      },
      blockchains: () => ['BITCOIN', 'ETH', 'ARBITRUM', 'RIPPLE', 'TON', 'TRON'],
      supports: () => [id],
      quote: async (request) => ({ quotes: [quoteOf(exchange, id, request)], failed: [] }),
      pinned: () => ({ targets: [], spenders: [] }),
      proofs: [],
      build: async (quote) => {
        await exchange.whileOpening()
        if (exchange.fault === 'unreachable') {
          throw new SwaprouteError('UPSTREAM_FAILED', `${id} cannot be reached.`)
        }
        if (exchange.fault === 'refused') {
          throw new SwaprouteError('UPSTREAM_REFUSED', `${id} refused the order.`)
        }
        const order = openOrder(exchange, quote, now())
        if (exchange.fault === 'reply_lost') {
          throw new SwaprouteError('OUTCOME_UNKNOWN', `Whether ${id} opened it is not known.`)
        }
        if (exchange.fault === 'altered') {
          throw new SwaprouteError(
            'UNSAFE_ROUTE',
            `${id} now returns a different deposit address.`,
            {
              context: { check: 'D3', field: 'depositAddress' },
            },
          )
        }
        return exchange.opensWith(toBuilt(order))
      },
      status: async (_id, { orderId }) => {
        if (exchange.fault === 'silent') {
          throw new SwaprouteError('UPSTREAM_FAILED', `${id} does not answer.`)
        }
        if (exchange.fault === 'moved_address') {
          throw new SwaprouteError(
            'UNSAFE_ROUTE',
            `${id} now returns a different deposit address.`,
            {
              context: { check: 'D7', field: 'depositAddress' },
            },
          )
        }
        const order = exchange.orders.find((one) => one.id === orderId)
        return order?.status ?? { status: 'NOT_FOUND', destinationTxHash: null }
      },
    },
  }
  return exchange
}

function quoteOf(exchange: FakeExchange, id: ProviderId, request: QuoteRequest): Quote {
  const { srcToken, dstToken, srcAmount } = request
  const [src = 1n, dst = 1n] = [usdPrices[srcToken.symbol], usdPrices[dstToken.symbol]]
  const scaled = srcAmount * src * exchange.rate * 10n ** BigInt(dstToken.decimals)
  const dstAmount = scaled / (1000n * dst * 10n ** BigInt(srcToken.decimals))
  return {
    provider: id,
    swapType: 'cross-chain',
    executionKind: 'deposit',
    request,
    dstAmount,
    dstMinAmount: exchange.rateType === 'fixed' ? dstAmount : (dstAmount * 99n) / 100n,
    slippageBps: exchange.rateType === 'fixed' ? 0 : 100,
    durationSeconds: 1200,
    priceImpactPercent: null,
    fees: { gas: null, protocolFixed: 0n, providerFixed: 0n, percent: null },
    spender: null,
    steps: [],
    limits: { min: 1n, max: null },
    rateType: exchange.rateType,
    expiresAtMs: null,
    warnings: [],
    providerState: null,
  }
}

function openOrder(exchange: FakeExchange, quote: Quote, nowMs: number): FakeOrder {
  const { srcToken, srcAmount } = quote.request
  const id = `ex${String(exchange.orders.length + 1).padStart(10, '0')}`
  const transaction: DepositTransaction = {
    kind: 'deposit',
    depositAddress: (addressOn[srcToken.blockchain] ?? evm)(id),
    amountToSend: formatAmount(srcAmount, srcToken.decimals),
    exchangeId: id,
    extraFields: memoChains[srcToken.blockchain] ?? null,
    expiresAtMs: nowMs + 60 * 60_000,
  }
  exchange.shape(transaction)
  const status: SwapStatus = {
    status: 'PENDING',
    subStatus: 'AWAITING_DEPOSIT',
    destinationTxHash: null,
    providerStatus: 'wait',
  }
  const order = { id, quote, transaction, status }
  exchange.orders.push(order)
  return order
}

const addressOn: Partial<Record<BlockchainId, (label: string) => string>> = {
  BITCOIN: btc,
  RIPPLE: xrp,
  TON: ton,
  TRON: tron,
}

function toBuilt({ id, quote, transaction }: FakeOrder): BuiltSwap {
  return {
    transaction,
    dstAmount: quote.dstAmount,
    dstMinAmount: quote.dstMinAmount,
    fees: quote.fees,
    orderId: id,
    uniqueInfo: { exolixId: id },
    providerState: { orderId: id },
  }
}
