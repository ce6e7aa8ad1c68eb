import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SwapReceipt } from '../../src/execution/receipts.ts'
import type { Services } from '../../src/commands/frame/services.ts'
import { documentOf, runCli } from '../support/runMain.ts'
import { hashes, receiptId, receiptOf, swapServices } from '../support/swapScript.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swaproute-csv-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function withSwaps(...swaps: SwapReceipt[]): Promise<Partial<Services>> {
  const { services } = swapServices()
  const journal = await services.journal?.()
  if (journal === undefined) throw new Error('no journal')
  return {
    journal: async () => ({
      ...journal,
      history: (limit) => swaps.slice(0, limit),
      receipt: (id) => swaps.find((one) => one.receiptId === id) ?? receiptOf(),
    }),
  }
}

const columns =
  'time_utc,ended_utc,status,provider,sent,sent_token,sent_chain,sent_token_address,sent_usd,received,received_token,received_chain,received_token_address,received_usd,network_fee,network_fee_coin,network_fee_usd,other_fees_usd,from,to,payment_hash,delivery_hash,refund_hash,receipt'

describe('history --csv', () => {
  test('has one line a swap, oldest first, for its owner alone', async () => {
    const later = receiptOf()
    const { token } = later.send
    const earlier = receiptOf({
      receiptId: 'dddd4444-1111',
      createdAtMs: Date.UTC(2026, 9, 2, 23, 59, 59),
      endedAtMs: null,
      status: 'PENDING',
      funds: 'none_moved',
      spent: null,
      received: null,
      hashes: {},
      send: { token: { ...token, symbol: '=HYPERLINK("x"),"A"' }, amount: 1n },
    })
    const file = join(folder, 'swaps.csv')
    const services = await withSwaps(later, earlier)
    const run = await runCli(['history', '--csv', file], { services })
    expect([run.exit, run.stdout]).toEqual([0, `Wrote 2 swaps to ${file}.\n`])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { fromAddress, receiver, receive } = later
    const gas = '0.00025668142583868,ETH,0.77'
    const symbol = `"'=HYPERLINK(""x""),""A"""`
    expect(readFileSync(file, 'utf8').split('\r\n')).toEqual([
      columns,
      `2026-10-02 23:59:59,,PENDING,across,,${symbol},ETH,${token.address},,,,,,,${gas},,${fromAddress},${receiver},,,,dddd4444-1111`,
      `2026-11-21 14:00:00,2026-11-21 14:02:00,SUCCESS,across,250,USDC,ETH,${token.address},250,249.71234,USDC,ARBITRUM,${receive.token.address},249.71234,${gas},0,${fromAddress},${receiver},${hashes.source},${hashes.destination},,${receiptId}`,
      '',
    ])
  })

  test('never replaces a file', async () => {
    const file = join(folder, 'swaps.csv')
    writeFileSync(file, 'of last year')
    const run = await runCli(['history', '--csv', file, '--json'], {
      services: await withSwaps(receiptOf()),
    })
    expect(run.exit).toBe(2)
    expect(documentOf(run)).toMatchObject({
      error: { code: 'INVALID_ARGUMENT', message: `${file} exists already.` },
    })
    expect(readFileSync(file, 'utf8')).toBe('of last year')
  })

  test('cannot be written where there is no folder', async () => {
    const run = await runCli(['history', '--csv', join(folder, 'none/swaps.csv')], {
      services: await withSwaps(receiptOf()),
    })
    expect([run.exit, run.stdout]).toEqual([2, ''])
    expect(run.stderr).toContain('cannot be written')
  })
})
