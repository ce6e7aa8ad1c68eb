import { noPaint, type Paint } from '../format/paint.ts'
import { ownText, plain } from '../format/plain.ts'
import { type Column, plainRows, renderTable } from '../format/table.ts'
import type { OriginRow } from './frame/config.ts'
import type { Folders } from './frame/folders.ts'
import { defineCommand } from './frame/command.ts'

type View = { rows: readonly OriginRow[]; origin: boolean; folders: Folders }

export const configListCommand = defineCommand({
  name: 'config list',
  summary: 'Every setting in force and where it comes from',
  usage: '',
  about:
    'Flags override the environment, which overrides config.json, which overrides the defaults.\n' +
    'Secrets are masked.',
  examples: [
    'swaproute config list --origin',
    'SWAPROUTE_BACKEND=remote swaproute config list --json',
  ],
  flags: [{ name: 'origin', hint: 'Show where each value comes from' }],
  maxWords: 0,
  async run(input, ctx) {
    const { origins, folders } = ctx.config
    const view: View = { rows: origins, origin: input.flags.on('origin'), folders }
    return {
      data: {
        settings: origins.map(({ key, value, origin, from }) => ({ key, value, origin, from })),
        folders,
      },
      view,
    }
  },
  screen: (view: View, { width, paint }) => configScreen(view, width, paint),
  plain: ({ rows, origin }: View) => plainRows(columnsOf(origin), rows),
})

function configScreen(
  { rows, origin, folders }: View,
  width: number,
  paint: Paint = noPaint,
): string[] {
  return [
    ...renderTable(columnsOf(origin), rows, width, paint).lines,
    '',
    `Configuration  ${folders.config}`,
    `State          ${folders.state}`,
    `Cache          ${folders.cache}`,
  ]
}

function columnsOf(origin: boolean): Column<OriginRow>[] {
  const columns: Column<OriginRow>[] = [
    { key: 'key', title: 'Setting', rank: 0, value: ({ key }) => key },
    { key: 'value', title: 'Value', rank: 0, value: ({ value }) => ownText(value) },
  ]
  if (!origin) return columns
  return [
    ...columns,
    { key: 'origin', title: 'Origin', rank: 0, value: (row) => row.origin },
    { key: 'from', title: 'From', rank: 1, value: ({ from }) => plain(from) },
  ]
}
