import { SwaprouteError } from '../../core/errors.ts'

export type SettingValue = string | number | boolean | readonly string[]

/** One setting by its dotted name, as file and `config list` spell it. */
export type Setting = {
  key: string
  /** Environment variable; null if only file and flag set it. */
  variable: string | null
  flag: string | null
  /** The only command whose flag sets it; absent: every command that has the flag. */
  command?: string
  secret: boolean
  read(text: string, where: string): SettingValue
}

const yes: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'on'])
const no: ReadonlySet<string> = new Set(['0', 'false', 'no', 'off', ''])

export function setting(
  key: string,
  variable: string | null,
  flag: string | null,
  read: Setting['read'],
  secret = false,
): Setting {
  return { key, variable, flag, read, secret }
}

export function anyText(text: string, where: string): string {
  if (text === '') throw invalid(where, 'must not be empty')
  return text
}

export function oneOf<Word extends string>(
  ...words: Word[]
): (text: string, where: string) => Word {
  return (text, where) => {
    const word = words.find((one) => one === text)
    if (word === undefined) throw invalid(where, `must be one of ${words.join(', ')}`)
    return word
  }
}

export function onOrOff(text: string, where: string): boolean {
  const word = text.toLowerCase()
  if (yes.has(word)) return true
  if (no.has(word)) return false
  throw invalid(where, 'must be one of 1, 0, true, false')
}

/** A whole number within limits, which are part of the sentence. */
export function wholeNumber(
  what: string,
  least: number,
  most: number,
): (text: string, where: string) => number {
  return (text, where) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw invalid(where, `must be ${what} from ${least} to ${most}`)
  }
}

/** The parts of a list separated by commas. */
export function listed(text: string): string[] {
  return text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
}

/** Without the value, which may be a secret. @param where a flag, a variable, or a key and its file */
export function invalid(where: string, rule: string): SwaprouteError {
  const code = where.startsWith('--') ? 'INVALID_ARGUMENT' : 'CONFIG_INVALID'
  return new SwaprouteError(code, `${where} ${rule}.`, {
    hint: '`swaproute config list --all` explains every setting.',
    context: { setting: where },
  })
}
