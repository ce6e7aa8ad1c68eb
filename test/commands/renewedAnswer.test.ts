import { expect, test } from 'vitest'

import type { Ctx } from '../../src/commands/frame/command.ts'
import { confirmOrder, confirmReview } from '../../src/commands/swap/confirm.ts'
import type { Confirmation, OrderCard, ReviewCard } from '../../src/core/review.ts'
import { noPaint } from '../../src/format/paint.ts'
import { planSwap } from '../../src/execution/plan.ts'
import { createWorld } from '../support/executionWorld.ts'

const worse = [{ code: 'worse' as const, text: 'Gas may cost up to 1 ETH, not 0.1 ETH.' }]
const need: Confirmation = {
  interactive: 'yes_no',
  flags: 'yes',
  amountText: '50',
  gas: null,
  trust: null,
  reasons: [],
}
const given = { yes: true, confirmAmount: '50', confirmGas: null, trust: null }

async function cardOf(): Promise<ReviewCard> {
  const world = createWorld()
  const context = world.context(await world.openJournal())
  return (await planSwap(world.order({}), context)).card
}

function ctxOf(shown: string[]): Ctx {
  const note = (lines: readonly string[]): void => void shown.push(...lines)
  const ctx = {
    notes: { width: 100, paint: noPaint },
    config: { sandbox: false, profile: null },
    note,
    show: note,
    ask: { possible: false },
    repeated: null,
  }
  return ctx as unknown as Ctx
}

test('--yes does not hold for a renewed plan that is worse: both cards are in the error', async () => {
  const card = await cardOf()
  const shown: string[] = []
  const replaced = { ...card, replaces: { card, worse } }
  await expect(confirmReview(replaced, need, given, ctxOf(shown))).rejects.toMatchObject({
    code: 'PRICE_MOVED',
    context: { check: 'P7', accepted: card, renewed: card },
  })
  expect(shown.join('\n')).toContain('Changed while you read: Gas may cost up to 1 ETH')
  await confirmReview(card, need, given, ctxOf([]))
})

test('the same of an order', async () => {
  const { send, receive, provider, routeId, durationSeconds, receiver } = await cardOf()
  const card: OrderCard = {
    send,
    receive,
    provider,
    routeId,
    durationSeconds,
    receiver,
    rateType: 'float',
    fees: [],
    limits: { min: null, max: null },
    refundAddress: null,
    quoteAgeMs: 0,
    lossBps: 0,
    warnings: [],
    typedReasons: [],
  }
  const replaced = { ...card, replaces: { card, worse } }
  await expect(confirmOrder(replaced, need, given, ctxOf([]))).rejects.toMatchObject({
    code: 'PRICE_MOVED',
    context: { check: 'P7', accepted: card, renewed: card },
  })
  await confirmOrder(card, need, given, ctxOf([]))
})
