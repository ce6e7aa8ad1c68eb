/** What the bundles may hold, what they load at start, and that a build can be repeated. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'build-'))
const run = promisify(execFile)

const chunksShape = z.array(
  z.object({ fileName: z.string(), modules: z.array(z.string()), imports: z.array(z.string()) }),
)

type Chunks = z.output<typeof chunksShape>

/** Files of the commands that the catalog names. */
const commandSources = [
  ...readFileSync(join(root, 'src/program/catalog.ts'), 'utf8').matchAll(/import\('(\..*\.ts)'\)/g),
].map(([, path = '']) => join('src/program', path))

let chunks: Chunks = []
let sandboxChunks: Chunks = []

/** The script that a source file is in. */
function chunkOf(source: string): string {
  return chunks.find(({ modules }) => modules.includes(source))?.fileName ?? ''
}

function chunksOf(name: string): Chunks {
  const summary = readFileSync(join(root, 'node_modules/.cache/swaproute', name), 'utf8')
  return chunksShape.parse(JSON.parse(summary))
}

beforeAll(async () => {
  for (const out of ['first', 'second']) {
    await run(process.execPath, ['scripts/build.mjs', '--out', join(dir, out)], { cwd: root })
  }
  writeFileSync(join(dir, 'package.json'), readFileSync(join(root, 'package.json')))
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
  chunks = chunksOf('chunks.json')
  sandboxChunks = chunksOf('chunks-sandbox.json')
})

afterAll(() => {
  rmSync(dir, { recursive: true })
})

test('two builds give the same bytes', () => {
  const [first, second] = [checksums(join(dir, 'first')), checksums(join(dir, 'second'))]
  expect(Object.keys(first)).toEqual(expect.arrayContaining(['main.cjs', 'sandbox/sandbox.cjs']))
  expect(second).toEqual(first)
})

test('starting the program loads no library that only some commands need', () => {
  const loaded = loadedBy('main.cjs').map(packageOf)
  expect(loaded.filter((name) => name !== null && name !== 'zod')).toEqual([])
})

/** Of zod, its switch for schemas that compile nothing is loaded with the program. */
const schemas = /\/zod\/v4\/(?!core\/(?:core|util)\.js)|src\/api\/schemas/

