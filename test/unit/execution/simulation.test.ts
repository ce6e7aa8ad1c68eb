import { describe, expect, test } from 'vitest'
import { zeroAddress } from '../../../src/core/token.ts'
import {
  type SimulationFacts,
  checkReceiverSimulation,
  checkSimulation,
  withReceiver,
} from '../../../src/execution/checks/simulation.ts'
import { type FundsFacts, requireFunds } from '../../../src/execution/checks/gas.ts'
import type { Simulation } from '../../../src/wallet/types.ts'
import { dai, eth, usdc } from '../../support/executionService.ts'

const spender = '0x00000000000000000000000000000000000000aa'
const stranger = '0x00000000000000000000000000000000000000ee'
type Passed = Extract<Simulation, { kind: 'simulated' }>
type Changes = { token: string; delta: bigint }[]

function facts(changes: Changes, more: Partial<SimulationFacts> = {}): SimulationFacts {
  return {
    simulation: { kind: 'simulated', failure: null, changes, approvals: [], gasUsed: [] },
    legs: ['approve', 'pay'],
    srcToken: usdc,
    srcAmount: 10n,
    spender,
    value: 0n,
    arrival: { token: dai, atLeast: 9n, expected: 10n },
    ...more,
  }
}

const approvals = (token: string, to: string, amount: bigint): Partial<SimulationFacts> => ({
  simulation: {
    kind: 'simulated',
    failure: null,
    changes: swapped,
    approvals: [{ token, spender: to, amount, remaining: 0n }],
    gasUsed: [],
  },
})
const passed = (changes: Changes): Passed => {
  return { kind: 'simulated', failure: null, changes, approvals: [], gasUsed: [] }
}
const strangersApproval = { token: usdc.address, spender: stranger, amount: 1n, remaining: 0n }
const swapped: Changes = [
  { token: usdc.address, delta: -10n },
  { token: dai.address, delta: 9n },
]
const native = { arrival: { token: eth, atLeast: 9n, expected: 10n } }

