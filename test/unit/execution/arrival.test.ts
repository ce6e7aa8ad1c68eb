import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import {
  destinationArrival,
  refundArrival,
  sameChainArrival,
} from '../../../src/execution/arrival.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { resumeSwap } from '../../../src/execution/resume.ts'
import { replay, requireSwap, type SwapState } from '../../../src/execution/state.ts'
import type { EvmReceipt } from '../../../src/evidence/evm.ts'
import { wrappedNative } from '../../support/executionChain.ts'
import { alice, arbEth, arbUsdc, bob, dai, eth, usdc } from '../../support/executionService.ts'
import { type World, createWorld } from '../../support/executionWorld.ts'
import type { OrderChanges } from '../../support/requests.ts'

const paid = 50_000_000n
const expected = 49_500_000n
const minimum = 49_005_000n

type Following = {
  world: World
  context: ReturnType<World['context']>
  state: () => SwapState
  source: EvmReceipt
}

/** A swap whose payment is mined and which is not settled. */
async function paidSwap(changes: OrderChanges): Promise<Following> {
  const world = createWorld()
  const journal = await world.openJournal()
  const context = world.context(journal)
  const planned = await planSwap(world.order(changes), context)
  const outcome = await executeSwap(planned, context, { wait: true, maxWaitMs: 1 })
  const state = requireSwap(replay(outcome.receiptId, journal.read(outcome.receiptId)))
  const source = await context.evm.readReceipt('ETH', outcome.hashes.source ?? '')
  if (source === null) throw new Error('not mined')
  return { world, context, state: () => state, source }
}

const pays = (world: World, amount: bigint, to = alice, token = arbUsdc.address): string =>
  world.chains.ARBITRUM.payOut(token, to, amount)

describe('tokens on another chain', () => {
  test.each([
    ['just the minimum', minimum],
    ['what was expected', expected],
    ['far more', 10n * expected],
  ])('%s is proved by the receipt', async (_name, amount) => {
    const following = await paidSwap({ dstToken: arbUsdc })
    const hash = pays(following.world, amount)
    expect(await destinationArrival(following, hash)).toMatchObject({
      source: 'receipt',
      blockchain: 'ARBITRUM',
      hash,
      amount,
    })
  })

  test('a balance that grew otherwise proves nothing for the claimed transaction', async () => {
    const following = await paidSwap({ dstToken: arbUsdc })
    pays(following.world, expected)
    const claimed = pays(following.world, expected, bob)
    expect(await destinationArrival(following, claimed)).toBeNull()
  })

  test('a transaction that failed proves nothing', async () => {
    const following = await paidSwap({ dstToken: arbUsdc })
    const hash = pays(following.world, expected)
    const receipt = await following.context.evm.readReceipt('ARBITRUM', hash)
    if (receipt !== null) receipt.succeeded = false
    expect(await destinationArrival(following, hash)).toBeNull()
  })

  test.each([
    ['', false],
    ['0x12', false],
    ['fifteen_letters', false],
    ['sixteen letters!', false],
    ['paid\u001b[2J-paid-paid', false],
    ['sixteen_letters_', true],
  ])('where the chain cannot be read, "%s" is a claim: %s', async (hash, isClaim) => {
    const following = await paidSwap({ dstToken: arbUsdc })
    const blind = { ...following, context: { ...following.context, hasChain: () => false } }
    const arrival = await destinationArrival(blind, hash)
    expect(arrival?.source).toBe(isClaim ? 'claim' : undefined)
    expect(arrival?.amount ?? null).toBeNull()
  })

  test('never asks for a text that is not a hash', async () => {
    const following = await paidSwap({ dstToken: arbUsdc })
    const evm = { ...following.context.evm, readReceipt: () => Promise.reject(new Error('asked')) }
    const looking = { ...following, context: { ...following.context, evm } }
    expect(await destinationArrival(looking, 'sixteen letters!')).toBeNull()
    expect(await refundArrival(looking, 'sixteen letters!')).toBeNull()
  })
})

