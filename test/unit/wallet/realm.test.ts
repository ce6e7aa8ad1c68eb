import { expect, test } from 'vitest'
import { allChains } from '../../../src/chains/chains.ts'
import { sandboxChains } from '../../../src/sandbox/chains.ts'
import { checkRealm, realmOfChain } from '../../../src/wallet/realm.ts'
import { thrownBy } from './support/errors.ts'

const [first, last] = [13_370_000, 13_370_999]

test('the sandbox’s whole range, and nothing beside it', () => {
  expect([first, last].map(realmOfChain)).toEqual(['sandbox', 'sandbox'])
  expect([first - 1, last + 1].map(realmOfChain)).toEqual(['live', 'live'])
  for (const { chainId } of sandboxChains) expect(realmOfChain(chainId)).toBe('sandbox')
})

test('no real chain lies in it', () => {
  for (const { chainId } of allChains()) {
    if (typeof chainId === 'number') expect(realmOfChain(chainId)).toBe('live')
  }
})

test.each([
  ['sandbox', 1],
  ['live', first],
] as const)('a %s key does not sign for chain %d', async (realm, chainId) => {
  const error = await thrownBy(() => checkRealm(realm, chainId))
  expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E1', chainId } })
  expect(() => checkRealm(realmOfChain(chainId), chainId)).not.toThrow()
})
