/** `deposit`: routes, choice, confirmation, the order, and the card, over a whole service. */
import { describe, expect, test } from 'vitest'
import { dataSchemas } from '../../src/commands/schema/documents.ts'
import { btc, evm, ton, xAddress, xrp } from '../providers/depositSupport.ts'
import { answering } from '../support/answering.ts'
import { createDepositWorld, type DepositWorld, receiver } from '../support/depositCli.ts'
import { type CliRun, documentOf, remaining } from '../support/runMain.ts'

const sentence = '0.01 btc:BTC to eth:USDC'
const line = `deposit ${sentence} --receiver ${receiver}`
const refund = btc('refund')
const full = `${line} --refund-to ${refund}`
const address = (world: DepositWorld): string => {
  const order = world.exchange.orders.at(-1)
  if (order === undefined) throw new Error('there is no order')
  return order.transaction.depositAddress
}

describe('routes', () => {
  test.each([60, 80, 120])('as a table of %i columns', async (columns) => {
    const world = createDepositWorld()
    const run = await world.cli(full, { columns })
    expect(run.exit).toBe(0)
    expect(
      run.stdout.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, '<id>'),
    ).toMatchSnapshot()
    expect(run.stdout.split('\n').filter((text) => text.length > columns)).toEqual(
      run.stdout.split('\n').filter((text) => text.startsWith('  swaproute deposit')),
    )
    expect(world.exchange.orders).toEqual([])
  })

  test('as the contract’s answer, and as cells', async () => {
    const world = createDepositWorld()
    const document = documentOf(await world.cli(`${line} --json`))
    expect(document).toMatchObject({
      ok: true,
      funds: 'none_moved',
      data: {
        quote: { depositTradeParams: 'onlyDeposits', receiver },
        routes: [{ providerType: 'exolix', executionKind: 'deposit', rateType: 'float' }],
      },
    })
    const [, cells = ''] = (await world.cli(`${line} --plain`)).stdout.split('\n')
    expect(cells.split('\t').slice(2)).toEqual([
      'exolix',
      'floating',
      '594',
      '588.06',
      'USDC',
      '0.00000001',
      '',
      '20',
    ])
  })

  test('exits with NO_ROUTE where no route has the wanted rate', async () => {
    const world = createDepositWorld()
    expect((await world.cli(`${line} --rate fixed`)).exit).toBe(4)
    world.exchange.rateType = 'fixed'
    expect((await world.cli(`${line} --rate fixed`)).exit).toBe(0)
  })
})

describe('what is refused before any request', () => {
  test.each([
    ['no receiver', `deposit ${sentence}`, 'RECEIVER_REQUIRED'],
    ['a receiver of another chain', `deposit ${sentence} -r ${btc('me')}`, 'INVALID_ADDRESS'],
    ['a refund address of another chain', `${line} --refund-to ${evm('me')}`, 'INVALID_ADDRESS'],
    ['a burn address', `deposit ${sentence} -r 0x${'0'.repeat(36)}dEaD`, 'INVALID_ADDRESS'],
    ['a provider without deposits', `${line} --provider across`, 'UNKNOWN_PROVIDER'],
    ['an account of another chain', `${line} --account main`, 'INVALID_ARGUMENT'],
    ['a key', `${line} --key-stdin`, 'INVALID_ARGUMENT'],
    ['two choices', `${line} --best --provider exolix`, 'INVALID_ARGUMENT'],
    ['waiting and not waiting', `${line} --best --wait --no-wait`, 'INVALID_ARGUMENT'],
  ])('%s', async (_, argv, code) => {
    const world = createDepositWorld()
    const asked: string[] = []
    const api = new Proxy(world.api, {
      get: (target, name) => {
        asked.push(String(name))
        const call: unknown = Reflect.get(target, name)
        return call
      },
    })
    const run = await world.cli(`${argv} --json`, { services: { api: async () => api } })
    expect(documentOf(run)).toMatchObject({ ok: false, error: { code }, funds: 'none_moved' })
    expect(asked).toEqual([])
  })
})

