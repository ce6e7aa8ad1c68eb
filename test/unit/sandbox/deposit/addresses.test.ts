import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAddress } from '../../../../src/chains/addresses.ts'
import { acceptTestForms } from '../../../../src/chains/addresses/testForms.ts'
import { chainById } from '../../../../src/chains/chains.ts'
import { isTransactionHash } from '../../../../src/evidence/hashes.ts'
import { scriptedAddress, scriptedHash } from '../../../../sandbox/src/deposit/scripted.ts'
import { servedChains, tradedCoins } from '../../../../sandbox/src/deposit/coins.ts'

const chains = [...servedChains, 'ZCASH', 'NEAR', 'APTOS'] as const

beforeAll(() => acceptTestForms(true))
afterAll(() => acceptTestForms(false))

test.each(chains)('addresses of %s are well-formed, and one per order', (blockchain) => {
  const made = ['a', 'b', 'c'].map((seed) => scriptedAddress(blockchain, seed))
  expect(new Set(made).size).toBe(3)
  for (const address of made) {
    expect(checkAddress(chainById(blockchain), address).address).toBe(address)
  }
  expect(scriptedAddress(blockchain, 'a')).toBe(made[0])
})

test.each([
  ['BITCOIN', /^bcrt1/],
  ['LITECOIN', /^rltc1/],
  ['DOGECOIN', /^n/],
  ['BITCOIN_CASH', /^bchreg:/],
  ['DASH', /^y/],
  ['ZCASH', /^tm/],
] as const)(
  'addresses of %s are those of its test network, and only play money pays them',
  (blockchain, form) => {
    const address = scriptedAddress(blockchain, 'a')
    expect(address).toMatch(form)
    acceptTestForms(false)
    expect(() => checkAddress(chainById(blockchain), address)).toThrow(
      /test network|looks like an address of/,
    )
    acceptTestForms(true)
    expect(checkAddress(chainById(blockchain), address).address).toBe(address)
  },
)

test.each(chains)('hashes of %s have the form of its transactions', (blockchain) => {
  const made = ['a', 'b'].map((seed) => scriptedHash(blockchain, seed))
  expect(new Set(made).size).toBe(2)
  for (const hash of made) expect(isTransactionHash(blockchain, hash)).toBe(true)
})

test('every traded coin has a price and no second of its address', () => {
  const keys = tradedCoins().map(({ blockchain, address }) => `${blockchain} ${address}`)
  expect(keys.length).toBeGreaterThan(60)
  expect(new Set(keys).size).toBe(keys.length)
})
