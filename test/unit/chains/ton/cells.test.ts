import {
  Address,
  beginCell,
  Builder,
  Cell as LibraryCell,
  contractAddress,
  ExternalAddress,
} from '@ton/core'
import { describe, expect, test } from 'vitest'
import { readBoc } from '../../../../src/chains/ton/boc.ts'
import { writeBoc } from '../../../../src/chains/ton/writeBoc.ts'
import {
  addressBits,
  addressOfContract,
  cellOfBits,
  uintBits,
} from '../../../../src/chains/ton/derive.ts'
import { readCell } from '../../../../src/chains/ton/reader.ts'
import { randomSource } from '../support/random.ts'

type Random = ReturnType<typeof randomSource>

/** A tree of cells with random bits, made by the library. */
function randomTree(random: Random, depth: number): LibraryCell {
  const builder = new Builder()
  const bits = random.below(1024)
  for (let index = 0; index < bits; index += 1) builder.storeBit(random.below(2) === 0)
  const refs = depth === 0 ? 0 : random.below(5)
  for (let index = 0; index < refs; index += 1) builder.storeRef(randomTree(random, depth - 1))
  return builder.endCell()
}

describe('bags of cells', () => {
  test('of random trees are read and written as the library does', () => {
    const random = randomSource(20_261_121)
    for (let round = 0; round < 100; round += 1) {
      const tree = randomTree(random, 3)
      for (const options of [{}, { idx: true }, { crc32: false }, { idx: true, crc32: false }]) {
        const read = readBoc(tree.toBoc(options).toString('base64'))
        expect(read.hash).toBe(tree.hash().toString('hex'))
        expect(read.depth).toBe(tree.depth())
      }
      const [written] = LibraryCell.fromBoc(
        Buffer.from(writeBoc(readBoc(tree.toBoc().toString('base64'))), 'base64'),
      )
      expect(written?.equals(tree)).toBe(true)
    }
  })

  test('with more than 255 different cells', () => {
    let tree = beginCell().storeUint(0, 32).endCell()
    for (let index = 1; index < 300; index += 1) {
      tree = beginCell().storeUint(index, 32).storeRef(tree).endCell()
    }
    const read = readBoc(tree.toBoc().toString('base64url'))
    expect(read.hash).toBe(tree.hash().toString('hex'))
    const [again] = LibraryCell.fromBoc(Buffer.from(writeBoc(read), 'base64'))
    expect(again?.hash().equals(tree.hash())).toBe(true)
  })

  test('with a library cell, as code of a jetton wallet', () => {
    const library = beginCell()
      .storeUint(2, 8)
      .storeBuffer(Buffer.alloc(32, 9))
      .endCell({ exotic: true })
    const tree = beginCell().storeRef(library).endCell()
    const read = readBoc(tree.toBoc().toString('base64'))
    expect(read.hash).toBe(tree.hash().toString('hex'))
    expect(LibraryCell.fromBase64(writeBoc(read)).equals(tree)).toBe(true)
    expect(() => readCell(read.refs[0] ?? read)).toThrow(RangeError)
  })

  const good = beginCell()
    .storeUint(5, 35)
    .storeRef(beginCell().storeUint(1, 8))
    .endCell()
    .toBoc({ crc32: false })

  test('cut at any byte, or with a byte too many, are refused', () => {
    expect(readBoc(good.toString('base64')).bits).toBe(35)
    for (let length = 0; length < good.length; length += 1) {
      expect(() => readBoc(good.subarray(0, length).toString('base64'))).toThrow(RangeError)
    }
    expect(() => readBoc(Buffer.concat([good, Buffer.alloc(1)]).toString('base64'))).toThrow(
      RangeError,
    )
  })

  test('with any byte changed either stay a bag or are refused, and never loop', () => {
    for (let index = 0; index < good.length; index += 1) {
      for (const value of [0, 1, 2, 0x7f, 0x80, 0xff]) {
        const changed = Buffer.from(good)
        changed[index] = value
        let read: string | null = null
        try {
          read = readBoc(changed.toString('base64')).hash
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(RangeError)
        }
        if (read !== null) expect(read).toMatch(/^[0-9a-f]{64}$/)
      }
    }
  })

  test('with a wrong checksum, and text that is not base64, are refused', () => {
    const bytes = beginCell().storeUint(1, 8).endCell().toBoc()
    const last = bytes.length - 1
    bytes[last] = (bytes[last] ?? 0) ^ 1
    expect(() => readBoc(bytes.toString('base64'))).toThrow('checksum')
    expect(() => readBoc('te6c$')).toThrow('base64')
    expect(() => readBoc('')).toThrow(RangeError)
  })

  test('of a proof are refused', () => {
    const pruned = beginCell()
      .storeUint(1, 8)
      .storeUint(1, 8)
      .storeBuffer(Buffer.alloc(32))
      .storeUint(0, 16)
      .endCell({ exotic: true })
    expect(() => readBoc(pruned.toBoc().toString('base64'))).toThrow(RangeError)
  })
})

