import { describe, expect, test } from 'vitest'
import { openJournal } from '../../../src/store/journal.ts'
import { isGone, ownMark, startOfProcess } from '../../../src/store/processes.ts'
import { buildScript, startScript } from '../../support/executionScript.ts'
import { temporaryFolder } from './support/folder.ts'

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

describe('many processes at once', () => {
  test('open a new journal together, write together, and lose no record', async () => {
    const folder = temporaryFolder()
    const script = buildScript(
      folder,
      `import { openJournal } from './src/store/journal.ts'
       import { planned } from './test/unit/store/support/events.ts'
       const [folder, name] = process.argv.slice(2)
       const journal = await openJournal(folder, { now: () => 0 })
       journal.create(name, planned())
       for (let n = 0; n < 19; n += 1) journal.append(name, { type: 'delivering' })
       console.log('written')
       if (name.endsWith('0')) process.kill(process.pid, 'SIGKILL')`,
    )
    const names = Array.from({ length: 8 }, (_, number) => `swap-${number}`)
    const ends = await Promise.all(names.map((name) => startScript(script, folder, name)))
    expect(ends.map((end) => end.stdout)).toEqual(names.map(() => 'written\n'))
    const journal = await openJournal(folder, { now: () => 0 })
    expect(journal.damage()).toBeNull()
    for (const name of names) expect(journal.read(name)).toHaveLength(20)
    journal.close()
  }, 30_000)

  test('one idempotency key: one of them gets it', async () => {
    const folder = temporaryFolder()
    const script = buildScript(
      folder,
      `import { openJournal } from './src/store/journal.ts'
       import { planned } from './test/unit/store/support/events.ts'
       const [folder, name] = process.argv.slice(2)
       const journal = await openJournal(folder, { now: () => 0 })
       let won = 0
       for (let n = 0; n < 20; n += 1) {
         try {
           journal.create(name + n, planned({ idempotencyKey: 'key-' + n }))
           won += 1
         } catch (error) {
           if (error.code !== 'DUPLICATE') throw error
         }
       }
       console.log(won)`,
    )
    const names = Array.from({ length: 6 }, (_, number) => `p${number}-`)
    const ends = await Promise.all(names.map((name) => startScript(script, folder, name)))
    expect(ends.filter((end) => end.code !== 0)).toEqual([])
    expect(ends.reduce((sum, end) => sum + Number(end.stdout), 0)).toBe(20)
  }, 30_000)
})
