import type { CatalogEntry, Group } from './catalog.ts'
import { commonFlags } from './flags.ts'
import type { Flag } from './shapes.ts'

const groupTitles: Record<Group, string> = {
  core: 'Swap',
  recover: 'Recover',
  discover: 'Discover',
  'set-up': 'Set up',
  service: 'Service',
  learn: 'Learn',
  machines: 'For machines',
}

/**
 * The help of the program: every command with one line. Written without commander, which takes
 * longer to load than everything else here; the help of a command is commander's (program.ts).
 */
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

/** The hint of a flag with its choices. */
export function flagHint({ hint, choices }: Pick<Flag, 'hint' | 'choices'>): string {
  return choices === undefined ? hint : `${hint} (${choices.join(', ')})`
}

function flagLines(flags: readonly Flag[]): string[] {
  const labels = flags.map(flagLabel)
  const width = Math.max(...labels.map((label) => label.length))
  return flags.map((flag, index) => `  ${(labels[index] ?? '').padEnd(width)}  ${flagHint(flag)}`)
}

function flagLabel({ name, short, value }: Flag): string {
  const first = short === undefined ? '    ' : `-${short}, `
  return `${first}--${name}${value === undefined ? '' : ` ${value}`}`
}
