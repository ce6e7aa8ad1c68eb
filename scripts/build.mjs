/**
 * `npm run build`: src → dist, sandbox/src → sandbox/dist.
 *
 *   dist/main.cjs                     the program, loaded by bin/swaproute.js
 *   dist/signer.cjs                   its child process, which holds a key for one signature
 *   dist/chunks/*                     what both load, most of it on demand
 *   dist/chunks/migrations/*.sql      the tables of a shared store, beside the code that reads them
 *   dist/man/*.1                      the manual, from the texts of the help
 *   dist/page/page.js, page.css       script and style of the page that `serve` has at `/`
 *   sandbox/dist/sandbox.cjs          what the package of the sandbox exports
 *   sandbox/dist/sandboxd.cjs         its child process, which keeps the local chains running
 *   sandbox/dist/chunks/*             what both load
 *   sandbox/dist/contracts/<Name>.json
 *                                     its contracts, compiled: { abi, bytecode } for EVM chains,
 *                                     { code } for TON
 *
 * and in both folders
 *
 *   packages.json                     name@version of each bundled package
 *   THIRD_PARTY_LICENSES.txt          their licences
 *   sbom.cdx.json                     both, and what npm installs with the package, for machines
 *
 * Options: `--prepare` (as npm's prepare script: says so and stops if the build tools were not
 * installed), `--out <dir>` (somewhere else than dist; the sandbox goes to `<dir>/sandbox`).
 */
import { readFileSync } from 'node:fs'
import { copyFile, cp, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

import {
  compileContracts,
  compileTonContracts,
  contractPackages,
  walletPackage,
  writeContracts,
} from '../sandbox/scripts/contracts.mjs'
import { bundledPackages, licenceNotices } from './build/notices.mjs'
import { billOfMaterials } from './build/sbom.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const cacheDir = join(root, 'node_modules/.cache/swaproute')
const require = createRequire(import.meta.url)

const { values: options } = parseArgs({
  options: { prepare: { type: 'boolean', default: false }, out: { type: 'string' } },
})

const rolldown = await import('rolldown').catch((cause) => {
  if (!options.prepare || cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause
  return null
})

if (rolldown === null) {
  console.log(
    'The build tools are not installed (npm ran without development packages): dist is not built.',
  )
} else {
  await build()
}

async function build() {
  const startedAt = new Date()
  const outDir = resolve(root, options.out ?? 'dist')
  const sandboxDir =
    options.out === undefined ? join(root, 'sandbox/dist') : join(outDir, 'sandbox')
  const [main, sandbox, contracts, tonContracts] = await Promise.all([
    bundle('package.json', { main: 'src/main.ts', signer: 'src/wallet/signer.ts' }),
    bundle('sandbox/package.json', {
      sandbox: 'sandbox/src/entry.ts',
      sandboxd: 'sandbox/src/daemon.ts',
    }),
    compileContracts(join(root, 'sandbox/src/contracts'), cacheDir),
    compileTonContracts(join(root, 'sandbox/src/contracts/ton'), cacheDir),
  ])
  await writeDist('package.json', main, outDir, startedAt)
  await cp(join(root, 'src/store/postgres/migrations'), join(outDir, 'chunks/migrations'), {
    recursive: true,
  })
  await writeManual(join(outDir, 'man'))
  await writePage(join(outDir, 'page'))
  const artifacts = { ...contracts, ...tonContracts }
  await writeDist('sandbox/package.json', sandbox, sandboxDir, startedAt, artifacts)
  await mkdir(cacheDir, { recursive: true })
  await writeFile(join(cacheDir, 'chunks.json'), JSON.stringify(main.map(summaryOf)))
  await writeFile(join(cacheDir, 'chunks-sandbox.json'), JSON.stringify(sandbox.map(summaryOf)))
  for (const [name, chunks] of Object.entries({ dist: main, 'sandbox/dist': sandbox })) {
    const bytes = chunks.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0)
    console.log(`${name}: ${chunks.length} scripts, ${Math.round(bytes / 1000)} kB`)
  }
  console.log(`built in ${Date.now() - startedAt.getTime()} ms`)
}

/**
 * Both programs of a package and everything they load. CommonJS, which Node 20 loads in less time;
 * what npm installs with the package is resolved at run time.
 */
async function bundle(manifest, input) {
  const { dependencies = {}, optionalDependencies = {} } = readJson(manifest)
  const installed = Object.keys({ ...dependencies, ...optionalDependencies })
  const bundled = await rolldown.rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: installed.map((name) => new RegExp(`^${name}(?:/|$)`)),
    transform: { target: 'node20', define: { 'process.env.NODE_ENV': '"production"' } },
    // The protocol's own variant without Node: its validator compiles no text (docs/safety.md L4).
    resolve: { alias: { '@modelcontextprotocol/server/_shims': withoutNode() } },
  })
  const { output } = await bundled.generate({
    format: 'cjs',
    minify: true,
    comments: { legal: false }, // all of them are in THIRD_PARTY_LICENSES.txt
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
  })
  await bundled.close()
  return output
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

