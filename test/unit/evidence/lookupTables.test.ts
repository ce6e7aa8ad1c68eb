import { expect, test } from 'vitest'

import { readLookupTables } from '../../../src/evidence/solana.ts'
import { twoNodes } from '../../support/twoNodes.ts'

// What a transaction of Solana refers to is the node's word: two hosts have to agree (N1).

const program = 'AddressLookupTab1e1111111111111111111111111'
const table = '4syr5pBaboZy4cZyF6sys82uGD7jEvoAP2ZMaoich4fZ'
const account = (last: number, slot: number) => () => {
  const bytes = Buffer.alloc(56 + 32)
  bytes[56 + 31] = last
  const data = [bytes.toString('base64'), 'base64']
  return { context: { slot }, value: [{ owner: program, data }] }
}
const { signal } = new AbortController()

test('nodes at different slots agree on the content of a table', async () => {
  const { rpc } = await twoNodes('SOLANA', account(7, 1), account(7, 2))
  const tables = await readLookupTables([table], { rpc, signal })
  expect(Object.keys(tables)).toEqual([table])
  expect(tables[table]).toHaveLength(1)
})

test.each([
  ['first', account(8, 1), account(7, 1)],
  ['second', account(7, 1), account(8, 1)],
])('a node that lies when asked %s is found out', async (_, one, other) => {
  const { rpc } = await twoNodes('SOLANA', one, other)
  await expect(readLookupTables([table], { rpc, signal })).rejects.toMatchObject({
    code: 'UNSAFE_ROUTE',
    context: { check: 'N1' },
  })
})
