/**
 * Swaps on TON from the command line to the end: real wallet, jetton and exchange contracts, every
 * balance read by the vendor's own client.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toRawTonAddress } from '../../src/chains/ton/address.ts'
import { addressSlice } from '../../src/chains/ton/jettons.ts'
import { parseAmount } from '../../src/core/amounts.ts'
import { type CliHome, createCliHome, type Document } from '../support/cliHome.ts'
import { proxyTo } from '../support/lyingProxy.ts'
import { readTon, type TonReader } from '../support/tonReader.ts'

const usdt = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'
const notcoin = 'EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT'

let home: CliHome
let ton: TonReader
let alice: string
let bob: string

beforeAll(async () => {
  home = createCliHome()
  const { code, document } = await home.json(['sandbox', 'start'])
  expect(document.error).toBeUndefined()
  expect(code).toBe(0)
  const info: {
    accounts: { name: string; kind: string; address: string }[]
    providers: { id: string; url: string }[]
  } = document.data
  const addressOf = (name: string): string =>
    info.accounts.find((one) => one.name === name && one.kind === 'ton')?.address ?? ''
  alice = addressOf('alice')
  bob = addressOf('bob')
  ton = readTon(info.providers.find(({ id }) => id === 'toncenter')?.url ?? '')
})

afterAll(() => home.remove())

type Side = { symbol: string; master: string | undefined; decimals: number }
const toncoin: Side = { symbol: 'TON', master: undefined, decimals: 9 }
const dollars: Side = { symbol: 'USDT', master: usdt, decimals: 6 }
const notcoins: Side = { symbol: 'NOT', master: notcoin, decimals: 9 }

type Run = { code: number | null; document: Document }

async function swap(amount: string, src: Side, dst: Side, extra: string[] = []): Promise<Run> {
  const line = ['swap', amount, `ton:${src.symbol}`, 'to', `ton:${dst.symbol}`, '--sandbox']
  const sure = ['--yes', '--confirm-amount', amount, '--confirm-gas', '3']
  const account = extra.includes('--account') ? [] : ['--account', 'alice']
  return await home.json([...line, ...account, ...sure, ...extra])
}

/** As on a machine that never saw a swap. */
function forgetSwaps(): void {
  rmSync(join(home.folder, 'state', 'sandbox-swaps'), { recursive: true, force: true })
}

/** One hash in the three spellings that people have it in. */
function spellings(hash: string): string[] {
  const bytes = Buffer.from(hash, 'hex')
  return [hash, bytes.toString('base64'), bytes.toString('base64url')]
}

let last: Document['data']

describe('a swap on TON', () => {
  test.each<[string, Side, Side]>([
    ['5', toncoin, dollars],
    ['12', dollars, toncoin],
    ['30', dollars, notcoins],
  ])('%s: what is reported is what moved', async (amount, src, dst) => {
    const before = {
      coins: await ton.balance(alice),
      src: await ton.balance(alice, src.master),
      dst: await ton.balance(alice, dst.master),
    }
    const { code, document } = await swap(amount, src, dst, ['--provider', 'STONFI'])
    expect(document.error).toBeUndefined()
    expect([code, document.funds]).toEqual([0, 'delivered'])
    const { data } = document
    last = data
    expect(data.status).toMatchObject({ status: 'SUCCESS', provider: 'STONFI' })

    const units = parseAmount(amount, src.decimals)
    const gas = BigInt(data.gasSpent.weiAmount)
    const received = BigInt(data.received.weiAmount)
    expect(data.spent.weiAmount).toBe(String(units))
    expect(received).toBeGreaterThanOrEqual(BigInt(data.route.estimate.destinationWeiMinAmount))
    expect(gas).toBeGreaterThan(0n)
    expect(gas).toBeLessThan(200_000_000n)
    const moved = {
      coins: (await ton.balance(alice)) - before.coins,
      src: (await ton.balance(alice, src.master)) - before.src,
      dst: (await ton.balance(alice, dst.master)) - before.dst,
    }
    const coinsIn = dst === toncoin ? received : 0n
    const coinsOut = src === toncoin ? units : 0n
    expect(moved.coins).toBe(coinsIn - coinsOut - gas)
    if (src !== toncoin) expect(moved.src).toBe(-units)
    if (dst !== toncoin) expect(moved.dst).toBe(received)

    const { source, sourceTransaction, destination } = data.hashes
    expect(new Set([source, sourceTransaction, destination]).size).toBe(3)
    const [newest] = (await ton.transactions(alice, 20)).filter(
      ({ hash }) => hash === sourceTransaction,
    )
    expect(newest?.sent).toBe(1)
  })

  test('is found by message and transaction, in every spelling, and names which it was', async () => {
    const { source, sourceTransaction, destination } = last.hashes
    const found = { status: 'SUCCESS', provider: 'STONFI', srcTxHash: source }
    const [hex = '', base64 = '', base64url = ''] = spellings(source)
    const asked = [
      ['normalized_message', hex],
      ['normalized_message', base64],
      ['normalized_message', base64url],
      ['transaction', sourceTransaction],
      ['transaction', spellings(destination)[2] ?? ''],
    ] as const
    for (const [hashKind, text] of asked) {
      const { document } = await home.status(text)
      expect(document.data).toMatchObject({ ...found, hashKind, id: last.id })
    }
    // The same on a machine that never saw it: read from the chain and the exchange's contracts.
    forgetSwaps()
    for (const [hashKind, text] of asked) {
      const { document } = await home.status(text)
      expect(document.data).toMatchObject({
        ...found,
        hashKind,
        srcTransactionHash: sourceTransaction,
        destinationTxHash: destination,
      })
    }
  })

  test('that the exchange gives back is refunded', async () => {
    await fault('refund')
    const before = await ton.balance(alice)
    const { code, document } = await swap('3', toncoin, dollars)
    await fault('--clear')
    expect([code, document.funds]).toEqual([7, 'refunding'])
    expect(document.data.status.status).toBe('REVERTED')
    expect(document.data.received.weiAmount).toBe('3000000000')
    const gas = BigInt(document.data.gasSpent.weiAmount)
    expect(before - (await ton.balance(alice))).toBe(gas)
  })
})

