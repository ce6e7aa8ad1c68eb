import { assetFlags, commonFlags } from './flags.ts'
import type { Given, Input } from './input.ts'
import type { Sentence } from './sentence.ts'

const unwritten: ReadonlySet<string> = new Set(
  [...assetFlags, ...commonFlags].map(({ name }) => name),
)

/** The command line of a swap, to be pasted into a shell: its sentence and its flags. */
export function swapCommandLine(
  command: string,
  { amount, rawAmount, from, to, given }: Sentence & Pick<Input, 'given'>,
  repeated: string,
): string {
  // Without gaps: a word after one would be read as the one that is missing.
  const words = [
    ...(amount === undefined ? [] : [amount]),
    ...(from === undefined ? [] : [from]),
    ...(from === undefined || to === undefined ? [] : ['to', to]),
  ]
  const raw = rawAmount === undefined ? '' : ` --raw-amount ${forShell(rawAmount)}`
  return commandLine(command, words, given, unwritten) + raw + repeated
}

/**
 * A command line, to be pasted into a shell.
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

/** Quotes any text as one shell word. */
export function forShell(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`
}
