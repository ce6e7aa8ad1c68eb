import { Address, beginCell } from '@ton/core'
import { expect, test } from 'vitest'
import { readBoc } from '../../../../src/chains/ton/boc.ts'
import { buildCell } from '../../../../sandbox/src/ton/builder.ts'

const address = `0:${'1f'.repeat(32)}`

test('every kind of field is written as the library does', () => {
  const inner = beginCell().storeUint(7, 8).endCell()
  const expected = beginCell()
    .storeBit(true)
    .storeUint(0xdeadbeef, 32)
    .storeInt(-5, 8)
    .storeUint(2n ** 63n + 1n, 64)
    .storeCoins(0)
    .storeCoins(1)
    .storeCoins(2n ** 119n)
    .storeAddress(Address.parseRaw(address))
    .storeAddress(null)
    .storeBuffer(Buffer.from('ab'))
    .storeMaybeRef(null)
    .storeMaybeRef(inner)
    .storeRef(inner)
    .endCell()
  const innerCell = readBoc(inner.toBoc().toString('base64'))
  const built = buildCell()
    .bit(true)
    .uint(0xdeadbeef, 32)
    .int(-5, 8)
    .uint(2n ** 63n + 1n, 64)
    .coins(0n)
    .coins(1n)
    .coins(2n ** 119n)
    .address(address)
    .address(null)
    .bytes(Buffer.from('ab'))
    .maybeRef(null)
    .maybeRef(innerCell)
    .ref(innerCell)
    .cell()
  expect(built.hash).toBe(expected.hash().toString('hex'))
})

test.each([
  ['too many bits', () => buildCell().bytes(Buffer.alloc(128)).cell()],
  ['a number too long', () => buildCell().uint(256, 8)],
  ['a negative one', () => buildCell().uint(-1, 8)],
  ['coins beyond fifteen bytes', () => buildCell().coins(2n ** 120n)],
  ['a friendly address', () => buildCell().address(`EQ${'A'.repeat(46)}`)],
  [
    'five references',
    () => {
      const ref = buildCell().cell()
      return buildCell().ref(ref).ref(ref).ref(ref).ref(ref).ref(ref).cell()
    },
  ],
])('%s cannot be written', (_, build) => {
  expect(build).toThrow(RangeError)
})
