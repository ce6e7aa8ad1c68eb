import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { catalog } from '../../src/program/catalog.ts'
import type { Services } from '../../src/commands/frame/services.ts'
import { dataSchemas, documentSchema } from '../../src/commands/schema/documents.ts'
import { routeItem } from '../support/fakeApi.ts'
import { type CliOptions, documentOf, runCli } from '../support/runMain.ts'
import { alice, ether, receiptOf, swapServices } from '../support/swapScript.ts'

const hash = `0x${'b'.repeat(64)}`
const sentence = ['250', 'eth:USDC', 'to', 'arb:USDC']
const account = {
  name: 'main',
  kind: 'evm' as const,
  address: alice,
  source: '/accounts-of-me/main.json',
}
const sandboxInfo = {
  running: true as const,
  chains: [{ blockchain: 'ETH' as const, chainId: 13370001, rpcUrl: 'http://127.0.0.1:4001' }],
  accounts: [{ name: 'alice', kind: 'evm' as const, address: alice, privateKey: hash }],
  providers: [{ id: 'across', url: 'http://127.0.0.1:4002' }],
}
const fault = {
  targets: ['across'],
  fault: 'stall',
  kind: 'lasting' as const,
  value: null,
  rehearses: 'No relayer pays out.',
}

const sandboxDeposit = {
  provider: 'exolix',
  orderId: 'ex3f9a2c1b',
  stage: 'waiting',
  blockchain: 'BITCOIN',
  symbol: 'BTC',
  amount: '0.01',
  depositAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  memo: null,
  toBlockchain: 'ETH',
  toSymbol: 'USDC',
  receiver: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  createdAtMs: 1_795_000_000_000,
  payment: null,
  settlement: null,
}
const playedPayment = {
  provider: 'exolix',
  orderId: 'ex3f9a2c1b',
  blockchain: 'BITCOIN',
  symbol: 'BTC',
  amount: '0.01',
  depositAddress: sandboxDeposit.depositAddress,
  memo: null,
  from: sandboxDeposit.depositAddress,
  hash: 'ab'.repeat(32),
  onChain: false,
  credited: true,
}

let interrupt = (): void => undefined
const services: Partial<Services> = {
  ...swapServices().services,
  keystores: async () => ({
    watch: async (name, { kind, address }) => {
      return { name, kind, address, source: '/accounts/cold.json', watchOnly: true }
    },
    remove: async () => '/accounts/removed/main.json',
    rename: async () => undefined,
    export: async () => undefined,
  }),
  wallet: async () => ({
    list: async () => ({ accounts: [account], warnings: [] }),
    create: async () => account,
    import: async () => account,
    balances: async () => [{ token: ether, amount: 1n }],
    chains: () => ['ETH'],
    folder: '/accounts-of-me/accounts',
  }),
  sandbox: async () => ({
    info: () => sandboxInfo,
    start: async () => sandboxInfo,
    stop: async () => true,
    reset: async () => sandboxInfo,
    fund: async () => undefined,
    setFault: async () => undefined,
    clearFaults: async () => undefined,
    faults: () => [fault],
    deposits: async () => [sandboxDeposit],
    payDeposit: async () => playedPayment,
  }),
  serve: async () => {
    setImmediate(() => interrupt())
    return { url: 'http://127.0.0.1:7331', stop: async () => undefined }
  },
  probe: async () => ({ kind: 'evm', chainId: 1, blockNumber: 1n }),
  live: async () => [
    {
      kind: 'provider',
      name: 'across',
      host: 'app.across.to',
      state: 'unexpected',
      latencyMs: null,
      findings: ['Across quote cannot be used: fees is not as documented.'],
      shapes: [
        { call: 'GET app.across.to/api/swap/approval', status: 200, shape: '{id: text(8)}' },
      ],
    },
  ],
}
const options: CliOptions = {
  routes: [routeItem('across', '249.71234')],
  failed: [{ providerType: 'lifi', data: { code: 2001, reason: 'no route' } }],
  status: {
    status: 'SUCCESS',
    destinationTxHash: hash,
    destinationNetworkTitle: 'ARBITRUM',
    provider: 'across',
    updatedAt: '2026-11-21T14:00:00.000Z',
  },
  services,
  onReady: (call) => (interrupt = call),
  api: {
    chains: async () => [
      {
        id: 1,
        name: 'ETH',
        type: 'evm',
        providers: { crossChain: ['across'], onChain: [] },
        proxyAvailable: false,
        testnet: false,
      },
    ],
    providers: async () => ({
      crossChain: [{ name: 'across', blockchains: ['ETH'], state: 'ready', deposit: false }],
      onChain: [],
    }),
  },
}

const waiting: CliOptions = {
  ...options,
  status: {
    status: 'READY_TO_CLAIM',
    destinationTxHash: null,
    sourceNetworkTitle: 'ARBITRUM',
    destinationNetworkTitle: 'ETH',
    provider: 'arbitrum',
  },
}

const folder = mkdtempSync(join(tmpdir(), 'swaproute-documents-'))
afterAll(() => rmSync(folder, { recursive: true }))
const ownConfig = ['--config', join(folder, 'config.json')]
writeFileSync(join(folder, 'config.json'), '{}')

