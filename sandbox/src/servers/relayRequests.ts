import { formatAmount } from '../../../src/core/amounts.ts'
import { convert, secondsFor, usdOf } from '../deposit/rates.ts'
import { factText, type Coin, type Order, type Stage } from '../deposit/types.ts'
import type { FaultBoard } from '../faults.ts'
import { asReported } from './orderServer.ts'
import { payoutHash, refundHash } from './printing.ts'
import { currencyObject, relayIdOf } from './relayChains.ts'

type Amounts = {
  amountIn: bigint
  amountOut: bigint
  minOut: bigint
  /** Within what is taken, base units of the destination coin. */
  networkFee: bigint
  slippageBps: bigint
}

/** The answer of `POST /quote/v2` with a deposit address. */
export function printQuote(order: Order, amounts: Amounts) {
  const { from, to } = order
  const parties = { recipient: order.receiver, user: factText(order, 'user') }
  return {
    steps: [
      {
        id: 'deposit',
        action: 'Confirm transaction in your wallet',
        description: `Depositing funds to the relayer to execute the swap for ${to.symbol}`,
        kind: 'transaction',
        requestId: order.id,
        depositAddress: order.depositAddress,
        items: [
          {
            status: 'incomplete',
            data: {},
            check: { endpoint: `/intents/status/v3?requestId=${order.id}`, method: 'GET' },
          },
        ],
      },
    ],
    ...printPrice({ from, to, ...parties }, amounts),
    protocol: {
      v2: {
        orderId: order.id,
        paymentDetails: {
          chainId: String(relayIdOf(from.blockchain)),
          currency: currencyObject(from).address,
          amount: String(amounts.amountIn),
        },
      },
    },
  }
}

/** What a quote costs and gives: the answer of `POST /price`. */
export function printPrice(
  { from, to, recipient, user }: { from: Coin; to: Coin; recipient: string; user: string },
  amounts: Amounts,
) {
  const taken = convert(amounts.amountIn, from, to) - amounts.amountOut
  const gas = taken > amounts.networkFee ? amounts.networkFee : taken
  return {
    fees: {
      gas: amountObject(from, 0n),
      relayer: amountObject(to, taken),
      relayerGas: amountObject(to, gas),
      relayerService: amountObject(to, taken - gas),
      app: amountObject(to, 0n),
      subsidized: amountObject(to, 0n),
    },
    details: {
      operation: 'swap',
      sender: user,
      recipient,
      currencyIn: amountObject(from, amounts.amountIn),
      currencyOut: amountObject(to, amounts.amountOut, amounts.minOut),
      totalImpact: { usd: `-${usdOf(taken, to)}`, percent: percentOf(taken, amounts.amountOut) },
      swapImpact: { usd: '0', percent: '0' },
      rate: formatAmount(
        (amounts.amountOut * 10n ** BigInt(18 + from.decimals - to.decimals)) / amounts.amountIn,
        18,
      ),
      slippageTolerance: { total: bpsText(amounts.slippageBps) },
      timeEstimate: secondsFor(from),
      userBalance: '0',
      isFixedRate: false,
    },
  }
}

/** An amount as in quotes and requests; `minimum` null: the amount itself. */
function amountObject(coin: Coin, amount: bigint, minimum: bigint = amount) {
  return {
    currency: currencyObject(coin),
    amount: String(amount),
    amountFormatted: formatAmount(amount, coin.decimals),
    amountUsd: usdOf(amount, coin),
    minimumAmount: String(minimum),
  }
}

function percentOf(taken: bigint, amountOut: bigint): string {
  return `-${formatAmount((taken * 10_000n) / (amountOut + taken), 2)}`
}

function bpsText(bps: bigint): string {
  return formatAmount(bps, 2)
}

/** Relay's statuses of a request, `/intents/status/v3`. */
const statuses: Readonly<Record<Stage, string>> = {
  quoted: 'waiting',
  waiting: 'waiting',
  incomplete: 'depositing',
  confirming: 'depositing',
  confirmed: 'pending',
  held: 'pending',
  exchanging: 'pending',
  sending: 'submitted',
  finished: 'success',
  refunding: 'pending',
  refunded: 'refund',
  failed: 'failure',
  expired: 'failure',
}

const failReasons: Readonly<Partial<Record<string, string>>> = {
  amount: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
  late: 'TTL_EXPIRED',
  price: 'SLIPPAGE',
  fault: 'SOLVER_BALANCE_TOO_LOW',
}

export const stuckReason = 'MANUAL_REFUND_REQUIRED'

/** Null for an order that goes well. */
function failReasonOf({ stage, reason }: Order): string | null {
  const isBad = stage === 'refunded' || stage === 'refunding' || stage === 'failed'
  return isBad ? (failReasons[reason ?? ''] ?? 'UNKNOWN') : null
}

