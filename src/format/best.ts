import type { Route } from '../api/route.ts'
import { formatAmount } from '../core/amounts.ts'
import { shortAmount } from './amounts.ts'
import type { Card, CardRow } from './card.ts'
import {
  atLeastText,
  dangerNames,
  expectedText,
  extraCostUsd,
  fixedFeeText,
  isDeposit,
  lacksMinimum,
  pathText,
} from './facts.ts'
import { fractionText, percentText, usdText } from '../core/figures.ts'
import { estimatedUsdText, minutesText } from './numbers.ts'
import { assetText, foreignQuotation, plain, symbolText } from './plain.ts'
import type { Asked } from './routes.ts'

export type BestView = {
  asked: Asked
  route: Route
  /** `--explain`: the other routes, best first. */
  others: readonly Route[]
  explain: boolean
  holdsSeconds: number
  /** The command that executes it; null if it cannot be executed. */
  next: string | null
}

/** The best route with estimate, fees, approval, id and lifetime. */
export function bestCard(view: BestView): Card {
  const { asked, route } = view
  const { estimate, swapType, routing } = route.item
  const via = routing.flatMap((step) => (step.via ?? []).map((name) => plain(name, 48)))
  const kind = swapType === 'on-chain' ? 'same chain' : 'cross-chain'
  return {
    title: `Best route · ${plain(route.provider, 32)} · ${kind}${isDeposit(route) ? ' · deposit order' : ''}`,
    groups: [
      [
        { label: 'Send', value: `${plain(asked.amount)} ${assetText(asked.from)}` },
        {
          label: 'Receive',
          value: `${plain(expectedText(route, asked.to))} ${assetText(asked.to)} (${usdText(estimate.destinationUsdAmount)})`,
          tone: 'good',
        },
        {
          label: lacksMinimum(route) ? 'Not guaranteed' : 'At least',
          value: `${plain(atLeastText(route, asked.to))} ${symbolText(asked.to.symbol, asked.to.address)} (slippage ${fractionText(estimate.slippage)})`,
        },
        { label: 'Price impact', value: percentText(estimate.priceImpact) },
        { label: 'Time', value: minutesText(estimate.durationInMinutes) },
        ...(routing.length === 0 ? [] : [{ label: 'Path', value: pathText(route) }]),
        ...(via.length === 0 ? [] : [{ label: 'Through', value: via.join(', ') }]),
        ...(view.explain ? singlePathRows(view) : []),
      ],
      feeRows(route),
      approvalRows(view),
      warningRows(route),
      view.explain ? explainRows(view) : [],
      [
        { label: 'Route id', value: route.id === null ? 'none; get a new quote' : plain(route.id) },
        { label: 'Valid for', value: `${view.holdsSeconds}s` },
      ],
    ],
    ...(view.next === null ? {} : { footer: view.next }),
  }
}

/** What one path would bring in place of several, and what gas takes either way. */
function singlePathRows({ asked, route: { item, terms } }: BestView): CardRow[] {
  const { singlePath } = item
  if (singlePath == null || 'invalid' in terms) return []
  const { destinationWeiAmount, gasLimit } = singlePath
  const amount = BigInt(destinationWeiAmount)
  const usd = item.fees.gasTokenFees.gas?.totalUsdAmount ?? null
  const ours = terms.gasLimit ?? 0n
  const gas =
    usd === null || ours === 0n
      ? []
      : [`gas ${usdText((usd * Number(gasLimit)) / Number(ours))} instead of ${usdText(usd)}`]
  const value = [
    `${formatAmount(amount, asked.to.decimals)} ${symbolText(asked.to.symbol, asked.to.address)}`,
    lessText(terms.dstAmount - amount, asked.to),
    ...gas,
  ]
  return [{ label: 'Along one path', value: value.join(', ') }]
}

