/** What the journal knows of a swap that no word of the contract expresses, and the text about its money. */
import { describe, expect, test } from 'vitest'
import { claimRoute } from '../../../src/core/claim.ts'
import { type MoneyFacts, moneyText } from '../../../src/format/funds.ts'
import { historyScreen } from '../../../src/format/history.ts'
import { fateOf, statusText, statusTitle } from '../../../src/format/statusTexts.ts'
import { ether, receiptOf, usdc } from '../../support/swapScript.ts'

const givenUp = { code: null, reason: 'The quote expired.' }
const source = `0x${'b'.repeat(64)}`

describe('fates', () => {
  test.each([
    ['given up', { status: 'NOT_FOUND', givenUp, hashes: {} }, 'given_up', 'GIVEN UP'],
    ['not paid', { status: 'NOT_FOUND', hashes: {} }, 'not_paid', 'NOT PAID YET'],
    ['reverted', { status: 'FAIL', hashes: { source } }, 'stayed', 'FAIL'],
    [
      'a claim that reverted',
      { id: claimRoute(source), status: 'FAIL', hashes: { source } },
      'unclaimed',
      'FAIL',
    ],
    ['failed later', { status: 'FAIL', funds: 'unknown', hashes: { source } }, null, 'FAIL'],
    ['delivered', { status: 'SUCCESS', funds: 'delivered', hashes: {} }, null, 'SUCCESS'],
  ] as const)('%s', (_name, swap, fate, title) => {
    const found = fateOf({ id: '', funds: 'none_moved', givenUp: null, ...swap })
    expect(found).toBe(fate)
    expect(statusTitle(swap.status, found)).toBe(title)
    const { meaning } = statusText(swap.status, {
      subStatus: null,
      isDeposit: false,
      fate: found,
    })
    expect(meaning).not.toContain('this hash')
  })
})

describe('money', () => {
  const facts: MoneyFacts = {
    id: '03d6f819-6457-4fbb-827e-d1690428f664',
    funds: 'none_moved',
    hashes: {},
    givenUp: null,
    open: true,
    status: 'PENDING',
    gasSpent: { token: ether, amount: 0n },
    received: null,
  }
  const gasSpent = { token: ether, amount: 21_000_000_000_000n }

  test.each<[string, Partial<MoneyFacts>, string]>([
    [
      'a reverted payment costs its gas, and the text names it',
      { hashes: { source }, gasSpent },
      'The tokens did not leave the account; 0.000021 ETH was spent on gas.',
    ],
    [
      'a payment that no block took costs nothing',
      { hashes: { source } },
      'The tokens did not leave the account.',
    ],
    [
      'an open, unpaid order',
      { deposit: { payment: 'by_hand' } },
      'The provider has not detected a payment yet.',
    ],
    [
      'an order that ended unpaid',
      { deposit: { payment: 'by_hand' }, open: false },
      'The provider did not see a payment.',
    ],
    ['nothing signed', {}, 'Nothing was sent; your money has not moved.'],
    [
      'a failure that still brought something',
      { funds: 'unknown', status: 'FAIL', received: { token: usdc, amount: 5_000_000n } },
      '5 USDC arrived at the receiver.',
    ],
    [
      'a payout that waits for its receiver',
      { funds: 'sent', hashes: { source }, status: 'READY_TO_CLAIM' },
      'On the destination chain, claimable by the receiver.',
    ],
    [
      'a claim on its way',
      { id: claimRoute(source), funds: 'sent', hashes: { source } },
      'The claim was sent; the tokens have not arrived yet.',
    ],
    [
      'a claim that reverted',
      { id: claimRoute(source), hashes: { source }, gasSpent },
      'Nothing was claimed; 0.000021 ETH was spent on gas.',
    ],
    [
      'a refund on its way',
      { funds: 'refunding', hashes: { source } },
      'The payment is on its way back to you.',
    ],
    [
      'a refund that arrived',
      {
        funds: 'refunding',
        hashes: { source, refund: source },
        received: { token: usdc, amount: 5_000_000n },
      },
      '5 USDC came back to you.',
    ],
    [
      'a refund whose amount the chain does not show',
      { funds: 'refunding', hashes: { source, refund: source } },
      'The payment came back.',
    ],
    [
      'sent',
      { funds: 'sent', hashes: { source } },
      'The payment was sent and has not arrived yet.',
    ],
  ])('%s', (_name, change, text) => {
    expect(moneyText({ ...facts, ...change })).toBe(text)
  })
})

test('history brackets what has not moved, and its commands keep their flags', () => {
  const rows = [
    receiptOf(),
    receiptOf({
      status: 'NOT_FOUND',
      funds: 'none_moved',
      givenUp,
      hashes: {},
      received: null,
      open: false,
    }),
  ]
  const text = historyScreen(rows, 120, undefined, {
    repeated: ' --sandbox',
    command: 'receipt',
    open: 1,
  }).join('\n')
  expect(text).toMatch(/SUCCESS .*[^(]250 USDC/)
  expect(text).toMatch(/GIVEN UP .*\(250 USDC\)/)
  expect(text).toContain('Amounts in parentheses have not moved.')
  expect(text).toContain('`swaproute receipt 7c1e4f0a --sandbox`')
  expect(historyScreen([receiptOf()], 120).join('\n')).not.toContain('in brackets')
})
