/** The screen of a swap that was made elsewhere, and of what is no swap. */
import { describe, expect, test } from 'vitest'
import type { StatusAnswer } from '../../src/api/schemas.ts'
import { documentOf, fixedNowMs, runCli } from '../support/runMain.ts'
import { answer, delivered, hash } from '../support/statusScenes.ts'

const payer = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ethUsdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const arbUsdc = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'

const legs: Partial<StatusAnswer> = {
  srcTxHash: hash,
  fromAddress: payer,
  receiver,
  startedAt: new Date(fixedNowMs - 3 * 3_600_000).toISOString(),
  transactionKind: 'swap',
  srcTokenAddress: ethUsdc,
  srcTokenSymbol: 'USDC',
  srcTokenAmount: '1500.123456',
  srcTokenWeiAmount: '1500123456',
}
const found: StatusAnswer = {
  ...delivered,
  ...legs,
  provider: 'lifi',
  carrier: 'across',
  dstTokenAddress: arbUsdc,
  dstTokenSymbol: 'USDC',
  dstTokenAmount: '1499.9',
  dstTokenWeiAmount: '1499900000',
}
const refund: StatusAnswer = {
  ...found,
  status: 'REVERTED',
  destinationNetworkTitle: 'ETH',
  dstTokenAddress: ethUsdc,
}
const noSwap = (transactionKind: string): StatusAnswer =>
  answer('NOT_FOUND', {
    ...legs,
    transactionKind,
    sourceNetworkTitle: 'ETH',
    note: 'It is on ETH.',
  })

describe.each([60, 80, 120])('on a terminal of %i columns', (columns) => {
  test.each([
    ['both ends', found],
    ['a refund', refund],
    ['a transfer', noSwap('transfer')],
    ['an approval', { ...noSwap('approval'), srcTokenAmount: null }],
  ])('%s', async (_what, status) => {
    const { stdout } = await runCli(['status', hash], { status, columns })
    expect(stdout).toMatchSnapshot()
  })
})

test('addresses of a swap made elsewhere are whole', async () => {
  const { stdout } = await runCli(['status', hash], { status: found, columns: 60 })
  for (const text of [payer, receiver, hash]) expect(stdout).toContain(text)
})

test('what needs the support of a provider ends with the report for it', async () => {
  const status = { ...found, status: 'INDETERMINATE' }
  const { stdout } = await runCli(['status', hash], { status })
  expect(stdout).toContain(`╰─ Next: swaproute status ${hash} --report`)
  const report = await runCli(['status', hash, '--report'], { status })
  expect(report.stdout).toContain('Bridge: across')
  expect(report.stdout).toContain('Sent: 1500.123456 USDC on Ethereum')
  expect(report.stdout).toContain('Received: 1499.9 USDC on Arbitrum One')
  expect(report.stdout).toContain(`Payer: ${payer}`)
})

describe('what a service reports', () => {
  const shown = async (change: Partial<StatusAnswer>): Promise<string> =>
    (await runCli(['status', hash], { status: { ...found, ...change } })).stdout

  test('of a symbol on no list is shown with its address', async () => {
    const address = `0x${'ee'.repeat(20)}`
    expect(await shown({ srcTokenAddress: address })).toContain(`USDC (${address})`)
    expect(await shown({})).not.toContain(ethUsdc)
  })

  test.each(['1e30', '-5', '1,5', 'soon', '9'.repeat(200)])(
    'as the amount %s is not an amount',
    async (srcTokenAmount) => {
      expect(await shown({ srcTokenAmount })).not.toContain('Sent')
    },
  )

  test('has no control characters on the screen', async () => {
    const evil = 'A\u001b[2J\u202eB'
    const stdout = await shown({
      srcTokenSymbol: evil,
      srcTokenAddress: evil,
      carrier: evil,
      fromAddress: evil,
      receiver: evil,
      startedAt: evil,
    })
    for (const sign of ['\u001b[2J', '\u202e']) expect(stdout).not.toContain(sign)
  })

  test('as a link is replaced by our own', async () => {
    const evil = 'https://evil.example/tx'
    const status = { ...found, srcTxUrl: evil, destinationTxUrl: evil }
    const run = await runCli(['status', hash, '--json'], { status })
    expect(run.stdout).not.toContain(evil)
    expect(documentOf(run)).toMatchObject({
      data: { srcTxUrl: expect.stringMatching(/^https:\/\/etherscan\.io\/tx\/0xb/) },
    })
    expect((await runCli(['status', hash], { status })).stdout).not.toContain('evil')
  })

  test('never marks a swap as NOT A SWAP, whatever kind its transaction has', async () => {
    expect(await shown({ transactionKind: 'approval' })).not.toContain('NOT A SWAP')
    expect(await shown({ status: 'NOT_FOUND', transactionKind: 'evil' })).toContain('NOT_FOUND')
  })
})
