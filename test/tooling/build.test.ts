/** What the bundles may hold, what they load at start, and that a build can be repeated. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
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

const metafileShape = z.object({
  outputs: z.record(
    z.string(),
    z.object({
      bytes: z.number(),
      inputs: z.record(z.string(), z.object({ bytesInOutput: z.number() })),
      imports: z.array(
        z.object({ path: z.string(), kind: z.string(), external: z.boolean().optional() }),
      ),
    }),
  ),
})

type Outputs = z.output<typeof metafileShape>['outputs']

/** Files of the commands that the catalog names. */
const commandSources = [
  ...readFileSync(join(root, 'src/program/catalog.ts'), 'utf8').matchAll(/import\('(\..*\.ts)'\)/g),
].map(([, path = '']) => join('src/program', path))

let outputs: Outputs = {}
let sandboxOutputs: Outputs = {}

/** The output that a source file is in. */
function outputOf(source: string): string {
  const [path = ''] =
    Object.entries(outputs).find(([, { inputs }]) => inputs[source] !== undefined) ?? []
  return path
}

function outputsOf(name: string): Outputs {
  const metafile = readFileSync(join(root, 'node_modules/.cache/swaproute', name), 'utf8')
  return metafileShape.parse(JSON.parse(metafile)).outputs
}

beforeAll(async () => {
  for (const out of ['first', 'second']) {
    await run(process.execPath, ['scripts/build.mjs', '--out', join(dir, out)], { cwd: root })
  }
  outputs = outputsOf('metafile.json')
  sandboxOutputs = outputsOf('metafile-sandbox.json')
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
  const loaded = eagerInputs('dist/main.cjs').map(packageOf)
  expect(loaded.filter((name) => name !== null)).toEqual([])
})

test('what a quote needs before its first request holds no schema: answers are read later', () => {
  const network = Object.keys(outputs).find((path) => path.includes('/clients-')) ?? ''
  const loaded = eagerInputs(network)
  expect(loaded).toContain('src/backend/backend.ts')
  expect(loaded.filter((path) => /\/zod\/|src\/api\/schemas/.test(path))).toEqual([])
})

test.each(commandSources)(
  'the help of a command loads that command, and what every line needs: %s',
  (source) => {
    const loaded = eagerInputs(outputOf(source))
    expect(loaded).toContain('node_modules/commander/lib/command.js')
    // Two commands use words of a neighbour: `resume` of `history`, `wallet import` of `wallet new`.
    const commands = loaded.filter((path) => commandSources.includes(path))
    expect(commands).toContain(source)
    expect(commands.length).toBeLessThanOrEqual(2)
    const heavy = /\/(?:zod|qr|undici|viem)\/|:node:child_process|src\/chains\/data/
    expect(loaded.filter((path) => heavy.test(path))).toEqual([])
  },
)

test.each(['src/program/run.ts', 'src/app/clients.ts'])(
  'questions, spinners, decimals and folders of other systems are loaded on demand: %s',
  (source) => {
    const loaded = eagerInputs(outputOf(source))
    expect(loaded).toContain(source)
    const onDemand = /\/(?:@inquirer|ora|bignumber\.js|env-paths)\//
    expect(loaded.filter((name) => onDemand.test(name))).toEqual([])
  },
)

test('the way through a proxy is loaded only where one is set', () => {
  const network = Object.keys(outputs).find((path) => path.includes('/clients-')) ?? ''
  const proxied = (paths: string[]) => paths.filter((path) => /-?proxy-agent\.js$/.test(path))
  expect(proxied(eagerInputs(network))).toEqual([])
  const everywhere = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))
  expect(proxied(everywhere)).toContain(
    'node_modules/undici/lib/dispatcher/env-http-proxy-agent.js',
  )
})

test('what builds messages of TON is loaded where one is built, not for a quote', () => {
  const mainOutputs = Object.keys(outputs).filter((path) => path.endsWith('.cjs'))
  const builders = /^src\/(chains\/ton\/build|providers\/\w+\/message\.ts$)/
  const ofTon = (paths: string[]) => paths.filter((path) => packageOf(path) === '@ton/core')
  const early = mainOutputs
    .filter((path) => ofTon(eagerInputs(path)).length > 0)
    .flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}))
    .filter((path) => path.startsWith('src/') && !builders.test(path))
  expect(early).toEqual([])
  expect(mainOutputs.flatMap((path) => ofTon(eagerInputs(path)))).not.toEqual([])
})