describe('choice', () => {
  test('--yes never picks a route', async () => {
    const world = createDepositWorld()
    const run = await world.cli(`${line} --yes --json`)
    expect(run.exit).toBe(10)
    expect(documentOf(run)).toMatchObject({
      error: { details: { flags: '--best', routes: [{ providerType: 'exolix' }] } },
    })
    expect(world.exchange.orders).toEqual([])
  })

  test.each(['--best', '--provider exolix', '--provider Exolix'])('%s picks', async (choice) => {
    const world = createDepositWorld()
    expect((await world.cli(`${line} ${choice} --yes --json`)).exit).toBe(0)
    expect(world.exchange.orders).toHaveLength(1)
  })

  test('--id of an earlier quote picks, for whom it was quoted', async () => {
    const world = createDepositWorld()
    const { data } = documentOf(await world.cli(`${full} --json`))
    const id = dataSchemas['quote']?.parse(data)
    const route = (id as { routes: { id: string }[] }).routes[0]?.id ?? ''
    const other = await world.cli(`deposit --id ${route} -r ${evm('another')} --yes --json`)
    expect(documentOf(other)).toMatchObject({ error: { code: 'QUOTE_MISMATCH' } })
    const run = await world.cli(`deposit --id ${route} --yes --json`)
    expect(documentOf(run)).toMatchObject({ ok: true, data: { id: route } })
    expect(world.exchange.orders[0]?.quote.request).toMatchObject({
      receiver,
      refundAddress: refund,
    })
  })

  test('nothing dangerous is chosen by a flag', async () => {
    const world = createDepositWorld()
    world.exchange.rate = 700n
    const run = await world.cli(`${line} --best --yes --dangerous --json`)
    expect(documentOf(run)).toMatchObject({ error: { code: 'NO_ROUTE' } })
    expect(world.exchange.orders).toEqual([])
  })

  test('a pick at the terminal, then a yes to the order', async () => {
    const world = createDepositWorld()
    const run = await world.cli(`deposit 0.001 btc to eth:USDC -r ${receiver} --no-wait`, {
      ...answering(['Which route?', '\r'], ['at exolix?', 'y\r']),
    })
    expect(run.exit).toBe(0)
    expect(run.stdout).toContain(address(world))
  })

  test('the last line of the pick declines', async () => {
    const world = createDepositWorld()
    const run = await world.cli(line, answering(['Which route?', '\u001b[B\r']))
    expect(run.exit).toBe(11)
    expect(world.exchange.orders).toEqual([])
  })
})

