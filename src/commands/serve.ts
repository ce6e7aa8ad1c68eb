import { checksScreen, type CheckRow, plainChecks } from '../format/checks.ts'
import { ownText, plain } from '../format/plain.ts'
import { type Column, plainRows, renderTable } from '../format/table.ts'
import { type Ctx, defineCommand } from './frame/command.ts'
import type { OriginRow } from './frame/config.ts'
import { serveFlags, serveSettingList } from './frame/serveSettings.ts'
import type { MigratedStore } from './frame/services.ts'
import type { SettingValue } from './frame/setting.ts'

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'The routing service over HTTP',
  usage: '',
  about:
    'Serves the contract on 127.0.0.1:7331 until interrupted: POST /api/routes/quoteAll and\n' +
    'the other calls, /openapi.json, /docs, /healthz, /metrics, and a page for people at /.\n' +
    'It has no key and signs nothing. Any address other than loopback needs a token. Every flag\n' +
    'is also a setting of the environment and of the configuration file: `swaproute config list --all`.',
  examples: [
    'swaproute serve',
    'swaproute serve --port 8080 --sandbox',
    'swaproute serve --host 0.0.0.0 --token-file ./token --allow-host swaps.example.org',
    'SWAPROUTE_SERVE_PORT=8080 swaproute serve --check',
    'swaproute serve --store postgres://swaproute@db.example.org/swaproute --migrate',
  ],
  flags: [
    ...serveFlags,
    { name: 'check', hint: 'Print what would be used, check it, and end' },
    { name: 'migrate', hint: 'Create or upgrade the tables of --store, and end' },
  ],
  maxWords: 0,
  asker: 'client',
  graceMs: null, // the server limits its own time to drain and to finish
  async run(input, ctx: Ctx<'serve' | 'checkServe' | 'migrateStore'>) {
    if (input.check) return await check(ctx)
    return input.migrate ? await migrate(ctx) : await serve(ctx)
  },
  screen: (view, { width, paint }) => {
    if ('url' in view) return [`Stopped serving on ${view.url}.`]
    if ('applied' in view) return migrateScreen(view)
    return [
      ...renderTable(settingColumns, view.settings, width, paint).lines,
      '',
      ...checksScreen(view.checks, width, paint, 'before this can serve'),
    ]
  },
  plain: (view) => {
    if ('url' in view) return ['url\tservedMs', `${view.url}\t${view.servedMs}`]
    if ('applied' in view) return ['applied', ...view.applied]
    return [...plainRows(settingColumns, view.settings), ...plainChecks(view.checks)]
  },
})

type Served = { url: string; servedMs: number }

async function serve(ctx: Ctx<'serve'>): Promise<{ data: Served; view: View }> {
  const startedAtMs = ctx.io.now()
  const server = await ctx.services.serve()
  const { url, failed } = server
  ctx.emit({ type: 'progress', url })
  const interrupted = new Promise<void>((resolve) => {
    if (ctx.signal.aborted) resolve()
    ctx.signal.addEventListener('abort', () => {
      resolve()
    })
  })
  await Promise.race([interrupted, ...(failed === undefined ? [] : [failed])])
  await server.stop()
  const view = { url, servedMs: ctx.io.now() - startedAtMs }
  return { data: view, view }
}

async function migrate(
  ctx: Ctx<'migrateStore'>,
): Promise<{ data: MigratedStore; view: MigratedStore }> {
  const view = await ctx.services.migrateStore()
  return { data: view, view }
}

function migrateScreen({ applied, schema }: MigratedStore): string[] {
  if (applied.length === 0) return [`The tables are up to date (version ${schema}).`]
  return [...applied.map((name) => `Applied ${name}`), `The tables have version ${schema}.`]
}

type SettingRow = Omit<OriginRow, 'value'> & { value: string | null }

type Checked = { version: string; settings: readonly SettingRow[]; checks: readonly CheckRow[] }

type View = Served | Checked | MigratedStore

async function check(ctx: Ctx<'checkServe'>): Promise<{ data: Checked; view: View; exit: number }> {
  const { origins } = ctx.config
  const settings = [
    ...origins.filter(({ key }) => !key.startsWith('serve.')),
    ...serveSettingList.map(
      ({ key, row }): SettingRow =>
        origins.find((one) => one.key === key) ?? {
          key,
          value: textOf(row.fallback),
          origin: 'default',
          from: '',
        },
    ),
  ]
  const checks = await ctx.services.checkServe()
  const view = { version: ctx.io.version, settings, checks }
  return { data: view, view, exit: checks.some(({ state }) => state === 'bad') ? 3 : 0 }
}

const settingColumns: readonly Column<SettingRow>[] = [
  { key: 'key', title: 'Setting', rank: 0, value: ({ key }) => key },
  { key: 'value', title: 'Value', rank: 0, value: shownValue },
  { key: 'origin', title: 'Origin', rank: 0, value: ({ origin }) => origin },
  { key: 'from', title: 'From', rank: 1, value: ({ from }) => plain(from) },
]

/** Null for what is not set, and for an empty list. */
function textOf(fallback: SettingValue | null): string | null {
  const text = String(fallback ?? '')
  return text === '' ? null : text
}

/** What is not set is shown as what holds instead. */
function shownValue({ key, value }: SettingRow): string {
  const fallback = serveSettingList.find((one) => one.key === key)?.fallback
  return ownText(value ?? fallback ?? '')
}