describe('native coins on another chain', () => {
  const toNative = { srcToken: eth, dstToken: arbEth }

  test.each([
    ['the minimum unwrapped', minimum, 'receipt'],
    ['three times what was expected', 3n * expected, 'receipt'],
  ])('%s', async (_name, amount, source) => {
    const following = await paidSwap(toNative)
    const hash = pays(following.world, amount, alice, arbEth.address)
    expect(await destinationArrival(following, hash)).toMatchObject({ source, amount })
  })

  test('an implausible unwrapping counts by the balance of the receiver', async () => {
    const following = await paidSwap(toNative)
    const hash = pays(following.world, 3n * expected + 1n, bob, arbEth.address)
    expect(await destinationArrival(following, hash)).toBeNull()
    pays(following.world, minimum, alice, arbEth.address)
    expect(await destinationArrival(following, hash)).toMatchObject({
      source: 'balance',
      amount: minimum,
    })
  })

  test('the gain of another account is not the payout, however well the amount fits', async () => {
    const following = await paidSwap(toNative)
    const hash = pays(following.world, expected, bob, arbEth.address)
    expect(await destinationArrival(following, hash)).toBeNull()
  })

  test('a balance a unit below the minimum does not', async () => {
    const following = await paidSwap(toNative)
    const hash = pays(following.world, 3n * expected + 1n, bob, arbEth.address)
    pays(following.world, minimum - 1n, alice, arbEth.address)
    expect(await destinationArrival(following, hash)).toBeNull()
  })

  test.each([
    ['brought the minimum', minimum, minimum],
    ['brought a unit less', minimum - 1n, null],
    ['brought more than three times what was expected', 3n * expected + 1n, null],
    ['cannot be read any more', null, null],
  ])('spent of it since: the block of the payout %s', async (_what, gain, amount) => {
    const following = await paidSwap(toNative)
    const { evm } = following.world.chains.ARBITRUM
    const hash = pays(following.world, 3n * expected + 1n, bob, arbEth.address)
    const { blockNumber } = (await evm.readReceipt('ARBITRUM', hash)) ?? {}
    evm.readNativeGain = (_blockchain, owner, block) =>
      Promise.resolve(owner === alice && block === blockNumber ? gain : null)
    const arrival = await destinationArrival(following, hash)
    expect(arrival?.amount ?? null).toBe(amount)
    if (amount !== null) expect(arrival).toMatchObject({ source: 'balance', blockNumber })
  })

  test.each([
    ['nothing to compare with', null, null],
    ['only what its block brought the receiver', expected, expected],
  ])('without a balance from before, an amount that fits has %s', async (_what, gain, amount) => {
    const following = await paidSwap(toNative)
    const hash = pays(following.world, expected, bob, arbEth.address)
    following.world.chains.ARBITRUM.evm.readNativeGain = () => Promise.resolve(gain)
    const state = { ...following.state(), baselines: [] }
    const arrival = await destinationArrival({ ...following, state: () => state }, hash)
    expect(arrival?.amount ?? null).toBe(amount)
  })

  test('a plain transfer is proved by its value', async () => {
    const following = await paidSwap(toNative)
    const hash = following.world.chains.ARBITRUM.send(alice, minimum)
    expect(await destinationArrival(following, hash)).toMatchObject({
      source: 'receipt',
      amount: minimum,
    })
  })

  test('what cannot be read is not a failure: the claim waits until it can', async () => {
    const world = createWorld()
    const context = world.context(await world.openJournal())
    const { evm } = world.chains.ARBITRUM
    evm.readBalances = () => Promise.reject(new SwaprouteError('CHAIN_UNAVAILABLE', 'down'))
    let hash: string | undefined
    world.status = () => {
      hash ??= pays(world, expected, alice, arbEth.address)
      return { status: 'SUCCESS', destinationTxHash: hash }
    }
    const planned = await planSwap(world.order(toNative), context)
    const waiting = await executeSwap(planned, context, { wait: true, maxWaitMs: 1 })
    expect(waiting).toMatchObject({ status: { status: 'PENDING' }, received: null })
    evm.readNativeGain = () => Promise.resolve(expected)
    const seen = await resumeSwap(waiting.receiptId, context, { wait: true, maxWaitMs: 1 })
    expect(seen).toMatchObject({ status: { status: 'SUCCESS' }, received: { amount: expected } })
  })
})

