/** Which route is chosen on the sandbox's chains, and what is reported where prices are missing. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type CliSandbox, startCliSandbox } from '../support/cliSandbox.ts'

let sandbox: CliSandbox

beforeAll(async () => {
  sandbox = await startCliSandbox()
})
afterEach(() => sandbox.fault('--clear'))
afterAll(() => sandbox.remove())

const ethToUsdc = (amount: string) => [amount, 'eth:ETH', 'to', 'eth:USDC', '--sandbox']

describe('amounts that shallow pools cannot fill', () => {
  test.each(['100', '120', '150', '200'])(
    '%s ETH: the deep pool that prices confirm is chosen, by all who choose',
    async (amount) => {
      const best = await sandbox.json(['best', ...ethToUsdc(amount)])
      const explained = await sandbox.json(['best', ...ethToUsdc(amount), '--explain'])
      const all = await sandbox.json(['quote', ...ethToUsdc(amount)])
      const { data } = best.document
      expect([best.code, data.providerType, data.warnings]).toEqual([0, 'UNI_SWAP_V3', []])
      const received = Number(data.estimate.destinationTokenAmount)
      expect(received).toBeGreaterThan(Number(amount) * 3_000 * 0.99)
      expect(explained.document.data.providerType).toBe('UNI_SWAP_V3')
      expect(all.document.data.routes[0].providerType).toBe('UNI_SWAP_V3')
    },
  )

  test('swap takes the route that best shows', async () => {
    const payer = ['--from-address', sandbox.account('alice').address]
    for (const words of [ethToUsdc('10'), ['250', 'eth:USDC', 'to', 'arb:USDC', '--sandbox']]) {
      const best = await sandbox.json(['best', ...words])
      const swap = await sandbox.json(['swap', ...words, '--dry-run', ...payer])
      expect(swap.document.data.route.providerType).toBe(best.document.data.providerType)
    }
  })
})

test('a source of prices that is down hides no route while another replaces it', async () => {
  await sandbox.fault('defillama', 'down')
  const { code, document } = await sandbox.json(['best', ...ethToUsdc('1')])
  expect([code, document.data.warnings]).toEqual([0, []])
})

test.each([
  [['defillama', 'coingecko'], 'DefiLlama'],
  [['dexscreener'], 'Dexscreener'],
])('%s down: the outage is named, exit 5', async (down, name) => {
  for (const source of down) await sandbox.fault(source, 'down')
  for (const command of ['quote', 'best']) {
    const { code, document } = await sandbox.json([command, ...ethToUsdc('1')])
    expect([code, document.error.retry]).toEqual([5, 'later'])
    expect(document.error.message).toContain(`${name} does not answer. `)
    expect(document.error.details.hidden).toBeGreaterThan(1)
  }
  const shown = await sandbox.json(['quote', ...ethToUsdc('1'), '--dangerous'])
  expect(shown.document.data.routes.length).toBeGreaterThan(1)
})

test('the fee of the paying transfer counts for deposit orders', async () => {
  const words = ['250', 'eth:USDC', 'to', 'arb:USDC', '--sandbox', '--deposits', 'only']
  const { document } = await sandbox.json(['quote', ...words])
  for (const { fees } of document.data.routes) {
    expect(fees.gasTokenFees.gas.gasLimit).toBe('65000')
    expect(fees.gasTokenFees.gas.totalUsdAmount).toBeGreaterThan(0)
  }
})

test('one provider that hangs does not hold the others', async () => {
  await sandbox.fault('exolix', 'delay', '25')
  const startedAtMs = performance.now()
  const words = ['0.05', 'btc:BTC', 'to', 'eth:ETH', '--sandbox', '--failed']
  const { code, document } = await sandbox.json(['quote', ...words])
  expect(code).toBe(0)
  expect(performance.now() - startedAtMs).toBeLessThan(20_000)
  const late = document.data.failed.find(
    (item: { providerType: string }) => item.providerType === 'exolix',
  )
  expect(late.data.reason).toContain('exolix is slow')
})
