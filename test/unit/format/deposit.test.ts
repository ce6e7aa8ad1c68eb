import decodeQR from 'qr/decode.js'
import { describe, expect, test } from 'vitest'
import {
  type DepositCardFacts,
  depositCard,
  memoBox,
  plainDeposit,
} from '../../../src/format/deposit.ts'
import { renderCard } from '../../../src/format/card.ts'
import { orderCard } from '../../../src/format/order.ts'
import type { OrderCard } from '../../../src/core/review.ts'
import { qrLines, qrModules } from '../../../src/format/qr.ts'
import { statusText } from '../../../src/format/statusTexts.ts'
import { displayWidth } from '../../../src/format/width.ts'
import { btc, tokenOf } from '../../providers/depositSupport.ts'

const nowMs = Date.UTC(2026, 10, 21, 14)
const facts: DepositCardFacts = {
  provider: 'exolix',
  token: tokenOf('BITCOIN', 'BTC'),
  amountToSend: '0.01000001',
  networkName: 'Bitcoin',
  depositAddress: btc('order'),
  exchangeId: 'ex01',
  memo: null,
  expiresAtMs: nowMs + 30 * 60_000,
  nowMs,
  refundAddress: null,
  receiptId: '7c1e4f0a-1111-4222-8333-444455556666',
  resume: 'swaproute resume 7c1e4f0a',
  play: null,
  withoutQr: null,
}
const text = (change: Partial<DepositCardFacts>, width = 80): string =>
  renderCard(depositCard({ ...facts, ...change }), width).join('\n')

describe('the card', () => {
  test.each([60, 80, 120])('has address, amount and commands unbroken at %i columns', (width) => {
    const lines = text({}, width).split('\n')
    for (const whole of [facts.depositAddress, '0.01000001 BTC', facts.resume]) {
      expect(lines.some((line) => line.includes(whole))).toBe(true)
    }
  })

  test('counts down, and shows when the time is over', () => {
    expect(text({})).toContain('2026-11-21 14:30:00 UTC (30m left)')
    expect(text({ nowMs: nowMs + 31 * 60_000 })).toContain('expired; do not pay')
    expect(text({ expiresAtMs: null })).toContain('no deadline given')
  })

  test('a token is named by its contract', () => {
    const token = tokenOf('ETH', 'USDC')
    expect(text({ token, networkName: 'Ethereum' })).toContain(`token contract ${token.address}`)
  })

  test('prints every field of an order as plain text only', () => {
    const evil = '\u001b[2J\u202eabc'
    const card = text({ exchangeId: evil, depositAddress: evil, networkName: evil, provider: evil })
    const box = memoBox({ name: evil, value: evil }, 80).join('\n')
    const cells = plainDeposit({ ...facts, exchangeId: evil, status: 'PENDING' }).join('\n')
    // eslint-disable-next-line no-control-regex -- that is what must not be there
    for (const shown of [card, box, cells]) expect(shown).not.toMatch(/[\u001b\u202e]/)
  })

  test('cells stay in their columns whatever is in them', () => {
    const [heading = '', cells = ''] = plainDeposit({
      ...facts,
      exchangeId: 'a\tb\nc',
      status: 'X',
    })
    expect(cells.split('\t')).toHaveLength(heading.split('\t').length)
  })
})

describe('the memo', () => {
  test('that an order lacks is reported as missing where the chain has memos', () => {
    expect(text({ withoutMemo: 'comment' })).toContain('without a comment: exolix names none')
    expect(text({ withoutMemo: null })).not.toContain('names none')
    const memo = { name: 'comment', value: '7' }
    expect(text({ memo, withoutMemo: null })).toContain('with the comment above')
  })

  test.each([60, 80, 120])('is alone on its line in a box of %i columns', (width) => {
    const lines = memoBox({ name: 'destination tag', value: '4044771' }, width)
    expect(lines.filter((line) => /^║ 4044771 +║$/.test(line))).toHaveLength(1)
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
    expect(new Set(lines.map((line) => displayWidth(line))).size).toBe(1)
  })
})

