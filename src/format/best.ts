import { cutAmount, formatAmount } from '../core/amounts.ts'
import { shortAmount } from './amounts.ts'
import type { Card, CardRow } from './card.ts'
import { dangersOf, extraCostUsd, type FixedFeeFacts, isDeposit, type RouteFacts } from './facts.ts'
import { estimatedUsdText, fractionText, minutesText, percentText, usdText } from './numbers.ts'
import { assetText, plain, quoted, symbolText } from './plain.ts'
import { type Asked, pathText } from './routes.ts'

export type BestView = {
  asked: Asked
  route: RouteFacts
  /** `--explain`: the routes it was compared with, best first. */
  others: readonly RouteFacts[]
  explain: boolean
  holdsSeconds: number
  /** The command that executes it; null when it cannot be executed. */
  next: string | null
}

/** The one best route with everything that matters: estimate, fees, approval, id, lifetime. */
export function bestCard(view: BestView): Card {
  const { asked, route } = view
  const { estimate } = route
  const kind = route.swapType === 'on-chain' ? 'same chain' : 'cross-chain'
  return {
    title: `Best route · ${plain(route.providerType, 32)} · ${kind}${isDeposit(route) ? ' · deposit order' : ''}`,
    groups: [
      [
        { label: 'Send', value: `${plain(asked.amount)} ${assetText(asked.from)}` },
        {
          label: 'Receive',
          value: `${plain(estimate.destinationTokenAmount)} ${assetText(asked.to)} (${usdText(estimate.destinationUsdAmount)})`,
          tone: 'good',
        },
        {
          label: 'At least',
          value: `${plain(estimate.destinationTokenMinAmount)} ${symbolText(asked.to.symbol, asked.to.address)} (slippage ${fractionText(estimate.slippage)})`,
        },
        { label: 'Price impact', value: percentText(estimate.priceImpact) },
        { label: 'Time', value: minutesText(estimate.durationInMinutes) },
        ...(route.routing.length === 0 ? [] : [{ label: 'Path', value: pathText(route) }]),
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

function feeRows(route: RouteFacts): CardRow[] {
  const { gasTokenFees, percentFees } = route.fees
  const { nativeToken, gas, protocol, provider } = gasTokenFees
  const coin = symbolText(nativeToken.symbol, nativeToken.address)
  const rows: CardRow[] = [
    {
      label: 'Network fee',
      value:
        gas?.totalWeiAmount == null || !/^\d+$/.test(gas.totalWeiAmount)
          ? 'unknown'
          : `about ${formatAmount(BigInt(gas.totalWeiAmount), nativeToken.decimals)} ${coin} (${usdText(gas.totalUsdAmount)})`,
    },
    ...fixedFeeRow('Service fee', protocol, coin),
    ...fixedFeeRow('Provider fee', provider, coin),
  ]
  if (percentFees.percent > 0) {
    const token = percentFees.token
    const of = token == null ? '' : ` of the ${symbolText(token.symbol, token.address)}`
    rows.push({
      label: 'Provider share',
      value: `${percentText(percentFees.percent)}${of}, already deducted`,
    })
  }
  rows.push({ label: 'Total extra cost', value: estimatedUsdText(extraCostUsd(route.fees)) })
  return rows
}

function fixedFeeRow(label: string, fee: FixedFeeFacts, coin: string): CardRow[] {
  if (!/[1-9]/.test(fee.fixedAmount)) return []
  return [{ label, value: `${plain(fee.fixedAmount)} ${coin} (${usdText(fee.fixedUsdAmount)})` }]
}

function approvalRows({ asked, route }: BestView): CardRow[] {
  const spender = route.transaction.approvalAddress
  if (isDeposit(route)) return [{ label: 'Approval', value: 'none; paid by a deposit' }]
  if (spender == null || spender === '') return [{ label: 'Approval', value: 'none needed' }]
  const symbol = symbolText(asked.from.symbol, asked.from.address)
  return [
    {
      label: 'Approval',
      value: [`exactly ${plain(asked.amount)} ${symbol} to`, plain(spender)],
    },
  ]
}

function warningRows(route: RouteFacts): CardRow[] {
  const dangerous = dangersOf(route.warnings).length > 0
  return route.warnings.map(({ reason }, index) => ({
    label: index === 0 ? (dangerous ? 'Dangerous' : 'Note') : '',
    value: quoted(reason),
    tone: dangerous ? ('bad' as const) : ('warn' as const),
  }))
}

/** Why the route beats the next ones: differences in the destination token, USD and minutes. */
function explainRows({ asked, route, others }: BestView): CardRow[] {
  if (others.length === 0) {
    return [{ label: 'Why this one', value: 'it is the only route' }]
  }
  const symbol = symbolText(asked.to.symbol, asked.to.address)
  const rows = others.slice(0, 3).map((other, index) => ({
    label: index === 0 ? 'Why this one' : '',
    value: `${plain(other.providerType, 32)}: ${differences(route, other, symbol).join(', ')}`,
  }))
  const rules = [
    'Routes are ranked by what you receive minus extra fees.',
    ...([route, ...others].some(({ fees }) => extraCostUsd(fees) === null)
      ? ['An unknown network fee counts as the highest known one.']
      : []),
    ...([route, ...others].some(isDeposit)
      ? ['A deposit order counts 2% less: you have to trust its provider with the amount.']
      : []),
  ]
  return [...rows, { label: '', value: rules }]
}

function differences(best: RouteFacts, other: RouteFacts, symbol: string): string[] {
  const parts: string[] = isDeposit(other) ? ['deposit order'] : []
  const less =
    units(best.estimate.destinationTokenAmount, best) -
    units(other.estimate.destinationTokenAmount, best)
  const amount = shortAmount(formatAmount(less < 0n ? -less : less, best.tokens.to.decimals))
  if (less === 0n) parts.push(`the same ${symbol}`)
  else parts.push(`${amount} ${symbol} ${less > 0n ? 'less' : 'more'}`)

  const ours = extraCostUsd(best.fees)
  const theirs = extraCostUsd(other.fees)
  if (ours === null || theirs === null) parts.push('fees unknown')
  else if (Math.abs(theirs - ours) >= 0.005) {
    parts.push(`${usdText(Math.abs(theirs - ours))} ${theirs > ours ? 'more' : 'less'} in fees`)
  } else parts.push('the same fees')

  const minutes = other.estimate.durationInMinutes - best.estimate.durationInMinutes
  if (minutes !== 0) {
    parts.push(`${minutesText(Math.abs(minutes))} ${minutes > 0 ? 'slower' : 'faster'}`)
  }
  return parts
}

/** Base units of a decimal text on the wire; digits beyond the token's decimals are cut. */
function units(amount: string, route: RouteFacts): bigint {
  return cutAmount(amount, route.tokens.to.decimals) ?? 0n
}