const lines: Record<string, string[]> = {
  quote: ['quote', ...sentence, '--failed'],
  best: ['best', ...sentence],
  deposit: ['deposit', ...sentence, '--receiver', alice],
  swap: ['swap', ...sentence, '--yes', '--confirm-amount', '250'],
  status: ['status', hash],
  claim: ['claim', hash, '--yes', '--confirm-amount', '249.71234'],
  resume: ['resume', '7c1e'],
  history: ['history'],
  receipt: ['receipt', '7c1e'],
  chains: ['chains'],
  tokens: ['tokens', 'eth:usdc'],
  providers: ['providers'],
  'providers check': ['providers', 'check', 'across'],
  'wallet new': ['wallet', 'new', 'main'],
  'wallet import': ['wallet', 'import', 'main', '--key-stdin'],
  'wallet watch': ['wallet', 'watch', alice, '--name', 'cold'],
  'wallet list': ['wallet', 'list'],
  'wallet address': ['wallet', 'address'],
  'wallet balance': ['wallet', 'balance', alice],
  'wallet default': ['wallet', 'default', 'main', ...ownConfig],
  'wallet rename': ['wallet', 'rename', 'main', 'trading', ...ownConfig],
  'wallet export': ['wallet', 'export', 'main', ...ownConfig],
  'wallet remove': ['wallet', 'remove', 'main', '--confirm', 'main', '--force', ...ownConfig],
  'config list': ['config', 'list'],
  'config get': ['config', 'get', 'backend'],
  'config set': ['config', 'set', 'account', 'main', ...ownConfig],
  'config unset': ['config', 'unset', 'account', ...ownConfig],
  'config path': ['config', 'path'],
  'book add': ['book', 'add', 'bob', 'eth', alice, ...ownConfig],
  'book list': ['book', 'list', ...ownConfig],
  'book remove': ['book', 'remove', 'bob', ...ownConfig],
  doctor: ['doctor', '--chain', 'eth', '--live'],
  completion: ['completion', 'bash'],
  serve: ['serve'],
  'sandbox start': ['sandbox', 'start'],
  'sandbox stop': ['sandbox', 'stop'],
  'sandbox status': ['sandbox', 'status'],
  'sandbox reset': ['sandbox', 'reset'],
  'sandbox fund': ['sandbox', 'fund', 'alice', '1', 'eth'],
  'sandbox fault': ['sandbox', 'fault'],
  'sandbox deposit': ['sandbox', 'deposit', 'pay', 'ex3f9a2c1b'],
  explain: ['explain', 'NO_ROUTE'],
  schema: ['schema'],
}

describe('the document of --json', () => {
  test('is known for every command', () => {
    const names = catalog.map(({ name }) => name).toSorted()
    // The tour runs other commands on real chains, `mcp` prints no document, and an
    // editor needs a terminal.
    expect([...Object.keys(lines), '__complete', 'config edit', 'mcp', 'tour'].toSorted()).toEqual(
      names,
    )
    expect(Object.keys(dataSchemas).toSorted()).toEqual(names)
  })

  test.each(Object.entries(lines))(
    'of %s has these fields and fits its schema',
    async (name, argv) => {
      const run = await runCli([...argv, '--json'], name === 'claim' ? waiting : options)
      const document = documentOf(run)
      expect(run.exit).toBe(0)
      expect(run.stdout.trimEnd().split('\n')).toHaveLength(1)
      expect(Object.keys(document)).toEqual([
        'schema',
        'command',
        'ok',
        'data',
        'warnings',
        'funds',
        'meta',
      ])
      const schema = dataSchemas[name]
      if (schema === undefined) throw new Error(`no schema of ${name}`)
      documentSchema(name, schema).parse(document)
      expect(fieldsOf(document['data'], '').join('\n')).toMatchSnapshot('fields')
    },
  )

  test.each(Object.entries(lines))('of a failing %s fits its schema too', async (name, argv) => {
    const run = await runCli([...argv, '--json', '--url', 'ftp://x'], options)
    const schema = dataSchemas[name]
    if (schema === undefined) throw new Error(`no schema of ${name}`)
    documentSchema(name, schema).parse(documentOf(run))
    expect(run.exit).toBe(2)
  })

  test.each([
    ['--dry-run', ['swap', ...sentence, '--dry-run']],
    ['--unsigned', ['swap', ...sentence, '--unsigned']],
  ])('of swap %s fits the same schema', async (_, argv) => {
    const document = documentOf(await runCli([...argv, '--json'], options))
    documentSchema('swap', dataSchemas['swap'] as never).parse(document)
    expect(fieldsOf(document['data'], '').join('\n')).toMatchSnapshot('fields')
  })

  test('of an open receipt fits the same schema', async () => {
    const open = receiptOf({ open: true, received: null, spent: null, allowanceLeft: null })
    const journal = await services.journal?.()
    if (journal === undefined) throw new Error('no journal')
    const withOpen = { ...services, journal: async () => ({ ...journal, receipt: () => open }) }
    const run = await runCli(['receipt', '7c1e', '--json'], { ...options, services: withOpen })
    documentSchema('receipt', dataSchemas['receipt'] as never).parse(documentOf(run))
  })
})

test('swaproute schema prints a JSON Schema for each', async () => {
  for (const name of Object.keys(lines)) {
    const { stdout, exit } = await runCli(['schema', ...name.split(' ')])
    const schema: unknown = JSON.parse(stdout)
    expect(exit).toBe(0)
    expect(schema).toMatchObject({ title: `swaproute ${name} --json`, oneOf: expect.any(Array) })
  }
})

/** Every member by its path; a list counts by its first entry, a call's foreign parts by name. */
function fieldsOf(value: unknown, path: string): string[] {
  if (Array.isArray(value))
    return value.length === 0 ? [`${path}[]`] : fieldsOf(value[0], `${path}[]`)
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, member]) =>
    fieldsOf(member, path === '' ? name : `${path}.${name}`),
  )
}
