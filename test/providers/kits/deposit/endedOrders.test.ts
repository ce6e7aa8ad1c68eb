/** An order that its provider has ended: what the chain shows of its address decides the status. */
import { expect, test } from 'vitest'

import { nativeToken } from '../../../../src/chains/tokens.ts'
import { actionOf, type SwapStatus } from '../../../../src/core/status.ts'
import type { KnownOrder, OrderState } from '../../../../src/providers/kits/deposit/reading.ts'
import { toOrderToken } from '../../../../src/providers/kits/deposit/state.ts'
import { toDepositStatus } from '../../../../src/providers/kits/deposit/status.ts'
import { statusText } from '../../../../src/format/statusTexts.ts'
import { btc, evm, hash, nowMs, play, rpcKey, tokenOf } from '../../depositSupport.ts'

const address = evm('deposit')
const order: KnownOrder = {
  orderId: 'order1',
  depositAddress: address,
  depositMemo: null,
  receiver: btc('receiver'),
  refundAddress: null,
  srcToken: toOrderToken(tokenOf('ETH', 'ETH')),
  dstToken: toOrderToken(nativeToken('BITCOIN')),
  srcAmount: 10n ** 18n,
  dstAmount: 3_000_000n,
  createdAtMs: nowMs,
  expiresAtMs: null,
  own: { heldBefore: '0', sentBefore: '0' },
}

async function statusOf(
  state: OrderState,
  held: bigint | null,
  srcTxHash: string | null = null,
  note?: string,
): Promise<SwapStatus> {
  const rpc = {
    [rpcKey('ETH', 'eth_getBalance', [address, 'latest'])]: `0x${(held ?? 0n).toString(16)}`,
    [rpcKey('ETH', 'eth_getTransactionCount', [address, 'latest'])]: '0x0',
  }
  const { context } = play('', [], { rpc, nodes: held === null ? [] : ['ETH'] })
  const ref = {
    srcBlockchain: 'ETH',
    srcTxHash: null,
    dstBlockchain: 'BITCOIN',
    orderId: 'order1',
    fromAddress: null,
    receiver: order.receiver,
    durationSeconds: 60,
    startedAtMs: nowMs,
    providerState: null,
  } as const
  const none = { payoutHashes: [], payoutAmount: null, refundHashes: [] }
  const told = note === undefined ? {} : { note }
  const reading = { upstreamStatus: 'ended', state, srcTxHash, ...none, ...told }
  return toDepositStatus({ name: 'Exolix', keyVariable: null }, reading, order, ref, context)
}

const whole = 10n ** 18n
test.each<[OrderState, string, bigint | null, string | null, SwapStatus['status'], string, string]>(
  [
    [
      'expired',
      'its address holds the money',
      whole,
      null,
      'LONG_PENDING',
      'ask_support',
      'Exolix reports that the order expired, but the address of the order on ETH has received 1 ETH. Ask its support with order order1.',
    ],
    [
      'expired',
      'its address is empty',
      0n,
      null,
      'FAIL',
      'none',
      'Exolix reports that the order expired. Its address on ETH shows no payment.',
    ],
    [
      'expired',
      'its address is not read',
      null,
      null,
      'FAIL',
      'ask_support',
      'Exolix reports that the order expired. This program cannot read its address on ETH; if you have paid, ask its support with order order1.',
    ],
    [
      'expired',
      'it names the payment',
      0n,
      hash('in'),
      'LONG_PENDING',
      'ask_support',
      'Exolix reports that the order expired, but it was paid. Ask its support with order order1.',
    ],
    [
      'failed',
      'its address holds the money',
      whole,
      null,
      'FAIL',
      'ask_support',
      'Exolix reports that the swap failed. The address of the order on ETH has received 1 ETH. Ask its support with order order1.',
    ],
    [
      'failed',
      'its address is empty',
      0n,
      null,
      'FAIL',
      'none',
      'Exolix reports that the swap failed. Its address on ETH shows no payment.',
    ],
    [
      'failed',
      'it names the payment',
      null,
      hash('in'),
      'FAIL',
      'ask_support',
      'Exolix reports that the swap failed. Ask its support with order order1.',
    ],
  ],
)('%s, and %s', async (meaning, _, held, srcTxHash, status, action, note) => {
  const told = await statusOf(meaning, held, srcTxHash)
  expect(told).toMatchObject({ status, note })
  expect(actionOf(told)).toBe(action)
})

test.each<[OrderState, string]>([
  ['on_hold', 'Exolix is holding the payment for a check and may ask for documents.'],
  ['delayed', 'Exolix reports a delay and is still working on it.'],
  ['underpaid', 'Exolix reports that less than the agreed amount arrived.'],
  [
    'stopped',
    'Exolix has stopped the order with the status "ended" and does not report where the money is.',
  ],
  ['refunding', 'Exolix reports a refund that is not complete yet.'],
])('%s is not final, and names the next step', async (meaning, sentence) => {
  const told = await statusOf(meaning, null, hash('in'))
  expect(told).toMatchObject({
    status: 'LONG_PENDING',
    note: `${sentence} Ask its support with order order1.`,
  })
  expect(actionOf(told)).toBe('ask_support')
})

test('a payout that cannot be seen keeps the reason of the provider', async () => {
  expect(await statusOf('done', null, hash('in'), 'Another token arrived.')).toMatchObject({
    status: 'PENDING',
    note: 'Exolix reports a payout, but gave no transaction. Another token arrived.',
  })
})

test('a refund without a transaction names the account to check', async () => {
  expect(await statusOf('refunded', null, hash('in'))).toMatchObject({
    status: 'LONG_PENDING',
    note: 'Exolix reports a refund, but gave no transaction. Check the account that paid on ETH. Ask its support with order order1.',
  })
})

test('words of a failure say what to do where money was paid', () => {
  const swap = { subStatus: null, isDeposit: false }
  expect(statusText('FAIL', { ...swap, action: 'ask_support' })).toMatchObject({
    action: expect.stringContaining('ask the provider’s support'),
    funds: 'unknown',
  })
  expect(statusText('FAIL', { ...swap, action: 'none' })).toEqual(statusText('FAIL'))
  const late = { subStatus: 'AWAITING_DEPOSIT', isDeposit: true, action: 'wait' }
  expect(statusText('PENDING', late).action).toBe('Do not pay; if you have already paid, wait.')
})