describe('E10', () => {
  test.each<[string, SimulationFacts]>([
    ['the amount for the minimum', facts(swapped)],
    [
      'less for more',
      facts([
        { token: usdc.address, delta: -9n },
        { token: dai.address, delta: 10n },
      ]),
    ],
    [
      'a fifth above the expectation',
      facts([
        { token: usdc.address, delta: -10n },
        { token: dai.address, delta: 12n },
      ]),
    ],
    [
      'a fifth above a large expectation',
      facts([{ token: dai.address, delta: 12_000n }], {
        arrival: { token: dai, atLeast: 9n, expected: 10_000n },
      }),
    ],
    [
      'the same at another host',
      facts([], { simulation: { ...passed(swapped), second: passed(swapped) } }),
    ],
    ['something on top', facts([...swapped, { token: stranger, delta: 1n }])],
    ['a declared fee', facts([...swapped, { token: zeroAddress, delta: -2n }], { value: 2n })],
    [
      'an arrival that is not awaited here',
      facts([{ token: usdc.address, delta: -10n }], { arrival: null }),
    ],
    [
      'native coins',
      facts(
        [
          { token: usdc.address, delta: -10n },
          { token: zeroAddress, delta: 9n },
        ],
        native,
      ),
    ],
    [
      'native coins less the fee paid along',
      facts(
        [
          { token: usdc.address, delta: -10n },
          { token: zeroAddress, delta: 7n },
        ],
        { ...native, value: 2n },
      ),
    ],
    [
      'paid in native coins',
      facts(
        [
          { token: zeroAddress, delta: -12n },
          { token: dai.address, delta: 9n },
        ],
        { srcToken: eth, value: 12n, spender: null },
      ),
    ],
    ['our approval', facts([], approvals(usdc.address, spender, 10n))],
    ['a smaller one', facts([], approvals(usdc.address, spender, 1n))],
    ['a revoked approval of another account', facts([], approvals(dai.address, stranger, 0n))],
    ['no simulation at all', facts([], { simulation: { kind: 'unavailable', reason: 'no' } })],
  ])('%s passes', (_name, given) => {
    expect(() => checkSimulation(given)).not.toThrow()
  })

  test.each<[string, SimulationFacts]>([
    [
      'a unit more of the source',
      facts([
        { token: usdc.address, delta: -11n },
        { token: dai.address, delta: 9n },
      ]),
    ],
    ['another token', facts([...swapped, { token: stranger, delta: -1n }])],
    ['the destination token', facts([{ token: dai.address, delta: -1n }], { arrival: null })],
    ['undeclared native coins', facts([...swapped, { token: zeroAddress, delta: -1n }])],
    [
      'more native coins than declared',
      facts([...swapped, { token: zeroAddress, delta: -3n }], { value: 2n }),
    ],
    [
      'a unit too little',
      facts([
        { token: usdc.address, delta: -10n },
        { token: dai.address, delta: 8n },
      ]),
    ],
    ['nothing arriving', facts([{ token: usdc.address, delta: -10n }])],
    [
      'a unit too little in native coins',
      facts([{ token: zeroAddress, delta: 6n }], { ...native, value: 2n }),
    ],
    [
      'nothing where one unit is waited for',
      facts([], { arrival: { token: dai, atLeast: 1n, expected: 1n } }),
    ],
    [
      'more than a fifth above the expectation',
      facts([
        { token: usdc.address, delta: -10n },
        { token: dai.address, delta: 13n },
      ]),
    ],
    [
      'a unit more than a fifth above the expectation',
      facts([{ token: dai.address, delta: 12_001n }], {
        arrival: { token: dai, atLeast: 9n, expected: 10_000n },
      }),
    ],
    [
      'more native coins than expected, less the fee paid along',
      facts([{ token: zeroAddress, delta: 10n }], { ...native, value: 2n }),
    ],
    [
      'what only another host sees: less for the amount',
      facts([], {
        simulation: {
          ...passed(swapped),
          second: passed([
            { token: usdc.address, delta: -10n },
            { token: dai.address, delta: 8n },
          ]),
        },
      }),
    ],
    [
      'what only another host sees: an approval of a stranger',
      facts([], {
        simulation: {
          ...passed(swapped),
          second: { ...passed(swapped), approvals: [strangersApproval] },
        },
      }),
    ],
    ['an approval of a stranger', facts([], approvals(usdc.address, stranger, 1n))],
    ['an approval of another token', facts([], approvals(dai.address, spender, 1n))],
    ['a larger approval', facts([], approvals(usdc.address, spender, 11n))],
    [
      'an unplanned approval',
      facts([], { ...approvals(usdc.address, spender, 1n), spender: null }),
    ],
  ])('%s does not', (_name, given) => {
    expect(() => checkSimulation(given)).toThrow(
      expect.objectContaining({
        code: 'UNSAFE_ROUTE',
        context: expect.objectContaining({ check: 'E10' }),
      }),
    )
  })

  test('reports too little in units of the token', () => {
    const arrival = { token: usdc, atLeast: 1_500_000n, expected: 1_600_000n }
    const given = facts([{ token: usdc.address, delta: 1_250_000n }], { arrival })
    expect(() => checkSimulation(given)).toThrow('1.25 USDC arrives, less than 1.5 USDC.')
  })

  test.each([
    [0, 'The approval would fail: no.', 'approve'],
    [1, 'The payment would fail: no.', 'pay'],
  ])('reports a failure of call %i as such', (index, message, leg) => {
    const simulation = {
      kind: 'simulated',
      failure: { index, reason: 'no' },
      changes: [],
      approvals: [],
      gasUsed: [],
    } as const
    const given = {
      ...facts([]),
      simulation: { ...simulation, changes: [], approvals: [], gasUsed: [] },
    }
    expect(() => checkSimulation(given)).toThrow(
      expect.objectContaining({
        code: 'SIMULATION_FAILED',
        message,
        context: expect.objectContaining({ leg }),
      }),
    )
  })
})

