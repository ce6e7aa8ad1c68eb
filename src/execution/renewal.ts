import * as z from 'zod'
import { amountWithSymbol, formatAmount, mulDivDown } from '../core/amounts.ts'
import { type Token, isSameAddress, isSameToken } from '../core/token.ts'
import type {
  Confirmation,
  OrderCard,
  ReviewCard,
  ReviewFee,
  ReviewReason,
} from '../core/review.ts'
import { usdE18Text } from '../core/figures.ts'
import { fromBigintJson } from '../store/bigintJson.ts'

// P7: what is signed is what was shown. Whenever a plan replaces another (an expired quote, a fresh
// order, a retry, an agent's plan), the card that was accepted is compared with the next one here,
// member by member. Amounts have no tolerance.

type Compared = Exclude<keyof ReviewCard | keyof OrderCard, 'replaces'>
type Shared = keyof ReviewCard & keyof OrderCard & Compared

/** The card of a payment or of an order, without what an earlier comparison found. */
export type AcceptedCard = Pick<ReviewCard, Shared> &
  Partial<Pick<ReviewCard, Exclude<Compared & keyof ReviewCard, Shared>>> &
  Partial<Pick<OrderCard, Exclude<Compared & keyof OrderCard, Shared>>>

/** Sentences about what is worse; empty if nothing is. */
type Comparison = (accepted: AcceptedCard, next: AcceptedCard, floor: bigint | null) => string[]

/** A fixed fee that a provider states may move by this much with the price of its coin (E5). */
const feeToleranceBps = 200n
/** Prices move between two readings; a loss or an impact has to grow by more to be another one. */
const sizeTolerance = 0.25

/** What cannot make a plan worse, and why. */
const harmless =
  (_why: string): Comparison =>
  () => []

