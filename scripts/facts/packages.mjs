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
  if (existsSync(before) && JSON.parse(await readFile(before, 'utf8')).version === version) return version
  const args = ['pack', `${name}@${version}`, '--json', '--ignore-scripts']
  const isWindows = process.platform === 'win32'
  const { stdout } = await run('npm', [...args, '--pack-destination', folder], {
    ...buffer,
    shell: isWindows,
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
    text,
    json: async (path) => JSON.parse(await text(path)),
    has: (path) => existsSync(join(root, path)),
    folders: (path) => readdir(join(root, path)),
    /** The file of a folder whose name ends so and which has that text: bundlers number their files. */
    find: async (path, end, wanted) => {
      for (const file of await readdir(join(root, path))) {
        if (file.endsWith(end) && (await text(`${path}/${file}`)).includes(wanted)) return `${path}/${file}`
      }
      throw new Error(`${name} has no file with ${wanted}`)
    },
    /** All that a module of the package exports. */
    namespace: (path) => constants(folder, join(root, path), null, []),
    /** Values of a module of the package, as JSON has them; `inner`: those that it does not export. */
    constants: (path, names, inner = []) => constants(folder, join(root, path), names, inner),
  }
}

/**
 * A vendor's module is bundled and runs in a process of its own without environment, which may read
 * the folder alone. What it imports and the folder does not have is an object that answers anything;
 * `new` of such a class gives its arguments.
 */
async function constants(folder, file, names, inner) {
  const entry = join(folder, `${Buffer.from(file).toString('hex').slice(-40)}.entry.mjs`)
  const out = entry.replace('.entry.', '.bundle.')
  const wanted = names === null ? '{ ...all }' : `{ ${[...names, ...inner].map((name) => `${JSON.stringify(name)}: all[${JSON.stringify(name)}]`).join(', ')} }`
  await writeFile(
    entry,
    `import * as all from ${JSON.stringify(file)}\n` +
      `const plain = (_, value) => (typeof value === 'bigint' ? String(value) : value instanceof Map ? Object.fromEntries(value) : value)\n` +
      `process.stdout.write(JSON.stringify(${wanted}, plain))\n`,
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
const answer = () => new Proxy(function () {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => '' : name === 'toJSON' ? () => null : name === 'then' || name === '__esModule' ? undefined : answer()),
  apply: answer,
  construct: (_, args) => ({ args }),
  getPrototypeOf: () => base,
})
base = answer()
module.exports = answer()`

const standIns = {
  name: 'stand-ins',
  async resolveId(id, importer) {
    if (importer === undefined || id.startsWith('.') || id.startsWith('/') || id.startsWith('node:')) return null
    const found = await this.resolve(id, importer, { skipSelf: true })
    if (found !== null && !found.external) return found
    if (/^viem($|\/)/.test(id)) return resolve(id)
    return standIn
  },
  load: (id) => (id === standIn ? standInCode : null),
}
