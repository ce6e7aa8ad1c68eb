/** What services answer a swap with, read once: which transaction counts, and what is not an amount. */
import { describe, expect, test } from 'vitest'
import {
  readSwapAnswer,
  toBuiltTransaction,
  toWireTransaction,
} from '../../../src/api/builtRoute.ts'
import { readRouteItem } from '../../../src/api/route.ts'
import type { WireTransaction } from '../../../src/api/schemas.ts'
import type { RouteTransaction } from '../../../src/core/transaction.ts'
import { builtTerms, messagesOf, readTerms } from '../../../src/execution/route.ts'
import { tokenOf } from '../../providers/depositSupport.ts'
import { routeItem } from '../../support/fakeApi.ts'

const usdc = tokenOf('ETH', 'USDC')
const toncoin = tokenOf('TON', 'TON')
const item = routeItem('across', '249')
const route = readRouteItem(item)
const read = (
  transaction: WireTransaction,
  token = usdc,
  wanted: 'payment' | 'order' = 'payment',
) => readSwapAnswer({ transaction }, token, wanted)

const call = { to: '0xrouter', data: '0x01', value: '0x10' }
const order = { depositAddress: '0xdeposit', amountToSend: '250', exchangeId: 'ex01' }
const message = { address: 'EQ', amount: '5' }

describe('of several transactions in one answer', () => {
  const all = { ...call, ...order, tonMessages: [message] }

  test('the one that was asked for, of the chain that is paid on', () => {
    expect(read(all).transaction).toMatchObject({ kind: 'evm', to: '0xrouter', value: 16n })
    expect(read(all, toncoin).transaction).toMatchObject({ kind: 'ton' })
    expect(read(all, usdc, 'order').transaction).toMatchObject({
      kind: 'deposit',
      amountToSend: '250',
      amount: 250_000_000n,
    })
  })

  test('an order, where there is nothing to sign', () => {
    expect(read(order).transaction.kind).toBe('deposit')
    expect(read({ ...order, ...call }, toncoin).transaction.kind).toBe('deposit')
    expect(read({ tonMessages: [message] }).transaction.kind).toBe('none')
    expect(read(call, usdc, 'order').transaction.kind).toBe('none')
  })
})

describe('an order that is written as the transfer that pays it', () => {
  const payee = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
  const ether = tokenOf('ETH', 'ETH')
  const bitcoin = tokenOf('BITCOIN', 'BTC')
  const paysUsdc = `0xa9059cbb${payee.slice(2).padStart(64, '0')}${(250_000_000).toString(16).padStart(64, '0')}`
  const orderOf = (transaction: WireTransaction, token = usdc, uniqueInfo = {}) =>
    readSwapAnswer({ transaction, uniqueInfo }, token, 'order').transaction

  test('of a token, of a coin, and of a chain without calls', () => {
    const token = { to: usdc.address.toLowerCase(), data: paysUsdc, value: '0' }
    expect(orderOf(token, usdc, { exolixId: 'ex01' })).toMatchObject({
      kind: 'deposit',
      depositAddress: payee,
      amountToSend: '250',
      amount: 250_000_000n,
      exchangeId: 'ex01',
    })
    expect(orderOf({ to: payee, data: '0x', value: '20000000000000000' }, ether)).toMatchObject({
      depositAddress: payee,
      amountToSend: '0.02',
      exchangeId: null,
    })
    const extraFields = { memo: '=:synthetic' }
    expect(
      orderOf({ depositAddress: 'bc1q', value: '120000', extraFields }, bitcoin),
    ).toMatchObject({
      depositAddress: 'bc1q',
      amountToSend: '0.0012',
      memo: { value: '=:synthetic' },
    })
  })

  test.each([
    ['another token', { to: payee, data: paysUsdc }, usdc],
    ['another call', { to: usdc.address, data: paysUsdc.replace('a9059cbb', '095ea7b3') }, usdc],
    ['more than a transfer', { to: usdc.address, data: `${paysUsdc}00` }, usdc],
    ['a coin with data', { to: payee, data: '0x01', value: '1' }, ether],
  ])('but not where it is one of %s', (_, transaction, token) => {
    expect(orderOf(transaction, token).kind).toBe('none')
  })

  test('its own members count, and of several order numbers none is taken', () => {
    const own = { ...order, to: usdc.address, data: paysUsdc }
    expect(orderOf(own, usdc, { relayId: 'other' })).toMatchObject({
      depositAddress: '0xdeposit',
      exchangeId: 'ex01',
    })
    const two = { exolixId: 'a', relayId: 'b', additionalData: {} }
    expect(orderOf({ to: usdc.address, data: paysUsdc }, usdc, two)).toMatchObject({
      exchangeId: null,
    })
  })
})

