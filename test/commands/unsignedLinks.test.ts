import { encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Services } from '../../src/commands/frame/services.ts'
import type { UnsignedEvmTransaction } from '../../src/execution/planned.ts'
import { routeItem } from '../support/fakeApi.ts'
import { type CliOptions, documentOf, runCli } from '../support/runMain.ts'
import { alice, swapServices, usdc } from '../support/swapScript.ts'
import { readCodes, readWalletLink } from '../support/walletLinks.ts'

const line = ['swap', '250', 'eth:USDC', 'to', 'arb:USDC', '--unsigned']
const routes = [routeItem('across', '249.71234')]
const router = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'
const common = { blockchain: 'ETH', chainId: 1, from: alice, gasLimit: null } as const
const approve = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] })
const approval = (leg: 'approve_reset' | 'approve', amount: bigint): UnsignedEvmTransaction => {
  return { ...common, leg, to: usdc.address, value: 0n, data: approve(amount) }
}
const unsigned: UnsignedEvmTransaction[] = [
  approval('approve_reset', 0n),
  approval('approve', 250_000_000n),
  { ...common, leg: 'pay', to: router, value: 10n ** 15n, data: '0xabcdef01' },
]
const planningOf = (made: UnsignedEvmTransaction[]): Partial<Services> => ({
  planning: async (hooks) => {
    const tools = await swapServices().services.planning?.(hooks)
    if (tools === undefined) throw new Error('no planning')
    const planSwap: typeof tools.planSwap = async (order) => {
      const planned = await tools.planSwap(order)
      return 'gasLimits' in planned ? { ...planned, unsigned: made } : planned
    }
    return { ...tools, planSwap }
  },
})

async function run(flags: readonly string[], options: CliOptions, made = unsigned) {
  const own = { ...swapServices().services, ...planningOf(made) }
  return await runCli([...line, ...flags], { routes, services: own, ...options })
}

describe('swap --unsigned on a terminal', () => {
  test('each link and each code is the transaction of the document', async () => {
    const { stdout } = await run(['--qr', 'always'], { columns: 80 })
    const links = [...stdout.matchAll(/^ {3}link {2}(ethereum:\S+)$/gm)].map(([, link]) => link)
    expect(readCodes(stdout)).toEqual(links)
    const { data } = documentOf(await run(['--json'], {}))
    const told = { unsigned: unsigned.map((one) => ({ ...one, value: `${one.value}` })) }
    expect(data).toMatchObject(told)
    expect(links.map((link) => readWalletLink(link ?? ''))).toEqual(
      unsigned.slice(0, 2).map(({ chainId, to, value, data: call }) => {
        return { chainId, to, value, data: call }
      }),
    )
  })

  test('a call that no link can carry has none, and no code', async () => {
    const { stdout } = await run(['--qr', 'always'], { columns: 80 })
    const pay = stdout.slice(stdout.indexOf('3. pay on ETH'))
    expect(pay).toContain('link  none: it would lack the calldata; --json has it')
    expect([pay.includes('ethereum:'), readCodes(pay)]).toEqual([false, []])
  })

  test.each([
    [['--qr', 'always'], 'code  none: there is no room for it'],
    [[], 'code  none without colours; --qr always draws one for a dark terminal'],
  ])('%j on a narrow one: a word instead of the code', async (flags, word) => {
    const wide = [approval('approve', 2n ** 255n)]
    const { stdout } = await run(flags, { columns: 60 }, wide)
    expect(stdout).toContain(word)
    expect(stdout).toContain('link  ethereum:')
    expect(readCodes(stdout)).toEqual([])
  })

  test.each([
    [['--qr', 'never'], { columns: 80 }],
    [[], { columns: 80, env: { LC_ALL: 'C' } }],
  ])('with %j and %j: the links alone', async (flags, options) => {
    const { stdout } = await run(flags, options)
    expect(stdout).toContain('link  ethereum:')
    expect(stdout).not.toContain('code  ')
  })
})
