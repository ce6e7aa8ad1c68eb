import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { planSwap } from '../../../src/execution/planSwap.ts'
import type { PlannedSwap, SwapOrder } from '../../../src/execution/types.ts'
import { encodeSwapCall, router } from '../../support/executionChain.ts'
import {
  type World,
  alice,
  arbUsdc,
  bob,
  createWorld,
  dai,
  eth,
  usdc,
} from '../../support/executionWorld.ts'

const stranger = '0x00000000000000000000000000000000000000ee'

async function plan(world: World, changes: Partial<SwapOrder> = {}): Promise<PlannedSwap> {
  return await planSwap(world.order(changes), world.context(await world.openJournal()))
}

const call = (changes: Partial<Parameters<typeof encodeSwapCall>[0]>): string =>
  encodeSwapCall({
    kind: 'swap',
    srcToken: usdc.address,
    dstToken: dai.address,
    amountIn: 50_000_000n,
    minOut: 49_005_000n,
    recipient: alice,
    dstChainId: 0,
    ...changes,
  })

const word = (text: string): string => text.replace('0x', '').padStart(64, '0')

type Case = {
  name: string
  check: string
  hostile: (world: World) => void
  order?: Partial<SwapOrder>
  /** What makes the same thing right; the unchanged world where it is left out. */
  honest?: (world: World) => void
}

