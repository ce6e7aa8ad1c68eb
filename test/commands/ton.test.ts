import { describe, expect, test } from 'vitest'
import type { KeyRequest, Services, WalletTools } from '../../src/commands/frame/services.ts'
import type { Api } from '../../src/api/api.ts'
import { showTonAddress } from '../../src/chains/ton/address.ts'
import { executeSwap } from '../../src/execution/execute.ts'
import { planSwap } from '../../src/execution/plan.ts'
import { confirmationFor } from '../../src/execution/review.ts'
import { journalTools } from '../support/journalTools.ts'
import { type CliOptions, type CliRun, documentOf, remaining, runCli } from '../support/runMain.ts'
import { createTonSwapWorld, toncoin, type TonSwapWorld } from '../support/tonExecution.ts'

/** A wallet that belongs to no account of this test, raw. */
const someone = '0:6f3eb4a1f8ef850f0cc06964d1489f2501577e6b2bb56dc38f916ca134bbeec6'

const noOrder = (): Promise<never> => Promise.reject(new Error('no order in these tests'))

type Machine = {
  world: TonSwapWorld
  keys: KeyRequest[]
  run(argv: string[], options?: CliOptions): Promise<CliRun>
}

/** A machine with one TON account, over a chain in this process. */
async function createMachine(): Promise<Machine> {
  const world = await createTonSwapWorld()
  world.chain.behaviour.foresees = true
  const journal = await world.openJournal()
  const context = world.context(journal)
  const keys: KeyRequest[] = []
  const api: Api = {
    ...context.api,
    quoteBest: async (body) => {
      const [route] = (await context.api.quoteAll(body)).routes
      if (route === undefined) throw new Error('the exchange always has a route')
      return route
    },
  }
  const services: Partial<Services> = {
    api: async () => api,
    readTokens: async (wanted) => wanted.map(() => ({ ...world.usdt, listed: false })),
    payer: async (request) => {
      keys.push(request)
      return { name: 'alice', kind: 'ton', address: showTonAddress(world.wallet, 'wallet') }
    },
    planning: async ({ onEvent }) => ({
      planSwap: (order) => planSwap(order, { ...context, onEvent }),
      planClaim: noOrder,
      planForeign: noOrder,
      planOrder: noOrder,
    }),
    journal: async () => journalTools(journal),
    execution: async ({ review, onEvent }) => {
      const own = { ...context, review, onEvent }
      return {
        planSwap: (order) => planSwap(order, own),
        planClaim: noOrder,
        executeSwap: (planned, options) => executeSwap(planned, own, options),
        resumeSwap: noOrder,
        planOrder: noOrder,
        executeDeposit: noOrder,
        payDeposit: noOrder,
        confirmationFor,
        orderConfirmation: (card) => ({
          interactive: 'yes_no',
          flags: 'yes',
          amountText: card.routeId,
          gas: null,
          trust: null,
          reasons: [],
        }),
      }
    },
  }
  return {
    world,
    keys,
    run: (argv, options = {}) =>
      runCli(argv, { now: () => world.chain.now() * 1000, services, ...options }),
  }
}

const line = (world: TonSwapWorld): string[] => [
  'swap',
  '5',
  'ton:TON',
  `ton:${world.usdt.address}`,
]

