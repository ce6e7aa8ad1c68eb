import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { routeItem } from '../support/fakeApi.ts'
import { type CliRun, fixedNowMs, runCli } from '../support/runMain.ts'
import { hashes, receiptId, swapServices } from '../support/swapScript.ts'

const folder = mkdtempSync(join(tmpdir(), 'swaproute-notify-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'told')

/** @param seconds how long the swap takes */
async function swap(flags: string[], seconds = 1): Promise<CliRun> {
  let nowMs = fixedNowMs
  const { services } = swapServices({ before: () => (nowMs += seconds * 1000) })
  const line = ['swap', '250', 'eth:USDC', 'to', 'arb:USDC', '--yes', '--confirm-amount', '250']
  return await runCli([...line, ...flags], {
    routes: [routeItem('across', '249.7')],
    services,
    columns: 80,
    now: () => nowMs,
    env: { PATH: process.env['PATH'] ?? '', SWAPROUTE_LIFI_API_KEY: 'open-sesame', SECRET: 'x' },
  })
}

test('the command gets the facts in its environment, and no key', async () => {
  const run = await swap(['--notify-command', `env > ${file}`])
  expect(run.exit).toBe(0)
  const told = readFileSync(file, 'utf8')
  expect(told).toContain('SWAPROUTE_STATUS=SUCCESS\n')
  expect(told).toContain(`SWAPROUTE_RECEIPT=${receiptId}\n`)
  expect(told).toContain(`SWAPROUTE_DESTINATION_HASH=${hashes.destination}\n`)
  expect(told).not.toMatch(/sesame|SECRET/)
})

test('what goes wrong with it is a warning; the swap is what it is', async () => {
  const run = await swap(['--notify-command', 'exit 3'])
  expect(run.exit).toBe(0)
  expect(run.stderr).toContain('The notify command ended with status 3.')
})

test('sends no notification for a swap that was not waited for', async () => {
  rmSync(file, { force: true })
  const run = await swap(['--no-wait', '--notify-command', `env > ${file}`])
  expect(run.exit).toBe(0)
  expect(() => readFileSync(file)).toThrow('ENOENT')
})

test.each([
  [9, false],
  [10, true],
])('after %is the bell rings: %s', async (seconds, rings) => {
  const { stderr } = await swap([], seconds)
  expect(stderr.includes('\u0007')).toBe(rings)
})
