/** What proves that an order was paid out or refunded (S2, S5), from any payer. */
import { describe, expect, test } from 'vitest'
import { nativeToken } from '../../../../src/chains/tokens.ts'
import {
  type OrderedMoney,
  payoutArrival,
  orderRefundArrival,
} from '../../../../src/execution/deposit/depositArrival.ts'
import { btc, evm, hash, plainHash, tokenOf } from '../../../providers/depositSupport.ts'
import { createFakeChain, type FakeChain, wrappedNative } from '../../../support/executionChain.ts'

const receiver = evm('receiver')
const refund = evm('refund')
const usdc = tokenOf('ETH', 'USDC')
const ether = nativeToken('ETH')
const bitcoin = nativeToken('BITCOIN')

type Case = (chain: FakeChain) => string
type Look = { money?: Partial<OrderedMoney>; before?: string | null; owner?: string | null }

function tools(chain: FakeChain, owner: string | null = null, type = 'done') {
  const journal = {
    findByHash: () => (owner === null ? [] : [owner]),
    read: () => [{ event: { type, received: { token: usdc, amount: '594000000' } } }],
  }
  const context: Parameters<typeof payoutArrival>[0] = {
    evm: chain.evm,
    journal: journal as never, // only what the evidence of other swaps needs
    hasChain: (blockchain) => blockchain === 'ETH',
    chainId: (blockchain) => (blockchain === 'ETH' ? 1 : null),
    wrappedNative: () => wrappedNative,
  }
  return context
}

const money = (chain: FakeChain, { money: change = {}, before = '100' }: Look): OrderedMoney => ({
  swapId: 'swap',
  createdAtMs: 0,
  srcToken: bitcoin,
  srcAmount: 1_000_000n,
  dstToken: usdc,
  expected: 594_000_000n,
  receiver,
  refundAddress: refund,
  fromAddress: null,
  baselines:
    before === null
      ? []
      : [
          {
            type: 'baseline',
            blockchain: 'ETH',
            owner: receiver,
            balance: String(chain.balanceOf(change.dstToken?.address ?? usdc.address, receiver)),
            blockNumber: before,
          },
        ],
  paidBlock: null,
  ...change,
})

const coins = 2n * 10n ** 17n
const inEther = { dstToken: ether, expected: coins }
const pays =
  (amount: bigint, token = usdc.address, to = receiver): Case =>
  (chain) =>
    chain.payOut(token, to, amount)

describe('a payout', () => {
  test.each<[string, Case, Look, bigint]>([
    ['of what was promised', pays(594_000_000n), {}, 594_000_000n],
    ['of less, since the rate moved', pays(560_000_000n), {}, 560_000_000n],
    ['of a third', pays(198_000_000n), {}, 198_000_000n],
    [
      'of coins by a plain transfer',
      (chain) => chain.send(receiver, coins),
      { money: inEther },
      coins,
    ],
    [
      'beside another swap’s money in one transaction',
      pays(1_188_000_000n),
      { owner: 'other' },
      594_000_000n,
    ],
  ])('%s is proved', async (_, pay, look, amount) => {
    const chain = createFakeChain('ETH', 1)
    const context = tools(chain, look.owner)
    const given = money(chain, look)
    expect(await payoutArrival(context, given, pay(chain))).toMatchObject({
      source: 'receipt',
      amount,
    })
  })

  test.each<[string, Case, Look]>([
    ['of less than a third', pays(197_000_000n), {}],
    ['of more than three times as much', pays(1_782_000_001n), {}],
    ['of another token', pays(594_000_000n, evm('token')), {}],
    ['to another account', pays(594_000_000n, usdc.address, refund), {}],
    ['of an unknown transaction', () => hash('nothing'), {}],
    ['whose hash is invalid', () => 'done', {}],
    ['from before the order', pays(594_000_000n), { before: '1000' }],
    ['that is another swap’s', pays(594_000_000n), { owner: 'other' }],
  ])('ignores a payout %s', async (_, pay, look) => {
    const chain = createFakeChain('ETH', 1)
    const given = money(chain, look)
    expect(await payoutArrival(tools(chain, look.owner), given, pay(chain))).toBeNull()
  })

  test.each<[string, bigint | null, bigint | null, bigint | null]>([
    ['still with the receiver', coins, null, coins],
    ['that another account got', 0n, null, null],
    ['spent since, in a block that brought them', 0n, coins, coins],
    ['spent since, in a block that brought less than a third', 0n, coins / 3n - 1n, null],
    ['spent since, in a block that is forgotten', 0n, null, null],
    ['of a block that brought them, where the balance before is not known', null, coins, coins],
    ['where neither the balance before nor the block is known', null, null, null],
  ])('of coins out of a contract, %s', async (_, kept, gain, amount) => {
    const chain = createFakeChain('ETH', 1)
    const given = money(chain, { money: inEther })
    const [baseline] = given.baselines
    const known = kept === null ? { ...given, baselines: [] } : given
    const paid = chain.payOut(ether.address, kept === 0n ? refund : receiver, coins)
    const { blockNumber } = (await chain.evm.readReceipt('ETH', paid)) ?? {}
    chain.evm.readNativeGain = (_blockchain, owner, block) =>
      Promise.resolve(owner === receiver && block === blockNumber ? gain : null)
    expect(baseline?.balance).toBe('0')
    expect((await payoutArrival(tools(chain), known, paid))?.amount ?? null).toBe(amount)
  })

  test('on a chain that is not read is a claim, if its hash can be one', async () => {
    const chain = createFakeChain('ETH', 1)
    const given = money(chain, { money: { dstToken: bitcoin, receiver: btc('receiver') } })
    expect(await payoutArrival(tools(chain), given, plainHash('paid'))).toMatchObject({
      source: 'claim',
      amount: null,
    })
    for (const text of ['', 'x', 'paid\u001b[2J-paid-paid']) {
      expect(await payoutArrival(tools(chain), given, text)).toBeNull()
    }
  })
})

