/** What a name is paid to is no single node's word (N1). */
import { describe, expect, test } from 'vitest'

import { addressOfName } from '../../../src/app/names.ts'
import type { App } from '../../../src/app/parts.ts'
import { createChainTable } from '../../../src/chains/chainSettings.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { type NodeWords, twoNodes } from '../../support/twoNodes.ts'

const registry = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'
const resolver = `0x${'4e'.repeat(20)}`
const owner = `0x${'71'.repeat(20)}`
const thief = `0x${'66'.repeat(20)}`
const word = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`

type Facts = { resolver: string; address: string; code: string }
const honest: Facts = { resolver, address: owner, code: '0x' }

/** A node with these facts of the name; of other chains' records it has none. */
function ens(facts: Facts): NodeWords {
  return ({ method, params: [first] }) => {
    if (method === 'eth_getCode') return facts.code
    const { to, data } = first as { to: string; data: string }
    if (to.toLowerCase() === registry) return word(facts.resolver)
    // addr(bytes32); the records of other chains revert.
    return data.startsWith('0x3b3b57de') ? word(facts.address) : undefined
  }
}

async function resolve(
  blockchain: BlockchainId,
  ...nodes: Facts[]
): Promise<{ address: string; oneNode: boolean }> {
  const { rpc } = await twoNodes('ETH', ...nodes.map(ens))
  const app = {
    host: { signal: new AbortController().signal },
    clients: async () => ({ rpc }),
    chains: async () => createChainTable(),
  } as unknown as App
  return await addressOfName(app, 'treasury.eth', blockchain)
}

describe.each<[what: string, lie: Partial<Facts>, blockchain: BlockchainId]>([
  ['the resolver', { resolver: thief }, 'ETH'],
  ['the address', { address: thief }, 'ETH'],
  ['the address, for another chain', { address: thief }, 'ARBITRUM'],
  ['that it is a plain account', { code: '0x60' }, 'ARBITRUM'],
])('a node that lies about %s', (_, lie, blockchain) => {
  test.each([
    ['first', [{ ...honest, ...lie }, honest]],
    ['second', [honest, { ...honest, ...lie }]],
  ])('is refused when asked %s', async (_order, nodes) => {
    await expect(resolve(blockchain, ...nodes)).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check: 'N1' },
    })
  })

  test('two honest nodes give the address', async () => {
    const found = await resolve(blockchain, honest, honest)
    expect([found.address.toLowerCase(), found.oneNode]).toEqual([owner, false])
  })
})

test('what one host alone tells is named', async () => {
  expect(await resolve('ETH', honest)).toMatchObject({ oneNode: true })
})
