import { mulDivDown, parseAmount } from '../../../src/core/amounts.ts'
import { chainById } from '../../../src/chains/chains.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { priceDecimals, priceOf } from '../seed/prices.ts'
import type { Coin, DepositProvider } from './types.ts'

/** Fees of an exchange; different for every provider, so that their offers are ranked. */
type Terms = {
  /** Share of the value, basis points. */
  floatBps: bigint
  fixedBps: bigint
  /** US dollars of a payment, at least and at most. */
  minUsd: number
  maxUsd: number
}

const terms: Readonly<Record<DepositProvider, Terms>> = {
  relay: { floatBps: 14n, fixedBps: 14n, minUsd: 2, maxUsd: 250_000 },
  chainflip: { floatBps: 20n, fixedBps: 20n, minUsd: 20, maxUsd: 1_000_000 },
  near_intents: { floatBps: 30n, fixedBps: 30n, minUsd: 1, maxUsd: 500_000 },
  thorchain: { floatBps: 35n, fixedBps: 35n, minUsd: 15, maxUsd: 2_000_000 },
  exolix: { floatBps: 60n, fixedBps: 120n, minUsd: 10, maxUsd: 500_000 },
  changenow: { floatBps: 55n, fixedBps: 130n, minUsd: 5, maxUsd: 300_000 },
  quickex: { floatBps: 70n, fixedBps: 140n, minUsd: 20, maxUsd: 200_000 },
  stealthex: { floatBps: 75n, fixedBps: 150n, minUsd: 8, maxUsd: 250_000 },
  baltex: { floatBps: 85n, fixedBps: 170n, minUsd: 9, maxUsd: 240_000 },
  simple_swap: { floatBps: 80n, fixedBps: 160n, minUsd: 12, maxUsd: 220_000 },
}

/** Network fee of a chain in US dollars, deducted from the payout. */
const networkFees: Readonly<Partial<Record<BlockchainId, string>>> = {
  ETH: '0.9',
  BITCOIN: '1.4',
  TRON: '0.8',
}
const otherNetworkFee = '0.08'

export type Rate = { amountOut: bigint; networkFee: bigint }

/** What is paid out for a payment, and the network fee within; base units, rounded down. */
export function exchangeRate(
  provider: DepositProvider,
  rateType: 'fixed' | 'float',
  from: Coin,
  to: Coin,
  amountIn: bigint,
): Rate {
  const { floatBps, fixedBps } = terms[provider]
  const bps = rateType === 'fixed' ? fixedBps : floatBps
  const fair = convert(amountIn, from, to)
  const networkFee = ofUsd(networkFees[to.blockchain] ?? otherNetworkFee, to)
  const left = (fair * (10_000n - bps)) / 10_000n - networkFee
  return { amountOut: left > 0n ? left : 0n, networkFee }
}

/** The payment for a given payout; base units, rounded up. */
export function paymentFor(
  provider: DepositProvider,
  rateType: 'fixed' | 'float',
  from: Coin,
  to: Coin,
  amountOut: bigint,
): bigint {
  const { floatBps, fixedBps } = terms[provider]
  const bps = rateType === 'fixed' ? fixedBps : floatBps
  const networkFee = ofUsd(networkFees[to.blockchain] ?? otherNetworkFee, to)
  return (convert(amountOut + networkFee, to, from) * 10_000n) / (10_000n - bps) + 1n
}

/** Smallest and greatest payment in a coin, base units. */
export function limitsOf(provider: DepositProvider, from: Coin): { min: bigint; max: bigint } {
  const { minUsd, maxUsd } = terms[provider]
  return { min: ofUsd(String(minUsd), from), max: ofUsd(String(maxUsd), from) }
}

/** What a payment is worth at the fair price, in another coin; rounded down. */
export function convert(amount: bigint, from: Coin, to: Coin): bigint {
  return mulDivDown(
    amount,
    priceOf(from.symbol) * 10n ** BigInt(to.decimals),
    priceOf(to.symbol) * 10n ** BigInt(from.decimals),
  )
}

/** US dollars with two decimals: `599.40`. */
export function usdOf(amount: bigint, coin: Coin): string {
  const cents = (amount * priceOf(coin.symbol)) / 10n ** BigInt(coin.decimals + priceDecimals - 2)
  const digits = cents.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The seconds an exchange names: waiting for the payment's blocks, then its own work. */
export function secondsFor({ blockchain }: Coin): number {
  const slow: Partial<Record<BlockchainId, number>> = { BITCOIN: 1_500, LITECOIN: 600 }
  return slow[blockchain] ?? (chainById(blockchain).chainId === null ? 240 : 120)
}

function ofUsd(usd: string, coin: Coin): bigint {
  const one = 10n ** BigInt(coin.decimals)
  return (parseAmount(usd, priceDecimals) * one) / priceOf(coin.symbol)
}
