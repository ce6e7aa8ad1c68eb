/** A quote from a file decides nothing that the user did not type or confirm (X7). */
import { expect, test } from 'vitest'
import { routeItem } from '../support/fakeApi.ts'
import { type CliRun, documentOf, runCli } from '../support/runMain.ts'
import { alice, swapServices } from '../support/swapScript.ts'

const line = ['swap', '250', 'eth:USDC', 'to', 'arb:USDC']
const piped = ['--quote', '-', '--yes', '--confirm-amount', '250']
const routes = [routeItem('across', '249.71234')]
const stranger = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/** The document of `quote`, its echo changed as by another person who hands over a file. */
async function quoteFor(parties: Record<string, string | number> = {}): Promise<string> {
  const { stdout } = await runCli(['quote', ...line.slice(1), '--json'], { routes })
  const document = JSON.parse(stdout) as { data: { quote: Record<string, unknown> } }
  Object.assign(document.data.quote, parties)
  return JSON.stringify(document)
}

async function swap(argv: string[], stdin: string): Promise<CliRun & { planned: number }> {
  const { services, asked } = swapServices()
  const run = await runCli(argv, { routes, stdin, services })
  return { ...run, planned: asked.orders.length }
}

test('amount and tokens are repeated where no person is asked', async () => {
  const { exit, stderr, planned } = await swap(['swap', ...piped], await quoteFor())
  expect([exit, planned]).toEqual([6, 0])
  expect(stderr.replace(/\s+/g, ' ')).toContain('250 eth:USDC to arbitrum:USDC')
  expect((await swap([...line, ...piped], await quoteFor())).exit).toBe(0)
})

test.each([
  ['receiver', 'receiver', '--receiver'],
  ['refund address', 'refundAddress', '--refund-to'],
])('a %s of the file alone is refused, the same one typed is taken', async (_, member, flag) => {
  const stdin = await quoteFor({ [member]: stranger })
  const refused = await swap([...line, ...piped, '--json'], stdin)
  expect([refused.exit, refused.planned]).toEqual([6, 0])
  expect(documentOf(refused)).toMatchObject({
    error: { code: 'UNSAFE_ROUTE', details: { check: 'X7' }, hint: expect.stringContaining(flag) },
  })
  expect((await swap([...line, ...piped, flag, stranger], stdin)).exit).toBe(0)
})

test.each([
  [0.005, [], 0],
  [0.0101, [], 6],
  [0.0101, ['--slippage', '1.01%'], 0],
  [0.0101, ['--slippage', '2%'], 6],
  [0.01, ['--slippage', '1%'], 0],
  [0.01, ['--slippage', '0.5%'], 6],
])('a slippage of %d in the file, %j on the line: exit %i', async (slippage, words, exit) => {
  const stdin = await quoteFor({ slippage })
  const run = await swap([...line, ...piped, ...words, '--json'], stdin)
  expect([run.exit, run.planned]).toEqual([exit, exit === 0 ? 1 : 0])
  if (exit === 0) return
  const details = words.length === 0 ? { check: 'X7' } : {}
  expect(documentOf(run)).toMatchObject({
    error: {
      code: words.length === 0 ? 'UNSAFE_ROUTE' : 'QUOTE_MISMATCH',
      details,
      ...(words.length === 0 ? { hint: expect.stringContaining('--slippage 1.01%') } : {}),
    },
  })
})

test('the slippage of the configuration is the user’s own', async () => {
  const stdin = await quoteFor({ slippage: 0.02 })
  const run = (config: string): Promise<CliRun> => {
    const { services } = swapServices()
    return runCli([...line, ...piped], {
      routes,
      stdin,
      services,
      env: { SWAPROUTE_SLIPPAGE: config },
    })
  }
  expect((await run('2%')).exit).toBe(0)
  expect((await run('1.99%')).exit).toBe(6)
})

test('the paying account itself needs no repetition', async () => {
  expect((await swap([...line, ...piped], await quoteFor({ receiver: alice }))).exit).toBe(0)
})

test('another provider than the one that is named is refused', async () => {
  const named = (id: string): Promise<CliRun & { planned: number }> =>
    quoteFor().then((stdin) => swap([...line, ...piped, '--provider', id], stdin))
  const other = await named('relay')
  expect([other.exit, other.planned]).toEqual([6, 0])
  expect(other.stderr).toContain('QUOTE_MISMATCH')
  expect((await named('across')).exit).toBe(0)
})
