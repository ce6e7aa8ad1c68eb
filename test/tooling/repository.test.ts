/** What no file of the repository may contain. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && !/\.(png|wasm|boc)$/.test(path))

// Spelled in pieces, so that this file passes its own test.
const forbidden: [what: string, pattern: RegExp][] = [
  ['a home folder', new RegExp(`${['/home', 'Users'].join('/|/')}/[a-z]\\w*/`)],
  ['a folder of a build machine', new RegExp(['', 'work', '(main|shared)\\b'].join('/'))],
  ['a merge left unfinished', new RegExp(`^(${'<'.repeat(7)}|${'>'.repeat(7)}) `, 'm')],
  ['a private key', new RegExp(`-----BEGIN ${'[A-Z ]*PRIVATE'} KEY-----`)],
]

test('the list of files is not empty', () => {
  expect(files.length).toBeGreaterThan(20)
  expect(files).toContain('package.json')
})

test.each(forbidden)('no file holds %s', (_what, pattern) => {
  const hits = files.filter((path) => pattern.test(readTracked(path)))
  expect(hits).toEqual([])
})

test('no source file is longer than 400 lines', () => {
  const long = files
    .filter((path) => /^(?:sandbox\/)?src\/.*\.ts$/.test(path))
    .filter((path) => readTracked(path).split('\n').length > 401)
  expect(long).toEqual([])
})

test('classes are for errors', () => {
  const classes = files
    .filter((path) => /^(?:sandbox\/)?src\/.*\.ts$/.test(path))
    .flatMap((path) =>
      [...readTracked(path).matchAll(/^(?:export )?(?:abstract )?class .*$/gm)].map(String),
    )
  expect(classes.filter((line) => !/^(export )?class \w+Error extends \w+ \{/.test(line))).toEqual(
    [],
  )
})

/** Empty for a file that is listed but was deleted from the work tree. */
function readTracked(path: string): string {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
