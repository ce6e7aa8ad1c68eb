/** The nodes of the table: two operators each or a reason, and none that is never read. */
import { expect, test } from 'vitest'

import { allChains, chainById, isEvmChain } from '../../../src/chains/chains.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { canReadTransactions } from '../../../src/evidence/transactions/readers.ts'

const noOther = 'chainlist and public projects name none that needs no key (searched 2026-11)'
const onlyOfForm = 'the form in which it is read is that of one operator'
const testNetwork = 'a test network: payments there are worth nothing'

/** Chains whose nodes belong to one operator, and why. */
const alone: Readonly<Partial<Record<BlockchainId, string>>> = {
  ARTHERA: testNetwork,
  BERACHAIN_TESTNET: testNetwork,
  BLAST_TESTNET: testNetwork,
  CARDANO: `${onlyOfForm}: Koios`,
  DASH: 'Insight is served by dash.org alone: insight and explorer are one operator’s',
  DOGECOIN: `${onlyOfForm}: Blockchair`,
  E_CASH: `${onlyOfForm}: Blockchair`,
  // gravity.drpc.org and gravity-rpc.publicnode.com are in one list, and one report has them dead.
  GRAVITY: noOther,
  LITECOIN: 'litecoinspace.org is the only Esplora of the chain in public use',
  NEAR: `${onlyOfForm}: FastNEAR, since a node also asks for the sender`,
  SUI: 'GraphQL is served by Mysten Labs alone; other operators sell it with a key',
  THETA: noOther,
  TON: `${onlyOfForm}: TON Center`,
  VELAS: noOther,
  ZCASH: `${onlyOfForm}: Blockchair`,
  ZK_LINK: noOther,
}

/** Two names under one domain fail together. */
const operator = (url: string): string => new URL(url).hostname.split('.').slice(-2).join('.')

test('every chain with nodes has those of two operators, or is listed with the reason', () => {
  const withOne = allChains().filter(({ rpcUrls }) => new Set(rpcUrls.map(operator)).size === 1)
  expect(withOne.map(({ id }) => id).toSorted()).toEqual(Object.keys(alone).toSorted())
  for (const id of Object.keys(alone) as BlockchainId[]) {
    expect(chainById(id).testnet, id).toBe(alone[id] === testNetwork)
  }
})

test('every chain with nodes is one that the program reads', () => {
  const unread = allChains().filter(
    (chain) =>
      chain.rpcUrls.length > 0 &&
      chain.kind !== 'ton' &&
      !isEvmChain(chain) &&
      !canReadTransactions(chain.id, () => chain.rpcUrls),
  )
  expect(unread.map(({ id }) => id)).toEqual([])
})
