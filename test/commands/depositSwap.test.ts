/** `swap` on a deposit route: paid from the account, or shown as a card where no account can pay. */
import { describe, expect, test } from 'vitest'
import { btc } from '../providers/depositSupport.ts'
import {
  alice,
  createDepositWorld,
  type DepositWorld,
  receiver,
  usdc,
} from '../support/depositCli.ts'
import { documentOf } from '../support/runMain.ts'

const me = btc('me')
const fromUsdc = `swap 50 eth:USDC to btc:BTC --receiver ${me}`
const fromEther = `swap 0.02 eth to btc:BTC --receiver ${me}`
const address = (world: DepositWorld): string =>
  world.exchange.orders.at(-1)?.transaction.depositAddress ?? 'none'

/** The exchange sees what reached its address, and pays out. */
function settling(world: DepositWorld, token: string): void {
  world.onSleep = () => {
    const [order] = world.exchange.orders
    if (order === undefined) return
    if (world.chain.balanceOf(token, order.transaction.depositAddress) === 0n) return
    world.exchange.say({ status: 'SUCCESS', destinationTxHash: 'ab'.repeat(32) }, order)
  }
}

describe('an EVM account pays', () => {
  test.each([
    ['a token by its transfer', fromUsdc, usdc.address, 50_000_000n],
    ['the coin by its value', fromEther, '0x'.padEnd(42, '0'), 20_000_000_000_000_000n],
  ])('%s: exactly the amount, to the address of the order', async (_, argv, token, amount) => {
    const world = createDepositWorld()
    settling(world, token)
    const run = await world.cli(`${argv} --yes --confirm-amount ${argv.split(' ')[1]} --json`)
    const document = documentOf(run)
    expect(document).toMatchObject({
      ok: true,
      funds: 'delivered',
      data: {
        hashes: { source: world.chain.broadcasts[0] },
        order: { exchangeId: 'ex0000000001', payment: 'signed' },
        status: { status: 'SUCCESS' },
      },
    })
    expect(world.chain.balanceOf(token, address(world))).toBe(amount)
    expect(world.signer.signatures).toHaveLength(1)
    expect(world.exchange.orders[0]?.quote.request).toMatchObject({
      fromAddress: alice,
      receiver: me,
    })
  })

  test('shows the order, then the payment, with the address in full', async () => {
    const world = createDepositWorld()
    settling(world, usdc.address)
    const run = await world.cli(`${fromUsdc} --yes`, { columns: 80 })
    expect(run.exit).toBe(0)
    expect(run.stderr.indexOf('Open this order')).toBeLessThan(
      run.stderr.indexOf('Review this swap'),
    )
    expect(run.stderr).toContain(`Contract     ${address(world)}`)
    expect(run.stderr).toContain('passed')
  })

  test.each([
    ['nothing', '', 10],
    ['--yes above 100 USD', '--yes', 10],
    ['the amount', '--yes --confirm-amount 250', 0],
  ])('confirmed by %s', async (_, flags, exit) => {
    const world = createDepositWorld()
    settling(world, usdc.address)
    const argv = `${fromUsdc.replace('50', '250')} ${flags} --json`.replace('  ', ' ')
    expect((await world.cli(argv)).exit).toBe(exit)
    // Not confirmed: not even an order is opened.
    expect(world.exchange.orders).toHaveLength(exit === 0 ? 1 : 0)
  })

  test('--dry-run opens and signs nothing', async () => {
    const world = createDepositWorld()
    expect((await world.cli(`${fromUsdc} --dry-run --json`)).exit).toBe(0)
    expect([world.exchange.orders.length, world.signer.signatures.length]).toEqual([0, 0])
  })

  test('too small a balance gives the order up, which then ends unpaid', async () => {
    const world = createDepositWorld()
    const run = await world.cli(
      `swap 5000 eth:USDC to btc -r ${me} --yes --confirm-amount 5000 --json`,
    )
    expect(documentOf(run)).toMatchObject({
      error: { code: 'NOT_ENOUGH_BALANCE' },
      funds: 'none_moved',
    })
    expect(world.signer.signatures).toEqual([])
    expect(documentOf(await world.cli('history --open --json'))).toMatchObject({ data: [] })
  })

  test('an order with a memo is never paid by a transfer that cannot carry it', async () => {
    const world = createDepositWorld()
    world.exchange.shape = (transaction) => (transaction.extraFields = { name: 'memo', value: '7' })
    const run = await world.cli(`${fromUsdc} --yes --json`)
    expect(documentOf(run)).toMatchObject({
      error: { code: 'UNSAFE_ROUTE', details: { check: 'D5' } },
    })
    expect(run.stdout).not.toContain(address(world))
    expect(world.signer.signatures).toEqual([])
  })

  test('an order that is about to end is not paid any more', async () => {
    const world = createDepositWorld()
    world.exchange.shape = (transaction) => (transaction.expiresAtMs = world.clock.now + 60_000)
    const run = await world.cli(`${fromUsdc} --yes --json`)
    expect(documentOf(run)).toMatchObject({ error: { details: { check: 'D7' } } })
    expect(world.signer.signatures).toEqual([])
  })

  test('never asks the service for a transaction to sign', async () => {
    const world = createDepositWorld((api) => ({
      ...api,
      swap: () => Promise.reject(new Error('the transfer is made here')),
    }))
    settling(world, usdc.address)
    expect((await world.cli(`${fromUsdc} --yes --json`)).exit).toBe(0)
    const [plan] = world.signer.signatures
    expect(plan?.to).toBe(usdc.address)
  })

  test.each(['order_planned', 'ordering', 'ordered', 'planned', 'pay_signed', 'pay_sent'] as const)(
    'killed at %s, resumed: paid at most once, by one order',
    async (at) => {
      const world = createDepositWorld()
      settling(world, usdc.address)
      world.killAt = at
      await world.cli(`${fromUsdc} --yes --json`)
      world.killAt = null
      await world.cli('resume --yes --json')
      expect(world.exchange.orders.length).toBeLessThanOrEqual(1)
      const paid = world.chain.balanceOf(usdc.address, address(world))
      expect(paid).toBe(at === 'ordering' ? 0n : 50_000_000n)
      const rows = documentOf(await world.cli('history --json'))
      expect(rows).toMatchObject({ data: [{ state: at === 'ordering' ? 'abandoned' : 'done' }] })
    },
  )
})

