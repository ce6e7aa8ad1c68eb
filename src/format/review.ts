import { formatAmount } from '../core/amounts.ts'
import type { ReviewCard } from '../core/review.ts'
import type { Token } from '../core/token.ts'
import { usdToNumber } from '../core/usd.ts'
import type { Card, CardRow } from './card.ts'
import { durationText, percentText, usdText } from './numbers.ts'
import { assetText, plain, quoted, symbolText } from './plain.ts'

type Amount = { token: Token; amount: bigint }

const feeNames = {
  gas: 'network',
  protocol: 'service',
  provider: 'provider',
  percent: 'provider share',
} as const

/** Everything about to be signed; addresses in full, amounts with every digit. */
export function reviewCard(facts: ReviewCard): Card {
  if (facts.occasion === 'claim') return claimCard(facts)
  const occasion =
    facts.occasion === 'resume' ? 'Review again before you continue' : 'Review this swap'
  const kind = facts.swapType === 'on-chain' ? 'same chain' : 'cross-chain'
  const { token } = facts.receive
  return {
    title: `${occasion} · ${plain(facts.provider, 32)} · ${kind}`,
    groups: [
      [
        { label: 'Send', value: `${placed(facts.send)} (${usd(facts.send.usdE18)})` },
        {
          label: 'Receive',
          value: `${placed({ token, amount: facts.receive.expected })} (${usd(facts.receive.expectedUsdE18)})`,
          tone: 'good',
        },
        {
          label: facts.floats === true ? 'Not guaranteed' : 'At least',
          value: `${amountText({ token, amount: facts.receive.atLeast })} (${usd(facts.receive.atLeastUsdE18)}, slippage ${percentText(facts.slippageBps / 100)})`,
        },
        ...movedRows(facts),
        { label: 'Price impact', value: percentText(facts.priceImpactPercent) },
        { label: 'Price', value: lossText(facts.lossBps) },
        { label: 'Time', value: durationText(facts.durationSeconds * 1000) },
        { label: 'Quote age', value: durationText(facts.quoteAgeMs) },
      ],
      feeRows(facts),
      [
        { label: 'From', value: plain(facts.from) },
        {
          label: 'Receiver',
          value: [plain(facts.receiver), ...(facts.receiverIsSender ? ['(your account)'] : [])],
          ...(facts.receiverIsSender ? {} : { tone: 'warn' as const }),
        },
        { label: 'Refund to', value: plain(facts.refundAddress ?? facts.from) },
        { label: 'Pays to', value: plain(facts.target) },
      ],
      approvalRows(facts),
      simulationRows(facts),
      cautionRows(facts),
    ],
  }
}

/** A claim pays nothing but gas: there is no price, quote or approval to look at. */
function claimCard(facts: ReviewCard): Card {
  const { receive, receiverIsSender } = facts
  return {
    title: `Review this claim · ${plain(facts.provider, 32)}`,
    groups: [
      [
        {
          label: 'Receive',
          value: `${placed({ token: receive.token, amount: receive.expected })} (${usd(receive.expectedUsdE18)})`,
          tone: 'good',
        },
      ],
      feeRows(facts),
      [
        { label: 'From', value: plain(facts.from) },
        {
          label: 'Receiver',
          value: [plain(facts.receiver), ...(receiverIsSender ? ['(your account)'] : [])],
          ...(receiverIsSender ? {} : { tone: 'warn' as const }),
        },
        { label: 'Calls', value: plain(facts.target) },
      ],
      simulationRows(facts),
      cautionRows(facts),
    ],
  }
}

/** `250 USDC` with every digit. */
export function amountText({ token, amount }: Amount): string {
  return `${formatAmount(amount, token.decimals)} ${symbolText(token.symbol, token.address)}`
}

/** `250 USDC on ETH`; an unlisted token is tagged and has its address. */
export function placed({ token, amount }: Amount): string {
  return `${formatAmount(amount, token.decimals)} ${assetText(token)}`
}

export function usd(valueE18: bigint | null): string {
  return usdText(valueE18 === null ? null : usdToNumber(valueE18))
}

function movedRows({ receive, quoted: before }: ReviewCard): CardRow[] {
  if (receive.expected === before.expected) return []
  const less = receive.expected < before.expected
  const difference = less ? before.expected - receive.expected : receive.expected - before.expected
  return [
    {
      label: 'Since quote',
      value: `${amountText({ token: receive.token, amount: difference })} ${less ? 'less' : 'more'} than quoted`,
      tone: less ? 'warn' : 'plain',
    },
  ]
}

