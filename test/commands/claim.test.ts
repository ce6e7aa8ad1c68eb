import { describe, expect, test } from 'vitest'

import { documentOf, runCli } from '../support/runMain.ts'
import { alice, ether, swapServices } from '../support/swapScript.ts'

const hash = `0x${'b'.repeat(64)}`
const usd = 10n ** 18n
const ready = {
  status: 'READY_TO_CLAIM',
  destinationTxHash: null,
  sourceNetworkTitle: 'ARBITRUM',
  destinationNetworkTitle: 'ETH',
  provider: 'arbitrum',
}
const card = {
  send: { token: ether, amount: 0n, usdE18: 0n },
  receive: {
    token: ether,
    expected: 5n * usd,
    atLeast: 5n * usd,
    expectedUsdE18: 10_000n * usd,
    atLeastUsdE18: 10_000n * usd,
  },
  approvals: [],
}

describe('claim', () => {
  test('plans what the status found, and sends it with --yes', async () => {
    const { services, asked } = swapServices({ card })
    const run = await runCli(['claim', hash, '--account', 'main', '--yes', '--json'], {
      services,
      status: ready,
    })
    expect(run.exit).toBe(0)
    expect(asked.claims).toEqual([
      {
        provider: 'arbitrum',
        source: { blockchain: 'ARBITRUM', hash },
        destination: 'ETH',
        fromAddress: alice,
      },
    ])
    expect(asked.reviews).toBe(1)
    expect(documentOf(run)).toMatchObject({ command: 'claim', ok: true })
  })

  test('its receipt is that of a claim, which sends nothing', async () => {
    const outcome = {
      id: `claim-${hash}`,
      provider: 'arbitrum',
      status: { status: 'SUCCESS', destinationTxHash: hash },
      send: { token: ether, amount: 0n },
      spent: null,
      funds: 'delivered',
    } as const
    const { services } = swapServices({ card, outcome })
    const run = await runCli(['claim', hash, '--account', 'main', '--yes'], {
      services,
      status: ready,
      columns: 100,
    })
    expect(run.stdout).toContain('Claim · SUCCESS · arbitrum')
    expect(run.stdout).not.toMatch(/Sent|To send/)
  })

  test('--dry-run shows the card and signs nothing', async () => {
    const { services, asked } = swapServices({ card })
    const run = await runCli(['claim', hash, '--dry-run', '--from-address', alice], {
      services,
      status: ready,
      columns: 100,
    })
    expect(run.exit).toBe(0)
    expect(run.stdout).toContain('Review this claim · arbitrum')
    expect(run.stdout).toContain('nothing was signed')
    expect(asked.executed).toEqual([])
  })

  test('without an answer it is not sent', async () => {
    const { services, asked } = swapServices({ card })
    const run = await runCli(['claim', hash, '--account', 'main', '--json'], {
      services,
      status: ready,
    })
    expect(run.exit).toBe(10)
    expect(asked.executed).toEqual([])
  })

  test.each([
    ['PENDING', 8],
    ['LONG_PENDING', 8],
    ['SUCCESS', 2],
    ['FAIL', 2],
    ['NOT_FOUND', 13],
  ])('of a transfer that is %s ends with %i', async (status, exit) => {
    const { services, asked } = swapServices({ card })
    const run = await runCli(['claim', hash, '--account', 'main', '--yes', '--json'], {
      services,
      status: { ...ready, status },
    })
    expect(run.exit).toBe(exit)
    expect(asked.claims).toEqual([])
  })
})
