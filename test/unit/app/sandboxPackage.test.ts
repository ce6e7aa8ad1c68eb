import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSandboxPackage, openSandbox } from '../../../src/app/sandboxPackage.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'

let folder: string
let root: string

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'swaproute-package-')))
  root = put('lib/node_modules/swaproute', { version: '1.2.3' })
})
afterEach(() => rmSync(folder, { recursive: true }))

function put(path: string, manifest: Record<string, unknown>): string {
  const place = join(folder, path)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), JSON.stringify(manifest))
  return place
}

/** A package with an entry of these sources; without any it was never built. */
function putSandbox(path: string, version: string, source: string | null): void {
  const place = put(path, { name: 'swaproute-sandbox', version, main: './sandbox.cjs' })
  if (source !== null) writeFileSync(join(place, 'sandbox.cjs'), source)
}

function refusal(): SwaprouteError {
  try {
    loadSandboxPackage(root)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return thrown
    throw thrown
  }
  throw new Error('the package was loaded')
}

const install = 'npm install'
const wanted = '--legacy-peer-deps swaproute-sandbox@1.2.3'

test.each([
  ['beside the program', 'lib/node_modules/swaproute-sandbox'],
  ['in a folder above', 'node_modules/swaproute-sandbox'],
])('the package is found %s', (where, place) => {
  putSandbox(place, '1.2.3', `exports.openSandbox = () => ${JSON.stringify(where)}`)
  const { openSandbox: open } = loadSandboxPackage(root)
  expect(open({ stateDir: '', cacheDir: '' })).toBe(where)
})

test('a missing package is named with the command that installs it, globally', () => {
  expect(refusal()).toMatchObject({
    code: 'SANDBOX_UNAVAILABLE',
    message: 'The sandbox is in the package swaproute-sandbox, which is not installed.',
    hint: `Install it: ${install} --global ${wanted}`,
  })
})

test('in a project or in the cache of npx it goes there', () => {
  put('lib', {})
  expect(refusal().hint).toBe(`Install it: ${install} --prefix "${join(folder, 'lib')}" ${wanted}`)
})

test('a checkout sets up everything itself', () => {
  root = put('checkout', { version: '1.2.3' })
  expect(refusal().hint).toBe(`Run \`npm ci\` in ${root}.`)
  putSandbox('checkout/node_modules/swaproute-sandbox', '1.2.3', null)
  expect(refusal()).toMatchObject({
    message: 'swaproute-sandbox is not built.',
    hint: 'Run `npm run build` in its checkout.',
  })
})

test('a package of another version is refused before its code runs', () => {
  putSandbox('lib/node_modules/swaproute-sandbox', '1.2.4', 'throw new Error("it ran")')
  expect(refusal()).toMatchObject({
    code: 'SANDBOX_UNAVAILABLE',
    message:
      'swaproute-sandbox 1.2.4 does not work with swaproute 1.2.3: both need the same version.',
    hint: `Install it: ${install} --global ${wanted}`,
  })
})

test('both packages of this repository have one version', () => {
  const versionOf = (path: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')).version
  expect(versionOf('sandbox/package.json')).toBe(versionOf('package.json'))
})

test('errors of the package arrive as errors of the program', async () => {
  const stateDir = join(folder, 'state')
  const sandbox = openSandbox({
    host: { note: () => undefined },
    sandboxFolders: { stateDir, cacheDir: folder },
  })
  expect(sandbox.info()).toBe(null)
  const failure: unknown = await sandbox.clearFaults().catch((thrown: unknown) => thrown)
  expect(failure).toBeInstanceOf(SwaprouteError)
  expect(failure).toMatchObject({
    code: 'SANDBOX_UNAVAILABLE',
    message: 'The sandbox is not running.',
    hint: 'Start it with `swaproute sandbox start`.',
  })
})
