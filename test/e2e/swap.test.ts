/**
 * Swaps from the command line to the end, balances read independently over RPC: what the program
 * reports is what the chains show, to the last unit.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAmount } from '../../src/core/amounts.ts'
import { type ChainReader, readChain } from '../support/chainReader.ts'
import { type CliHome, createCliHome, type Document } from '../support/cliHome.ts'

type Info = {
  chains: { blockchain: string; chainId: number; rpcUrl: string }[]
  accounts: { name: string; address: string }[]
}

let home: CliHome
let info: Info

beforeAll(async () => {
  home = createCliHome()
  const started = await home.json(['sandbox', 'start'])
  expect(started.code).toBe(0)
  info = (await home.json(['sandbox', 'status'])).document.data
})

afterAll(() => home.remove())

const reader = (blockchain: string): ChainReader => {
  const chain = info.chains.find((one) => one.blockchain === blockchain)
  if (chain === undefined) throw new Error(`no chain ${blockchain}`)
  return readChain(chain.rpcUrl)
}
const addressOf = (name: string): string => {
  const account = info.accounts.find((one) => one.name === name)
  if (account === undefined) throw new Error(`no account ${name}`)
  return account.address
}

const native = '0x0000000000000000000000000000000000000000'
const balance = (blockchain: string, token: string, owner: string): Promise<bigint> =>
  token === native ? reader(blockchain).native(owner) : reader(blockchain).token(token, owner)

type Side = { blockchain: string; token: string; decimals: number }
type Case = { amount: string; from: string; to: string; src: Side; dst: Side }

const side = (blockchain: string, token: string, decimals: number): Side => ({
  blockchain,
  token,
  decimals,
})

const eth = side('ETH', native, 18)
const usdc = side('ETH', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6)
const usdt = side('ETH', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6)
const arbUsdc = side('ARBITRUM', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 6)
const polygonWbtc = side('POLYGON', '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6', 8)
const polygonUsdt = side('POLYGON', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 6)
const bscBtcb = side('BSC', '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c', 18)
const bscUsdc = side('BSC', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 18)

const cases: Case[] = [
  { amount: '250', from: 'eth:USDC', to: 'arb:USDC', src: usdc, dst: arbUsdc },
  { amount: '0.5', from: 'eth:ETH', to: 'eth:USDC', src: eth, dst: usdc },
  { amount: '400', from: 'eth:USDC', to: 'eth:ETH', src: usdc, dst: eth },
  { amount: '300', from: 'eth:USDC', to: 'eth:USDT', src: usdc, dst: usdt },
  { amount: '300', from: 'eth:USDT', to: 'eth:USDC', src: usdt, dst: usdc },
  { amount: '0.01', from: 'polygon:WBTC', to: 'polygon:USDT', src: polygonWbtc, dst: polygonUsdt },
  { amount: '0.01', from: 'bsc:BTCB', to: 'bsc:USDC', src: bscBtcb, dst: bscUsdc },
]

async function swap(
  one: Case,
  extra: string[] = [],
): Promise<{ code: number | null; document: Document }> {
  const line = ['swap', one.amount, one.from, 'to', one.to, '--sandbox', '--account', 'alice']
  // Gas as well: a busy machine may leave a source of prices without an answer.
  const sure = ['--yes', '--confirm-amount', one.amount, '--confirm-gas', '1']
  return home.json([...line, ...sure, ...extra])
}

describe('swap', () => {
  test.each(cases)('$amount $from to $to', async (one) => {
    const alice = addressOf('alice')
    const { src, dst } = one
    const before = {
      src: await balance(src.blockchain, src.token, alice),
      dst: await balance(dst.blockchain, dst.token, alice),
    }
    const { code, document } = await swap(one)
    expect(document.error).toBeUndefined()
    expect([code, document.ok, document.funds]).toEqual([0, true, 'delivered'])
    const { hashes, status, transaction, route } = document.data
    expect(status.status).toBe('SUCCESS')
    expect(hashes.source).toMatch(/^0x[0-9a-f]{64}$/)
    expect(hashes.destination).toMatch(/^0x[0-9a-f]{64}$/)
    expect(hashes.destination === hashes.source).toBe(src.blockchain === dst.blockchain)

    // Gas is the only other thing that may leave, and only in the native coin.
    const sent = [hashes.approveReset, hashes.approve, hashes.source, hashes.revoke]
    const gas = await Promise.all(
      sent.filter((hash) => hash !== undefined).map((hash) => reader(src.blockchain).gasOf(hash)),
    )
    const gasSum = gas.reduce((sum, one) => sum + one, 0n)
    const paid = before.src - (await balance(src.blockchain, src.token, alice))
    const got = (await balance(dst.blockchain, dst.token, alice)) - before.dst
    const amount = parseAmount(one.amount, src.decimals)
    expect(paid).toBe(amount + (src.token === native ? gasSum : 0n))
    const received = got + (dst.token === native ? gasSum : 0n)
    expect(received.toString()).toBe(document.data.received.weiAmount)
    const least = BigInt(route.estimate.destinationWeiMinAmount)
    expect(received).toBeGreaterThanOrEqual(least)

    const spender = transaction.approvalAddress ?? route.transaction.approvalAddress
    if (src.token !== native) {
      expect(spender).toMatch(/^0x/)
      expect(await reader(src.blockchain).allowance(src.token, alice, spender)).toBe(0n)
    }
  })

  test('USDT with an allowance already there is set to zero first', async () => {
    // The real token refuses a change from one allowance to another.
    const alice = addressOf('alice')
    const dry = await home.json([
      'swap',
      '5',
      'eth:USDT',
      'to',
      'eth:USDC',
      '--sandbox',
      '--account',
      'alice',
      '--dry-run',
    ])
    expect(dry.code).toBe(0)
    const { document } = await swap({
      amount: '5',
      from: 'eth:USDT',
      to: 'eth:USDC',
      src: usdt,
      dst: usdc,
    })
    expect(document.data.status.status).toBe('SUCCESS')
    const spender = document.data.route.transaction.approvalAddress
    expect(await reader('ETH').allowance(usdt.token, alice, spender)).toBe(0n)
  })
})

describe('without signing', () => {
  test('--dry-run needs no key, sends nothing', async () => {
    const alice = addressOf('alice')
    const before = await balance('ETH', usdc.token, alice)
    const { code, document } = await home.json([
      'swap',
      '250',
      'eth:USDC',
      'to',
      'arb:USDC',
      '--sandbox',
      '--account',
      'alice',
      '--dry-run',
    ])
    expect([code, document.funds]).toEqual([0, 'none_moved'])
    expect(await balance('ETH', usdc.token, alice)).toBe(before)
  })

  test('--yes without the amount is refused above 100 USD, with a preview', async () => {
    const { code, document } = await home.json([
      'swap',
      '260',
      'eth:USDC',
      'to',
      'arb:USDC',
      '--sandbox',
      '--account',
      'alice',
      '--yes',
    ])
    expect([code, document.error.code]).toEqual([10, 'CONFIRMATION_REQUIRED'])
    expect(document.error.hint).toContain('--confirm-amount 260')
  })

  test('--min-receive above the route refuses', async () => {
    const { code, document } = await home.json([
      'swap',
      '50',
      'eth:USDC',
      'to',
      'arb:USDC',
      '--sandbox',
      '--account',
      'alice',
      '--yes',
      '--min-receive',
      '60',
    ])
    expect(code).toBe(6)
    expect(document.funds).toBe('none_moved')
  })

  test('the same idempotency key pays once', async () => {
    const key = ['--idempotency-key', 'invoice-7']
    const one = cases[1]
    if (one === undefined) throw new Error('no case')
    const first = await swap({ ...one, amount: '0.01' }, key)
    expect(first.code).toBe(0)
    const second = await swap({ ...one, amount: '0.01' }, key)
    expect([second.code, second.document.error.code]).toEqual([9, 'DUPLICATE'])
  })
})

test('a quote of one process is swapped by another', async () => {
  const quoted = await home.json(['best', '20', 'eth:USDC', 'to', 'eth:DAI', '--sandbox'])
  const { id } = quoted.document.data
  const { code, document } = await home.json([
    'swap',
    '--id',
    id,
    '--sandbox',
    '--account',
    'alice',
    '--yes',
  ])
  expect([code, document.data?.id]).toEqual([0, id])
  const again = await home.json([
    'swap',
    '--id',
    '00000000-0000-4000-8000-000000000000',
    '--sandbox',
    '--account',
    'alice',
    '--yes',
  ])
  expect([again.code, again.document.error.serviceCode]).toEqual([6, 1004])
})
