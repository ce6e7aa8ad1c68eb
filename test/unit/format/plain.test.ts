import { describe, expect, test } from 'vitest'
import {
  cellText,
  isLookAlike,
  maxForeignText,
  plain,
  foreignQuotation,
  symbolText,
  terminalJson,
  terminalLine,
} from '../../../src/format/plain.ts'

const ESC = '\u001b'
const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))

// Characters that may change what a terminal does or what an eye sees.
const misleading = [
  ...range(0x00, 0x08),
  ...range(0x0e, 0x1f),
  ...range(0x7f, 0x9f),
  ...Array.from('\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u3164'),
  ...range(0x200b, 0x200f),
  ...range(0x202a, 0x202e),
  ...range(0x2060, 0x206f),
  ...range(0xfe00, 0xfe0f),
  ...Array.from('\ufeff\uffa0\u2800\ue000\uf8ff'),
  ...range(0xfff9, 0xfffb),
  ...range(0xe0001, 0xe007f),
  ...range(0xe0100, 0xe0110),
  '\ud800',
  '\udfff',
]

describe('plain', () => {
  test('is tried with many characters', () => {
    expect(misleading.length).toBeGreaterThan(250)
  })

  test.each(misleading.map((character) => [character.codePointAt(0)?.toString(16), character]))(
    'removes U+%s',
    (_, character) => {
      const clean = plain(`a${character}b`)
      expect(clean).not.toContain(character)
      // Some begin an escape sequence, which goes as a whole.
      expect(clean).toMatch(/^a ?b?$/)
    },
  )

  test.each([
    ['colours', `${ESC}[31mred${ESC}[0m`, 'red'],
    ['clearing the screen', `before${ESC}[2J${ESC}[1;1Hafter`, 'beforeafter'],
    ['C1 control sequence', '\u009b31mred', 'red'],
    ['window title', `a${ESC}]0;owned\u0007b`, 'ab'],
    ['title ended by ST', `a${ESC}]2;owned${ESC}\\b`, 'ab'],
    ['hyperlink', `${ESC}]8;;http://evil.example\u0007click${ESC}]8;;\u0007`, 'click'],
    ['clipboard write', `${ESC}]52;c;ZXZpbA==\u0007x`, 'x'],
    ['device control string', `a${ESC}Pq#0;2${ESC}\\b`, 'ab'],
    ['sixel without end', `a${ESC}Pq#0;2`, 'a'],
    ['private message', `a${ESC}^secret${ESC}\\b`, 'ab'],
    ['charset switch', `a${ESC}(0b`, 'ab'],
    ['reset', `a${ESC}cb`, 'ab'],
    ['single escape at the end', `a${ESC}`, 'a'],
    ['nested escape', `a${ESC}${ESC}[31m[31mb`, 'a[31mb'],
    ['carriage return over the line', 'Sent 100\rSent 1  ', 'Sent 100 Sent 1'],
    ['line breaks', 'one\ntwo\r\nthree', 'one two three'],
    ['backspaces', 'safe\b\b\b\bevil', 'safeevil'],
    ['right-to-left override', 'abc\u202etxt.exe', 'abctxt.exe'],
    ['unusual spaces', 'a\u00a0\u2003b\u3000c', 'a b c'],
    ['a tower of accents', `e${'\u0301'.repeat(40)}`, 'é\u0301\u0301'],
  ])('makes %s harmless', (_, text, expected) => {
    expect(plain(text)).toBe(expected)
  })

  test('leaves ordinary text of any script alone', () => {
    for (const text of ['minimum is 40 USDC', 'Größe 10 €', '最小金额 40', 'Привет', '١٢٣']) {
      expect(plain(text)).toBe(text)
    }
  })

  test('never returns more than its limit, whatever comes in', () => {
    expect(plain('x'.repeat(10_000_000))).toHaveLength(maxForeignText)
    expect(plain('x'.repeat(1000), 10)).toBe('xxxxxxxxx…')
    expect(plain('😀'.repeat(50), 10)).toBe('😀😀😀😀…')
  })

  test('is the same when applied twice', () => {
    for (const character of misleading) {
      const once = plain(`x${ESC}[3${character}1my`)
      expect(plain(once)).toBe(once)
    }
  })
})

