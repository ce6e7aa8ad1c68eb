import { commonFlags, moneyFlags, quoteFlags } from '../commands/inputs/flags.ts'
import type { Flag } from '../commands/inputs/input.ts'

/** Flags whose values may precede the command and must not be mistaken for it. */
export const earlyFlags: readonly Flag[] = [...commonFlags, ...quoteFlags, ...moneyFlags]

type Found<Entry> = {
  entry: Entry | null
  /** The first word of a command group, if its second word is unknown. */
  group: string | null
  /** The line without the command's own words. */
  rest: string[]
}

/** The command of a line; flags and their values may precede it. */
export function findCommand<Entry extends { name: string }>(
  words: readonly string[],
  catalog: readonly Entry[],
): Found<Entry> {
  const end = words.includes('--') ? words.indexOf('--') : words.length
  const taking = new Set(
    earlyFlags.flatMap(({ name, short, value }) =>
      value === undefined ? [] : [`--${name}`, ...(short === undefined ? [] : [`-${short}`])],
    ),
  )
  const places = words
    .map((_, index) => index)
    .filter((at) => at < end && !isFlag(words[at] ?? '') && !taking.has(words[at - 1] ?? ''))
  const firsts = new Set(catalog.map(({ name }) => name.split(' ', 1)[0]))
  const at = places.find((place) => firsts.has(words[place]))
  if (at === undefined) return { entry: null, group: null, rest: [...words] }
  const first = words[at] ?? ''
  const next = places[places.indexOf(at) + 1]
  const second = next === undefined ? undefined : words[next]
  const named = (name: string): Entry | undefined => catalog.find((entry) => entry.name === name)
  const whole = named(`${first} ${second ?? ''}`)
  const without = (...taken: (number | undefined)[]): string[] =>
    words.filter((_, index) => !taken.includes(index))
  if (whole !== undefined) return { entry: whole, group: null, rest: without(at, next) }
  const entry = named(first) ?? null
  return { entry, group: entry === null ? first : null, rest: without(at) }
}

/** A lone `-` means standard input. */
export function isFlag(word: string): boolean {
  return word.startsWith('-') && word !== '-'
}
