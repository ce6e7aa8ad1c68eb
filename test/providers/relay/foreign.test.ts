/**
 * Payments by Relay's own site and SDK: the call names a number alone, and Relay reports what was
 * ordered. What both chains show is believed, and nothing besides.
 */
import { describe, expect, test } from 'vitest'

import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import type { SwapStatus } from '../../../src/core/status.ts'
import type { RpcAnswer } from '../../../src/http/types.ts'
import { createSignedRelay } from '../../../src/providers/relay/signed.ts'
import { serviceUrl } from '../callCase.ts'
import { type Body, evm, nowMs, play, rpcKey, tokenOf } from '../depositSupport.ts'
import { type ChainChange, minedCall } from '../minedCall.ts'
import { callCase } from '../relay.case.ts'
import { requestId } from './signed.ts'
import { ownNode } from '../../support/ownNode.ts'

const mined = await minedCall(callCase)
const { srcToken, dstToken, srcAmount, fromAddress, receiver } = callCase.request
const { dstAmount, dstMinAmount } = mined.built
/** Method and four words: what the vendor signs, without the order behind it. */
const bare = mined.transaction.data.slice(0, 10 + 4 * 64)
const number = `0x${bare.slice(-64)}`
const { hashes } = mined

const request: Body = {
  id: requestId,
  status: 'success',
  user: fromAddress.toLowerCase(),
  sender: null,
  recipient: receiver.toLowerCase(),
  refundTo: null,
  data: {
    route: {
      quoted: {
        origin: {
          inputCurrency: {
            currency: { chainId: 8453, address: srcToken.address.toLowerCase() },
            amount: String(srcAmount),
          },
        },
        destination: {
          outputCurrency: {
            currency: { chainId: 42161, address: dstToken.address.toLowerCase() },
            amount: String(dstAmount),
            minimumAmount: String(dstMinAmount),
          },
        },
      },
    },
  },
  protocol: { orderId: number },
}

type World = {
  word?: 'success' | 'refund' | 'failure' | 'pending'
  bend?: (request: Body) => void
  chain?: ChainChange
  /** What left the payer's account. */
  went?: bigint
}

