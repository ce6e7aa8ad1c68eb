import { expect, test } from 'vitest'
import { allChains } from '../../../src/chains/chains.ts'
import { sandboxChains, tonNetworkId } from '../../../sandbox/src/chains.ts'
import {
  checkRealm,
  checkTonRealm,
  realmOfChain,
  tonNetworkIds,
} from '../../../src/wallet/realm.ts'
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
  ['sandbox', 1, 'A sandbox account never signs for the real chain 1.'],
  ['live', first, `A real account never signs for the sandbox chain ${first}.`],
] as const)('a %s key does not sign for chain %d', async (realm, chainId, message) => {
  const error = await thrownBy(() => checkRealm(realm, chainId))
  expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E1', chainId }, message })
  expect(() => checkRealm(realmOfChain(chainId), chainId)).not.toThrow()
})

test.each([
  ['sandbox', -239, 'A sandbox account never signs for a real TON network.'],
  ['live', -1337, 'A real account signs for the main TON network only.'],
  ['live', -3, 'A real account signs for the main TON network only.'],
] as const)('a %s key does not sign for TON’s network %d', async (realm, networkId, message) => {
  const error = await thrownBy(() => checkTonRealm(realm, networkId))
  expect(error).toMatchObject({
    code: 'UNSAFE_ROUTE',
    context: { check: 'E1', networkId },
    message,
  })
  expect(() => checkTonRealm(realm, tonNetworkIds[realm])).not.toThrow()
})

test('the main TON network has the id of the protocol', () => {
  expect(tonNetworkIds).toEqual({ live: -239, sandbox: tonNetworkId })
  expect(tonNetworkId).toBe(-1337)
})
