import { describe, expect, test } from 'vitest'
import { paymentCode, type PaymentRequest } from '../../../src/chains/paymentUris.ts'
import { receiverNotes } from '../../../src/chains/receiverNotes.ts'
import { btc, evm, tokenOf, ton, tron, xAddress, xrp } from '../../providers/depositSupport.ts'

const request = (change: Partial<PaymentRequest>): PaymentRequest => ({
  token: tokenOf('BITCOIN', 'BTC'),
  address: btc('order'),
  amount: '0.01',
  memo: null,
  chainId: null,
  ...change,
})

const usdc = tokenOf('ETH', 'USDC')
const usdt = tokenOf('TON', 'USDT')

describe('the text of a QR code', () => {
  test.each<[string, Partial<PaymentRequest>, string | null]>([
    ['BIP-21', {}, `bitcoin:${btc('order')}?amount=0.01`],
    ['with a memo it could not carry', { memo: '7' }, null],
    [
      'EIP-681, a coin in base units',
      { token: tokenOf('ETH', 'ETH'), address: evm('order'), amount: '1.5', chainId: 1 },
      `ethereum:${evm('order')}@1?value=1500000000000000000`,
    ],
    [
      'EIP-681, a token by its transfer',
      { token: usdc, address: evm('order'), amount: '250.5', chainId: 8453 },
      `ethereum:${usdc.address}@8453/transfer?address=${evm('order')}&uint256=250500000`,
    ],
    [
      'EIP-681 has no memo',
      { token: usdc, address: evm('order'), amount: '1', chainId: 1, memo: '7' },
      null,
    ],
    [
      'TON, with its comment',
      { token: tokenOf('TON', 'TON'), address: ton('order'), amount: '5', memo: 'order 77&x=1' },
      `ton://transfer/${ton('order')}?amount=5000000000&text=order%2077%26x%3D1`,
    ],
    [
      'TON, a jetton',
      { token: usdt, address: ton('order'), amount: '5' },
      `ton://transfer/${ton('order')}?jetton=${usdt.address}&amount=5000000`,
    ],
    [
      'the address alone where wallets agree on nothing',
      { token: tokenOf('TRON', 'TRX'), address: tron('order') },
      tron('order'),
    ],
    ['an address alone cannot carry a tag', { token: tokenOf('RIPPLE', 'XRP'), memo: '7' }, null],
  ])('%s', (_, change, code) => {
    expect(paymentCode(request(change))).toBe(code)
  })
})

describe('what a receiver has to see to', () => {
  test.each<[string, string, string, string, RegExp[]]>([
    ['an EVM account', 'ETH', 'USDC', evm('r'), []],
    [
      'an XRP account',
      'RIPPLE',
      'XRP',
      xrp('r'),
      [/need a minimum balance/, /needs a destination tag: add it with --receiver-memo/],
    ],
    ['an X-address', 'RIPPLE', 'XRP', xAddress('r', 7), [/need a minimum balance/]],
    ['a TON wallet', 'TON', 'USDT', ton('r'), [/needs a comment: add it with --receiver-memo/]],
  ])('%s', (_, blockchain, symbol, receiver, notes) => {
    const found = receiverNotes(tokenOf(blockchain as 'ETH', symbol), receiver)
    expect(found).toHaveLength(notes.length)
    notes.forEach((note, index) => expect(found[index]).toMatch(note))
  })

  test('a token of STELLAR needs a line of trust', () => {
    const token = { ...tokenOf('STELLAR', 'XLM'), native: false, symbol: 'USDC' }
    const receiver = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
    expect(receiverNotes(token, receiver)[0]).toContain('trust line for USDC')
  })
})
