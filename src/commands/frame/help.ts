import type { CatalogEntry, Group } from './catalog.ts'
import { commonFlags } from './flags.ts'
import type { CommandDocs, Flag } from './shapes.ts'

const groupTitles: Record<Group, string> = {
  core: 'Swap',
  recover: 'Recover',
  discover: 'Discover',
  'set-up': 'Set up',
  service: 'Service',
  learn: 'Learn',
  machines: 'For machines',
}

/** The help of the program: every command with one line. */
export function rootHelp(catalog: readonly CatalogEntry[], version: string): string {
  const groups = [...new Set(catalog.map(({ group }) => group))]
  const labels = catalog.map(({ name, usage }) => `${name} ${usage}`.trimEnd())
  const width = Math.max(...labels.map((label) => label.length))
  const lines = [
    `swaproute ${version}: swap tokens between blockchains and within one`,
    '',
    'Usage: swaproute <command> [<amount> <from> [to] <to>] [flags]',
    '',
  ]
  for (const group of groups) {
    lines.push(groupTitles[group])
    for (const [index, entry] of catalog.entries()) {
      if (entry.group !== group) continue
      lines.push(`  ${(labels[index] ?? '').padEnd(width)}  ${entry.summary}`)
    }
    lines.push('')
  }
  lines.push(
    'Assets are <chain>:<token>: eth:USDC, arbitrum:0x…, 42161:native; a chain alone is its coin.',
    '',
    'Flags of every command',
    ...flagLines(commonFlags),
    '',
    'Examples',
    '  swaproute quote 1 eth:ETH to eth:USDC --sandbox',
    '  swaproute best 100 eth:USDC to arb:USDC --explain',
    '',
    'More: swaproute <command> --help',
  )
  return `${lines.join('\n')}\n`
}

/** The commands below one word, for `swaproute wallet`. */
export function groupHelp(catalog: readonly CatalogEntry[], word: string): string {
  const entries = catalog.filter(({ name }) => name.startsWith(`${word} `))
  const labels = entries.map(({ name, usage }) => `swaproute ${name} ${usage}`.trimEnd())
  const width = Math.max(...labels.map((label) => label.length))
  return `${[
    'Usage',
    ...entries.map(({ summary }, index) => `  ${(labels[index] ?? '').padEnd(width)}  ${summary}`),
    '',
    `More: swaproute ${word} <command> --help`,
  ].join('\n')}\n`
}

/** The help of one command with its flags and examples. */
export function commandHelp(command: CommandDocs): string {
  const own = command.flags
  const lines = [
    `${command.summary}.`,
    '',
    `Usage: swaproute ${command.name} ${command.usage}`.trimEnd() + ' [flags]',
    ...(command.about === undefined ? [] : ['', command.about]),
    ...(own.length === 0 ? [] : ['', 'Flags', ...flagLines(own)]),
    '',
    'Flags of every command',
    ...flagLines(commonFlags),
    '',
    'Examples',
    ...command.examples.map((example) => `  ${example}`),
  ]
  return `${lines.join('\n')}\n`
}

function flagLines(flags: readonly Flag[]): string[] {
  const labels = flags.map(flagLabel)
  const width = Math.min(34, Math.max(...labels.map((label) => label.length)))
  return flags.map((flag, index) => {
    const choices = flag.choices === undefined ? '' : ` (${flag.choices.join(', ')})`
    return `  ${(labels[index] ?? '').padEnd(width)}  ${flag.hint}${choices}`
  })
}

function flagLabel(flag: Flag): string {
  const short = flag.short === undefined ? '    ' : `-${flag.short}, `
  const value =
    flag.value !== undefined
      ? ` ${flag.value}`
      : flag.optionalValue !== undefined
        ? `[=${flag.optionalValue}]`
        : ''
  return `${short}--${flag.name}${value}`
}
