/** A hardened service sees its processes, but not the rest of /proc. */
import { expect, test, vi } from 'vitest'
import { hasEnded, ownMark, startOfProcess } from '../../../src/store/processes.ts'

vi.mock(import('node:fs'), async (importOriginal) => {
  const fs = await importOriginal()
  const readFileSync = (...given: Parameters<typeof fs.readFileSync>) => {
    if (given[0] === '/proc/sys/kernel/random/boot_id') {
      throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
    }
    return fs.readFileSync(...given)
  }
  return { ...fs, readFileSync: Object.assign(readFileSync, fs.readFileSync) }
})

test.runIf(process.platform === 'linux')('a process that runs has not ended', () => {
  const own = ownMark()
  expect(own.started).toMatch(/^\/\d+$/)
  expect(startOfProcess(process.pid)).toBe(own.started)
  expect(hasEnded(own, own)).toBe(false)
})