describe('any other source', () => {
  const fromBitcoin = `swap 0.001 btc:BTC to eth:USDC --receiver ${receiver}`

  test('shows the card, opens one order and signs nothing', async () => {
    const world = createDepositWorld()
    const run = await world.cli(`${fromBitcoin} --yes --no-wait`, { columns: 80 })
    expect(run.exit).toBe(0)
    expect(run.stdout).toContain('Pay this deposit')
    expect(run.stdout).toContain(address(world))
    expect(world.signer.signatures).toEqual([])
  })

  test('is data with the address', async () => {
    const world = createDepositWorld()
    expect(documentOf(await world.cli(`${fromBitcoin} --yes --json`))).toMatchObject({
      command: 'swap',
      data: {
        route: { executionKind: 'deposit' },
        transaction: { depositAddress: address(world), amountToSend: '0.001' },
        status: { subStatus: 'AWAITING_DEPOSIT' },
      },
    })
  })

  test.each([
    ['without a receiver', 'swap 0.001 btc:BTC to eth:USDC --yes', 'RECEIVER_REQUIRED'],
    ['as a transaction for another signer', `${fromBitcoin} --unsigned`, 'INVALID_ARGUMENT'],
  ])('%s is refused', async (_, argv, code) => {
    const world = createDepositWorld()
    expect(documentOf(await world.cli(`${argv} --json`))).toMatchObject({ error: { code } })
    expect(world.exchange.orders).toEqual([])
  })

  test('a repeat offers the open order', async () => {
    const world = createDepositWorld()
    await world.cli(`${fromBitcoin} --yes --json`)
    expect((await world.cli(`${fromBitcoin} --yes --json`)).exit).toBe(9)
  })
})
