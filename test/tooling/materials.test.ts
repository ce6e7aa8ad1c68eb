/** The licences of what is bundled, and the bill of materials, of both packages. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'materials-'))

type Package = { name: string; version: string; license: string; source: string; notice: string }
type Notices = { bundledPackages(modules: string[], root: string, others?: Package[]): Package[] }

const script = pathToFileURL(join(root, 'scripts/build/notices.mjs')).href
const { bundledPackages } = (await import(script)) as Notices

const permission = 'Permission is hereby granted, free of charge'
const repository = 'owner/name'

/** A package that is installed in a folder of its own; returns the path of its code. */
function install(name: string, manifest: object, files: Record<string, string>): string {
  const place = join(dir, 'node_modules', name)
  mkdirSync(place, { recursive: true })
  const text = JSON.stringify({ name, version: '1.0.0', ...manifest })
  for (const [file, content] of Object.entries({ 'package.json': text, ...files })) {
    writeFileSync(join(place, file), content)
  }
  return `node_modules/${name}/index.js`
}

afterAll(() => rmSync(dir, { recursive: true }))

describe('a package is bundled', () => {
  test.each([
    ['LICENSE', { LICENSE: permission }, permission],
    ['licence.md', { 'licence.md': permission }, permission],
    ['COPYING and NOTICE', { COPYING: permission, NOTICE: 'of ours' }, `${permission}\n\nof ours`],
    [
      'the end of its README',
      { 'README.md': `# it\n\nUse it.\n\n## License\n\nCopyright (c) me\n\n${permission}\n` },
      `\n\nCopyright (c) me\n\n${permission}\n`,
    ],
  ])('with the text of its licence in %s', (where, files, notice) => {
    const path = install(`with-${where.length}`, { license: 'MIT', repository }, files)
    expect(bundledPackages([path], dir)).toEqual([
      {
        name: `with-${where.length}`,
        version: '1.0.0',
        license: 'MIT',
        source: 'https://github.com/owner/name',
        notice,
      },
    ])
  })

  test.each([
    'git+https://example.org/owner/name.git',
    'git://example.org/owner/name.git',
    'ssh://git@example.org/owner/name.git',
    'git@example.org:owner/name.git',
  ])('with a source that a browser opens: %s', (url) => {
    const manifest = { license: 'MIT', repository: { type: 'git', url } }
    const path = install('sourced', manifest, { LICENSE: permission })
    expect(bundledPackages([path], dir)[0]?.source).toBe('https://example.org/owner/name')
  })

  test.each([
    ['notice', { license: 'MIT', repository }, { 'README.md': '# it\n\n## License\n\nMIT\n' }],
    ['notice', { license: 'MIT', repository }, { LICENSE: ' \n' }],
    ['license', { repository }, { LICENSE: permission }],
    ['source', { license: 'MIT' }, { LICENSE: permission }],
  ])('and the build fails without its %s', (member, manifest, files) => {
    const path = install(`without-${member}`, manifest, files)
    const fault = `It may not be bundled: without-${member} 1.0.0 has no ${member}.`
    expect(() => bundledPackages([path], dir)).toThrow(fault)
    rmSync(join(dir, 'node_modules', `without-${member}`), { recursive: true })
  })

  test('and contracts of a package that is not installed need the same', () => {
    const other = {
      name: 'other',
      version: '1.0.0',
      license: 'MIT',
      source: 'https://a',
      notice: '',
    }
    expect(() => bundledPackages([], dir, [other])).toThrow('other 1.0.0 has no notice')
  })
})

/** What the format requires of the members used: https://cyclonedx.org/docs/1.6/json (2026-11-29). */
const identity = {
  'bom-ref': z.string().min(1),
  name: z.string().min(1),
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  purl: z.string().regex(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+[\w.+-]*$/),
  licenses: z.tuple([
    z.union([
      z.strictObject({ license: z.strictObject({ id: z.string().regex(/^[A-Za-z\d.-]+$/) }) }),
      z.strictObject({ expression: z.string().min(1) }),
    ]),
  ]),
}
const bill = z.strictObject({
  $schema: z.literal('http://cyclonedx.org/schema/bom-1.6.schema.json'),
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  version: z.literal(1),
  // Neither a time nor a serial number: two builds give the same bytes.
  metadata: z.strictObject({
    component: z.strictObject({
      type: z.literal('application'),
      description: z.string(),
      ...identity,
    }),
  }),
  components: z.array(
    z.strictObject({
      type: z.literal('library'),
      ...identity,
      scope: z.enum(['required', 'optional']),
      hashes: z
        .tuple([
          z.strictObject({
            alg: z.literal('SHA-512'),
            content: z.string().regex(/^[\da-f]{128}$/),
          }),
        ])
        .optional(),
      externalReferences: z
        .tuple([z.strictObject({ type: z.literal('vcs'), url: z.url({ protocol: /^https$/ }) })])
        .optional(),
    }),
  ),
  dependencies: z.array(
    z.strictObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() }),
  ),
})

describe.each(['', 'sandbox'])('the bill of materials in %s/dist', (folder) => {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(root, folder, path), 'utf8'))
  const { metadata, components, dependencies } = bill.parse(read('dist/sbom.cdx.json'))
  const manifest = z
    .object({
      name: z.string(),
      version: z.string(),
      dependencies: z.record(z.string(), z.string()).default({}),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    })
    .parse(read('package.json'))
  const nameOf = ({ name, version }: { name: string; version: string }): string =>
    `${name}@${version}`

  test('is that of the package', () => {
    const { name, version } = metadata.component
    expect({ name, version }).toEqual({ name: manifest.name, version: manifest.version })
  })

  test('lists what is bundled, with its source, and what npm installs beside it', () => {
    const bundled = z.array(z.string()).parse(read('dist/packages.json'))
    const inside = components.filter(({ externalReferences }) => externalReferences !== undefined)
    expect(inside.map(nameOf)).toEqual(bundled)
    const beside = { ...manifest.dependencies, ...manifest.optionalDependencies }
    const all = components.map(nameOf)
    expect(all).toEqual(
      expect.arrayContaining(Object.entries(beside).map((entry) => entry.join('@'))),
    )
    expect(all.length).toBeLessThanOrEqual(bundled.length + Object.keys(beside).length)
  })

  test('has a checksum for each package that npm has fetched', () => {
    const unchecked = components.filter(({ hashes }) => hashes === undefined)
    // Contracts that are kept here, compiled, because their packages bring whole toolchains.
    const kept = ['@1inch/', '@across-protocol/', '@ton-community/', '@uniswap/swap-router']
    expect(
      unchecked.filter(({ name }) => !kept.some((beginning) => name.startsWith(beginning))),
    ).toEqual([])
  })

  test('names every part once, and refers to all of them', () => {
    const refs = [metadata.component, ...components].map((one) => one['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    expect(dependencies.map(({ ref }) => ref)).toEqual(refs)
    expect(dependencies[0]?.dependsOn).toEqual(refs.slice(1))
  })
})
