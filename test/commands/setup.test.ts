import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { SandboxInfo } from '../../src/core/sandboxPackage.ts'
import { rules } from '../../src/core/rules.ts'
import type { Config } from '../../src/commands/frame/config.ts'
import type { SandboxTools, Services, WalletTools } from '../../src/commands/frame/services.ts'
import { errorCodes, SwaprouteError } from '../../src/core/errors.ts'
import { statusNames } from '../../src/core/status.ts'
import { documentOf, runCli } from '../support/runMain.ts'
import { alice, ether, swapServices, usdc } from '../support/swapScript.ts'

const home = mkdtempSync(join(tmpdir(), 'swaproute-setup-'))
afterAll(() => rmSync(home, { recursive: true }))

const account = {
  name: 'main',
  kind: 'evm' as const,
  address: alice,
  source: '/accounts-of-me/main.json',
}
const foundry = { name: 'old', kind: 'evm' as const, address: null, source: '/accounts-of-me/old' }

function wallet(change: Partial<WalletTools> = {}): Partial<Services> {
  return {
    wallet: async () => ({
      list: async () => ({ accounts: [account, foundry], warnings: [] }),
      create: async (name) => ({ ...account, name }),
      import: async (name) => ({ ...account, name }),
      balances: async (blockchain) =>
        blockchain === 'ETH'
          ? [
              { token: ether, amount: 19_999_000_000_000_000_001n },
              { token: usdc, amount: 0n },
            ]
          : [],
      chains: () => ['ETH', 'ARBITRUM'],
      folder: '/accounts-of-me/accounts',
      ...change,
    }),
    payer:
      swapServices().services.payer ?? (async () => ({ name: '', address: null, kind: 'evm' })),
  }
}

describe('wallet', () => {
  test('new shows the address and what to keep', async () => {
    const { stdout, exit } = await runCli(['wallet', 'new', 'main'], {
      services: wallet(),
      columns: 80,
    })
    expect(exit).toBe(0)
    expect(stdout).toContain(alice)
    expect(stdout).toContain('Back up this file and its password')
  })

  test('import prints the source of the key', async () => {
    const sources: unknown[] = []
    const services = wallet({
      import: async (name, source, choice, passwordFile) => {
        sources.push({ ...source, account: choice.kind, passwordFile })
        return { ...account, name }
      },
    })
    const run = (...argv: string[]) => runCli(['wallet', 'import', 'main', ...argv], { services })
    await run('--key-stdin', '--password-file', '/p')
    await run('--keystore', 'a.json')
    expect(sources).toEqual([
      { kind: 'stdin', account: 'evm', passwordFile: '/p' },
      { kind: 'keystore', path: 'a.json', account: 'evm', passwordFile: null },
    ])
    const nobody = await run()
    expect(nobody.exit).toBe(3)
    expect(nobody.stderr).toContain('There is no key to import.')
    expect((await run('--key-stdin', '--keystore', 'a')).exit).toBe(2)
  })

  test.each([60, 120])('list as a table of %i columns', async (columns) => {
    const { stdout } = await runCli(['wallet', 'list'], { services: wallet(), columns })
    expect(stdout).toMatchSnapshot()
  })

  test('address', async () => {
    const { stdout } = await runCli(['wallet', 'address', 'main'], { services: wallet() })
    expect(stdout).toBe(`${alice}\n`)
  })

  test('balance hides zeros and keeps every digit for machines', async () => {
    const screen = await runCli(['wallet', 'balance', 'main'], { services: wallet(), columns: 80 })
    expect(screen.stdout).toMatchSnapshot()
    const { data } = documentOf(
      await runCli(['wallet', 'balance', alice, '--all', '--json'], { services: wallet() }),
    )
    expect(data).toMatchObject({
      address: alice,
      balances: [
        { amount: '19.999000000000000001', weiAmount: '19999000000000000001' },
        { amount: '0' },
      ],
      unreached: [],
    })
  })

  test('a chain that does not answer leaves the others readable', async () => {
    const balances: WalletTools['balances'] = async (blockchain) => {
      if (blockchain === 'ARBITRUM') throw new SwaprouteError('CHAIN_UNAVAILABLE', 'No node.')
      return [{ token: ether, amount: 1n }]
    }
    const some = await runCli(['wallet', 'balance', alice], { services: wallet({ balances }) })
    expect(some.exit).toBe(0)
    expect(some.stdout).toContain('Not reached: ARBITRUM; their balances are unknown.')
    const none = await runCli(['wallet', 'balance', alice, '--chain', 'arb'], {
      services: wallet({ balances }),
    })
    expect(none.exit).toBe(5)
  })
})

