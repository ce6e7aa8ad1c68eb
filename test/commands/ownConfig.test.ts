/** K13: what another user could have written is neither obeyed nor taken over. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { routeItem } from '../support/fakeApi.ts'
import { documentOf, runCli } from '../support/runMain.ts'
import { swapServices } from '../support/swapScript.ts'

const bob = '0x52908400098527886E0F7030069857D2E4169EE7'
let home: string
let file: string
let ran: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'swaproute-own-'))
  mkdirSync(join(home, 'config'), { mode: 0o700 })
  file = join(home, 'config', 'config.json')
  ran = join(home, 'ran')
  const receivers = { bob: { ARBITRUM: bob } }
  writeFileSync(file, JSON.stringify({ notifyCommand: `touch ${ran}`, receivers }), { mode: 0o600 })
})
afterEach(() => rmSync(home, { recursive: true }))

const swap = ['swap', '250', 'eth:USDC', 'to', 'arb:USDC', '--yes', '--confirm-amount', '250']

async function json(
  argv: string[],
): Promise<{ document: ReturnType<typeof documentOf>; asked: unknown[] }> {
  const { services, asked } = swapServices()
  const run = await runCli([...argv, '--json'], {
    services,
    routes: [routeItem('across', '249.7')],
    env: { SWAPROUTE_HOME: home, PATH: process.env['PATH'] ?? '' },
  })
  return { document: documentOf(run), asked: asked.executed }
}

const refused = { code: 'CONFIG_INVALID', details: { check: 'K13' } }

test.each([
  ['the file', () => chmodSync(file, 0o666)],
  ['its folder', () => chmodSync(join(home, 'config'), 0o777)],
])('a configuration is refused whole where all may write %s', async (_, open) => {
  open()
  for (const line of [swap, [...swap, '--receiver', 'bob'], ['book', 'list'], ['providers']]) {
    const { document, asked } = await json(line)
    expect(document.error).toMatchObject(refused)
    expect(asked).toEqual([])
  }
  expect(existsSync(ran)).toBe(false)
})

test('so is one that --config names', async () => {
  const shared = join(home, 'shared')
  mkdirSync(shared)
  const other = join(shared, 'config.json')
  writeFileSync(other, '{}')
  expect((await json(['book', 'list', '--config', other])).document.error).toBeUndefined()
  chmodSync(shared, 0o770)
  expect((await json(['book', 'list', '--config', other])).document.error).toMatchObject(refused)
})

test('obeys the same file when the user owns it', async () => {
  const { document, asked } = await json(swap)
  expect(document).toMatchObject({ ok: true })
  expect(asked).toHaveLength(1)
  expect(existsSync(ran)).toBe(true)
})

test.each([
  ['config set slippage 1%'],
  ['config unset notifyCommand'],
  [`book add carol eth ${bob}`],
  ['wallet default main'],
])('%s does not make it its own', async (line) => {
  chmodSync(file, 0o666)
  const before = readFileSync(file, 'utf8')
  expect((await json(line.split(' '))).document.error).toMatchObject(refused)
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('still reports where the file is and what is wrong with it', async () => {
  chmodSync(file, 0o666)
  expect((await json(['config', 'path'])).document).toMatchObject({ ok: true, data: { file } })
  const { document } = await json(['config', 'list'])
  expect(document.warnings).toMatchObject([{ code: 'CONFIG_INVALID' }])
})