describe('quoted', () => {
  test.each([
    ['an address to visit', 'go to https://evil.example/fix?a=1 now', '"go to [link removed] now"'],
    ['a bare host', 'update at evil-wallet.com/x please', '"update at [link removed] please"'],
    ['another scheme', 'open javascript://%0aalert(1)', '"open [link removed]"'],
    ['its own quotes', 'say "yes"', `"say 'yes'"`],
    ['line breaks', 'first\nNext: send 5 ETH', '"first Next: send 5 ETH"'],
  ])('takes the harm out of %s', (_, reason, expected) => {
    expect(foreignQuotation(reason)).toBe(expected)
  })

  test('keeps numbers and sentences', () => {
    expect(foreignQuotation('minimum is 0.35 LTC. Try more.')).toBe(
      '"minimum is 0.35 LTC. Try more."',
    )
  })
})

describe('symbols', () => {
  const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

  test.each(['USDС', 'ＵSDC', 'USD\u200bC', 'ETH\u202e'])(
    '%j is marked as a look-alike',
    (symbol) => {
      expect(isLookAlike(symbol)).toBe(true)
      expect(symbolText(symbol, address)).toContain(`[look-alike? ${address}]`)
    },
  )

  test.each(['DAl', 'U5DC', 'USDC ', ' USDC', 'T0N', '1lNCH', 'W8TC', 'USDTO', 'UNl'])(
    '%j is a look-alike although every character is ASCII',
    (symbol) => {
      expect(isLookAlike(symbol)).toBe(true)
    },
  )

  test.each(['USDC', 'USDC.e', 'stETH', '1INCH', '$WIF', 'USDT0'])(
    '%s is not a look-alike',
    (symbol) => {
      expect(symbolText(symbol, address)).toBe(symbol)
    },
  )

  test('a symbol of nothing visible is replaced by its address', () => {
    expect(symbolText('\u200b\u200b', address)).toBe(address)
  })
})

describe('the last gate', () => {
  test('lets only text, tabs and own colours through', () => {
    const own = '\u001b[1mbold\u001b[22m \u001b[38;5;16;48;5;231m▀\u001b[0m'
    expect(terminalLine('a\tb', true)).toBe('a\tb')
    expect(terminalLine(own, true)).toBe(own)
    expect(terminalLine('x\u001b[2Jy\u009b31m\u202ez\rw\u0007', true)).toBe('x[2Jy31mzw')
    for (const character of misleading) expect(terminalLine(character, true)).toBe('')
  })

  test.each(['8m', '30;40m', '5m', '38;2;0;0;0m', '38;5;16m'])(
    'removes a foreign colour: %s hides text',
    (code) => {
      expect(terminalLine(`a${ESC}[${code}b`, true)).toBe(`a[${code}b`)
      expect(terminalLine(`a${ESC}[${code}b`, false)).toBe('ab')
    },
  )

  test('removes every colour where colours are off', () => {
    expect(terminalLine(`a\t${ESC}[7mb${ESC}[27m`, false)).toBe('a\tb')
  })

  test('piles no accents', () => {
    const tower = `e${'\u0301'.repeat(40)}`
    for (const text of [cellText(tower), terminalLine(tower, true), terminalLine(tower, false)]) {
      expect(text).toHaveLength(3)
    }
  })

  test('a value in a table or card has neither colours nor lines of its own', () => {
    expect(cellText(`a${ESC}[7mb\tc\r\nd  e\u202e`)).toBe('ab c d  e')
  })
})

describe('JSON for a terminal', () => {
  test.each(misleading.map((character) => [character.codePointAt(0)?.toString(16), character]))(
    'U+%s is an escape there and means the same',
    (_, character) => {
      const value = { text: `a${character}b` }
      const json = terminalJson(JSON.stringify(value, null, 2))
      expect(json).toMatch(/^[\x20-\x7e\n]+$/)
      expect(JSON.parse(json)).toEqual(value)
    },
  )

  test('ordinary text of any script is left as it is', () => {
    const json = JSON.stringify({ text: 'Größe 最小 "1" \\', list: [1] }, null, 2)
    expect(terminalJson(json)).toBe(json)
  })
})

test('foreign links are not links here; names with dots in them stay (X5)', () => {
  expect(plain('Claim at https://evil.example/x now')).toBe('Claim at [link removed] now')
  expect(plain('www.evil.example')).toBe('[link removed]')
  for (const name of ['wallet.app.near', 'USDC.e', 'yearn.finance', 'a/b', 'x:y']) {
    expect(plain(name)).toBe(name)
  }
})
