import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createJsonFiles } from '../../../src/store/jsonFiles.ts'
import { temporaryFolder } from './support/folder.ts'

const modeOf = (path: string): number => statSync(path).mode & 0o777

test('a value comes back by its name, in a folder and a file of the owner alone', () => {
  const folder = join(temporaryFolder(), 'cache')
  const files = createJsonFiles(folder)
  files.write('tokens', { list: [1] })
  files.write('prices', { list: [2] })
  files.write('tokens', { list: [3] })
  expect(files.read('tokens')).toEqual({ list: [3] })
  expect(files.read('prices')).toEqual({ list: [2] })
  expect(readdirSync(folder).toSorted()).toEqual(['prices.json', 'tokens.json'])
  expect(modeOf(folder)).toBe(0o700)
  expect(modeOf(join(folder, 'tokens.json'))).toBe(0o600)
})

test('a missing or truncated file counts as absent, and can be written again', () => {
  const folder = temporaryFolder()
  const files = createJsonFiles(folder)
  expect(files.read('tokens')).toBeNull()
  files.write('tokens', { list: [1] })
  writeFileSync(join(folder, 'tokens.json'), '{"list":')
  expect(files.read('tokens')).toBeNull()
  files.write('tokens', { list: [2] })
  expect(files.read('tokens')).toEqual({ list: [2] })
})

test('a folder that cannot be made costs the value, nothing else', () => {
  const parent = temporaryFolder()
  mkdirSync(parent)
  const folder = join(parent, 'cache')
  writeFileSync(folder, 'a file')
  const files = createJsonFiles(folder)
  files.write('tokens', { list: [1] })
  expect(files.read('tokens')).toBeNull()
  expect(readFileSync(folder, 'utf8')).toBe('a file')
})

test('only a regular file of some size, whose owner and mode are accepted, is read', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'tokens.json')
  const guarded = createJsonFiles(folder, ({ mode }) => (mode & 0o022) === 0)
  guarded.write('tokens', { list: [1] })
  expect(guarded.read('tokens')).toEqual({ list: [1] })
  chmodSync(path, 0o666)
  expect(guarded.read('tokens')).toBeNull()
  guarded.write('tokens', { list: [2] })
  expect(guarded.read('tokens')).toEqual({ list: [2] })
  writeFileSync(path, `[1${' '.repeat(16 * 1_048_576 - 2)}]`)
  expect(guarded.read('tokens')).toBeNull()
  rmSync(path)
  mkdirSync(path)
  expect(guarded.read('tokens')).toBeNull()
})

test('a pipe in the place of a file is not waited for', () => {
  const folder = temporaryFolder()
  mkdirSync(folder, { recursive: true })
  spawnSync('/bin/sh', ['-c', 'mkfifo -m 600 "$0"', join(folder, 'tokens.json')])
  expect(statSync(join(folder, 'tokens.json')).isFIFO()).toBe(true)
  expect(createJsonFiles(folder).read('tokens')).toBeNull()
})
