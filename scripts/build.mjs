/**
 * `npm run build`: src → dist, sandbox/src → sandbox/dist.
 *
 *   dist/main.cjs                     the program, loaded by bin/load.js
 *   dist/signer.js                    its child process
 *   dist/chunks/*                     everything they load, most of it on demand
 *   dist/man/*.1                      the manual, from the texts of the help
 *   sandbox/dist/sandbox.cjs          what the package of the sandbox exports
 *   sandbox/dist/sandboxd.js, chunks  its child process
 *   sandbox/dist/contracts/<Name>.json
 *                                     its contracts, compiled: { abi, bytecode } for EVM chains,
 *                                     { code } for TON
 *
 * and in both folders
 *
 *   packages.json                     name@version of each bundled package
 *   THIRD_PARTY_LICENSES.txt          their licences
 *
 * Options: `--prepare` (as npm's prepare script: says so and stops if the build tools were not
 * installed), `--out <dir>` (somewhere else than dist; the sandbox goes to `<dir>/sandbox`).
 */
import { readFileSync } from 'node:fs'
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

import {
  compileContracts,
  compileTonContracts,
  jettonPackage,
  walletPackage,
  writeContracts,
} from '../sandbox/scripts/contracts.mjs'
import { buildLine, toCommonJs } from './build/commonJs.mjs'
import { bundledPackages, licenceNotices } from './build/notices.mjs'
import {
  directBuiltins,
  filesBeside,
  interpretedSchemas,
  loadedTogether,
  parsedJson,
  parserBeside,
  smallUndici,
  withoutUnneeded,
} from './build/plugins.mjs'
import { reportPackedSize, reportSizes } from './build/report.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const cacheDir = join(root, 'node_modules/.cache/swaproute')

/**
 * The programs of each package, each bundled by itself: what two share may be in both. The first
 * of each is loaded into a running program, so it is CommonJS. What npm installs with a package is
 * resolved at run time: the native store, and the chain software.
 */
const main = {
  dist: 'dist',
  external: dependenciesOf('package.json'),
  programs: [
    ['main', 'src/main.ts', '.cjs'],
    ['signer', 'src/wallet/signer.ts', '.js'], // holds a key for the time of one signature
  ],
}
const sandbox = {
  dist: 'sandbox/dist',
  external: dependenciesOf('sandbox/package.json'),
  programs: [
    ['sandbox', 'sandbox/src/entry.ts', '.cjs'],
    ['sandboxd', 'sandbox/src/daemon.ts', '.js'], // keeps the local chains running
  ],
}

const firstWasm = fileURLToPath(new URL('build/firstWasm.mjs', import.meta.url))
const leftOut = fileURLToPath(new URL('build/leftOut.cjs', import.meta.url))
const mcpShims = fileURLToPath(new URL('build/mcpShims.mjs', import.meta.url))
/**
 * What ora needs for options that are off here (src/commands/frame/liveRegion.ts): a hidden cursor, which
 * takes handlers of signals, keys taken from standard input, and marks for an end of its own.
 */
const oraExtras = ['cli-cursor', 'stdin-discarder', 'log-symbols']

const { values: options } = parseArgs({
  options: { prepare: { type: 'boolean', default: false }, out: { type: 'string' } },
})

