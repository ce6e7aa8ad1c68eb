/**
 * Deposits as Relay's documentation shows them, with the orders they commit to: "Price
 * Stabilization", relayprotocol/relay-docs features/price-stabilization.mdx, 2026-07-24.
 */
import { hashStruct } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'

import { readCall } from '../../../src/chains/evm/readCall.ts'
import { encodeStruct } from '../../../src/chains/evm/structs.ts'
import { depositCalls, orderTypes } from '../../../src/providers/relay/order.ts'
import { readDeclaredCall } from '../../../src/providers/kits/evm/builtCall.ts'
import type { CallSite } from '../../../src/providers/types.ts'
import { evm } from '../depositSupport.ts'
import recorded from './signedOrders.json' with { type: 'json' }

const calls = depositCalls({ blockchain: 'BASE', to: evm('depository'), chainOf: () => null })
const amounts = /^(?:salt|amount|weight|minimumAmount|expectedAmount)$/

function signed({ data, order }: Pick<(typeof recorded)[number], 'data' | 'order'>): string {
  return `${data}${encodeStruct({ types: orderTypes, name: 'Order', value: valueOf(order) }).slice(2)}`
}

function valueOf(order: object): object {
  return JSON.parse(JSON.stringify(order), (key, each: unknown) =>
    amounts.test(key) ? BigInt(String(each)) : each,
  ) as object
}

test.each(recorded.map((one) => [one.name, one] as const))('%s', (_name, one) => {
  const [payment] = one.order.output.payments
  expect(readCall('relay', calls, signed(one))).toEqual({
    method: 'depositErc20',
    recipient: payment?.recipient,
    srcToken: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    dstToken: payment?.currency,
    amountIn: 100_000_000n,
    minOut: BigInt(payment?.minimumAmount ?? 0),
    dst: 'ARBITRUM',
    refundTo: payment?.recipient,
    // Its refunds have no least amount: they end the order as well as its payout.
    returnsNothing: true,
    powers: [{ may: 'claim', holder: payment?.recipient, blockchain: 'BASE' }],
    deadlineSeconds: BigInt(one.order.output.deadline),
    reference: {
      hash: `0x${one.data.slice(-64)}`,
      signer: '0xf70da97812cb96acdf810712aa562db8dfa3dbef',
      signature: null,
    },
  })
})

test('an order whose minimum is lower is not the one of the number', () => {
  const [one] = structuredClone(recorded)
  const payment = one?.order.output.payments[0]
  if (one === undefined || payment === undefined) throw new Error('no recording')
  payment.minimumAmount = '1'
  expect(() => readCall('relay', calls, signed(one))).toThrow('commits to an order other than')
})

describe('an order that may end with a refund', () => {
  const [one] = recorded
  if (one === undefined) throw new Error('no recording')
  const [payout] = one.order.output.payments
  const paid = 100_000_000n
  const least = BigInt(payout?.minimumAmount ?? 0)
  /** Read with these least amounts of its refunds, here and on the destination. */
  const read = (here: bigint, there: bigint) => {
    const order = structuredClone(one.order)
    for (const input of order.inputs) {
      for (const refund of input.refunds) {
        refund.minimumAmount = String(refund.chainId === 'base' ? here : there)
      }
    }
    const id = hashStruct({
      types: orderTypes as never,
      primaryType: 'Order',
      data: valueOf(order),
    } as never)
    return readCall('relay', calls, signed({ data: one.data.slice(0, -64) + id.slice(2), order }))
  }

  test('of nearly all that was paid is guaranteed', () => {
    expect(read((paid * 97n) / 100n, least)).not.toHaveProperty('returnsNothing')
  })

  test.each<[string, bigint, bigint]>([
    ['nothing', 0n, 0n],
    ['nothing here', 0n, least],
    ['nothing there', paid, 0n],
    ['one unit', 1n, least],
    ['less than 97% here', (paid * 97n) / 100n - 1n, least],
    ['less than 97% there', paid, (least * 97n) / 100n - 1n],
  ])('of %s is not guaranteed', (_, here, there) => {
    expect(read(here, there)).toHaveProperty('returnsNothing', true)
  })
})

describe("the solver's signature over the order", () => {
  const key = privateKeyToAccount(`0x${'5a'.repeat(32)}`)
  const by = { chainId: 'base', address: key.address.toLowerCase() }
  const [one] = recorded
  if (one === undefined) throw new Error('no recording')
  const provider = {
    proofs: [{ kind: 'calls' as const, calls: (site: CallSite) => depositCalls(site, by) }],
    pinned: () => ({ targets: [], spenders: [] }),
  }
  const read = async (salt: string, signature: string) => {
    const order = { ...one.order, salt, solver: by.address }
    const id = hashStruct({
      types: orderTypes as never,
      primaryType: 'Order',
      data: valueOf(order),
    } as never)
    const data = signed({ data: one.data.slice(0, -64) + id.slice(2), order }) + signature
    const at = { blockchain: 'BASE', to: evm('depository'), data } as const
    return { id, call: await readDeclaredCall(provider, 'relay', at, { chainId: () => null }) }
  }
  const signatureOf = async (salt: string, account = key): Promise<string> => {
    const { id } = await read(salt, '')
    return (await account.signMessage({ message: { raw: id } })).slice(2)
  }

  test('is read and accepted', async () => {
    const signature = await signatureOf('7')
    const { id, call } = await read('7', signature)
    expect(call.reference).toEqual({ hash: id, signer: by.address, signature: `0x${signature}` })
  })

  test.each<[string, () => Promise<string>]>([
    ['over another order', () => signatureOf('8')],
    ['of another account', () => signatureOf('7', privateKeyToAccount(`0x${'5b'.repeat(32)}`))],
    ['of zeros', () => Promise.resolve('00'.repeat(65))],
  ])('%s is refused', async (_, signature) => {
    await expect(read('7', await signature())).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check: 'E18' },
    })
  })

  test('other data behind the order is refused', async () => {
    await expect(read('7', 'ab'.repeat(64))).rejects.toMatchObject({ context: { check: 'E8' } })
  })
})
