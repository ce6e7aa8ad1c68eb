import { withoutLinks } from './links.ts'

const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu

/**
 * Text of an upstream as one short line: no control, bidi or zero-width characters, no links (X1 to
 * X3). For the `reason` part of messages; always put it after the upstream's name, never alone.
 */
export function foreignReason(text: string, maxLength = 160): string {
  // The input is cut first: an answer may have 2 MiB, and the patterns below visit every character.
  const line = withoutLinks(text.slice(0, maxLength * 8).replace(unprintable, ' '))
    .replace(/\s+/gu, ' ')
    .trim()
  const characters = [...line]
  if (characters.length <= maxLength) return line
  return `${characters.slice(0, maxLength - 1).join('')}…`
}