const esbuild = await import('esbuild').catch((cause) => {
  if (!options.prepare || cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause
  return null
})

if (esbuild === null) {
  console.log(
    'The build tools are not installed (npm ran without development packages): dist is not built.',
  )
} else {
  await build().catch((error) => {
    if (!Array.isArray(error.errors)) throw error
    process.exitCode = 1 // esbuild has printed what is wrong
  })
}

async function build() {
  const startedAt = new Date()
  const outDir = resolve(root, options.out ?? main.dist)
  const sandboxDir = options.out === undefined ? join(root, sandbox.dist) : join(outDir, 'sandbox')
  const [ofMain, ofSandbox, contracts, tonContracts] = await Promise.all([
    bundleAll(main),
    bundleAll(sandbox),
    compileContracts(join(root, 'sandbox/src/contracts'), cacheDir),
    compileTonContracts(join(root, 'sandbox/src/contracts/ton'), cacheDir),
  ])
  await writeDist(ofMain, outDir, startedAt)
  await writeManual(join(outDir, 'man'))
  await writeDist(ofSandbox, sandboxDir, startedAt, { ...contracts, ...tonContracts })
  await mkdir(cacheDir, { recursive: true })
  await writeFile(join(cacheDir, 'metafile.json'), JSON.stringify(ofMain.metafile))
  await writeFile(join(cacheDir, 'metafile-sandbox.json'), JSON.stringify(ofSandbox.metafile))
  const milliseconds = Date.now() - startedAt.getTime()
  await reportSizes(outDir, main.dist, ofMain.metafile)
  await reportSizes(sandboxDir, sandbox.dist, ofSandbox.metafile)
  console.log(`built in ${milliseconds} ms`)
  if (!options.prepare && options.out === undefined) {
    reportPackedSize(root)
    reportPackedSize(join(root, 'sandbox'))
  }
}

/** Bundles of one package, with the contracts that go along with them, in the place of `outDir`. */
async function writeDist({ dist, bundles, metafile }, outDir, startedAt, contracts = {}) {
  const workDir = `${outDir}.${process.pid}`
  try {
    for (const one of bundles) await writeBundle(one, dist, workDir)
    await writeContracts(contracts, join(workDir, 'contracts'))
    const others = Object.keys(contracts).length > 0 ? [walletPackage, jettonPackage] : []
    const packages = bundledPackages(metafile, root, others)
    await writeFile(join(workDir, 'THIRD_PARTY_LICENSES.txt'), licenceNotices(packages))
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

async function bundleAll({ dist, external, programs }) {
  const bundles = await Promise.all(programs.map((program) => bundle(dist, external, program)))
  const merged = (part) => Object.assign({}, ...bundles.map(({ metafile }) => metafile[part]))
  return { dist, bundles, metafile: { inputs: merged('inputs'), outputs: merged('outputs') } }
}

function dependenciesOf(manifest) {
  return Object.keys(JSON.parse(readFileSync(join(root, manifest), 'utf8')).dependencies)
}

function bundle(dist, external, [name, source, extension]) {
  return esbuild.build({
    absWorkingDir: root,
    entryPoints: { [name]: source },
    outdir: dist,
    outExtension: { '.js': extension },
    chunkNames: 'chunks/[name]-[hash]',
    assetNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external,
    legalComments: 'none', // all of them are in THIRD_PARTY_LICENSES.txt
    define: {
      'process.env.NODE_ENV': '"production"',
      // Native extras that ws would look for at run time and does without.
      'process.env.WS_NO_BUFFER_UTIL': '"1"',
      'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
      'WebAssembly.Module': 'FirstWasmModule',
    },
    inject: [firstWasm],
    alias: {
      ...Object.fromEntries(oraExtras.map((name) => [name, leftOut])),
      '@modelcontextprotocol/server/_shims': mcpShims,
    },
    plugins: [
      smallUndici,
      withoutUnneeded,
      directBuiltins(root),
      ...(name === 'main' ? [loadedTogether(root), filesBeside, parserBeside] : []),
      interpretedSchemas,
      parsedJson(name === 'main'),
    ],
    metafile: true,
    write: false,
    logLevel: 'warning',
  })
}

async function writeBundle({ outputFiles, metafile }, dist, outDir) {
  // esbuild's own helpers stand in a chunk that every other one names, even without using any.
  const helpers = Object.keys(metafile.outputs)
    .filter((path) => Object.keys(metafile.outputs[path].inputs).length === 0)
    .map((path) => basename(path))
  const unusedHelpers = new RegExp(`import"[^"]*/(?:${helpers.join('|')})";`, 'g')
  const files = await Promise.all(
    outputFiles.map(async ({ path, text, contents }) => {
      if (!/\.c?js$/.test(path)) return { path, text: contents }
      const needed = helpers.length === 0 ? text : text.replace(unusedHelpers, '')
      return { path, text: path.endsWith('.cjs') ? await toCommonJs(needed) : needed }
    }),
  )
  const line = buildLine(files.map(({ text }) => text))
  for (const { path, text } of files) {
    const file = join(outDir, relative(join(root, dist), path))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, basename(path) === 'main.cjs' ? line + text : text)
  }
}

/** Writes the manual. The commands are loaded for it as they are, with packages from node_modules. */
async function writeManual(outDir) {
  const workDir = join(cacheDir, `man.${process.pid}`)
  try {
    await esbuild.build({
      stdin: {
        contents: `
          export { catalog } from './src/program/catalog.ts'
          export { manPages } from './src/program/help/manPages.ts'`,
        resolveDir: root,
      },
      outdir: workDir,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      logLevel: 'warning',
    })
    const { catalog, manPages } = await import(pathToFileURL(join(workDir, 'stdin.mjs')).href)
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    await mkdir(outDir, { recursive: true })
    for (const { file, text } of await manPages(catalog, version)) {
      await writeFile(join(outDir, file), text)
    }
  } finally {
    await rm(workDir, { recursive: true, force: true })
  }
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
