/** What may leave the program, by numbers of its own: nothing here asks the product. */

/** Ranges of code points that steer a terminal, hide, reorder, or are unassigned. */
const forbidden: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xd800, 0xf8ff],
  [0xfdd0, 0xfdef],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xfffe, 0xffff],
  [0xe0000, 0x10ffff],
]

/** A replacement character is what a lone surrogate becomes when it is written as UTF-8. */
const replaced = 0xfffd

export type Output = {
  text: string
  /** Tabs part the columns of `--plain`. */
  tabs: boolean
  /** JSON, in which letters are written as they are. */
  json?: boolean | undefined
}

/** Why a text must not reach a terminal, with its place; null when nothing is wrong. */
export function controlFault({ text, tabs, json }: Output): string | null {
  let index = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const isLayout = code === 0x0a || (code === 0x09 && tabs)
    const isForbidden =
      code === replaced || forbidden.some(([from, to]) => code >= from && code <= to)
    if (!isLayout && (isForbidden || code === 0x09)) {
      return `U+${code.toString(16)} in ${near(text, index)}`
    }
    index += character.length
  }
  // Machines may be handed any letters.
  const tower = json === true ? null : /\p{M}{4,}/u.exec(text)
  return tower === null ? null : `a tower of accents in ${near(text, tower.index)}`
}

function near(text: string, index: number): string {
  return JSON.stringify(text.slice(Math.max(0, index - 30), index + 30))
}