describe('the QR code', () => {
  const uri = `bitcoin:${btc('order')}?amount=0.01`

  test('reads as what was put in', () => {
    const modules = qrModules(uri)
    const scale = 4
    const side = modules.length * scale
    const data = new Uint8Array(side * side * 4).fill(255)
    for (let y = 0; y < side; y += 1) {
      for (let x = 0; x < side; x += 1) {
        const dark = modules[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true
        if (dark) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
      }
    }
    expect(decodeQR({ width: side, height: side, data })).toBe(uri)
  })

  test('has a quiet border of four light modules', () => {
    const modules = qrModules(uri)
    const border = [...modules.slice(0, 4), ...modules.slice(-4)].flat()
    expect(border.some((dark) => dark)).toBe(false)
    expect(modules.flatMap((row) => [...row.slice(0, 4), ...row.slice(-4)]).some(Boolean)).toBe(
      false,
    )
  })

  test('is drawn where it fits, dark on light where there are colours', () => {
    const side = qrModules(uri).length
    expect(qrLines(uri, side - 1, true)).toBeNull()
    const lines = qrLines(uri, side, true) ?? []
    expect(lines).toHaveLength(Math.ceil(side / 2))
    // Black on white by number, whatever the theme is.
    for (const line of lines) {
      expect(line.startsWith('\u001b[38;5;16;48;5;231m')).toBe(true)
      expect(line.endsWith('\u001b[0m')).toBe(true)
    }
    // Without colours light modules are drawn: the border is full blocks.
    expect(qrLines(uri, side, false)?.[0]).toBe('█'.repeat(side))
  })
})

describe('the card before an order', () => {
  const usd = 10n ** 18n
  const order: OrderCard = {
    routeId: 'route-1',
    provider: 'exolix',
    rateType: 'float',
    send: { token: facts.token, amount: 1_000_000n, usdE18: 600n * usd },
    receive: {
      token: tokenOf('ETH', 'USDC'),
      expected: 594_000_000n,
      atLeast: 588_060_000n,
      expectedUsdE18: 594n * usd,
      atLeastUsdE18: null,
    },
    fees: [],
    limits: { min: '0.0003', max: null },
    durationSeconds: 1200,
    receiver: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    refundAddress: null,
    quoteAgeMs: 900,
    lossBps: 100,
    warnings: [{ code: '1', text: 'send \u001b[2Jnow: https://evil.example' }],
    typedReasons: [{ code: 'value', text: 'The value is 600 USD.' }],
  }
  const shown = (change: Partial<OrderCard>): string =>
    renderCard(orderCard({ ...order, ...change }), 100).join('\n')

  test('names the kind of rate', () => {
    expect(shown({})).toContain('floating rate')
    expect(shown({ rateType: 'fixed' })).toContain('if paid in time')
    expect(shown({ rateType: null })).toContain('market rate')
  })

  test('an unknown value is shown as unknown, never as 0', () => {
    expect(shown({})).toContain('588.06 USDC (unknown)')
  })

  test('shows limits, loss and the lack of a refund address', () => {
    expect(shown({})).toContain('at least 0.0003 BTC')
    expect(shown({ lossBps: null })).toContain('no independent price')
    expect(shown({})).toContain('none; set one with --refund-to')
  })

  test('a provider’s words are a quotation without links', () => {
    expect(shown({})).toContain('"send now: [link removed]"')
  })

  test('a warning that has to be typed is shown once', () => {
    const text = 'a token takes a fee'
    const warnings = [{ code: '7012', text }]
    const typedReasons = [
      { code: 'dangerous', text: `The route has a warning: "${text}".` } as const,
    ]
    expect(shown({ warnings, typedReasons }).split(text)).toHaveLength(2)
    expect(shown({ warnings }).split(text)).toHaveLength(2)
  })
})

test('words of orders differ from those of contracts', () => {
  const order = { subStatus: null, isDeposit: true }
  expect(statusText('FAIL', order).action).toContain('order number')
  expect(statusText('REVERT', order).action).not.toContain('contract')
  expect(statusText('PENDING', { ...order, subStatus: 'AWAITING_DEPOSIT' }).funds).toBe(
    'none_moved',
  )
  expect(statusText('PENDING', { ...order, subStatus: 'SENDING' }).funds).toBe('sent')
})
