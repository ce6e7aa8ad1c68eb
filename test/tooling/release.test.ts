/** The workflows of .github, and what a release is checked for. */
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

describe.each(['ci', 'release'])('the workflow %s', (name) => {
  const text = readFileSync(join(root, `.github/workflows/${name}.yml`), 'utf8')
  const valuesOf = (key: string): string[] =>
    [...text.matchAll(new RegExp(`^ +(?:- )?${key}: (.+)$`, 'gm'))].map(([, value = '']) => value)

  test('runs actions by the commit of a version', () => {
    const actions = valuesOf('uses')
    expect(actions.length).toBeGreaterThan(0)
    const pinned = /^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/
    expect(actions.filter((action) => !pinned.test(action))).toEqual([])
  })

  test('may read the sources and nothing else, but for the proof of a release', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m)
    expect(valuesOf('persist-credentials')).toHaveLength(valuesOf('uses').length / 2)
    expect([...text.matchAll(/: write\b/g)]).toHaveLength(name === 'release' ? 1 : 0)
    expect(text).not.toMatch(/secrets\./)
  })

  test('runs scripts that there are', () => {
    const commands = valuesOf('run')
    const named = commands.flatMap((command) => /^npm run ([\w:]+)/.exec(command)?.[1] ?? [])
    expect(named.filter((script) => scripts[script] === undefined)).toEqual([])
    const files = commands.flatMap(
      (command) => /(?:^|\s)((?:\.ci|bin|scripts|test)\/[\w./-]+)/.exec(command)?.[1] ?? [],
    )
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})

describe('the changelog', () => {
  const lines = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split('\n')

  test('begins with what is not released, and each version has its link', () => {
    const headings = lines.filter((line) => line.startsWith('## '))
    expect(headings[0]).toBe('## [Unreleased]')
    const dated = /^## \[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/
    expect(headings.slice(1).filter((line) => !dated.test(line))).toEqual([])
    const versions = headings.map((line) => /\[(.+)\]/.exec(line)?.[1])
    const links = lines.flatMap((line) => /^\[(.+)\]: https:\/\//.exec(line)?.[1] ?? [])
    expect(links).toEqual(versions)
  })

  test('has the sections of the form, and short lines', () => {
    const sections = lines.filter((line) => line.startsWith('### ')).map((line) => line.slice(4))
    const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
    expect(sections.filter((section) => !known.includes(section))).toEqual([])
    expect(lines.filter((line) => line.startsWith('- ')).length).toBeGreaterThan(0)
    expect(lines.filter((line) => line.length > 100)).toEqual([])
  })
})

describe('a release', () => {
  const dir = mkdtempSync(join(tmpdir(), 'release-'))
  afterAll(() => rmSync(dir, { recursive: true }))

  /** Exit status and what is said. */
  function check(tag: string, version: string, changelog: string): Promise<[number, string]> {
    mkdirSync(join(dir, 'sandbox'), { recursive: true })
    cpSync(join(root, 'scripts/checkRelease.mjs'), join(dir, 'scripts/checkRelease.mjs'))
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ name: 'a', version: '1.2.3' }))
    writeFileSync(join(dir, 'sandbox/package.json'), JSON.stringify({ name: 'b', version }))
    writeFileSync(join(dir, 'CHANGELOG.md'), changelog)
    return new Promise((done) => {
      const args = [join(dir, 'scripts/checkRelease.mjs'), tag]
      const child = execFile(process.execPath, args, (_error, _stdout, stderr) => {
        done([child.exitCode ?? -1, stderr])
      })
    })
  }
  const dated = '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-12-01\n'

  test('has one version in its tag, both packages and the changelog', async () => {
    expect(await check('v1.2.3', '1.2.3', dated)).toEqual([0, ''])
  })

  test.each([
    ['v1.2.4', '1.2.3', dated, 'a is 1.2.3, and the tag is v1.2.4.'],
    ['v1.2.3', '1.2.2', dated, 'b is 1.2.2, and the tag is v1.2.3.'],
    ['v1.2.3', '1.2.3', '## [1.2.3]\n', 'CHANGELOG.md has no "## [1.2.3] - YYYY-MM-DD".'],
    ['', '1.2.3', dated, 'a is 1.2.3, and the tag is .'],
  ])('is refused as %s beside %s', async (tag, version, changelog, fault) => {
    const [code, said] = await check(tag, version, changelog)
    expect([code, said]).toEqual([1, expect.stringContaining(fault)])
  })
})
