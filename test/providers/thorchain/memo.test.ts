import { describe, expect, test } from 'vitest'

import { type MemoTerms, parseMemo, writeMemo } from '../../../src/providers/thorchain/memo.ts'
import {
  fromThorUnits,
  hashFor,
  isAliasOf,
  type ThorPools,
  toThorUnits,
  tokenOfAsset,
  aliasesOf,
} from '../../../src/providers/thorchain/assets.ts'
import { evm, plainHash, tokenOf } from '../depositSupport.ts'

const usdc = `ETH.USDC-${tokenOf('ETH', 'USDC').address.toUpperCase()}`
const usdt = `ETH.USDT-${tokenOf('ETH', 'USDT').address.toUpperCase()}`
const twin = `ETH.USDC-0X${'1'.repeat(35)}6EB48`
const pools = [usdc, usdt, 'ETH.ETH', 'BTC.BTC'].map((asset) => ({ asset, status: 'Available' }))
const withTwin = [...pools, { asset: twin, status: 'Available' }]
const receiver = evm('bob')

type Terms = MemoTerms & { asset: string }

function written({ asset, ...terms }: Terms, open: ThorPools, room: number): string {
  return writeMemo(terms, aliasesOf(asset, open), room)
}

describe('a memo is read', () => {
  const plain = { asset: 'BTC.BTC', receiver: 'bc1q', refund: null, limit: null, affiliate: '' }
  test.each<[string, object | null]>([
    ['=:BTC.BTC:bc1q', plain],
    ['SWAP:BTC.BTC:bc1q:', plain],
    ['s:b:bc1q:0/1/0', { ...plain, asset: 'b' }],
    ['=:BTC.BTC:bc1q:120', { ...plain, limit: 120n }],
    ['=:BTC.BTC:bc1q:12e7/3/10', { ...plain, limit: 120_000_000n }],
    ['=:BTC.BTC:bc1q/0xa:1', { ...plain, refund: '0xa', limit: 1n }],
    ['=:BTC.BTC:bc1q:1:t:30', { ...plain, limit: 1n, affiliate: 't:30' }],
    ['=:BTC.BTC:bc1q:1::0', { ...plain, limit: 1n }],
    ['=:BTC.BTC', null],
    ['=:BTC.BTC:', null],
    ['=::bc1q:1', null],
    ['=:BTC.BTC:bc1q:-1', null],
    ['=:BTC.BTC:bc1q:1.5', null],
    ['=:BTC.BTC:bc1q:1e999', null],
    ['=:BTC.BTC:bc1q/a/b:1', null],
    ['+:BTC.BTC:bc1q:1', null],
    ['OUT:AA', null],
    ['', null],
  ])('%s', (text, expected) => {
    expect(parseMemo(text)).toEqual(expected)
  })
})

describe('a memo is written', () => {
  const terms = { asset: usdc, receiver, refund: null, limit: 140_679_512_345n }
  test.each<[number, string]>([
    [250, `=:${usdc}:${receiver}:140679512345`],
    [80, `=:ETH.USDC-CE3606EB48:${receiver}:140679512345`],
    [75, `=:ETH.USDC-6EB48:${receiver}:140679512345`],
    [68, `=:ETH.USDC:${receiver}:140679512345`],
    [62, `=:ETH.USDC:${receiver}:140680e6`],
    [60, `=:ETH.USDC:${receiver}:1407e8`],
  ])('into %d bytes', (room, expected) => {
    const memo = written(terms, pools, room)
    expect(memo).toBe(expected)
    const parsed = parseMemo(memo)
    expect(parsed?.receiver).toBe(receiver)
    expect((parsed?.limit ?? 0n) >= terms.limit).toBe(true)
    expect(isAliasOf(parsed?.asset ?? '', usdc, pools)).toBe(true)
  })

  test('never into too few, and never with an ambiguous word', () => {
    expect(() => written(terms, pools, 58)).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED_RECEIVER' }),
    )
    expect(written(terms, withTwin, 80)).toContain('ETH.USDC-CE3606EB48')
    expect(() => written(terms, withTwin, 70)).toThrow(/no room/)
    expect(written({ ...terms, asset: 'ETH.ETH' }, pools, 60)).toBe(`=:e:${receiver}:140679512345`)
  })
})

test.each<[string, string, boolean]>([
  ['e', 'ETH.ETH', true],
  ['b', 'ETH.ETH', false],
  ['eth.eth', 'ETH.ETH', true],
  ['ETH.USDC', usdc, true],
  ['ETH.USDC-6eb48', usdc, true],
  ['ETH.USDC-FFFF', usdc, false],
  ['ETH.USDT', usdc, false],
  ['AVAX.USDC', usdc, false],
  ['', usdc, false],
  // The table of the node, common/asset.go.
  ['a', 'AVAX.AVAX', true],
  ['ad', 'ADA.ADA', true],
  ['b', 'BTC.BTC', true],
  ['c', 'BCH.BCH', true],
  ['d', 'DOGE.DOGE', true],
  ['f', 'BASE.ETH', true],
  ['g', 'GAIA.ATOM', true],
  ['l', 'LTC.LTC', true],
  ['o', 'SOL.SOL', true],
  ['p', 'POL.POL', true],
  ['r', 'THOR.RUNE', true],
  ['s', 'BSC.BNB', true],
  ['tr', 'TRON.TRX', true],
  ['u', 'SUI.SUI', true],
  ['x', 'XRP.XRP', true],
  ['z', 'ZEC.ZEC', true],
  ['e', 'BASE.ETH', false],
  ['f', 'ETH.ETH', false],
  ['t', 'TRON.TRX', false],
  // What every object inherits is no short code.
  ['constructor', 'TRON.TRX', false],
])('"%s" for %s: %s', (word, asset, expected) => {
  expect(isAliasOf(word, asset, pools)).toBe(expected)
})

test('a word two pools answer to means neither', () => {
  expect(isAliasOf('ETH.USDC-6EB48', usdc, withTwin)).toBe(false)
  expect(isAliasOf('ETH.USDC', twin, withTwin)).toBe(false)
  expect(isAliasOf(usdc, usdc, withTwin)).toBe(true)
})

test('amounts are hundred-millionths everywhere', () => {
  const ether = tokenOf('ETH', 'ETH')
  expect(toThorUnits(1n, ether, 'up')).toBe(1n)
  expect(toThorUnits(1n, ether, 'down')).toBe(0n)
  expect(toThorUnits(12_345_678n, tokenOf('ETH', 'USDC'), 'up')).toBe(1_234_567_800n)
  expect(fromThorUnits(199n, tokenOf('ETH', 'USDC'))).toBe(1n)
  expect(fromThorUnits(1n, ether)).toBe(10_000_000_000n)
})

test('hashes and assets in the words of their chains', () => {
  const id = plainHash('a').toUpperCase()
  expect(hashFor('ETH', id)).toBe(`0x${plainHash('a')}`)
  expect(hashFor('BITCOIN', `0x${id}`)).toBe(plainHash('a'))
  expect(hashFor('ETH', 'soon')).toBe('soon')
  expect(tokenOfAsset(usdc)).toMatchObject({ blockchain: 'ETH', symbol: 'USDC' })
  expect(tokenOfAsset('GAIA.ATOM')).toMatchObject({ blockchain: 'COSMOS', native: true })
  for (const asset of ['ETH.BTC', 'XYZ.XYZ', `ETH.USDC-${evm('x')}`, '', undefined]) {
    expect(tokenOfAsset(asset)).toBeNull()
  }
})
