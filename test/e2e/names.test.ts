/**
 * A name of a receiver goes with the route that was quoted with it (A8): by id, and against the
 * journal also where nothing is signed here.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Document } from '../support/cliHome.ts'
import { type CliSandbox, startCliSandbox } from '../support/cliSandbox.ts'

let sandbox: CliSandbox
let [first, second]: string[] = []

beforeAll(async () => {
  sandbox = await startCliSandbox()
  first = sandbox.account('bob').address
  second = '0x52908400098527886E0F7030069857D2E4169EE7'
})
afterAll(() => sandbox.remove())

async function mean(address: string | undefined): Promise<void> {
  const setting = ['config', 'set', 'receivers.friend.ARBITRUM', address ?? '']
  expect((await sandbox.run(setting)).code).toBe(0)
}

async function json(line: string): Promise<{ code: number | null; document: Document }> {
  return await sandbox.json(line.split(' ').concat('--sandbox'))
}

const words = 'eth:USDC to arb:USDC --receiver friend --deposits none --exclude relay,rango'
const reasonsOf = ({ data, error }: Document): string[] =>
  (data === undefined ? error.details.preview : data.review).typedReasons.map(
    ({ code }: { code: string }) => code,
  )

test('a route of an id has the name it was quoted with, and reports where it points now', async () => {
  await mean(first)
  const { document } = await json(`best 20 ${words}`)
  const { id } = document.data
  const kept = await json(`swap --id ${id} --account alice --dry-run`)
  expect(kept.document.error).toBeUndefined()
  expect(kept.document.data.review).toMatchObject({ receiver: first, receiverName: 'friend' })
  expect(reasonsOf(kept.document)).toEqual([])
  await mean(second)
  const moved = await json(`swap --id ${id} --account alice --dry-run`)
  expect(moved.document.data.review).toMatchObject({ receiver: first, receiverName: 'friend' })
  expect(reasonsOf(moved.document)).toEqual(['name_moved'])
  const signed = await json(`swap --id ${id} --account alice --yes`)
  expect([signed.code, reasonsOf(signed.document)]).toEqual([10, ['name_moved']])
})

test('what is printed or only shown is compared with the journal', async () => {
  await mean(first)
  const paid = await json(`swap 21 ${words} --account alice --yes`)
  expect([paid.code, paid.document.error]).toEqual([0, undefined])
  const lines = ['--dry-run', '--unsigned'].map(
    (flag) => `swap 22 ${words} --account alice ${flag}`,
  )
  for (const line of lines) expect(reasonsOf((await json(line)).document)).toEqual([])
  await mean(second)
  for (const line of lines) {
    const { document } = await json(line)
    expect(reasonsOf(document)).toEqual(['name_moved'])
    expect(document.warnings.map(({ code }) => code)).toContain('REVIEW_NAME_MOVED')
  }
  const order = await json(
    `deposit 23 ${words.slice(0, words.indexOf(' --deposits'))} --provider exolix --dry-run`,
  )
  expect(reasonsOf(order.document)).toEqual(['name_moved'])
  for (const name of readdirSync(sandbox.swapsFolder).filter((one) =>
    one.startsWith('journal.db'),
  )) {
    writeFileSync(join(sandbox.swapsFolder, name), 'not a journal')
  }
  for (const line of lines) {
    expect(reasonsOf((await json(line)).document)).toEqual(['journal_unread'])
  }
})
