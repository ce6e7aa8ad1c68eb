import { describe, expect, test } from 'vitest'

import {
  feltAddress,
  joinUint,
  readFelt,
  readFelts,
  splitUint,
  starknetSelector,
} from '../../../../src/chains/starknet/felts.ts'

/** Selectors of transactions on the chain, as public explorers list them. */
test.each([
  ['approve', 0x219209e083275171774dab1df80982e9df2096516f06319c5c6d71ae0a8480cn],
  ['transfer', 0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12en],
  ['multi_route_swap', 0x1171593aa5bdadda4d6b0efde6cc94ee7649c3163d5efeb19da6c16d63a2a63n],
  ['Transfer', 0x99cd8bde557814842a3121e8ddfd433a539b8c9f14bf31ebf108d12e6196e9n],
])('the selector of %s', (name, selector) => {
  expect(starknetSelector(name)).toBe(selector)
})

describe('felts', () => {
  const prime = (1n << 251n) + 17n * (1n << 192n) + 1n
  test('are numbers below the prime', () => {
    expect(readFelt('0x0')).toBe(0n)
    expect(readFelt(`0x${(prime - 1n).toString(16)}`)).toBe(prime - 1n)
    expect(readFelt(`0x${prime.toString(16)}`)).toBeNull()
    for (const text of ['', '0x', '12', '0xg', `0x${'0'.repeat(65)}`, ' 0x1']) {
      expect(readFelt(text), text).toBeNull()
    }
    expect(readFelts(['0x1', '0x02'])).toEqual([1n, 2n])
    expect(readFelts(['0x1', 'x'])).toBeNull()
  })

  test('amounts have two halves', () => {
    const amount = (5n << 128n) + 7n
    expect(splitUint(amount)).toEqual([7n, 5n])
    expect(joinUint(7n, 5n)).toBe(amount)
    expect(joinUint(1n << 128n, 0n)).toBeNull()
    expect(joinUint(0n, 1n << 128n)).toBeNull()
    expect(feltAddress(0x49n)).toBe(`0x${'0'.repeat(62)}49`)
  })
})
