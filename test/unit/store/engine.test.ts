import { describe, expect, test, vi } from 'vitest'
import { isDamage } from '../../../src/store/database.ts'
import { loadSqlite } from '../../../src/store/engine.ts'
import { buildScript, type ScriptEnd, startNode } from '../../support/executionScript.ts'
import { temporaryFolder } from './support/folder.ts'

const hasOwn = 'constants' in Object(process.getBuiltinModule('node:sqlite') ?? {})
/** Makes a Node that has SQLite like one that has none. */
const withoutOwn = '--no-experimental-sqlite'

const source = `
  import { openJournal } from './src/store/journal.ts'
  import { planned } from './test/unit/store/support/events.ts'
  const [folder, name, count] = process.argv.slice(2)
  const journal = await openJournal(folder, { now: Date.now })
  for (let number = 0; number < Number(count); number += 1) {
    const idempotencyKey = name + number
    journal.create(name + '-' + number, planned({ idempotencyKey }))
  }
  journal.check()
  const swaps = journal.list({ limit: 999 }).map(({ swapId }) => journal.read(swapId).length)
  journal.close()
  const own = process.getBuiltinModule('node:sqlite') !== undefined
  process.stdout.write(JSON.stringify({ own, swaps: swaps.length, damage: journal.damage() }))
`

const answerOf = ({ stdout, stderr, code }: ScriptEnd): unknown => {
  // No word about a module that Node calls experimental.
  expect([stderr, code]).toEqual(['', 0])
  return JSON.parse(stdout)
}

describe.runIf(hasOwn)('the SQLite of Node and libsql', () => {
  test('read and write one journal, in turns and at the same time', async () => {
    const place = temporaryFolder()
    const script = await buildScript(`${place}-script`, source)
    const [folder, each] = [`${place}/journal`, 15]
    const own = (name: string, count: number): Promise<ScriptEnd> =>
      startNode([], script, folder, name, String(count))
    const libsql = (name: string, count: number): Promise<ScriptEnd> =>
      startNode([withoutOwn], script, folder, name, String(count))
    const first = answerOf(await libsql('a', 1))
    expect(first).toEqual({ own: false, swaps: 1, damage: null })
    expect(answerOf(await own('b', 1))).toEqual({ own: true, swaps: 2, damage: null })
    const crowd = ['c', 'd', 'e', 'f'].map((name, index) =>
      (index % 2 === 0 ? own : libsql)(name, each),
    )
    for (const end of await Promise.all(crowd)) {
      expect(answerOf(end)).toMatchObject({ damage: null })
    }
    const swaps = 2 + 4 * each
    expect(answerOf(await libsql('g', 0))).toEqual({ own: false, swaps, damage: null })
    expect(answerOf(await own('h', 0))).toEqual({ own: true, swaps, damage: null })
  })

  test('an integer that JavaScript cannot hold is damage, and never another number', async () => {
    const connect = await loadSqlite()
    const connection = connect(':memory:', false)
    try {
      connection.all('SELECT 9007199254740993 AS value', [])
      expect.unreachable()
    } catch (thrown) {
      expect(isDamage(thrown)).toBe(true)
    }
    connection.close()
  })
})

describe('without a usable SQLite in Node', () => {
  test.each([
    ['none', undefined],
    ['the one of 22.12, behind a flag', { DatabaseSync: class {} }],
  ])('%s: libsql opens the file', async (_name, found) => {
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(found)
    const connect = await loadSqlite()
    const connection = connect(':memory:', false)
    expect(connection.all('SELECT ? AS value', [null])).toEqual([{ value: null }])
    expect(connection.run('CREATE TABLE notes (note TEXT)', [])).toBe(0)
    connection.close()
    connection.close()
  })
})
