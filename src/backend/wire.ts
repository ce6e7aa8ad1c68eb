/** From domain types to the contract's bodies. Amounts become decimal strings here. */
import { noSpender } from '../api/approvals.ts'
import { toErrorObject } from '../api/envelopes.ts'
import type { EstimateTerms, FeeTerms } from '../api/route.ts'
import type { SentRoute } from '../api/answers.ts'
import type { FailedItem } from '../api/schemas.ts'
import { chainById, isEvmChain } from '../chains/chains.ts'
import { bpsToSlippage, formatAmount } from '../core/amounts.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import {
  gasCostOf,
  type Quote,
  type QuoteFees,
  type RouteStep,
  type SinglePath,
} from '../core/quote.ts'
import type { Token } from '../core/token.ts'
import { type PriceBook, usdToNumber, usdValueE18 } from '../core/usd.ts'
import type { Danger } from '../router/danger.ts'
import type { ProviderFailure, Offer } from '../router/offers.ts'

/**
 * Members of a quote that a swap answer shows as well; the built amounts replace the quoted ones.
 */
export type Priced = Pick<Quote, 'dstAmount' | 'dstMinAmount' | 'fees'>

export type WireTools = {
  prices: PriceBook
  nativeToken: (blockchain: BlockchainId) => Token
  /** EIP-155 id in force, or the contract's own number. */
  blockchainNumber: (blockchain: BlockchainId) => number | null
}

/** @param id null for an early route, which cannot be swapped yet */
export function toRouteItem(
  id: string | null,
  offer: Offer,
  tools: WireTools,
): Omit<SentRoute, 'id'> & { id: string | null } {
  const { quote, dangers } = offer
  const { srcToken, dstToken, srcAmount } = quote.request
  return {
    id,
    swapType: quote.swapType,
    providerType: quote.provider,
    tokens: {
      from: withAmount(srcToken, srcAmount, tools),
      to: toTokenItem(dstToken, tools),
    },
    estimate: toEstimate(quote, quote, tools),
    fees: toFees(quote, quote.fees, tools),
    routing: quote.steps.map((step) => toRoutingStep(step, tools)),
    transaction: isEvmChain(chainById(srcToken.blockchain))
      ? { approvalAddress: quote.spender ?? noSpender }
      : {},
    warnings: [...quote.warnings, ...dangers],
    useRubicContract: false,
    executionKind: quote.executionKind,
    ...(quote.rateType === undefined ? {} : { rateType: quote.rateType }),
    ...(quote.singlePath === undefined
      ? {}
      : { singlePath: toSinglePath(quote.singlePath, dstToken) }),
    ...(quote.limits === undefined ? {} : { limits: toLimits(quote.limits, srcToken.decimals) }),
  }
}

function toSinglePath(
  { dstAmount, gasLimit }: SinglePath,
  { decimals }: Token,
): NonNullable<SentRoute['singlePath']> {
  return {
    destinationTokenAmount: formatAmount(dstAmount, decimals),
    destinationWeiAmount: dstAmount.toString(),
    gasLimit: gasLimit.toString(),
  }
}

/** Token units; members the provider does not name are left out. */
function toLimits(
  { min, max }: NonNullable<Quote['limits']>,
  decimals: number,
): { min?: string; max?: string } {
  return {
    ...(min === null ? {} : { min: formatAmount(min, decimals) }),
    ...(max === null ? {} : { max: formatAmount(max, decimals) }),
  }
}

/** USD amounts are left out for a token without a price: never 0 for unknown. */
export function toEstimate(
  quote: Quote,
  priced: Priced,
  { prices }: Pick<WireTools, 'prices'>,
): SentRoute['estimate'] {
  const { dstToken } = quote.request
  const price = prices(dstToken)
  const usd = (amount: bigint): number | undefined =>
    price === null ? undefined : usdToNumber(usdValueE18(amount, dstToken.decimals, price))
  return {
    destinationTokenAmount: formatAmount(priced.dstAmount, dstToken.decimals),
    destinationTokenMinAmount: formatAmount(priced.dstMinAmount, dstToken.decimals),
    destinationWeiAmount: priced.dstAmount.toString(),
    destinationWeiMinAmount: priced.dstMinAmount.toString(),
    ...(price === null
      ? {}
      : {
          destinationUsdAmount: usd(priced.dstAmount),
          destinationUsdMinAmount: usd(priced.dstMinAmount),
        }),
    intermidiateTokenWeiAmount: middleAmount(quote).toString(),
    durationInMinutes: Math.round((quote.durationSeconds / 60) * 100) / 100,
    priceImpact: impactOf(quote, priced, prices),
    slippage: bpsToSlippage(quote.slippageBps),
  }
}

/**
 * Percent lost: against the provider's own mid price if reported, else by USD values; a gain is 0,
 * as clients of the contract expect. Null if a value is unknown.
 */