describe('on one chain', () => {
  test('tokens come from the logs, or else from the balance', async () => {
    const following = await paidSwap({})
    expect(await sameChainArrival(following, following.source)).toMatchObject({
      source: 'receipt',
      token: dai,
      amount: expected,
    })
    const silent = { ...following.source, logs: [] }
    expect(await sameChainArrival(following, silent)).toMatchObject({
      source: 'balance',
      amount: expected,
    })
    const state = { ...following.state(), baselines: [] }
    const unmeasured = { ...following, state: () => state }
    expect((await sameChainArrival(unmeasured, silent)).amount).toBeNull()
  })

  test.each([
    ['nothing', 0n],
    ['one unit less than was guaranteed', minimum - 1n],
  ])('a mined payment that brings %s is not a success', async (_what, amount) => {
    const world = createWorld()
    const context = world.context(await world.openJournal())
    const planned = await planSwap(world.order(), context)
    const { evm } = context
    const readReceipt: typeof evm.readReceipt = async (blockchain, hash) => {
      const receipt = await evm.readReceipt(blockchain, hash)
      const data = `0x${amount.toString(16).padStart(64, '0')}`
      const robbedLog = (log: EvmReceipt['logs'][number]) =>
        log.address === dai.address ? { ...log, data } : log
      return receipt === null ? null : { ...receipt, logs: receipt.logs.map(robbedLog) }
    }
    const readBalances: typeof evm.readBalances = async (blockchain, owner, tokens) => {
      const isPaid = world.chains.ETH.payments.length > 0
      const held = await evm.readBalances(blockchain, owner, tokens)
      return held.map((one, at) => (isPaid && tokens[at] === dai.address ? amount : one))
    }
    const bent = new Map<string | symbol, unknown>(Object.entries({ readReceipt, readBalances }))
    const robbed = new Proxy(evm, {
      get: (target, name): unknown => bent.get(name) ?? Reflect.get(target, name),
    })
    const outcome = await executeSwap(planned, { ...context, evm: robbed }, { wait: true })
    expect(outcome).toMatchObject({ status: { status: 'FAIL' }, funds: 'unknown' })
    expect(outcome.status.note).toContain('of the guaranteed 49.005 DAI')
  })

  test('native coins: unwrapped, unless that cannot be them', async () => {
    const following = await paidSwap({ dstToken: eth })
    expect((await sameChainArrival(following, following.source)).amount).toBe(expected)
    const withdrawal = following.source.logs.at(-1)
    if (withdrawal === undefined) throw new Error('no log')
    const odd = (amount: bigint): EvmReceipt => ({
      ...following.source,
      logs: [{ ...withdrawal, data: `0x${amount.toString(16).padStart(64, '0')}` }],
    })
    for (const amount of [1n, minimum - 1n, 3n * expected + 1n]) {
      expect((await sameChainArrival(following, odd(amount))).amount).toBe(expected)
    }
    const state = { ...following.state(), baselines: [] }
    const unmeasured = { ...following, state: () => state }
    expect((await sameChainArrival(unmeasured, odd(1n))).amount).toBe(1n)
  })

  test('native coins for another account: its balance counts, without our gas', async () => {
    const following = await paidSwap({ dstToken: eth, receiver: bob })
    const silent = { ...following.source, logs: [] }
    expect((await sameChainArrival(following, silent)).amount).toBe(expected)
  })

  test('native coins with a fee paid along', async () => {
    const world = createWorld()
    world.pinned.mostFixedFee = 1_000n
    world.alterRoute = ({ fees }) => {
      fees.gasTokenFees.provider.fixedWeiAmount = '1000'
    }
    world.alterAnswer = ({ transaction }) => {
      transaction.value = '1000'
    }
    const context = { ...world.context(await world.openJournal()), wrappedNative: () => null }
    const planned = await planSwap(world.order({ dstToken: eth }), context)
    const outcome = await executeSwap(planned, context, { wait: true })
    expect(outcome.received?.amount).toBe(expected)
    expect(outcome.feesPaid).toEqual({ token: eth, amount: 1_000n })
  })
})

