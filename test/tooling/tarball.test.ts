/**
 * The package as npm would publish it: unpacked somewhere else, it runs with nothing but the binary
 * of libsql, which Node 22.13 and newer do not need.
 */
import { execFile } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'tarball-'))
const unpacked = join(dir, 'package')
const home = join(dir, 'home')
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
  optionalDependencies: z.record(z.string(), z.string()),
})

type Packed = { name: string; files: string[]; size: number }

let files: string[] = []
let size = 0

async function pack(cwd: string): Promise<Packed> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', dir]
  const { stdout } = await run('npm', args, { cwd })
  const [packed] = packReport.parse(JSON.parse(stdout))
  const paths = (packed?.files ?? []).map(({ path }) => path)
  return { name: packed?.filename ?? '', files: paths, size: packed?.size ?? 0 }
}

beforeAll(async () => {
  const packed = await pack(root)
  ;({ files, size } = packed)
  await run('tar', ['-xzf', join(dir, packed.name), '-C', dir])
  for (const name of Object.keys(manifest(unpacked).optionalDependencies)) {
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
      'bin/package.json',
      'bin/swaproute.js',
      'dist/main.cjs',
      'dist/signer.cjs',
      'dist/packages.json',
      'dist/THIRD_PARTY_LICENSES.txt',
      'dist/sbom.cdx.json',
    ]),
  )
  const others =
    /^(bin\/swaproute\.js|bin\/package\.json|dist\/.+|LICENSE|README\.md|CHANGELOG\.md|SECURITY\.md|package\.json)$/
  expect(files.filter((path) => !others.test(path) || /\.(ts|map|sol)$/.test(path))).toEqual([])
})

test('holds the manual, each page named so that npm installs it', () => {
  const { man } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { man: string[] }
  expect(files.filter((path) => path.startsWith('dist/man/')).toSorted()).toEqual(man)
  expect(man).toContain('dist/man/swaproute-swap.1')
})

test('holds nothing of the sandbox, which is packed by itself with its licence and notices', async () => {
  const parts = files.filter((path) => !path.startsWith('dist/man/'))
  expect(parts.filter((path) => /sandbox/i.test(path.replace(/-[\w-]{8}\.cjs$/, '')))).toEqual([
    // Of src/app and of src/commands: what finds the package, and what asks it.
    expect.stringMatching(/^dist\/chunks\/sandbox-/),
    expect.stringMatching(/^dist\/chunks\/sandbox-/),
    expect.stringMatching(/^dist\/chunks\/sandboxPackage-/),
  ])
  const sandbox = await pack(join(root, 'sandbox'))
  expect(sandbox.files).toEqual(
    expect.arrayContaining([
      'package.json',
      'LICENSE',
      'README.md',
      'dist/sandbox.cjs',
      'dist/sandboxd.cjs',
      'dist/contracts/SandboxBank.json',
      'dist/contracts/SandboxTonPool.json',
      'dist/packages.json',
      'dist/THIRD_PARTY_LICENSES.txt',
      'dist/sbom.cdx.json',
    ]),
  )
  const others = /^(dist\/.+|LICENSE|README\.md|package\.json)$/
  const odd = sandbox.files.filter(
    (path) => !others.test(path) || /\.(ts|map|sol|tolk)$/.test(path),
  )
  expect(odd).toEqual([])
  expect(sandbox.size).toBeLessThan(1_000_000)
})

test('weighs less than 2 MB', () => {
  expect(size).toBeGreaterThan(0)
  expect(size).toBeLessThan(2_000_000)
})

test('each package names the licence of every bundled one', () => {
  for (const dist of [join(unpacked, 'dist'), join(root, 'sandbox/dist')]) {
    const notices = readFileSync(join(dist, 'THIRD_PARTY_LICENSES.txt'), 'utf8')
    const list = readFileSync(join(dist, 'packages.json'), 'utf8')
    for (const entry of z.array(z.string()).parse(JSON.parse(list))) {
      expect(notices).toContain(`\n${entry.replace(/@([^@]+)$/, ' $1')} (`)
    }
  }
})

