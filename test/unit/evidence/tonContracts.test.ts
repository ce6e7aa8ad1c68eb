/** Constant answers of TON contracts: what they mean, and that each is asked once. */
import { beforeEach, describe, expect, test } from 'vitest'
import { addressSlice } from '../../../src/chains/ton/jettons.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import {
  derivedAddress,
  jettonWalletOf,
  readClaim,
  walletFacts,
} from '../../../src/evidence/tonContracts.ts'
import type { TonCenter, TonStackItem } from '../../../src/http/toncenterTypes.ts'
import { noTon } from '../../support/noTon.ts'

const address = (byte: string): string => `0:${byte.repeat(32)}`
const [master, other, owner, wallet] = ['0a', '0b', '0c', '0d'].map(address) as [
  string,
  string,
  string,
  string,
]
const slice = (text: string): TonStackItem => ({ type: 'slice', boc: addressSlice(text) })
const number: TonStackItem = { type: 'num', value: 1n }

let asked: unknown[][]
let answer: (contract: string, method: string) => TonStackItem[]

const context = (): { ton: TonCenter; signal: AbortSignal } => ({
  ton: {
    ...noTon,
    runGetMethod: async (contract, method, args) => {
      asked.push([contract, method, args])
      return answer(contract, method)
    },
  },
  signal: new AbortController().signal,
})

beforeEach(() => {
  asked = []
  answer = () => [slice(wallet)]
})

describe('a derived address', () => {
  test('is asked once for each contract, method and argument', async () => {
    const one = context()
    expect(await jettonWalletOf(master, owner, one)).toBe(wallet)
    expect(await jettonWalletOf(master, owner, one)).toBe(wallet)
    expect(asked).toEqual([[master, 'get_wallet_address', [slice(owner)]]])
    await jettonWalletOf(other, owner, one)
    await jettonWalletOf(master, other, one)
    await derivedAddress(master, 'get_pool_address', [slice(owner) as never], one)
    expect(asked).toHaveLength(4)
    await jettonWalletOf(master, owner, context())
    expect(asked).toHaveLength(5)
  })

  test.each<[string, TonStackItem[]]>([
    ['nothing', []],
    ['a number', [number]],
    ['a cell without an address', [{ type: 'cell', boc: 'te6cckEBAQEAAgAAAEysuc0=' }]],
  ])('rejects %s', async (_, items) => {
    answer = () => items
    await expect(jettonWalletOf(master, owner, context())).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
      context: { blockchain: 'TON', contract: master, method: 'get_wallet_address' },
    })
  })

  test('stores at most two thousand answers', async () => {
    const one = context()
    const nth = (index: number): string => `0:${index.toString(16).padStart(64, '0')}`
    for (let index = 0; index < 2_000; index += 1) await readClaim(nth(index), 'name', one)
    await readClaim(nth(0), 'name', one)
    expect(asked).toHaveLength(2_000)
    await readClaim(nth(2_000), 'name', one)
    await readClaim(nth(0), 'name', one)
    expect(asked).toHaveLength(2_002)
    await readClaim(nth(2_000), 'name', one)
    expect(asked).toHaveLength(2_002)
  })
})

describe('the data that a jetton wallet reports of itself', () => {
  test('owner and master', async () => {
    answer = () => [number, slice(owner), slice(master)]
    expect(await walletFacts(wallet, context())).toEqual({ owner, master })
    expect(asked).toEqual([[wallet, 'get_wallet_data', []]])
  })

  test.each<[string, TonStackItem[]]>([
    ['nothing', []],
    ['no owner', [number, number, slice(master)]],
    ['no master', [number, slice(owner)]],
    ['a master that is no address', [number, slice(owner), number]],
  ])('%s: no wallet', async (_, items) => {
    answer = () => items
    expect(await walletFacts(wallet, context())).toBeNull()
  })

  test('a contract without the method is not a jetton wallet; an outage is an error', async () => {
    answer = () => {
      throw new SwaprouteError('UPSTREAM_REFUSED', 'no method')
    }
    expect(await readClaim(wallet, 'get_wallet_data', context())).toEqual([])
    expect(await walletFacts(wallet, context())).toBeNull()
    answer = () => {
      throw new SwaprouteError('CHAIN_UNAVAILABLE', 'silent')
    }
    await expect(walletFacts(wallet, context())).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
    })
    answer = () => {
      throw new TypeError('a bug')
    }
    await expect(walletFacts(wallet, context())).rejects.toThrow('a bug')
  })
})