/** A loss against independent prices in basis points; a negative one is a gain. */
export function lossText(lossBps: number | null): string {
  if (lossBps === null) return 'unknown; no independent price'
  if (lossBps === 0) return 'at market price'
  return `${percentText(Math.abs(lossBps) / 100)} ${lossBps < 0 ? 'above' : 'below'} market price`
}

function feeRows({ fees, feesUsdE18, maxGasCost }: ReviewCard): CardRow[] {
  const rows = fees.map((fee, index): CardRow => {
    const amount =
      fee.amount === null ? 'unknown' : amountText({ token: fee.token, amount: fee.amount })
    const share = fee.percent === null ? '' : `${percentText(fee.percent)}, `
    const taken = fee.included ? ', already deducted' : ''
    return {
      label: index === 0 ? 'Fees' : '',
      value: `${feeNames[fee.name]}: ${share}${amount} (${usd(fee.usdE18)}${taken})`,
    }
  })
  rows.push(
    { label: 'Total fees', value: usd(feesUsdE18) },
    { label: 'Max gas fee', value: amountText(maxGasCost) },
  )
  return rows
}

function approvalRows({ approvals, spender }: ReviewCard): CardRow[] {
  if (spender === null) return [{ label: 'Approval', value: 'none needed' }]
  if (approvals.length === 0) {
    return [{ label: 'Approval', value: ['already granted to', plain(spender)] }]
  }
  return approvals.map((approval, index) => ({
    label: index === 0 ? 'Approval' : '',
    value: [
      approval.leg === 'approve_reset'
        ? 'first: reset the old allowance to 0, as this token requires, for'
        : `exactly ${amountText(approval)} to`,
      plain(approval.spender),
    ],
  }))
}

function simulationRows(facts: ReviewCard): CardRow[] {
  const { simulation } = facts
  if (simulation.kind === 'unavailable') {
    return [{ label: 'Simulation', value: `not run: ${plain(simulation.reason)}`, tone: 'warn' }]
  }
  if (simulation.kind === 'read') {
    return [{ label: 'Transaction', value: simulation.lines.map((line) => plain(line)) }]
  }
  if (simulation.kind === 'decoded') {
    return [
      foreseenRow(simulation, facts),
      { label: 'Messages', value: simulation.messages.map((message) => plain(message)) },
    ]
  }
  const changes = simulation.changes.map(({ address, token, delta }) => {
    return token === null
      ? `${delta > 0n ? '+' : ''}${delta} units of ${plain(address)}`
      : signedText({ token, amount: delta })
  })
  return [
    {
      label: 'Simulation',
      value: [`passed, ${simulation.gasUsed} gas; your account changes by`, ...changes],
    },
  ]
}

type Decoded = Extract<ReviewCard['simulation'], { kind: 'decoded' }>

/** TON: the result of emulating the payment in the current state. */
function foreseenRow(simulation: Decoded, { send, receive, maxGasCost }: ReviewCard): CardRow {
  if (simulation.foreseen === null) {
    return { label: 'Not simulated', value: plain(simulation.reason) }
  }
  const { coins, jettons, received } = simulation.foreseen
  const changes = [
    { token: maxGasCost.token, amount: coins },
    ...(jettons === null ? [] : [{ token: send.token, amount: jettons }]),
  ]
  return {
    label: 'Simulation',
    value: [
      'passed; your wallet changes by',
      ...changes.map(signedText),
      ...(received === null
        ? []
        : [`the receiver gets ${amountText({ token: receive.token, amount: received })}`]),
    ],
  }
}

function signedText(change: Amount): string {
  return `${change.amount > 0n ? '+' : ''}${amountText(change)}`
}

function cautionRows({ warnings, typedReasons, yesBlockedBy }: ReviewCard): CardRow[] {
  return [
    ...warnings.map(({ code, text }, index): CardRow => ({
      label: index === 0 ? 'Warning' : '',
      // Services number their warnings; those of this program have names and need no quotes.
      value: /^[A-Z_]+$/.test(code) ? plain(text) : quoted(text),
      tone: 'bad',
    })),
    ...typedReasons.map(({ text }, index): CardRow => ({
      label: index === 0 && warnings.length === 0 ? 'Warning' : '',
      value: plain(text),
      tone: 'warn',
    })),
    ...(yesBlockedBy === null
      ? []
      : [{ label: 'Not by --yes', value: plain(yesBlockedBy), tone: 'warn' as const }]),
  ]
}
