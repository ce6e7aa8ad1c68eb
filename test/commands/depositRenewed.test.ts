/**
 * P7: `swap` on a deposit route asks twice, for the order and for its payment. An answer given in
 * advance covers what the order's card showed, and nothing worse.
 */
import { expect, test } from 'vitest'
import type { BuiltSwap } from '../../src/providers/types.ts'
import { btc } from '../providers/depositSupport.ts'
import { createDepositWorld, type DepositWorld, usdc } from '../support/depositCli.ts'
import { documentOf } from '../support/runMain.ts'

const swap = `swap 50 eth:USDC to btc:BTC --receiver ${btc('me')} --yes`

/** A world whose exchange pays out what reached the address of its order. */
function settling(): DepositWorld {
  const world = createDepositWorld()
  world.onSleep = () => {
    const [order] = world.exchange.orders
    if (order === undefined) return
    if (world.chain.balanceOf(usdc.address, order.transaction.depositAddress) === 0n) return
    world.exchange.say({ status: 'SUCCESS', destinationTxHash: 'ab'.repeat(32) }, order)
  }
  return world
}

const bent: [what: string, bend: (built: BuiltSwap) => BuiltSwap, says: RegExp][] = [
  [
    'less is expected',
    (built) => ({ ...built, dstAmount: built.dstAmount - 1n }),
    /You would get 0\.00082499 BTC, not 0\.000825\./,
  ],
  [
    'a fee appears',
    (built) => ({
      ...built,
      fees: { ...built.fees, percent: { percent: 0.5, token: usdc } },
    }),
    /A fee is 0\.25 USDC \(\$0\.25\)\./,
  ],
]

test.each(bent)('%s once the order is open: nothing is paid', async (_, bend, says) => {
  const world = settling()
  world.exchange.opensWith = bend
  const run = await world.cli(`${swap} --json`)
  expect(run.exit).toBe(6)
  expect(documentOf(run)).toMatchObject({
    error: {
      code: 'PRICE_MOVED',
      message: expect.stringMatching(says),
      details: {
        check: 'P7',
        accepted: { receive: { expected: '82500' }, fees: [] },
        renewed: { occasion: 'swap', send: { amount: '50000000' } },
      },
    },
    funds: 'none_moved',
  })
  expect(world.signer.signatures).toEqual([])
  expect(documentOf(await world.cli('history --json'))).toMatchObject({
    data: [{ state: 'abandoned' }],
  })
})

test.each(bent)('%s, and the run goes on in another process', async (_, bend, says) => {
  const world = settling()
  world.exchange.opensWith = bend
  world.killAt = 'ordered'
  await world.cli(`${swap} --json`)
  world.killAt = null
  const run = await world.cli('resume --yes --json')
  expect(documentOf(run)).toMatchObject({
    error: { code: 'PRICE_MOVED', message: expect.stringMatching(says) },
  })
  expect(world.signer.signatures).toEqual([])
})

test('pays what --min-receive accepts although the opened order is worse', async () => {
  const world = settling()
  world.exchange.opensWith = (built) => ({ ...built, dstAmount: built.dstAmount - 1n })
  const run = await world.cli(`${swap} --min-receive 0.0008 --json`)
  expect(documentOf(run)).toMatchObject({ ok: true, funds: 'delivered' })
})

test('the card names what got worse', async () => {
  const world = settling()
  world.exchange.opensWith = (built) => ({ ...built, dstAmount: built.dstAmount - 1n })
  const { stderr } = await world.cli(swap)
  const second = stderr.slice(stderr.indexOf('Review this swap'))
  expect(second).toContain('Changed while you read: You would get 0.00082499 BTC')
  expect(stderr).toContain('The opened order is worse than the accepted one.')
  expect(stderr).toContain('Nothing was paid; an unpaid order expires.')
})