describe('confirmation', () => {
  test('without a flag and without a terminal prints the preview and the flag, exit 10', async () => {
    const world = createDepositWorld()
    const run = await world.cli(`${full} --best`)
    expect(run.exit).toBe(10)
    expect(run.stderr).toContain('Open this order')
    expect(run.stderr.replace(/\s+/g, ' ')).toContain('Add --yes to open it.')
    expect(documentOf(await world.cli(`${full} --best --json`))).toMatchObject({
      error: { code: 'CONFIRMATION_REQUIRED', details: { preview: { refundAddress: refund } } },
    })
    expect(world.exchange.orders).toEqual([])
  })

  test.each([
    ['a yes below 500 USD', '0.001', 'y\r', 0],
    ['a no', '0.001', 'n\r', 11],
    ['a yes above it, then the amount', '0.01', ['y\r', '0.01 BTC\r'], 0],
    ['only a yes above it', '0.01', ['y\r', 'y\r', 'y\r'], 11],
    ['Ctrl-C', '0.001', '\u0003', 130],
  ])('at a terminal: %s', async (_, amount, typed, exit) => {
    const world = createDepositWorld()
    const argv = `deposit ${amount} btc to eth:USDC -r ${receiver} --best --no-wait`
    const [first = '', ...others] = [typed].flat()
    const question = amount === '0.01' ? 'Type' : 'Open this order for'
    const again = others.map((keys): [string, string] => ['not the amount', keys])
    const { exit: ended } = await world.cli(argv, answering([question, first], ...again))
    expect([ended, world.exchange.orders.length]).toEqual([exit, exit === 0 ? 1 : 0])
  })

  test('a loss is confirmed by the amount, and half of it is refused by all', async () => {
    const world = createDepositWorld()
    world.exchange.rate = 850n
    const { data } = documentOf(await world.cli(`${line} --dangerous --json`))
    const { routes } = data as { routes: { id: string }[] }
    const argv = `deposit --id ${routes[0]?.id} --yes --json`
    expect((await world.cli(argv)).exit).toBe(10)
    expect((await world.cli(`${argv} --confirm-amount 0.02`)).exit).toBe(10)
    expect((await world.cli(`${argv} --confirm-amount 0.01`)).exit).toBe(0)
  })

  test('never picks an offer that is too good by itself; takes it for a typed amount, refuses it at twice the value', async () => {
    const world = createDepositWorld()
    world.exchange.rate = 1_300n
    expect((await world.cli(`${full} --provider exolix --yes --json`)).exit).toBe(4)
    const offered = async (): Promise<string> => {
      const { data } = documentOf(await world.cli(`${line} --dangerous --json`))
      const { routes } = data as { routes: { id: string }[] }
      return `deposit --id ${routes[0]?.id} --yes --json`
    }
    const argv = await offered()
    expect((await world.cli(argv)).exit).toBe(10)
    expect((await world.cli(`${argv} --confirm-amount 0.01`)).exit).toBe(0)
    world.exchange.rate = 8_000n
    const eightfold = await world.cli(`${await offered()} --force --confirm-amount 0.01`)
    expect(documentOf(eightfold)).toMatchObject({
      ok: false,
      funds: 'none_moved',
      error: { code: 'UNSAFE_ROUTE', details: { check: 'P3' } },
    })
    expect(world.exchange.orders).toHaveLength(1)
  })

  test('compares --max-fee-usd with what the route takes on top', async () => {
    const world = createDepositWorld()
    expect((await world.cli(`${full} --best --yes --json --max-fee-usd 0`)).exit).toBe(0)
    expect((await world.cli(`${full} --best --yes --json --force --max-fee-usd x`)).exit).toBe(2)
  })

  test('--dry-run opens nothing', async () => {
    const world = createDepositWorld()
    const run = await world.cli(`${full} --best --dry-run`)
    expect(run.exit).toBe(0)
    expect(run.stdout).toContain('Dry run: no order was opened.')
    expect(documentOf(await world.cli(`${full} --best --dry-run --json`))).toMatchObject({
      data: { route: { providerType: 'exolix' }, review: { receiver, refundAddress: refund } },
    })
    expect(world.exchange.orders).toEqual([])
  })
})