function impactOf(
  { priceImpactPercent, request: { srcToken, dstToken, srcAmount } }: Quote,
  { dstAmount }: Pick<Priced, 'dstAmount'>,
  prices: PriceBook,
): number | null {
  const [srcPrice, dstPrice] = [prices(srcToken), prices(dstToken)]
  if (priceImpactPercent !== null || srcPrice === null || dstPrice === null) {
    return priceImpactPercent
  }
  const paid = usdValueE18(srcAmount, srcToken.decimals, srcPrice)
  const lost = paid - usdValueE18(dstAmount, dstToken.decimals, dstPrice)
  if (paid === 0n) return null
  // Hundredths of a percent, rounded to the nearest.
  return lost <= 0n ? 0 : Number((lost * 20_000n + paid) / (2n * paid)) / 100
}

function middleAmount({ steps }: Quote): bigint {
  const [first, second] = steps
  return second === undefined ? 0n : (first?.to.amount ?? 0n)
}

export function toFees(quote: Quote, fees: QuoteFees, tools: WireTools): SentRoute['fees'] {
  const native = tools.nativeToken(quote.request.srcToken.blockchain)
  const price = tools.prices(native)
  const usd = (amount: bigint): number | null =>
    amount === 0n
      ? 0
      : price === null
        ? null
        : usdToNumber(usdValueE18(amount, native.decimals, price))
  const fixed = (amount: bigint): SentRoute['fees']['gasTokenFees']['protocol'] => ({
    fixedAmount: formatAmount(amount, native.decimals),
    fixedWeiAmount: amount.toString(),
    fixedUsdAmount: usd(amount),
  })
  const { gas } = fees
  const gasTotal = gas === null ? null : gasCostOf(gas)
  return {
    gasTokenFees: {
      nativeToken: toTokenItem(native, tools),
      gas: {
        gasPrice: gas?.price.toString() ?? null,
        baseFee: null,
        maxFeePerGas: null,
        maxPriorityFeePerGas: null,
        gasLimit: gas?.limit.toString() ?? null,
        totalWeiAmount: gasTotal?.toString() ?? null,
        totalUsdAmount: gasTotal === null ? null : usd(gasTotal),
      },
      protocol: fixed(fees.protocolFixed),
      provider: fixed(fees.providerFixed),
    },
    percentFees: {
      percent: fees.percent?.percent ?? 0,
      token: fees.percent === null ? null : toTokenItem(fees.percent.token, tools),
    },
  }
}

/** The numbers that `toEstimate` prints. */
export function estimateTerms(quote: Quote, priced: Priced, prices: PriceBook): EstimateTerms {
  return {
    dstAmount: priced.dstAmount,
    dstMinAmount: priced.dstMinAmount,
    slippageBps: quote.slippageBps,
    durationSeconds: Math.round(quote.durationSeconds),
    priceImpactPercent: impactOf(quote, priced, prices),
  }
}

/** The numbers that `toFees` prints. */
export function feeTerms({ protocolFixed, providerFixed, gas, percent }: QuoteFees): FeeTerms {
  return {
    protocolFee: protocolFixed,
    providerFee: providerFixed,
    gasLimit: gas?.limit ?? null,
    gasCost: gas === null ? null : gasCostOf(gas),
    percentFee: percent?.percent ?? 0,
  }
}

export function toRoutingStep(step: RouteStep, tools: WireTools): SentRoute['routing'][number] {
  // The contract has no value for an unknown amount.
  const path = [step.from, step.to].map(({ token, amount }) =>
    withAmount(token, amount ?? 0n, tools),
  )
  const { type, provider, via } = step
  return { type, provider, path, ...(via === undefined ? {} : { via: [...via] }) }
}

/**
 * V7: an unexpected error of an adapter may name files of this machine, so its text is withheld.
 */
export function toFailedItem(id: string, { provider, error }: ProviderFailure): FailedItem {
  const { code, ...more } = toErrorObject(error)
  const reason = 'Its adapter failed unexpectedly.'
  const data = error.code === 'INTERNAL' ? { code, reason } : { code, ...more }
  return { id, providerType: provider, data }
}

/** A hidden dangerous route, reported with the number of its first danger. */
export function toHiddenItem(id: string, { quote, dangers }: Offer): FailedItem {
  const outages = outagesOf(dangers)
  return {
    id,
    providerType: quote.provider,
    data: {
      code: dangers[0]?.code ?? 7001,
      reason: `hidden as dangerous: ${dangers.map((danger) => danger.reason).join('; ')}`,
      ...(outages.length === 0 ? {} : { data: { outages } }),
    },
  }
}

/** Price sources that do not answer, if outages alone make the route dangerous. */
function outagesOf(dangers: readonly Danger[]): string[] {
  const named = dangers.map(({ data }) => data?.outages ?? [])
  return named.every(({ length }) => length > 0) ? named.flat() : []
}

function toTokenItem(token: Token, tools: WireTools): SentRoute['tokens']['to'] {
  const price = tools.prices(token)
  return {
    address: token.address,
    blockchain: token.blockchain,
    blockchainId: tools.blockchainNumber(token.blockchain),
    decimals: token.decimals,
    symbol: token.symbol,
    name: token.name,
    ...(price === null ? {} : { price: usdToNumber(price.e18) }),
  }
}

function withAmount(token: Token, amount: bigint, tools: WireTools): SentRoute['tokens']['from'] {
  return { ...toTokenItem(token, tools), amount: formatAmount(amount, token.decimals) }
}