describe('a refund', () => {
  const fromUsdc = { srcToken: usdc, srcAmount: 594_000_000n, dstToken: bitcoin }

  test.each<[string, Case, Partial<OrderedMoney>]>([
    ['to the refund address', pays(590_000_000n, usdc.address, refund), fromUsdc],
    [
      'to the payer',
      pays(590_000_000n, usdc.address, evm('payer')),
      { ...fromUsdc, fromAddress: evm('payer') },
    ],
    [
      'of coins by a plain transfer',
      (chain) => chain.send(refund, 10n ** 17n),
      { srcToken: ether, srcAmount: 10n ** 17n, dstToken: bitcoin },
    ],
  ])('%s is proved', async (_, pay, change) => {
    const chain = createFakeChain('ETH', 1)
    const given = money(chain, { money: change })
    expect(await orderRefundArrival(tools(chain), given, pay(chain))).toMatchObject({
      source: 'receipt',
    })
  })

  test.each<[string, bigint | null, bigint | null]>([
    ['in a block that brought them', coins, coins],
    ['in a block that brought a third, rounded up', coins / 3n + 1n, coins / 3n + 1n],
    ['in a block that brought less', coins / 3n - 1n, null],
    ['in a block that paid another account', 0n, null],
    ['in a block that is forgotten', null, null],
  ])('of coins out of a contract, %s', async (_, gain, amount) => {
    const chain = createFakeChain('ETH', 1)
    const change = { srcToken: ether, srcAmount: coins, dstToken: bitcoin }
    const paid = chain.payOut(ether.address, refund, coins)
    const { blockNumber } = (await chain.evm.readReceipt('ETH', paid)) ?? {}
    chain.evm.readNativeGain = (_blockchain, owner, block) =>
      Promise.resolve(owner === refund && block === blockNumber ? gain : null)
    const back = await orderRefundArrival(tools(chain), money(chain, { money: change }), paid)
    expect(back?.amount ?? null).toBe(amount)
  })

  test('ignores events before the order, or before it was paid', async () => {
    const chain = createFakeChain('ETH', 1)
    const paid = pays(594_000_000n, usdc.address, refund)(chain)
    const { blockNumber } = (await chain.evm.readReceipt('ETH', paid)) ?? { blockNumber: 0n }
    const back = async (before: bigint, paidBlock: bigint | null) =>
      await orderRefundArrival(
        tools(chain),
        money(chain, { money: { ...fromUsdc, paidBlock }, before: String(before) }),
        paid,
      )
    expect(await back(blockNumber, null)).toBeNull()
    expect(await back(blockNumber - 1n, null)).not.toBeNull()
    expect(await back(blockNumber - 1n, blockNumber + 1n)).toBeNull()
    expect(await back(blockNumber - 1n, blockNumber)).not.toBeNull()
  })

  test('of two orders in one transaction is the rest of it', async () => {
    const chain = createFakeChain('ETH', 1)
    const given = money(chain, { money: fromUsdc })
    const paid = pays(1_188_000_000n, usdc.address, refund)(chain)
    expect(await orderRefundArrival(tools(chain, 'other', 'refunded'), given, paid)).toMatchObject({
      amount: 594_000_000n,
    })
  })

  test('ignores one of another swap', async () => {
    const chain = createFakeChain('ETH', 1)
    const given = money(chain, { money: fromUsdc })
    const paid = pays(594_000_000n, usdc.address, refund)(chain)
    expect(await orderRefundArrival(tools(chain, 'other', 'refunded'), given, paid)).toBeNull()
    expect(await orderRefundArrival(tools(chain, 'swap', 'refunded'), given, paid)).not.toBeNull()
  })

  test.each<[string, Case]>([
    ['to a stranger', pays(590_000_000n, usdc.address, evm('stranger'))],
    ['of dust', pays(1n, usdc.address, refund)],
    ['of an unknown transaction', () => hash('nothing')],
  ])('ignores one %s', async (_, pay) => {
    const chain = createFakeChain('ETH', 1)
    const given = money(chain, { money: fromUsdc })
    expect(await orderRefundArrival(tools(chain), given, pay(chain))).toBeNull()
  })
})
