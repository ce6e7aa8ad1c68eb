/**
 * `status` from the command line: a support desk has only a hash, the chains and the providers.
 * So the journal and the quotes are deleted before most questions.
 */
import { createWalletClient, http, parseAbi, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Document } from '../support/cliHome.ts'
import { type CliSandbox, startCliSandbox } from '../support/cliSandbox.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const uniswapV2Router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const acrossSpokePool = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'
const payment = /^0x[0-9a-f]{64}$/

let sandbox: CliSandbox

beforeAll(async () => {
  sandbox = await startCliSandbox()
})
afterAll(() => sandbox.remove())

type Asked = { code: number | null; document: Document }

const status: CliSandbox['status'] = (...words) => sandbox.status(...words)

async function swap(line: string, ...flags: string[]): Promise<Asked> {
  // The same line again and again is this file's own device.
  const own = ['--sandbox', '--account', 'alice', '--yes', '--force']
  const words = ['swap', ...line.split(' '), ...own]
  return sandbox.json([...words, ...flags])
}

/** The answer without what differs between two moments or knows of an own quote. */
function timeless({ document }: Asked): object {
  const { updatedAt, id: _id, ...rest } = document.data
  expect(Date.parse(updatedAt)).not.toBeNaN()
  return rest
}

/** What only the journal of the machine that swapped can say. */
const ofJournal = new Set([
  'receiptId',
  'refundAddress',
  'createdAt',
  'startedAt',
  'endedAt',
  'expectedMinutes',
  'expectedDstTokenAmount',
  'steps',
  'receiver',
])

function withoutJournal(data: object): object {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !ofJournal.has(name)))
}

describe('a delivered swap', () => {
  test.each([
    ['on one chain', '60 eth:USDC to eth:DAI', 'ETH', 'ETH'],
    ['between chains', '60 eth:USDC to arb:USDC', 'ETH', 'ARBITRUM'],
  ])('%s is the same SUCCESS on a machine that never saw it', async (_, line, from, to) => {
    const swapped = await swap(line)
    expect(swapped.code).toBe(0)
    const { hashes, id, receiptId } = swapped.document.data
    const own = await status(hashes.source, '--exit-status')
    expect([own.code, own.document.data.id, own.document.funds]).toEqual([0, id, 'delivered'])
    expect(timeless(await status(id))).toEqual(timeless(own))
    expect(timeless(await status(receiptId))).toEqual(timeless(own))

    sandbox.forgetSwaps()
    const foreign = await status(hashes.source, '--exit-status')
    expect([foreign.code, foreign.document.data.id, foreign.document.funds]).toEqual([
      0,
      null,
      'delivered',
    ])
    // Without a journal the status comes from the chain, with a little more of it.
    expect(timeless(foreign)).toMatchObject(withoutJournal(timeless(own)))
    for (const { document } of [own, foreign]) {
      expect(document.data).toMatchObject({
        status: 'SUCCESS',
        srcTxHash: hashes.source,
        destinationTxHash: hashes.destination,
        sourceNetworkTitle: from,
        destinationNetworkTitle: to,
      })
    }

    expect(timeless(await status(hashes.source, '--chain', from.toLowerCase()))).toEqual(
      timeless(foreign),
    )
    const elsewhere = await status(hashes.source, '--chain', 'bsc', '--exit-status')
    expect([elsewhere.code, elsewhere.document.data.status]).toEqual([13, 'NOT_FOUND'])
  })

  test('reads well, links nowhere in a sandbox, and reports no secret', async () => {
    const { document } = await swap('60 eth:USDC to arb:USDC')
    const { source, destination } = document.data.hashes
    const card = await sandbox.run(['status', source, '--sandbox'])
    expect(card.code).toBe(0)
    expect(card.stdout).toContain(`ETH\n`)
    for (const text of [
      'SUCCESS · across',
      source,
      destination,
      'The tokens reached the receiver.',
    ]) {
      expect(card.stdout).toContain(text)
    }
    const report = await sandbox.run(['status', source, '--sandbox', '--report'])
    expect(report.stdout).toMatch(/^Status: SUCCESS$/m)
    expect(report.stdout).toContain(`Source: ETH ${source}`)
    expect(report.stdout).toContain(`Destination: ARBITRUM ${destination}`)
    expect(`${card.stdout}${report.stdout}`).not.toMatch(/https?:/)

    const local = sandbox.info.chains.map(({ rpcUrl }) => rpcUrl.replace('http://', ''))
    const keys = sandbox.info.accounts.map(({ privateKey }) => privateKey.slice(2))
    expect(report.stdout).toContain(`Payer: ${sandbox.account('alice').address}`)
    for (const secret of [...keys, ...local, sandbox.folder, 'alice']) {
      expect(report.stdout.toLowerCase()).not.toContain(secret.toLowerCase())
    }
  })
})

