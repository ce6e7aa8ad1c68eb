import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { renderCard } from '../../../src/format/card.ts'
import type { Paint } from '../../../src/format/paint.ts'
import { type Column, plainRows, renderTable } from '../../../src/format/table.ts'
import { displayWidth, fit, padEnd, padStart, wrap } from '../../../src/format/width.ts'

const colours: Paint = {
  bold: (text) => `\u001b[1m${text}\u001b[22m`,
  dim: (text) => `\u001b[2m${text}\u001b[22m`,
  red: (text) => `\u001b[31m${text}\u001b[39m`,
  green: (text) => `\u001b[32m${text}\u001b[39m`,
  yellow: (text) => `\u001b[33m${text}\u001b[39m`,
  cyan: (text) => `\u001b[36m${text}\u001b[39m`,
  inverse: (text) => `\u001b[7m${text}\u001b[27m`,
}

describe('width', () => {
  test.each([
    ['abc', 3],
    ['', 0],
    ['最小', 4],
    ['한국', 4],
    ['ｆｕｌｌ', 8],
    ['😀', 2],
    ['é', 1],
    ['e\u0301', 1],
    ['→ ╭─ ✓', 6],
    ['\u001b[31mred\u001b[39m', 3],
    ['🇨🇭', 2],
    ['👩‍👩‍👧', 2],
    ['❤️', 2],
    ['1️⃣', 2],
    ['🏴‍☠️', 2],
  ])('of %j is %i', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })

  test('padding and cutting count columns, not characters', () => {
    expect(padEnd('最', 4)).toBe('最  ')
    expect(padStart('最', 4)).toBe('  最')
    expect(fit('最小金额', 5)).toBe('最小…')
    expect(fit('abc', 3)).toBe('abc')
    expect(fit('abcd', 3)).toBe('ab…')
    expect(fit('abcd', 1)).toBe('…')
    expect(fit('abcd', 0)).toBe('')
  })

  test('cut text is as wide as the place at most, and no emoji is cut in two', () => {
    const text = '→→ ab 最小 👩‍👩‍👧 🇨🇭 ❤️ e\u0301 ✓·ｆ 𠀀'
    const cuts = Array.from({ length: displayWidth(text) }, (_, width) => fit(text, width))
    for (const [width, cut] of cuts.entries()) {
      expect(displayWidth(cut)).toBeLessThanOrEqual(width)
      expect(width - displayWidth(cut)).toBeLessThanOrEqual(1)
    }
    expect(cuts[14]).toBe('→→ ab 最小 👩‍👩‍👧…')
    expect(cuts[13]).toBe('→→ ab 最小 …')
  })

  test('wrapping never breaks a word', () => {
    const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    expect(wrap(`pay to ${address} now`, 20)).toEqual(['pay to', address, 'now'])
    expect(wrap('', 20)).toEqual([''])
  })

  test('wrapping counts columns and keeps colours to their line', () => {
    expect(wrap('最小 金额 abc', 5)).toEqual(['最小', '金额', 'abc'])
    expect(wrap('\u001b[31mone two\u001b[39m', 4)).toEqual([
      '\u001b[31mone\u001b[39m',
      '\u001b[31mtwo\u001b[39m',
    ])
  })
})

type Row = { name: string; amount: string; note: string; id: string }

const columns: Column<Row>[] = [
  { key: 'name', title: 'Name', rank: 0, value: (row) => row.name },
  { key: 'amount', title: 'Amount', number: true, rank: 0, value: (row) => row.amount },
  { key: 'note', title: 'Note', rank: 1, value: (row) => row.note },
  { key: 'id', title: 'Id', whole: true, rank: 2, value: (row) => row.id },
]
const rows: Row[] = [
  { name: 'across', amount: '249.71234', note: 'n'.repeat(60), id: 'i'.repeat(36) },
  { name: '漢字の名前がとても長いプロバイダ', amount: '1234567.8', note: '', id: 'j'.repeat(36) },
]