describe('the launcher', () => {
  test('runs where no text may be compiled', async () => {
    // A library may try and carry on without it, so the constructor itself is watched.
    const hook = join(dir, 'noFunction.cjs')
    writeFileSync(
      hook,
      `const end = () => process.exit(99)
       globalThis.Function = new Proxy(Function, { apply: end, construct: end })`,
    )
    const flags = ['--disallow-code-generation-from-strings', '-r', hook]
    const { stdout } = await launchWith(flags, 'schema', 'quote')
    expect(stdout).toContain('"swaproute/v1"')
  })

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

  test('explains what to do if it was not built', async () => {
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

/** 22.13 and newer. */
const hasSqlite = 'constants' in Object(process.getBuiltinModule('node:sqlite') ?? {})

/** Where Node keeps compiled code: 22.1 and newer. */
const keepsCode = 'enableCompileCache' in process.getBuiltinModule('node:module')

describe.runIf(keepsCode)('compiled code', () => {
  const compiled = join(home, 'cache/compiled')
  const kept = (): string[] =>
    readdirSync(compiled, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))

  beforeEach(() => rmSync(compiled, { recursive: true, force: true }))

  test('is stored by the first run in a folder closed to others', async () => {
    await launch('explain', 'STORE_DAMAGED')
    expect(statSync(compiled).mode & 0o077).toBe(0)
    expect(kept().length).toBeGreaterThan(0)
  })

  test.each([
    ['itself', compiled],
    ['around it', dirname(compiled)],
    ['of the home', home],
  ])(
    'is neither read from nor written to a folder that is open to others: %s',
    async (_, place) => {
      mkdirSync(compiled, { recursive: true, mode: 0o700 })
      chmodSync(place, 0o777)
      const { stdout } = await launch('explain', 'STORE_DAMAGED')
      chmodSync(place, 0o700)
      expect(stdout).toContain('STORE_DAMAGED')
      expect(kept()).toEqual([])
    },
  )

  test('is not stored behind a link', async () => {
    const elsewhere = mkdtempSync(join(dir, 'elsewhere-'))
    mkdirSync(dirname(compiled), { recursive: true })
    symlinkSync(elsewhere, compiled)
    await launch('explain', 'STORE_DAMAGED')
    expect(readdirSync(elsewhere)).toEqual([])
  })

  test('that is damaged is not run, and replaced', async () => {
    const first = await launch('explain', 'STORE_DAMAGED')
    const damaged = kept().map((path) => {
      const bytes = readFileSync(path)
      const middle = Math.floor(bytes.length / 2)
      bytes[middle] = (bytes[middle] ?? 0) ^ 1
      writeFileSync(path, bytes)
      return [path, bytes] as const
    })
    expect(await launch('explain', 'STORE_DAMAGED')).toEqual(first)
    for (const [path, bytes] of damaged) expect(readFileSync(path).equals(bytes)).toBe(false)
  })
})

describe('without the database that npm leaves out with optional packages', () => {
  const place = join(unpacked, 'node_modules', '@libsql')
  beforeEach(() => renameSync(place, `${place}-away`))
  afterEach(() => renameSync(`${place}-away`, place))

  test.runIf(hasSqlite)('Node has one', async () => {
    expect((await launch('history', '--json')).stdout).toContain('"ok":true')
  })

  test('a Node that has none says what to do, and runs what needs none', async () => {
    const flags = hasSqlite ? ['--no-experimental-sqlite'] : []
    const failed: unknown = await launchWith(flags, 'history', '--json').catch(
      (thrown: unknown) => thrown,
    )
    expect(failed).toMatchObject({ code: 3, stdout: expect.stringContaining('"CONFIG_INVALID"') })
    expect(failed).toMatchObject({
      stdout: expect.stringContaining('install swaproute again without --omit=optional'),
    })
    expect((await launchWith(flags, 'chains', '--json')).stdout).toContain('"ok":true')
  })
})

function launch(...args: string[]) {
  return launchWith([], ...args)
}

function launchWith(flags: readonly string[], ...args: string[]) {
  return run(process.execPath, [...flags, join(unpacked, 'bin/swaproute.js'), ...args], {
    cwd: dir,
    env: { HOME: home, SWAPROUTE_HOME: home },
  })
}

function manifest(folder: string) {
  return manifestShape.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
}
