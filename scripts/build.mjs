/**
 * `npm run build`: src → dist.
 *
 *   dist/main.cjs                     the program, loaded by bin/load.js
 *   dist/signer.js, dist/sandboxd.js  its child processes
 *   dist/chunks/*                     everything they load, most of it on demand
 *   dist/sandbox/<Name>.json          the sandbox's contracts, compiled: { abi, bytecode } for EVM
 *                                     chains, { code } for TON
 *   dist/packages.json                name@version of each bundled package
 *   dist/THIRD_PARTY_LICENSES.txt     their licences
 *
 * Chunks sit two folders below the root, as the files of src/<layer>/ do, so that
 * `new URL('../../dist/sandbox/X.json', import.meta.url)` means the same in both.
 *
 * Options: `--prepare` (as npm's prepare script: says so and stops if the build tools were not
 * installed), `--out <dir>` (somewhere else than dist).
 */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { buildLine, toCommonJs } from './build/commonJs.mjs'
import {
  compileContracts,
  compileTonContracts,
  tonCodePackages,
  writeContracts,
} from './build/contracts.mjs'
import { bundledPackages, licenceNotices } from './build/notices.mjs'
import {
  directBuiltins,
  interpretedSchemas,
  oneNoble,
  parsedJson,
  smallCommander,
  smallUndici,
  sourceRewrites,
  withoutDeadWeight,
} from './build/plugins.mjs'
import { reportPackedSize, reportSizes } from './build/report.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const cacheDir = join(root, 'node_modules/.cache/swaproute')

/** The program, and the programs it runs as child processes. */
const entries = {
  main: 'src/main.ts',
  signer: 'src/wallet/signer.ts', // holds a key for the time of one signature
  sandboxd: 'src/sandbox/daemon.ts', // keeps the local chains running
}

/** Resolved at run time: the one native dependency, and what only the sandbox needs. */
const external = ['libsql', '@foundry-rs/anvil', '@uniswap/*', '@across-protocol/contracts']

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
  await build(resolve(root, options.out ?? 'dist')).catch((error) => {
    if (!Array.isArray(error.errors)) throw error
    process.exitCode = 1 // esbuild has printed what is wrong
  })
}

async function build(outDir) {
  const startedAt = new Date()
  const workDir = `${outDir}.${process.pid}`
  const [built, contracts, tonContracts] = await Promise.all([
    bundleSources(),
    compileContracts(join(root, 'src/sandbox/contracts'), cacheDir),
    compileTonContracts(join(root, 'src/sandbox/contracts/ton'), cacheDir),
  ])
  try {
    for (const one of built.bundles) await writeBundle(one, workDir)
    await writeContracts({ ...contracts, ...tonContracts }, join(workDir, 'sandbox'))
    const packages = bundledPackages(built.metafile, root, tonCodePackages)
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
  await mkdir(cacheDir, { recursive: true })
  await writeFile(join(cacheDir, 'metafile.json'), JSON.stringify(built.metafile))
  await reportSizes(outDir, built.metafile, Date.now() - startedAt.getTime())
  if (!options.prepare && options.out === undefined) reportPackedSize(root)
}

/** The program by itself, its child programs by themselves: what they share may stand in both. */
async function bundleSources() {
  const present = Object.entries(entries).filter(([, source]) => existsSync(join(root, source)))
  const bundles = await Promise.all([
    bundle(present.filter(([name]) => name === 'main')),
    bundle(present.filter(([name]) => name !== 'main')),
  ])
  const merged = (part) => Object.assign({}, ...bundles.map(({ metafile }) => metafile[part]))
  return {
    bundles,
    metafile: { inputs: merged('inputs'), outputs: merged('outputs') },
  }
}

function bundle(programs) {
  const isMain = programs.some(([name]) => name === 'main')
  return esbuild.build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(programs),
    outdir: 'dist',
    outExtension: { '.js': isMain ? '.cjs' : '.js' },
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external,
    legalComments: 'none', // all of them are in THIRD_PARTY_LICENSES.txt
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      smallCommander,
      smallUndici,
      directBuiltins(root),
      sourceRewrites(root, { together: isMain }),
      withoutDeadWeight,
      interpretedSchemas,
      oneNoble(root),
      parsedJson(join(root, 'package.json')),
    ],
    metafile: true,
    write: false,
    logLevel: 'warning',
  })
}

async function writeBundle({ outputFiles, metafile }, outDir) {
  // esbuild's own helpers stand in a chunk that every other one names, even without using any.
  const helpers = Object.keys(metafile.outputs)
    .filter((path) => Object.keys(metafile.outputs[path].inputs).length === 0)
    .map((path) => basename(path))
  const unusedHelpers = new RegExp(`import"[^"]*/(?:${helpers.join('|')})";`, 'g')
  const files = await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const needed = helpers.length === 0 ? text : text.replace(unusedHelpers, '')
      return { path, text: path.endsWith('.cjs') ? await toCommonJs(needed) : needed }
    }),
  )
  const line = buildLine(files.map(({ text }) => text))
  for (const { path, text } of files) {
    const file = join(outDir, relative(join(root, 'dist'), path))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, basename(path) === 'main.cjs' ? line + text : text)
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
