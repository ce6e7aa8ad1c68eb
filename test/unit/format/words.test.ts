import { describe, expect, test } from 'vitest'
import { type FundsState, SwaprouteError } from '../../../src/core/errors.ts'
import { statusNames, subStatusNames } from '../../../src/core/status.ts'
import { causeText, errorLines, warningLines } from '../../../src/format/errors.ts'
import { fundsText } from '../../../src/format/funds.ts'
import { quoteProgressText, waitingText } from '../../../src/format/progress.ts'
import { statusLine } from '../../../src/format/status.ts'
import { statusText, subStatusText } from '../../../src/format/statusTexts.ts'
import { displayWidth } from '../../../src/format/width.ts'

describe('status words', () => {
  test.each(statusNames)('%s has its meaning, the next step and where the money is', (word) => {
    const { meaning, action, money } = statusText(word)
    for (const text of [meaning, action, money]) expect(text).toMatch(/^[A-Z].*\.$/)
  })

  test('an unknown word is not a failure', () => {
    expect(statusText('TELEPORTED')).toMatchObject({ tone: 'warn', funds: 'unknown' })
    expect(statusText('constructor').meaning).toBe(statusText('TELEPORTED').meaning)
  })

  test.each(subStatusNames)('%s has a text', (word) => {
    expect(subStatusText(word)).toMatch(/^the /)
  })

  test('as one line', () => {
    expect(statusLine('PENDING', null)).toBe('PENDING · The swap is in progress')
    expect(statusLine('PENDING', 'CONFIRMING')).toBe('PENDING · the deposit is being confirmed')
    expect(statusLine('NEW\u001b[2J', 'WHAT')).toBe(
      'NEW · The service returned a status this version does not know',
    )
  })
})

describe('errors', () => {
  const states: FundsState[] = [
    'none_moved',
    'approved_only',
    'sent',
    'delivered',
    'refunding',
    'unknown',
  ]

  test.each(states)('reports %s', (funds) => {
    const error = new SwaprouteError('SWAP_FAILED', 'It failed.', { funds })
    expect(errorLines(error, 80).join('\n')).toContain(fundsText(funds))
  })

  test('code, sentence, cause, money and next step, in this order', () => {
    const error = new SwaprouteError('UPSTREAM_FAILED', 'across failed.', {
      hint: 'Try again in a minute.',
      funds: 'none_moved',
      cause: new Error('HTTP 500', { cause: new Error('upstream \u001b[2Jdown') }),
    })
    expect(errorLines(error, 80)).toEqual([
      '✗ UPSTREAM_FAILED: across failed.',
      '  cause  HTTP 500 ← upstream down',
      '  money  Nothing was sent; your money has not moved.',
      '  next   Try again in a minute.',
    ])
  })

  test('an error that knows nothing of the money prints nothing about it', () => {
    const error = new SwaprouteError('UPSTREAM_FAILED', 'across failed.', { hint: 'Try again.' })
    expect(errorLines(error, 80)).toEqual([
      '✗ UPSTREAM_FAILED: across failed.',
      '  next   Try again.',
    ])
  })

  test('the exact sentence about the money takes the place of the general one', () => {
    const error = new SwaprouteError('SWAP_FAILED', 'It failed.', {
      funds: 'none_moved',
      money: '0.1 ETH of only gas was spent.',
    })
    expect(errorLines(error, 80)).toEqual([
      '✗ SWAP_FAILED: It failed.',
      '  money  0.1 ETH of only gas was spent.',
    ])
  })

  test.each([60, 80, 200])('wrap at %i columns', (width) => {
    const error = new SwaprouteError('NO_ROUTE', 'many words '.repeat(20).trim(), {
      hint: 'try this or that '.repeat(12).trim(),
    })
    for (const line of errorLines(error, width))
      expect(displayWidth(line)).toBeLessThanOrEqual(width)
  })

  test('a cause that only repeats the sentence is left out', () => {
    const error = new SwaprouteError('INTERNAL', 'Unexpected fault: boom', {
      cause: new Error('boom'),
    })
    expect(causeText(error)).toBeNull()
    const circle = new Error('a')
    circle.cause = circle
    expect(causeText(circle)).toBeNull()
  })

  test('warnings', () => {
    expect(warningLines('one two', 80)).toEqual(['! one two'])
  })
})

describe('progress', () => {
  const base = {
    total: 40,
    calculated: 12,
    routes: 5,
    elapsedMs: 3_200,
    limitSeconds: 30,
    waiting: [],
    endedBy: null,
  }

  test('shows n of m and elapsed of limit', () => {
    expect(quoteProgressText(base)).toBe('12 of 40 providers · 5 routes · 3.2s of 30s')
    expect(quoteProgressText({ ...base, total: null })).toBe('Asking the providers · 3.2s of 30s')
    expect(quoteProgressText({ ...base, total: 1, calculated: 1, routes: 1 })).toContain(
      '1 of 1 provider · 1 route ·',
    )
  })

  test('names who is still awaited, and what ends that', () => {
    const waiting = ['relay', 'exolix', 'across', 'quickex']
    const text = quoteProgressText({ ...base, waiting, endedBy: 'Enter to stop waiting' })
    expect(text).toContain('· waiting for relay, exolix, across and 1 more · Enter to stop waiting')
    expect(quoteProgressText({ ...base, waiting: ['relay'] })).toMatch(/ waiting for relay$/)
    expect(quoteProgressText({ ...base, calculated: 0, waiting })).not.toContain('waiting')
  })

  test('moves', () => {
    expect(waitingText('Waiting', 0)).toBe('Waiting · 0.0s')
    expect(waitingText('Waiting', 80)).toBe('Waiting · 0.1s')
  })
})
