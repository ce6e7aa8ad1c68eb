/** The limits of an agent to the cent and the millisecond, and what it may ask. */
import { describe, expect, test } from 'vitest'
import {
  type Allowance,
  createPlans,
  keyOf,
  type Plan,
  planOf,
  questionOf,
  refuseAnswer,
  refuseBeyond,
} from '../../../src/agents/plans.ts'
import type { ReviewCard } from '../../../src/core/review.ts'
import { alice, receiptOf, reviewOf } from '../../support/swapScript.ts'

const cent = 10n ** 16n
const nowMs = Date.UTC(2026, 10, 28)
const minuteMs = 60_000

function plannedWith(change: Partial<ReviewCard> = {}): Plan {
  const card = reviewOf(change)
  const order = { request: { srcAmountText: '250' } }
  const planned = { card, order, routeId: card.routeId } as unknown as Parameters<typeof planOf>[0]
  return planOf(planned, {}, nowMs)
}

/** `usdCents` for the amount alone: the gas of the card is one dollar more. */
const worth = (usdCents: bigint): Partial<ReviewCard> => {
  const { send } = reviewOf()
  return { send: { ...send, usdE18: usdCents * cent } }
}

function codeOf(run: () => unknown): unknown {
  try {
    run()
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown ? thrown.code : thrown
  }
  return null
}

describe('a plan', () => {
  test('is what was shown, before any question to a person', () => {
    expect(plannedWith()).toMatchObject({
      amountText: '250',
      atLeastText: '248.46234',
      stakeCents: 26_356n,
      expiresAtMs: nowMs + 10 * minuteMs,
      isAsked: false,
    })
  })

  test.each([
    ['a millisecond before its end', 10 * minuteMs - 1, null],
    ['at its end', 10 * minuteMs, 'QUOTE_EXPIRED'],
  ])('lives for ten minutes: %s', (_, laterMs, code) => {
    let at = nowMs
    const plans = createPlans(() => at)
    const plan = plannedWith()
    plans.add(plan)
    at += laterMs
    expect(codeOf(() => plans.take(plan.id, '250'))).toBe(code)
  })

  test('another amount does not use it up, and it is taken once', () => {
    const plans = createPlans(() => nowMs)
    const plan = plannedWith()
    plans.add(plan)
    const take = (amount: string) => codeOf(() => plans.take(plan.id, amount))
    expect(['25', '250', '250'].map(take)).toEqual(['CONFIRMATION_REQUIRED', null, 'QUOTE_EXPIRED'])
  })

  test('has its stake in its key, so that other processes can add it up', () => {
    const plan = plannedWith()
    expect(keyOf(plan)).toBe(`mcp:26356:${plan.id}`)
  })
})

describe('the question to a person', () => {
  const named = (symbol: string, receiverName: string): string => {
    const { send, receive } = reviewOf()
    const card = {
      send: { ...send, token: { ...send.token, symbol } },
      receive: { ...receive, token: { ...receive.token, symbol } },
    }
    return questionOf(plannedWith({ ...card, receiverName }))
  }

  test('cuts the words of strangers', () => {
    const question = named('A'.repeat(40), 'n'.repeat(90))
    expect(question).toContain(`Pay 250 ${'A'.repeat(15)}… on ETH`)
    expect(question).toContain(`248.46234 ${'A'.repeat(15)}… on ARBITRUM`)
    expect(question).toContain(`to ${'n'.repeat(63)}… (${alice})?`)
  })

  test('leaves those that fit', () => {
    const question = named('A'.repeat(16), 'n'.repeat(64))
    expect(question).toContain(`Pay 250 ${'A'.repeat(16)} on ETH`)
    expect(question).toContain(`248.46234 ${'A'.repeat(16)} on ARBITRUM`)
    expect(question).toContain(`to ${'n'.repeat(64)} (${alice})?`)
  })

  test.each([
    ['250', null],
    ['250 USDC', null],
    ['250 USDT', 'CONFIRMATION_REQUIRED'],
    ['250.0', 'CONFIRMATION_REQUIRED'],
    [undefined, 'CONFIRMATION_REQUIRED'],
  ])('%s as the answer', (amount, code) => {
    const answer = { action: 'accept', content: { amount } }
    expect(codeOf(() => refuseAnswer(plannedWith(), answer))).toBe(code)
  })
})