test('balance without a chain asks only those that write addresses as the account does', async () => {
  const asked: string[] = []
  const balances: WalletTools['balances'] = async (blockchain) => {
    asked.push(blockchain)
    return []
  }
  const services = wallet({ chains: () => ['ETH', 'XDC'], balances })
  expect((await runCli(['wallet', 'balance', 'main'], { services })).exit).toBe(0)
  expect(asked).toEqual(['ETH'])
  const named = await runCli(['wallet', 'balance', 'main', '--chain', 'xdc'], { services })
  expect(named.exit).toBe(2)
})

const info: SandboxInfo = {
  running: true,
  chains: [{ blockchain: 'ETH', chainId: 13370001, rpcUrl: 'http://127.0.0.1:4001' }],
  accounts: [{ name: 'alice', kind: 'evm', address: alice, privateKey: `0x${'1'.repeat(64)}` }],
  providers: [{ id: 'across', url: 'http://127.0.0.1:4002/api' }],
}

function sandbox(change: Partial<SandboxTools> = {}): Partial<Services> {
  return {
    sandbox: async () => ({
      info: () => info,
      start: async () => info,
      stop: async () => true,
      reset: async () => info,
      fund: async () => undefined,
      setFault: async () => undefined,
      clearFaults: async () => undefined,
      faults: () => [
        {
          targets: ['across'],
          fault: 'stall',
          kind: 'lasting',
          value: null,
          rehearses: 'No relayer pays out.',
        },
        {
          targets: ['ETH'],
          fault: 'mine',
          kind: 'once',
          value: { unit: 'blocks', fallback: 1, most: 1000 },
          rehearses: 'New blocks.',
        },
      ],
      deposits: async () => [],
      payDeposit: async () => {
        throw new Error('not under test')
      },
      ...change,
    }),
  }
}

describe('sandbox', () => {
  test('status shows chains, accounts and servers; keys only in JSON', async () => {
    const screen = await runCli(['sandbox', 'status'], { services: sandbox(), columns: 80 })
    expect(screen.stdout).toMatchSnapshot()
    expect(screen.stdout).not.toContain('1111111111')
    const json = documentOf(await runCli(['sandbox', 'status', '--json'], { services: sandbox() }))
    expect(json).toMatchObject({ data: info, meta: { sandbox: true } })
  })

  test('status has the same shape without a sandbox', async () => {
    const services = sandbox({ info: () => null })
    const json = documentOf(await runCli(['sandbox', 'status', '--json'], { services }))
    expect(json['data']).toEqual({ running: false, chains: [], accounts: [], providers: [] })
    const { stdout } = await runCli(['sandbox', 'status'], { services })
    expect(stdout).toContain('SANDBOX')
    expect(stdout).toContain('not running')
  })

  test.each([
    [['sandbox', 'start'], 'Running.'],
    [['sandbox', 'stop'], 'The sandbox is stopped.'],
    [['sandbox', 'reset'], 'Running.'],
    [['sandbox', 'fund', 'alice', '1000', 'eth:USDC'], 'Added 1000 USDC on Ethereum to'],
    [['sandbox', 'fault'], 'No relayer pays out.'],
    [['sandbox', 'fault', 'across', 'stall'], 'Fault stall is on for across.'],
    [['sandbox', 'fault', 'ETH', 'mine', '3'], 'Fault mine (3) has happened to ETH.'],
    [['sandbox', 'fault', 'ETH', 'mine'], 'It cannot be cleared: `swaproute sandbox reset`'],
    [['sandbox', 'fault', 'ETH', 'advance'], 'Its clock stays ahead'],
    [['sandbox', 'fault', '--clear'], 'All faults cleared.'],
  ])('%j', async (argv, says) => {
    const { stdout, exit } = await runCli(argv, { services: sandbox(), columns: 80 })
    expect(exit).toBe(0)
    expect(stdout).toMatch(/^ SANDBOX/)
    expect(stdout).toContain(says)
  })

  test('fund pays the wallet of the name that the chain has', async () => {
    const asked: unknown[] = []
    const address = 'UQDBIyMigbN87svcBt6cqi2PbX799JkAk-NFIY4oMTP9qUzI'
    const both: SandboxInfo = {
      ...info,
      accounts: [...info.accounts, { name: 'alice', kind: 'ton', address, privateKey: 'words' }],
    }
    const services = sandbox({
      info: () => both,
      fund: async (request) => void asked.push(request),
    })
    await runCli(['sandbox', 'fund', 'alice', '2.5', 'ton:TON'], { services })
    await runCli(['sandbox', 'fund', 'alice', '1', 'eth'], { services })
    expect(asked).toEqual([
      { address, blockchain: 'TON', token: 'native', amount: 2_500_000_000n },
      { address: alice, blockchain: 'ETH', token: 'native', amount: 10n ** 18n },
    ])
  })

  test('fund takes names and addresses, faults take values', async () => {
    const asked: unknown[] = []
    const services = sandbox({
      fund: async (request) => void asked.push(request),
      setFault: async (fault) => void asked.push(fault),
    })
    await runCli(['sandbox', 'fund', 'alice', '1.5', 'eth'], { services })
    await runCli(['sandbox', 'fault', 'ETH', 'mine', '3'], { services })
    expect(asked).toEqual([
      { address: alice, blockchain: 'ETH', token: 'native', amount: 1_500_000_000_000_000_000n },
      { target: 'ETH', fault: 'mine', value: 3 },
    ])
    expect((await runCli(['sandbox', 'fault', 'ETH', 'mine', 'many'], { services })).exit).toBe(2)
    expect(
      (
        await runCli(
          ['sandbox', 'fund', 'alice', '1', 'eth:0x1f9090aaE28b8a3dCeaDf281B0F12828e676c326'],
          { services },
        )
      ).exit,
    ).toBe(2)
  })
})

