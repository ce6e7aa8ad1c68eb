import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { routeItem } from '../support/fakeApi.ts'
import { runCli } from '../support/runMain.ts'

const line = ['quote', '250', 'eth:USDC', 'to', 'arb:USDC']

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swaproute-until-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Watches while each round pays another amount; the last one is interrupted. */
async function watch(amounts: readonly string[], ...flags: string[]) {
  let interrupt = (): void => undefined
  let round = 0
  const told = join(folder, 'told')
  const command = `echo "$SWAPROUTE_STATUS $SWAPROUTE_PROVIDER $SWAPROUTE_RATE" >> ${told}`
  const run = await runCli(
    [...line, '--watch', '--ndjson', '--notify-command', command, ...flags],
    {
      onReady: (call) => (interrupt = call),
      api: {
        quoteAll: async (body) => ({
          quote: { ...body, srcTokenBlockchain: 'ETH', dstTokenBlockchain: 'ARBITRUM' },
          routes: [routeItem('across', amounts[round] ?? '0')],
          failed: [],
        }),
      },
      services: {
        sleep: async () => {
          round += 1
          if (round === amounts.length) interrupt()
        },
      },
    },
  )
  const rounds = run.stdout.split('\n').filter((row) => row.includes('"type":"round"')).length
  const read = (): string[] => readFileSync(told, 'utf8').trim().split('\n')
  return { run, rounds, read }
}

describe('quote --watch', () => {
  test('--until ends with the round that pays the rate, and tells', async () => {
    const amounts = ['249.5', '250.99', '251', '252']
    const { run, rounds, read } = await watch(amounts, '--until', '1.004')
    expect([run.exit, rounds]).toEqual([0, 3])
    expect(read()).toEqual(['RATE_REACHED across 1.004'])
    expect(run.stdout).toContain('"ok":true')
  })

  test('--alert tells of each move since the last one, and goes on', async () => {
    const amounts = ['250', '251', '252.5', '252', '249.9']
    const { run, rounds, read } = await watch(amounts, '--alert', '1%')
    expect([run.exit, rounds]).toEqual([0, 5])
    expect(read()).toEqual(['RATE_CHANGED across 1.01', 'RATE_CHANGED across 0.9996'])
  })

  test.each([
    [['--until', '0'], '"0" is not a rate.'],
    [['--until', '1e3'], '"1e3" is not a rate.'],
    [['--alert', '1'], '"1" is not a change in percent.'],
    [['--until', '3'], '--until and --alert go with --watch.'],
    [['--alert', '1%'], '--until and --alert go with --watch.'],
  ])('%j is refused before anyone is asked', async (flags, reason) => {
    const { exit, stderr } = await runCli([...line, ...flags], { columns: 80 })
    expect(exit).toBe(2)
    expect(stderr).toContain(reason)
  })
})
