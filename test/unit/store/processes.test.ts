import { describe, expect, test } from 'vitest'
import { isGone, ownMark, startOfProcess } from '../../../src/store/processes.ts'

describe('a process', () => {
  test('is known by its start as well as its number', () => {
    const own = ownMark()
    expect(own.pid).toBe(process.pid)
    expect(startOfProcess(process.pid)).toBe(own.started)
    expect(startOfProcess(2 ** 22 + 1)).toBeNull()
    expect(isGone(own)).toBe(false)
    expect(isGone({ ...own, started: `${own.started}1` })).toBe(true)
  })

  test('in another container cannot be judged and counts as running', () => {
    const own = ownMark()
    expect(isGone({ ...own, pid: 2 ** 22 + 1 })).toBe(true)
    expect(isGone({ ...own, pid: 2 ** 22 + 1, realm: 'elsewhere' })).toBe(false)
  })
})
