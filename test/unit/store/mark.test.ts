import {
  chmodSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openMark } from '../../../src/store/mark.ts'
import { openDescriptors, showsDescriptors } from '../../support/descriptors.ts'
import { temporaryFolder } from './support/folder.ts'

function path(): string {
  const folder = temporaryFolder()
  mkdirSync(folder)
  return join(folder, 'mark')
}

/** What a mark with this text in its file is read as. */
function found(text: string): number {
  const file = path()
  writeFileSync(file, text)
  const mark = openMark(file, false)
  mark.close()
  return mark.found
}

describe('the number of the last record', () => {
  test('is found again, the latest of many', () => {
    const file = path()
    const first = openMark(file, false)
    expect(first.found).toBe(0)
    for (const sequence of [9, 1_000, 1_001]) first.write(sequence)
    first.close()
    const second = openMark(file, false)
    expect(second.found).toBe(1_001)
    second.close()
    expect(readFileSync(file, 'utf8')).toBe('00000000000000001001\n')
  })

  test.each(['', 'x', '-5', '0', '99999999999999999999', 'NaN', '-9007199254740993'])(
    'is 0 where the file contains "%s"',
    (text) => expect(found(text)).toBe(0),
  )

  test.each([1, Number.MAX_SAFE_INTEGER])('is %i where the file contains it', (sequence) => {
    expect(found(String(sequence))).toBe(sequence)
  })

  test('of a database that is gone does not count for the next', () => {
    const file = path()
    writeFileSync(file, '7')
    chmodSync(file, 0o644)
    const mark = openMark(file, true)
    expect(mark.found).toBe(0)
    mark.close()
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})

describe('the last check of the whole file', () => {
  test('is found again beside the number, in either order of writing', () => {
    const file = path()
    const first = openMark(file, false)
    expect(first.checked).toBeNull()
    first.remember({ atMs: 1_700_000_000_000, inode: 42, boot: 'a-long-name-of-a-start' })
    first.remember({ atMs: 5, inode: 7, boot: '' })
    first.close()
    const second = openMark(file, false)
    expect([second.found, second.checked]).toEqual([0, { atMs: 5, inode: 7, boot: '' }])
    second.write(9)
    second.close()
    const third = openMark(file, false)
    expect([third.found, third.checked]).toEqual([9, { atMs: 5, inode: 7, boot: '' }])
    third.close()
  })

  test.each(['', 'checked', 'checked x 1 b', 'checked 1 -1 b', 'checked 1 2', 'checked 1 2 b c'])(
    'is none where its line is "%s"',
    (line) => {
      const file = path()
      writeFileSync(file, `${'7'.padStart(20, '0')}\n${line}\n`)
      const mark = openMark(file, false)
      expect([mark.found, mark.checked]).toEqual([7, null])
      mark.close()
    },
  )
})

test.runIf(showsDescriptors)('closing gives the file back', () => {
  const file = path()
  const mark = openMark(file, true)
  expect(openDescriptors(file)).toBe(1)
  mark.close()
  expect(openDescriptors(file)).toBe(0)
})

test('closed twice, it leaves alone the file that has its descriptor by then', () => {
  const file = path()
  const mark = openMark(file, true)
  mark.close()
  const other = openSync(`${file}-other`, 'w+')
  mark.close()
  expect(() => mark.write(7)).toThrow('closed')
  expect(fstatSync(other).size).toBe(0)
  closeSync(other)
})
