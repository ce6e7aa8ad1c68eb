/** The limits of the safety rules L1 and L2, and what the lock file must and must not hold. */
import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'
import * as z from 'zod'

import { installedWith, servicePackages } from '../support/lockFile.ts'

const exact = /^(npm:@[\w-]+\/[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/
const versions = z.record(z.string(), z.string())

const manifest = z
  .object({
    bin: versions,
    dependencies: z.undefined().optional(), // what the program needs is in its bundles
    optionalDependencies: versions,
    devDependencies: versions,
    workspaces: z.array(z.string()),
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(json('package.json'))

const sandbox = z
  .object({ dependencies: versions, devDependencies: versions })
  .parse(json('sandbox/package.json'))

const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        resolved: z.string().optional(),
        integrity: z.string().optional(),
        os: z.array(z.string()).optional(),
        cpu: z.array(z.string()).optional(),
        libc: z.array(z.string()).optional(),
        optional: z.boolean().optional(),
        dev: z.boolean().optional(),
        link: z.boolean().optional(),
        hasInstallScript: z.boolean().optional(),
        dependencies: versions.optional(),
        optionalDependencies: versions.optional(),
      }),
    ),
  })
  .parse(json('package-lock.json'))

const bundled = z.array(z.string()).parse(json('dist/packages.json'))

describe('package.json', () => {
  test('every version is exact: no range, no git, no address', () => {
    const all = [
      manifest.optionalDependencies,
      manifest.devDependencies,
      sandbox.dependencies,
      sandbox.devDependencies,
    ]
    const loose = all.flatMap(Object.entries).filter(([, version]) => !exact.test(version))
    expect(loose).toEqual([])
  })

  test('at most ten direct runtime dependencies', () => {
    for (const dependencies of [manifest.optionalDependencies, sandbox.dependencies])
      expect(Object.keys(dependencies).length).toBeLessThanOrEqual(10)
  })

  test('installs native code for the system at hand alone, and of the version whose code is bundled', () => {
    const names = Object.keys(manifest.optionalDependencies)
    for (const name of names) {
      expect(name).toMatch(/^@libsql\//)
      expect(manifest.optionalDependencies[name]).toBe(manifest.devDependencies['libsql'])
    }
    const systems = names.map((name) => {
      const { os, cpu } = lock.packages[`node_modules/${name}`] ?? {}
      return `${os?.join()} ${cpu?.join()}`
    })
    expect(new Set(systems).size, 'two for one system').toBe(names.length)
  })

  test('the sandbox is a workspace, and what both packages use has one version', () => {
    expect(manifest.workspaces).toEqual(['sandbox'])
    const used = manifest.devDependencies
    for (const [name, version] of Object.entries({
      ...sandbox.devDependencies,
      ...sandbox.dependencies,
    }))
      expect([name, used[name] ?? version]).toEqual([name, version])
  })
})

describe('package-lock.json', () => {
  const workspace = lock.packages['node_modules/swaproute-sandbox']
  const installed = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
  )

  test('the one link leads to the workspace', () => {
    const links = Object.entries(lock.packages).filter(([, { link }]) => link === true)
    expect(links.map(([path]) => path)).toEqual(['node_modules/swaproute-sandbox'])
    expect(workspace?.resolved).toBe('sandbox')
    const others = Object.keys(lock.packages).filter((path) => !path.startsWith('node_modules/'))
    expect(others).toEqual(['', 'sandbox'])
  })

  test('no package comes from an address of its own', () => {
    const addressed = installed.filter(([, { resolved }]) => resolved !== undefined)
    expect(addressed.map(([path]) => path)).toEqual([])
  })

  /** `scripts/completeLock.mjs` asks the registry for what is missing. */
  test('every package has a strong checksum, but for tools and chain software of other systems', () => {
    const weak = installed.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true)
    const risky = weak.filter(([path, { dev, optional, os, cpu, libc, integrity }]) => {
      const isTool = dev === true || path.startsWith('node_modules/@foundry-rs/anvil-')
      const isElsewhere =
        os?.includes('linux') !== true || cpu?.includes('x64') !== true || libc?.[0] === 'musl'
      return integrity !== undefined || !isTool || optional !== true || !isElsewhere
    })
    expect(risky.map(([path]) => path)).toEqual([])
    // A registry that carries them all was not at hand: there must never be more of them.
    expect(weak.length).toBeLessThanOrEqual(55)
  })

  test('no dependency is a git repository or an address', () => {
    const foreign = installed.flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.entries({ ...dependencies, ...optionalDependencies })
        .filter(([, wanted]) => /^(git|https?:|file:|github:)|^[\w-]+\/[\w-]+/.test(wanted))
        .map(([name, wanted]) => `${path} wants ${name} from ${wanted}`),
    )
    expect(foreign).toEqual([])
  })

  test('names the binaries of every system, without which npm ci refuses it', () => {
    const missing = installed.flatMap(([path, { optionalDependencies }]) =>
      Object.keys(optionalDependencies ?? {}).filter(
        (name) =>
          lock.packages[`${path}/node_modules/${name}`] === undefined &&
          lock.packages[`node_modules/${name}`] === undefined,
      ),
    )
    expect(missing, 'run `node scripts/completeLock.mjs`').toEqual([])
  })

  test('lists every package with an install script in allowScripts, and allows none of them', () => {
    const names = installed
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => path.replace(/^.*node_modules\//, ''))
    expect(Object.keys(manifest.allowScripts).toSorted()).toEqual([...new Set(names)].toSorted())
    expect(Object.values(manifest.allowScripts)).not.toContain(true)
  })
})

test('at most 60 packages run: those installed with the program and those inside its bundles', () => {
  const namesOf = (paths: Iterable<string>): string[] =>
    [...paths].map(
      (path) => `${path.replace(/^.*node_modules\//, '')}@${lock.packages[path]?.version}`,
    )
  const native = Object.keys(manifest.optionalDependencies)
  const runtime = namesOf(installedWith(lock.packages, '', native))
  expect(runtime).toEqual([`@libsql/linux-x64-gnu@${manifest.devDependencies['libsql']}`])
  expect(bundled.length).toBeGreaterThan(0)
  const ofServe = new Set(namesOf(installedWith(lock.packages, '', servicePackages)))
  expect(ofServe.size).toBeLessThanOrEqual(45)
  const others = [...runtime, ...bundled].filter((name) => !ofServe.has(name))
  expect(new Set(others).size).toBeLessThanOrEqual(60)
})

function json(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))
}