describe('the reader', () => {
  const address = `0:${'1f'.repeat(32)}`

  test('agrees with the library on every kind of field', () => {
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
    const innerHash = inner.hash().toString('hex')
    const reader = readCell(readBoc(expected.toBoc().toString('base64')))
    expect([reader.bit(), reader.uint(32), reader.int(8), reader.big(64)]).toEqual([
      true,
      0xdeadbeef,
      -5,
      2n ** 63n + 1n,
    ])
    expect([reader.coins(), reader.coins(), reader.coins()]).toEqual([0n, 1n, 2n ** 119n])
    expect([reader.address(), reader.address()]).toEqual([address, null])
    expect(Buffer.from(reader.bytes(2)).toString()).toBe('ab')
    expect(reader.maybeRef()).toBeNull()
    expect(reader.maybeRef()?.hash).toBe(innerHash)
    expect([reader.bitsLeft, reader.refsLeft]).toEqual([0, 1])
    expect(() => reader.end()).toThrow(RangeError)
    expect(reader.ref().hash).toBe(innerHash)
    reader.end()
    expect(() => reader.bit()).toThrow(RangeError)
    expect(() => reader.ref()).toThrow(RangeError)
  })

  test('the rest of a cell from any bit on', () => {
    const cell = cellOfBits('10110111001011011')
    for (let skip = 0; skip <= 17; skip += 1) {
      const reader = readCell(cell)
      reader.big(skip)
      const rest = reader.rest()
      expect(rest.bits).toBe(17 - skip)
      const left = 0b1011_0111_0010_1101_1n & ((1n << BigInt(17 - skip)) - 1n)
      expect(readCell(rest).big(17 - skip)).toBe(left)
      reader.end()
    }
  })
})

describe('what a check computes itself', () => {
  test('a cell of bits is the one that the library makes', () => {
    const random = randomSource(20_261_122)
    for (let bits = 0; bits <= 1023; bits += 1) {
      const text = Array.from({ length: bits }, () => String(random.below(2))).join('')
      const builder = beginCell()
      for (const bit of text) builder.storeBit(bit === '1')
      const theirs = builder.endCell()
      const ours = cellOfBits(text)
      expect(ours.hash).toBe(theirs.hash().toString('hex'))
      expect(LibraryCell.fromBase64(writeBoc(ours)).equals(theirs)).toBe(true)
    }
  })

  test('numbers and addresses are written as the library does', () => {
    const theirs = beginCell()
      .storeUint(5, 8)
      .storeUint(2n ** 64n - 1n, 64)
      .storeUint(0, 3)
    for (const workchain of [0, -1]) {
      const raw = `${workchain}:${'0f'.repeat(32)}`
      theirs.storeAddress(Address.parseRaw(raw))
    }
    const numbers = [uintBits(5, 8), uintBits(2n ** 64n - 1n, 64), uintBits(0, 3)]
    const addresses = [0, -1].map((workchain) => addressBits(`${workchain}:${'0f'.repeat(32)}`))
    const ours = cellOfBits([...numbers, ...addresses].join(''))
    expect(ours.hash).toBe(theirs.endCell().hash().toString('hex'))
  })

  test('a contract has the address of its first code and data', () => {
    const code = beginCell().storeUint(1, 8).endCell()
    const data = beginCell().storeUint(2, 8).endCell()
    const [ownCode, ownData] = [code, data].map((cell) => readBoc(cell.toBoc().toString('base64')))
    if (ownCode === undefined || ownData === undefined) throw new Error('no cell')
    const theirs = contractAddress(0, { code, data }).toRawString()
    expect(addressOfContract(ownCode, ownData)).toBe(theirs)
  })

  test.each([
    ['too many bits', () => cellOfBits('1'.repeat(1024))],
    ['a number too long', () => uintBits(256, 8)],
    ['a negative one', () => uintBits(-1, 8)],
    ['a friendly address', () => addressBits(`EQ${'A'.repeat(46)}`)],
    ['an address that is cut short', () => addressBits(`0:${'0f'.repeat(31)}`)],
    ['an address in no workchain', () => addressBits(`1:${'0f'.repeat(32)}`)],
    [
      'five references',
      () =>
        cellOfBits(
          '',
          Array.from({ length: 5 }, () => cellOfBits('')),
        ),
    ],
  ])('%s cannot be written', (_, build) => {
    expect(build).toThrow(RangeError)
  })
})

describe('addresses', () => {
  const hash = Buffer.alloc(32, 7)
  const read = (cell: LibraryCell) => readCell(readBoc(cell.toBoc().toString('base64')))
  const within = (workchain: number): LibraryCell =>
    beginCell().storeUint(0b100, 3).storeInt(workchain, 8).storeBuffer(hash).endCell()
  const outside = beginCell().storeAddress(new ExternalAddress(5n, 8)).endCell()

  test.each([0, -1])('in workchain %i', (workchain) => {
    expect(read(within(workchain)).address()).toBe(`${workchain}:${hash.toString('hex')}`)
  })

  test.each([1, 5, -2, 127])('rejects workchain %i', (workchain) => {
    expect(() => read(within(workchain)).address()).toThrow(RangeError)
  })

  test('rejects an address outside TON, and reads it as null in the head of a message', () => {
    expect(() => read(outside).address()).toThrow(RangeError)
    expect(read(outside).headAddress()).toBeNull()
    expect(read(beginCell().storeAddress(null).endCell()).address()).toBeNull()
  })
})