describe('serve', () => {
  test('binds the given address, and ends cleanly when interrupted', async () => {
    let stopped = false
    let interrupt = (): void => undefined
    let settings: Config['serve'] | null = null
    const services: Partial<Services> = {
      serve: async () => {
        setImmediate(() => interrupt())
        return {
          url: 'http://127.0.0.1:7331',
          stop: async () => {
            stopped = true
          },
        }
      },
    }
    const run = await runCli(
      ['serve', '--port', '0', '--token-file', 't', '--allow-host', 'a', '--allow-host', 'b'],
      {
        services,
        onReady: (call, _host, { serve }) => {
          interrupt = call
          settings = serve
        },
      },
    )
    expect(run.exit).toBe(0)
    expect(stopped).toBe(true)
    expect(settings).toMatchObject({
      host: '127.0.0.1',
      port: 0,
      tokenFile: 't',
      allowHost: ['a', 'b'],
      allowOrigin: [],
    })
  })
})

describe('explain', () => {
  test.each([
    ...Object.keys(errorCodes),
    ...statusNames,
    ...rules.map((rule) => rule.code),
    '1004',
    '2005',
    '7001',
    '7005',
    '0',
    '8',
    '130',
  ])('%s', async (code) => {
    const { data } = documentOf(await runCli(['explain', code, '--json']))
    expect(data).toMatchObject({
      code,
      meaning: expect.stringMatching(/^[A-Z].*\.$/),
      action: expect.stringMatching(/\S.*[.`]$/),
    })
  })

  test.each(['H10', 'E19', 'E99', 'N4', 'Q1'])('%s is not a rule', async (code) => {
    expect(await runCli(['explain', code])).toMatchObject({ exit: 2 })
  })

  test('X5 names the key that writes to the clipboard', async () => {
    const { data } = documentOf(await runCli(['explain', 'X5', '--json']))
    expect(data).toMatchObject({
      meaning: expect.stringContaining(
        'the clipboard is written only when you press the key for it',
      ),
    })
  })

  test('in any case, as a card', async () => {
    const { stdout } = await runCli(['explain', 'no_route'], { columns: 80 })
    expect(stdout).toContain('NO_ROUTE · error')
    expect(stdout).toContain('exit code 4')
  })
})