describe('a payment that does not go through', () => {
  test('expires, and is signed again once, after proof', async () => {
    await fault('lost')
    const before = await ton.balance(bob)
    // The first payment of this wallet: --yes takes it because it was simulated with the wallet's contract.
    const seqno = await ton.seqno(bob)
    expect(seqno).toBe(0)
    const sent = await swap('2', toncoin, dollars, ['--account', 'bob', '--no-wait'])
    const id: string = sent.document.data.receiptId
    expect(sent.document.data.status.status).toBe('PENDING')
    await fault('--clear')
    // Too early nothing is signed: the wallet could still take the first one.
    await fault('lost')
    await fault('advance', '300')
    const early = await home.json(['resume', id, '--sandbox', '--yes', '--no-wait'])
    expect(early.document.data.status.status).toBe('PENDING')
    expect(early.document.data.hashes.source).toBe(sent.document.data.hashes.source)

    await fault('advance', '200')
    await fault('--clear')
    const { document } = await home.json(['resume', id, '--sandbox', '--yes'])
    expect(document.error).toBeUndefined()
    expect(document.data.status.status).toBe('SUCCESS')
    expect(document.data.hashes.source).not.toBe(sent.document.data.hashes.source)
    expect(await ton.seqno(bob)).toBe(seqno + 1)
    const gas = BigInt(document.data.gasSpent.weiAmount)
    expect(before - (await ton.balance(bob))).toBe(2_000_000_000n + gas)
    const receipt = await home.json(['receipt', id, '--sandbox'])
    const texts: string[] = receipt.document.data.events.map(({ text }: { text: string }) => text)
    expect(texts.filter((text) => text.startsWith('Signed the payment'))).toHaveLength(2)
  })

  test('for lack of money is never reported as paid', async () => {
    await fault('no-funds')
    const dollarsBefore = await ton.balance(bob, usdt)
    const { code, document } = await swap('2', toncoin, dollars, ['--account', 'bob', '--force'])
    await fault('--clear')
    expect([code, document.funds]).toEqual([7, 'none_moved'])
    expect(document.data).toMatchObject({ status: { status: 'FAIL' }, spent: null, received: null })
    expect(document.data.status.note).toContain('could not be sent')
    expect(await ton.balance(bob, usdt)).toBe(dollarsBefore)
  })
})

describe('what two hosts of TON say (N1)', () => {
  const line = 'swap 20 ton:USDT to ton:TON --sandbox --account alice'.split(' ')
  const few = (...extra: string[]): Promise<Run> => home.json([...line, ...extra])

  test.each([[[]], [['onfinality']]])('is enough for --yes alone, without %j', async (down) => {
    for (const target of down) await home.run(['sandbox', 'fault', target, 'down'])
    const { document } = await few('--yes', '--force')
    await fault('--clear')
    expect(document.error).toBeUndefined()
    expect(document.funds).toBe('delivered')
  })

  test.each([
    [['tonapi'], 'the simulation'],
    [['onfinality', 'tonapi'], 'the contracts that are paid and the simulation'],
  ])('where %s is down the amount is typed', async (targets, facts) => {
    for (const target of targets) await home.run(['sandbox', 'fault', target, 'down'])
    const { code, document } = await few('--yes', '--force')
    await fault('--clear')
    expect([code, document.error?.code]).toEqual([10, 'CONFIRMATION_REQUIRED'])
    expect(JSON.stringify(document.error)).toContain(
      `Only one TON node could be asked for ${facts}.`,
    )
  })

  test('that differ is refused', async () => {
    const path = join(home.folder, 'state', 'sandbox', 'sandbox.json')
    const record = readFileSync(path, 'utf8')
    const honest = /"id":\s*"onfinality",\s*"url":\s*"([^"]+)\/public"/.exec(record)?.[1] ?? ''
    const [own, foreign] = [await walletAt(honest, alice), await walletAt(honest, bob)]
    const proxy = await proxyTo(honest, (_, text) => text.replaceAll(own, foreign))
    try {
      expect((await few('--dry-run')).document.error).toBeUndefined()
      writeFileSync(path, record.replaceAll(honest, proxy.url))
      const { code, document } = await few('--dry-run')
      expect([code, document.error?.code]).toEqual([6, 'UNSAFE_ROUTE'])
      expect(document.error?.message).toContain('Two TON nodes return different answers')
    } finally {
      writeFileSync(path, record)
      await proxy.close()
    }
  })
})

/** A USDT wallet as a host writes it: a bag of cells in base64. */
async function walletAt(host: string, owner: string): Promise<string> {
  const stack = [['tvm.Slice', addressSlice(toRawTonAddress(owner) ?? '')]]
  const params = { address: usdt, method: 'get_wallet_address', stack }
  const body = JSON.stringify({ id: '1', jsonrpc: '2.0', method: 'runGetMethod', params })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${host}/public`, { method: 'POST', headers, body })
  const text = await answer.text()
  const bytes = /"bytes":"([^"]+)"/.exec(text)?.[1]
  if (bytes === undefined) throw new Error(text)
  return bytes
}

async function fault(...words: string[]): Promise<void> {
  const target = words[0] === '--clear' ? words : ['TON', ...words]
  const { code, stderr } = await home.run(['sandbox', 'fault', ...target])
  if (code !== 0) throw new Error(stderr)
}