describe('a hash that is not a swap', () => {
  const unknown = `0x${'ab'.repeat(32)}`

  test('is NOT_FOUND: exit 0 as an answer, 13 where the exit code is the answer', async () => {
    const [plain, mapped, waited] = await Promise.all([
      status(unknown),
      status(unknown, '--exit-status'),
      status(unknown, '--wait=1s'),
    ])
    expect([plain.code, mapped.code, waited.code]).toEqual([0, 13, 13])
    for (const { document } of [plain, mapped, waited]) {
      expect(document.ok).toBe(true)
      expect(document.data).toMatchObject({ status: 'NOT_FOUND', destinationTxHash: null })
      expect(document.data.note).toBe('No chain or provider knows this hash.')
    }
  })

  test('is NOT_FOUND with its chain when it is some other transaction', async () => {
    const { address } = sandbox.account('bob')
    const hash = await wallet().sendTransaction({ chain: null, to: address, value: 1n })
    const { document } = await status(hash)
    expect(document.data).toMatchObject({ status: 'NOT_FOUND', sourceNetworkTitle: 'ETH' })
    expect(document.data.note).toContain('it is not a swap of a known provider')
  })

  test.each([
    ['text', ['soon'], 'INVALID_ARGUMENT'],
    ['chain', [unknown, '--chain', 'mars'], 'UNKNOWN_CHAIN'],
    ['time', [unknown, '--wait=soon'], 'INVALID_ARGUMENT'],
  ])('and a wrong %s is refused', async (_, words, code) => {
    const { code: exit, document } = await sandbox.json(['status', ...words, '--sandbox'])
    expect([exit, document.error.code]).toEqual([2, code])
    expect(document.error.hint).toMatch(/\S/)
  })
})

describe('a payment that was reverted is FAIL', () => {
  const swapAbi = parseAbi([
    'function swapExactETHForTokens(uint256 least, address[] path, address to, uint256 deadline) payable',
  ])
  const depositAbi = parseAbi(['function deposit()'])

  test('at an exchange, whose minimum was too high', async () => {
    const alice = sandbox.account('alice').address
    const hash = await wallet().writeContract({
      chain: null,
      address: uniswapV2Router,
      abi: swapAbi,
      functionName: 'swapExactETHForTokens',
      args: [10n ** 18n, [weth, usdc], alice, 10n ** 12n],
      value: parseEther('0.01'),
      gas: 400_000n,
    })
    const { code, document } = await status(hash, '--exit-status')
    expect([code, document.data.provider]).toEqual([7, 'UNISWAP_V2'])
    expect(document.data).toMatchObject({ status: 'FAIL', destinationTxHash: null })
  })

  test('at a bridge', async () => {
    const hash = await wallet().writeContract({
      chain: null,
      address: acrossSpokePool,
      abi: depositAbi,
      functionName: 'deposit',
      gas: 400_000n,
    })
    const { code, document } = await status(hash, '--exit-status')
    expect([code, document.data.provider]).toEqual([7, 'across'])
    expect(document.data).toMatchObject({ status: 'FAIL', destinationNetworkTitle: null })
  })

  test.each([
    ['on one chain', '60 eth:USDC to eth:DAI'],
    ['between chains', '60 eth:USDC to arb:USDC'],
  ])('of an own swap %s, whose tokens stay and whose allowance is taken away', async (_, line) => {
    const alice = sandbox.account('alice').address
    const before = await sandbox.balance('ETH', usdc, alice)
    await sandbox.fault('ETH', 'revert')
    const failed = await swap(line)
    await sandbox.fault('--clear')
    expect([failed.code, failed.document.error.code, failed.document.funds]).toEqual([
      7,
      'SWAP_FAILED',
      'none_moved',
    ])
    const { hashes, route } = failed.document.data
    expect(hashes).toMatchObject({
      source: expect.stringMatching(payment),
      revoke: expect.any(String),
    })
    expect(await sandbox.balance('ETH', usdc, alice)).toBe(before)
    const spender = route.transaction.approvalAddress
    expect(await sandbox.reader('ETH').allowance(usdc, alice, spender)).toBe(0n)
    sandbox.forgetSwaps()
    const { code, document } = await status(hashes.source, '--exit-status')
    expect([code, document.data.status]).toEqual([7, 'FAIL'])
  })
})

