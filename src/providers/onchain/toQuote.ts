import { toChecksumAddress } from '../../chains/evm/checksum.ts'
import { minimumAfterSlippage } from '../../core/amounts.ts'
import { defaultSlippageBps } from '../../core/slippage.ts'
import type { Quote, QuoteRequest, RouteStep } from '../../core/quote.ts'
import { inclusionSeconds } from '../../chains/inclusion.ts'
import { swapGas, wrapGas } from './estimates.ts'
import type { MeasuredPath } from './choose.ts'
import { familyOf } from './families/families.ts'
import type { Direction } from './families/family.ts'
import { toRouterState } from './families/uniswapV3.ts'
import { isUnoswapRow, toUnoswapState } from './families/unoswapPlan.ts'
import { directionOf } from './paths.ts'
import type { ProbeVerdict } from './probe.ts'
import type { DeploymentRow, WrapRow } from './rows.ts'
import { type PoolSwap, writeState } from './state.ts'
import { calledBy } from './swapCalls.ts'
import { afterTax, type Taxes, taxWarnings, untaxed } from './taxes.ts'

/** The node's answers other than the quotes. */
export type QuoteFacts = {
  /** Wei per unit of gas; null when unknown. */
  gasPrice: bigint | null
  /** What the tokens take of each transfer; the pools were asked for what reaches them. */
  taxes: Taxes
}

type OnVerdict = Extract<ProbeVerdict, { state: 'on' }>

/** The offer of one exchange: its best path, or null where its router cannot be called this way. */
export function toPoolQuote(
  request: QuoteRequest,
  measured: MeasuredPath,
  verdict: OnVerdict,
  { gasPrice, taxes }: QuoteFacts,
): Quote | null {
  const { path, answer, priceImpactPercent, single } = measured
  const direction = directionOf(path.row, request)
  const state = direction === null ? null : toState(measured, direction, verdict, taxes)
  if (direction === null || state === null) return null
  const slippageBps = request.slippageBps ?? defaultSlippageBps.pools
  const gas = swapGas(path, direction, answer.ticksCrossed, measured)
  const dstAmount = afterTax(answer.amountOut, taxes.buyBps)
  return {
    ...sharedFields(request, path.row, gasPrice, gas),
    dstAmount,
    dstMinAmount: minimumAfterSlippage(dstAmount, slippageBps),
    slippageBps,
    priceImpactPercent,
    spender: request.srcToken.native ? null : toChecksumAddress(calledBy(state)),
    steps: toSteps(request, measured, dstAmount),
    ...(single === undefined
      ? {}
      : {
          singlePath: {
            dstAmount: afterTax(single.answer.amountOut, taxes.buyBps),
            gasLimit: swapGas(single.path, direction, single.answer.ticksCrossed),
          },
        }),
    warnings: taxWarnings(request, taxes),
    providerState: writeState(state),
  }
}

/** What `build` needs; null where the router cannot be called for the path. */
function toState(
  { path, answer, parts, unoswap }: MeasuredPath,
  direction: Direction,
  verdict: OnVerdict,
  taxes: Taxes,
): PoolSwap | null {
  const { row, tokens } = path
  const isTaxed = taxes !== untaxed
  if (unoswap !== undefined) {
    if (isTaxed || !isUnoswapRow(row)) return null
    return toUnoswapState({ row, direction, tokens, hops: unoswap })
  }
  return parts !== undefined && row.family === 'uniswap-v3'
    ? toRouterState(row, direction, verdict, parts)
    : familyOf(row).toState(path, direction, verdict, answer, isTaxed)
}

/** Wrapping and unwrapping: one to one, no request needed. */
export function toWrapQuote(
  request: QuoteRequest,
  row: WrapRow,
  { gasPrice }: Pick<QuoteFacts, 'gasPrice'>,
): Quote {
  const { srcToken, dstToken, srcAmount } = request
  const from = { token: srcToken, amount: srcAmount }
  const to = { token: dstToken, amount: srcAmount }
  return {
    ...sharedFields(request, row, gasPrice, wrapGas),
    dstAmount: srcAmount,
    dstMinAmount: srcAmount,
    slippageBps: 0,
    priceImpactPercent: 0,
    spender: null,
    steps: [{ type: 'on-chain', provider: row.id, from, to }],
    providerState: writeState({
      family: 'wrapped',
      row,
      direction: srcToken.native ? 'wrap' : 'unwrap',
    }),
  }
}

function sharedFields(
  request: QuoteRequest,
  row: DeploymentRow,
  gasPrice: bigint | null,
  gasLimit: bigint,
): Pick<
  Quote,
  | 'provider'
  | 'swapType'
  | 'executionKind'
  | 'request'
  | 'durationSeconds'
  | 'fees'
  | 'expiresAtMs'
  | 'warnings'
> {
  const gas = gasPrice === null ? null : { limit: gasLimit, price: gasPrice }
  return {
    provider: row.id,
    swapType: 'on-chain',
    executionKind: 'evm',
    request,
    durationSeconds: inclusionSeconds(row.blockchain),
    fees: { gas, protocolFixed: 0n, providerFixed: 0n, percent: null },
    expiresAtMs: null,
    warnings: [],
  }
}

function toSteps(
  request: QuoteRequest,
  { path, answer, middle, unoswap, via }: MeasuredPath,
  dstAmount: bigint,
): RouteStep[] {
  const from = { token: request.srcToken, amount: request.srcAmount }
  const to = { token: request.dstToken, amount: dstAmount }
  // Contracts name the amount between two pools, if any.
  const amount = middle.length === 1 ? answer.amountMiddle : null
  const places = [from, ...middle.map((token) => ({ token, amount })), to]
  return places.slice(1).map((place, at) => ({
    type: 'on-chain',
    provider: unoswap?.[at]?.row.id ?? path.row.id,
    from: places[at] ?? from,
    to: place,
    ...(via?.[at] === undefined ? {} : { via: via[at] }),
  }))
}
