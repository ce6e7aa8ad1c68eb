/** What deploy/ and docs/operations.md say of the program is true: flags, variables, files, metrics. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveSettingList } from '../../src/commands/frame/serveSettings.ts'
import { isOtherVariable, settingByVariable } from '../../src/commands/frame/settings.ts'
import { serveCommand } from '../../src/commands/serve.ts'
import { createMetrics } from '../../src/server/metrics.ts'

const root = join(import.meta.dirname, '../..')
const deploy = join(root, 'deploy')
const names = readdirSync(deploy, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.\w+$|Dockerfile/.test(name),
)
const texts = new Map(names.map((name) => [name, readFileSync(join(deploy, name), 'utf8')]))
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
const textOf = (name: string): string => texts.get(name) ?? ''
const found = (pattern: RegExp, ...among: string[]): string[] => [
  ...new Set(among.flatMap((text) => [...text.matchAll(pattern)].map(([, one]) => one ?? ''))),
]

test('every flag of the compose file is a flag of serve', () => {
  const flags = new Set([
    ...serveSettingList.map(({ flag }) => flag),
    ...(serveCommand.flags ?? []).map(({ name }) => name),
  ])
  const used = found(/- --([a-z-]+)/g, textOf('compose.yaml'))
  expect(used.length).toBeGreaterThan(5)
  expect(used.filter((flag) => !flags.has(flag))).toEqual([])
})

test('every variable is a setting', () => {
  const used = found(/\b(SWAPROUTE_[A-Z0-9_]*[A-Z0-9])\b(?!_)/g, page, ...texts.values())
  expect(used).toContain('SWAPROUTE_STORE')
  const ofCompose = ['SWAPROUTE_HOST']
  const unknown = used.filter(
    (name) =>
      settingByVariable(name) === null && !isOtherVariable(name) && !ofCompose.includes(name),
  )
  // The names of a chain and of a provider are filled in.
  expect(unknown.filter((name) => name !== 'SWAPROUTE_RPC')).toEqual([])
})

test('every file that is named exists', () => {
  const mounted = found(/'?\.\/([\w./-]+?)(?::|'| |$)/gm, textOf('compose.yaml'))
  const ofOperator = ['tokens', 'providers.env']
  const missing = mounted.filter((name) => !ofOperator.includes(name) && !texts.has(name))
  expect(mounted.length).toBeGreaterThan(5)
  expect(missing).toEqual([])
  const linked = found(/\]\(\.\.\/([\w./-]+)\)/g, page)
  expect(linked.filter((name) => !existsSync(join(root, name)))).toEqual([])
})

test('every metric that is drawn or watched is one of the service', async () => {
  const { registry } = await createMetrics('0.0.0', true)
  const own = new Set(registry.getMetricsAsArray().map(({ name }) => name))
  const source = execFileSync('git', ['grep', '-h', '-A1', 'gauge({', '--', 'src'], { cwd: root })
  const gauges = [...source.toString().matchAll(/name: '(\w+)'/g)].map(
    ([, one]) => `swaproute_${one}`,
  )
  for (const name of gauges) own.add(name)
  const used = found(
    /\b((?:swaproute|process|nodejs)_[a-z0-9_]+)/g,
    textOf('alerts.yml'),
    textOf('grafana/swaproute.json'),
  ).map((name) => name.replace(/_(?:bucket|count|sum)$/, ''))
  expect(used.length).toBeGreaterThan(8)
  expect(used.filter((name) => !own.has(name))).toEqual([])
})

test('every alert has a line in the table', () => {
  const alerts = found(/alert: (\w+)/g, textOf('alerts.yml'))
  expect(found(/^\| `(Swaproute\w+)`/gm, page).toSorted()).toEqual(alerts.toSorted())
})

test('the image has a Node with SQLite, and no right that it does not need', () => {
  const dockerfile = textOf('Dockerfile')
  const versions = found(/FROM (?:\S+ )?node:(\d+)/g, dockerfile)
  expect(versions).toEqual(['24'])
  const [last = ''] = dockerfile.split('\n').filter((line) => line.startsWith('USER'))
  expect(last).toBe('USER swaproute')
})

test.runIf(spawnSync('promtool', ['--version']).status === 0)('promtool has no objection', () => {
  const check = spawnSync('promtool', ['check', 'config', join(deploy, 'prometheus.yml')])
  expect([check.status, String(check.stderr)]).toEqual([0, ''])
})
