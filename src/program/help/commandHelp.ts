import type { CatalogEntry } from '../catalog.ts'
import { groupTitles } from './rootHelp.ts'
import type { CommandDocs } from '../../commands/frame/shapes.ts'
import type { Flag, FlagGroup } from '../../commands/inputs/input.ts'
import { helpWidth, pastedLines, termLines, wrapWords } from './layout.ts'

/** Groups of flags in the help of a command, in order; the rest comes last. */
const flagGroups: Readonly<Record<FlagGroup, string>> = {
  swap: 'What to swap',
  parties: 'Who pays and who receives',
  route: 'Route',
  safety: 'Safety limits',
  output: 'Output',
  listen: 'Address',
  callers: 'Who may call',
  operation: 'Operation',
}

/** The flags of a command that its help, its man page and its completion offer. */
export function offeredFlags({ flags, refuses = [] }: CommandDocs): readonly Flag[] {
  return flags.filter(({ name }) => !refuses.includes(name))
}

/** The same by group; a command with few flags has one group. */
function groupedFlags(docs: CommandDocs): [title: string, flags: readonly Flag[]][] {
  const flags = offeredFlags(docs)
  if (flags.length <= 8) return flags.length === 0 ? [] : [['Flags', flags]]
  const named = Object.entries(flagGroups).map(([id, title]): [string, readonly Flag[]] => [
    title,
    flags.filter(({ group }) => group === id),
  ])
  const others = flags.filter(({ group }) => group === undefined)
  return [...named, ['Other flags', others] as [string, readonly Flag[]]].filter(
    ([, rows]) => rows.length > 0,
  )
}

/** `-a, --amount N` */
function flagTerm({ name, short, value }: Flag): string {
  const first = short === undefined ? '    ' : `-${short}, `
  return `${first}--${name}${value === undefined ? '' : ` ${value}`}`
}

export function flagHint({ hint, choices, repeatable }: Flag): string {
  const facts = [
    ...(choices === undefined ? [] : [choices.join(', ')]),
    ...(repeatable === true ? ['repeatable'] : []),
  ]
  return facts.length === 0 ? hint : `${hint} (${facts.join('; ')})`
}

/** `swaproute <command> --help`, on at most 72 columns. */
export function commandHelp(docs: CommandDocs, screenWidth: number): string {
  const width = Math.min(helpWidth, screenWidth)
  const { name, summary, usage, about, examples } = docs
  const flags = groupedFlags(docs)
  const usageWords = ['swaproute', name, usage, ...(flags.length === 0 ? [] : ['[flags]'])]
  const lines = [
    ...wrapWords(`${summary}.`, width),
    '',
    ...hanging('Usage: ', usageWords.filter((word) => word !== '').join(' '), width),
  ]
  if (about !== undefined) lines.push('', ...wrapWords(about.replaceAll('\n', ' '), width))
  for (const [title, rows] of flags) {
    lines.push('', title, ...flagLines(rows, width))
  }
  lines.push(
    '',
    'Examples',
    ...examples.flatMap((line) => pastedLines(line, 2, width)),
    '',
    'Flags of every command: swaproute help flags',
  )
  return `${lines.join('\n')}\n`
}

export function flagLines(flags: readonly Flag[], width: number): string[] {
  return termLines(
    flags.map((flag) => [flagTerm(flag), flagHint(flag)]),
    width,
  )
}

/** The help of commands with one first word: `wallet`. */
export function groupHelp(
  catalog: readonly CatalogEntry[],
  first: string,
  screenWidth: number,
): string {
  const width = Math.min(helpWidth, screenWidth)
  const rows = catalog.flatMap(({ name, usage, summary }): [string, string][] =>
    name.startsWith(`${first} `)
      ? [[`${name.slice(first.length + 1)} ${usage}`.trimEnd(), summary]]
      : [],
  )
  return `${[
    ...hanging('Usage: ', `swaproute ${first} <command> [flags]`, width),
    '',
    'Commands',
    ...termLines(rows, width),
    '',
    `More: swaproute help ${first} <command>`,
  ].join('\n')}\n`
}

/** Every command on one line: `swaproute help commands`. */
export function commandList(catalog: readonly CatalogEntry[], width: number): string[] {
  const titles = [...new Set(catalog.map(({ group }) => groupTitles[group]))]
  const column = 30
  return titles.flatMap((title, index) => [
    ...(index === 0 ? [] : ['']),
    title,
    ...catalog.flatMap(({ name, usage, summary, group, hidden }) => {
      if (groupTitles[group] !== title || hidden === true) return []
      const label = `  ${name} ${usage}`.trimEnd()
      const lines = wrapWords(summary, width - column - 4)
      const below = lines.map((line) => `${' '.repeat(column + 4)}${line}`)
      if (label.length > column + 2) return [label, ...below]
      return [`${label.padEnd(column + 4)}${lines[0] ?? ''}`, ...below.slice(1)]
    }),
  ])
}

function hanging(label: string, text: string, width: number): string[] {
  const lines = wrapWords(text, width - label.length)
  return lines.map((line, index) => (index === 0 ? label : ' '.repeat(label.length)) + line)
}