describe('a swap from TON', { timeout: 60_000 }, () => {
  test.each([60, 80, 120])('card of %i columns', async (columns) => {
    const { world, run, keys } = await createMachine()
    const { stdout, exit } = await run([...line(world), '--account', 'alice', '--dry-run'], {
      columns,
    })
    expect(exit).toBe(0)
    expect(stdout).toMatchSnapshot()
    expect(keys).toMatchObject([{ account: 'alice', kind: 'ton' }])
    expect(world.signed).toBe(0)
  })

  test('runs from card to receipt, with both hashes and a countdown', async () => {
    const { world, run } = await createMachine()
    world.chain.behaviour.messages = 'keep'
    world.onSleep = () => world.chain.release()
    const shown = await run([...line(world), '--yes'], { columns: 80 })
    expect(shown.exit).toBe(0)
    expect(shown.stderr).toMatch(/Valid for [56]:\d\d/)
    const stable = shown.stdout.replace(/(Receipt +)[0-9a-f-]{36}/, '$1<id>')
    expect(stable).toMatchSnapshot('receipt')
    expect(remaining(shown.stderr)).toMatchSnapshot('stderr')
  })

  test('for machines: one document, each countdown a line of --ndjson', async () => {
    const { world, run } = await createMachine()
    const { data, funds } = documentOf(await run([...line(world), '--yes', '--json']))
    expect(funds).toBe('delivered')
    expect(data).toMatchObject({
      hashes: {
        source: expect.stringMatching(/^[0-9a-f]{64}$/),
        sourceTransaction: expect.stringMatching(/^[0-9a-f]{64}$/),
        destination: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      transaction: { tonMessages: [{ amount: '5300000000' }] },
      spent: { symbol: 'TON', weiAmount: '5000000000' },
      received: { symbol: 'USDT', weiAmount: '15000000' },
      status: { status: 'SUCCESS' },
    })
    const next = await createMachine()
    next.world.chain.behaviour.messages = 'keep'
    next.world.onSleep = () => next.world.chain.release()
    const { stdout } = await next.run([...line(next.world), '--yes', '--ndjson'])
    const lines = stdout
      .trim()
      .split('\n')
      .map((text): unknown => JSON.parse(text))
    expect(lines).toContainEqual(
      expect.objectContaining({ type: 'progress', step: 'pay', validUntil: expect.any(String) }),
    )
  })

  test('--yes sends no payment that could not be simulated, not even the first of a wallet', async () => {
    const { world, run } = await createMachine()
    world.chain.behaviour.foresees = false
    const { error } = documentOf(await run([...line(world), '--yes', '--json']))
    expect(error).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
    expect(JSON.stringify(error)).toContain('was not simulated')
    expect(world.signed).toBe(0)
    world.chain.behaviour.foresees = true
    expect(documentOf(await run([...line(world), '--yes', '--json'])).funds).toBe('delivered')
    expect(world.signed).toBe(1)
  })

  test('--unsigned: what a wallet connector takes, and until when', async () => {
    const { world, run } = await createMachine()
    const from = showTonAddress(world.wallet, 'wallet')
    const argv = [...line(world), '--unsigned', '--from-address', from]
    const { data } = documentOf(await run([...argv, '--json']))
    expect(data).toMatchObject({
      unsigned: [
        {
          blockchain: 'TON',
          from,
          validUntilSeconds: world.chain.now() + 360,
          messages: [
            {
              address: showTonAddress(world.exchange, 'contract'),
              amount: '5300000000',
              payload: expect.any(String),
              stateInit: null,
            },
          ],
        },
      ],
    })
    const { stdout } = await run(argv, { columns: 80 })
    expect(stdout).toMatch(
      /1\. pay on TON[\s\S]*until 2027-01-15T08:06:00\.000Z[\s\S]*value 5300000000/,
    )
    expect(world.signed).toBe(0)
  })

  test('--quote -: the route of an earlier quote', async () => {
    const { world, run } = await createMachine()
    const receiver = showTonAddress(someone, 'wallet')
    const from = ['--from-address', showTonAddress(world.wallet, 'wallet')]
    const quoted = await run(['quote', ...line(world).slice(1), '--json', ...from, '-r', receiver])
    expect(quoted.stdout).toContain('"ok":true')
    const again = [...line(world), '--quote', '-', '-r', receiver, '--yes', '--json']
    const { stdout, exit, stderr } = await run(again, { stdin: quoted.stdout })
    expect(stdout).toContain('"ok":true')
    expect(exit).toBe(0)
    expect(documentOf({ stdout, stderr, exit, calls: [] })).toMatchObject({ ok: true })
    expect(await world.jetton.balanceOf(someone)).toBe(15_000_000n)
  })

  test.each([
    ['more than the route guarantees', ['--min-receive', '15'], 6, 'E9'],
    ['an amount that is not the one', ['--yes', '--confirm-amount', '6'], 10, 'confirm-amount'],
    ['more than the wallet holds', ['-a', '25'], 2, ''],
  ])('%s is refused', async (_, flags, exit, words) => {
    const { world, run } = await createMachine()
    const result = await run([...line(world), ...flags])
    expect(result.exit).toBe(exit)
    expect(result.stderr).toContain(words)
    expect(world.signed).toBe(0)
  })

  test('names what is missing to a wallet that is too poor', async () => {
    const { world, run } = await createMachine()
    const result = await run(['swap', '25', 'ton:TON', `ton:${world.usdt.address}`, '--yes'])
    expect(result.exit).toBe(4)
    expect(result.stderr).toMatch(/holds 20 TON[\s\S]*5 TON is missing/)
  })
})

describe('accounts', () => {
  const address = showTonAddress(someone, 'wallet')
  const account = {
    name: 'ton',
    kind: 'ton' as const,
    address,
    source: '/accounts/ton.json',
    walletVersion: 'v4r2' as const,
  }
  const calls: unknown[] = []
  const wallet: WalletTools = {
    list: async () => ({ accounts: [account], warnings: [] }),
    create: async (name, choice) => {
      calls.push(choice)
      return { ...account, name }
    },
    import: async (name, source, choice) => {
      calls.push({ source, choice })
      return { ...account, name }
    },
    balances: async (blockchain, owner) => {
      calls.push([blockchain, owner])
      return [{ token: toncoin, amount: 1_500_000_001n }]
    },
    chains: (kind) => (kind === 'ton' ? ['TON'] : ['ETH']),
    folder: '/accounts',
  }
  const run = async (...argv: string[]): Promise<CliRun> => {
    calls.length = 0
    return await runCli(['wallet', ...argv], {
      columns: 80,
      services: {
        wallet: async () => wallet,
        payer: async () => ({ name: 'ton', kind: 'ton', address }),
      },
    })
  }

  test('new and import say kind and version, and show the form to be paid at', async () => {
    const made = await run('new', 'ton', '--kind', 'ton', '--wallet-version', 'v4r2')
    expect(made.stdout).toMatchSnapshot()
    expect(made.stdout).toContain(address)
    expect(address).toMatch(/^UQ/)
    expect(calls).toEqual([{ kind: 'ton', walletVersion: 'v4r2' }])
    await run('import', 'ton', '--kind', 'ton', '--key-stdin')
    expect(calls).toEqual([
      { source: { kind: 'stdin' }, choice: { kind: 'ton', walletVersion: 'v5r1' } },
    ])
    expect((await run('new', 'main', '--wallet-version', 'v4r2')).exit).toBe(2)
    expect((await run('new', 'ton', '--kind', 'ton', '--wallet-version', 'v3r2')).exit).toBe(2)
  })

  test('list and address', async () => {
    expect((await run('list')).stdout).toContain(address)
    expect((await run('address', 'ton')).stdout).toBe(`${address}\n`)
  })

  test.each([
    ['a name', ['ton'], address],
    ['an address', [address], address],
    ['the form of contracts', [showTonAddress(someone, 'contract')], null],
    ['the raw form', [someone], address],
  ])('balance of %s', async (_, words, owner) => {
    const { stdout, exit } = await run('balance', ...words)
    expect(exit).toBe(0)
    expect(stdout).toMatch(/TON +1\.5 +TON/)
    expect(calls).toEqual([['TON', owner ?? words[0]]])
  })

  test('balance on a chain of the other kind is refused', async () => {
    expect((await run('balance', address, '--chain', 'eth')).exit).toBe(2)
  })
})

test('doctor asks TON for its time', async () => {
  const now = Date.UTC(2026, 10, 21)
  const probe =
    (skew: number): Services['probe'] =>
    async (blockchain) =>
      blockchain === 'TON'
        ? { kind: 'ton', chainSeconds: now / 1000 - skew }
        : { kind: 'evm', chainId: 1, blockNumber: 1n }
  const doctor = async (skew: number): Promise<CliRun> =>
    await runCli(['doctor', '--chain', 'ton'], {
      now: () => now,
      columns: 80,
      services: {
        probe: probe(skew),
        journal: async () => ({
          history: () => [],
          openSwaps: () => [],
          countOpen: () => 0,
          receipt: () => {
            throw new Error('not asked')
          },
          find: () => null,
          keysSince: () => [],
          damage: () => null,
        }),
        wallet: async () => ({
          list: async () => ({ accounts: [], warnings: [] }),
          create: noOrder,
          import: noOrder,
          balances: noOrder,
          chains: () => [],
          folder: '/accounts',
        }),
      },
    })
  expect((await doctor(2)).stdout).toMatch(/Node of TON +clock in sync/)
  expect((await doctor(6)).stdout).toMatch(/Node of TON +clock differs by 6s/)
  const late = await doctor(31)
  expect(late.exit).toBe(3)
  expect(late.stdout).toContain('Set the clock of this machine')
})
