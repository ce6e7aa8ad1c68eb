/** What a name is paid to is no single node's word (N1). */
import { describe, expect, test } from 'vitest'

import { addressOfName } from '../../../src/app/ensNames.ts'
import type { App } from '../../../src/app/parts.ts'
import { type ChainTable, createChainTable } from '../../../src/chains/chainSettings.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { type NodeWords, Revert, twoNodes } from '../../support/twoNodes.ts'

const registry = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'
const resolver = `0x${'4e'.repeat(20)}`
const owner = `0x${'71'.repeat(20)}`
const thief = `0x${'66'.repeat(20)}`
const word = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`

type Facts = { resolver: string; address: string; code: unknown }
const honest: Facts = { resolver, address: owner, code: '0x' }

/** A node with these facts of the name, and without records of other chains. */
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
  return await resolveIn(createChainTable(), blockchain, nodes.map(ens))
}

async function resolveIn(
  chains: ChainTable,
  blockchain: BlockchainId,
  nodes: NodeWords[],
): Promise<{ address: string; oneNode: boolean }> {
  const { rpc } = await twoNodes('ETH', ...nodes)
  const app = {
    host: { signal: new AbortController().signal },
    clients: async () => ({ rpc }),
    tables: async () => ({ chains }),
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

test('marks what only one host returned', async () => {
  expect(await resolve('ETH', honest)).toMatchObject({ oneNode: true })
})

test.each<BlockchainId>(['TON', 'TRON', 'BITCOIN', 'VE_CHAIN', 'XDC'])(
  'a name has no address on %s, and no node is asked',
  async (blockchain) => {
    await expect(resolve(blockchain)).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
      message: `ENS names have no ${blockchain} address here.`,
    })
  },
)

describe('the account of Ethereum is taken on another chain', () => {
  test('not where it is a contract, as both nodes say', async () => {
    const contract = { ...honest, code: '0x60' }
    expect(await resolve('ETH', contract, contract)).toMatchObject({ oneNode: false })
    await expect(resolve('ARBITRUM', contract, contract)).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
      message: expect.stringContaining('is a contract on Ethereum'),
    })
  })

  test.each([
    ['a number', 7],
    ['nothing', null],
    ['an error', undefined],
  ])('not where both nodes return %s as its code', async (_, code) => {
    const odd = { ...honest, code }
    await expect(resolve('ARBITRUM', odd, odd)).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
    })
  })
})

test('Ethereum asks for its own record alone, under whatever chain id it runs', async () => {
  const records: string[] = []
  const recording: NodeWords = (call) => {
    const [first] = call.params as [{ to: string; data: string }]
    if (first.to.toLowerCase() !== registry) records.push(first.data.slice(0, 10))
    return ens(honest)(call)
  }
  const local = createChainTable({ ETH: { chainId: 31_337 } })
  for (const chains of [createChainTable(), local]) await resolveIn(chains, 'ETH', [recording])
  expect(records).toEqual(['0x3b3b57de', '0x3b3b57de'])
})

test('a name that a server answers for is refused by the bytes of its revert', async () => {
  const offchain: NodeWords = (call) => {
    const [{ to }] = call.params as [{ to: string }]
    return to.toLowerCase() === registry ? ens(honest)(call) : new Revert('0x556f1830abcd')
  }
  await expect(resolveIn(createChainTable(), 'ETH', [offchain, offchain])).rejects.toThrow(
    'is stored on a server',
  )
})
