import { formatAmount } from '../../../src/core/amounts.ts'
import { convert, secondsFor, usdOf } from '../deposit/rates.ts'
import { factText, type Coin, type Order } from '../deposit/types.ts'
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
  const taken = convert(amounts.amountIn, from, to) - amounts.amountOut
  const gas = taken > amounts.networkFee ? amounts.networkFee : taken
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
      sender: factText(order, 'user'),
      recipient: order.receiver,
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

/** An amount as it stands in quotes and requests; `minimum` null: the amount itself. */
export function amountObject(coin: Coin, amount: bigint, minimum: bigint = amount) {
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
