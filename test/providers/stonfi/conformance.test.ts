import { DEX, pTON } from '@ston-fi/sdk'
import type { ContractProvider, SenderArguments } from '@ton/core'
import { describe, expect, test } from 'vitest'

import { toRawTonAddress } from '../../../src/chains/ton/address.ts'
import { readBoc } from '../../../src/chains/ton/boc.ts'
import {
  type StonfiGas,
  type StonfiOrder,
  stonfiMessage,
  usualGas,
} from '../../../src/chains/ton/build/stonfiSwap.ts'
import { stonfiRouters } from '../../../src/providers/kits/ton/stonfiContracts.ts'
import { raw } from '../tonSupport.ts'

const user = 'UQDCgZa4vgbHOIEYrbWTaD5pEmDN0opSfs3gQZ_dYOVzEsx1'
const router = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'
const wallet = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'

const order: StonfiOrder = {
  version: 2,
  router: raw(router),
  ptonWallet: raw(wallet),
  offerWallet: raw(wallet),
  askWallet: raw(wallet),
  units: 1_000_000n,
  minUnits: 1n,
  from: raw(user),
  receiver: raw(user),
  refundTo: raw(user),
  queryId: 0n,
  deadlineSeconds: 1_800_000_000,
  gas: usualGas(2, 'jettons'),
}

function hashOf(payload: string | null): string {
  return readBoc(payload ?? '').hash
}

describe('the published vectors', () => {
  test('jetton to jetton', () => {
    const { amount, payload } = stonfiMessage(order)
    expect(amount).toBe(300_000_000n)
    expect(hashOf(payload)).toBe('a20007b0bd69155faf76f6f85e98675e2c8c44e941375b1177d2bb7085f9c2cb')
  })

  test('TON to jetton', () => {
    const gas = usualGas(2, 'fromTon')
    const { amount, payload } = stonfiMessage({ ...order, offerWallet: null, gas })
    expect(amount).toBe(311_000_000n)
    expect(hashOf(payload)).toBe('f6df07179f90f4b1b545f02637c0456f5f288ff9f950920fd13602fc9148c6b2')
  })
})

const asked = {
  userWalletAddress: user,
  offerAmount: 123_456_789n,
  minAskAmount: 987_654n,
  queryId: 77n,
  deadline: 1_800_000_900,
  offerJettonWalletAddress: wallet,
  askJettonWalletAddress: 'EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT',
  offerJettonAddress: wallet,
  askJettonAddress: wallet,
}

/** The library opens its contracts through a provider, but asks it nothing when all is given. */
const provider = {
  open: (contract: object) =>
    new Proxy(contract, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function'
          ? (...args: unknown[]): unknown => Reflect.apply(value, target, [provider, ...args])
          : value
      },
    }),
  get: () => Promise.reject(new Error('nothing is asked of the chain')),
} as unknown as ContractProvider

const same: Partial<StonfiOrder> = {
  units: asked.offerAmount,
  minUnits: asked.minAskAmount,
  queryId: asked.queryId,
  deadlineSeconds: asked.deadline,
  askWallet: raw(asked.askJettonWalletAddress),
}

function expectSame(own: Partial<StonfiOrder>, theirs: SenderArguments): void {
  const { address, amount, payload } = stonfiMessage({ ...order, ...same, ...own })
  expect(toRawTonAddress(address)).toBe(theirs.to.toRawString())
  expect(amount).toBe(theirs.value)
  expect(hashOf(payload)).toBe(theirs.body?.hash().toString('hex'))
}

describe('the exchange’s own library builds the same', () => {
  const v2 = DEX.v2_1.Router.CPI.create(router)
  const ptonV2 = pTON.v2_1.create('EQBnGWMCf3-FZZq1W4IWcWiGAc3PHuZ0_H-7sad2oY00o83S')
  const v1 = new DEX.v1.Router()
  const ptonV1 = new pTON.v1()
  const known = stonfiRouters()[0]
  const parties = { receiverAddress: wallet, refundAddress: router }
  const otherParties = { receiver: raw(wallet), refundTo: raw(router) }
  const ownGas: StonfiGas = { budget: 250_000_000n, forward: 200_000_000n }
  const theirGas = { gasAmount: ownGas.budget, forwardGasAmount: ownGas.forward }

  test('version 2, jetton to jetton, with other parties and another gas', async () => {
    expectSame({}, await v2.getSwapJettonToJettonTxParams(provider, asked))
    const theirs = await v2.getSwapJettonToJettonTxParams(provider, {
      ...asked,
      ...parties,
      ...theirGas,
      excessesAddress: user,
    })
    expectSame({ ...otherParties, gas: ownGas }, theirs)
  })

  test('version 2, jetton to TON', async () => {
    const theirs = await v2.getSwapJettonToTonTxParams(provider, { ...asked, proxyTon: ptonV2 })
    expectSame({ gas: usualGas(2, 'toTon') }, theirs)
  })

  test('version 2, TON to jetton', async () => {
    const theirs = await v2.getSwapTonToJettonTxParams(provider, { ...asked, proxyTon: ptonV2 })
    expectSame({ offerWallet: null, gas: usualGas(2, 'fromTon') }, theirs)
  })

  test('version 1, all three', async () => {
    if (known?.version !== 1) throw new Error('the first row is version 1')
    const own = { ...known }
    expectSame(
      { ...own, gas: usualGas(1, 'jettons') },
      await v1.getSwapJettonToJettonTxParams(provider, asked),
    )
    expectSame(
      { ...own, gas: usualGas(1, 'toTon') },
      await v1.getSwapJettonToTonTxParams(provider, { ...asked, proxyTon: ptonV1 }),
    )
    const theirs = await v1.getSwapTonToJettonTxParams(provider, {
      ...asked,
      offerJettonWalletAddress: known.ptonWallet,
      proxyTon: ptonV1,
    })
    expectSame({ ...own, offerWallet: null, gas: usualGas(1, 'fromTon') }, theirs)
  })

  test('the library’s router of version 1 is the pinned one', () => {
    expect(v1.address.toRawString()).toBe(known?.router)
  })
})
