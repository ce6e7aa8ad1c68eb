/** Questions of a line that leaves something out, and what they make of it. */
import { describe, expect, test } from 'vitest'
import type { Services, WalletTools } from '../../src/commands/frame/services.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { OwnAccount } from '../../src/commands/guide/holdings.ts'
import { type Answer, answering } from '../support/answering.ts'
import { routeItem } from '../support/fakeApi.ts'
import { type CliRun, remaining, runCli } from '../support/runMain.ts'
import { alice, receiptId, receiptOf, swapServices, usdc } from '../support/swapScript.ts'

const bob = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const ton = 'UQBtdVExbPCyslUQI-9o4EuXUYTYAlZrXkwsuc9SdZ3EyPLt'
const main: OwnAccount = { name: 'main', kind: 'evm', address: alice, source: 'a file' }
const other: OwnAccount = { name: 'other', kind: 'evm', address: bob, source: 'a file' }
const onTon: OwnAccount = { name: 'main', kind: 'ton', address: ton, source: 'a file' }

/** A machine with these accounts; `slow`: its nodes never answer. */
function machine(accounts: readonly OwnAccount[], slow = false): Partial<Services> {
  const unused = (): Promise<never> => Promise.reject(new Error('not in these tests'))
  const wallet: WalletTools = {
    list: async () => ({ accounts, warnings: [] }),
    create: async (name) => ({ name, kind: 'evm', address: alice, source: '/accounts/new.json' }),
    import: unused,
    balances: async (blockchain, owner) => {
      if (slow) return await new Promise<never>(() => undefined)
      if (blockchain === 'ARBITRUM') throw new SwaprouteError('CHAIN_UNAVAILABLE', 'down')
      return owner === alice ? [{ token: usdc, amount: 300_000_000n }] : []
    },
    prices: async () => () => ({ e18: 10n ** 18n, confirmed: true, sources: [] }),
    chains: (kind) => (kind === 'evm' ? ['ETH', 'ARBITRUM'] : []),
    folder: '/accounts',
  }
  const { services } = swapServices()
  return {
    ...services,
    wallet: async () => wallet,
    payer: async ({ account, kind }) => {
      if (account === null) throw new SwaprouteError('KEY_UNAVAILABLE', 'No account is named.')
      const found = accounts.find((one) => one.name === account && one.kind === (kind ?? one.kind))
      return found ?? { ...main, name: account }
    },
    sleep: () => new Promise(() => undefined),
  }
}

async function guided(
  argv: string[],
  services: Partial<Services>,
  steps: Answer[],
): Promise<CliRun> {
  const terminal = answering(...steps)
  const run = await runCli(argv, {
    ...terminal,
    routes: [routeItem('across', '249.71234')],
    services,
  })
  expect(terminal.unanswered).toEqual([])
  return run
}

/** The line that is shown for the answers. */
function lineIn({ stderr }: CliRun): string {
  return /(?:as one line|on from here):\s+(swaproute .*)/.exec(stderr)?.[1] ?? 'none'
}

describe('swap alone', () => {
  test('asks for everything and does the same as one line', async () => {
    const run = await guided(['swap'], machine([main, other]), [
      ['300 ($300.00) in main', '\r'],
      ['What do you want to receive?', 'arb usdc'],
      ['❯ arbitrum:USDC', '\r'],
      ['You have 300 USDC.', '250\r'],
      ['Send 250 USDC?', 'y\r'],
    ])
    expect(run.exit).toBe(0)
    expect(lineIn(run)).toMatchInlineSnapshot(
      `"swaproute swap 250 eth:USDC to arbitrum:USDC --account main"`,
    )
    expect(run.calls[0]?.input).toMatchObject({ fromAddress: alice })
  })

  test('offers tokens at once where no node answers', async () => {
    const run = await guided(['swap'], machine([main], true), [
      ['What do you want to swap?', '\u0003'],
    ])
    expect(run.exit).toBe(130)
    expect(run.stderr.match(/Nothing was sent/g)).toHaveLength(1)
  })

  test('left with Esc keeps what was answered', async () => {
    const run = await guided(['swap', '250'], machine([main]), [
      ['300 ($300.00) in main', '\r'],
      ['What do you want to receive?', '\u001b'],
    ])
    expect(run.exit).toBe(130)
    expect(lineIn(run)).toMatchInlineSnapshot(`"swaproute swap 250 eth:USDC"`)
  })

  test('refuses more than the account has, and asks again', async () => {
    const run = await guided(['swap', 'eth:USDC', 'arb:USDC'], machine([main]), [
      ['How much USDC?', '300.5\r'],
      ['The account has only 300 USDC.', '\u0003'],
    ])
    expect(run.calls).toEqual([])
  })
})