/** Each refusal has its twin: the honest variant of the same world is planned without complaint. */
const cases: Case[] = [
  {
    name: 'the node answers for another chain',
    check: 'E1',
    hostile: (world) => {
      world.chains.ETH.reportedChainId = 56
    },
  },
  {
    name: 'an unknown target',
    check: 'E2',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.to = stranger
      }
    },
    honest: (world) => {
      world.pinned.targets.push(stranger)
      world.pinned.spenders.push(stranger)
      world.chains.ETH.code.set(stranger, '0x60')
      world.alterAnswer = ({ transaction }) => {
        transaction.to = stranger
        transaction.approvalAddress = stranger
      }
    },
  },
  {
    name: 'a target without code',
    check: 'E2',
    hostile: (world) => {
      world.chains.ETH.code.clear()
    },
  },
  {
    name: 'no address at all',
    check: 'E2',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.to = '0x12'
      }
    },
  },
  {
    name: 'a plain transfer to an address no order confirms',
    check: 'E2',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.to = usdc.address
        transaction.data = `0xa9059cbb${word(stranger)}${word(50_000_000n.toString(16))}`
        transaction.approvalAddress = null
      }
    },
  },
  {
    name: 'native coins sent to a contract without a call',
    check: 'E2',
    order: { srcToken: eth },
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.data = '0x'
      }
    },
  },
  {
    name: 'an unknown spender',
    check: 'E3',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.approvalAddress = stranger
      }
    },
  },
  {
    name: 'a spender for a native coin',
    check: 'E3',
    order: { srcToken: eth },
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.approvalAddress = router
      }
    },
  },
  ...[
    '0x095ea7b3',
    '0x23b872dd',
    '0xd505accf',
    '0xa22cb465',
    '0x39509351',
    '0x87517c45',
    '0x30f28b7a',
  ].map((selector): Case => ({
    name: `a call of ${selector}`,
    check: 'E4',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.data = `${selector}${word(stranger)}${word('ff')}`
      }
    },
  })),
  {
    name: 'a call of the source token itself',
    check: 'E4',
    hostile: (world) => {
      world.pinned.targets.push(usdc.address)
      world.alterAnswer = ({ transaction }) => {
        transaction.to = usdc.address
        transaction.data = `0x42966c68${word('01')}`
      }
    },
  },
  {
    name: 'a Permit2 allowance',
    check: 'E4',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.permit2Address = stranger
      }
    },
  },
  {
    name: 'value without a declared fee',
    check: 'E5',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.value = '1'
      }
    },
    honest: (world) => {
      world.alterRoute = ({ fees }) => {
        fees.gasTokenFees.provider.fixedWeiAmount = '1'
      }
      world.alterAnswer = ({ transaction }) => {
        transaction.value = '1'
      }
    },
  },
  {
    name: 'native: more than the amount',
    check: 'E5',
    order: { srcToken: eth },
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.value = '50000001'
      }
    },
  },
  {
    name: 'a fee that has grown by more than 2 %',
    check: 'E5',
    hostile: (world) => {
      growFee(world, '1000', '1021')
    },
    honest: (world) => {
      growFee(world, '1000', '1020')
    },
  },
  {
    name: 'another amount in the call',
    check: 'E5',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.data = call({ amountIn: 50_000_001n })
      }
    },
  },
  {
    name: 'another receiver in the call',
    check: 'E8',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.data = call({ recipient: stranger })
      }
    },
    honest: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.data = call({ recipient: alice })
      }
    },
  },
  {
    name: 'a call that pays the sender although somebody else is the receiver',
    check: 'E8',
    order: { receiver: bob },
    hostile: (world) => {
      world.decode = (decoded) => ({ ...decoded, recipient: null })
    },
  },
  {
    name: 'another token bought',
    check: 'E8',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.data = call({ dstToken: stranger })
      }
    },
  },
  {
    name: 'another token spent',
    check: 'E8',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.data = call({ srcToken: stranger })
      }
    },
  },
  {
    name: 'a payout on another chain',
    check: 'E8',
    order: { dstToken: arbUsdc },
    hostile: (world) => {
      world.decode = (decoded) => ({ ...decoded, dstChainId: 137 })
    },
  },
  {
    name: 'a payout on another chain although the swap stays on its own',
    check: 'E8',
    hostile: (world) => {
      world.decode = (decoded) => ({ ...decoded, dstChainId: 42161 })
    },
  },
  {
    name: 'a refund to a stranger',
    check: 'E8',
    hostile: (world) => {
      world.decode = (decoded) => ({ ...decoded, refundTo: stranger })
    },
    honest: (world) => {
      world.decode = (decoded) => ({ ...decoded, refundTo: alice })
    },
  },
  {
    name: 'an unreadable call without the receiver',
    check: 'E8',
    hostile: (world) => {
      world.decode = () => null
      world.alterAnswer = ({ transaction }) => {
        transaction.data = `0x99999999${word(stranger)}`
      }
    },
    honest: (world) => {
      world.decode = () => null
    },
  },
  {
    name: 'less than the quote had promised',
    check: 'E9',
    hostile: (world) => {
      world.alterAnswer = ({ estimate }) => {
        estimate.destinationWeiMinAmount = '49004999'
      }
    },
    honest: (world) => {
      world.alterAnswer = ({ estimate }) => {
        estimate.destinationWeiMinAmount = '49005000'
      }
    },
  },
  {
    name: 'a call that guarantees less than the answer says',
    check: 'E9',
    hostile: (world) => {
      world.alterAnswer = ({ transaction }) => {
        transaction.data = call({ minOut: 49_004_999n })
      }
    },
  },
  {
    name: 'less than --min-receive',
    check: 'E9',
    order: { minReceive: 49_005_001n },
    hostile: () => {},
  },
  {
    name: 'another token leaving in the simulation',
    check: 'E10',
    hostile: (world) => {
      world.chains.ETH.alterSimulation = ({ changes }) => {
        changes.push({ token: stranger, delta: -1n })
      }
    },
    honest: (world) => {
      world.chains.ETH.alterSimulation = ({ changes }) => {
        changes.push({ token: stranger, delta: 1n })
      }
    },
  },
  {
    name: 'more of the source token leaving',
    check: 'E10',
    hostile: (world) => {
      world.chains.ETH.alterSimulation = ({ changes }) => {
        for (const change of changes) if (change.delta < 0n) change.delta -= 1n
      }
    },
  },
  {
    name: 'native coins leaving',
    check: 'E10',
    hostile: (world) => {
      world.chains.ETH.alterSimulation = ({ changes }) => {
        changes.push({ token: eth.address, delta: -1n })
      }
    },
  },
  {
    name: 'an approval of its own',
    check: 'E10',
    hostile: (world) => {
      world.chains.ETH.alterSimulation = ({ approvals }) => {
        approvals.push({ token: dai.address, spender: router, amount: 1n, remaining: 1n })
      }
    },
    honest: (world) => {
      world.chains.ETH.alterSimulation = ({ approvals }) => {
        approvals.push({ token: dai.address, spender: router, amount: 0n, remaining: 0n })
      }
    },
  },
  {
    name: 'our approval made larger',
    check: 'E10',
    hostile: (world) => {
      world.chains.ETH.alterSimulation = ({ approvals }) => {
        for (const approval of approvals) approval.amount += 1n
      }
    },
  },
  {
    name: 'less arriving than promised',
    check: 'E10',
    hostile: (world) => {
      world.chains.ETH.alterSimulation = ({ changes }) => {
        for (const change of changes) if (change.delta > 0n) change.delta = 49_004_999n
      }
    },
  },
  {
    name: 'less arriving at another receiver',
    check: 'E10',
    order: { receiver: bob },
    hostile: (world) => {
      world.chains.ETH.alterSimulation = ({ changes }) => {
        for (const change of changes) if (change.delta > 0n) change.delta = 1n
      }
    },
  },
  {
    name: 'half of the value lost',
    check: 'P2',
    hostile: (world) => {
      world.chains.ETH.rate = 500n
    },
    honest: (world) => {
      world.chains.ETH.rate = 501n
    },
  },
  {
    name: 'more lost than the user wants to lose',
    check: 'P2',
    order: { maxLossBps: 99 },
    hostile: () => {},
  },
  {
    name: 'a slippage above 10 %',
    check: 'P4',
    hostile: (world) => {
      world.slippageBps = 1_001
    },
    honest: (world) => {
      world.slippageBps = 1_000
    },
  },
]

