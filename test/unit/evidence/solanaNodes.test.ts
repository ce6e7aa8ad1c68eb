/** Public nodes of SOLANA drop old transactions: one without it does not decide. */
import { expect, test } from 'vitest'

import { readSolanaTransaction } from '../../../src/evidence/solana.ts'
import { createRpcClient } from '../../../src/http/rpc.ts'
import { json, type Loopback, serve, testClient } from '../http/loopback.ts'

type Call = { id: number; method: string }

const hash =
  '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
const mined = {
  blockTime: 1_795_165_210,
  transaction: [Buffer.from('a transaction').toString('base64'), 'base64'],
  meta: { err: null, fee: 5_000, preBalances: [10_000], postBalances: [12_000] },
}

function node(transaction: object | null): Promise<Loopback> {
  const results: Record<string, unknown> = {
    getTransaction: transaction,
    getSignatureStatuses: {
      value: [transaction === null ? null : { confirmationStatus: 'finalized' }],
    },
  }
  return serve((response, { body }) => {
    const asked: Call[] = JSON.parse(body)
    const answers = asked.map(({ id, method }) => ({
      jsonrpc: '2.0',
      id,
      result: results[method] ?? null,
    }))
    json(response, answers)
  })
}

async function read(nodes: readonly Loopback[]): ReturnType<typeof readSolanaTransaction> {
  const urls = nodes.map(({ url }) => url)
  const { client } = testClient(urls)
  const rpc = createRpcClient({ http: client, endpoints: { SOLANA: urls } })
  return await readSolanaTransaction(hash, { rpc, signal: new AbortController().signal })
}

test('a transaction that the first node has dropped is read from the second', async () => {
  const [pruned, full] = [await node(null), await node(mined)]
  expect(await read([pruned, full])).toMatchObject({ isFinal: true, payerGain: 7_000n })
  expect(pruned.received).toHaveLength(1)
})

test('one that the first node has is asked of no other', async () => {
  const [full, other] = [await node(mined), await node(null)]
  expect(await read([full, other])).toMatchObject({ isFinal: true })
  expect(other.received).toEqual([])
})

test('one that neither has is unknown', async () => {
  expect(await read([await node(null), await node(null)])).toBeNull()
})