const refusal = (message: string, field: string) =>
  expect.objectContaining({ code: 'UPSTREAM_REFUSED', message, context: { field } })

describe('a number that is not an amount is refused by its name', () => {
  test('the value of a call', () => {
    const odd = read({ ...call, value: '1e18' })
    expect(() => readTerms(odd, route)).toThrow(
      refusal("The service's value is not an amount.", 'value'),
    )
  })

  test('the amount of a message', () => {
    const odd = read({ tonMessages: [message, { ...message, amount: '-5' }] }, toncoin)
    expect(() => messagesOf(odd)).toThrow(
      refusal("The service's tonMessages.amount is not an amount.", 'tonMessages.amount'),
    )
    expect(messagesOf(read({ tonMessages: [message] }, toncoin))).toMatchObject([{ amount: 5n }])
  })

  test('a fee, also one that the route quoted', () => {
    const fees = structuredClone(item.fees)
    fees.gasTokenFees.provider.fixedWeiAmount = '0.1'
    const odd = readSwapAnswer({ transaction: call, fees }, usdc, 'payment')
    expect(() => builtTerms(odd, route)).toThrow(
      refusal("The service's fees.provider is not an amount.", 'fees.provider'),
    )
  })

  test('but Permit2 is refused before any of them, and a missing call before that', () => {
    const wanted = read({ ...call, value: 'x', permit2Address: '0xpermit' })
    expect(() => readTerms(wanted, route)).toThrow(
      expect.objectContaining({ context: { check: 'E4', permit2Address: '0xpermit' } }),
    )
    const missing = read({ data: '0x', permit2Address: '0xpermit' })
    expect(() => readTerms(missing, route)).toThrow(
      expect.objectContaining({
        code: 'UPSTREAM_REFUSED',
        context: { members: ['data', 'permit2Address'] },
      }),
    )
  })
})

test('what an answer does not repeat is as quoted, each part by itself', () => {
  const estimate = { ...item.estimate, destinationWeiAmount: '7', destinationWeiMinAmount: '6' }
  const fees = structuredClone(item.fees)
  fees.gasTokenFees.provider.fixedWeiAmount = '9'
  const terms = (answer: object) =>
    builtTerms(readSwapAnswer({ transaction: call, ...answer }, usdc, 'payment'), route)
  const quoted = { dstAmount: 249_000_000n, providerFee: 400_000_000_000_000n }
  expect(terms({})).toMatchObject(quoted)
  expect(terms({ estimate })).toMatchObject({ ...quoted, dstAmount: 7n, dstMinAmount: 6n })
  expect(terms({ fees })).toMatchObject({ ...quoted, providerFee: 9n })
  expect(terms({ estimate, fees })).toMatchObject({ dstAmount: 7n, providerFee: 9n })
})

test('the spender of the answer counts; without one, that of the route', () => {
  const spender = (approvalAddress?: string | null) =>
    readTerms(
      read({ ...call, ...(approvalAddress === undefined ? {} : { approvalAddress }) }),
      route,
    ).transaction.approvalAddress
  expect(spender()).toBe(item.transaction.approvalAddress)
  expect(spender('0xspender')).toBe('0xspender')
  expect([spender(''), spender(null)]).toEqual([null, null])
})

test.each<[RouteTransaction, 'payment' | 'order']>([
  [{ kind: 'evm', to: '0xrouter', data: '0x01', value: 16n, approvalAddress: null }, 'payment'],
  [
    {
      kind: 'ton',
      messages: [{ address: 'EQ', amount: 5n, payload: 'te6', stateInit: null }],
    },
    'payment',
  ],
  [
    {
      kind: 'deposit',
      depositAddress: '0xdeposit',
      amountToSend: '0.250',
      exchangeId: 'ex01',
      extraFields: { name: 'memo', value: '7' },
      expiresAtMs: 1_795_000_000_123.4,
    },
    'order',
  ],
])('the transaction handed over equals its document: %s', (transaction, wanted) => {
  const token = transaction.kind === 'ton' ? toncoin : usdc
  const printed = JSON.parse(JSON.stringify(toWireTransaction(transaction)))
  const amount = transaction.kind === 'deposit' ? 250_000n : null
  expect(read(printed, token, wanted).transaction).toEqual(toBuiltTransaction(transaction, amount))
})
