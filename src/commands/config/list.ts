import { warnOfFile } from './knownSetting.ts'
import { noPaint, type Paint } from '../../format/paint.ts'
import { ownText, plain } from '../../format/plain.ts'
import { type Column, plainRows, renderTable } from '../../format/table.ts'
import { wrap } from '../../format/width.ts'
import type { Config, OriginRow } from '../frame/config.ts'
import type { Folders } from '../frame/folders.ts'
import { type Profile, profileNames } from '../frame/profiles.ts'
import { type Ctx, defineCommand } from '../frame/command.ts'
import type { ExplainedSetting } from './explained.ts'

type Explained = ExplainedSetting & {
  /** Settings in force; several for a group. */
  set: readonly OriginRow[]
}

type View = {
  rows: readonly OriginRow[]
  origin: boolean
  /** `--all`; else null. */
  explained: readonly Explained[] | null
  folders: Folders
  file: string
  profile: Profile | null
  profiles: readonly string[]
}

export const configListCommand = defineCommand({
  name: 'config list',
  summary: 'Every setting in force and where it comes from',
  usage: '',
  about:
    'Flags override the environment, which overrides the profile, which overrides config.json, which\n' +
    'overrides the defaults. Secrets are masked. --all explains every setting there is.',
  examples: [
    'swaproute config list --origin',
    'swaproute config list --all',
    'swaproute config list --profile work',
    'SWAPROUTE_BACKEND=remote swaproute config list --json',
  ],
  flags: [
    { name: 'origin', hint: 'Show where each value comes from' },
    { name: 'all', hint: 'Explain every setting, also those that are not set' },
  ],
  maxWords: 0,
  mendsConfig: true,
  async run(input, ctx: Ctx) {
    const { origins, folders, baseFile: file, profile } = ctx.config
    const profiles = profileNames(folders)
    warnOfFile(ctx)
    const explained = input.all ? await explain(ctx.config) : null
    const rows = { rows: origins, origin: input.origin, explained }
    const view: View = { ...rows, folders, file, profile, profiles }
    return {
      data: {
        settings: origins.map(({ key, value, origin, from }) => ({ key, value, origin, from })),
        ...(explained === null
          ? {}
          : { known: explained.map(({ set: _set, ...row }) => ({ ...row })) }),
        folders,
        file,
        profile: profile?.name ?? null,
        profiles,
      },
      view,
    }
  },
  screen: (view: View, { width, paint }) =>
    view.explained === null
      ? configScreen(view, width, paint)
      : view.explained.flatMap((row) => explainedLines(row, width, paint)),
  plain: ({ rows, origin }: View) => plainRows(columnsOf(origin), rows),
})

async function explain({ origins }: Config): Promise<Explained[]> {
  const { explainedSettings } = await import('./explained.ts')
  return explainedSettings.map((row) => {
    const isOne = formOf(row.key)
    return { ...row, set: origins.filter(({ key }) => isOne.test(key)) }
  })
}

/** Whether a key is that of an explained setting, or one of its group. */
export function formOf(key: string): RegExp {
  const parts = key.split('.').map((part) => (part.startsWith('<') ? '[^.]+' : part))
  return new RegExp(`^${parts.join('\\.')}$`)
}

function explainedLines(row: Explained, width: number, paint: Paint): string[] {
  const { key, variable, flag, fallback, line, example, set } = row
  const others = [variable, flag].filter((name) => name !== null)
  const names = others.length === 0 ? '' : `  ${others.join('  ')}`
  const values =
    set.length === 0
      ? [`default: ${fallback} · example: ${example}`]
      : set.map((one) => {
          const place = one.from === '' ? one.origin : `${one.origin} ${plain(one.from)}`
          return `${one.key === key ? 'now' : one.key}: ${ownText(one.value)} (${place})`
        })
  return [
    `${paint.bold(key)}${paint.dim(names)}`,
    ...[line, ...values].flatMap((text) => wrap(text, width - 4)).map((text) => `    ${text}`),
    '',
  ]
}

function configScreen(
  { rows, origin, folders, file, profile, profiles }: View,
  width: number,
  paint: Paint = noPaint,
): string[] {
  return [
    ...renderTable(columnsOf(origin), rows, width, paint).lines,
    '',
    `File           ${file}`,
    ...(profile === null ? [] : [`Profile        ${profile.name}, ${profile.file}`]),
    ...(profiles.length === 0 ? [] : [`Profiles       ${profiles.join(', ')}`]),
    `Configuration  ${folders.config}`,
    `State          ${folders.state}`,
    `Cache          ${folders.cache}`,
    '',
    paint.dim('Every setting, explained: swaproute config list --all'),
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
