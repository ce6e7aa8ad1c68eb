import { formatAmount } from '../core/amounts.ts'
import type { OrderCard, ReviewCard, ReviewFee, ReviewReason } from '../core/review.ts'
import type { Token, TokenAmount } from '../core/token.ts'
import type { Card, CardRow } from './card.ts'
import { percentText, usdE18Text } from '../core/figures.ts'
import { durationText } from './numbers.ts'
import { assetText, foreignQuotation, plain, symbolText } from './plain.ts'
import { rateText } from './rate.ts'

const feeNames = {
  gas: 'Network fee',
  protocol: 'Service fee',
  provider: 'Provider fee',
  percent: 'Provider share',
} as const

/** Everything about to be signed; addresses in full, amounts with every digit. Warnings first. */
export function reviewCard(facts: ReviewCard): Card {
  if (facts.occasion === 'claim') return claimCard(facts)
  const occasion =
    facts.occasion === 'resume' ? 'Review again before you continue' : 'Review this swap'
  const kind = facts.swapType === 'on-chain' ? 'same chain' : 'cross-chain'
  const { token } = facts.receive
  return {
    title: `${occasion} · ${plain(facts.provider, 32)} · ${kind}`,
    groups: [
      cautionRows(facts),
      [
        { label: 'You pay', value: `${onChain(facts.send)} (${usdE18Text(facts.send.usdE18)})` },
        {
          label: 'You get',
          value: `${onChain({ token, amount: facts.receive.expected })} (${usdE18Text(facts.receive.expectedUsdE18)})`,
          tone: 'good',
        },
        {
          label: facts.floats === true ? 'Not guaranteed' : 'At least',
          value: `${amountText({ token, amount: facts.receive.atLeast })} (${usdE18Text(facts.receive.atLeastUsdE18)}, slippage ${percentText(facts.slippageBps / 100)})`,
        },
        ...refundRows(facts),
        {
          label: 'To',
          value: receiverText(facts),
          ...(facts.receiverIsSender ? {} : { tone: 'warn' as const }),
        },
        ...movedRows(facts),
      ],
      [
        ...rateRows(facts),
        { label: 'Market', value: marketText(facts) },
        { label: 'Time', value: `about ${durationText(facts.durationSeconds * 1000)}` },
        { label: 'Quote age', value: durationText(facts.quoteAgeMs) },
      ],
      feeRows(facts),
      [
        ...(facts.receiverIsSender ? [] : [{ label: 'From', value: plain(facts.from) }]),
        ...(facts.refundAddress === null || facts.refundAddress === facts.from
          ? []
          : [{ label: 'Refund to', value: plain(facts.refundAddress) }]),
        { label: 'Contract', value: plain(facts.target) },
      ],
      approvalRows(facts),
      simulationRows(facts),
    ],
  }
}

/** The full address, with its owner or the name it was given by. */
function receiverText({ receiver, receiverName, receiverIsSender }: ReviewCard): string[] {
  return [
    plain(receiver),
    ...(receiverName === undefined ? [] : [`named ${plain(receiverName, 64)}`]),
    ...(receiverIsSender ? ['(your account)'] : []),
  ]
}

/** Cost and amount of the refund of an unfilled order or a returned deposit. */
export function refundRows({ refund }: Pick<ReviewCard, 'refund'>): CardRow[] {
  if (refund === undefined) return []
  const { token, fee, atLeast, feeUsdE18, atLeastUsdE18 } = refund
  return [
    {
      label: 'If refunded',
      value: [
        `at least ${amountText({ token, amount: atLeast })} comes back (${usdE18Text(atLeastUsdE18)})`,
        `a refund costs up to ${amountText({ token, amount: fee })} (${usdE18Text(feeUsdE18)})`,
      ],
    },
  ]
}

/** The rate and the path of the swap. */
function rateRows({ send, receive, path = [] }: ReviewCard): CardRow[] {
  const rate = rateText(
    { amount: formatAmount(send.amount, send.token.decimals), symbol: symbolOf(send.token) },
    {
      amount: formatAmount(receive.expected, receive.token.decimals),
      symbol: symbolOf(receive.token),
    },
  )
  const stops = path.map(({ symbol }) => plain(symbol, 16))
  return [
    ...(rate === null ? [] : [{ label: 'Rate', value: rate }]),
    ...(stops.length < 2 ? [] : [{ label: 'Path', value: stops.join(' → ') }]),
  ]
}

function symbolOf({ symbol, address }: Token): string {
  return symbolText(symbol, address)
}

function marketText({ lossBps, priceImpactPercent }: ReviewCard): string {
  const impact = priceImpactPercent === null ? 'unknown' : percentText(priceImpactPercent)
  return `${lossText(lossBps)}; price impact ${impact}`
}

/** `250 USDC on Ethereum`; an unlisted token is tagged and has its address. */
function onChain({ token, amount }: TokenAmount): string {
  const text = assetText(token)
  return `${formatAmount(amount, token.decimals)} ${text}`
}

