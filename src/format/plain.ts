/** Longest piece of foreign text that is ever printed, in UTF-16 units (SAFETY.md X2). */
export const maxForeignText = 240

// Everything a terminal or a reader's eye could be misled with (X1): C0 and C1 controls, escape
// sequences, bidirectional marks and isolates, zero-width and invisible characters, tags, variation
// selectors, interlinear marks, private use, unpaired surrogates.
const unprintable =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]|[\u{e0100}-\u{e01ef}]/gu

// A whole escape sequence goes, not only its first byte, or its parameters would stay as text.
const escapeSequence =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/g

const ownColour = /(\u001b\[[0-9;]*m)/
const keepTab = (character: string): string => (character === '\t' ? character : '')
const spaceRun = /[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/g
const combiningRun = /(\p{M}{2})\p{M}+/gu
const link =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)\S*|\b(?:[a-z0-9-]{1,63}\.)+(?:com|net|org|io|xyz|app|finance|exchange|link|site|online|info|top|ru|cn|me|co|dev|gg|ly|to|network|wallet|support)\b\S*/gi

/**
 * Foreign text made harmless for a terminal (X1, X2): one line, no control, escape, bidirectional,
 * zero-width or other invisible characters, no towers of accents, at most `max` UTF-16 units (a
 * longer one ends in an ellipsis). Line breaks and odd spaces become one space.
 */
export function plain(text: string, max = maxForeignText): string {
  // Cut first, so that a huge answer costs nothing; escape sequences only make it shorter.
  const bounded = text.length > max * 8 ? text.slice(0, max * 8) : text
  const clean = bounded
    .normalize('NFC')
    .replace(escapeSequence, '')
    .replace(spaceRun, ' ')
    .replace(unprintable, '')
    .replace(combiningRun, '$1')
    .trim()
  return truncate(clean, max)
}

/**
 * The last gate in front of a terminal: whatever a screen let through, no line carries more than
 * text, tabs and this program's own colours.
 */
export function terminalLine(line: string): string {
  return line
    .split(ownColour)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(unprintable, keepTab)))
    .join('')
}

/**
 * A provider's own words as a quotation (X3): one line, links removed, in double quotes, so that it
 * never reads as an instruction of this program.
 */
export function quoted(reason: string, max = maxForeignText): string {
  const text = plain(plain(reason, max * 2).replace(link, '[link removed]'), max)
  return `"${text.replaceAll('"', "'")}"`
}

/** Whether a symbol has characters outside printable ASCII and may pass for another one (X4). */
export function isLookAlike(symbol: string): boolean {
  return /[^\x20-\x7e]/.test(symbol)
}

/**
 * A symbol for the screen, at most 16 characters. One that could pass for another carries its
 * address and a tag (X4); the address decides, never the symbol (A7).
 */
export function symbolText(symbol: string, address: string): string {
  const text = plain(symbol, 16)
  if (text === '') return plain(address)
  return isLookAlike(symbol) ? `${text} [look-alike? ${plain(address)}]` : text
}

/** `USDC on ETH`; a token on no list says so with its whole address, a look-alike as well. */
export function assetText(token: {
  symbol: string
  address: string
  blockchain: string
  listed: boolean
}): string {
  const place = `on ${plain(token.blockchain)}`
  if (token.listed) return `${symbolText(token.symbol, token.address)} ${place}`
  const tags = isLookAlike(token.symbol) ? 'look-alike? unlisted' : 'unlisted'
  return `${plain(token.symbol, 16)} (${tags}, ${plain(token.address)}) ${place}`
}

function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  const kept = text.slice(0, max - 1)
  // Never leave half a surrogate pair behind.
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}
