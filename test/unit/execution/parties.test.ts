import { describe, expect, test } from 'vitest'

import type { PartyName } from '../../../src/core/review.ts'
import type { Token } from '../../../src/core/token.ts'
import { checkParties, refuseDroppedMemo } from '../../../src/execution/checks/parties.ts'
import type { PartyFacts } from '../../../src/execution/context.ts'
import { orderConfirmation } from '../../../src/execution/deposit/plan.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { confirmationFor } from '../../../src/execution/review.ts'
import type { SwapOrder } from '../../../src/execution/planned.ts'
import { arbUsdc, usdc } from '../../support/executionService.ts'
import { createWorld, type World } from '../../support/executionWorld.ts'

const friend = '0x00000000000000000000000000000000000000F1'
const other = '0x00000000000000000000000000000000000000F2'

/** Addresses that are contracts, by chain. */
const contractsOn = (world: World, ...chains: string[]): void => {
  world.facts.isContract = async (blockchain) => ({
    isContract: chains.includes(blockchain),
    oneNode: false,
  })
}
const named = (world: World, more: Partial<PartyName>): void => {
  const name: PartyName = { name: 'safe', by: 'book', blockchain: 'ETH', oneNode: false, ...more }
  world.facts.nameOf = (address) => (address === friend ? name : null)
}
const bridge = (world: World, more: Partial<SwapOrder> = {}): SwapOrder => {
  return { ...world.order({ srcToken: usdc, dstToken: arbUsdc }), ...more }
}

async function plan(world: World, order: SwapOrder) {
  return (await planSwap(order, world.context(await world.openJournal()))).card
}

describe('an address taken to another chain (A8, A9)', () => {
  test.each<[what: string, chains: string[], more: Partial<SwapOrder>, name: boolean]>([
    ['a plain account', [], {}, false],
    ['a plain account of the book', [], { receiver: friend }, true],
    ['a contract on both chains', ['ETH', 'ARBITRUM'], { receiver: friend }, false],
    ['a contract of the book on both chains', ['ETH', 'ARBITRUM'], { receiver: friend }, true],
    ['a contract on the chain that receives alone', ['ARBITRUM'], { receiver: friend }, false],
    ['the own account by default', [], { receiverIsDefault: true }, false],
  ])('%s is paid', async (_, chains, more, isNamed) => {
    const world = createWorld()
    contractsOn(world, ...chains)
    if (isNamed) named(world, {})
    const card = await plan(world, bridge(world, more))
    expect(card.typedReasons).toEqual([])
  })

  test('a contract on the source chain alone is typed, where its address is written out in the line', async () => {
    const world = createWorld()
    contractsOn(world, 'ETH')
    const card = await plan(world, bridge(world, { receiver: friend }))
    expect(card.typedReasons).toMatchObject([
      { code: 'no_contract', text: expect.stringContaining(`${friend} is a contract on Ethereum`) },
    ])
    expect(confirmationFor(card).flags).toBe('confirm_amount')
  })

  test.each<[what: string, name: Partial<PartyName>]>([
    ['a name of the book', {}],
    ['a name of ENS', { by: 'ens', blockchain: 'ARBITRUM', name: 'safe.eth' }],
  ])('%s never replaces the address', async (_, name) => {
    const world = createWorld()
    contractsOn(world, 'ETH')
    named(world, name)
    await expect(plan(world, bridge(world, { receiver: friend }))).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
      context: { check: 'A8' },
      hint: expect.stringContaining(name.by === 'ens' ? 'Ask the receiver' : 'book add safe'),
    })
  })

  test('the refund address follows the same rule', async () => {
    const world = createWorld()
    contractsOn(world, 'ARBITRUM')
    named(world, { blockchain: 'ARBITRUM' })
    await expect(plan(world, bridge(world, { refundAddress: friend }))).rejects.toMatchObject({
      context: { check: 'A8', blockchain: 'ETH' },
    })
  })

  test.each([[['ETH']], [['ETH', 'ARBITRUM']]])(
    'a paying contract (on %s) is not the default receiver elsewhere',
    async (chains) => {
      const world = createWorld()
      contractsOn(world, ...chains)
      const order = bridge(world)
      await expect(plan(world, { ...order, receiverIsDefault: true })).rejects.toMatchObject({
        code: 'RECEIVER_REQUIRED',
        context: { check: 'A9' },
      })
      const within = { ...world.order({}), receiverIsDefault: true as const }
      expect((await plan(world, within)).typedReasons).toEqual([])
    },
  )

  test.each<[what: string, change: (world: World) => void, text: string]>([
    ['a name', (world) => named(world, { by: 'ens', name: 'safe.eth', oneNode: true }), 'safe.eth'],
    [
      'the code',
      (world) => {
        world.facts.isContract = async () => ({ isContract: true, oneNode: true })
      },
      `the code of ${friend}`,
    ],
  ])('%s that only one host reports is typed (N1)', async (_, change, text) => {
    const world = createWorld()
    change(world)
    const { typedReasons } = await plan(world, bridge(world, { receiver: friend }))
    expect(typedReasons).toMatchObject([{ code: 'one_node', text: expect.stringContaining(text) }])
  })
})

