import { describe, expect, test } from 'vitest'
import type { ChainsAnswer, ProvidersAnswer } from '../../src/api/schemas.ts'
import { displayWidth } from '../../src/format/width.ts'
import { documentOf, runCli } from '../support/runMain.ts'

const chains: ChainsAnswer = [
  chain('ETH', 1, { crossChain: ['across'], onChain: ['UNISWAP_V2', 'UNI_SWAP_V3'] }),
  chain('ARBITRUM', 42161, { crossChain: ['across'], onChain: [] }),
  chain('HOLESKY', 17000, { crossChain: [], onChain: [] }, true),
]

const providers: ProvidersAnswer = {
  crossChain: [
    provider('across', 'ready', { blockchains: ['ETH', 'ARBITRUM', 'BASE'] }),
    provider('lifi', 'needs_key', { variable: 'SWAPROUTE_LIFI_API_KEY' }),
    provider('multichain', 'closed', { reason: 'stopped in 2023 \u001b[2J' }),
    provider('changenow', 'not_in_sandbox', { deposit: true }),
  ],
  onChain: [provider('UNISWAP_V2', 'ready', { blockchains: ['ETH'] })],
}

const api = { chains: async () => chains, providers: async () => providers }

describe('chains', () => {
  test.each([60, 120])('as a table of %i columns', async (columns) => {
    const { stdout, exit } = await runCli(['chains'], { api, columns })
    expect(exit).toBe(0)
    expect(stdout).toMatchSnapshot()
    for (const line of stdout.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns)
  })

  test('a query matches identifiers, names, aliases and numbers', async () => {
    for (const query of ['arb', 'One', '42161']) {
      const { stdout } = await runCli(['chains', query], { api })
      expect(stdout).toContain('ARBITRUM')
      expect(stdout).not.toContain('HOLESKY')
    }
    expect((await runCli(['chains', 'nowhere'], { api })).stdout).toBe('No matching chain.\n')
  })

  test('machines get the answer of the service', async () => {
    const run = await runCli(['chains', '--testnets', '--json'], { api })
    expect(documentOf(run)['data']).toEqual(chains)
    expect(run.calls).toEqual([{ name: 'chains', input: { includeTestnets: true } }])
  })
})

describe('providers', () => {
  test.each([60, 120])('as a table of %i columns', async (columns) => {
    const { stdout } = await runCli(['providers'], { api, columns })
    expect(stdout).toMatchSnapshot()
    for (const line of stdout.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns)
  })

  test('shows each state, with the variable or the reason', async () => {
    const { stdout } = await runCli(['providers', '--all'], { api, columns: 200 })
    expect(stdout).toContain('needs a key: SWAPROUTE_LIFI_API_KEY')
    expect(stdout).toContain('closed: stopped in 2023')
    expect(stdout).toContain('no service in the sandbox')
    expect(stdout).toContain(
      '2 ready · 1 need a key · 1 without a service in the sandbox · 1 closed.',
    )
  })

  test('can be narrowed by state and name', async () => {
    const { data } = documentOf(await runCli(['providers', '--state', 'ready', '--json'], { api }))
    expect(data).toEqual({
      crossChain: [expect.objectContaining({ name: 'across' })],
      onChain: [expect.objectContaining({ name: 'UNISWAP_V2' })],
    })
    const { stdout } = await runCli(['providers', 'uni', '--plain'], { api })
    expect(stdout.trimEnd().split('\n')).toHaveLength(2)
  })
})

describe('tokens', () => {
  test.each([
    [['tokens', 'eth:usdc'], ['USDC']],
    [['tokens', 'usdc', '--chain', 'eth'], ['USDC']],
    [['tokens', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'], ['USDC']],
    [['tokens', 'no such token'], []],
  ])('%j', async (argv, symbols) => {
    const { data } = documentOf(await runCli([...argv, '--json']))
    expect(data).toEqual(
      symbols.map((symbol) => expect.objectContaining({ symbol, blockchain: 'ETH' })),
    )
  })

  test('a chain alone lists all of its tokens, its coin first', async () => {
    const { data } = documentOf(await runCli(['tokens', 'arb', '--json']))
    expect(data).toEqual(expect.arrayContaining([expect.objectContaining({ symbol: 'USDC' })]))
    expect((data as unknown[])[0]).toMatchObject({ blockchain: 'ARBITRUM', native: true })
  })

  test('shows addresses in full at every width', async () => {
    for (const columns of [60, 80, 200]) {
      const { stdout } = await runCli(['tokens', 'eth:usdc'], { columns })
      expect(stdout).toContain('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')
    }
  })
})

function chain(
  name: string,
  id: number,
  served: { crossChain: string[]; onChain: string[] },
  testnet = false,
): ChainsAnswer[number] {
  return { id, name, type: 'evm', providers: served, proxyAvailable: false, testnet }
}

function provider(
  name: string,
  state: string,
  change: Partial<ProvidersAnswer['onChain'][number]>,
): ProvidersAnswer['onChain'][number] {
  return { name, state, blockchains: [], deposit: false, ...change }
}
