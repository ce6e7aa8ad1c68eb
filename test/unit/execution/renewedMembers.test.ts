import { beforeEach, describe, expect, test } from 'vitest'

import type { Confirmation, ReviewCard } from '../../../src/core/review.ts'
import {
  type AcceptedCard,
  isWorse,
  readCard,
  readOrderCard,
} from '../../../src/execution/renewal.ts'
import { toBigintJson } from '../../../src/store/bigintJson.ts'
import { eth } from '../../support/executionService.ts'
import { coins, fee, plannedCard, reason, refundOf, stranger } from './support/renewedCards.ts'

let card: ReviewCard
beforeEach(async () => {
  card = await plannedCard()
})

describe('member by member, whatever the answer', () => {
  const plain: Confirmation = {
    interactive: 'yes_no',
    flags: 'yes',
    amountText: '50',
    gas: null,
    trust: null,
    reasons: [],
  }
  const texts = (before: Partial<AcceptedCard>, next: Partial<AcceptedCard>, floor?: bigint) =>
    isWorse<AcceptedCard>(
      { ...card, ...before },
      { ...card, ...before, ...next },
      () => plain,
      floor ?? null,
    ).map(({ text }) => text)
  const withFee = (...given: ReviewCard['fees']) => ({ fees: [...card.fees, ...given] })
  const warn = (...codes: string[]) => ({ warnings: codes.map((code) => ({ code, text: code })) })
  const refund = (cost: bigint, atLeast: bigint) => ({ refund: { ...refundOf(cost), atLeast } })
  const decoded = (isForeseen: boolean): Partial<AcceptedCard> => ({
    simulation: {
      kind: 'decoded',
      messages: [],
      ...(isForeseen
        ? { foreseen: { coins: 1n, jettons: null, received: null } }
        : { foreseen: null, reason: 'the node is old' }),
    },
  })
  const read: Partial<AcceptedCard> = { simulation: { kind: 'read', lines: [] } }

  test.each<[what: string, before: () => Partial<AcceptedCard>, next: () => Partial<AcceptedCard>]>(
    [
      ['no minimum, as before', () => ({ floats: true }), () => ({ floats: true })],
      [
        'a fee of two percent more',
        () => withFee(fee(10n ** 8n)),
        () => withFee(fee(102_000_000n)),
      ],
      [
        'a larger fee for gas, which has a member of its own',
        () => ({}),
        () => ({ fees: card.fees.map((one) => ({ ...one, amount: 10n ** 20n })) }),
      ],
      ['the same refund', () => refund(3n, 5n), () => refund(3n, 5n)],
      ['a cheaper refund of more', () => refund(3n, 5n), () => refund(2n, 6n)],
      [
        'one of two approvals',
        () => ({
          approvals: card.approvals.flatMap((one) => [
            { ...one, leg: 'approve_reset' as const, amount: 0n },
            one,
          ]),
        }),
        () => ({ approvals: card.approvals }),
      ],
      [
        'no simulation, as before',
        () => ({ simulation: undefined as never }),
        () => ({ simulation: { kind: 'unavailable', reason: 'old' } }),
      ],
      ['messages that were run in advance', () => ({}), () => decoded(true)],
      [
        'a simulation in place of messages that were run in advance',
        () => decoded(true),
        () => ({ simulation: card.simulation }),
      ],
      ['one of two warnings', () => warn('A', 'B'), () => warn('B')],
      [
        'one of two reasons',
        () => ({ typedReasons: [...reason(12), { code: 'gain', text: 'x', size: 1 }] }),
        () => ({ typedReasons: [{ code: 'gain', text: 'x', size: 1 }] }),
      ],
      [
        'an answer that no flag can give, as before',
        () => ({ yesBlockedBy: 'Not run.' }),
        () => ({ yesBlockedBy: 'Not run now.' }),
      ],
    ],
  )('%s is not worse', (_, before, next) => {
    expect(texts(before(), next())).toEqual([])
  })

  test.each<
    [
      what: string,
      before: () => Partial<AcceptedCard>,
      next: () => Partial<AcceptedCard>,
      says: string,
    ]
  >([
    [
      'a fee of a unit above two percent',
      () => withFee(fee(10n ** 18n)),
      () => withFee(fee(1_020_000_000_000_000_001n)),
      'A fee is 1.020000000000000001 ETH ($3,060.00), not 1 ETH.',
    ],
    [
      'a fee without a value',
      () => ({}),
      () => withFee({ ...fee(coins), usdE18: null }),
      'A fee is 1 ETH.',
    ],
    [
      'a fee of an unknown amount',
      () => withFee(fee(coins)),
      () => withFee({ ...fee(coins), amount: null, usdE18: null }),
      'A fee is unknown, not 1 ETH.',
    ],
    [
      'a dearer refund',
      () => refund(3n, 5n),
      () => refund(4n, 5n),
      'A refund may cost 0.000004 USDC; at least 0.000005 USDC comes back.',
    ],
    [
      'a refund of less',
      () => refund(3n, 5n),
      () => refund(3n, 4n),
      'A refund may cost 0.000003 USDC; at least 0.000004 USDC comes back.',
    ],
    [
      'more gas',
      () => ({ maxGasCost: { token: eth, amount: coins } }),
      () => ({ maxGasCost: { token: eth, amount: 2n * coins } }),
      'Gas may cost up to 2 ETH, not 1 ETH.',
    ],
    [
      'gas where it was not shown',
      () => ({ maxGasCost: undefined as never }),
      () => ({ maxGasCost: { token: eth, amount: coins } }),
      'Gas may cost up to 1 ETH.',
    ],
    [
      'a call that is only read',
      () => decoded(true),
      () => read,
      'The transaction could not be simulated this time.',
    ],
    [
      'messages that were not run, after a call that was read',
      () => read,
      () => decoded(false),
      'The transaction could not be simulated this time.',
    ],
    [
      'nothing run, after messages that were read',
      () => decoded(false),
      () => ({ simulation: { kind: 'unavailable', reason: 'old' } }),
      'The transaction could not be simulated this time.',
    ],
    ['a warning besides another', () => warn('A'), () => warn('A', 'B'), 'New warning: B'],
    [
      'an answer that no flag can give',
      () => ({}),
      () => ({ yesBlockedBy: 'Not run.' }),
      'Not run.',
    ],
    [
      'no refund address',
      () => ({ refundAddress: stranger }),
      () => ({ refundAddress: null }),
      'The refund address changed to none.',
    ],
    [
      'no kind of rate',
      () => ({ rateType: 'fixed' }),
      () => ({ rateType: undefined as never }),
      'The kind of rate changed to none.',
    ],
  ])('%s is worse', (_, before, next, says) => {
    expect(texts(before(), next())).toEqual([says])
  })

  test('a floor that the user named is enough, to the unit', () => {
    const { receive } = card
    const least = { receive: { ...receive, expected: receive.expected - 9n, atLeast: 7n } }
    expect(texts({}, least, 7n)).toEqual([])
    expect(texts({}, least, 8n)).toHaveLength(2)
  })

  const answers: Confirmation[] = (['yes_no', 'type_amount'] as const).flatMap((interactive) =>
    (['yes', 'confirm_amount', 'impossible'] as const).flatMap((flags) =>
      [null, { text: '0.01', token: eth }].map((gas) => ({ ...plain, interactive, flags, gas })),
    ),
  )
  const order = { yes: 0, confirm_amount: 1, impossible: 2, yes_no: 0, type_amount: 1 }
  test('any higher answer is asked for again, and no other', () => {
    for (const [index, before] of answers.entries()) {
      for (const [at, after] of answers.entries()) {
        const isHigher =
          order[after.flags] > order[before.flags] ||
          order[after.interactive] > order[before.interactive] ||
          (after.gas !== null && before.gas === null)
        const next = { ...card }
        const found = isWorse<AcceptedCard>(card, next, (one) => (one === next ? after : before))
        expect([index, at, found.map(({ text }) => text)]).toEqual([
          index,
          at,
          isHigher ? ['The renewed plan needs another review.'] : [],
        ])
        const reasons = ['It is large.', 'It is large.']
        const told = isWorse<AcceptedCard>(card, next, (one) =>
          one === next ? { ...after, reasons } : before,
        )
        expect(told.map(({ text }) => text)).toEqual(isHigher ? ['It is large.'] : [])
      }
    }
  })
})

test('reads a card of the journal as it was written, and returns null for another shape', () => {
  expect(readCard(toBigintJson(card))).toEqual(card)
  const { receive: _, ...others } = card
  expect(readCard(toBigintJson(others))).toBeNull()
  expect(readOrderCard({ card: toBigintJson(card) })).toEqual(card)
  expect([readOrderCard({}), readOrderCard({ card: toBigintJson(others) })]).toEqual([null, null])
})