function growFee(world: World, quoted: string, answered: string): void {
  world.alterRoute = ({ fees }) => {
    fees.gasTokenFees.protocol.fixedWeiAmount = quoted
  }
  world.alterAnswer = ({ fees, transaction }) => {
    if (fees !== undefined) fees.gasTokenFees.protocol.fixedWeiAmount = answered
    transaction.value = answered
  }
}

describe('a hostile answer is refused with its code', () => {
  test.each(cases)('$check: $name', async ({ check, hostile, order }) => {
    const world = createWorld()
    hostile(world)
    await expect(plan(world, order)).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
      exit: 6,
      funds: 'none_moved',
      context: { check },
      message: expect.stringMatching(new RegExp(`\\(check ${check}\\)$`)),
    })
    expect(world.signer.signatures).toEqual([])
  })

  test.each(cases)('the honest twin of "$name" is planned', async ({ honest, order }) => {
    const world = createWorld()
    honest?.(world)
    const { minReceive: _minReceive, maxLossBps: _maxLossBps, ...rest } = order ?? {}
    await expect(plan(world, rest)).resolves.toMatchObject({ dstAmount: expect.any(BigInt) })
  })

  test('there are forty-odd of them, for every rule that planning enforces', () => {
    expect(cases.length).toBeGreaterThanOrEqual(40)
    expect([...new Set(cases.map(({ check }) => check))].sort()).toEqual([
      'E1',
      'E10',
      'E2',
      'E3',
      'E4',
      'E5',
      'E8',
      'E9',
      'P2',
      'P4',
    ])
  })

  test('a transfer to the deposit address that the order confirms is accepted', async () => {
    const world = createWorld()
    world.alterRoute = ({ transaction }) => {
      transaction.approvalAddress = null
    }
    world.alterAnswer = ({ transaction }) => {
      transaction.to = usdc.address
      transaction.data = `0xa9059cbb${word(stranger)}${word(50_000_000n.toString(16))}`
      transaction.approvalAddress = null
    }
    world.chains.ETH.code.set(usdc.address, '0x60')
    const context = world.context(await world.openJournal())
    const order = world.order({ dstToken: arbUsdc })
    const confirmed = { ...context, confirmDeposit: () => Promise.resolve(stranger) }
    await expect(planSwap(order, confirmed)).resolves.toMatchObject({ approvals: [] })
    const other = { ...context, confirmDeposit: () => Promise.resolve(bob) }
    await expect(planSwap(world.order({ dstToken: arbUsdc }), other)).rejects.toMatchObject({
      context: { check: 'E2' },
    })
  })
})

