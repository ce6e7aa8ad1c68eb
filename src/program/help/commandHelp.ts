import type { CatalogEntry } from '../catalog.ts'
import { groupTitles } from './rootHelp.ts'
import type { CommandDocs, Flag } from '../../commands/frame/shapes.ts'
import { helpWidth, pastedLines, termLines, wrapWords } from './layout.ts'

/** Groups of flags in the help of a command; what is in none of them comes last, as `Other flags`. */
const flagGroups: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['What to swap', ['amount', 'from', 'to', 'raw-amount', 'id', 'route', 'quote', 'best', 'rate']],
  [
    'Who pays and who receives',
    [
      'account',
      'keystore',
      'password-file',
      'key-stdin',
      'from-address',
      'receiver',
      'receiver-memo',
      'refund-to',
      'signer',
    ],
  ],
  [
    'Route',
    [
      'provider',
      'exclude',
      'exclude-foreign',
      'skip-fee-providers',
      'deposits',
      'prefer-deposit',
      'dangerous',
      'testnets',
      'timeout',
      'referrer',
      'integrator',
    ],
  ],
  [
    'Safety limits',
    [
      'slippage',
      'min-receive',
      'max-fee-usd',
      'yes',
      'confirm-amount',
      'confirm-gas',
      'accept-contract',
      'dry-run',
      'checks',
      'idempotency-key',
      'force',
    ],
  ],
  [
    'Output',
    [
      'sort',
      'watch',
      'every',
      'failed',
      'explain',
      'qr',
      'unsigned',
      'wait',
      'wait-for',
      'no-wait',
      'exit-status',
      'report',
      'notify-command',
    ],
  ],
]

/** Flags that a command refuses with a sentence of its own; its help does not offer them. */
const refusedFlags: Readonly<Record<string, readonly string[]>> = {
  deposit: ['keystore', 'password-file', 'key-stdin', 'signer'],
}

/** The flags of a command that its help, its man page and its completion offer. */
export function offeredFlags({ name, flags }: CommandDocs): readonly Flag[] {
  return flags.filter((flag) => refusedFlags[name]?.includes(flag.name) !== true)
}

/** The same by group, in the order of the help; a command with few flags has one group. */
function groupedFlags(docs: CommandDocs): [title: string, flags: readonly Flag[]][] {
  const flags = offeredFlags(docs)
  if (flags.length <= 8) return flags.length === 0 ? [] : [['Flags', flags]]
  const named = flagGroups.map(([title, names]): [string, readonly Flag[]] => [
    title,
    flags.filter(({ name }) => names.includes(name)),
  ])
  const all = new Set(flagGroups.flatMap(([, names]) => names))
  const others = flags.filter(({ name }) => !all.has(name))
  return [...named, ['Other flags', others] as [string, readonly Flag[]]].filter(
    ([, rows]) => rows.length > 0,
  )
}

/** `-a, --amount N` */
function flagTerm({ name, short, value }: Flag): string {
  const first = short === undefined ? '    ' : `-${short}, `
  return `${first}--${name}${value === undefined ? '' : ` ${value}`}`
}

/** The hint of a flag with its choices. */
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

/** Every command with one line: `swaproute help commands`. */
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