/** `GET /intents/status/v3`. */
export function printStatus(order: Order, faults: FaultBoard) {
  const hangs = isStuck(order, faults)
  return {
    status: hangs ? 'failure' : statuses[order.stage],
    failReason: failReasonOf(order) ?? 'N/A',
    refundFailReason: hangs ? stuckReason : 'N/A',
    inTxHashes: order.payments.map(({ hash }) => hash),
    txHashes: outHashes(order),
    updatedAt: order.history.at(-1)?.atMs ?? order.createdAtMs,
    originChainId: relayIdOf(order.from.blockchain),
    destinationChainId: relayIdOf(order.to.blockchain),
    quoteCreatedAt: order.createdAtMs,
  }
}

/** The orders a query of `GET /requests/v3` means, newest first. */
export function findRequests(
  orders: readonly Order[],
  query: Partial<Record<'id' | 'user' | 'term' | 'depositAddress' | 'limit', string | undefined>>,
): Order[] {
  const { id, user, term, depositAddress, limit } = query
  if ([id, user, term, depositAddress].every((part) => part === undefined)) return []
  const isAddress = (order: Order, address: string): boolean =>
    order.depositAddress.toLowerCase() === address.toLowerCase()
  return orders
    .filter(({ provider }) => provider === 'relay')
    .filter((order) => id === undefined || order.id === id)
    .filter((order) => depositAddress === undefined || isAddress(order, depositAddress))
    .filter((order) => user === undefined || order.facts['user'] === user || isAddress(order, user))
    .filter((order) => term === undefined || [order.id, ...allHashes(order)].includes(term))
    .toReversed()
    .slice(0, Number(limit ?? 20))
}

/** One of `GET /requests/v3`. */
export function printRequest(order: Order, faults: FaultBoard) {
  const reported = asReported(order, faults)
  const { payments, payout, stage } = order
  const hangs = isStuck(order, faults)
  const status = hangs ? 'failure' : statuses[stage] === 'submitted' ? 'pending' : statuses[stage]
  const isHalved = reported.amountOut !== order.amountOut
  const routeOf = (paidOut: bigint) => {
    const amountOut = isHalved ? paidOut / 2n : paidOut
    const least = isHalved ? amountOut : (order.minOut ?? paidOut)
    return {
      origin: { inputCurrency: amountObject(reported.from, reported.amountIn), router: 'relay' },
      destination: { outputCurrency: amountObject(reported.to, amountOut, least), router: 'relay' },
    }
  }
  return {
    id: order.id,
    status,
    user: factText(order, 'user'),
    sender: payments.at(-1)?.from ?? null,
    recipient: reported.receiver,
    refundTo: reported.refundAddress,
    requestType: 'Swap',
    depositAddress: {
      address: reported.depositAddress,
      type: order.facts['strict'] === true ? 'strict' : 'open',
      depositor: payments.at(-1)?.from ?? null,
      depositTxHash: payments.at(-1)?.hash ?? null,
      recoveryAddress: null,
    },
    supersededByRequestId: null,
    data: {
      failReason: failReasonOf(order),
      refundFailReason: hangs ? stuckReason : null,
      inTxs: payments.map(({ hash, atMs }) => transaction(hash, order.from.blockchain, atMs)),
      outTxs: outHashes(order).map((hash) =>
        transaction(
          hash,
          stage === 'refunded' ? order.from.blockchain : order.to.blockchain,
          order.history.at(-1)?.atMs ?? order.createdAtMs,
        ),
      ),
      route: {
        includedSwapSources: [],
        quoted: routeOf(order.amountOut),
        actual: payout === null ? null : routeOf(payout.amount),
      },
      usesExternalLiquidity: false,
      timeEstimate: 60,
    },
    features: [],
    createdAt: new Date(order.createdAtMs).toISOString(),
    updatedAt: new Date(order.history.at(-1)?.atMs ?? order.createdAtMs).toISOString(),
  }
}

/** `GET /deposit-addresses/v1`. */
export function addressType(order: Order) {
  const { blockchain } = order.from
  return {
    depositAddress: order.depositAddress,
    type: order.facts['strict'] === true ? 'strict' : 'open',
    requestId: order.id,
    chainId: relayIdOf(blockchain),
    createdAt: new Date(order.createdAtMs).toISOString(),
    currency: currencyObject(order.from).address,
    refundTo: order.refundAddress,
  }
}

function isStuck({ stage }: Order, faults: FaultBoard): boolean {
  return stage === 'refunding' && faults.read('relay', 'stuck') !== null
}

/** Payout or refund: both are in the same list. */
function outHashes(order: Order): string[] {
  const hash = order.stage === 'refunded' ? refundHash(order) : payoutHash(order)
  return hash === null ? [] : [hash]
}

function allHashes(order: Order): string[] {
  return [...order.payments.map(({ hash }) => hash), ...outHashes(order)]
}

function transaction(hash: string, blockchain: Order['from']['blockchain'], atMs: number) {
  return {
    txHash: hash,
    type: 'onchain',
    chainId: relayIdOf(blockchain),
    timestamp: Math.floor(atMs / 1_000),
    status: 'success',
  }
}
