import { expect, test } from 'vitest'
import { createNodeLimitFiles } from '../../../src/app/caches.ts'
import { createJsonFiles } from '../../../src/store/jsonFiles.ts'
import { temporaryFolder } from '../store/support/folder.ts'

const dayMs = 86_400_000

test('limits of nodes outlive a run, for a day', () => {
  const files = createJsonFiles(temporaryFolder())
  const limitsAt = (nowMs: number) => createNodeLimitFiles(files, () => nowMs)
  const first = limitsAt(0)
  expect(first.read('a.example')).toBeNull()
  first.write('a.example', 3)
  expect(first.read('a.example')).toBe(3)
  limitsAt(dayMs / 2).write('b.example:8545', 10)
  expect(limitsAt(dayMs - 1).read('a.example')).toBe(3)
  expect(limitsAt(dayMs).read('a.example')).toBeNull()
  expect(limitsAt(dayMs).read('b.example:8545')).toBe(10)
  expect(limitsAt(-1).read('a.example')).toBeNull()
})

test.each([
  null,
  [],
  'text',
  { 'a.example': 3 },
  { 'a.example': { calls: 0, atMs: 0 } },
  { 'a.example': { calls: 1.5, atMs: 0 } },
  { 'a.example': { calls: '3', atMs: 0 } },
])('a file with %j limits nothing', (value) => {
  const files = createJsonFiles(temporaryFolder())
  files.write('batch-limits', value)
  expect(createNodeLimitFiles(files, () => 1).read('a.example')).toBeNull()
})