test('the signer loads nothing that opens a connection or a file', () => {
  const loaded = loadedBy('signer.cjs')
  expect(loaded).toContain('src/wallet/signPlan.ts')
  expect(
    loaded.filter((path) => /undici|^src\/(?:http\/(?!wire)|store|commands|app)\//.test(path)),
  ).toEqual([])
  const builtins = loadedScripts('signer.cjs').flatMap(({ imports }) => imports)
  expect(builtins.filter((name) => /^(?:node:)?(?:net|http|https|tls|dns|fs)/.test(name))).toEqual(
    [],
  )
})

test('what a quote needs before its first request holds no schema: answers are read later', () => {
  const parts = ['src/app/clients.ts', 'src/providers/onchain/onchain.ts'] as const
  const loaded = parts.flatMap((source) => loadedBy(chunkOf(source)))
  expect(loaded).toEqual(expect.arrayContaining(['src/backend/backend.ts', parts[1]]))
  expect(loaded.filter((path) => schemas.test(path))).toEqual([])
})

test.each(commandSources)(
  'the help of a command loads that command, and what every line needs: %s',
  (source) => {
    const loaded = [...loadedBy(chunkOf('src/program/run.ts')), ...loadedBy(chunkOf(source))]
    expect(loaded).toContain('node_modules/commander/lib/command.js')
    // Two commands use words of a neighbour: `resume` of `history`, `wallet import` of `wallet new`.
    const commands = loaded.filter((path) => commandSources.includes(path))
    expect(commands).toContain(source)
    expect(commands.length).toBeLessThanOrEqual(2)
    const heavy = /\/(?:qr|undici|viem)\/|:node:child_process|src\/chains\/data/
    expect(loaded.filter((path) => heavy.test(path) || schemas.test(path))).toEqual([])
  },
)

test.each(['src/program/run.ts', 'src/app/clients.ts'])(
  'questions, spinners, decimals and folders of other systems are loaded on demand: %s',
  (source) => {
    const loaded = loadedBy(chunkOf(source))
    expect(loaded).toContain(source)
    const onDemand = /\/(?:@inquirer|ora|bignumber\.js|env-paths)\//
    expect(loaded.filter((name) => onDemand.test(name))).toEqual([])
  },
)

/** The routing service and what it asks, and what plans and signs a swap. */
const service =
  /\/(?:undici|viem)\/|^src\/(?:evidence|router|server|http\/(?:client|rpc)\.|backend\/(?!info)|providers\/(?:kits\/(?!misconfigured)|onchain\/(?!registry|data))|execution\/(?:execute|plan|driver)|wallet\/(?!secretArguments|environmentKey))/
/** Tables of chains and tokens, and the forms of addresses. */
const assets = /^src\/chains\/(?!addresses\/testForms)/

test.each([
  ['chains', service],
  ['providers', service],
  ['history', service],
  ['explain', new RegExp(`${service.source}|${assets.source}`)],
  ['schema', new RegExp(`${service.source}|${assets.source}`)],
])('%s loads what it needs, and not the service', async (command, foreign) => {
  const loaded = await loadedInRun(command)
  expect(loaded).toContain(`src/commands/${command}.ts`)
  expect(loaded.filter((path) => foreign.test(path))).toEqual([])
})

test('the way through a proxy is loaded only where one is set', () => {
  const proxied = (paths: string[]) => paths.filter((path) => /-?proxy-agent\.js$/.test(path))
  expect(proxied(loadedBy(chunkOf('src/http/pools.ts')))).toEqual([])
  const everywhere = chunks.flatMap(({ modules }) => modules)
  expect(proxied(everywhere)).toContain(
    'node_modules/undici/lib/dispatcher/env-http-proxy-agent.js',
  )
})

test('what builds messages of TON is loaded where one is built, not for a quote', () => {
  const builders =
    /^src\/(chains\/ton\/build|providers\/\w+\/message\.ts$|wallet\/signTonPlan\.ts$)/
  const ofTon = (paths: string[]) => paths.filter((path) => packageOf(path) === '@ton/core')
  const early = chunks
    .filter(({ fileName }) => ofTon(loadedBy(fileName)).length > 0)
    .flatMap(({ modules }) => modules)
    .filter((path) => path.startsWith('src/') && !builders.test(path))
  expect(early).toEqual([])
  expect(chunks.flatMap(({ modules }) => ofTon(modules))).not.toEqual([])
})

const names = z.record(z.string(), z.string()).default({})
/** undici asks for it where it exists, from Node 22 on. */
const newerBuiltins = new Set(['sqlite'])

test.each([
  ['the program', 'package.json', () => chunks],
  ['the sandbox', 'sandbox/package.json', () => sandboxChunks],
])('what is not inside the bundles of %s is Node or installed with it', (_, path, of) => {
  const installed = z
    .object({ dependencies: names, optionalDependencies: names })
    .transform((manifest) => Object.values(manifest).flatMap(Object.keys))
    .parse(JSON.parse(readFileSync(join(root, path), 'utf8')))
  const scripts = of()
  const outside = scripts
    .flatMap(({ imports }) => imports)
    .filter((name) => !scripts.some(({ fileName }) => fileName === name))
    .map((name) => name.replace(/^node:/, ''))
    .filter((name) => !builtinModules.includes(name) && !newerBuiltins.has(name))
    .filter((name) => !installed.some((one) => name === one || name.startsWith(`${one}/`)))
  expect(outside).toEqual([])
})

test('the program holds nothing of the sandbox, and the sandbox of the program two layers', () => {
  const sources = (of: Chunks): string[] =>
    of
      .flatMap(({ modules }) => modules)
      .filter((path) => !path.includes('node_modules') && /^(?:src|sandbox)\//.test(path))
  expect(sources(chunks).filter((path) => path.startsWith('sandbox/'))).toEqual([])
  const foreign = /^src\/(?!core\/|chains\/)/
  expect(sources(sandboxChunks).filter((path) => foreign.test(path))).toEqual([])
  expect(sources(sandboxChunks)).toContain('sandbox/src/entry.ts')
})

test.each([
  ['a language of zod besides English', /\/zod\/v4\/locales\/(?!en\.js)/],
  ['a loader of native code', /\/node_modules\/(node-gyp-build|bufferutil|utf-8-validate)\//],
  ['chain software or its contracts', /\/node_modules\/@(foundry-rs|uniswap|across-protocol)\//],
])('the bundles do not hold %s', (_what, pattern) => {
  const inputs = [...chunks, ...sandboxChunks].flatMap(({ modules }) => modules)
  expect(inputs.length).toBeGreaterThan(0)
  expect(inputs.filter((path) => pattern.test(`/${path}`))).toEqual([])
})

/** Every source that a whole run of the built program evaluates, loaded on demand or not. */
async function loadedInRun(command: string): Promise<string[]> {
  const watched = `
    const { _extensions } = require('node:module')
    const load = _extensions['.js']
    const loaded = []
    _extensions['.js'] = (module, path) => (loaded.push(path), load(module, path))
    process.once('exit', () => process.stderr.write(loaded.join('\\n')))
    require(process.argv[1]).main(process.argv.slice(2)).then((exit) => (process.exitCode = exit))`
  const line = ['-e', watched, join(dir, 'first/main.cjs'), command, '--json']
  const env = { PATH: process.env['PATH'], SWAPROUTE_HOME: join(dir, 'home') }
  const { stderr } = await run(process.execPath, line, { env })
  const paths = new Set(stderr.split('\n'))
  return chunks
    .filter(({ fileName }) => paths.has(join(dir, 'first', fileName)))
    .flatMap(({ modules }) => modules)
}

/** The scripts that are loaded with one, itself included. */
function loadedScripts(fileName: string, seen = new Set<string>()): Chunks {
  const chunk = chunks.find((one) => one.fileName === fileName)
  if (chunk === undefined || seen.has(fileName)) return []
  seen.add(fileName)
  return [chunk, ...chunk.imports.flatMap((name) => loadedScripts(name, seen))]
}

/** Every source that is evaluated when a script is loaded. */
function loadedBy(fileName: string): string[] {
  return loadedScripts(fileName).flatMap(({ modules }) => modules)
}

function packageOf(path: string): string | null {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1] ?? null
}

/** Checksum of every file below a folder, by its path. */
function checksums(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    files.map((file) => [
      file.slice(folder.length + 1),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ]),
  )
}