function withoutNode() {
  return join(dirname(require.resolve('@modelcontextprotocol/server')), 'shimsBrowser.mjs')
}

/** What a test looks at: which modules are in a script, and which scripts it loads. */
function summaryOf({ fileName, modules, imports }) {
  const inside = Object.entries(modules)
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .map(([path]) => relative(root, path))
  return { fileName, modules: inside, imports }
}

/** The scripts of one package, with the contracts that go along with them, in the place of `outDir`. */
async function writeDist(manifest, chunks, outDir, startedAt, contracts = {}) {
  const workDir = `${outDir}.${process.pid}`
  try {
    for (const { fileName, code } of chunks) {
      const file = join(workDir, fileName)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, code)
    }
    await writeContracts(contracts, join(workDir, 'contracts'))
    const others = Object.keys(contracts).length > 0 ? [walletPackage, ...contractPackages] : []
    const modules = chunks.flatMap((chunk) => summaryOf(chunk).modules)
    const packages = bundledPackages(modules, root, others)
    await writeFile(join(workDir, 'THIRD_PARTY_LICENSES.txt'), licenceNotices(packages))
    const bill = billOfMaterials(
      readJson(manifest),
      packages,
      readJson('package-lock.json').packages,
    )
    await writeFile(join(workDir, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
    const stamp = join(workDir, 'packages.json')
    const names = packages.map(({ name, version }) => `${name}@${version}`)
    await writeFile(stamp, `${JSON.stringify(names, null, 2)}\n`)
    // Its time says how fresh dist is: a source saved while the build ran is newer.
    await utimes(stamp, startedAt, startedAt)
    await replaceDir(workDir, outDir)
  } finally {
    await rm(workDir, { recursive: true, force: true })
  }
}

/** Writes the manual. The commands are loaded for it as they are, with packages from node_modules. */
async function writeManual(outDir) {
  const workDir = join(cacheDir, `man.${process.pid}`)
  try {
    await rolldown.build({
      cwd: root,
      input: { catalog: 'src/program/catalog.ts', manPages: 'src/program/help/manPages.ts' },
      platform: 'node',
      external: /^[^./]/,
      output: { dir: workDir, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    })
    const load = (name) => import(pathToFileURL(join(workDir, name)).href)
    const [{ catalog }, { manPages }] = await Promise.all(['catalog.mjs', 'manPages.mjs'].map(load))
    const { version } = readJson('package.json')
    await mkdir(outDir, { recursive: true })
    for (const { file, text } of await manPages(catalog, version)) {
      await writeFile(join(outDir, file), text)
    }
  } finally {
    await rm(workDir, { recursive: true, force: true })
  }
}

/** One script and one style: a browser loads nothing else. */
async function writePage(outDir) {
  await rolldown.build({
    cwd: root,
    input: 'src/server/page/client/main.ts',
    platform: 'browser',
    transform: { target: 'es2022' },
    output: { file: join(outDir, 'page.js'), format: 'esm', minify: true },
  })
  await copyFile(join(root, 'src/server/page/page.css'), join(outDir, 'page.css'))
}

/** Puts `from` in the place of `to`; several builds may end at the same moment. */
async function replaceDir(from, to) {
  const old = `${to}.old.${process.pid}`
  for (let attempt = 1; ; attempt += 1) {
    await rename(to, old).catch(ignoreMissing)
    try {
      await rename(from, to)
      break
    } catch (error) {
      if (error.code !== 'ENOTEMPTY' || attempt === 10) throw error
    } finally {
      await rm(old, { recursive: true, force: true })
    }
  }
}

function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error
}
