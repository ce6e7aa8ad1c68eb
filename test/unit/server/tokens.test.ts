import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { findToken, readTokens } from '../../../src/server/tokens.ts'

const one = '0123456789abcdef'
const two = 'fedcba9876543210'

function rows(text: string): unknown[] {
  return readTokens(text, 'FILE').map(({ name, limit }) => [name, limit])
}

test.each([
  ['a single token without a name', `${one}\n`, [['default', null]]],
  ['without a final newline', one, [['default', null]]],
  ['with a limit', `${one} 120/min`, [['default', { requests: 120, seconds: 60 }]]],
  ['a name before a space', `shop ${one}`, [['shop', null]]],
  ['a name before a colon', `shop:${one}`, [['shop', null]]],
  ['tabs, and Windows lines', `shop\t${one}\t5/s\r\n`, [['shop', { requests: 5, seconds: 1 }]]],
  [
    'several, with comments',
    `# callers\n\nshop:${one} # since May\ndesk.eu-1 ${two} 1000/h\n`,
    [
      ['shop', null],
      ['desk.eu-1', { requests: 1000, seconds: 3600 }],
    ],
  ],
])('%s', (_what, text, expected) => {
  expect(rows(text)).toEqual(expected)
})

test.each([
  ['nothing', '', 'FILE has no token.'],
  ['only comments', '# a\n  # b', 'FILE has no token.'],
  [
    'a short token',
    'shop 0123456789abcde',
    'Line 1 of FILE has a token that is too short to be safe.',
  ],
  ['a short bare token', 'hunter2', 'Line 1 of FILE has a token that is too short to be safe.'],
  ['a second line without a name', `a ${one}\n${two}`, 'Line 2 of FILE is not a name and a token.'],
  ['too many words', `a ${one} 5/s more`, 'Line 1 of FILE is not a name and a token.'],
  [
    'a wrong limit',
    `a ${one} 5/day`,
    'Line 1 of FILE has a limit that is not like 120/min, 5/s or 1000/h.',
  ],
  [
    'a wrong name',
    `a@b ${one}`,
    'Line 1 of FILE has a name that is not of letters, digits, dots and dashes.',
  ],
  [
    'a token that no header carries',
    `a ${one}é`,
    'Line 1 of FILE has a token that is not of at most 256 ASCII characters.',
  ],
  [
    'a token that is too long',
    `a ${'x'.repeat(257)}`,
    'Line 1 of FILE has a token that is not of at most 256 ASCII characters.',
  ],
  ['a name twice', `\na ${one}\na ${two}`, 'Line 3 of FILE has the name of line 2.'],
  ['a token twice', `a ${one}\nb:${one}`, 'Line 2 of FILE has the token of line 1.'],
])('%s is refused, without quoting a token', (_what, text, message) => {
  let thrown: unknown
  try {
    readTokens(text, 'FILE')
  } catch (error) {
    thrown = error
  }
  if (!(thrown instanceof SwaprouteError)) throw new Error('it was not refused')
  expect([thrown.code, thrown.message]).toEqual(['CONFIG_INVALID', message])
  for (const word of text.split(/[\s:]+/).filter((part) => part.length > 6)) {
    expect(`${thrown.message} ${thrown.hint}`).not.toContain(word)
  }
})

describe('the token that a caller sent', () => {
  const tokens = readTokens(`shop ${one}\ndesk ${two}`, 'FILE')

  test.each([
    [one, 'shop'],
    [two, 'desk'],
    [`${one}0`, undefined],
    [one.slice(1), undefined],
    [one.toUpperCase(), undefined],
    ['', undefined],
  ])('%j is that of %s', (given, name) => {
    expect(findToken(tokens, given)?.name).toBe(name)
  })

  test('is not kept: only its digest is', () => {
    expect(JSON.stringify(tokens)).not.toContain(one)
  })
})
