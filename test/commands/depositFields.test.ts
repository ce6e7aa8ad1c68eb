/**
 * Exolix, spoken to by its own adapter, changes one field of an order between the answer that
 * opened it and the order read back: whatever is printed, the address is never in it (D3).
 */
import { describe, expect, test } from 'vitest'
import { createExolixProvider } from '../../src/providers/exolix.ts'
import type { HttpClient } from '../../src/http/types.ts'
import { type Body, btc, evm, xrp } from '../providers/depositSupport.ts'
import { createDepositWorld, type DepositWorld, receiver, usdc } from '../support/depositCli.ts'
import { type CliRun, documentOf } from '../support/runMain.ts'

const baseUrl = 'https://exolix.test/api/v2'
const deposit = xrp('deposit of the order')
const refund = xrp('refund')
const line = `deposit 50 xrp to eth:USDC --receiver ${receiver} --refund-to ${refund} --provider exolix --yes`

type Bend = (order: Body) => void
/** Every field of the order, one change each. */
const changes: [field: string, bend: Bend][] = [
  ['id', (order) => (order.id = 'exsecond00')],
  ['amount', (order) => (order.amount = 51)],
  ['amountTo', (order) => (order.amountTo = 99.5)],
  ['coinFrom.coinCode', (order) => (order.coinFrom.coinCode = 'XLM')],
  ['coinFrom.network', (order) => (order.coinFrom.network = 'BSC')],
  ['coinTo.coinCode', (order) => (order.coinTo.coinCode = 'USDT')],
  ['coinTo.network', (order) => (order.coinTo.network = 'MATIC')],
  ['coinTo.contract', (order) => (order.coinTo.contract = evm('another token'))],
  ['depositAddress', (order) => (order.depositAddress = xrp('thief'))],
  ['depositExtraId', (order) => (order.depositExtraId = '999')],
  ['a depositExtraId that is gone', (order) => (order.depositExtraId = null)],
  ['withdrawalAddress', (order) => (order.withdrawalAddress = evm('thief'))],
  ['withdrawalExtraId', (order) => (order.withdrawalExtraId = '7')],
  ['refundAddress', (order) => (order.refundAddress = xrp('thief'))],
  ['a refundAddress that is gone', (order) => (order.refundAddress = null)],
  ['refundExtraId', (order) => (order.refundExtraId = '7')],
  ['rateType', (order) => (order.rateType = 'fixed')],
]

/** What its API answers; `bend` changes the order from the second answer on. */
function exolixServer(bend: Bend, since = 2): HttpClient {
  let told = 0
  const orderOf = (): Body => {
    const order = {
      id: 'exfields01',
      amount: 50,
      amountTo: 99.01,
      coinFrom: { coinCode: 'XRP', network: 'XRP', memoName: 'Destination tag', contract: null },
      coinTo: { coinCode: 'USDC', network: 'ETH', memoName: '', contract: usdc.address },
      depositAddress: deposit,
      depositExtraId: '4044771',
      withdrawalAddress: receiver,
      withdrawalExtraId: null,
      refundAddress: refund,
      refundExtraId: null,
      rateType: 'float',
      status: 'wait',
      hashIn: { hash: null },
      hashOut: { hash: null },
    }
    told += 1
    if (told >= since) bend(order)
    return order
  }
  return {
    send: async ({ url, method = 'GET' }) => {
      const path = url.slice(baseUrl.length)
      const reply = (body: Body, status = 200) => ({ status, retryAfterSeconds: null, body })
      if (path.startsWith('/currencies/')) {
        return reply([{ network: 'ETH', contract: usdc.address.toLowerCase() }])
      }
      if (path.includes('rateType=fixed')) return reply({ message: 'not offered' }, 422)
      if (path.startsWith('/rate?')) {
        return reply({ toAmount: 99.01, message: null, minAmount: 10, maxAmount: 5000 })
      }
      if (path === '/transactions' && method === 'POST') return reply(orderOf(), 201)
      if (path.startsWith('/transactions/')) return reply(orderOf())
      throw new Error(`unexpected ${method} ${path}`)
    },
    close: async () => {},
  }
}

function worldOf(bend: Bend, since?: number): DepositWorld {
  const provider = createExolixProvider({ baseUrl, pause: async () => {} })
  return createDepositWorld(undefined, { provider, http: exolixServer(bend, since) })
}

/** Everything that any command prints about the last order, in every mode. */
async function everything(world: DepositWorld, first: CliRun): Promise<string> {
  const { data } = documentOf(await world.cli('history --json'))
  const [{ receiptId, id } = { receiptId: '', id: '' }] = data as {
    receiptId: string
    id: string
  }[]
  const runs = [first]
  for (const argv of ['history', `receipt ${receiptId}`, `status ${id}`, `resume ${receiptId}`]) {
    for (const mode of ['', ' --json', ' --plain']) runs.push(await world.cli(`${argv}${mode}`))
  }
  return runs.map(({ stdout, stderr }) => stdout + stderr).join('\n')
}

describe('one field changes between creation and read-back', () => {
  test.each(changes)('%s: refused, and the address is never shown', async (_, bend) => {
    for (const mode of ['--json', '--ndjson', '--plain', '--no-wait']) {
      const world = worldOf(bend)
      const run = await world.cli(`${line} ${mode}`, mode === '--no-wait' ? { columns: 80 } : {})
      expect([mode, run.exit]).toEqual([mode, 6])
      const isLast = mode === '--no-wait'
      const said = isLast ? await everything(world, run) : run.stdout + run.stderr
      expect(said).not.toContain(deposit)
      expect(said).not.toContain(xrp('thief'))
      expect(said).not.toContain('4044771')
    }
  })

  test('the unchanged order is shown, with its memo', async () => {
    const run = await worldOf(() => {}).cli(`${line} --json`)
    expect(documentOf(run)).toMatchObject({
      ok: true,
      data: {
        transaction: {
          depositAddress: deposit,
          amountToSend: '50',
          exchangeId: 'exfields01',
          extraFields: { value: '4044771' },
        },
      },
    })
  })

  test.each(changes.filter(([field]) => field.startsWith('deposit')))(
    '%s changes once the order was shown: resume shows it no more',
    async (_, bend) => {
      // Returned when it is opened and when it is read back; the third answer is that of the next poll.
      const world = worldOf(bend, 3)
      expect((await world.cli(`${line} --json`)).exit).toBe(0)
      for (const mode of ['', ' --json', ' --plain']) {
        const run = await world.cli(`resume --no-wait${mode}`)
        expect(run.exit).toBe(6)
        expect(run.stdout + run.stderr).not.toContain(deposit)
        expect(run.stdout + run.stderr).not.toContain(xrp('thief'))
      }
    },
  )
})

test('never shows an address of another kind of chain, however often the service returns it', async () => {
  const world = worldOf((order) => (order.depositAddress = btc('thief')), 1)
  const run = await world.cli(`${line} --json`)
  expect(run.exit).toBe(6)
  expect(await everything(world, run)).not.toContain(btc('thief'))
})
