/** Row 18: what is installed and shipped stays within its limits. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineRow } from '../support/row.ts'
import { installedWith, servicePackages } from '../../support/lockFile.ts'
import { findLoaders, isKnown, root, scriptsIn } from './shipped.ts'

type Locked = {
  version?: string
  resolved?: string
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Manifest = Partial<
  Record<'dependencies' | 'optionalDependencies' | 'devDependencies', Record<string, string>>
>

/** An alias names its package and one version of it. */
const exact = /^(?:npm:@[\w-]+\/[\w-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/

/** One of each way that must be found, and texts that only resemble one. */
const planted: readonly (readonly [code: string, caught: boolean])[] = [
  ['eval(text)', true],
  ['x=new Function("return 1")', true],
  ['let e=Function;return new e("")', true],
  ['[].filter.constructor("return 1")()', true],
  ['const vm=require("vm")', true],
  ['process.getBuiltinModule("node:vm")', true],
  ['vm.runInNewContext(text)', true],
  ['new vm.Script(text)', true],
  ['new vm.SourceTextModule(text)', true],
  ['vm.createContext({})', true],
  ['import(name)', true],
  ['await import("https://evil.example/a.js")', true],
  ['require("data:text/javascript,1")', true],
  ['process.dlopen(module, path)', true],
  ['setTimeout("steal()", 1)', true],
  ['new Worker(url)', true],
  ['a.eval(x)', false],
  ['Function.prototype.call', false],
  ['x instanceof Function', false],
  ['{type:"vm"}', false],
  // A minifier calls a set of texts so.
  ['vm.has(text)', false],
  ['import("./chunk.js")', false],
  ['setTimeout(run, 5)', false],
]

defineRow(
  {
    number: 18,
    title: 'limits of packages, and code that is shipped',
    cases: { fast: 600, full: 600 },
  },
  async (row) => {
    const manifest = readJson('package.json') as Manifest
    const { packages } = readJson('package-lock.json') as { packages: Record<string, Locked> }
    const bundled = readJson('dist/packages.json') as string[]
    const sandbox = readJson('sandbox/package.json') as Manifest
    const locked = Object.entries(packages).filter(
      ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
    )
    const wanted = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
    const namesOf = (names: readonly string[]): string[] =>
      [...installedWith(packages, '', names)].map(
        (path) => `${nameOf(path)}@${packages[path]?.version}`,
      )
    const ofServe = new Set(namesOf(servicePackages))
    const runtime = [...namesOf(wanted), ...bundled].filter((name) => !ofServe.has(name))
    const all = new Set(runtime)
    const direct = wanted.length
    row.note(`${direct} direct and ${all.size} runtime packages, ${locked.length} in the lock file`)

    await row.check('at most 10 direct packages (L1)', () => {
      if (direct > 10) throw new Error(String(direct))
    })
    await row.check('at most 45 packages of serve alone (L1)', () => {
      if (ofServe.size > 45) throw new Error(String(ofServe.size))
    })
    await row.check('at most 60 runtime packages (L1)', () => {
      if (all.size > 60 || bundled.length === 0) throw new Error(String(all.size))
    })
    for (const one of [manifest, sandbox]) {
      const all = { ...one.dependencies, ...one.optionalDependencies, ...one.devDependencies }
      for (const [name, version] of Object.entries(all))
        await row.check(`${name} is exact (L1)`, () => {
          if (!exact.test(version)) throw new Error(version)
        })
    }
    await row.check('nothing but the workspace is linked (L2)', () => {
      const links = Object.entries(packages).filter(([, { link }]) => link === true)
      const others = Object.keys(packages).filter((path) => !path.startsWith('node_modules/'))
      const found = [...links.map(([path, { resolved }]) => `${path} ${resolved}`), ...others]
      if (found.join() !== 'node_modules/swaproute-sandbox sandbox,,sandbox')
        throw new Error(found.join())
    })
    for (const [path, { version, resolved, ...wants }] of locked) {
      await row.check(`${path} comes from the registry (L2)`, () => {
        if (
          resolved !== undefined ||
          version === undefined ||
          !exact.test(version.replace(/\+.*/, ''))
        ) {
          throw new Error(`${version} ${resolved}`)
        }
        const wanted = Object.entries({ ...wants.dependencies, ...wants.optionalDependencies })
        const foreign = wanted.filter(([, range]) =>
          /^(?:git|https?:|file:|github:|link:)|^[\w-]+\/[\w-]+/.test(range),
        )
        if (foreign.length > 0) throw new Error(JSON.stringify(foreign))
      })
    }
    for (const [code, caught] of planted) {
      const found = findLoaders(code, 'planted.js').length > 0
      if (caught) await row.check(`planted ${code}`, () => assert(found))
      else await row.twin(code, () => assert(!found))
    }
    const scripts = [...scriptsIn('dist'), ...scriptsIn('bin'), ...scriptsIn('sandbox/dist')]
    for (const { file, text } of scripts) {
      await row.check(`${file} runs no code from elsewhere (L4)`, () => {
        const unknown = findLoaders(text, file).filter((found) => !isKnown(found))
        if (unknown.length > 0) throw new Error(JSON.stringify(unknown).slice(0, 600))
      })
    }
    row.note(`${scripts.length} scripts read`)
  },
)

function nameOf(path: string): string {
  return path.replace(/^.*node_modules\//, '')
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

function assert(holds: boolean): void {
  if (!holds) throw new Error('no')
}
