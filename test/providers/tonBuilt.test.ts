/**
 * What the adapters build, by the hash of its cell. The hashes were recorded in November 2026 from
 * this project's own code for building cells, before @ton/core replaced it.
 */
import { describe, expect, test } from 'vitest'

import { decodeTonSwap } from '../../src/providers/kits/ton/decode.ts'
import { type StonfiOrder, stonfiMessage, usualGas } from '../../src/chains/ton/build/stonfiSwap.ts'
import { type ToncoOrder, toncoMessage } from '../../src/chains/ton/build/toncoSwap.ts'
import { play } from './depositSupport.ts'
import { body, fakeTon, toncoin, usdt } from './tonSupport.ts'

const raw = (byte: number): string => `0:${Buffer.alloc(32, byte).toString('hex')}`
const [payer, receiver, refundTo] = [raw(0x11), raw(0x22), raw(0x33)]
const { context } = play('https://nowhere.invalid', [], { ton: fakeTon().ton })

const stonfi: StonfiOrder = {
  version: 2,
  router: raw(0xa1),
  ptonWallet: raw(0xa2),
  offerWallet: raw(0xa3),
  askWallet: raw(0xa4),
  units: 1_234_567_890n,
  minUnits: 987_654_321n,
  from: payer,
  receiver,
  refundTo,
  queryId: 1_795_348_000_123n,
  deadlineSeconds: 1_795_348_900,
  gas: usualGas(2, 'jettons'),
}
const stonfiV1 = { ...stonfi, version: 1 } as const

describe('STON.fi', () => {
  test.each<[name: string, order: StonfiOrder, hash: string]>([
    [
      'version 2, jettons',
      stonfi,
      '768fdabcdcc31916758d1356aeec511923f8bf2eb3bb50aad3e29f33675ffdda',
    ],
    [
      'version 2, from TON',
      { ...stonfi, offerWallet: null, gas: usualGas(2, 'fromTon') },
      'c1930d28c402b2992df4f661ab8c8b60487831815de5e4b32e8f22972bcfd957',
    ],
    [
      'version 2, nothing at all',
      { ...stonfi, units: 0n, minUnits: 0n, queryId: 0n },
      'e2fc3d1a60482b2ddcc8bdf79f63fe6f4123958aef9905c616d7162d2649ffa8',
    ],
    [
      'version 2, the most that there is',
      { ...stonfi, units: 2n ** 120n - 1n, queryId: 2n ** 64n - 1n },
      '32c32e7ad2f00cdde35e7adcc36339e08c4f216d357247c15916b4ca442fc452',
    ],
    [
      'version 1, jettons',
      { ...stonfiV1, gas: usualGas(1, 'jettons') },
      '5fff55e1b1bc416fda23ddcfa9689ccfbacb64450158a94e618e5a7c56cad60c',
    ],
    [
      'version 1, from TON',
      { ...stonfiV1, offerWallet: null, gas: usualGas(1, 'fromTon') },
      'c8854480ee0703ac34bad2ccc0bf54bbe76b7428aa2ac56ab6bd34215820bdef',
    ],
  ])('%s', async (_name, order, hash) => {
    const message = stonfiMessage(order)
    expect(body(message).hash).toBe(hash)
    const isCoin = order.offerWallet === null
    expect(await decodeTonSwap(['stonfi'], message, swapFrom(isCoin), context)).toMatchObject({
      method: `stonfi_v${order.version} swap`,
      target: isCoin ? order.ptonWallet : order.router,
      srcAmount: order.units,
      minOut: order.minUnits,
      recipient: receiver,
      deadlineSeconds: order.version === 2 ? order.deadlineSeconds : null,
    })
  })

  test.each<[name: string, order: StonfiOrder, reason: string]>([
    ['an amount beyond fifteen bytes', { ...stonfi, units: 2n ** 120n }, 'bitLength is too small'],
    ['a negative amount', { ...stonfi, minUnits: -1n }, 'value is negative'],
    ['a number beyond 64 bits', { ...stonfi, queryId: 2n ** 64n }, 'bitLength is too small'],
    ['an address in its friendly form', { ...stonfi, receiver: `EQ${'A'.repeat(46)}` }, 'argument'],
    ['an address that is cut short', { ...stonfi, receiver: raw(1).slice(0, -2) }, 'hash length'],
  ])('%s cannot be written', (_name, order, reason) => {
    expect(() => stonfiMessage(order)).toThrow(reason)
  })
})

const tonco: ToncoOrder = {
  router: raw(0xb1),
  ptonWallet: raw(0xb2),
  offerWallet: raw(0xb3),
  routerWallets: { src: raw(0xb4), dst: raw(0xb5) },
  units: 1_234_567_890n,
  minUnits: 987_654_321n,
  owner: payer,
  queryId: 1_795_348_000_123n,
}

describe('TONCO', () => {
  test.each<[name: string, order: ToncoOrder, hash: string]>([
    ['jettons', tonco, 'dad3c737f0cc097056f83ee966dcd96b63ec22ce0dcd610ef3bb75a8ba237f21'],
    [
      'jettons the other way',
      { ...tonco, routerWallets: { src: raw(0xb5), dst: raw(0xb4) } },
      '07616d8bce0f0e077f2bbef6a1084d8a1ee1fa32cbf5ad4011b2d96d3afb8413',
    ],
    [
      'from TON',
      { ...tonco, offerWallet: null },
      '1a8d9a4c6bb8a2911f9b6e792fa50c21b852150df34a2c3d9bfcadfc63a690ea',
    ],
  ])('%s', async (_name, order, hash) => {
    const message = toncoMessage(order)
    expect(body(message).hash).toBe(hash)
    const isCoin = order.offerWallet === null
    expect(await decodeTonSwap(['tonco'], message, swapFrom(isCoin), context)).toMatchObject({
      method: 'tonco swap',
      target: isCoin ? order.ptonWallet : order.router,
      srcAmount: order.units,
      minOut: order.minUnits,
      recipient: payer,
    })
  })
})

function swapFrom(isCoin: boolean) {
  const [srcToken, dstToken] = isCoin ? [toncoin, usdt] : [usdt, toncoin]
  return { srcToken, dstToken, fromAddress: payer }
}
