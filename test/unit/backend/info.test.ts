import { expect, test } from 'vitest'
import { createLists } from '../../../src/backend/info.ts'
import { fakeServices } from '../../support/backend.ts'
import { fakeProvider } from '../../support/routing.ts'

test('kinds of chains have the words that clients of the contract compare', async () => {
  const chains = await createLists(fakeServices([], { now: 0 })).chains({ includeTestnets: false })
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

test('each chain has the ready providers that serve it, in the order of the contract', async () => {
  const providers = [
    fakeProvider('across', [], { blockchains: () => ['ARBITRUM', 'ETH'] }),
    fakeProvider('relay', [], { blockchains: () => ['ETH'] }),
    fakeProvider('UNI_SWAP_V3', [], { blockchains: () => ['ETH'] }),
  ]
  const services = fakeServices(providers, { now: 0 })
  const lists = createLists({
    ...services,
    stateOf: (id) => (id === 'relay' ? { state: 'disabled' } : services.stateOf(id)),
  })
  const chains = await lists.chains({ includeTestnets: false })
  const served = (name: string) => chains.find((chain) => chain.name === name)?.providers
  expect(served('ETH')).toEqual({ crossChain: ['across'], onChain: ['UNI_SWAP_V3'] })
  expect(served('ARBITRUM')).toEqual({ crossChain: ['across'], onChain: [] })
  expect(served('BSC')).toEqual({ crossChain: [], onChain: [] })
  expect(await lists.chains({ includeTestnets: false })).toBe(chains)
})