async function status({
  word = 'success',
  bend,
  chain,
  went = srcAmount,
}: World): Promise<SwapStatus> {
  const listed = structuredClone(request)
  bend?.(listed)
  const told = callCase.orders?.told(word, {
    paid: hashes.paid,
    ...(word === 'success' ? { payout: hashes.payout } : {}),
    ...(word === 'refund' ? { refund: hashes.refund } : {}),
  })
  const list = { path: `/requests/v3?term=${hashes.paid}&limit=1`, body: { requests: [listed] } }
  const { context } = play(serviceUrl, [list, ...(told ?? [])])
  const paid = { input: bare, ...chain?.paid }
  const shown: Record<string, unknown> = mined.shown({ ...chain, paid })
  const key = rpcKey(srcToken.blockchain, 'eth_getTransactionReceipt', [hashes.paid])
  const receipt = shown[key] as { from: string; to: string; logs: object[] }
  const word32 = (address: string): string =>
    `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const log = {
    address: srcToken.address.toLowerCase(),
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      word32(receipt.from),
      word32(receipt.to),
    ],
    data: `0x${went.toString(16).padStart(64, '0')}`,
  }
  shown[key] = { ...receipt, logs: [log] }
  const answer = (one: BlockchainId, method: string, params: readonly unknown[]): unknown =>
    shown[rpcKey(one, method, params)] ?? null
  return await createSignedRelay({ baseUrl: serviceUrl, apiKey: 'key' }).status(
    'relay',
    {
      srcBlockchain: srcToken.blockchain,
      srcTxHash: hashes.paid,
      dstBlockchain: null,
      orderId: null,
      fromAddress: null,
      receiver: null,
      durationSeconds: null,
      startedAtMs: null,
      providerState: null,
    },
    {
      ...context,
      now: () => nowMs + 120_000,
      rpc: {
        witnesses: ownNode,
        has: () => true,
        call: async (one, method, params) => answer(one, method, params),
        batch: async (one, calls) =>
          calls.map(({ method, params }): RpcAnswer => ({
            ok: true,
            result: answer(one, method, params),
          })),
      },
    },
  )
}

const whose = 'those that Relay reports'

test("is a success where both chains show it, with the source of the order's terms", async () => {
  expect(await status({})).toMatchObject({
    status: 'SUCCESS',
    sourceBlockchain: srcToken.blockchain,
    destinationBlockchain: dstToken.blockchain,
    destinationTxHash: hashes.payout,
    receivedAmount: dstAmount,
    note: expect.stringContaining(whose),
    facts: {
      fromAddress,
      receiver: receiver.toLowerCase(),
      srcToken: { blockchain: srcToken.blockchain, address: srcToken.address },
      srcAmount,
      dstToken: { blockchain: dstToken.blockchain, address: dstToken.address },
    },
  })
})

test('that came back to the payer is REVERTED', async () => {
  expect(await status({ word: 'refund' })).toMatchObject({
    status: 'REVERTED',
    destinationTxHash: hashes.refund,
    receivedAmount: srcAmount,
    note: expect.stringContaining(whose),
  })
})

test('on its way is pending, with what was ordered', async () => {
  expect(await status({ word: 'pending' })).toMatchObject({
    status: 'PENDING',
    note: expect.stringContaining(whose),
    facts: { srcAmount, receiver: receiver.toLowerCase() },
  })
})

describe('a payout that the chain shows otherwise is not a success:', () => {
  test.each<[string, NonNullable<ChainChange['payout']>, string]>([
    ['to another account', { to: evm('mallory') }, 'PENDING'],
    ['another token', { token: tokenOf('ARBITRUM', 'USDC') }, 'PENDING'],
    ['older than the payment', { atMs: nowMs - 3_600_000 }, 'PENDING'],
    ['reverted', { reverted: true }, 'PENDING'],
    ['none', 'missing', 'PENDING'],
    ['less than the least', { amount: dstMinAmount - 1n }, 'INDETERMINATE'],
    ['far less', { amount: dstAmount / 100n }, 'INDETERMINATE'],
  ])('%s', async (_name, payout, word) => {
    expect((await status({ chain: { payout } })).status).toBe(word)
  })

  test('a refund to another account', async () => {
    const found = await status({ word: 'refund', chain: { refund: { to: evm('mallory') } } })
    expect(found.status).toBe('LONG_PENDING')
  })
})

describe('an order that the payment does not fit is not believed:', () => {
  const leg = (body: Body, side: 'origin' | 'destination'): Body =>
    side === 'origin'
      ? body.data.route.quoted.origin.inputCurrency
      : body.data.route.quoted.destination.outputCurrency
  test.each<[string, World]>([
    ['of another payer', { bend: (body) => (body.user = evm('mallory')) }],
    ['of another sender', { bend: (body) => (body.sender = evm('mallory')) }],
    ['of another amount', { bend: (body) => (leg(body, 'origin').amount = '1') }],
    [
      'of another token',
      { bend: (body) => (leg(body, 'origin').currency.address = tokenOf('BASE', 'ETH').address) },
    ],
    ['from another chain', { bend: (body) => (leg(body, 'origin').currency.chainId = 10) }],
    [
      'to a chain that shows nothing',
      { bend: (body) => (leg(body, 'destination').currency.chainId = 8253038) },
    ],
    [
      'of an unknown token',
      { bend: (body) => (leg(body, 'destination').currency.address = evm('fake')) },
    ],
    ['of another deposit', { bend: (body) => (body.protocol.orderId = `0x${'ab'.repeat(32)}`) }],
    ['of a smaller payment', { went: srcAmount - 1n }],
  ])('%s', async (_name, world) => {
    const found = await status(world)
    expect(found.status).toBe('PENDING')
    expect(found.note).toContain('does not match what Relay reports')
    expect(found).not.toHaveProperty('receivedAmount')
  })

  test('nor one with less data at Relay', async () => {
    const found = await status({ bend: (body) => delete body.recipient })
    expect(found).toMatchObject({
      status: 'PENDING',
      note: 'The order cannot be read from the payment.',
    })
  })
})
