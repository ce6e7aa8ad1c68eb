import { Address, comment } from '@ton/core'
import { internal } from '@ton/sandbox'
import { describe, expect, test } from 'vitest'
import { showTonAddress, toRawTonAddress } from '../../../../src/chains/ton/address.ts'
import { executeSwap } from '../../../../src/execution/execute.ts'
import { planSwap } from '../../../../src/execution/plan.ts'
import { receiptOf, swapHistory } from '../../../../src/execution/receipts.ts'
import { confirmationFor } from '../../../../src/execution/review.ts'
import { createTonSwapWorld, nano, toncoin } from '../../../support/tonExecution.ts'
import { resume, swap, wait } from './support/runs.ts'

describe.each(['v4r2', 'v5r1'] as const)('with a %s wallet', { timeout: 60_000 }, (version) => {
  test('TON to a jetton: what is reported is what moved', async () => {
    const world = await createTonSwapWorld(version)
    const before = await world.chain.balance(world.wallet)
    const journal = await world.openJournal()
    const context = world.context(journal)
    const outcome = await executeSwap(await planSwap(world.order(), context), context, wait)

    expect(outcome).toMatchObject({
      provider: 'STONFI',
      status: { status: 'SUCCESS' },
      funds: 'delivered',
      received: { token: world.usdt, amount: 15_000_000n },
      spent: { token: toncoin, amount: 5n * nano },
      warnings: [],
    })
    expect(await world.jetton.balanceOf(world.wallet)).toBe(15_000_000n)
    const after = await world.chain.balance(world.wallet)
    // To the unit: the sold coins and the cost, and nothing else, have left the wallet.
    expect(before - after).toBe(5n * nano + outcome.gasSpent.amount)
    expect(outcome.gasSpent.amount).toBeLessThan(nano / 10n)

    // The hashes exist, and the journal finds the swap by each, in every spelling.
    const { source = '', sourceTransaction = '', destination = '' } = outcome.hashes
    expect(outcome.status.srcTxHash).toBe(source)
    const taken = world.chain.transactions.find(({ hash }) => hash === sourceTransaction)
    expect(taken?.inMessage?.normalizedHash).toBe(source)
    const arrived = world.chain.transactions.find(({ hash }) => hash === destination)
    expect(arrived?.account).toBe(await world.jetton.walletOf(world.wallet))
    for (const hash of [source, sourceTransaction, destination]) {
      const bytes = Buffer.from(hash, 'hex')
      const spellings = [
        hash,
        hash.toUpperCase(),
        bytes.toString('base64'),
        bytes.toString('base64url'),
      ]
      for (const text of spellings) expect(journal.find(text)).toBe(outcome.receiptId)
    }

    const receipt = receiptOf(journal, source, { nativeToken: () => toncoin })
    expect(receipt).toMatchObject({ state: 'done', open: false, spender: null })
    expect(receipt.events.map(({ text }) => text).join('\n')).toMatch(
      /Signed the payment with nonce 0, valid until .* UTC\nSent the payment\nThe wallet accepted the payment and sent everything/,
    )
    expect(swapHistory(journal, 5)).toMatchObject([{ status: 'SUCCESS', hashes: { source } }])
    const states = journal.read(outcome.receiptId).map(({ event }) => event.type)
    expect(states).toEqual([
      'planned',
      'baseline',
      'signing',
      'ton_signed',
      'sent',
      'ton_confirmed',
      'delivering',
      'cost',
      'done',
    ])
  })

  test('a jetton to TON, and again with a wallet that exists', async () => {
    const world = await createTonSwapWorld(version)
    await world.jetton.mint(world.wallet, 30_000_000n)
    const order = { srcToken: world.usdt, dstToken: toncoin, srcAmount: 12_000_000n }
    for (const seqno of [0, 1]) {
      const before = await world.chain.balance(world.wallet)
      const outcome = await swap(world, order)
      expect(outcome).toMatchObject({
        // The contract's number of TON, which the service uses as well.
        status: {
          status: 'SUCCESS',
          sourceNetworkTitle: 'TON',
          sourceNetworkChainId: 9999,
          destinationNetworkChainId: 9999,
        },
        received: { token: toncoin, amount: 4n * nano },
        spent: { token: world.usdt, amount: 12_000_000n },
      })
      const after = await world.chain.balance(world.wallet)
      expect(after - before).toBe(4n * nano - outcome.gasSpent.amount)
      expect(await world.jetton.balanceOf(world.wallet)).toBe(
        30_000_000n - 12_000_000n * BigInt(seqno + 1),
      )
    }
  })
})

