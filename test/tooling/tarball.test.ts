/** The package as npm would publish it: unpacked somewhere else, it runs with nothing but libsql. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'tarball-'))
const unpacked = join(dir, 'package')
const run = promisify(execFile)

const packReport = z.array(
  z.object({
    filename: z.string(),
    size: z.number(),
    files: z.array(z.object({ path: z.string() })),
  }),
)
const manifestShape = z.object({
  version: z.string(),
  dependencies: z.record(z.string(), z.string()).optional(),
})

let files: string[] = []
let size = 0

beforeAll(async () => {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', dir]
  const { stdout } = await run('npm', args, { cwd: root })
  const [packed] = packReport.parse(JSON.parse(stdout))
  files = (packed?.files ?? []).map(({ path }) => path)
  size = packed?.size ?? 0
  await run('tar', ['-xzf', join(dir, packed?.filename ?? ''), '-C', dir])
  for (const name of installed(manifest(unpacked))) {
    const place = join(unpacked, 'node_modules', name)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), place)
  }
})

afterAll(() => {
  rmSync(dir, { recursive: true })
})

test('holds the program, its licence and its notices, and nothing of the workshop', () => {
  expect(files).toEqual(
    expect.arrayContaining([
      'package.json',
      'LICENSE',
      'CHANGELOG.md',
      'bin/swaproute.js',
      'dist/main.js',
      'dist/packages.json',
      'dist/THIRD_PARTY_LICENSES.txt',
    ]),
  )
  const others = /^(bin\/swaproute\.js|dist\/.+|LICENSE|README\.md|CHANGELOG\.md|package\.json)$/
  expect(files.filter((path) => !others.test(path) || /\.(ts|map|sol)$/.test(path))).toEqual([])
})

test('weighs less than 2 MB', () => {
  expect(size).toBeGreaterThan(0)
  expect(size).toBeLessThan(2_000_000)
})

test('names the licence of every bundled package', () => {
  const notices = readFileSync(join(unpacked, 'dist/THIRD_PARTY_LICENSES.txt'), 'utf8')
  const list = readFileSync(join(unpacked, 'dist/packages.json'), 'utf8')
  for (const entry of z.array(z.string()).parse(JSON.parse(list))) {
    expect(notices).toContain(`\n${entry.replace(/@([^@]+)$/, ' $1')} (`)
  }
})

describe('the launcher', () => {
  test('prints the version, from another folder and with an empty environment', async () => {
    const { stdout, stderr } = await launch('--version')
    expect(stdout.trim()).toBe(manifest(root).version)
    expect(stderr).toBe('')
  })

  test('prints its help', async () => {
    const { stdout } = await launch('--help')
    expect(stdout).toContain('swaproute')
  })

  test('passes the exit status on', async () => {
    await expect(launch('no-such-command')).rejects.toMatchObject({ code: 2 })
  })

  test('says what to do if it was not built', async () => {
    renameSync(join(unpacked, 'dist'), join(unpacked, 'moved'))
    try {
      await expect(launch('--version')).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^swaproute is not built, .* Run `npm run build` .*\n$/),
      })
    } finally {
      renameSync(join(unpacked, 'moved'), join(unpacked, 'dist'))
    }
  })
})

function launch(...args: string[]) {
  const home = join(dir, 'home')
  return run(process.execPath, [join(unpacked, 'bin/swaproute.js'), ...args], {
    cwd: dir,
    env: { HOME: home, SWAPROUTE_HOME: home },
  })
}

function manifest(folder: string) {
  return manifestShape.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
}

/** Names of the packages npm would install for this one: its dependencies, and theirs. */
function installed({ dependencies = {} }: z.output<typeof manifestShape>): Set<string> {
  const names = Object.keys(dependencies)
  const deeper = names.flatMap((name) => [...installed(manifest(join(root, 'node_modules', name)))])
  return new Set([...names, ...deeper])
}