/** Every member of a card: one that is missing here does not compile. */
const members: Readonly<Record<Compared, Comparison>> = {
  occasion: harmless('the heading'),
  routeId: harmless('a renewed quote has another one'),
  provider: same('provider', ({ provider }) => provider),
  swapType: same('kind of swap', ({ swapType }) => swapType),
  rateType: same('kind of rate', ({ rateType }) => rateType),
  floats: (accepted, next) =>
    next.floats === true && accepted.floats !== true
      ? ['The call no longer guarantees a minimum.']
      : [],
  quoted: harmless('the quoted amount'),
  send: (accepted, next) =>
    isSameToken(accepted.send.token, next.send.token) && accepted.send.amount === next.send.amount
      ? []
      : [`You would pay ${amountOf(next.send)}, not ${amountOf(accepted.send)}.`],
  receive: (accepted, next, floor) => {
    const { token, expected, atLeast } = next.receive
    if (!isSameToken(token, accepted.receive.token)) {
      return [`You would get ${token.symbol}, not ${accepted.receive.token.symbol}.`]
    }
    // A floor that the user named counts as accepted.
    if (floor !== null && atLeast >= floor) return []
    return [
      ...less('You would get', token, expected, accepted.receive.expected),
      ...less('You would get at least', token, atLeast, floor ?? accepted.receive.atLeast),
    ]
  },
  priceImpactPercent: harmless('it is part of what is received, and of the typed reasons'),
  slippageBps: harmless('the minimum covers it'),
  durationSeconds: harmless('an estimate'),
  limits: harmless('the amount is within them, or no order is opened'),
  fees: ({ fees: before }, { fees }) => fees.flatMap((fee) => grown(fee, before)),
  refund: ({ refund: before }, { refund: now }) => {
    if (now === undefined) return []
    const isSame = before !== undefined && isSameToken(before.token, now.token)
    if (isSame && now.fee <= before.fee && now.atLeast >= before.atLeast) return []
    const { token, fee, atLeast } = now
    const back = amountOf({ token, amount: atLeast })
    return [`A refund may cost ${amountOf({ token, amount: fee })}; at least ${back} comes back.`]
  },
  feesUsdE18: harmless('the sum of what is compared one by one'),
  target: sameAddress('contract', ({ target }) => target),
  spender: sameAddress('spender', ({ spender }) => spender),
  from: sameAddress('paying account', ({ from }) => from),
  receiver: sameAddress('receiver', ({ receiver }) => receiver),
  receiverName: harmless('another name of the address, which is compared'),
  receiverIsSender: harmless('it follows from the two addresses'),
  receiverMemo: same('memo of the receiver', ({ receiverMemo }) => receiverMemo?.value),
  notes: harmless('about the receiver, who is compared'),
  refundAddress: sameAddress('refund address', ({ refundAddress }) => refundAddress),
  quoteAgeMs: harmless('younger than before'),
  chainId: same('chain', ({ chainId }) => chainId),
  approvals: ({ approvals: before = [] }, { approvals = [] }) =>
    approvals
      .filter(
        (one) =>
          !before.some(
            ({ leg, token, spender, amount }) =>
              leg === one.leg &&
              isSameToken(token, one.token) &&
              isSameAddress(spender, one.spender) &&
              amount >= one.amount,
          ),
      )
      .map((one) => `An approval of ${amountOf(one)} to ${one.spender} was not shown.`),
  maxGasCost: ({ maxGasCost: before }, { maxGasCost: now }) => {
    if (now === undefined || (before !== undefined && now.amount <= before.amount)) return []
    const was = before === undefined ? '' : `, not ${amountOf(before)}`
    return [`Gas may cost up to ${amountOf(now)}${was}.`]
  },
  likelyGas: harmless('an estimate; the most it may cost is compared'),
  dataFee: harmless('part of the most that gas may cost, which is compared'),
  path: harmless('the amounts cover it'),
  simulation: ({ simulation: before }, { simulation: now }) =>
    now !== undefined && rankOf(now) < (before === undefined ? 0 : rankOf(before))
      ? ['The transaction could not be simulated this time.']
      : [],
  lossBps: harmless('it is part of what is received, and of the typed reasons'),
  warnings: ({ warnings: before }, { warnings }) =>
    warnings
      .filter(({ code }) => before.every((one) => one.code !== code))
      .map(({ text }) => `New warning: ${text}`),
  typedReasons: ({ typedReasons: before }, { typedReasons }) =>
    typedReasons
      .filter(({ code, size }) => before.every((one) => one.code !== code || isLarger(size, one)))
      .map(({ text }) => text),
  repeatOf: harmless('about the request, not the plan'),
  yesBlockedBy: ({ yesBlockedBy: before }, { yesBlockedBy: now }) =>
    typeof now === 'string' && typeof before !== 'string' ? [now] : [],
}

/**
 * Why the next plan needs another answer than the accepted one (P7); empty if it is not worse.
 * @param confirmation which answer a card needs
 * @param floor the minimum that the user named, base units; null: the accepted card's own
 */
export function isWorse<Card extends AcceptedCard>(
  accepted: Card,
  next: Card,
  confirmation: (card: Card) => Confirmation,
  floor: bigint | null = null,
): ReviewReason[] {
  const texts = Object.values(members).flatMap((compare) => compare(accepted, next, floor))
  if (texts.length === 0) texts.push(...higherLevel(confirmation(accepted), confirmation(next)))
  return [...new Set(texts)].map((text) => ({ code: 'worse', text }))
}

const flagLevels = { yes: 0, confirm_amount: 1, impossible: 2 } as const
const typingLevels = { yes_no: 0, type_amount: 1 } as const

/** K12: an answer that was enough for the accepted card must be enough for the next one. */
function higherLevel(accepted: Confirmation, next: Confirmation): string[] {
  const isHigher =
    flagLevels[next.flags] > flagLevels[accepted.flags] ||
    typingLevels[next.interactive] > typingLevels[accepted.interactive] ||
    (next.gas !== null && accepted.gas === null)
  if (!isHigher) return []
  return next.reasons.length > 0 ? next.reasons : ['The renewed plan needs another review.']
}

