import { blockchainName } from '../core/blockchainNames.ts'
import { withoutLinks, withoutSites } from '../core/foreignReason.ts'

/** Longest piece of foreign text that is printed, in UTF-16 units (docs/safety.md X2). */
export const maxForeignText = 240

// Everything that could mislead a terminal or a reader (X1): C0 and C1 controls, escape sequences,
// bidirectional marks and isolates, zero-width and invisible characters, tags, variation selectors,
// interlinear marks, private use, unpaired surrogates.
const unprintable =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]|[\u{e0100}-\u{e01ef}]/gu

// Removes the whole escape sequence, not only its first byte: its parameters would remain as text.
const escapeSequence =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/g

// Only the codes that `Paint` and the QR code use: others may hide text.
const ownColour = /(\u001b\[(?:0|1|2|7|22|27|3[1-69]|38;5;16;48;5;231)m)/
const keepTab = (character: string): string => (character === '\t' ? character : '')
const spaceRun = /[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/g
const combiningRun = /(\p{M}{2})\p{M}+/gu

/**
 * Foreign text made harmless for a terminal (X1, X2): one line, no control, escape, bidirectional,
 * zero-width or other invisible characters, no stacked accents, no links, at most `max` UTF-16
 * units (a longer one ends in an ellipsis). Line breaks and unusual spaces become one space.
 */
export function plain(text: string, max = maxForeignText): string {
  return truncate(withoutLinks(printable(text, max)), max)
}

/**
 * Our own text, or one of the user's settings, for a terminal: as `plain`, but with links, since a
 * hint about a URL needs it (X5).
 */
export function ownText(text: string, max = maxForeignText): string {
  return truncate(printable(text, max), max)
}

function printable(text: string, max: number): string {
  // Cut first, so that a huge answer costs little; removing escape sequences only makes it shorter.
  const bounded = text.length > max * 8 ? text.slice(0, max * 8) : text
  return bounded
    .normalize('NFC')
    .replace(escapeSequence, '')
    .replace(spaceRun, ' ')
    .replace(unprintable, '')
    .replace(combiningRun, '$1')
    .trim()
}

/**
 * The last filter before a terminal: a line has only text, tabs and, on a `coloured` stream, this
 * program's own colours.
 */
export function terminalLine(line: string, coloured: boolean): string {
  const clean = (text: string): string =>
    text.replace(unprintable, keepTab).replace(combiningRun, '$1')
  if (!coloured) return clean(line.replace(escapeSequence, ''))
  return line
    .split(ownColour)
    .map((part, index) => (index % 2 === 1 ? part : clean(part)))
    .join('')
}

/** A value for a line that is laid out: no colour codes, no line break, no tab. */
export function cellText(text: string): string {
  return text
    .replace(escapeSequence, '')
    .replace(/[\t\r\n]+/g, ' ')
    .replace(unprintable, '')
    .replace(combiningRun, '$1')
}

/**
 * JSON whose strings cannot control a terminal (X1): what `terminalLine` would remove becomes a
 * `\\u` escape, which every parser reads as the same text.
 */
export function terminalJson(json: string): string {
  return json.replace(unprintable, (character) => {
    // Between members only: inside strings it is already escaped.
    if (character === '\n') return character
    const units = Array.from({ length: character.length }, (_, index) =>
      character.charCodeAt(index).toString(16).padStart(4, '0'),
    )
    return units.map((unit) => `\\u${unit}`).join('')
  })
}

/**
 * A provider's own text as a quotation (X3): one line, links removed, in double quotes, so that it
 * never reads as an instruction of this program.
 */
export function foreignQuotation(reason: string, max = maxForeignText): string {
  const text = plain(withoutSites(plain(reason, max * 2)), max)
  return `"${text.replaceAll('"', "'")}"`
}

// ASCII characters that look alike in most fonts.
const drawnAs: Readonly<Record<string, string>> = {
  l: 'I',
  '|': 'I',
  '!': 'I',
  '1': 'I',
  '0': 'O',
  '5': 'S',
  $: 'S',
  '8': 'B',
}
const outline = (symbol: string): string =>
  symbol.replace(/[l|!105$8]/g, (letter) => drawnAs[letter] ?? letter)

/** Well-known symbols that may be imitated. */
const imitated = new Map(
  (
    'USDC USDT DAI BTC WBTC ETH WETH stETH BNB WBNB SOL XRP TRX TON POL AVAX DOGE SHIB LINK UNI ' +
    'USDC.e USDT.e USDT0 FDUSD PYUSD TUSD USDD USDe ARB OP AAVE PEPE NOT BONK SUI cbBTC BTCB 1INCH'
  )
    .split(' ')
    .map((symbol) => [outline(symbol), symbol]),
)

/**
 * Whether a symbol may imitate another one (X4): it has characters other than visible ASCII,
 * including spaces, or letters and digits that look like a well-known symbol (`DAl`, `U5DC`).
 */
export function isLookAlike(symbol: string): boolean {
  if (/[^\x21-\x7e]/.test(symbol)) return true
  const other = imitated.get(outline(symbol))
  return other !== undefined && other !== symbol
}

/**
 * A symbol for the screen, at most 16 characters. A look-alike has its address and a tag (X4); the
 * address decides, never the symbol (A7).
 */
export function symbolText(symbol: string, address: string): string {
  const text = plain(symbol, 16)
  if (text === '') return plain(address)
  return isLookAlike(symbol) ? `${text} [look-alike? ${plain(address)}]` : text
}

/** `USDC on ETH`; unlisted and look-alike tokens have a tag and their full address. */
export function assetText(token: {
  symbol: string
  address: string
  blockchain: string
  listed: boolean
}): string {
  const place = `on ${plain(blockchainName(token.blockchain), 40)}`
  if (token.listed) return `${symbolText(token.symbol, token.address)} ${place}`
  const tags = isLookAlike(token.symbol) ? 'look-alike? unlisted' : 'unlisted'
  return `${plain(token.symbol, 16)} (${tags}, ${plain(token.address)}) ${place}`
}

function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  const kept = text.slice(0, max - 1)
  // Never split a surrogate pair.
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}