describe('who pays and who receives', () => {
  const line = ['swap', '250', 'eth:USDC', 'to', 'arb:USDC']

  test('pays with the only account that fits, and shows which', async () => {
    const run = await guided(line, machine([main, onTon]), [['Send 250 USDC?', 'y\r']])
    expect(run.exit).toBe(0)
    expect(run.stderr).toContain('Paid by main (0x8ba1…4DBA72), your only account that can.')
    expect(lineIn(run)).toMatchInlineSnapshot(
      `"swaproute swap 250 eth:USDC to arb:USDC --account main"`,
    )
  })

  test('no account: one is made', async () => {
    const run = await guided(line, machine([]), [
      ['How do you want to pay?', '\r'],
      ['Name of the account:', '\r'],
      ['Send 250 USDC?', 'y\r'],
    ])
    expect(run.exit).toBe(0)
    expect(lineIn(run)).toMatchInlineSnapshot(
      `"swaproute swap 250 eth:USDC to arb:USDC --account main"`,
    )
  })

  test('works without an account where a command needs none', async () => {
    const run = await guided(line, machine([]), [['How do you want to pay?', '\u001b[B\u001b[B\r']])
    expect(run.exit).toBe(11)
    expect(run.calls).toEqual([])
    expect(remaining(run.stderr)).toContain('swaproute deposit 250 eth:USDC to arb:USDC')
  })

  test('a chain of another kind: an address, checked at once', async () => {
    const run = await guided(['swap', '250', 'eth:USDC', 'to', 'ton:TON'], machine([main]), [
      ['Address that receives on TON:', `${bob}\r`],
      ['> ', '\u0003'],
    ])
    expect(run.exit).toBe(130)
    expect(run.calls).toEqual([])
  })

  test('own accounts of that kind come first', async () => {
    const run = await guided(['swap', '250', 'eth:USDC', 'to', 'ton:TON'], machine([main, onTon]), [
      ['❯ main', '\r'],
    ])
    expect(lineIn(run)).toContain(`--receiver ${ton}`)
  })
})

describe('asks no question', () => {
  test.each([['--json'], ['--ndjson'], ['--no-input'], ['--yes']])('with %s', async (flag) => {
    const run = await runCli(['swap', flag], {
      columns: 80,
      stdinTerminal: true,
      services: machine([main]),
    })
    expect(run.exit).toBe(2)
  })
})

test('receipt alone offers the swaps of this machine, open ones first', async () => {
  const open = { ...receiptOf(), receiptId: receiptId.replace('7', '8'), open: true }
  const journal = {
    history: () => [receiptOf(), open],
    openSwaps: () => [open],
    countOpen: () => 1,
    receipt: () => receiptOf(),
    find: () => receiptId,
    keysSince: () => [],
    damage: () => null,
  }
  const run = await guided(['receipt'], { journal: async () => journal }, [
    ['❯ 8c1e4f0a', '\u001b[B'],
    ['❯ 7c1e4f0a', '\r'],
  ])
  expect(run.exit).toBe(0)
  expect(run.stdout).toContain(receiptId)
})
