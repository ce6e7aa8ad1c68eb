/**
 * `--backend remote` against a service with the five paths of the specification and no member of ours:
 * every command works to its end, and an order is opened once.
 */
import { mkdirSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CliHome, createCliHome } from '../support/cliHome.ts'
import { type CliSandbox, startCliSandbox } from '../support/cliSandbox.ts'
import { fivePathService } from '../support/fivePathService.ts'
import type { LyingProxy } from '../support/lyingProxy.ts'
import { type ServeProgram, serveProgram } from '../support/serveProgram.ts'

const bitcoins = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

let sandbox: CliSandbox
let server: ServeProgram
let service: LyingProxy
/** A home that shares nothing with the server's but the local chains. */
let other: CliHome
let remote: string[]
let asked: string[] = []
let receiver: string

beforeAll(async () => {
  sandbox = await startCliSandbox()
  server = await serveProgram(sandbox, ['--sandbox'])
  service = await fivePathService(server.url, (path) => asked.push(path))
  other = createCliHome()
  mkdirSync(join(other.folder, 'state'))
  symlinkSync(join(sandbox.folder, 'state/sandbox'), join(other.folder, 'state/sandbox'))
  remote = ['--sandbox', '--backend', 'remote', '--url', service.url]
  receiver = sandbox.account('alice').address
})

afterAll(async () => {
  unlinkSync(join(other.folder, 'state/sandbox'))
  await other.remove()
  await service.close()
  await server.stop()
  await sandbox.remove()
})

beforeEach(() => {
  asked = []
})

const calls = (path: string): number => asked.filter((one) => one === path).length

test('quote distinguishes deposits from calls', async () => {
  const words = '35 eth:USDC to arb:USDC'.split(' ')
  const { stdout } = await other.run(['quote', ...words, '--plain', ...remote])
  const rows = stdout.split('\n').map((line) => line.split('\t'))
  const kindsOf = (provider: string): string[] =>
    rows.flatMap((cells) => (cells.includes(provider) ? cells.filter((c) => kinds.has(c)) : []))
  expect(new Set(kindsOf('exolix'))).toEqual(new Set(['deposit']))
  expect(new Set(kindsOf('relay'))).toEqual(new Set(['deposit', 'evm']))
  expect(kindsOf('across')).toEqual(['evm'])
})
const kinds = new Set(['deposit', 'evm'])

test('best names the provider, and its id is swapped', async () => {
  const words = '30 eth:USDC to arb:USDC --deposits none --exclude relay,rango'.split(' ')
  const best = await other.json(['best', ...words, ...remote])
  expect([best.code, best.document.data.providerType]).toEqual([0, 'across'])
  const paying = ['--account', 'alice', '--yes']
  const swapped = await other.json(['swap', '--id', best.document.data.id, ...paying, ...remote])
  expect([swapped.code, swapped.document.funds]).toEqual([0, 'delivered'])
  const { source, destination } = swapped.document.data.hashes
  const status = await other.json(['status', source, '--exit-status', ...remote])
  expect([status.code, status.document.data.destinationTxHash]).toEqual([0, destination])
})

test.each([
  ['31 eth:USDC to arb:USDC', 'exolix', 1],
  ['32 eth:USDC to arb:USDC', 'changenow', 1],
  ['33 eth:USDC to arb:USDC', 'relay', 1],
  ['34 eth:USDC to arb:USDC', 'chainflip', 1],
  ['0.03 eth:ETH to arb:ETH', 'across', 1],
  ['0.02 eth:ETH to arb:ETH --deposits only', 'relay', 1],
  ['21 eth:USDC to arb:USDC', undefined, 1],
  ['30 ton:TON to eth:USDC --receiver ALICE', undefined, 1],
  ['7 ton:USDT to arb:USDC --receiver ALICE', 'changenow', 1],
  ['5 ton:TON to ton:USDT', 'STONFI', 1],
  ['8 ton:USDT to ton:TON', undefined, 1],
])('swap %s of %s sees it through', async (line, provider, orders) => {
  const named = provider === undefined ? [] : ['--provider', provider]
  const words = [...line.replace('ALICE', receiver).split(' '), ...named]
  const paying = ['--account', 'alice', '--yes', '--confirm-gas', '1']
  const { code, document } = await other.json(['swap', ...words, ...paying, ...remote])
  expect([code, document.error, document.funds]).toEqual([0, undefined, 'delivered'])
  expect(calls('/api/routes/swap')).toBe(orders)
})

