/** `--record DIR` of `providers check` and `doctor --live`: the folder, before anything is asked. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '../../src/commands/frame/services.ts'
import type { LiveQuestions } from '../../src/core/live.ts'
import { documentOf, runCli } from '../support/runMain.ts'
import { swapServices } from '../support/swapScript.ts'

const home = mkdtempSync(join(tmpdir(), 'swaproute-record-'))
afterAll(() => rmSync(home, { recursive: true }))
const taken = join(home, 'taken')
writeFileSync(taken, 'mine')

let asked: LiveQuestions[]
beforeEach(() => {
  asked = []
})
const services: Partial<Services> = {
  ...swapServices().services,
  live: async (questions) => {
    asked.push(questions)
    if (questions.record !== null) writeFileSync(join(questions.record, 'across.json'), '{}')
    return []
  },
}

describe.each([
  ['providers check', ['providers', 'check']],
  ['doctor --live', ['doctor', '--live']],
])('%s --record', (name, argv) => {
  test('makes a folder for its owner, and ends with what to do', async () => {
    const folder = join(home, 'made', name.replace(/\W+/g, '-'))
    const { stdout } = await runCli([...argv, '--record', folder], { services })
    expect(asked.map(({ record }) => record)).toEqual([folder])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(stdout).toMatch(/\n1 record in .*\. How to send them: https:\S+witness\.md\n$/)
  })

  test('takes an empty folder, and leaves its line out of a report and of --json', async () => {
    const folder = mkdtempSync(join(home, 'empty-'))
    const report = await runCli([...argv, '--report', '--record', folder], { services })
    expect(report.stdout).not.toContain(home)
    expect(report.stderr).toContain(`1 record in ${folder}.`)
    const other = mkdtempSync(join(home, 'empty-'))
    const document = documentOf(await runCli([...argv, '--json', '--record', other], { services }))
    expect(document).toMatchObject({ ok: true })
    expect(JSON.stringify(document['data'])).not.toContain(other)
  })

  test.each([
    ['a folder with a file', home, `${home} is not empty.`],
    ['a file', taken, `${taken} cannot be created: file already exists.`],
    ['a folder below a file', join(taken, 'x'), `${taken}/x cannot be created: not a directory.`],
  ])('refuses %s before anything is asked', async (_what, folder, words) => {
    const before = readdirSync(home)
    const { exit, stderr } = await runCli([...argv, '--record', folder], { services })
    expect(exit).toBe(2)
    expect(stderr).toContain(words)
    expect(stderr).toContain('Give --record a new folder.')
    expect([asked, readdirSync(home), readFileSync(taken, 'utf8')]).toEqual([[], before, 'mine'])
  })
})

test('doctor records live questions only', async () => {
  const folder = join(home, 'offline')
  const { exit, stderr } = await runCli(['doctor', '--record', folder], { services })
  expect(exit).toBe(2)
  expect(stderr).toContain('--record needs --live.')
  expect(stderr).toContain('Run `swaproute doctor --live --record DIR`.')
  expect(readdirSync(home)).not.toContain('offline')
})