describe('what is carried out', () => {
  const allowance: Allowance = {
    account: 'main',
    maxUsdE18: 26_356n * cent,
    maxUsdText: '263.56',
    receivers: [],
  }
  type Journal = Parameters<typeof refuseBeyond>[2]['journal']
  function beyond({
    plan = plannedWith(),
    card = reviewOf(),
    limit = allowance.maxUsdE18,
    journal = {},
    again = false,
  }: {
    plan?: Plan
    card?: ReviewCard
    limit?: bigint
    journal?: Partial<Journal>
    again?: boolean
  }): unknown {
    return codeOf(() =>
      refuseBeyond(plan, card, {
        allowance: { ...allowance, maxUsdE18: limit },
        journal: { damage: () => null, keysSince: () => [], history: () => [], ...journal },
        assets: { isSameAccount: (_, one, other) => one === other },
        again,
        nowMs,
      }),
    )
  }

  test.each([
    ['as shown', 250_00n, null],
    ['a twentieth more', 262_56n, null],
    ['a cent above a twentieth', 262_57n, 'PRICE_MOVED'],
  ])('its value may move by a twentieth: %s', (_, usdCents, code) => {
    expect(beyond({ card: reviewOf(worth(usdCents)), limit: 10n ** 24n })).toBe(code)
  })

  test('its value has to stay known', () => {
    const { send } = reviewOf()
    const card = reviewOf({ send: { ...send, usdE18: null } })
    expect(beyond({ card, limit: 10n ** 24n })).toBe('PRICE_MOVED')
  })

  test.each([
    ['the limit itself', [], 26_356n * cent, null],
    ['less than a cent above it', [], 26_356n * cent - 1n, 'CONFIRMATION_REQUIRED'],
    ['with what was spent before', ['mcp:4400:x'], 30_756n * cent, null],
    ['a cent spent too much', ['mcp:4401:x'], 30_756n * cent, 'CONFIRMATION_REQUIRED'],
    ['several before', ['mcp:4000:x', 'mcp:400:y'], 30_756n * cent, null],
    [
      'several, a cent too much',
      ['mcp:4000:x', 'mcp:401:y'],
      30_756n * cent,
      'CONFIRMATION_REQUIRED',
    ],
    ['keys of others say nothing', ['mcp:x:4400', 'mcp:'], 26_356n * cent, null],
  ])('the limit holds to the cent: %s', (_, keys, limit, code) => {
    expect(beyond({ limit, journal: { keysSince: () => keys } })).toBe(code)
  })

  test('a receiver that no flag names is refused once more', () => {
    const change = {
      receiver: '0x52908400098527886E0F7030069857D2E4169EE7',
      receiverIsSender: false,
    }
    expect(beyond({ plan: plannedWith(change), card: reviewOf(change) })).toBe(
      'CONFIRMATION_REQUIRED',
    )
  })

  test('a swap that became worse lists the changes, as plain text', () => {
    const typedReasons = [{ code: 'loss' as const, text: 'It loses\u001b[31m 20%.', size: 20 }]
    expect(() =>
      refuseBeyond(plannedWith(), reviewOf({ typedReasons }), {
        allowance,
        journal: { damage: () => null, keysSince: () => [], history: () => [] },
        assets: { isSameAccount: () => true },
        again: false,
        nowMs,
      }),
    ).toThrow(/worse than planned\. .*It loses 20%\./)
  })

  test('what was spent is read from a day back', () => {
    const asked: [string, number][] = []
    const keysSince = (beginning: string, sinceMs: number): string[] => {
      asked.push([beginning, sinceMs])
      return []
    }
    expect(beyond({ journal: { keysSince } })).toBe(null)
    expect(asked).toEqual([['mcp:', nowMs - 24 * 60 * minuteMs]])
  })

  const madeAgo = (agoMs: number, change: Partial<ReturnType<typeof receiptOf>> = {}) =>
    receiptOf({ createdAtMs: nowMs - agoMs, ...change })
  const { send, receive } = receiptOf()
  const other = { ...send.token, address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }
  test.each([
    ['just now', madeAgo(0), 'DUPLICATE'],
    ['a millisecond below ten minutes ago', madeAgo(10 * minuteMs - 1), 'DUPLICATE'],
    ['ten minutes ago', madeAgo(10 * minuteMs), null],
    ['given up', madeAgo(0, { givenUp: { code: 'QUOTE_EXPIRED', reason: 'It expired.' } }), null],
    ['of another amount', madeAgo(0, { send: { ...send, amount: 1n } }), null],
    ['of another token', madeAgo(0, { send: { ...send, token: other } }), null],
    ['for another token', madeAgo(0, { receive: { ...receive, token: other } }), null],
  ])('the same swap, %s', (_, swap, code) => {
    const journal = { history: () => [swap] }
    expect(beyond({ journal })).toBe(code)
    expect(beyond({ journal, again: true })).toBe(null)
  })

  test('of several the newest is named', () => {
    const history = () => ['newest', 'older'].map((receiptId) => madeAgo(0, { receiptId }))
    const journal = { damage: () => null, keysSince: () => [], history }
    const assets = { isSameAccount: () => true }
    expect(() =>
      refuseBeyond(plannedWith(), reviewOf(), { allowance, journal, assets, again: false, nowMs }),
    ).toThrow('An identical swap was just made: newest.')
  })
})