test('a best route without a signature is passed over, and named', async () => {
  const words = '97 eth:USDC to arb:USDC --deposits none --exclude rango,across'.split(' ')
  const paying = ['--account', 'alice', '--yes', '--confirm-amount', '97']
  const { code, document } = await other.json(['swap', ...words, ...paying, ...remote])
  expect([code, document.error, document.funds]).toEqual([0, undefined, 'delivered'])
  expect(document.data.route.providerType).not.toBe('relay')
  const [warning] = document.warnings
  expect(warning?.code).toBe('ROUTE_REFUSED')
  expect(warning?.message).toMatch(/^The best route, by relay, was refused: .*E18/)
})

test('but not where it was chosen', async () => {
  const words = '38 eth:USDC to arb:USDC --deposits none --provider relay'.split(' ')
  const paying = ['--account', 'alice', '--yes']
  const { code, document } = await other.json(['swap', ...words, ...paying, ...remote])
  expect([code, document.error.details.check, document.warnings]).toEqual([6, 'E18', []])
})

test('status by the hash alone, from an empty home, of a provider that needs its own number', async () => {
  const words = '39 eth:USDC to arb:USDC --provider rango --account alice --yes'.split(' ')
  const swapped = await other.json(['swap', ...words, '--confirm-amount', '39', ...remote])
  expect([swapped.code, swapped.document.funds]).toEqual([0, 'delivered'])
  const { source, destination } = swapped.document.data.hashes
  rmSync(join(other.folder, 'state/sandbox-swaps'), { recursive: true })
  const { document } = await other.json(['status', source, ...remote])
  expect(document.data).toMatchObject({ status: 'SUCCESS', destinationTxHash: destination })
})

test('a payment that was left alone is resumed', async () => {
  const words = '36 eth:USDC to arb:USDC --provider stealthex --account alice --yes'.split(' ')
  const sent = await other.json(['swap', ...words, '--no-wait', ...remote])
  expect([sent.code, sent.document.funds]).toEqual([0, 'sent'])
  const { receiptId } = sent.document.data
  const resumed = await other.json(['resume', receiptId, '--account', 'alice', ...remote])
  expect([resumed.code, resumed.document.funds]).toEqual([0, 'delivered'])
})

test.each(['exolix', 'relay', 'chainflip', 'near_intents'])(
  'deposit opens one order at %s, which is asked itself until it is paid out',
  async (provider) => {
    const words = `0.0017 btc:BTC to eth:USDC --provider ${provider} --yes --no-wait`.split(' ')
    const parties = ['--receiver', receiver, '--refund-to', bitcoins]
    const opened = await other.json(['deposit', ...words, ...parties, ...remote])
    expect([opened.code, opened.document.error]).toEqual([0, undefined])
    const { id, transaction, receiptId } = opened.document.data
    expect(transaction.amountToSend).toBe('0.0017')
    const waiting = await other.json(['status', receiptId, ...remote])
    expect(waiting.document.data).toMatchObject({ id, subStatus: 'AWAITING_DEPOSIT' })
    expect((await other.json(['sandbox', 'deposit', 'pay', receiptId, ...remote])).code).toBe(0)
    const ended = await other.json(['resume', receiptId, ...remote])
    expect([ended.code, ended.document.funds]).toEqual([0, 'delivered'])
    expect(calls('/api/routes/swap')).toBe(1)
  },
)