describe('the order', () => {
  test('is data: address, amount, no memo', async () => {
    const world = createDepositWorld()
    const run = await world.cli(`${full} --provider exolix --yes --json`)
    expect(run.stderr).toBe('')
    expect(documentOf(run)).toMatchObject({
      command: 'deposit',
      ok: true,
      funds: 'none_moved',
      data: {
        transaction: {
          depositAddress: address(world),
          amountToSend: '0.01',
          exchangeId: 'ex0000000001',
          extraFields: null,
        },
        status: { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' },
        order: { payment: 'by_hand', expiresAt: '2026-11-21T15:03:22.000Z' },
        gasSpent: null,
      },
    })
  })

  test('is cells, memo included', async () => {
    const world = createDepositWorld()
    const argv = `deposit 50 xrp to eth:USDC -r ${receiver} --best --yes --plain`
    const [heading = '', cells = ''] = (await world.cli(argv)).stdout.split('\n')
    const named = Object.fromEntries(
      heading.split('\t').map((name, index) => [name, cells.split('\t')[index]]),
    )
    expect(named).toMatchObject({
      memoName: 'destination tag',
      memo: '4044771',
      amountToSend: '50',
      depositAddress: address(world),
      exchangeId: 'ex0000000001',
    })
  })

  test('is an event of --ndjson before anything is waited for', async () => {
    const world = createDepositWorld()
    world.onSleep = () => world.exchange.say({ status: 'FAIL' })
    const run = await world.cli(`${full} --best --yes --ndjson`)
    const events = run.stdout
      .trimEnd()
      .split('\n')
      .map((text): Record<string, unknown> => JSON.parse(text))
    expect(events).toContainEqual(
      expect.objectContaining({
        step: 'deposit',
        transaction: expect.objectContaining({ depositAddress: address(world) }),
      }),
    )
    expect(events.at(-1)).toMatchObject({ type: 'result', ok: false })
  })

  test.each([60, 80, 120])('is a card of %i columns', async (columns) => {
    const world = createDepositWorld()
    const run = await world.cli(`${full} --best --yes --no-wait`, { columns })
    const id = /swaproute resume ([0-9a-f-]+)/.exec(run.stdout)?.[1] ?? ''
    expect(run.stdout.replaceAll(id, '<receipt>')).toMatchSnapshot()
  })

  test('with a memo has it first, and no code that could not carry it', async () => {
    const world = createDepositWorld()
    const argv = `deposit 50 xrp to eth:USDC -r ${receiver} --best --yes --no-wait --qr always`
    const run = await world.cli(argv, { columns: 80 })
    const { stdout } = run
    const at = (text: string): number => stdout.indexOf(text)
    expect(at('4044771')).toBeGreaterThan(-1)
    expect(at('4044771')).toBeLessThan(at('Send exactly'))
    expect(at('Send exactly')).toBeLessThan(at('Network'))
    expect(at('Network')).toBeLessThan(at(address(world)))
    expect(at(address(world))).toBeLessThan(at('ex0000000001'))
    expect(stdout).toContain('none: it could not carry the destination tag')
    expect(stdout).not.toContain('▄')
  })

  test('draws dark on light where colours work, and nothing by default where they do not', async () => {
    const world = createDepositWorld()
    const flags = `${full} --best --yes --no-wait --force`
    const coloured = await world.cli(flags, {
      columns: 80,
      env: { NO_COLOR: '', FORCE_COLOR: '1' },
    })
    expect(coloured.stdout).toContain('\u001b[38;5;16;48;5;231m')
    const plain = await world.cli(flags, { columns: 80 })
    expect(plain.stdout).not.toContain('▄')
    expect(plain.stdout.replace(/\n│ +/g, ' ')).toContain('--qr always draws one')
    expect((await world.cli(`${flags} --qr always`, { columns: 80 })).stdout).toContain('▄')
  })

  test('--qr never prints no code', async () => {
    const world = createDepositWorld()
    const run = await world.cli(`${full} --best --yes --no-wait --qr never`, { columns: 80 })
    expect(run.stdout).not.toContain('▄')
  })
})

describe('the memo', () => {
  const argv = `deposit 50 xrp to eth:USDC -r ${receiver} --best --no-wait`

  test('is acknowledged by its last four characters before the address is shown', async () => {
    const world = createDepositWorld()
    const run = await world.cli(
      argv,
      answering(['Open this order for', 'y\r'], ['characters', '4771\r']),
    )
    expect(run.exit).toBe(0)
    expect(remaining(run.stderr)).toContain('Type the last 4 characters of the destination tag')
    expect(run.stderr).not.toContain(address(world))
    expect(run.stdout).toContain(address(world))
  })

  test('not acknowledged, no address is shown, and resume asks again', async () => {
    const world = createDepositWorld()
    const run = await world.cli(
      argv,
      answering(
        ['Open this order for', 'y\r'],
        ['characters', '1111\r'],
        ["doesn't match", '2222\r'],
        ["doesn't match", '3333\r'],
      ),
    )
    expect(run.exit).toBe(11)
    expect(run.stdout + run.stderr).not.toContain(address(world))
    const again = await world.cli('resume --no-wait', answering(['characters', '4771\r']))
    expect(again.stdout).toContain(address(world))
  })
})

describe('shows what a receiver has to do', () => {
  const notes = async (to: string, who: string): Promise<CliRun> =>
    createDepositWorld().cli(`deposit 0.01 btc to ${to} -r ${who} --json`)

  test.each([
    ['a tag', 'xrp', xrp('someone'), 'destination tag'],
    ['a comment', 'ton', ton('someone'), 'comment'],
  ])('%s at an exchange', async (_, to, who, word) => {
    const { stdout } = await notes(to, who)
    expect(stdout).toContain(`needs a ${word}`)
  })

  test('an X-address carries its tag', async () => {
    expect((await notes('xrp', xAddress('someone', 77))).stdout).not.toContain(
      'needs a destination',
    )
  })

  test('nothing on chains without memos', async () => {
    const document = documentOf(await createDepositWorld().cli(`${line} --json`))
    expect(document['warnings']).toEqual([])
  })
})
