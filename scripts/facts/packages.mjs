/** Fetches packages of the registry into a folder and reads constants of them. Nothing is installed. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { build } from 'rolldown'

import { showInner } from '../importSource.mjs'

const run = promisify(execFile)
const { resolve } = createRequire(import.meta.url)
const buffer = { maxBuffer: 2 ** 28 }

/** `npm pack` and unpack as `<folder>/node_modules/<name>`; returns the version that is there now. */
export async function fetchPackage(folder, name, version) {
  const target = join(folder, 'node_modules', name)
  const before = join(target, 'package.json')
  if (existsSync(before) && JSON.parse(await readFile(before, 'utf8')).version === version)
    return version
  const args = ['pack', `${name}@${version}`, '--json', '--ignore-scripts']
  const { stdout } = await run('npm', [...args, '--pack-destination', folder], {
    ...buffer,
    shell: process.platform === 'win32',
  })
  const [packed] = JSON.parse(stdout)
  mkdirSync(target, { recursive: true })
  await run('tar', ['-xzf', join(folder, packed.filename), '-C', target, '--strip-components=1'])
  return packed.version
}

/** Reads files of one unpacked package. */
export function packageReader(folder, name) {
  const root = join(folder, 'node_modules', name)
  const text = (path) => readFile(join(root, path), 'utf8')
  return {
    json: async (path) => JSON.parse(await text(path)),
    has: (path) => existsSync(join(root, path)),
    folders: (path) => readdir(join(root, path)),
    /** The file of a folder whose name ends so and which has that text: bundlers number their files. */
    find: async (path, end, wanted) => {
      for (const file of await readdir(join(root, path))) {
        const found = `${path}/${file}`
        if (file.endsWith(end) && (await text(found)).includes(wanted)) return found
      }
      throw new Error(`${name} has no file with ${wanted}`)
    },
    /** Values of a module of the package, as JSON has them; `inner`: those that it does not export. */
    constants: (path, names, inner = []) => {
      const members = [...names, ...inner].map((one) => `${one}: all.${one}`)
      return evaluate(folder, join(root, path), `{ ${members.join(', ')} }`, inner)
    },
    /** These members of each export of a module. */
    members: (path, wanted) => {
      const picked = wanted.map((one) => `${one}: one?.${one}`).join(', ')
      const expression = `Object.values(all).map((one) => ({ ${picked} }))`
      return evaluate(folder, join(root, path), expression, [])
    },
  }
}

/**
 * A vendor's module is bundled and runs in a process of its own without environment, which may read
 * the folder alone. What it imports and the folder does not have is an object that answers anything;
 * `new` of such a class gives its arguments.
 */
async function evaluate(folder, file, expression, inner) {
  const out = join(folder, 'facts.bundle.mjs')
  const entry = join(folder, 'facts.entry.mjs')
  await writeFile(
    entry,
    `import * as all from ${JSON.stringify(file)}
const plain = (_, value) =>
  typeof value === 'bigint' ? String(value) : value instanceof Map ? Object.fromEntries(value) : value
process.stdout.write(JSON.stringify(${expression}, plain))`,
  )
  await build({
    input: entry,
    platform: 'node',
    logLevel: 'silent',
    output: { file: out, codeSplitting: false },
    plugins: [standIns, showInner(file, inner)],
  })
  const flag = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission'
  const args = ['--no-warnings', flag, `--allow-fs-read=${folder}/*`, out]
  const { stdout } = await run(process.execPath, args, { ...buffer, env: {}, cwd: folder })
  return JSON.parse(stdout)
}

const standIn = '\0stand-in.cjs'
const standInCode = `
let base = null
const answer = (args = null) => new Proxy(function () {}, {
  get: (_, name) => {
    if (name === 'then' || name === '__esModule') return undefined
    if (name === 'toJSON') return () => (args === null ? null : { args })
    return name === Symbol.toPrimitive ? () => '' : answer()
  },
  apply: () => answer(),
  construct: (_, args) => answer(args),
  getPrototypeOf: () => base,
})
base = answer()
module.exports = answer()`

const standIns = {
  name: 'stand-ins',
  async resolveId(id, importer) {
    if (
      importer === undefined ||
      id.startsWith('.') ||
      id.startsWith('/') ||
      id.startsWith('node:')
    )
      return null
    const found = await this.resolve(id, importer, { skipSelf: true })
    if (found !== null && !found.external) return found
    if (/^viem($|\/)/.test(id)) return resolve(id)
    return standIn
  },
  load: (id) => (id === standIn ? standInCode : null),
}