/** A claim pays only gas: it has no price, quote or approval. */
function claimCard(facts: ReviewCard): Card {
  const { receive, receiverIsSender } = facts
  return {
    title: `Review this claim · ${plain(facts.provider, 32)}`,
    groups: [
      cautionRows(facts),
      [
        {
          label: 'You get',
          value: `${onChain({ token: receive.token, amount: receive.expected })} (${usdE18Text(receive.expectedUsdE18)})`,
          tone: 'good',
        },
      ],
      feeRows(facts),
      [
        ...(receiverIsSender ? [] : [{ label: 'From', value: plain(facts.from) }]),
        {
          label: 'To',
          value: receiverText(facts),
          ...(receiverIsSender ? {} : { tone: 'warn' as const }),
        },
        { label: 'Contract', value: plain(facts.target) },
      ],
      simulationRows(facts),
    ],
  }
}

/** `250 USDC` with every digit. */
export function amountText({ token, amount }: TokenAmount): string {
  return `${formatAmount(amount, token.decimals)} ${symbolText(token.symbol, token.address)}`
}

/** `250 USDC on ETH`; an unlisted token is tagged and has its address. */
export function placed({ token, amount }: TokenAmount): string {
  return `${formatAmount(amount, token.decimals)} ${assetText(token)}`
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

/** Each fee by its name. Gas has a likely cost and a maximum. */
function feeRows({ fees, feesUsdE18, maxGasCost, likelyGas, dataFee }: ReviewCard): CardRow[] {
  const gas = fees.find(({ name }) => name === 'gas')
  const most = `at most ${amountText(maxGasCost)} (${usdE18Text(gas?.usdE18 ?? null)})`
  const cost = ({ amount, usdE18 }: NonNullable<typeof likelyGas>): string =>
    `${amountText({ token: maxGasCost.token, amount })} (${usdE18Text(usdE18)})`
  const isBelow = likelyGas !== undefined && likelyGas.amount < maxGasCost.amount
  const rows: CardRow[] = [
    {
      label: 'Network fee',
      value: [
        ...(isBelow ? [`about ${cost(likelyGas)}`] : []),
        most,
        ...(dataFee === undefined
          ? []
          : [`includes about ${cost(dataFee)} for data on the parent chain`]),
      ],
    },
  ]
  const others = routeFeeRows(fees)
  if (others.length > 0)
    others.push({ label: 'All fees', value: `at most ${usdE18Text(feesUsdE18)}` })
  return [...rows, ...others]
}

/** The fees of the route, each by its name. */
export function routeFeeRows(fees: readonly ReviewFee[]): CardRow[] {
  const others = fees.filter(({ name }) => name !== 'gas')
  return others.map(({ name, token, amount, percent, usdE18, included }) => {
    const text = amount === null ? 'unknown' : amountText({ token, amount })
    const share = percent === null ? '' : `${percentText(percent)}, `
    const taken = included ? ', already deducted' : ''
    return { label: feeNames[name], value: `${share}${text} (${usdE18Text(usdE18)}${taken})` }
  })
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

function signedText(change: TokenAmount): string {
  return `${change.amount > 0n ? '+' : ''}${amountText(change)}`
}

/** Fees of this percentage of the amount or more are shown first. */
const tallFeesPercent = 10n

function cautionRows(facts: ReviewCard): CardRow[] {
  const { yesBlockedBy } = facts
  return [
    ...warningRows(facts, feesWarning(facts)),
    ...(yesBlockedBy === null
      ? []
      : [{ label: 'Not by --yes', value: plain(yesBlockedBy), tone: 'warn' as const }]),
  ]
}

/** Everything to know before a yes, under one label; a warning that is typed stands there once. */
export function warningRows(
  {
    warnings,
    typedReasons,
    replaces,
  }: Pick<ReviewCard | OrderCard, 'warnings' | 'typedReasons' | 'replaces'>,
  fees: string | null = null,
): CardRow[] {
  const isTyped = (warning: { text: string }): boolean =>
    typedReasons.some(({ text }) => text.includes(warning.text))
  const [first, ...rest]: CardRow[] = [
    ...renewedRows(replaces?.worse),
    ...(fees === null ? [] : [{ label: '', value: fees, tone: 'bad' as const }]),
    ...warnings
      .filter((warning) => !isTyped(warning))
      .map(({ code, text }): CardRow => ({
        label: '',
        // Services number their warnings; those of this program have names and are not quoted.
        value: /^[A-Z_]+$/.test(code) ? plain(text) : foreignQuotation(text),
        tone: 'bad',
      })),
    ...typedReasons.map(({ text }): CardRow => ({ label: '', value: plain(text), tone: 'warn' })),
  ]
  return first === undefined ? [] : [{ ...first, label: 'Warning' }, ...rest]
}

/** What is worse than on the accepted card. */
function renewedRows(worse: readonly ReviewReason[] = []): CardRow[] {
  return worse.map(({ text }) => ({
    label: '',
    value: `Changed while you read: ${plain(text)}`,
    tone: 'bad',
  }))
}

/** `Fees are 147% of the amount.` */
function feesWarning({ send, feesUsdE18, likelyGas, fees }: ReviewCard): string | null {
  if (send.usdE18 === null || send.usdE18 === 0n || feesUsdE18 === null) return null
  const gas = fees.find(({ name }) => name === 'gas')?.usdE18 ?? 0n
  const likely = feesUsdE18 - gas + (likelyGas?.usdE18 ?? gas)
  const percent = (likely * 100n) / send.usdE18
  return percent < tallFeesPercent ? null : `Fees are about ${percent}% of the amount.`
}
