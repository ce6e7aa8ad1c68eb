import { topicNames } from '../topicNames.ts'
import type { CatalogEntry, Group } from '../catalog.ts'

/** Titles of the groups of commands; groups with the same title are shown as one. */
export const groupTitles: Record<Group, string> = {
  core: 'Swap',
  recover: 'Recover',
  discover: 'Discover',
  'set-up': 'Set up',
  service: 'For machines',
  learn: 'Learn',
  machines: 'For machines',
}

/**
 * The first screen, on 60 columns: what the program is, four lines to try, and pointers to more. It needs neither
 * commander nor other modules.
 */
export function rootHelp(catalog: readonly CatalogEntry[], version: string): string {
  const groups = commandGroups(catalog)
  const width = Math.max(...[...groups.keys()].map((title) => title.length))
  return `${[
    `swaproute ${version}: swaps between blockchains and within one`,
    '',
    '  swaproute tour                            with play money',
    '  swaproute quote 100 eth:USDC to arb:USDC  every route',
    '  swaproute swap 100 eth:USDC to arb:USDC   review and sign',
    '  swaproute status 0x5c50…2060              where a swap is',
    '',
    ...[...groups].map(([title, names]) => `${title.padEnd(width)}  ${names.join(', ')}`),
    '',
    'More: swaproute help <command>, or one of these topics:',
    `      ${topicNames.slice(0, 5).join(', ')},`,
    `      ${topicNames.slice(5).join(', ')}`,
  ].join('\n')}\n`
}

/** The first words of the commands by the title of their group. */
function commandGroups(catalog: readonly CatalogEntry[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const { name, group, hidden } of catalog) {
    if (hidden === true) continue
    const names = groups.get(groupTitles[group]) ?? []
    const [first = name] = name.split(' ', 1)
    if (!names.includes(first)) names.push(first)
    groups.set(groupTitles[group], names)
  }
  return groups
}