describe('a bridge that does not deliver', () => {
  test('and pays back is REVERTED, with the hash of the refund', async () => {
    const alice = sandbox.account('alice').address
    const before = await sandbox.balance('ETH', usdc, alice)
    await sandbox.fault('across', 'refund', '1')
    const { code, document } = await swap('60 eth:USDC to arb:USDC')
    await sandbox.fault('--clear')
    expect([code, document.error.code]).toEqual([7, 'SWAP_FAILED'])
    const { hashes } = document.data
    await expectRefund(hashes.source, hashes.refund, before)
  })

  test('and stalls is PENDING, then LONG_PENDING; REVERTED once it pays back', async () => {
    const alice = sandbox.account('alice').address
    const before = await sandbox.balance('ETH', usdc, alice)
    await sandbox.fault('across', 'stall')
    const { code, document } = await swap('60 eth:USDC to arb:USDC', '--no-wait')
    expect([code, document.funds]).toEqual([0, 'sent'])
    const { source } = document.data.hashes
    expect(await sandbox.balance('ETH', usdc, alice)).toBe(before - 60_000_000n)
    for (const forget of [false, true]) {
      if (forget) sandbox.forgetSwaps()
      const asked = await status(source, '--exit-status')
      expect([asked.code, asked.document.data.status, asked.document.funds]).toEqual([
        8,
        'PENDING',
        'sent',
      ])
      expect(asked.document.data.destinationTxHash).toBeNull()
    }
    await sandbox.fault('ARBITRUM', 'advance', '8000')
    const late = await status(source, '--exit-status')
    expect([late.code, late.document.data.status]).toEqual([8, 'LONG_PENDING'])

    await sandbox.fault('--clear')
    const waited = await status(source, '--wait=30s')
    expect(waited.code).toBe(7)
    await expectRefund(source, waited.document.data.destinationTxHash, before)
  })

  /** REVERTED by the hash alone; the transaction on the source chain brought everything back. */
  async function expectRefund(source: string, refund: unknown, before: bigint): Promise<void> {
    sandbox.forgetSwaps()
    const { code, document } = await status(source, '--exit-status')
    expect([code, document.funds]).toEqual([7, 'refunding'])
    expect(document.data).toMatchObject({
      status: 'REVERTED',
      destinationTxHash: refund,
      sourceNetworkTitle: 'ETH',
      destinationNetworkTitle: 'ETH',
    })
    const receipt = await sandbox
      .reader('ETH')
      .client.getTransactionReceipt({ hash: document.data.destinationTxHash })
    expect(receipt.status).toBe('success')
    expect(await sandbox.balance('ETH', usdc, sandbox.account('alice').address)).toBe(before)
  }
})

function wallet() {
  const chain = sandbox.info.chains.find(({ blockchain }) => blockchain === 'ETH')
  return createWalletClient({
    account: privateKeyToAccount(sandbox.account('alice').privateKey),
    transport: http(chain?.rpcUrl),
  })
}