describe('tables', () => {
  test.each([60, 61, 72, 80, 99, 100, 120, 160, 200])('fit %i columns', (width) => {
    for (const paint of [undefined, colours]) {
      const { lines } = renderTable(columns, rows, width, paint)
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
      expect(lines).toHaveLength(3)
    }
  })

  test('numbers are whole and right-aligned at every width', () => {
    for (let width = 60; width <= 200; width += 1) {
      const lines = renderTable(columns, rows, width).lines
      expect(lines[1]).toMatch(/ {2}249\.71234(?: |$)/)
      expect(lines[2]).toMatch(/ 1234567\.8(?: |$)/)
      // They end in the same column, measured on the screen.
      const end = (line = '', text = ''): number =>
        displayWidth(line.slice(0, line.indexOf(text) + text.length))
      expect(end(lines[1], '249.71234')).toBe(end(lines[2], '1234567.8'))
    }
  })

  test('drop the column of the highest rank first and say so', () => {
    expect(renderTable(columns, rows, 120).hidden).toEqual([])
    expect(renderTable(columns, rows, 80).hidden).toEqual([])
    expect(renderTable(columns, rows, 60).hidden).toEqual(['Id'])
    expect(renderTable(columns, rows, 32).hidden).toEqual(['Note', 'Id'])
  })

  test('shorten names rather than wrap, where the columns that stay are too wide', () => {
    const names: Column<string>[] = [
      { key: 'name', title: 'Name', rank: 0, value: (row) => row },
      { key: 'kind', title: 'Kind', rank: 0, shrinkTo: 13, value: () => 'deposit float' },
    ]
    const at = (width: number): string[] => renderTable(names, ['near_intents'], width).lines
    expect(at(27)[1]).toBe('near_intents  deposit float')
    expect(at(23)[1]).toBe('near_in…  deposit float')
    expect(at(10)[1]).toBe('near_…  deposit float')
  })

  test('leave out columns that are empty in every row', () => {
    const empty = rows.map((row) => ({ ...row, note: '', id: '' }))
    expect(renderTable(columns, empty, 80)).toEqual({
      lines: [
        'Name                                 Amount',
        'across                            249.71234',
        '漢字の名前がとても長いプロバイダ  1234567.8',
      ],
      hidden: [],
    })
  })

  test('never shorten an address', () => {
    for (let width = 60; width <= 200; width += 1) {
      const { lines, hidden } = renderTable(columns, rows, width)
      if (!hidden.includes('Id')) expect(lines[1]).toContain('i'.repeat(36))
    }
  })

  test('wrap sentences below each other, and leave a long word whole', () => {
    const address = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'
    const sentences: Column<string>[] = [
      { key: 'provider', title: 'Provider', rank: 0, value: () => 'across' },
      { key: 'why', title: 'Why', rank: 0, shrinkTo: 20, wraps: true, value: (row) => row },
    ]
    const row = `The route cannot be paid to ${address} today.`
    expect(renderTable(sentences, [row], 54).lines).toEqual([
      'Provider  Why',
      'across    The route cannot be paid to',
      `          ${address}`,
      '          today.',
    ])
  })

  test('as tab-separated text have every column and no line breaks', () => {
    expect(plainRows(columns, [{ name: 'a\tb', amount: '1', note: 'x\ny', id: '' }])).toEqual([
      'name\tamount\tnote\tid',
      'a b\t1\tx y\t',
    ])
  })
})

describe('cards', () => {
  const card = {
    title: 'Best route',
    groups: [
      [
        { label: 'Send', value: '250 USDC' },
        {
          label: 'Approval',
          value: ['exactly 250 USDC to', '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'],
        },
      ],
      [],
      [{ label: 'Note', value: 'a sentence that is rather long and has to be wrapped somewhere' }],
    ],
    footer: 'swaproute swap 250 eth:USDC to arb:USDC --id 2f6c1c38-93a7-4a0f-8d5c-acaaaa000000',
  }

  test('have this layout', () => {
    expect(renderCard(card, 60).join('\n')).toMatchInlineSnapshot(`
      "╭─ Best route
      │
      │  Send      250 USDC
      │  Approval  exactly 250 USDC to
      │            0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5
      │
      │  Note      a sentence that is rather long and has to be
      │            wrapped somewhere
      │
      ╰─ Next: swaproute swap 250 eth:USDC to arb:USDC --id 2f6c1c38-93a7-4a0f-8d5c-acaaaa000000"
    `)
  })

  test('keep addresses and commands in one piece at any width', () => {
    for (let width = 30; width <= 200; width += 10) {
      const lines = renderCard(card, width)
      expect(
        lines.some((line) => line.endsWith('0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5')),
      ).toBe(true)
      expect(lines.at(-1)).toBe(`╰─ Next: ${card.footer}`)
    }
  })

  test('say the same with colours', () => {
    const painted = renderCard({ ...card, tone: 'good' as const }, 80, colours)
    expect(painted.map((line) => stripVTControlCharacters(line))).toEqual(renderCard(card, 80))
    expect(painted.join('')).toContain('\u001b[32m')
  })
})
