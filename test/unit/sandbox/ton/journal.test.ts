import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  openJournal,
  removeTonState,
  type TonChange,
  tonFileOf,
} from '../../../../sandbox/src/ton/journal.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swaproute-ton-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = () => tonFileOf(folder)

function change(lt: string): TonChange {
  return { lt, aheadSeconds: 0, accounts: { '0:00': `cell ${lt}` }, entries: [] }
}

test('gives back what was written, in order; only its owner may read it', () => {
  const journal = openJournal(folder, 'abc')
  expect(journal.read()).toBeNull()
  journal.replace(change('1'))
  journal.append(change('2'))
  journal.append(change('3'))
  expect(openJournal(folder, 'abc').read()).toEqual([change('1'), change('2'), change('3')])
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  journal.replace(change('4'))
  expect(openJournal(folder, 'abc').read()).toEqual([change('4')])
  removeTonState(folder)
  expect(existsSync(file())).toBe(false)
})

test.each([1, 10, 40])('a line cut short after %i bytes never happened', (bytes) => {
  const journal = openJournal(folder, 'abc')
  journal.replace(change('1'))
  journal.append(change('2'))
  const whole = readFileSync(file(), 'utf8')
  appendFileSync(file(), JSON.stringify(change('3')).slice(0, bytes))
  expect(openJournal(folder, 'abc').read()).toEqual([change('1'), change('2')])
  // What follows begins on a line of its own.
  expect(readFileSync(file(), 'utf8')).toBe(whole)
})

test.each([
  ['nothing', ''],
  ['another format', '{"format":2,"codes":"abc"}\n{}\n'],
  ['a format and no change', '{"format":1,"codes":"abc"}\n'],
  ['something that is no change', '{"format":1,"codes":"abc"}\n{"lt":1}\n'],
  ['no JSON', '{"format":1,"codes":"abc"}\nhello\n'],
])('%s is not a chain', (_, text) => {
  writeFileSync(file(), text)
  expect(openJournal(folder, 'abc').read()).toBeNull()
})

test('merges very many changes into one with all their content', () => {
  const journal = openJournal(folder, 'abc')
  journal.replace(change('0'))
  for (let number = 1; number <= 200; number += 1) {
    journal.append({ ...change(`${number}`), accounts: { [`0:${number % 7}`]: `cell ${number}` } })
  }
  const [merged, ...others] = openJournal(folder, 'abc').read() ?? []
  expect(others).toEqual([])
  expect(merged).toMatchObject({ lt: '200', accounts: { '0:00': 'cell 0', '0:4': 'cell 200' } })
  expect(openJournal(folder, 'abc').read()).toEqual([merged])
  expect(readFileSync(file(), 'utf8').split('\n')).toHaveLength(3)
})

test('ignores a chain made of other contracts: its addresses mean nothing here', () => {
  openJournal(folder, 'abc').replace(change('1'))
  expect(openJournal(folder, 'abd').read()).toBeNull()
  expect(openJournal(folder, 'abc').read()).toEqual([change('1')])
})
