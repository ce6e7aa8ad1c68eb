import { describe, expect, test } from 'vitest'

import { checkAddress, checkTokenAddress, looksLikeAddress } from '../../../src/chains/addresses.ts'
import { addressKinds } from '../../../src/chains/addresses/kinds.ts'
import { isAccepted } from '../../../src/chains/addresses/result.ts'
import { allChains, chainById } from '../../../src/chains/chains.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { randomSource } from './support/random.ts'

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

const passes = (id: BlockchainId, text: string): boolean => {
  const chain = chainById(id)
  return isAccepted(addressKinds[chain.addressFormat].check(text, chain))
}

type Random = ReturnType<typeof randomSource>

/** Up to three changes that people and clipboards make; never the text itself. */
function mutated(text: string, alphabet: string, random: Random): string {
  let result = text
  const times = 1 + random.below(3)
  for (let time = 0; time < times; time += 1) {
    const at = random.below(result.length)
    const letter = alphabet.charAt(random.below(alphabet.length))
    const change = random.below(4)
    if (change === 0) result = result.slice(0, at) + letter + result.slice(at + 1)
    else if (change === 1) result = result.slice(0, at) + result.slice(at + 1)
    else if (change === 2) result = result.slice(0, at) + letter + result.slice(at)
    else {
      const next = result.charAt(at + 1)
      result = result.slice(0, at) + next + result.charAt(at) + result.slice(at + 2)
    }
  }
  return result === text ? mutated(text, alphabet, random) : result
}

const cases: { chain: BlockchainId; alphabet: string; seed: number; good: string[] }[] = [
  {
    chain: 'BITCOIN',
    alphabet: base58,
    seed: 11,
    good: ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', '3Ai1JZ8pdJb2ksieUV8FsxSNVJCpoPi8W6'],
  },
  {
    chain: 'TRON',
    alphabet: base58,
    seed: 12,
    good: ['TUrMmF9Gd4rzrXsQ34ui3Wou94E7HFuJQh', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  },
  {
    chain: 'BITCOIN',
    alphabet: bech32,
    seed: 13,
    good: [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
  },
  {
    chain: 'COSMOS',
    alphabet: bech32,
    seed: 14,
    good: [
      'cosmos1depk54cuajgkzea6zpgkq36tnjwdzv4afc3d27',
      'cosmos1gu6y2a0ffteesyeyeesk23082c6998xyzmt9mz',
    ],
  },
  {
    chain: 'TON',
    alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
    seed: 15,
    good: ['EQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopbSxw2HLsorkdl'],
  },
]

describe('2,000 mutations of good addresses', () => {
  test.each(cases)('$chain, seed $seed: all refused', ({ chain, alphabet, seed, good }) => {
    const random = randomSource(seed)
    const accepted: string[] = []
    for (let round = 0; round < 2000; round += 1) {
      const text = mutated(good[round % good.length] ?? '', alphabet, random)
      // A change of letter case only is the same address where case does not count.
      if (!good.includes(text) && passes(chain, text)) accepted.push(text)
    }
    expect(accepted).toEqual([])
  })

  test('mixed-case EVM addresses: at most 0.1 % slip through their 15 bits of checksum', () => {
    const random = randomSource(16)
    let accepted = 0
    for (let round = 0; round < 2000; round += 1) {
      const text = mutated(
        '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        '0123456789abcdefABCDEF',
        random,
      )
      if (passes('ETH', text)) accepted += 1
    }
    expect(accepted).toBeLessThanOrEqual(2)
  })
})

test('no text of random bytes crashes any check', () => {
  const random = randomSource(17)
  const chains = allChains()
  const faults: unknown[] = []
  for (let round = 0; round < 3000; round += 1) {
    const chain = chains[round % chains.length] ?? chainById('ETH')
    const length = random.below(130)
    const text = Array.from({ length }, () =>
      String.fromCharCode(random.below(round % 3 === 0 ? 0x2000 : 0x80)),
    ).join('')
    looksLikeAddress(text)
    for (const check of [checkAddress, checkTokenAddress]) {
      faults.push(faultOf(() => check(chain, text)))
    }
  }
  expect(faults.filter((fault) => fault !== null)).toEqual([])
})

/** What a check throws besides its own refusals. */
function faultOf(run: () => unknown): unknown {
  try {
    run()
    return null
  } catch (error) {
    return error instanceof SwaprouteError ? null : error
  }
}

test('a very long text is refused quickly', () => {
  for (const chain of allChains()) {
    expect(() => checkAddress(chain, '1'.repeat(1_000_000))).toThrow(SwaprouteError)
    expect(() => checkTokenAddress(chain, `0x${'1'.repeat(1_000_000)}`)).toThrow(SwaprouteError)
  }
})
