/** Symbols that pass for a known one, made by the tricks that are known from the field. */

const known = [
  'USDC',
  'USDT',
  'ETH',
  'WETH',
  'DAI',
  'TON',
  'BTC',
  'WBTC',
  'BNB',
  'SOL',
  'XRP',
  'LINK',
]

type Trick = { name: string; of(symbol: string): string | null }

const cyrillic = pairs('AАBВCСEЕHНKКMМOОPРTТXХSЅIІJЈ')
const greek = pairs('AΑBΒEΕHΗIΙKΚMΜNΝOΟPΡTΤXΧ')
const latin = pairs('DĐTŦSŞCÇEĖOÖBƁIÍNŃLŁHĦRŘKĶWŴUÜAÅ')
const lisu = pairs('BꓐPꓑDꓓTꓔGꓖKꓗCꓚXꓫEꓰNꓠLꓡSꓢRꓣAꓮUꓴOꓳIꓲWꓪHꓧ')

/** `AВ…`: each letter, and what is taken for it. */
function pairs(text: string): ReadonlyMap<string, string> {
  const letters = Array.from(text)
  return new Map(
    letters.flatMap((letter, at) => (at % 2 === 0 ? [[letter, letters[at + 1] ?? '']] : [])),
  )
}

function first(table: ReadonlyMap<string, string>): Trick['of'] {
  return (symbol) => {
    const at = Array.from(symbol).findIndex((letter) => table.has(letter))
    const other = table.get(symbol.charAt(at))
    return other === undefined ? null : symbol.slice(0, at) + other + symbol.slice(at + 1)
  }
}

function each(table: ReadonlyMap<string, string>): Trick['of'] {
  return (symbol) => {
    const text = Array.from(symbol, (letter) => table.get(letter) ?? letter).join('')
    return text === symbol ? null : text
  }
}

function shifted(capitalA: number): Trick['of'] {
  return (symbol) =>
    Array.from(symbol, (letter) =>
      String.fromCodePoint(capitalA + (letter.codePointAt(0) ?? 65) - 65),
    ).join('')
}

const within =
  (text: string): Trick['of'] =>
  (symbol) =>
    symbol.slice(0, 2) + text + symbol.slice(2)

const tricks: readonly Trick[] = [
  { name: 'one Cyrillic letter', of: first(cyrillic) },
  { name: 'Cyrillic', of: each(cyrillic) },
  { name: 'one Greek letter', of: first(greek) },
  { name: 'Greek', of: each(greek) },
  { name: 'one Latin letter with a mark', of: first(latin) },
  { name: 'Latin letters with marks', of: each(latin) },
  { name: 'Lisu', of: each(lisu) },
  { name: 'one Lisu letter', of: first(lisu) },
  { name: 'full width', of: shifted(0xff21) },
  { name: 'bold', of: shifted(0x1d400) },
  { name: 'sans serif', of: shifted(0x1d5a0) },
  { name: 'monospace', of: shifted(0x1d670) },
  { name: 'circled', of: shifted(0x24b6) },
  { name: 'squared', of: shifted(0x1f130) },
  { name: 'regional letters', of: shifted(0x1f1e6) },
  { name: 'zero-width space', of: within('\u200b') },
  { name: 'joiner', of: within('\u200d') },
  { name: 'word joiner', of: within('\u2060') },
  { name: 'soft hyphen', of: within('\u00ad') },
  { name: 'variation selector', of: within('\ufe0f') },
  { name: 'combining mark', of: within('\u0323') },
  { name: 'combining joiner', of: within('\u034f') },
  { name: 'filler', of: within('\u3164') },
  { name: 'tag', of: within('\u{e0041}') },
  { name: 'reversed', of: (symbol) => `\u202e${Array.from(symbol).toReversed().join('')}` },
  { name: 'isolate', of: (symbol) => `\u2067${symbol}\u2069` },
  { name: 'mark of direction', of: (symbol) => `${symbol}\u200f` },
  { name: 'byte order mark', of: (symbol) => `\ufeff${symbol}` },
  { name: 'no-break space', of: (symbol) => `${symbol}\u00a0` },
  { name: 'space before', of: (symbol) => ` ${symbol}` },
  { name: 'space after', of: (symbol) => `${symbol} ` },
  { name: 'space within', of: within(' ') },
  { name: 'control', of: (symbol) => `${symbol}\u0007` },
  { name: 'overprint', of: (symbol) => `X\b${symbol}` },
  { name: 'backspaces of a delete', of: (symbol) => `${symbol}\u007f` },
  { name: 'colour', of: (symbol) => `\u001b[8mX\u001b[0m${symbol}` },
  { name: 'small l', of: (symbol) => (symbol.includes('I') ? symbol.replace('I', 'l') : null) },
  { name: 'bar', of: (symbol) => (symbol.includes('I') ? symbol.replace('I', '|') : null) },
  { name: 'zero', of: (symbol) => (symbol.includes('O') ? symbol.replace('O', '0') : null) },
  { name: 'five', of: (symbol) => (symbol.includes('S') ? symbol.replace('S', '5') : null) },
  { name: 'eight', of: (symbol) => (symbol.includes('B') ? symbol.replace('B', '8') : null) },
  { name: 'tab', of: (symbol) => `${symbol}\t` },
  { name: 'line', of: (symbol) => `${symbol}\n` },
]

export type LookAlike = { name: string; symbol: string }

/** At least 400, every one another text than the symbol it imitates. */
export const lookAlikes: readonly LookAlike[] = known.flatMap((symbol) =>
  tricks.flatMap(({ name, of }) => {
    const text = of(symbol)
    return text === null || text === symbol ? [] : [{ name: `${symbol}: ${name}`, symbol: text }]
  }),
)

/** Honest ones that come near: other tokens, or the known ones themselves. */
export const honestSymbols: readonly string[] = [
  ...known,
  'USDC.e',
  'USDT0',
  'USDbC',
  'axlUSDC',
  'stETH',
  'wstETH',
  'cbETH',
  'weETH',
  'tBTC',
  'BTC.b',
  'sDAI',
  '1INCH',
  '$WIF',
  'pTON',
  'tsTON',
  'jUSDT',
  'm.USDC',
  'USDe',
  'sUSDe',
  'LINK.e',
  'JitoSOL',
  'mSOL',
  '0x0',
  'LUSD',
  'USD+',
  'R',
  'X',
  'GMX',
  'OP',
  'S',
]
