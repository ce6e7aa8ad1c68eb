import stringWidth from 'fast-string-width'
import { wrapAnsi } from 'fast-wrap-ansi'

/** Terminal columns of a text; colours count nothing, wide characters and emoji two. */
export function displayWidth(text: string): number {
  return stringWidth(text)
}

/** Pads with spaces on the right to `width` columns. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

/** Pads with spaces on the left to `width` columns. */
export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text
}

/**
 * Cuts uncoloured text to `width` columns, the last one an ellipsis when something was cut. Whole
 * graphemes only: an emoji of several code points stays or goes. fast-string-truncated-width 3.0.3
 * is not used for this: it returns `→→→→ a…` for three columns of `→→→→ abcdef`.
 */
export function fit(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  let used = 0
  for (const { segment } of new Intl.Segmenter(undefined).segment(text)) {
    used += displayWidth(segment)
    if (used > width - 1) break
    kept += segment
  }
  return width < 1 ? '' : `${kept}…`
}

/**
 * Breaks text at spaces into lines of at most `width` columns; colours end with a line and start
 * again on the next. A longer word (an address, a hash) stays whole on its own line: half an
 * address is useless.
 */
export function wrap(text: string, width: number): string[] {
  return wrapAnsi(text, width).split('\n')
}
