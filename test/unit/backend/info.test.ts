import { expect, test } from 'vitest'
import { listChains } from '../../../src/backend/info.ts'
import { fakeServices } from '../../support/backend.ts'

test('kinds of chains have the words that clients of the contract compare', async () => {
  const chains = await listChains(false, fakeServices([], { now: 0 }))
  const typeOf = new Map(chains.map(({ name, type }) => [name, type]))
  const names = ['ETH', 'TON', 'TRON', 'SOLANA', 'BITCOIN', 'LITECOIN']
  expect(names.map((name) => typeOf.get(name))).toEqual([
    'evm',
    'ton',
    'tron',
    'solana',
    'bitcoin',
    'bitcoin',
  ])
})
