import { assetFlags, commonFlags } from './flags.ts'
import type { Given, Input } from './input.ts'
import type { Sentence } from './sentence.ts'

const unwritten: ReadonlySet<string> = new Set(
  [...assetFlags, ...commonFlags].map(({ name }) => name),
)

/** The command line of a swap, to paste into a shell: positional words and flags. */
export function swapCommandLine(
  command: string,
  { amount, rawAmount, from, to, given }: Sentence & Pick<Input, 'given'>,
  repeated: string,
): string {
  // No gaps: a later word would be read in place of the missing one.
  const words = [
    ...(amount === undefined ? [] : [amount]),
    ...(from === undefined ? [] : [from]),
    ...(from === undefined || to === undefined ? [] : ['to', to]),
  ]
  const raw = rawAmount === undefined ? '' : ` --raw-amount ${forShell(rawAmount)}`
  return commandLine(command, words, given, unwritten) + raw + repeated
}

/**
 * A command line, to paste into a shell.
 * @param without flags that are left out
 */
export function commandLine(
  command: string,
  words: readonly string[],
  given: Given,
  without: ReadonlySet<string> = new Set(),
): string {
  const flags = [...given].flatMap(([name, texts]) => {
    if (without.has(name)) return []
    return texts.length === 0 ? [`--${name}`] : texts.map((text) => `--${name} ${forShell(text)}`)
  })
  return [`swaproute ${command}`, ...words.map(forShell), ...flags].join(' ')
}

/** Quotes any text as one shell argument. */
export function forShell(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`
}