describe('a name (A8)', () => {
  async function pay(world: World, receiver: string) {
    world.facts.nameOf = () => {
      return { name: 'treasury.eth', by: 'ens', blockchain: 'ARBITRUM', oneNode: false }
    }
    const context = world.context(await world.openJournal())
    const order = { ...bridge(world, { receiver }), force: true }
    await executeSwap(await planSwap(order, context), context, { wait: false })
    return world.reviews.at(-1)
  }

  test('is on the card, and one that moved since its last swap is typed', async () => {
    const world = createWorld()
    expect(await pay(world, friend)).toMatchObject({
      receiverName: 'treasury.eth',
      typedReasons: [],
    })
    expect((await pay(world, friend))?.typedReasons).toEqual([])
    const moved = await pay(world, other)
    expect(moved?.typedReasons).toMatchObject([
      { code: 'name_moved', text: expect.stringContaining(friend) },
    ])
  })
})

test('a swap that is shown again has the name it was recorded with (A8)', async () => {
  const world = createWorld()
  const order = { ...bridge(world, { receiver: friend }), receiverName: 'treasury.eth' }
  expect(await plan(world, order)).toMatchObject({ receiverName: 'treasury.eth' })
})

test.each(['receiver', 'refundAddress'] as const)(
  'the name of a %s that moved since the quote is typed, before a journal is asked (A8)',
  async (party) => {
    const world = createWorld()
    world.facts.nameOf = (address) =>
      address === friend
        ? { name: 'treasury.eth', by: 'ens', blockchain: 'ETH', oneNode: false, moved: other }
        : null
    const { typedReasons } = await plan(world, { ...bridge(world, {}), [party]: friend })
    const text = `treasury.eth is ${other} by now, not ${friend}, with which the route was quoted.`
    expect(typedReasons).toEqual([{ code: 'name_moved', text }])
  },
)

test.each([
  ['name_moved', 'type_amount'],
  // The payment's own review asks for it.
  ['market', 'yes_no'],
] as const)('%s, of an order that an account pays, needs %s', (code, interactive) => {
  const typedReasons = [{ code, text: 'why' }]
  const card = { send: { token: usdc, amount: 1n, usdE18: 1n }, typedReasons, repeatOf: null }
  expect(orderConfirmation(card, 'signed')).toMatchObject({ interactive, flags: 'confirm_amount' })
})

describe('decimals of an unlisted token (N1, N2)', () => {
  const unlisted = { ...usdc, listed: false }

  test('are refused where the nodes report others', async () => {
    const world = createWorld()
    const order = world.order({ srcToken: unlisted })
    expect((await plan(world, order)).typedReasons).toEqual([])
    world.facts.readDecimals = async () => ({ decimals: 8, oneNode: false })
    await expect(plan(world, order)).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check: 'N1', decimals: 8, counted: 6 },
    })
  })

  test('that only one host reports are typed', async () => {
    const world = createWorld()
    world.facts.readDecimals = async ({ decimals }) => ({ decimals, oneNode: true })
    const { typedReasons } = await plan(world, world.order({ srcToken: unlisted }))
    expect(typedReasons).toMatchObject([{ code: 'one_node' }])
  })

  test('are refused where a price source reports others, of listed tokens as well', async () => {
    for (const srcToken of [usdc, unlisted]) {
      const world = createWorld()
      const order = world.order({ srcToken })
      world.decimals['USDC'] = 6
      expect((await plan(world, order)).typedReasons).toEqual([])
      world.decimals['USDC'] = 18
      await expect(plan(world, order)).rejects.toMatchObject({
        code: 'UNSAFE_ROUTE',
        context: { check: 'N2', told: 18, counted: 6 },
      })
    }
  })
})

describe('what needs no node', () => {
  const order = (dstToken: Token, receiver: string) => {
    const request = { ...createWorld().order({}).request, dstToken }
    return { request, receiver, fromAddress: friend, refundAddress: null }
  }
  const facts: PartyFacts = {
    nameOf: () => null,
    isContract: () => Promise.reject(new Error('not asked')),
    readDecimals: () => Promise.reject(new Error('not asked')),
  }
  const unlisted = { ...usdc, listed: false }

  test.each<[what: string, token: Token, hasChain: boolean]>([
    ['a listed token', usdc, true],
    ['a coin', { ...usdc, native: true, listed: false }, true],
    ['a token of another kind of chain', { ...unlisted, blockchain: 'TON' }, true],
    ['a token of a chain without a node', unlisted, false],
  ])('%s', async (_, token, hasChain) => {
    const found = await checkParties(order(token, friend), { facts, hasChain: () => hasChain })
    expect(found).toEqual({ receiverName: null, reasons: [] })
  })
})

test.each([
  ['is refused where the route cannot send it', '12345', 'contract', true],
  ['goes along with an order', '12345', 'deposit', false],
  ['is not checked where it is absent', undefined, 'contract', false],
] as const)('a memo of the receiver %s (T7)', (_, receiverMemo, executionKind, isRefused) => {
  const { request, route } = createWorld().order({})
  const order = {
    request: receiverMemo === undefined ? request : { ...request, receiverMemo },
    route: { ...route, executionKind },
  }
  const check = (): void => refuseDroppedMemo(order)
  if (!isRefused) expect(check).not.toThrow()
  else {
    const refusal = { code: 'UNSAFE_ROUTE', context: { check: 'T7' } }
    expect(check).toThrow(expect.objectContaining(refusal))
  }
})
