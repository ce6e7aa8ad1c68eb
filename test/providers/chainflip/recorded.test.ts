/**
 * Statuses in the shape others have recorded: gemwalletcom/core,
 * crates/swapper/src/chainflip/client/test: swap_btc_to_usdt_refunded, swap_usdc_to_btc_pending
 * (2026-03, shortened by them); and a channel without a least price, as in
 * cake-tech/cake_wallet, test/exchange/fixtures/chainflip/status_by_deposit_channel (2026-07-29).
 */
import { describe, expect, test } from 'vitest'

import { createChainflipProvider } from '../../../src/providers/chainflip/chainflip.ts'
import { bent, type Body, play, quoteOf, refOf, refusal } from '../depositSupport.ts'
import { baseUrl, create, network, objects, order, path, quoteCall, request } from './recordings.ts'

const fresh = (): ReturnType<typeof createChainflipProvider> =>
  createChainflipProvider({ baseUrl, pause: async () => {} })

async function open(answers: Body[]): Promise<{ quote: Body; built: Body; asked: Body[] }> {
  const provider = fresh()
  const quote = await quoteOf(provider, request, play(baseUrl, [network, quoteCall]).context)
  const calls = [quoteCall, create, ...answers.map((body) => ({ path, body }))]
  const tape = play(baseUrl, calls)
  return { quote, built: await provider.build(quote, tape.context), asked: tape.asked }
}

describe('the least price', () => {
  test('goes with every channel that is opened', async () => {
    const { quote, asked } = await open([order])
    const opening = asked.find(({ effect }) => effect === 'order')
    const { minPriceX128 } = opening.body.fillOrKillParams
    expect(opening.body).toEqual(objects)
    expect((BigInt(minPriceX128) * 1_499_000n) / 2n ** 128n).toBeGreaterThanOrEqual(
      quote.dstMinAmount,
    )
  })

  test.each([
    ['none', '0'],
    ['a tenth of it', '9384.889926617'],
    ['a little less', '93848.1'],
  ])('that is read back as %s: the address is not shown', async (_, minPrice) => {
    const altered = bent(order, (body) => (body.fillOrKillParams.minPrice = minPrice))
    const error = await refusal(open([altered]).then(() => null))
    expect(error.context).toMatchObject({ check: 'D3', field: 'dstAmount' })
    expect(error.message).not.toContain(order.depositChannel.depositAddress)
  })
})

test('a channel that is listed before its amount is looked at again', async () => {
  const early = bent(order, (body) => delete body.depositChannel.expectedDepositAmount)
  const { built } = await open([early, order])
  expect(built.transaction).toMatchObject({ exchangeId: order.depositChannel.id })
})

describe('an end without transactions', () => {
  const statusOf = async (more: Body): Promise<Body> => {
    const { quote, built } = await open([order])
    const tape = play(baseUrl, [{ path, body: { ...order, ...more } }])
    return fresh().status('chainflip', refOf(quote, built), tape.context)
  }

  test('COMPLETED with nothing but a refund is not a payout', async () => {
    const refunded = {
      state: 'COMPLETED',
      deposit: { amount: '1500000' },
      swap: { swappedOutputAmount: '0' },
      refundEgress: { amount: '1498979' },
    }
    const { status } = await statusOf(refunded)
    expect(['SUCCESS', 'FAIL']).not.toContain(status)
  })

  test('SENDING is under way', async () => {
    const sending = {
      state: 'SENDING',
      deposit: { amount: '1500000' },
      swap: { swappedOutputAmount: '1420500000' },
    }
    await expect(statusOf(sending)).resolves.toMatchObject({
      status: 'PENDING',
      subStatus: 'SENDING',
    })
  })
})