function feeRows(route: Route): CardRow[] {
  const { gasTokenFees, percentFees } = route.item.fees
  const { nativeToken, gas } = gasTokenFees
  const gasCost = 'invalid' in route.terms ? null : route.terms.gasCost
  const coin = symbolText(nativeToken.symbol, nativeToken.address)
  const rows: CardRow[] = [
    {
      label: 'Network fee',
      value:
        gasCost === null
          ? 'unknown'
          : `about ${formatAmount(gasCost, nativeToken.decimals)} ${coin} (${usdText(gas?.totalUsdAmount)})`,
    },
    ...fixedFeeRow('Service fee', route, 'protocol', coin),
    ...fixedFeeRow('Provider fee', route, 'provider', coin),
  ]
  if (percentFees.percent > 0) {
    const token = percentFees.token
    const of = token == null ? '' : ` of the ${symbolText(token.symbol, token.address)}`
    rows.push({
      label: 'Provider share',
      value: `${percentText(percentFees.percent)}${of}, already deducted`,
    })
  }
  rows.push({ label: 'Total extra cost', value: estimatedUsdText(extraCostUsd(route)) })
  return rows
}

function fixedFeeRow(
  label: string,
  route: Route,
  name: 'protocol' | 'provider',
  coin: string,
): CardRow[] {
  const fee = fixedFeeText(route, name)
  if (fee === null) return []
  const usd = usdText(route.item.fees.gasTokenFees[name].fixedUsdAmount)
  return [{ label, value: `${plain(fee)} ${coin} (${usd})` }]
}

function approvalRows({ asked, route }: BestView): CardRow[] {
  const { spender } = route
  if (isDeposit(route)) return [{ label: 'Approval', value: 'none; paid by a deposit' }]
  if (spender === null) return [{ label: 'Approval', value: 'none needed' }]
  const symbol = symbolText(asked.from.symbol, asked.from.address)
  return [
    {
      label: 'Approval',
      value: [`exactly ${plain(asked.amount)} ${symbol} to`, plain(spender)],
    },
  ]
}

function warningRows(route: Route): CardRow[] {
  const dangerous = dangerNames(route.warnings).length > 0
  return route.warnings.map(({ reason }, index) => ({
    label: index === 0 ? (dangerous ? 'Dangerous' : 'Note') : '',
    value: foreignQuotation(reason),
    tone: dangerous ? ('bad' as const) : ('warn' as const),
  }))
}

/** Why the route beats the next ones: differences in the destination token, USD and minutes. */
function explainRows({ asked, route, others }: BestView): CardRow[] {
  if (others.length === 0) {
    return [{ label: 'Why this one', value: 'it is the only route' }]
  }
  const rows = others.slice(0, 3).map((other, index) => ({
    label: index === 0 ? 'Why this one' : '',
    value: `${plain(other.provider, 32)}: ${differences(route, other, asked.to).join(', ')}`,
  }))
  const rules = [
    'Routes are ranked by what you receive minus extra fees.',
    ...([route, ...others].some((one) => extraCostUsd(one) === null)
      ? ['An unknown network fee counts as the highest known one.']
      : []),
    ...([route, ...others].some(isDeposit)
      ? ['A deposit order counts 2% less: you have to trust its provider with the amount.']
      : []),
  ]
  return [...rows, { label: '', value: rules }]
}

function differences(best: Route, other: Route, to: Asked['to']): string[] {
  const parts: string[] = isDeposit(other) ? ['deposit order'] : []
  if (!('invalid' in best.terms) && !('invalid' in other.terms)) {
    parts.push(lessText(best.terms.dstAmount - other.terms.dstAmount, to))
  }

  const ours = extraCostUsd(best)
  const theirs = extraCostUsd(other)
  if (ours === null || theirs === null) parts.push('fees unknown')
  else if (Math.abs(theirs - ours) >= 0.005) {
    parts.push(`${usdText(Math.abs(theirs - ours))} ${theirs > ours ? 'more' : 'less'} in fees`)
  } else parts.push('the same fees')

  const minutes = other.item.estimate.durationInMinutes - best.item.estimate.durationInMinutes
  if (minutes !== 0) {
    parts.push(`${minutesText(Math.abs(minutes))} ${minutes > 0 ? 'slower' : 'faster'}`)
  }
  return parts
}

/** @param less how much less than the best route, base units */
function lessText(less: bigint, { symbol, address, decimals }: Asked['to']): string {
  const text = symbolText(symbol, address)
  if (less === 0n) return `the same ${text}`
  const amount = shortAmount(formatAmount(less < 0n ? -less : less, decimals))
  return `${amount} ${text} ${less > 0n ? 'less' : 'more'}`
}
