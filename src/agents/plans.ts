import { randomUUID } from 'node:crypto'
import { formatAmount } from '../core/amounts.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { ReviewCard, ReviewReason } from '../core/review.ts'
import { isSameToken } from '../core/token.ts'
import type { PlannedSwap } from '../execution/planned.ts'
import { isWorse } from '../execution/renewal.ts'
import { atStake, confirmationFor } from '../execution/review.ts'
import { plain } from '../format/plain.ts'
import type { Assets, JournalTools } from '../commands/frame/services.ts'

type Journal = Pick<JournalTools, 'damage' | 'keysSince' | 'history'>
type Addresses = Pick<Assets, 'isSameAccount'>

/** What the user allowed when the server was started. */
export type Allowance = {
  /** Name of the account that pays. */
  account: string
  /** Maximum at stake within a day, USD times 10^18. */
  maxUsdE18: bigint
  maxUsdText: string
  /** Additional allowed receivers. */
  receivers: readonly string[]
}

/** A swap as it was shown; it can be carried out once. */
export type Plan = {
  id: string
  /** The planned route, valid for a minute. */
  routeId: string
  /** Flags of the planned `swap` as text, without those that execute it. */
  asked: Readonly<Record<string, string>>
  /** The card as shown: nothing worse is carried out (docs/safety.md P7). */
  card: ReviewCard
  amountText: string
  /** Token units of the destination token. */
  atLeastText: string
  /** Maximum cost to the account, slightly above what was shown, since gas prices move. */
  stakeCents: bigint
  expiresAtMs: number
  /** Whether a person has confirmed it. */
  isAsked: boolean
}

/** The plans of one connection, each until it expires. */
export type Plans = {
  add(plan: Plan): void
  /** @throws SwaprouteError QUOTE_EXPIRED, CONFIRMATION_REQUIRED for another amount */
  take(id: string, amount: string): Plan
}

export function createPlans(now: () => number): Plans {
  const plans = new Map<string, Plan>()
  const dropEnded = (): void => {
    for (const [id, { expiresAtMs }] of plans) if (expiresAtMs <= now()) plans.delete(id)
  }
  return {
    add(plan) {
      dropEnded()
      plans.set(plan.id, plan)
    },
    take(id, amount) {
      dropEnded()
      const plan = plans.get(id)
      if (plan === undefined) {
        throw new SwaprouteError('QUOTE_EXPIRED', 'Unknown or expired plan.', {
          hint: 'Prepare the swap again and show the review to the user.',
          funds: 'none_moved',
        })
      }
      if (amount !== plan.amountText) {
        throw new SwaprouteError('CONFIRMATION_REQUIRED', 'The amount differs from the plan.', {
          hint: `The plan pays ${plan.amountText}.`,
          funds: 'none_moved',
        })
      }
      plans.delete(id)
      return plan
    },
  }
}

const dayMs = 24 * 60 * 60_000
/** Time an agent has to ask its user. */
const planLifeMs = 10 * 60_000
/** An identical swap within this time is treated as an accident unless confirmed. */
const repeatMs = 10 * 60_000
/** More swaps than happen within that time. */
const mostRepeats = 1_000
const cent = 10n ** 16n
const keyBeginning = 'mcp:'
const keyForm = /^mcp:(\d{1,15}):/

/** The amount and all costs, rounded up to cents, plus a twentieth for moving gas prices. */
function stakeCents(card: ReviewCard): bigint | null {
  const stake = atStake(card)
  return stake === null ? null : (stake * 21n) / 20n / cent + 1n
}

/** @throws SwaprouteError UNSAFE_ROUTE if the value is unknown: no limit can be applied */
export function planOf(planned: PlannedSwap, asked: Plan['asked'], nowMs: number): Plan {
  const { card, order } = planned
  const cents = stakeCents(card)
  if (cents === null) {
    throw new SwaprouteError('UNSAFE_ROUTE', 'The value of this swap is unknown.', {
      hint: 'An agent may only swap tokens with independent prices. A person can swap it in a terminal.',
      funds: 'none_moved',
    })
  }
  const { receive } = card
  return {
    id: randomUUID(),
    routeId: planned.routeId,
    asked,
    card,
    amountText: order.request.srcAmountText,
    atLeastText: formatAmount(receive.atLeast, receive.token.decimals),
    stakeCents: cents,
    expiresAtMs: nowMs + planLifeMs,
    isAsked: false,
  }
}

/**
 * The reasons of a review that a person has to type: all but the amount itself, which the limit of
 * the server covers (docs/safety.md K14).
 */
export function reasonsForPerson({
  typedReasons,
}: Pick<ReviewCard, 'typedReasons'>): ReviewReason[] {
  return typedReasons.filter(({ code }) => code !== 'value')
}

/** The text that the client shows to its user. */
export function questionOf({ card, amountText, atLeastText }: Plan): string {
  const { send, receive, receiver, receiverName, provider } = card
  const symbol = plain(send.token.symbol, 16)
  const to = receiverName === undefined ? receiver : `${plain(receiverName, 64)} (${receiver})`
  return [
    `Pay ${amountText} ${symbol} on ${send.token.blockchain} by ${provider},`,
    `for at least ${atLeastText} ${plain(receive.token.symbol, 16)} on ${receive.token.blockchain}`,
    `to ${to}?`,
    ...reasonsForPerson(card).map(({ text }) => plain(text)),
    `Type ${amountText} to sign and send it. This cannot be undone.`,
  ].join(' ')
}

