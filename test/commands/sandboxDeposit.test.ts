import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { PlayedPayment, SandboxDeposit } from '../../src/core/sandboxPackage.ts'
import type { DepositPlay, SandboxTools } from '../../src/commands/frame/services.ts'
import { runCli } from '../support/runMain.ts'

const order: SandboxDeposit = {
  provider: 'exolix',
  orderId: 'ex3f9a2c1b',
  stage: 'waiting',
  blockchain: 'RIPPLE',
  symbol: 'XRP',
  amount: '500',
  depositAddress: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH',
  memo: '4044771',
  toBlockchain: 'ETH',
  toSymbol: 'USDC',
  receiver: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  createdAtMs: 1_795_000_000_000,
  payment: null,
  settlement: null,
}
const played: PlayedPayment = {
  provider: 'exolix',
  orderId: order.orderId,
  blockchain: 'RIPPLE',
  symbol: 'XRP',
  amount: '500',
  depositAddress: order.depositAddress,
  memo: order.memo,
  from: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
  hash: 'AB'.repeat(32),
  onChain: false,
  credited: true,
}

function tools(change: Partial<SandboxTools> = {}): {
  asked: DepositPlay[]
  sandbox: SandboxTools
} {
  const asked: DepositPlay[] = []
  const unused = async (): Promise<never> => {
    throw new Error('not asked for')
  }
  return {
    asked,
    sandbox: {
      info: () => null,
      start: unused,
      stop: unused,
      reset: unused,
      fund: unused,
      setFault: unused,
      clearFaults: unused,
      faults: () => [],
      deposits: async () => [order],
      payDeposit: async (play) => {
        asked.push(play)
        return played
      },
      ...change,
    },
  }
}

const run = (words: string[], { sandbox }: { sandbox: SandboxTools }) =>
  runCli(['sandbox', 'deposit', ...words], {
    services: { sandbox: async () => sandbox },
    columns: 100,
  })

test('without words it lists the orders', async () => {
  const { stdout, exit } = await run([], tools())
  expect(exit).toBe(0)
  expect(stdout).toContain('ex3f9a2c1b')
  expect(stdout).toContain('500 XRP')
  expect(stdout).toContain('sandbox deposit pay ex3f9a2c1b')
})

test('prints a sentence where there is no order', async () => {
  const { stdout } = await run([], tools({ deposits: async () => [] }))
  expect(stdout).toContain('No open orders at the sandbox exchanges.')
})

describe('pay', () => {
  test.each<[string[], Partial<DepositPlay>]>([
    [[], {}],
    [['--amount', '400'], { amount: '400' }],
    [['--late'], { late: true }],
    [['--memo', '77'], { memo: { kind: 'wrong', text: '77' } }],
    [['--without-memo'], { memo: { kind: 'none' } }],
    [['--from', 'alice'], { from: 'alice' }],
  ])('%j', async (flags, change) => {
    const world = tools()
    const { stdout, exit } = await run(['pay', 'ex3f9a2c1b', ...flags], world)
    expect(exit).toBe(0)
    expect(stdout).toContain('Simulated a payment of 500 XRP on XRP Ledger.')
    expect(world.asked).toEqual([
      {
        order: 'ex3f9a2c1b',
        amount: null,
        late: false,
        memo: { kind: 'right' },
        from: null,
        ...change,
      },
    ])
  })

  test('reports a payment that matches no order', async () => {
    const payDeposit = async () => ({ ...played, memo: '77', credited: false })
    const { stdout } = await run(['pay', 'ex3f9a2c1b', '--memo', '77'], tools({ payDeposit }))
    expect(stdout).toContain('cannot credit this payment')
  })

  test.each([
    [['pay'], 'MISSING_FIELD'],
    [['ex3f9a2c1b'], 'MISSING_FIELD'],
    [['pay', 'ex3f9a2c1b', '--memo', '7', '--without-memo'], 'INVALID_ARGUMENT'],
  ])('%j is refused before anything is asked', async (words, code) => {
    const world = tools()
    const { stdout } = await run([...words, '--json'], world)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code } })
    expect(world.asked).toEqual([])
  })

  test('reads an order number in the form of a key as a number', async () => {
    const world = tools()
    const { exit } = await run(['pay', `0x${'5a'.repeat(32)}`], world)
    expect(exit).toBe(0)
    expect(world.asked).toMatchObject([{ order: `0x${'5a'.repeat(32)}` }])
  })

  test('an unknown order ends with its own exit code', async () => {
    const payDeposit = async () => {
      throw new SwaprouteError('SWAP_NOT_FOUND', 'No exchange of the sandbox has this order.')
    }
    const { exit } = await run(['pay', 'nothing'], tools({ payDeposit }))
    expect(exit).toBe(13)
  })
})