type Plain = string | number | null | undefined

function same(what: string, read: (card: AcceptedCard) => Plain): Comparison {
  return (accepted, next) =>
    read(accepted) === read(next) ? [] : [`The ${what} changed to ${textOf(read(next))}.`]
}

function sameAddress(
  what: string,
  read: (card: AcceptedCard) => string | null | undefined,
): Comparison {
  return (accepted, next) => {
    const [before, now] = [read(accepted) ?? null, read(next) ?? null]
    const isSame = before === now || (before !== null && now !== null && isSameAddress(before, now))
    return isSame ? [] : [`The ${what} changed to ${textOf(now)}.`]
  }
}

function textOf(value: Plain): string {
  return value === null || value === undefined ? 'none' : String(value)
}

function amountOf({ token, amount }: { token: Token; amount: bigint }): string {
  return amountWithSymbol(amount, token)
}

function less(what: string, token: Token, now: bigint, before: bigint): string[] {
  if (now >= before) return []
  return [
    `${what} ${amountOf({ token, amount: now })}, not ${formatAmount(before, token.decimals)}.`,
  ]
}

/** Gas has a member of its own. */
function grown(fee: ReviewFee, accepted: readonly ReviewFee[]): string[] {
  const { name, token, amount, usdE18 } = fee
  if (name === 'gas') return []
  const before = accepted.find((one) => one.name === name && isSameToken(one.token, token))
  const was = before?.amount ?? null
  if (
    was !== null &&
    amount !== null &&
    amount <= mulDivDown(was, 10_000n + feeToleranceBps, 10_000n)
  )
    return []
  const value = usdE18 === null ? '' : ` (${usdE18Text(usdE18)})`
  const now = amount === null ? 'unknown' : `${amountOf({ token, amount })}${value}`
  return [`A fee is ${now}${was === null ? '' : `, not ${amountOf({ token, amount: was })}`}.`]
}

/** How much of a plan was run in advance (E10). */
function rankOf(simulation: ReviewCard['simulation']): number {
  if (simulation.kind === 'passed') return 3
  if (simulation.kind === 'decoded') return simulation.foreseen === null ? 1 : 3
  return simulation.kind === 'read' ? 2 : 0
}

function isLarger(size: number | undefined, { size: before }: ReviewReason): boolean {
  return size !== undefined && (before === undefined || size > before + sizeTolerance)
}

const cardAmount = z.looseObject({
  token: z.looseObject({ address: z.string() }),
  amount: z.bigint(),
})
const anyCard = {
  provider: z.string(),
  send: cardAmount,
  receive: z.looseObject({ expected: z.bigint(), atLeast: z.bigint() }),
  fees: z.array(z.looseObject({ name: z.string(), amount: z.bigint().nullable() })),
  warnings: z.array(z.looseObject({ code: z.string() })),
  typedReasons: z.array(z.looseObject({ code: z.string() })),
}
/** What a comparison of cards reads; a card that another version wrote otherwise is shown again. */
const acceptedCard = z.looseObject({
  ...anyCard,
  approvals: z.array(cardAmount),
  maxGasCost: cardAmount,
  simulation: z.looseObject({ kind: z.string() }),
})
const acceptedOrderCard = z.looseObject(anyCard)

/**
 * A card of the journal; null where it cannot be compared.
 * @throws SyntaxError for damaged JSON
 */
export function readCard(text: string): ReviewCard | null {
  return comparable<ReviewCard>(text, acceptedCard)
}

/** As `readCard`, of an order; null also where an older version recorded no card. */
export function readOrderCard({ card }: { card?: string | undefined }): OrderCard | null {
  return card === undefined ? null : comparable<OrderCard>(card, acceptedOrderCard)
}

function comparable<Card>(text: string, form: z.ZodType): Card | null {
  const card: unknown = fromBigintJson(text)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this program as such
  return form.safeParse(card).success ? (card as Card) : null
}
