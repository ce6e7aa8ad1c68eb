import { encodeAbiParameters, pad, parseAbiParameters, toHex } from 'viem'
import { describe, expect, test } from 'vitest'

import { decodeLog, topicOf } from '../../../../src/chains/evm/codec.ts'

const event = 'event Sent(uint64 indexed id, string indexed name, address to, uint32 gasLimit)'
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function logOf(id: bigint, gasLimit: bigint): { topics: string[]; data: string } {
  const word = (value: bigint): `0x${string}` => pad(toHex(value))
  const data = encodeAbiParameters(parseAbiParameters('address, uint256'), [to, gasLimit])
  return { topics: [topicOf(event), word(id), word(7n)], data }
}

describe('a log', () => {
  test('is read by the names of its event', () => {
    expect(decodeLog(event, logOf(5n, 100n))).toMatchObject({ id: 5n, to, gasLimit: 100 })
  })

  test.each([
    ['a topic', logOf(1n << 64n, 100n)],
    ['its data', logOf(5n, 1n << 32n)],
  ])('with a number in %s that its type cannot hold is ignored', (_where, log) => {
    expect(decodeLog(event, log)).toBeNull()
  })

  test('of another event is ignored', () => {
    expect(decodeLog('event Sent(uint64 indexed id)', logOf(5n, 100n))).toBeNull()
  })
})