describe('refunds', () => {
  const refund = (world: World, amount: bigint, to = alice, token = usdc.address): string =>
    world.chains.ETH.payOut(token, to, amount)

  test.each([
    ['all of it', paid],
    ['a third, rounded up', paid / 3n + 1n],
  ])('%s to the payer', async (_name, amount) => {
    const following = await paidSwap({ dstToken: arbUsdc })
    const hash = refund(following.world, amount)
    expect(await refundArrival(following, hash)).toMatchObject({ token: usdc, amount, hash })
  })

  test('to the refund address', async () => {
    const following = await paidSwap({ dstToken: arbUsdc, refundAddress: bob })
    const hash = refund(following.world, paid, bob)
    expect(await refundArrival(following, hash)).toMatchObject({ amount: paid })
  })

  test('in the destination token on its chain', async () => {
    const following = await paidSwap({ dstToken: arbUsdc })
    const hash = pays(following.world, expected)
    expect(await refundArrival(following, hash)).toMatchObject({ token: arbUsdc, amount: expected })
  })

  test.each([
    ['in a block that brought them to the payer', paid, paid],
    ['in a block that brought him a third, rounded up', paid / 3n + 1n, paid / 3n + 1n],
    ['in a block that brought him less', paid / 3n - 1n, null],
    ['in a block that brought him nothing', 0n, null],
    ['in a block that is forgotten', null, null],
  ])('of native coins, %s', async (_what, gain, amount) => {
    const following = await paidSwap({ srcToken: eth, dstToken: arbEth })
    const { evm } = following.world.chains.ETH
    const hash = refund(following.world, paid, alice, eth.address)
    const { blockNumber } = (await evm.readReceipt('ETH', hash)) ?? {}
    evm.readNativeGain = (_blockchain, owner, block) =>
      Promise.resolve(owner === alice && block === blockNumber ? gain : null)
    const back = await refundArrival(following, hash)
    expect(back?.amount ?? null).toBe(amount)
    if (amount !== null) expect(back).toMatchObject({ source: 'balance', token: eth, hash })
  })

  test('of native coins that come back wrapped', async () => {
    const following = await paidSwap({ srcToken: eth, dstToken: arbEth })
    const hash = refund(following.world, paid, alice, wrappedNative)
    expect(await refundArrival(following, hash)).toMatchObject({ token: eth, amount: paid })
    const another = refund(following.world, paid, bob, wrappedNative)
    expect(await refundArrival(following, another)).toBeNull()
  })

  test('one transaction may pay back two swaps, but not the same money twice', async () => {
    const following = await paidSwap({ dstToken: arbUsdc })
    const hash = refund(following.world, 2n * paid - 1n)
    const claimedBy = (amount: bigint): Following => {
      const { context } = following
      const { journal } = context
      const end = {
        type: 'refunded' as const,
        answer: {},
        received: { token: usdc, amount: String(amount) },
        evidence: {
          source: 'receipt' as const,
          blockchain: 'ETH' as const,
          hash,
          blockNumber: '1',
        },
      }
      const told: typeof journal = {
        ...journal,
        findByHash: () => ['newest', 'other'], // a swap that only names it hides no other
        read: (swapId) =>
          swapId === 'other' ? [{ swapId, sequence: 1, format: 1, atMs: 0, event: end }] : [],
      }
      return { ...following, context: { ...context, journal: told } }
    }
    expect((await refundArrival(claimedBy(paid), hash))?.amount).toBe(paid - 1n)
    expect(await refundArrival(claimedBy(2n * paid - 1n), hash)).toBeNull()
  })

  test('ignores events before the payment', async () => {
    const following = await paidSwap({ dstToken: arbUsdc })
    const hash = refund(following.world, paid)
    const receipt = await following.context.evm.readReceipt('ETH', hash)
    if (receipt === null) throw new Error('not mined')
    receipt.blockNumber = following.source.blockNumber - 1n
    expect(await refundArrival(following, hash)).toBeNull()
    receipt.blockNumber = following.source.blockNumber
    expect(await refundArrival(following, hash)).toMatchObject({ amount: paid })
  })

  test.each([
    ['less than a third', (world: World) => refund(world, paid / 3n - 1n)],
    ['one of another account', (world: World) => refund(world, paid, bob)],
    ['another token', (world: World) => refund(world, paid, alice, dai.address)],
    ['nothing at all', (world: World) => refund(world, 0n)],
  ])('ignores %s', async (_name, make) => {
    const following = await paidSwap({ dstToken: arbUsdc })
    expect(await refundArrival(following, make(following.world))).toBeNull()
  })

  test('ignores a transaction that failed, and the payment itself', async () => {
    const following = await paidSwap({ dstToken: arbUsdc })
    const hash = refund(following.world, paid)
    const receipt = await following.context.evm.readReceipt('ETH', hash)
    if (receipt !== null) receipt.succeeded = false
    expect(await refundArrival(following, hash)).toBeNull()
    const native = await paidSwap({ srcToken: eth, dstToken: arbEth })
    const log = {
      address: '0x00000000000000000000000000000000000000bb',
      topics: [] as string[],
      data: '0x',
    }
    native.source.logs.push({
      ...log,
      topics: ['0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'],
      data: `0x${paid.toString(16).padStart(64, '0')}`,
    })
    expect(await refundArrival(native, native.source.hash)).toBeNull()
  })
})
