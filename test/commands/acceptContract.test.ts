/** How a contract that is in no table is accepted: by its whole address, and by nothing else. */
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { routeItem } from '../support/fakeApi.ts'
import { type CliRun, runCli } from '../support/runMain.ts'
import { swapServices } from '../support/swapScript.ts'

const address = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const other = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const line = ['swap', '250', 'eth:USDC', 'to', 'arb:USDC', '--dry-run']

/** A plan that asks about one contract; `answers` collects what it was given. */
async function plan(
  flags: readonly string[],
  typed?: string,
): Promise<{ run: CliRun; answers: boolean[]; asks: boolean }> {
  const answers: boolean[] = []
  let asks = false
  const { services } = swapServices({})
  const stdin = new PassThrough()
  const run = await runCli([...line, ...flags], {
    routes: [routeItem('across', '249.71234')],
    ...(typed === undefined ? {} : { columns: 100, stdinTerminal: true, stdinStream: stdin }),
    onStderr: (text) => {
      if (text.includes('type its whole address')) setImmediate(() => stdin.write(`${typed}\r`))
    },
    services: {
      ...services,
      planning: async (hooks) => {
        const planning = await services.planning?.(hooks)
        asks = hooks.acceptContract !== undefined
        if (planning === undefined) throw new Error('no planning')
        return {
          ...planning,
          planSwap: async (order) => {
            const contract = {
              provider: 'across',
              blockchain: 'ETH',
              address,
              roles: ['target', 'spender'],
            } as const
            answers.push((await hooks.acceptContract?.(contract)) === true)
            answers.push((await hooks.acceptContract?.(contract)) === true)
            return await planning.planSwap(order)
          },
        }
      },
    },
  })
  return { run, answers, asks }
}

describe('by the flag', () => {
  test.each([
    ['the address', address, true],
    ['with its chain', `eth:${address}`, true],
    ['without its checksum, which is echoed', address.toLowerCase(), true],
    ['of another contract', other, false],
    ['for another chain', `arb:${address}`, false],
  ])('%s', async (_what, given, accepted) => {
    const { run, answers } = await plan(['--accept-contract', given])
    expect(run.exit).toBe(0)
    expect(answers).toEqual([accepted, accepted])
    if (!accepted) return
    expect(run.stderr).toContain(`${address} on Ethereum is not in this release's table`)
    const isEchoed = given === address.toLowerCase()
    expect(run.stderr.includes('no checksum') || run.stderr.includes('checksum')).toBe(isEchoed)
  })

  test('--yes alone does not answer, and no question is asked', async () => {
    const { answers, asks } = await plan(['--yes'])
    expect([answers, asks]).toEqual([[false, false], false])
    expect((await plan(['--accept-contract', address])).asks).toBe(true)
  })

  test.each([
    ['a part of it', `eth:${address.slice(0, 20)}`, 2],
    ['a broken checksum', address.replace('D', 'd'), 2],
  ])('%s is a mistake', async (_what, given, exit) => {
    expect((await plan(['--accept-contract', given])).run.exit).toBe(exit)
  })
})

describe('on a terminal', () => {
  test.each([
    ['the whole address', address, [true, true]],
    ['another one', other, [false, false]],
    ['yes', 'yes', [false, false]],
    ['nothing', '', [false, false]],
  ])('typed: %s', async (_what, typed, expected) => {
    const { run, answers, asks } = await plan([], typed)
    expect([answers, asks]).toEqual([expected, true])
    expect(run.stderr).toContain('everything this swap sends can be lost')
  })

  test('--yes does not type it', async () => {
    expect((await plan(['--yes'], '')).answers).toEqual([false, false])
  })
})
