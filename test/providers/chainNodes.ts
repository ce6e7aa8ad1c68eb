import type { BlockchainId } from '../../src/core/blockchainIds.ts'

/** The address of each chain's node in the tests of providers, where it is asked over HTTP. */
export const nodeUrls = {
  BITCOIN: 'https://esplora.test',
  NEAR: 'https://near-index.test',
  OSMOSIS: 'https://osmosis.test',
  STELLAR: 'https://horizon.test',
  SUI: 'https://graph.test',
  TRON: 'https://node.test',
} satisfies Partial<Record<BlockchainId, string>>

const urls: Readonly<Partial<Record<BlockchainId, string>>> = nodeUrls

export function testNodes(blockchain: BlockchainId): readonly string[] {
  const url = urls[blockchain]
  return url === undefined ? [] : [url]
}
