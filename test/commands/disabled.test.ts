/** The user's own list of disabled providers and contracts (S6), as a user meets it. */
import { describe, expect, test } from 'vitest'
import { readDisabled, withoutDisabled } from '../../src/app/disabled.ts'
import type { ProvidersAnswer } from '../../src/api/schemas.ts'
import { createDepositWorld, receiver } from '../support/depositCli.ts'
import { createFakeApi, failedItem, routeItem } from '../support/fakeApi.ts'
import { documentOf, runCli } from '../support/runMain.ts'

const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const env = (list: string): { env: Record<string, string> } => ({
  env: { SWAPROUTE_DISABLED_PROVIDERS: list },
})

describe('the setting', () => {
  test('is listed with where it comes from; a name of two spellings means both', async () => {
    const run = await runCli(['config', 'list', '--json'], {
      env: {
        SWAPROUTE_DISABLED_PROVIDERS: 'across, Lifi',
        SWAPROUTE_DISABLED_CONTRACTS: `eth:${router}`,
      },
    })
    expect(documentOf(run)).toMatchObject({
      data: {
        settings: expect.arrayContaining([
          {
            key: 'disabledProviders',
            value: 'across, lifi, LIFI',
            origin: 'environment',
            from: 'SWAPROUTE_DISABLED_PROVIDERS',
          },
          {
            key: 'disabledContracts',
            value: `eth:${router}`,
            origin: 'environment',
            from: 'SWAPROUTE_DISABLED_CONTRACTS',
          },
        ]),
      },
    })
  })

  test.each([
    [{ SWAPROUTE_DISABLED_PROVIDERS: 'acros' }, 'did you mean across'],
    [{ SWAPROUTE_DISABLED_CONTRACTS: router }, '<chain>:<address>'],
  ])('reports a mistake in it with the right form: %o', async (variables, said) => {
    const run = await runCli(['config', 'list', '--json'], { env: variables })
    expect(run.exit).toBe(3)
    expect(documentOf(run)).toMatchObject({
      error: { code: 'CONFIG_INVALID', message: expect.stringContaining(said) },
    })
  })
})

describe('contracts on it', () => {
  const listed = (...contracts: string[]): ReturnType<typeof readDisabled> =>
    readDisabled({ disabled: { providers: ['across'], contracts } })

  test('are known in every spelling, on their own chain only', () => {
    const wallet = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'
    const list = listed(`ETHEREUM:${router}`, `ton:${wallet}`)
    expect(list.isProvider('across')).toBe(true)
    expect(list.isProvider('relay')).toBe(false)
    expect(list.isContract('ETH', router.toLowerCase())).toBe(true)
    expect(list.isContract('ARBITRUM', router)).toBe(false)
    const raw = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'
    expect(list.isContract('TON', raw)).toBe(true)
    expect(list.isContract('TON', raw.replace('a8', 'a9'))).toBe(false)
  })

  test.each([
    ['nochain', `etherium:${router}`],
    ['a broken checksum', `eth:${router.replace('D', 'd')}`],
    ['an address of another chain', `ton:${router}`],
  ])('%s is a mistake', (_what, text) => {
    expect(() => listed(text)).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', message: expect.stringContaining(text) }),
    )
  })
})

