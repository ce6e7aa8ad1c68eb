/** Records of the sandbox's services become cases; one that is bent by hand is named with what differs. */
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type QuestionRecord, recordSchema } from '../../src/live/record.ts'
import { type CliSandbox, startCliSandbox } from '../support/cliSandbox.ts'

const script = resolve(import.meta.dirname, '../../scripts/witness.mjs')

let sandbox: CliSandbox
let records: string
let cases: string

beforeAll(async () => {
  sandbox = await startCliSandbox()
  records = join(sandbox.folder, 'records')
  cases = join(sandbox.folder, 'cases')
})
afterAll(() => sandbox.remove())

/** `npm run witness` with its exit status. */
async function witness(folder: string): Promise<{ code: number; stdout: string }> {
  try {
    const argv = [script, folder, '--into', cases]
    const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: sandbox.folder })
    return { code: 0, stdout }
  } catch (thrown) {
    const { code, stdout } = thrown as { code: number; stdout: string }
    return { code, stdout }
  }
}

const read = (folder: string, name: string): QuestionRecord =>
  recordSchema.parse(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')))

describe('a record of the sandbox', () => {
  test('is a file for its owner for each question, without an account', async () => {
    const argv = ['providers', 'check', '--sandbox', '--record', 'records']
    const { code, stdout } = await sandbox.run(argv)
    expect(code).toBe(0)
    const files = readdirSync(records)
    expect(stdout).toContain(`${files.length} records in ${records}.`)
    expect(files).toEqual(expect.arrayContaining(['ETH-pools.json', 'across.json', 'STONFI.json']))
    const { address } = sandbox.account('alice')
    for (const file of files) {
      expect(statSync(join(records, file)).mode & 0o777).toBe(0o600)
      const text = readFileSync(join(records, file), 'utf8').toLowerCase()
      expect(text).not.toContain(address.slice(2).toLowerCase())
    }
  })

  test('becomes a case that passes, whichever kit reads it', async () => {
    const { code, stdout } = await witness(records)
    expect(stdout).not.toContain('read otherwise')
    expect(code).toBe(0)
    expect(readdirSync(cases)).toEqual(readdirSync(records))
    expect(stdout).toContain('its source is "sandbox": no proof about the live service')
    expect(read(cases, 'across')).toEqual(read(records, 'across'))
  })
})

describe('a record that is bent', () => {
  const bends: [name: string, bend: (text: string) => string, says: readonly RegExp[]][] = [
    [
      'exolix',
      (text) => text.replace(/"toAmount":[\d.]+/, '"toAmount":0.5125'),
      [
        /^exolix\.json: read otherwise$/m,
        /offers\.0\.dstAmount: recorded "\d+", now "512500000000000000" \(exchange 1 body\.toAmount\)/,
      ],
    ],
    [
      'across',
      (text) => text.replace('"swapTx"', '"swapTransaction"'),
      [/^across\.json: read otherwise$/m, /swapTx is not as documented/],
    ],
    [
      'STONFI',
      (text) => text.replace('slippage_tolerance=0.01', 'slippage_tolerance=0.02'),
      [/request of exchange 1\.query\.slippage_tolerance: recorded "0\.02", now "0\.01"/],
    ],
    [
      'usdt_zero_bridge',
      (text) => text.replace(/("exchanges": \[)\n.*\n/, '$1\n'),
      [/no answer arrived: it proves nothing/],
    ],
    ['dln', () => '{"format":"another"}', [/^dln\.json: not a record$/m]],
    ['lifi', () => 'torn', [/^lifi\.json: not a record$/m]],
  ]

  test('says what differs, and writes no case', async () => {
    const bent = join(sandbox.folder, 'bent')
    mkdirSync(bent)
    for (const [name, bend] of bends) {
      const text = readFileSync(join(records, `${name}.json`), 'utf8')
      writeFileSync(join(bent, `${name}.json`), bend(text))
    }
    const before = readFileSync(join(cases, 'exolix.json'), 'utf8')
    const { code, stdout } = await witness(bent)
    expect(code).toBe(1)
    for (const words of bends.flatMap(([, , says]) => says)) expect(stdout).toMatch(words)
    expect(stdout).not.toContain('case: ')
    expect(readFileSync(join(cases, 'exolix.json'), 'utf8')).toBe(before)
  })
})

test('a folder without records is refused', async () => {
  const empty = join(sandbox.folder, 'none')
  mkdirSync(empty)
  expect([(await witness(empty)).code, (await witness(join(empty, 'x'))).code]).toEqual([2, 2])
})