describe('the plan', { timeout: 60_000 }, () => {
  test('shows what is signed, and what the first payment of a wallet would do', async () => {
    const world = await createTonSwapWorld()
    world.chain.behaviour.foresees = true
    const planned = await planSwap(world.order(), world.context(await world.openJournal()))
    const { card } = planned
    expect(card).toMatchObject({
      provider: 'STONFI',
      spender: null,
      approvals: [],
      target: showTonAddress(world.exchange, 'contract'),
      from: showTonAddress(world.wallet, 'wallet'),
      receiverIsSender: true,
      lossBps: 0,
      typedReasons: [],
      yesBlockedBy: null,
    })
    expect(card.simulation).toMatchObject({
      kind: 'decoded',
      foreseen: { jettons: null, received: 15_000_000n },
      messages: [
        expect.stringContaining('test swap, with 5.3 TON'),
        'unused TON is returned',
        'the exchange enforces the minimum',
        'valid for 6 minutes after signing',
      ],
    })
    // Nothing of what was run in advance has happened.
    expect(await world.chain.seqno(world.wallet)).toBe(0)
    expect(confirmationFor(card).flags).toBe('yes')
    expect(planned.unsigned).toMatchObject([
      {
        leg: 'pay',
        blockchain: 'TON',
        from: showTonAddress(world.wallet, 'wallet'),
        validUntilSeconds: world.chain.now() + 360,
        messages: [{ address: showTonAddress(world.exchange, 'contract'), amount: 5_300_000_000n }],
      },
    ])
  })

  test('takes the account in any form, and another receiver', async () => {
    const world = await createTonSwapWorld()
    const receiver = showTonAddress(`0:${'2b'.repeat(32)}`, 'wallet')
    for (const fromAddress of [world.wallet, showTonAddress(world.wallet, 'contract')]) {
      const order = world.order({ fromAddress, receiver })
      const { card } = await planSwap(order, world.context(await world.openJournal()))
      expect(card.from).toBe(showTonAddress(world.wallet, 'wallet'))
      expect(card.receiverIsSender).toBe(false)
    }
    const outcome = await swap(world, { receiver })
    expect(outcome.received?.amount).toBe(15_000_000n)
    expect(await world.jetton.balanceOf(toRawTonAddress(receiver) ?? '')).toBe(15_000_000n)
  })

  test('reports that TON is missing', async () => {
    const world = await createTonSwapWorld()
    const { ton: _ton, ...context } = world.context(await world.openJournal())
    await expect(planSwap(world.order(), context)).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
  })
})

