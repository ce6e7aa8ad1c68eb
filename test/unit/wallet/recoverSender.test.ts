import { recoverAddress, serializeSignature, toHex } from 'viem'
import { sign } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { addressOfKey } from '../../../src/wallet/evmKey.ts'
import { recoverSender } from '../../../src/wallet/recoverSender.ts'
import { randomSource } from '../chains/support/random.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

async function signed(key: `0x${string}`, hash: `0x${string}`) {
  const { r, s, yParity } = await sign({ privateKey: key, hash })
  return { r: BigInt(r), s: BigInt(s), yParity: yParity === 1 ? 1 : 0 } as const
}

test('finds the signer of another implementation’s signatures (seed 5, 60 cases)', async () => {
  const random = randomSource(5)
  for (let round = 0; round < 60; round += 1) {
    const [key, hash] = [random.hex(32), random.hex(32)]
    const expected = addressOfKey(Buffer.from(key.slice(2), 'hex'))
    const bytes = Buffer.from(hash.slice(2), 'hex')
    const signature = await signed(key, hash)
    expect(recoverSender(bytes, signature)).toBe(expected)
    const other = recoverSender(bytes, { ...signature, yParity: signature.yParity === 1 ? 0 : 1 })
    expect(other).not.toBe(expected)
  }
})

describe('there is no signer', async () => {
  const hash = Buffer.alloc(32, 9)
  const good = await signed(`0x${'11'.repeat(32)}`, `0x${hash.toString('hex')}`)
  test.each([
    ['r = 0', { ...good, r: 0n }],
    ['s = 0', { ...good, s: 0n }],
    ['r = order', { ...good, r: order }],
    ['r above the order that is on the curve', { ...good, r: order + 2n }],
    ['s = order', { ...good, s: order }],
    ['the high form of s (EIP-2)', { ...good, s: order - good.s, yParity: 1 } as const],
    ['r that is no point of the curve', { ...good, r: 5n }],
  ])('%s', (_, signature) => {
    expect(recoverSender(hash, signature)).toBeNull()
  })

  test('the unchanged signature is good', () => {
    expect(recoverSender(hash, good)).not.toBeNull()
  })
})

describe('at the edges of what a signature may be', () => {
  const half = order / 2n
  // Whose nonce was 1: its r is the x of the curve's base point.
  const baseX = 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n
  const hashOf = (value: bigint) => toHex(value, { size: 32 })
  const bytesOf = (value: bigint): Buffer => Buffer.from(hashOf(value).slice(2), 'hex')

  test.each([
    ['the smallest r', 9n, { r: 1n, s: 2n, yParity: 0 }],
    ['the smallest s', 9n, { r: baseX, s: 1n, yParity: 0 }],
    ['the largest s', 9n, { r: baseX, s: half, yParity: 1 }],
    ['two halves that are the same point', order - 5n, { r: baseX, s: 5n, yParity: 0 }],
    ['a hash of zeros', 0n, { r: baseX, s: 5n, yParity: 0 }],
  ] as const)('%s: the signer another implementation finds', async (_, message, signature) => {
    const { r, s, yParity } = signature
    const serialized = serializeSignature({ r: hashOf(r), s: hashOf(s), yParity })
    const expected = await recoverAddress({ hash: hashOf(message), signature: serialized })
    expect(recoverSender(bytesOf(message), signature)).toBe(expected)
  })

  test.each([
    ['one above the largest s', 9n, { r: baseX, s: half + 1n, yParity: 1 }],
    ['two halves that cancel each other out', 5n, { r: baseX, s: 5n, yParity: 0 }],
  ] as const)('%s: no signer', (_, message, signature) => {
    expect(recoverSender(bytesOf(message), signature)).toBeNull()
  })
})
