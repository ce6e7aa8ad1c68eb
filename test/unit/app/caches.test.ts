import { expect, test, vi } from 'vitest'
import { createNodeLimitFiles, createProviderLists } from '../../../src/app/caches.ts'
import { repair } from '../../../src/app/doctor.ts'
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

const never = new AbortController().signal

test('work that no answer waits for starts later, and its failure changes nothing', async () => {
  const lists = createProviderLists(createJsonFiles(temporaryFolder()))
  const done: string[] = []
  lists.later(async () => {
    done.push('first')
    lists.later(async () => void done.push('second'))
    throw new Error('down')
  })
  expect(done).toEqual([])
  await lists.end(never)
  expect(done).toEqual(['first', 'second'])
  lists.later(async () => void done.push('third'))
  await lists.end(never)
  expect(done).toEqual(['first', 'second'])
})

test.each([
  ['half a second', never, 500],
  ['no time after an interrupt', AbortSignal.abort(), 0],
])('the end of a run waits for lists on their way for %s', async (_what, signal, ms) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const lists = createProviderLists(createJsonFiles(temporaryFolder()))
    const given = await new Promise<AbortSignal>((resolve) => {
      lists.later(async (one) => {
        resolve(one)
        await new Promise(() => {})
      })
    })
    let isOver = false
    const ended = lists.end(signal).then(() => (isOver = true))
    await vi.advanceTimersByTimeAsync(Math.max(0, ms - 1))
    expect(isOver).toBe(ms === 0)
    await vi.advanceTimersByTimeAsync(1)
    await ended
    expect(given.aborted).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test('doctor forgets the lists', async () => {
  const cache = temporaryFolder()
  createJsonFiles(`${cache}/lists`).write('exolix', {})
  expect(await repair(cache)).toEqual(['coins and pools of exolix'])
  expect(createJsonFiles(`${cache}/lists`).read('exolix')).toBeNull()
})
