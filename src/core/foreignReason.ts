const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu

/**
 * Text of an upstream as one short line: no control, bidi or zero-width characters, no links (X1 to
 * X3). For the `reason` part of messages; always placed after the upstream's name, never alone.
 */
export function foreignReason(text: string, maxLength = 160): string {
  // Cut first: an answer may have 2 MiB, and the patterns below visit every character.
  const line = withoutLinks(text.slice(0, maxLength * 8).replace(unprintable, ' '))
    .replace(/\s+/gu, ' ')
    .trim()
  const characters = [...line]
  if (characters.length <= maxLength) return line
  return `${characters.slice(0, maxLength - 1).join('')}…`
}

// X3, X5: terminals turn URLs into clickable links, and foreign text must not send the user
// anywhere.

const removed = '[link removed]'
const clickable = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)\S*/gi
const bare =
  /\b(?:[a-z0-9-]{1,63}\.)+(?:com|net|org|io|xyz|app|finance|exchange|link|site|online|info|top|ru|cn|me|co|dev|gg|ly|to|network|wallet|support)\b\S*/gi

/** Removes what a terminal turns into a link; account names with dots are kept. */
export function withoutLinks(text: string): string {
  return text.replace(clickable, removed)
}

/** Also removes bare domain names; for untrusted text. */
export function withoutSites(text: string): string {
  return withoutLinks(text).replace(bare, removed)
}
