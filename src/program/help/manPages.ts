import type { CatalogEntry } from '../catalog.ts'
import type { Command } from '../../commands/frame/command.ts'
import { commonFlags } from '../../commands/inputs/flags.ts'
import type { Flag } from '../../commands/inputs/input.ts'
import { explainedSettings } from '../../commands/config/explained.ts'
import { exitTexts } from '../../commands/explain/errorNumbers.ts'
import { flagHint, offeredFlags } from './commandHelp.ts'

/** A page of the manual: `swaproute-swap.1` and its text in the macros of man(7). */
export type ManPage = { file: string; text: string }

/**
 * The manual, from the texts of the help: `swaproute.1`, and a page for each command that the help
 * names.
 */
export async function manPages(
  catalog: readonly CatalogEntry[],
  version: string,
): Promise<ManPage[]> {
  const shown = catalog.filter(({ hidden }) => hidden !== true)
  const commands = await Promise.all(shown.map((entry) => entry.load()))
  const titled = (name: string, lines: readonly string[]): ManPage => ({
    file: `${name}.1`,
    text: `${[
      `.TH "${name.toUpperCase()}" "1" "" "swaproute ${version}" "swaproute"`,
      ...lines,
    ].join('\n')}\n`,
  })
  return [
    titled('swaproute', mainPage(shown)),
    ...commands.map((command) => titled(pageName(command.name), commandPage(command))),
  ]
}

function mainPage(entries: readonly CatalogEntry[]): string[] {
  return [
    '.SH NAME',
    roff('swaproute - swap tokens between blockchains and within one'),
    '.SH SYNOPSIS',
    `.B swaproute`,
    roff('<command> [flags]'),
    '.SH COMMANDS',
    ...entries.flatMap(({ name, usage, summary }) =>
      term(`swaproute ${name}`, usage, `${summary}. See ${pageName(name)}(1).`),
    ),
    ...flagSection('FLAGS OF EVERY COMMAND', commonFlags),
    '.SH ENVIRONMENT',
    ...explainedSettings.flatMap(({ variable, line }) =>
      variable === null ? [] : term(variable, '', line),
    ),
    ...exitSection(),
    '.SH SEE ALSO',
    roff(
      'swaproute help <topic>, for how to write assets and amounts, and for the JSON documents.',
    ),
  ]
}

function commandPage(command: Command): string[] {
  const { name, summary, usage, about, examples } = command
  return [
    '.SH NAME',
    roff(`${pageName(name)} - ${summary}`),
    '.SH SYNOPSIS',
    `.B ${roff(`swaproute ${name}`)}`,
    roff(`${usage} [flags]`.trimStart()),
    ...(about === undefined ? [] : ['.SH DESCRIPTION', roff(about.replaceAll('\n', ' '))]),
    ...flagSection('FLAGS', offeredFlags(command)),
    '.SH EXAMPLES',
    ...examples.flatMap((line) => ['.PP', '.nf', roff(line), '.fi']),
    ...exitSection(),
    '.SH SEE ALSO',
    '.BR swaproute (1)',
  ]
}

function flagSection(title: string, flags: readonly Flag[]): string[] {
  if (flags.length === 0) return []
  return [
    `.SH ${title}`,
    ...flags.flatMap((flag) => {
      const short = flag.short === undefined ? '' : `-${flag.short}, `
      return term(`${short}--${flag.name}`, flag.value ?? '', flagHint(flag))
    }),
  ]
}

function exitSection(): string[] {
  return [
    '.SH EXIT STATUS',
    ...Object.entries(exitTexts).flatMap(([code, { meaning, action }]) =>
      term(code, '', `${meaning} ${action}`),
    ),
  ]
}

/** A bold term with its value, and its text indented below. */
function term(name: string, value: string, text: string): string[] {
  const after = value === '' ? '' : ` \\fI${inline(value)}\\fR`
  return ['.TP', `\\fB${inline(name)}\\fR${after}`, roff(text)]
}

function pageName(command: string): string {
  return `swaproute-${command.replaceAll(' ', '-')}`
}

/** A line of text that roff does not read as a macro. */
function roff(text: string): string {
  const line = inline(text)
  return /^[.']/.test(line) ? `\\&${line}` : line
}

/** Text with roff's special characters escaped and non-ASCII ones as groff_char(7) codes. */
function inline(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('`', '\\(ga')
    .replace(/[^\x20-\x7e]/gu, (sign) => {
      const number = sign.codePointAt(0) ?? 0
      return `\\[u${number.toString(16).toUpperCase().padStart(4, '0')}]`
    })
}