describe('a disabled provider', () => {
  const line = ['quote', '1', 'eth:ETH', 'to', 'eth:USDC']

  test('is refused when --provider names it, with the reason', async () => {
    const run = await runCli([...line, '--provider', 'across', '--json'], env('across'))
    expect(run.exit).toBe(6)
    expect(run.calls).toEqual([])
    expect(documentOf(run)).toMatchObject({
      error: {
        code: 'UNSAFE_ROUTE',
        message: 'across is disabled by your settings. (check S6)',
        details: { check: 'S6', provider: 'across' },
      },
    })
    const other = await runCli([...line, '--provider', 'relay', '--json'], env('across'))
    expect(other.calls).toMatchObject([{ name: 'quoteAll' }])
  })

  test('is listed in the footer, apart from those that failed', async () => {
    const disabled = failedItem('across', 2001, 'across is disabled by your settings.')
    const run = await runCli(line, {
      columns: 100,
      routes: [routeItem('UNI_SWAP_V3', '3000')],
      failed: [{ ...disabled, data: { ...disabled.data, data: { check: 'S6' } } }],
    })
    expect(run.stdout).toContain('1 provider asked · 1 answered · 1 disabled.')
    expect(run.stdout).toContain('Disabled by your settings: across.')
  })

  test('is not asked by a remote service either, nor taken from it', async () => {
    const run = await runCli([...line, '--backend', 'remote', '--json'], env('across,relay'))
    expect(run.calls).toMatchObject([{ input: { nativeBlacklist: ['across', 'relay'] } }])
    const embedded = await runCli([...line, '--json'], env('across'))
    expect(embedded.calls).toMatchObject([
      { input: expect.not.objectContaining({ nativeBlacklist: expect.anything() }) },
    ])

    const offered = [routeItem('across', '3010'), routeItem('UNI_SWAP_V3', '3000')]
    const { contract } = createFakeApi({
      routes: offered,
      api: {
        providers: async (): Promise<ProvidersAnswer> => ({
          crossChain: [{ name: 'across', blockchains: [], state: 'ready', deposit: false }],
          onChain: [{ name: 'UNI_SWAP_V3', blockchains: [], state: 'ready', deposit: false }],
        }),
      },
    })
    const body = { srcTokenAddress: 'x', srcTokenAmount: '1', dstTokenAddress: 'y' }
    const sifted = withoutDisabled(contract, new Set(['across']))
    expect(await sifted.quoteAll({ ...body, showFailedRoutes: true })).toMatchObject({
      routes: [{ providerType: 'UNI_SWAP_V3' }],
      failed: [{ providerType: 'across', data: { data: { check: 'S6' } } }],
    })
    expect(await sifted.quoteAll(body)).not.toHaveProperty('failed')
    await expect(sifted.quoteBest(body)).rejects.toMatchObject({ context: { check: 'S6' } })
    expect(await sifted.providers({ includeTestnets: false })).toMatchObject({
      crossChain: [{ name: 'across', state: 'disabled' }],
      onChain: [{ name: 'UNI_SWAP_V3', state: 'ready' }],
    })
  })
})

describe('an order at a disabled provider', () => {
  const argv = `deposit 0.01 btc:BTC to eth:USDC --receiver ${receiver} --best --yes --no-wait --force`
  const disabled = { isProvider: (id: string) => id === 'exolix', isContract: () => false }

  test('is not opened', async () => {
    const world = createDepositWorld()
    const { context } = world
    world.context = (journal, more = {}) => context(journal, { disabled, ...more })
    const run = await world.cli(`${argv} --json`)
    expect(run.exit).toBe(6)
    expect(documentOf(run)).toMatchObject({ error: { details: { check: 'S6' } } })
    expect(world.exchange.orders).toEqual([])
  })

  test('is not shown again, but followed', async () => {
    const world = createDepositWorld()
    expect((await world.cli(argv)).exit).toBe(0)
    const address = world.exchange.orders[0]?.transaction.depositAddress ?? 'none'
    const again = await world.cli('resume --no-wait')
    expect(again.stdout + again.stderr).toContain(address)
    const { context } = world
    world.context = (journal, more = {}) => context(journal, { disabled, ...more })
    const run = await world.cli('resume --no-wait')
    expect(run.exit).toBe(0)
    expect(run.stdout + run.stderr).not.toContain(address)
    expect(run.stderr).toContain('not shown again')
  })

  test('that pays a disabled address is never shown', async () => {
    const world = createDepositWorld()
    const { context } = world
    const isContract = (_chain: string, address: string): boolean => address.startsWith('bc1')
    world.context = (journal, more = {}) =>
      context(journal, { disabled: { isProvider: () => false, isContract }, ...more })
    const run = await world.cli(`${argv} --json`)
    expect(documentOf(run)).toMatchObject({ error: { details: { check: 'E2' } } })
    const address = world.exchange.orders[0]?.transaction.depositAddress ?? 'none'
    expect(run.stdout + run.stderr).not.toContain(address)
  })
})
