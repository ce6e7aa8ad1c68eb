import { describe, expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { planEvmSwap } from '../../../src/execution/evm/plan.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import type { SwapOutcome } from '../../../src/execution/outcome.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { receiptOf } from '../../../src/execution/receipts.ts'
import { router, wrappedNative } from '../../support/executionChain.ts'
import { alice, arbUsdc, bob, dai, eth, usdc } from '../../support/executionService.ts'
import { type World, createWorld } from '../../support/executionWorld.ts'
import type { OrderChanges } from '../../support/requests.ts'

const amount = 50_000_000n
const arrived = 49_500_000n

async function swap(world: World, changes: OrderChanges = {}, wait = true): Promise<SwapOutcome> {
  const context = world.context(await world.openJournal())
  return await executeSwap(await planSwap(world.order(changes), context), context, { wait })
}

/** Everything the account has moved, read from the chain and not from the answer. */
function moved(
  world: World,
  token: string,
  owner = alice,
  chain: 'ETH' | 'ARBITRUM' = 'ETH',
): bigint {
  const start = token === usdc.address || token === arbUsdc.address ? 1_000_000_000n : 0n
  return world.chains[chain].balanceOf(token, owner) - (owner === alice ? start : 0n)
}

/** An earlier approval, outside of any swap. */
async function approveBefore(world: World, allowance: bigint): Promise<void> {
  const approve = `0x095ea7b3${router.slice(2).padStart(64, '0')}${allowance.toString(16).padStart(64, '0')}`
  const plan = {
    blockchain: 'ETH',
    from: alice,
    to: usdc.address,
    data: approve,
    value: '0',
    nonce: 0,
    gasLimit: '1',
    chainId: 1,
  }
  const raw = `0x${Buffer.from(JSON.stringify(plan)).toString('hex')}`
  await world.chains.ETH.evm.broadcast('ETH', raw)
}

describe('a swap on one chain', () => {
  test('token to token: exact approval, payment, evidence, nothing left over', async () => {
    const world = createWorld()
    const outcome = await swap(world)
    expect(outcome).toMatchObject({
      provider: 'UNI_SWAP_V3',
      status: { status: 'SUCCESS', destinationTxHash: outcome.hashes.source },
      funds: 'delivered',
      received: { token: dai, amount: arrived },
      spent: { token: usdc, amount },
      feesPaid: { amount: 0n },
      allowanceLeft: 0n,
      warnings: [],
    })
    expect(outcome.hashes).toEqual({
      approve: expect.stringMatching(/^0x/),
      source: expect.stringMatching(/^0x/),
      destination: outcome.hashes.source,
    })
    expect(moved(world, usdc.address)).toBe(-amount)
    expect(moved(world, dai.address)).toBe(arrived)
    expect(world.chains.ETH.allowanceOf(usdc.address, alice, router)).toBe(0n)
    const gas = 10n * 10n ** 18n - world.chains.ETH.balanceOf(eth.address, alice)
    expect(outcome.gasSpent).toEqual({ token: eth, amount: gas })
    expect(world.signer.signatures.map((plan) => plan.nonce)).toEqual([0, 1])
    expect(world.signer.closed).toBeGreaterThan(0)
  })

  test('native to token: no approval, the value is the amount', async () => {
    const world = createWorld()
    const outcome = await swap(world, { srcToken: eth })
    expect(outcome.received).toEqual({ token: dai, amount: arrived })
    expect(outcome.spent).toEqual({ token: eth, amount })
    expect(world.signer.signatures).toHaveLength(1)
    const left = world.chains.ETH.balanceOf(eth.address, alice)
    expect(10n * 10n ** 18n - left).toBe(amount + outcome.gasSpent.amount)
  })

  test.each([
    ['from what was unwrapped', true],
    ['from the balance', false],
  ])('token to native: the arrival is measured %s', async (_text, logged) => {
    const world = createWorld()
    world.chains.ARBITRUM.code.clear()
    const context = world.context(await world.openJournal())
    const planned = await planSwap(world.order({ dstToken: eth }), context)
    const wrapped = (): string | null => (logged ? wrappedNative : null)
    const outcome = await executeSwap(
      planned,
      { ...context, wrappedNative: wrapped },
      { wait: true },
    )
    expect(outcome.status.status).toBe('SUCCESS')
    expect(outcome.received).toEqual({ token: eth, amount: arrived })
  })

  test("to another receiver: the receiver's balance decides, in the simulation and afterwards", async () => {
    const world = createWorld()
    const outcome = await swap(world, { receiver: bob })
    expect(outcome.received?.amount).toBe(arrived)
    expect(moved(world, dai.address, bob)).toBe(arrived)
    expect(moved(world, dai.address)).toBe(0n)
  })

  test('an older, larger allowance is reset first and is zero at the end', async () => {
    const world = createWorld()
    const first = world.context(await world.openJournal())
    const planned = await planSwap(world.order(), first)
    await approveBefore(world, 10n ** 12n)
    expect(world.chains.ETH.allowanceOf(usdc.address, alice, router)).toBe(10n ** 12n)
    const outcome = await executeSwap(planned, first, { wait: true })
    expect(outcome.hashes.approveReset).toBeDefined()
    expect(outcome.hashes.approve).toBeDefined()
    expect(world.chains.ETH.allowanceOf(usdc.address, alice, router)).toBe(0n)
  })

  test('an older allowance of just the amount is used, and gone at the end even if the payment fails', async () => {
    const world = createWorld()
    const context = world.context(await world.openJournal())
    await approveBefore(world, 50_000_000n)
    const planned = await planEvmSwap(world.order(), context)
    expect(planned.approvals).toEqual([])
    const { evm } = world.chains.ETH
    const estimateGas: typeof evm.estimateGas = async (...args) => {
      const gas = await evm.estimateGas(...args)
      if (args[1].to === router) world.chains.ETH.rate = 900n
      return gas
    }
    const reading = { ...context, evm: { ...evm, estimateGas } }
    const outcome = await executeSwap(planned, reading, { wait: true })
    expect(outcome).toMatchObject({ status: { status: 'FAIL' }, allowanceLeft: 0n })
    expect(world.chains.ETH.allowanceOf(usdc.address, alice, router)).toBe(0n)
  })

  test('a payment that reverts is FAIL, and its allowance is taken away', async () => {
    const world = createWorld()
    const context = world.context(await world.openJournal())
    const planned = await planSwap(world.order(), context)
    const { evm } = world.chains.ETH
    const estimateGas: typeof evm.estimateGas = async (...args) => {
      const gas = await evm.estimateGas(...args)
      // The price moves between the estimate and the block.
      if (args[1].to === router) world.chains.ETH.rate = 900n
      return gas
    }
    const outcome = await executeSwap(
      planned,
      { ...context, evm: { ...world.chains.ETH.evm, estimateGas } },
      { wait: true },
    )
    expect(outcome).toMatchObject({
      status: { status: 'FAIL', note: expect.stringContaining('stayed in the account') },
      funds: 'none_moved',
      received: null,
      spent: null,
      allowanceLeft: 0n,
    })
    expect(outcome.hashes.revoke).toBeDefined()
    expect(moved(world, usdc.address)).toBe(0n)
    expect(world.chains.ETH.allowanceOf(usdc.address, alice, router)).toBe(0n)
  })
})

describe('a swap between chains', () => {
  /** The bridge pays some polls after the deposit. */
  function settle(world: World, polls: number, paid = arrived): void {
    let left = polls
    let hash: string | null = null
    world.status = () => {
      left -= 1
      if (left > 0) return { status: 'PENDING', destinationTxHash: null }
      hash ??= world.chains.ARBITRUM.payOut(arbUsdc.address, alice, paid)
      return { status: 'SUCCESS', destinationTxHash: hash, destinationNetworkTitle: 'ARBITRUM' }
    }
  }

  test('ends in SUCCESS once the destination chain shows what arrived', async () => {
    const world = createWorld()
    settle(world, 3)
    const outcome = await swap(world, { dstToken: arbUsdc })
    expect(outcome).toMatchObject({
      provider: 'across',
      status: { status: 'SUCCESS' },
      funds: 'delivered',
      received: { token: arbUsdc, amount: arrived },
      spent: { token: usdc, amount },
      allowanceLeft: 0n,
    })
    expect(outcome.hashes.destination).toBe(outcome.status.destinationTxHash)
    expect(moved(world, arbUsdc.address, alice, 'ARBITRUM')).toBe(arrived)
    expect(world.calls.status).toBe(3)
  })

  test('--no-wait returns with the source hash; following it later finds the end', async () => {
    const world = createWorld()
    settle(world, 1)
    const outcome = await swap(world, { dstToken: arbUsdc }, false)
    expect(outcome.hashes.source).toBeDefined()
    expect(['PENDING', 'SUCCESS']).toContain(outcome.status.status)
  })

  test('time alone never turns unknown into failed', async () => {
    const world = createWorld()
    const outcome = await swap(world, { dstToken: arbUsdc })
    expect(outcome.status.status).toBe('PENDING')
    expect(outcome.funds).toBe('sent')
    const journal = await world.openJournal()
    expect(receiptOf(journal, outcome.receiptId, world.context(journal)).open).toBe(true)
  })
})

describe('before anything is signed', () => {
  test('a declined review leaves no trace', async () => {
    const world = createWorld()
    world.review = () => {
      throw new SwaprouteError('DECLINED', 'No.')
    }
    await expect(swap(world)).rejects.toMatchObject({ code: 'DECLINED', funds: 'none_moved' })
    expect(world.signer.signatures).toEqual([])
    expect((await world.openJournal()).list({ limit: 9 })).toEqual([])
  })

  test('a key of another address is refused', async () => {
    const world = createWorld()
    world.signer.address = bob
    await expect(swap(world)).rejects.toMatchObject({ code: 'KEY_UNAVAILABLE', exit: 3 })
    expect(world.chains.ETH.broadcasts).toEqual([])
  })

  test('a used idempotency key names the earlier swap; force swaps again', async () => {
    const world = createWorld()
    const first = await swap(world, { idempotencyKey: 'order-1' })
    await expect(swap(world, { idempotencyKey: 'order-1' })).rejects.toMatchObject({
      code: 'DUPLICATE',
      exit: 9,
      context: { receiptId: first.receiptId },
    })
    expect(world.chains.ETH.payments).toHaveLength(1)
    const again = await swap(world, { idempotencyKey: 'order-1', force: true })
    expect(again.receiptId).not.toBe(first.receiptId)
    expect(world.chains.ETH.payments).toHaveLength(2)
  })

  describe('the same swap within ten minutes', () => {
    const asked = (world: World): (string | undefined)[] =>
      world.reviews.map(({ repeatOf }) => repeatOf?.receiptId)

    test('is reported, and asks for the amount', async () => {
      const world = createWorld()
      const first = await swap(world)
      world.clock += 9 * 60_000
      const again = await swap(world)
      expect(asked(world)).toEqual([undefined, first.receiptId])
      const [reason] = world.reviews.at(-1)?.typedReasons ?? []
      expect(reason?.code).toBe('repeat')
      expect(reason?.text).toMatch(/^The same swap was started \d+ minutes ago: /)
      expect(again.status.status).toBe('SUCCESS')
    })

    test.each<[string, OrderChanges]>([
      ['another amount', { srcAmount: amount + 1n }],
      ['another receiver', { receiver: bob }],
      ['another token', { dstToken: eth }],
      ['--force', { force: true }],
      ['an idempotency key, which decides', { idempotencyKey: 'other' }],
    ])('is not meant by %s', async (_name, changes) => {
      const world = createWorld()
      await swap(world)
      await swap(world, changes, false)
      expect(asked(world)).toEqual([undefined, undefined])
    })

    test('is not one after ten minutes, nor after a swap that came to nothing', async () => {
      const world = createWorld()
      await swap(world)
      world.clock += 10 * 60_000
      await swap(world)
      expect(asked(world)).toEqual([undefined, undefined])

      const failing = createWorld()
      failing.signer.sign = () => Promise.reject(new SwaprouteError('KEY_UNAVAILABLE', 'Gone.'))
      await expect(swap(failing)).rejects.toMatchObject({ code: 'KEY_UNAVAILABLE' })
      await expect(swap(failing)).rejects.toMatchObject({ code: 'KEY_UNAVAILABLE' })
      expect(asked(failing)).toEqual([undefined, undefined])
    })

    test('by two processes at once is recorded once', async () => {
      const world = createWorld()
      const context = world.context(await world.openJournal())
      const plans = [await planSwap(world.order(), context), await planSwap(world.order(), context)]
      const ends = await Promise.allSettled(
        plans.map((planned) => executeSwap(planned, context, { wait: true })),
      )
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const refused = ends.find((end) => end.status === 'rejected')
      expect(refused?.reason).toMatchObject({ code: 'DUPLICATE', exit: 9, funds: 'none_moved' })
      expect(world.chains.ETH.payments).toHaveLength(1)
    })
  })

  test('signed bytes that say something else never leave', async () => {
    const world = createWorld()
    const honest = world.signer.sign
    world.signer.sign = async (plan) => {
      const signed = await honest(plan)
      return { ...signed, decoded: { ...signed.decoded, to: bob } }
    }
    await expect(swap(world)).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check: 'E13' },
    })
    expect(world.chains.ETH.broadcasts).toEqual([])
    const [row] = (await world.openJournal()).list({ limit: 9 })
    expect(row?.open).toBe(false)
  })

  test.each<[string, (evm: World['chains']['ETH']['evm']) => void]>([
    [
      'a price above the accepted one',
      (evm) => {
        const fees = { type: 'eip1559', maxFeePerGas: 9_000n, maxPriorityFeePerGas: 1n } as const
        evm.readFees = () => Promise.resolve({ fees, usual: 9_000n })
      },
    ],
    [
      'more gas than 100 USD pay for',
      (evm) => {
        evm.estimateGas = () => Promise.resolve(20_000_000n)
      },
    ],
  ])('E11, K12: %s, reported after the review, is not signed', async (_name, lie) => {
    const world = createWorld()
    world.prices['ETH'] = { usd: 10n ** 13n, confirmed: true }
    world.review = () => lie(world.chains.ETH.evm)
    await expect(swap(world)).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check: 'E11' },
      funds: 'none_moved',
    })
    expect(world.signer.signatures).toEqual([])
  })

  test('room for a rising base fee is cut to what was accepted', async () => {
    const world = createWorld()
    const { evm } = world.chains.ETH
    const fees = { type: 'eip1559', maxFeePerGas: 20n, maxPriorityFeePerGas: 1n } as const
    const dearer = { ...fees, maxFeePerGas: 24n }
    evm.readFees = () => Promise.resolve({ fees, usual: 10n })
    world.review = () => {
      evm.readFees = () => Promise.resolve({ fees: dearer, usual: 10n })
    }
    await swap(world)
    expect(world.signer.signatures.map((plan) => plan.fees)).toEqual([fees, fees])
  })

  test('an interrupt before the first signature sends nothing', async () => {
    const world = createWorld()
    const controller = new AbortController()
    const context = world.context(await world.openJournal(), { signal: controller.signal })
    const planned = await planSwap(world.order(), context)
    controller.abort()
    await expect(executeSwap(planned, context, { wait: true })).rejects.toMatchObject({
      code: 'INTERRUPTED',
      exit: 130,
      funds: 'none_moved',
    })
    expect(world.chains.ETH.broadcasts).toEqual([])
  })
})
