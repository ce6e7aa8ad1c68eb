/**
 * P8, V9: what a remote service names first is not taken where no contract enforces it and an
 * enforced route beside it pays over 3% less. The service warns of nothing.
 */
import { describe, expect, test } from 'vitest'
import type { RouteItem } from '../../src/api/routeSchema.ts'
import { connect } from '../support/agentClient.ts'
import { routeItem } from '../support/fakeApi.ts'
import { documentOf, runCli } from '../support/runMain.ts'
import { alice, swapServices } from '../support/swapScript.ts'

const words = ['250', 'eth:USDC', 'to', 'arb:USDC']
const order = { executionKind: 'deposit', rateType: 'fixed', transaction: {} }
const honest = routeItem('across', '249', { executionKind: 'evm' })
const tooGood = routeItem('stargate_v2', '249', {
  executionKind: 'evm',
  warnings: [{ code: 7005, reason: 'worth more than what you pay' }],
})

const custodial = (received: string): RouteItem => routeItem('exolix', received, order)
const floating = (received: string): RouteItem =>
  routeItem('xflows', received, { executionKind: 'evm', rateType: 'float' })
/** In the contract's own words, which do not say how a route is paid. */
const unsaid = (received: string): RouteItem => routeItem('exolix', received)
const enforced = (received: string): RouteItem =>
  routeItem('stargate_v2', received, { executionKind: 'evm' })

const taken: [what: string, routes: RouteItem[], provider: string | null][] = [
  ['a custodial offer over 3% above', [custodial('256.471'), honest], 'across'],
  ['a call without a minimum over 3% above', [floating('256.471'), honest], 'across'],
  ['a custodian whose kind is not said', [unsaid('256.471'), honest], 'across'],
  ['a custodial offer at 3% above', [custodial('256.47'), honest], 'exolix'],
  ['another enforced route above', [enforced('300'), honest], 'stargate_v2'],
  [
    'the most of several enforced ones counts',
    [custodial('262'), honest, enforced('255')],
    'exolix',
  ],
  ['no enforced route beside it', [custodial('262')], 'exolix'],
  ['an enforced route that is dangerous itself', [custodial('262'), tooGood], 'exolix'],
]

describe('the best route of a list', () => {
  test.each(taken)('%s', async (_, routes, provider) => {
    const argv = ['best', ...words, '--explain', '--json']
    expect(documentOf(await runCli(argv, { routes }))).toMatchObject({
      data: { providerType: provider },
    })
  })

  test('does not exist where all offers are unenforced, and the answer explains how to take one', async () => {
    const warnings = [{ code: 7013, reason: 'exolix promises over 3% more than the market' }]
    const routes = [routeItem('exolix', '262', { ...order, warnings })]
    const { exit, stderr } = await runCli(['best', ...words, '--explain'], { routes })
    expect(exit).toBe(4)
    expect(stderr.replace(/\s+/g, ' ')).toContain(
      'Only routes that are not picked automatically: exolix promises over 3% more than the market.',
    )
    expect(stderr).toContain('--provider exolix')
  })
})

// The contract's own best route names no provider: the list of all of them is asked then.
const unnamed = (routes: RouteItem[]) => ({
  routes,
  api: {
    quoteBest: async (body: object) => ({
      ...routeItem('unknown', routes[0]?.estimate.destinationTokenAmount ?? '0'),
      quote: { ...body, srcTokenBlockchain: 'ETH', dstTokenBlockchain: 'ARBITRUM' },
    }),
  },
})
const hostile = [floating('262'), honest]

describe('the route that is paid', () => {
  const swapped = async (routes: RouteItem[], flags: string[] = []) => {
    const { services, asked } = swapServices()
    const argv = ['swap', ...words, '--yes', '--confirm-amount', '250', ...flags]
    const run = await runCli(argv, { ...(unnamed(routes) as object), services })
    return { ...run, paid: asked.orders.map(({ route }) => route) }
  }

  test('is the enforced one', async () => {
    const { paid, exit } = await swapped(hostile)
    expect([exit, paid.map(({ provider }) => provider)]).toEqual([0, ['across']])
  })

  test('is the other where its provider is named, with the reason that is typed', async () => {
    const { paid } = await swapped(hostile, ['--provider', 'xflows'])
    expect(paid).toMatchObject([{ provider: 'xflows', warnings: [{ code: 7013 }] }])
  })

  test('of an agent is the enforced one', async () => {
    const session = await connect([], {}, unnamed(hostile) as object)
    await session.call('prepare', { amount: '250', from: 'eth:USDC', to: 'arb:USDC' })
    expect(session.asked.orders.map(({ route }) => route.provider)).toEqual(['across'])
  })

  test('of a file of the service is compared with the others of the file', async () => {
    const { services, asked } = swapServices()
    const quote = {
      srcTokenAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      srcTokenBlockchain: 'ETH',
      srcTokenAmount: '250',
      dstTokenAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      dstTokenBlockchain: 'ARBITRUM',
    }
    const stdin = JSON.stringify({ quote, routes: [...hostile, 'no route'] })
    const flags = ['--quote', '-', '--yes', '--confirm-amount', '250']
    await runCli(['swap', ...words, ...flags], { services, stdin })
    expect(asked.orders).toMatchObject([{ route: { warnings: [{ code: 7013 }] } }])
  })
})

describe('the table', () => {
  const growth = {
    code: 7014,
    reason:
      'the contract of OpenOcean only measures that your balance grows, so it is not picked automatically',
  }
  const routes = [
    floating('262'),
    routeItem('OPEN_OCEAN', '250', { executionKind: 'evm', warnings: [growth] }),
    honest,
  ]

  test.each([60, 80, 120])('of %i columns marks the routes that are skipped', async (columns) => {
    const { stdout } = await runCli(['quote', ...words], { routes, columns })
    expect(stdout).toMatchSnapshot('quote')
    expect(stdout).toContain('swaproute swap --route 3')
  })

  test('has the mark as a cell of --plain, and the document has the warnings', async () => {
    const { stdout } = await runCli(['quote', ...words, '--plain'], { routes })
    const notes = stdout
      .trim()
      .split('\n')
      .map((row) => row.split('\t')[11])
    expect(notes).toEqual(['note', 'skipped, not guaranteed', 'skipped', ''])
    const { data } = documentOf(await runCli(['quote', ...words, '--json'], { routes }))
    expect(data).toMatchObject({
      routes: [{ warnings: [{ code: 7013 }] }, { warnings: [growth] }, { warnings: [] }],
    })
  })

  test.each([60, 80, 120])('of deposits, %i columns', async (columns) => {
    const warnings = [{ code: 7013, reason: 'exolix promises over 3% more than the market' }]
    const deposits = [
      routeItem('exolix', '262', { ...order, warnings }),
      routeItem('simple_swap', '249', order),
    ]
    const argv = ['deposit', ...words, '--receiver', alice, '--refund-to', alice]
    const { stdout } = await runCli(argv, { routes: deposits, columns })
    expect(stdout).toMatchSnapshot('deposit')
  })
})