/** undici asks for it where it exists, from Node 22 on. */
const newerBuiltins = new Set(['sqlite'])

test.each([
  ['the program', 'package.json', () => outputs],
  ['the sandbox', 'sandbox/package.json', () => sandboxOutputs],
])('what is not inside the bundles of %s is Node or installed with it', (_, path, of) => {
  const installed = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .transform(({ dependencies }) => Object.keys(dependencies))
    .parse(JSON.parse(readFileSync(join(root, path), 'utf8')))
  const outside = Object.values(of())
    .flatMap(({ imports }) => imports)
    .filter(({ external }) => external === true)
    .map((imported) => imported.path.replace(/^node:/, ''))
    .filter((name) => !builtinModules.includes(name) && !newerBuiltins.has(name))
    .filter((name) => !installed.some((one) => name === one || name.startsWith(`${one}/`)))
  expect(outside).toEqual([])
})

test('the program holds nothing of the sandbox, and the sandbox of the program two layers', () => {
  const sources = (of: Outputs): string[] =>
    Object.values(of)
      .flatMap(({ inputs }) => Object.keys(inputs))
      .filter((path) => !path.includes('node_modules') && /^(?:src|sandbox)\//.test(path))
  expect(sources(outputs).filter((path) => path.startsWith('sandbox/'))).toEqual([])
  const foreign = /^src\/(?!core\/|chains\/)/
  expect(sources(sandboxOutputs).filter((path) => foreign.test(path))).toEqual([])
  expect(sources(sandboxOutputs)).toContain('sandbox/src/entry.ts')
})

test.each([
  ['a language of zod besides English', /\/zod\/v4\/locales\/(?!en\.js)/],
  ['the HTTP/2 client of undici', /\/undici\/lib\/dispatcher\/h2c-client\.js$/],
  ['the fetch of undici as a whole', /\/undici\/index\.js$/],
  ['a loader of native code', /\/node_modules\/(node-gyp-build|bufferutil|utf-8-validate)\//],
  ['chain software or its contracts', /\/node_modules\/@(foundry-rs|uniswap|across-protocol)\//],
])('the bundles do not hold %s', (_what, pattern) => {
  const both = [...Object.values(outputs), ...Object.values(sandboxOutputs)]
  const inputs = both.flatMap((output) => Object.keys(output.inputs))
  expect(inputs.length).toBeGreaterThan(0)
  expect(inputs.filter((path) => pattern.test(`/${path}`))).toEqual([])
})

test('files beside a bundle are as far away as from its source', () => {
  const here = /new URL\((["'`])(.*?)\1,(?:import\.meta\.url|importMetaUrl)\)/g
  const places = [
    ['../', ['main.cjs', 'signer.js']],
    ['../../', readdirSync(join(dir, 'first/chunks')).map((name) => `chunks/${name}`)],
  ] as const
  const lookedUp = places.flatMap(([climb, names]) =>
    names
      .map((name) => readFileSync(join(dir, 'first', name), 'utf8'))
      .flatMap((text) => [...text.matchAll(here)].map(([, , relative = '']) => relative))
      .map((relative) => ({ relative, climb })),
  )
  expect(lookedUp.length).toBeGreaterThan(0)
  expect(lookedUp.filter(({ relative, climb }) => !RegExp(`^${climb}\\w`).test(relative))).toEqual(
    [],
  )
})

test('the scripts of the program are CommonJS in ASCII, and load under plain require as well', async () => {
  const path = join(dir, 'first')
  const scripts = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.cjs'),
  )
  expect(scripts.length).toBeGreaterThan(10)
  for (const name of scripts) {
    const bytes = readFileSync(join(path, name))
    expect(bytes.every((byte) => byte < 128)).toBe(true)
    expect(bytes.toString('latin1')).not.toMatch(/(?<![.\w])import\(/)
  }
  const printed = await run(process.execPath, [
    '-e',
    `require(${JSON.stringify(join(root, 'dist/main.cjs'))}).main(['explain', 'STORE_DAMAGED'])`,
  ])
  expect(printed.stdout).toContain('STORE_DAMAGED')
})

/** Every source that is evaluated when this output is loaded. */
function eagerInputs(entry: string, seen = new Set<string>()): string[] {
  const output = outputs[entry]
  if (output === undefined || seen.has(entry)) return []
  seen.add(entry)
  const own = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  const imported = output.imports
    .filter(({ kind }) => kind === 'import-statement')
    .flatMap(({ path }) => eagerInputs(path, seen))
  return [...own.map(([path]) => path), ...imported]
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