/** @throws SwaprouteError DECLINED, or CONFIRMATION_REQUIRED for another amount */
export function refuseAnswer(
  { card, amountText }: Plan,
  { action, content }: { action: string; content?: Record<string, unknown> },
): void {
  if (action !== 'accept') {
    throw new SwaprouteError('DECLINED', 'The user declined. Nothing was signed.', {
      hint: 'Ask the user what to change before another swap is prepared.',
      funds: 'none_moved',
    })
  }
  const typed = content?.['amount']
  const symbol = card.send.token.symbol
  if (typed === amountText || typed === `${amountText} ${symbol}`) return
  throw new SwaprouteError('CONFIRMATION_REQUIRED', 'The user typed another amount.', {
    hint: 'Nothing was signed. Prepare the swap again with the amount that the user wants.',
    funds: 'none_moved',
  })
}

/** The refusal if the client cannot ask its user. */
export function personNeeded({ card }: Plan): SwaprouteError {
  const why = reasonsForPerson(card).map(({ text }) => plain(text))
  return new SwaprouteError('CONFIRMATION_REQUIRED', 'An agent cannot confirm this swap.', {
    hint: `${why.join(' ')} Prepare another route, or let the user swap in a terminal.`,
    context: { check: 'K14', reasons: why },
    funds: 'none_moved',
  })
}

/**
 * Recorded in the journal before anything is signed, so that the limit also applies after a restart
 * of the server.
 */
export function keyOf({ id, stakeCents: cents }: Plan): string {
  return `mcp:${cents}:${id}`
}

/**
 * Cents an agent has put at stake from an account within a day.
 * @throws SwaprouteError STORE_DAMAGED if the journal is incomplete
 */
function spentCents(journal: Journal, nowMs: number): bigint {
  const damage = journal.damage()
  if (damage !== null) {
    throw new SwaprouteError('STORE_DAMAGED', `The journal is damaged: ${damage}`, {
      hint: 'No limit can be enforced without it. `swaproute doctor` shows what to do.',
      funds: 'none_moved',
    })
  }
  let spent = 0n
  for (const key of journal.keysSince(keyBeginning, nowMs - dayMs)) {
    const [, cents] = keyForm.exec(key) ?? []
    if (cents !== undefined) spent += BigInt(cents)
  }
  return spent
}

/**
 * Refuses a swap the user did not allow at the start or that is worse than the plan. In the commit
 * that records the swap, the sum covers all processes (docs/safety.md K14).
 * @throws SwaprouteError PRICE_MOVED, CONFIRMATION_REQUIRED above the limit, DUPLICATE for a repeat
 */
export function refuseBeyond(
  plan: Plan,
  card: ReviewCard,
  {
    allowance,
    journal,
    assets,
    again,
    nowMs,
  }: {
    allowance: Allowance
    journal: Journal
    assets: Addresses
    again: boolean
    nowMs: number
  },
): void {
  const cents = stakeCents(card)
  const worse = isWorse(plan.card, card, confirmationFor, plan.card.receive.atLeast)
  // Prices move between two readings: the same swap may be worth a twentieth more.
  if (cents === null || (cents * 20n) / 21n > plan.stakeCents || worse.length > 0) {
    const why = worse.map(({ text }) => plain(text)).join(' ')
    throw new SwaprouteError(
      'PRICE_MOVED',
      `The swap has become worse than planned. ${why}`.trim(),
      {
        hint: 'Prepare it again and show the new numbers to the user.',
        context: { check: 'P7', accepted: plan.card, renewed: card },
        funds: 'none_moved',
      },
    )
  }
  refuseReceiver(card, allowance, assets)
  const spent = spentCents(journal, nowMs)
  if ((spent + plan.stakeCents) * cent > allowance.maxUsdE18) {
    throw new SwaprouteError(
      'CONFIRMATION_REQUIRED',
      `This swap would exceed the limit of ${allowance.maxUsdText} USD within 24 hours.`,
      {
        hint: 'The user can swap in a terminal, or start `swaproute mcp` with a higher --max-usd.',
        context: {
          check: 'K14',
          spentUsd: formatAmount(spent, 2),
          wantedUsd: formatAmount(plan.stakeCents, 2),
          maxUsd: allowance.maxUsdText,
        },
        funds: 'none_moved',
      },
    )
  }
  if (!again) refuseRepeat(card, journal, nowMs)
}

/** @throws SwaprouteError CONFIRMATION_REQUIRED for a receiver that was not named at the start */
export function refuseReceiver(
  { receiver, receiverIsSender, receive: { token } }: ReviewCard,
  { receivers, account }: Allowance,
  assets: Addresses,
): void {
  const isNamed = receivers.some((named) => assets.isSameAccount(token.blockchain, named, receiver))
  if (receiverIsSender || isNamed) return
  throw new SwaprouteError(
    'CONFIRMATION_REQUIRED',
    `An agent may not pay ${receiver}: it is neither ${account} nor a receiver named at the start.`,
    {
      hint: 'The user can start `swaproute mcp` with --allow-receiver and this address.',
      funds: 'none_moved',
    },
  )
}

/** An idempotency key turns off the program's own protection against repeats, which agents need. */
function refuseRepeat(card: ReviewCard, journal: Journal, nowMs: number): void {
  const { send, receive } = card
  const earlier = journal
    .history(mostRepeats)
    .find(
      (one) =>
        nowMs - one.createdAtMs < repeatMs &&
        one.givenUp === null &&
        one.send.amount === send.amount &&
        isSameToken(one.send.token, send.token) &&
        isSameToken(one.receive.token, receive.token),
    )
  if (earlier === undefined) return
  throw new SwaprouteError('DUPLICATE', `An identical swap was just made: ${earlier.receiptId}.`, {
    hint: 'Ask the user whether a second one is intended; then repeat with `again`.',
    context: { receiptId: earlier.receiptId },
    funds: 'none_moved',
  })
}