describe('what a plan says', () => {
  test('approval, transactions for another signer and every fact of the card', async () => {
    const world = createWorld()
    const { card, unsigned, approvals } = await plan(world)
    expect(approvals).toEqual([
      { leg: 'approve', token: usdc, spender: router, amount: 50_000_000n },
    ])
    expect(
      unsigned.map(({ leg, to, value, gasLimit }) => [leg, to, value, gasLimit === null]),
    ).toEqual([
      ['approve', usdc.address, 0n, false],
      ['pay', router, 0n, true],
    ])
    expect(card).toMatchObject({
      occasion: 'swap',
      provider: 'UNI_SWAP_V3',
      send: { token: usdc, amount: 50_000_000n, usdE18: 50n * 10n ** 18n },
      receive: { expected: 49_500_000n, atLeast: 49_005_000n, expectedUsdE18: 495n * 10n ** 17n },
      quoted: { expected: 49_500_000n, atLeast: 49_005_000n },
      slippageBps: 100,
      durationSeconds: 60,
      spender: router,
      target: router,
      receiver: alice,
      receiverIsSender: true,
      refundAddress: null,
      quoteAgeMs: 0,
      chainId: 1,
      lossBps: 100,
      typedReasons: [],
      yesBlockedBy: null,
      simulation: {
        kind: 'passed',
        changes: [
          { token: usdc, delta: -50_000_000n },
          { token: dai, delta: 49_500_000n },
        ],
      },
    })
    expect(card.fees.map(({ name, included }) => [name, included])).toEqual([['gas', false]])
    expect(card.feesUsdE18).toBe(card.fees[0]?.usdE18)
  })

  test('the whole request is sent again, with both parties and without the service’s checks', async () => {
    const world = createWorld()
    await plan(world, { refundAddress: bob })
    expect(world.calls.swap).toEqual([
      expect.objectContaining({
        srcTokenAmount: '50',
        fromAddress: alice,
        receiver: alice,
        refundAddress: bob,
        enableChecks: false,
        id: expect.stringMatching(/^00000000-/),
      }),
    ])
  })

  test.each<[string, (world: World) => void, string[]]>([
    ['nothing special', () => {}, []],
    ['an unpriced token', (world) => delete world.prices['DAI'], ['value_unknown']],
    [
      'one source only',
      (world) => (world.prices['DAI'] = { usd: 1n, confirmed: false }),
      ['value_unknown'],
    ],
    ['an unpriced gas coin', (world) => delete world.prices['ETH'], ['gas_unknown']],
    [
      '500 USD',
      (world) =>
        (world.prices = {
          ...world.prices,
          USDC: { usd: 10n, confirmed: true },
          DAI: { usd: 10n, confirmed: true },
        }),
      ['value'],
    ],
    ['a slippage above 3 %', (world) => (world.slippageBps = 301), ['slippage']],
    ['a loss of 10 %', (world) => (world.chains.ETH.rate = 900n), ['loss']],
    [
      'a price impact above 3 %',
      (world) => (world.alterRoute = ({ estimate }) => (estimate.priceImpact = 3.1)),
      ['price_impact'],
    ],
    [
      'a dangerous route',
      (world) =>
        (world.alterRoute = ({ warnings }) => warnings.push({ code: 7004, reason: 'odd' })),
      ['dangerous'],
    ],
  ])('%s asks for the amount accordingly', async (_name, change, reasons) => {
    const world = createWorld()
    change(world)
    const { card } = await plan(world)
    expect(card.typedReasons.map(({ code }) => code)).toEqual(reasons)
  })

  test('a node that cannot simulate blocks --yes', async () => {
    const world = createWorld()
    world.chains.ETH.simulation = 'unavailable'
    const { card } = await plan(world)
    expect(card.simulation).toEqual({ kind: 'unavailable', reason: 'the node does not offer it' })
    expect(card.yesBlockedBy).toContain('could not be simulated')
  })
})

