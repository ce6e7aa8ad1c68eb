/**
 * P7: an order that an account pays is accepted by one card and paid by another. Each member of the
 * second that is worse is shown again.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderCard, ReviewCard } from '../../../../src/core/review.ts'
import { isWorseThanOrdered } from '../../../../src/execution/deposit/paidOrder.ts'
import { readOrderCard } from '../../../../src/execution/renewal.ts'
import { toBigintJson } from '../../../../src/store/bigintJson.ts'
import { arbUsdc } from '../../../support/executionService.ts'
import {
  amountRows,
  coins,
  fee,
  plannedCard,
  reason,
  refundOf,
  stranger,
} from '../support/renewedCards.ts'

let payment: ReviewCard
let ordered: OrderCard
beforeEach(async () => {
  payment = { ...(await plannedCard()), approvals: [], spender: null }
  ordered = orderOf(payment)
})

/** The card of the order that a payment pays as it was accepted. */
function orderOf(card: ReviewCard): OrderCard {
  const { routeId, provider, send, receive, durationSeconds, receiver, quoteAgeMs } = card
  return {
    routeId,
    provider,
    send,
    receive,
    durationSeconds,
    receiver,
    quoteAgeMs,
    rateType: 'float',
    fees: [],
    limits: { min: null, max: null },
    refundAddress: card.from,
    lossBps: card.lossBps,
    warnings: card.warnings,
    typedReasons: [],
  }
}

const worse = (next: Partial<ReviewCard>, floor: bigint | null = null): string =>
  isWorseThanOrdered(ordered, { ...payment, ...next }, floor)
    .map(({ text }) => text)
    .join(' ')

type Change = (card: ReviewCard) => Partial<ReviewCard>
type Row = { worse: Change; says: RegExp; fine?: Change } | { own: Change }

/** `own`: only the payment's card has it, so that it is no change. */
const rows: Readonly<Record<Exclude<keyof ReviewCard, 'replaces'>, Row | 'harmless'>> = {
  occasion: { own: () => ({ occasion: 'resume' }) },
  routeId: { own: () => ({ routeId: 'another' }) },
  provider: { worse: () => ({ provider: 'DODO' }), says: /provider changed to DODO/ },
  swapType: { own: () => ({ swapType: 'cross-chain' }) },
  floats: { own: () => ({ floats: true }) },
  ...amountRows,
  fees: {
    worse: ({ fees }) => ({ fees: [...fees, fee(4n * coins)] }),
    says: /A fee is 4 ETH/,
    fine: ({ fees }) => ({ fees: fees.map((one) => ({ ...one, amount: coins })) }),
  },
  refund: {
    worse: () => ({ refund: refundOf(3n) }),
    says: /A refund may cost 0.000003 USDC/,
    fine: () => ({}),
  },
  target: { own: () => ({ target: stranger }) },
  spender: { own: () => ({ spender: stranger }) },
  from: { worse: () => ({ from: stranger }), says: /refund address changed/ },
  receiver: { worse: () => ({ receiver: stranger }), says: /receiver changed/ },
  refundAddress: {
    worse: () => ({ refundAddress: stranger }),
    says: /refund address changed/,
    fine: ({ from }) => ({ refundAddress: from }),
  },
  approvals: { own: () => ({ approvals: [] }) },
  maxGasCost: { own: ({ maxGasCost }) => ({ maxGasCost: { ...maxGasCost, amount: coins } }) },
  simulation: { own: () => ({ simulation: { kind: 'unavailable', reason: 'the node is old' } }) },
  warnings: {
    worse: ({ warnings }) => ({ warnings: [...warnings, { code: 'NEW', text: 'Mind this.' }] }),
    says: /New warning: Mind this/,
    fine: ({ warnings }) => ({
      warnings: [...warnings, { code: 'GAS_NOT_COMPARED', text: 'The node is new.' }],
    }),
  },
  typedReasons: {
    worse: () => ({ typedReasons: [{ code: 'market', text: 'Below the market.', size: 4 }] }),
    says: /Below the market/,
    // By what gas costs alone: the receive amounts are compared themselves.
    fine: () => ({ typedReasons: reason(12) }),
  },
  chainId: { own: () => ({ chainId: 5 }) },
  yesBlockedBy: { own: () => ({ yesBlockedBy: 'Not simulated.' }) },
  quoted: 'harmless',
  receiverName: 'harmless',
  priceImpactPercent: 'harmless',
  slippageBps: 'harmless',
  durationSeconds: 'harmless',
  feesUsdE18: 'harmless',
  receiverIsSender: 'harmless',
  quoteAgeMs: 'harmless',
  likelyGas: 'harmless',
  dataFee: 'harmless',
  path: 'harmless',
  lossBps: 'harmless',
  repeatOf: 'harmless',
}

describe('the payment of an order', () => {
  test('is not worse than its order', () => {
    expect(worse({})).toBe('')
  })

  const telling = Object.entries(rows).flatMap<[string, Row]>(([name, row]) =>
    row === 'harmless' ? [] : [[name, row]],
  )
  test.each(telling)('%s', (_, row) => {
    if ('own' in row) {
      expect(worse(row.own(payment))).toBe('')
      return
    }
    expect(worse(row.worse(payment))).toMatch(row.says)
    if (row.fine !== undefined) expect(worse(row.fine(payment))).toBe('')
  })

  test('the least amount, the token, and a floor that the user named', () => {
    const { receive } = payment
    const less = { receive: { ...receive, atLeast: receive.atLeast - 1n } }
    expect(worse(less)).toMatch(/You would get at least/)
    expect(worse(less, receive.atLeast - 1n)).toBe('')
    expect(worse(less, receive.atLeast)).toMatch(/You would get at least/)
    expect(worse({ receive: { ...receive, token: arbUsdc } })).toMatch(/You would get USDC/)
  })

  test('a fee of the order may grow by two percent, as the price of its coin moves', () => {
    ordered = { ...ordered, fees: [fee(100n)] }
    const at = (amount: bigint) => worse({ fees: [...payment.fees, fee(amount)] })
    expect([at(102n), at(103n)]).toEqual(['', expect.stringMatching(/A fee is/)])
  })

  test('reads the order from the journal as it was written, and returns null for another shape', () => {
    expect(readOrderCard({ card: toBigintJson(ordered) })).toEqual(ordered)
    const { fees: _, ...older } = ordered
    expect(readOrderCard({ card: toBigintJson(older) })).toBeNull()
    expect(readOrderCard({})).toBeNull()
  })
})