describe('the exchange', { timeout: 60_000 }, () => {
  test('gives the money back: refunded, with what it cost', async () => {
    const world = await createTonSwapWorld()
    world.mood = 'refund'
    const before = await world.chain.balance(world.wallet)
    const outcome = await swap(world)
    expect(outcome).toMatchObject({
      status: { status: 'REVERTED' },
      funds: 'refunding',
      received: { token: toncoin, amount: 5n * nano },
    })
    expect(before - (await world.chain.balance(world.wallet))).toBe(outcome.gasSpent.amount)

    await world.jetton.mint(world.wallet, 12_000_000n)
    const jettons = await swap(world, {
      srcToken: world.usdt,
      dstToken: toncoin,
      srcAmount: 12_000_000n,
    })
    expect(jettons).toMatchObject({
      status: { status: 'REVERTED' },
      received: { token: world.usdt, amount: 12_000_000n },
    })
  })

  test('pays less than promised: never a success', async () => {
    const world = await createTonSwapWorld()
    world.mood = 'half'
    const context = world.context(await world.openJournal())
    const planned = await planSwap(world.order(), context)
    const outcome = await executeSwap(planned, context, { wait: true, maxWaitMs: 30_000 })
    expect(outcome).toMatchObject({ status: { status: 'PENDING' }, funds: 'sent', received: null })
  })

  test('carries one half out and returns the other: both are reported', async () => {
    const world = await createTonSwapWorld()
    world.mood = 'part'
    const before = await world.chain.balance(world.wallet)
    const outcome = await swap(world)
    expect(outcome).toMatchObject({
      status: { status: 'SUCCESS', note: expect.stringContaining('returned 2.5 TON') },
      received: { token: world.usdt, amount: 7_500_000n },
      spent: { token: toncoin, amount: (5n * nano) / 2n },
      warnings: [{ code: 'BELOW_MINIMUM' }],
    })
    const after = await world.chain.balance(world.wallet)
    expect(before - after).toBe((5n * nano) / 2n + outcome.gasSpent.amount)
  })

  test('keeps the money: never a success, whatever the service reports', async () => {
    const world = await createTonSwapWorld()
    world.mood = 'keep'
    const context = world.context(await world.openJournal())
    const planned = await planSwap(world.order(), context)
    world.status = () => ({
      status: 'SUCCESS',
      destinationTxHash: world.chain.transactions.at(-1)?.hash ?? '',
    })
    const outcome = await executeSwap(planned, context, { wait: true, maxWaitMs: 30_000 })
    expect(outcome).toMatchObject({ status: { status: 'PENDING' }, funds: 'sent', received: null })
    expect(outcome.status.note).toContain('the chain does not show it yet')

    world.status = () => ({ status: 'FAIL', destinationTxHash: null, note: 'pool gone' })
    const { resumeSwap } = await import('../../../../src/execution/resume.ts')
    const failed = await resumeSwap(outcome.receiptId, context, wait)
    expect(failed).toMatchObject({ status: { status: 'FAIL' }, funds: 'unknown' })
  })

  test.each([
    ['another swap brought', 'PENDING'],
    ['it sent back by itself', 'REVERTED'],
  ])('keeps a part, and names as a refund what %s: %s', async (_name, status) => {
    const world = await createTonSwapWorld()
    await world.jetton.mint(world.wallet, 30_000_000n)
    world.mood = 'half'
    const kept = await swap(world, {}, { wait: true, maxWaitMs: 5_000 })
    expect(kept.status.status).toBe('PENDING')
    world.mood = 'swap'
    const other = { srcToken: world.usdt, dstToken: toncoin, srcAmount: 18_000_000n }
    await swap(world, other)
    if (status === 'REVERTED') {
      await world.chain.send(
        internal({
          from: Address.parse(world.exchange),
          to: Address.parse(world.wallet),
          value: 5n * nano,
          bounce: false,
          body: comment(''),
        }),
      )
    }
    const hash = world.chain.transactions.at(-1)?.hash ?? ''
    world.status = () => ({ status: 'REVERTED', destinationTxHash: hash })
    const outcome = await resume(world, kept.receiptId, { wait: true, maxWaitMs: 5_000 })
    expect(outcome.status.status).toBe(status)
    expect(outcome.received?.amount ?? null).toBe(status === 'REVERTED' ? 5n * nano : null)
  })

  test('is behind an index that sees nothing yet', async () => {
    const world = await createTonSwapWorld()
    world.chain.behaviour.indexBlind = true
    world.onSleep = () => {
      if (world.chain.now() > 1_800_000_060) world.chain.behaviour.indexBlind = false
    }
    const outcome = await swap(world)
    expect(outcome.status.status).toBe('SUCCESS')
    expect(world.chain.now()).toBeGreaterThan(1_800_000_060)
  })
})