describe('what cannot be planned', () => {
  test.each<[string, (world: World) => void, Partial<SwapOrder>, object]>([
    [
      'an old quote',
      (world) => (world.clock += 60_001),
      { quotedAtMs: 1_700_000_000_000 },
      { code: 'QUOTE_EXPIRED', context: { check: 'P5' } },
    ],
    [
      'too few tokens',
      () => {},
      { srcAmount: 1_000_000_001n },
      {
        code: 'NOT_ENOUGH_BALANCE',
        message:
          'The account holds 1000 USDC on ETH; the swap needs 1000.000001 USDC, so 0.000001 USDC is missing.',
        context: { missing: '1', held: '1000000000' },
      },
    ],
    [
      'too few native coins to swap',
      () => {},
      { srcToken: eth, srcAmount: 10n ** 19n + 1n },
      { code: 'NOT_ENOUGH_BALANCE', context: { missing: '1' } },
    ],
    [
      'nothing left for gas',
      () => {},
      { srcToken: eth, srcAmount: 10n ** 19n },
      { code: 'NOT_ENOUGH_NATIVE', message: expect.stringContaining('the swap and its gas needs') },
    ],
    [
      'fees above --max-fee-usd',
      () => {},
      { maxFeeUsdE18: 1n },
      { code: 'PRICE_MOVED', context: { check: 'max-fee-usd' } },
    ],
    [
      'fees nobody can value',
      (world) => delete world.prices['ETH'],
      { maxFeeUsdE18: 10n ** 20n },
      { code: 'PRICE_MOVED' },
    ],
    [
      'a chain that is not EVM',
      () => {},
      { srcToken: { ...usdc, blockchain: 'TON' } },
      { code: 'INVALID_ARGUMENT' },
    ],
    [
      'a route without an id',
      (world) => (world.alterRoute = (route) => (route.id = null)),
      {},
      { code: 'QUOTE_EXPIRED' },
    ],
    [
      'an unknown provider',
      (world) => (world.alterRoute = (route) => (route.providerType = 'unheard_of')),
      {},
      { code: 'UPSTREAM_REFUSED' },
    ],
    [
      'no transaction',
      (world) => (world.alterAnswer = (answer) => (answer.transaction = {})),
      {},
      { code: 'UPSTREAM_REFUSED' },
    ],
    [
      'an amount that is none',
      (world) => (world.alterAnswer = ({ transaction }) => (transaction.value = '1e18')),
      {},
      { code: 'UPSTREAM_REFUSED', context: { field: 'value' } },
    ],
    [
      'a call that would fail',
      (world) => (world.alterRoute = () => (world.chains.ETH.rate = 1n)),
      {},
      { code: 'SIMULATION_FAILED', message: expect.stringContaining('The payment would fail') },
    ],
  ])('%s', async (_name, change, order, expected) => {
    const world = createWorld()
    change(world)
    await expect(plan(world, order)).rejects.toMatchObject({ ...expected, funds: 'none_moved' })
    await expect(plan(world, order)).rejects.toThrow(SwaprouteError)
  })

  test('gas that costs more than 250 USD', async () => {
    const world = createWorld()
    world.prices['ETH'] = { usd: 2n * 10n ** 15n, confirmed: true }
    await expect(plan(world)).rejects.toMatchObject({ context: { check: 'E11' } })
    world.prices['ETH'] = { usd: 10n ** 15n, confirmed: true }
    await expect(plan(world)).resolves.toMatchObject({ chainId: 1 })
  })
})
