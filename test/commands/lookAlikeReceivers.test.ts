/** Address poisoning: an address that resembles a known one at both ends is never paid (A6). */
import { describe, expect, test } from 'vitest'
import { routeItem } from '../support/fakeApi.ts'
import { type CliOptions, documentOf, runCli } from '../support/runMain.ts'
import { alice, swapServices } from '../support/swapScript.ts'

const earlier = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const copyOf = (address: string): string =>
  `${address.slice(0, 6)}${'5ca7'.repeat(8)}${address.slice(-4)}`.toLowerCase()

const quote = ['quote', '250', 'eth:USDC', 'to', 'arb:USDC']
const swap = ['swap', ...quote.slice(1), '--yes', '--confirm-amount', '250']

function machine(known: readonly string[]): CliOptions {
  const { services } = swapServices()
  return {
    routes: [routeItem('across', '249.71234')],
    services: { ...services, knownAddresses: async () => known },
  }
}

describe.each([
  ['quote', quote],
  ['swap', swap],
])('%s', (_command, line) => {
  test.each(['--receiver', '--refund-to'])('%s near-copies an earlier receiver', async (flag) => {
    const argv = [...line, flag, copyOf(earlier), '--json']
    const refused = await runCli(argv, machine([earlier]))
    expect([refused.exit, refused.calls]).toEqual([2, []])
    expect(documentOf(refused)).toMatchObject({
      error: { code: 'INVALID_ADDRESS', message: expect.stringContaining(earlier) },
    })
    expect((await runCli(argv, machine([]))).exit).toBe(0)
  })

  test.each(['--receiver', '--refund-to'])('%s is the earlier receiver itself', async (flag) => {
    expect((await runCli([...line, flag, earlier], machine([earlier]))).exit).toBe(0)
  })
})

describe('the paying account of this run alone, whose key no file of this machine holds', () => {
  test.each(['--receiver', '--refund-to'])('%s imitates it', async (flag) => {
    const { services, asked } = swapServices()
    const options = { ...machine([]), services }
    const refused = await runCli([...swap, flag, copyOf(alice)], options)
    expect([refused.exit, asked.orders]).toEqual([2, []])
    expect((await runCli([...swap, flag, alice], options)).exit).toBe(0)
  })
})
