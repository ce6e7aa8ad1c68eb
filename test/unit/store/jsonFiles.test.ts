import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
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
