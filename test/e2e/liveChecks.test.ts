/** `doctor --live`, `providers check` and `doctor --repair`, against services that are healthy or not. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { LiveRow } from '../../src/core/live.ts'
import { type CliSandbox, startCliSandbox } from '../support/cliSandbox.ts'

let sandbox: CliSandbox

beforeAll(async () => {
  sandbox = await startCliSandbox()
})
afterEach(() => sandbox.fault('--clear'))
afterAll(() => sandbox.remove())

async function check(...words: string[]): Promise<{ code: number | null; rows: LiveRow[] }> {
  const argv = ['providers', 'check', ...words, '--sandbox']
  const { code, document } = await sandbox.json(argv)
  return { code, rows: document.data }
}

describe('providers check', () => {
  test('asks every service of the sandbox, and the pools of its chains', async () => {
    const { code, rows } = await check()
    expect(code).toBe(0)
    const ok = rows.filter(({ state }) => state === 'ok').map(({ name }) => name)
    expect(ok).toEqual(
      expect.arrayContaining(['across', 'exolix', 'near_intents', 'relay', 'STONFI', 'thorchain']),
    )
    const pools = rows.find(({ name }) => name === 'ETH pools')
    expect(pools?.findings[0]).toMatch(/^7 of \d+ exchanges price 1 eth to eth:USDC$/)
  })

  test('one that is named is asked alone', async () => {
    const { rows } = await check('exolix')
    expect(rows.map(({ name }) => name)).toEqual(['exolix'])
    expect(rows[0]?.findings[0]).toMatch(/^0\.01 bitcoin to eth: \d/)
  })

  test('an exchange is asked where its pools are', async () => {
    const { rows } = await check('UNI_SWAP_V3')
    expect(rows.map(({ name }) => name)).toContain('ETH pools')
    expect(rows.every(({ name }) => name.endsWith(' pools'))).toBe(true)
  })

  test('one that is down is exit 5, the others answer', async () => {
    await sandbox.fault('exolix', 'down')
    const { code, rows } = await check('exolix', 'near_intents')
    expect([code, ...rows.map(({ state }) => state)]).toEqual([5, 'down', 'ok'])
  })

  test('one that cannot be asked gives the reason', async () => {
    const { code, rows } = await check('PITEAS', 'multichain')
    expect(code).toBe(0)
    expect(rows.map(({ state }) => state)).toEqual(['skipped', 'skipped'])
    expect(rows[0]?.findings).toEqual(['the sandbox has no service for it'])
    expect(rows[1]?.findings[0]).toMatch(/^closed: /)
  })

  test('an unknown name is refused before anything is asked', async () => {
    const { code } = await sandbox.json(['providers', 'check', 'exolox', '--sandbox'])
    expect(code).toBe(2)
  })
})

describe('doctor --live', () => {
  test('nodes, prices and providers, each with the time of its answer', async () => {
    const { code, stdout } = await sandbox.run(['doctor', '--live', '--sandbox'])
    expect(code).toBe(0)
    for (const word of ['Nodes', 'Price sources', 'Providers', 'ETH', 'defillama', 'across']) {
      expect(stdout).toContain(word)
    }
  })

  test('a price source that is down is exit 5', async () => {
    await sandbox.fault('defillama', 'down')
    const { code, document } = await sandbox.json([
      'doctor',
      '--live',
      '--chain',
      'eth',
      '--sandbox',
    ])
    expect(code).toBe(5)
    const row = document.data.find(({ live }: { live?: LiveRow }) => live?.name === 'defillama')
    expect(row).toMatchObject({ state: 'bad', live: { state: 'down' } })
  })

  test('--report is a text without addresses of the user, keys or paths of nodes', async () => {
    const argv = ['doctor', '--live', '--report', '--chain', 'eth', '--sandbox']
    const { code, stdout } = await sandbox.run(argv)
    expect(code).toBe(0)
    expect(stdout).toMatch(/swaproute \d+\.\d+\.\d+, Node\.js \d+/)
    expect(stdout).toMatch(/provider exolix \(127\.0\.0\.1:\d+\): ok/)
    expect(stdout).not.toContain(sandbox.account('alice').address)
    expect(stdout).not.toContain(sandbox.folder)
  })

  test.each([
    [['--report'], /--report needs --live/],
    [['--live', '--offline'], /exclude each other/],
  ])('%j is refused', async (flags, words) => {
    const { code, stderr } = await sandbox.run(['doctor', ...flags])
    expect(code).toBe(2)
    expect(stderr).toMatch(words)
  })
})

test('doctor --repair forgets verdicts on exchanges and limits of nodes, and nothing else', async () => {
  const folder = join(sandbox.folder, 'cache', 'probes')
  const nodes = join(sandbox.folder, 'cache', 'nodes')
  for (const path of [folder, nodes]) mkdirSync(path, { recursive: true })
  const verdict = join(folder, 'probe-ETH.json')
  const limits = join(nodes, 'batch-limits.json')
  const other = join(folder, 'mine.json')
  for (const file of [verdict, other]) writeFileSync(file, '{"chainId":1,"verdicts":{}}')
  writeFileSync(limits, '{"a.example":{"calls":3,"atMs":1}}')
  const { stdout } = await sandbox.run(['doctor', '--repair', '--offline'])
  expect(stdout).toContain('forgot verdicts on the exchanges of ETH, how many calls nodes take')
  expect([verdict, limits, other].map((file) => existsSync(file))).toEqual([false, false, true])
  const again = await sandbox.run(['doctor', '--repair', '--offline'])
  expect(again.stdout).toContain('nothing to forget')
})
