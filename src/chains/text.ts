import { withoutLinks } from '../core/foreignReason.ts'

// The user's text inside our own sentences.

const maxShown = 128
const unprintable = /[^\x20-\x7e]/gu

/**
 * The user's text in quotes, safe for a terminal: a character that is not printable ASCII is
 * written as its code point, so that a look-alike letter is visible.
 */
export function quoted(text: string): string {
  const cut = withoutLinks(text.length > maxShown ? `${text.slice(0, maxShown)}...` : text)
  const safe = cut.replace(unprintable, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u{${code.toString(16).padStart(4, '0')}}`
  })
  return `"${safe}"`
}

/** Whether every character is visible ASCII without spaces. */
export function isVisibleAscii(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}