describe('E10 at another receiver', () => {
  const arrival = { token: dai, atLeast: 9n, expected: 10n }
  const arrives = (delta: bigint): Changes => [{ token: dai.address, delta }]
  const second = (delta: bigint): Simulation => ({
    ...passed(arrives(9n)),
    second: passed(arrives(delta)),
  })

  test.each<[string, Simulation]>([
    ['nothing to check', { kind: 'unavailable', reason: 'old' }],
    ['the least amount', passed(arrives(9n))],
    ['the least amount at both hosts', second(9n)],
  ])('%s passes', (_name, simulation) => {
    expect(() => checkReceiverSimulation(simulation, ['pay'], arrival)).not.toThrow()
  })

  test.each<[string, Simulation]>([
    ['less', passed(arrives(8n))],
    ['far more', passed(arrives(13n))],
    ['less at the other host', second(8n)],
  ])('%s does not', (_name, simulation) => {
    expect(() => checkReceiverSimulation(simulation, ['pay'], arrival)).toThrow(/check E10/)
  })
})

describe('funds', () => {
  const enough: FundsFacts = {
    srcToken: usdc,
    srcAmount: 10n,
    tokenBalance: 10n,
    nativeToken: eth,
    nativeBalance: 5n,
    value: 2n,
    gasCost: 3n,
  }
  const inNative: FundsFacts = {
    ...enough,
    srcToken: eth,
    srcAmount: 10n,
    value: 10n,
    nativeBalance: 13n,
  }

  test.each([
    ['tokens', enough],
    ['native coins', inNative],
  ])('just enough %s', (_name, given) => {
    expect(() => requireFunds(given)).not.toThrow()
  })

  test.each<[string, FundsFacts, string, string]>([
    ['tokens', { ...enough, tokenBalance: 9n }, 'NOT_ENOUGH_BALANCE', '1'],
    ['fees and gas', { ...enough, nativeBalance: 4n }, 'NOT_ENOUGH_NATIVE', '1'],
    ['native coins to swap', { ...inNative, nativeBalance: 9n }, 'NOT_ENOUGH_BALANCE', '1'],
    ['gas beside native coins', { ...inNative, nativeBalance: 10n }, 'NOT_ENOUGH_NATIVE', '3'],
  ])('a unit short of %s', (_name, given, code, missing) => {
    expect(() => requireFunds(given)).toThrow(
      expect.objectContaining({ code, exit: 4, context: expect.objectContaining({ missing }) }),
    )
  })

  test.each([
    [{ ...enough, nativeBalance: 4n }, /fees and gas needs 0\.000000000000000005 ETH/],
    [{ ...enough, value: 0n, nativeBalance: 2n }, /; gas needs/],
    [{ ...inNative, nativeBalance: 10n }, /the swap and its gas needs/],
  ])('names the purpose', (given, text) => {
    expect(() => requireFunds(given)).toThrow(text)
  })
})

describe('of the payer and the receiver', () => {
  const none = (reason: string): Simulation => ({ kind: 'unavailable', reason })
  const payer: Simulation = passed(swapped)
  const ofOne: Simulation = { ...payer, oneNode: true }
  const other: Simulation = passed([])

  test.each<[what: string, payers: Simulation, receivers: Simulation, shown: Simulation]>([
    ['the payer’s is shown', payer, other, payer],
    ['without the payer’s there is none', none('payer'), other, none('payer')],
    [
      'one node adds nothing to a missing one',
      none('payer'),
      { ...other, oneNode: true },
      none('payer'),
    ],
    ['without the receiver’s there is none', payer, none('receiver'), none('receiver')],
    [
      'of two missing ones the payer’s reason is reported',
      none('payer'),
      none('receiver'),
      none('payer'),
    ],
    ['one node of the receiver is one node', payer, { ...other, oneNode: true }, ofOne],
    ['one node of the payer is one node', ofOne, other, ofOne],
  ])('%s', (_, payers, receivers, shown) => {
    expect(withReceiver(payers, receivers)).toEqual(shown)
  })
})
