/** The limits of the safety rules L1 and L2, and what the lock file must and must not hold. */
import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'
import * as z from 'zod'

import { chainPackages, tonPackages } from '../../src/sandbox/packages.ts'

const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/
const versions = z.record(z.string(), z.string())

const manifest = z
  .object({
    bin: versions,
    dependencies: versions,
    devDependencies: versions,
    peerDependencies: versions,
    peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean() })),
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(json('package.json'))

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
        peer: z.boolean().optional(),
        devOptional: z.boolean().optional(),
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
    const all = [manifest.dependencies, manifest.devDependencies, manifest.peerDependencies]
    const loose = all.flatMap(Object.entries).filter(([, version]) => !exact.test(version))
    expect(loose).toEqual([])
  })

  test('at most ten direct runtime dependencies', () => {
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(10)
  })

  test('the sandbox packages are optional peers of the version that is tested here', () => {
    for (const [name, version] of Object.entries(manifest.peerDependencies)) {
      expect(manifest.peerDependenciesMeta[name]).toEqual({ optional: true })
      expect(manifest.devDependencies[name]).toBe(version)
    }
    expect(manifest.peerDependencies).toEqual({ ...chainPackages, ...tonPackages })
  })
})

describe('package-lock.json', () => {
  const installed = Object.entries(lock.packages).filter(([path]) => path !== '')

  test('no package comes from an address of its own', () => {
    const addressed = installed.filter(([, { resolved }]) => resolved !== undefined)
    expect(addressed.map(([path]) => path)).toEqual([])
  })

  /** `scripts/completeLock.mjs` asks the registry for what is missing. */
  test('every package has a strong checksum, but for tools of developers on other systems', () => {
    const weak = installed.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true)
    const risky = weak.filter(([, { dev, optional, os, cpu, libc, integrity }]) => {
      const isElsewhere =
        os?.includes('linux') !== true || cpu?.includes('x64') !== true || libc?.[0] === 'musl'
      return integrity !== undefined || dev !== true || optional !== true || !isElsewhere
    })
    expect(risky.map(([path]) => path)).toEqual([])
    // A registry that carries them all was not at hand: there must never be more of them.
    expect(weak.length).toBeLessThanOrEqual(59)
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

  test('every package with an install script is named in allowScripts, and none is allowed one', () => {
    const names = installed
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => path.replace(/^.*node_modules\//, ''))
    expect(Object.keys(manifest.allowScripts).toSorted()).toEqual([...new Set(names)].toSorted())
    expect(Object.values(manifest.allowScripts)).not.toContain(true)
  })
})

test('at most 60 packages run: those installed with the program and those inside its bundles', () => {
  const runtime = Object.entries(lock.packages)
    .filter(([path, { dev, peer, devOptional }]) => path !== '' && !(dev || peer || devOptional))
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`)
  expect(runtime).toContain(`libsql@${manifest.dependencies['libsql']}`)
  expect(bundled.length).toBeGreaterThan(0)
  expect(new Set([...runtime, ...bundled]).size).toBeLessThanOrEqual(60)
})

function json(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))
}
