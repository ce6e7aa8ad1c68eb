/** A pool whose own word the router believes is not proved by one node (N1, N3). */
import { describe, expect, test } from 'vitest'

import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import type { DecodedCall } from '../../../src/core/transaction.ts'
import { nameTokens } from '../../../src/providers/onchain/poolTokens.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'
import { type NodeWords, twoNodes } from '../../support/twoNodes.ts'

const pool = `0x${'66'.repeat(20)}`
const first = `0x${'0a'.repeat(20)}`
const second = `0x${'0b'.repeat(20)}`
const word = (hex: string): string => `0x${hex.padStart(64, '0')}`

/** A node at which the factory does, or does not, own the pool; the pool speaks for itself. */
const node =
  (owns: boolean): NodeWords =>
  ({ params: [asked] }) => {
    const { data } = asked as { data: string }
    switch (data.slice(0, 10)) {
      case '0x0fc63d10': // tokenA of Maverick
      case '0x0dfe1681': // token0 of SyncSwap and PolyDEX
        return word(first.slice(2))
      case '0x5f64b55b':
      case '0xd21220a7':
        return word(second.slice(2))
      case '0x578eaca4': // isPool of Maverick's factory
        return word(owns ? '1' : '0')
      case '0x531aa03e': // getPool of SyncSwap's factories
      case '0xe6a43905': // getPair of PolyDEX's factory
        return word(owns ? pool.slice(2) : '0')
      default:
        return undefined
    }
  }

const call: DecodedCall = {
  method: 'exactInputSingle',
  recipient: `0x${'77'.repeat(20)}`,
  srcToken: null,
  dstToken: null,
  amountIn: 1n,
  minOut: 1n,
  dst: 'same',
  refundTo: null,
  pools: [{ pool, tokenIn: null, isFirstIn: true }],
}

describe.each<[family: string, blockchain: BlockchainId]>([
  ['maverick-v2', 'ETH'],
  ['syncswap', 'LINEA'],
  ['polydex', 'POLYGON'],
])('%s', (family, blockchain) => {
  const name = async (...owns: boolean[]): Promise<DecodedCall> => {
    const row = chainRows(blockchain)?.rows.find((one) => one.family === family)
    if (row === undefined || !('router' in row)) throw new Error(`no row of ${family}`)
    const { rpc } = await twoNodes(blockchain, ...owns.map(node))
    const signal = new AbortController().signal
    return await nameTokens(call, { blockchain, to: row.router }, { rpc, signal })
  }

  test.each([
    ['first', [true, false]],
    ['second', [false, true]],
  ])('a pool that only the node asked %s calls the factory’s is refused', async (_, owns) => {
    await expect(name(...owns)).rejects.toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check: 'N1' },
    })
  })

  test('one that both disown is refused', async () => {
    await expect(name(false, false)).rejects.toMatchObject({ code: 'UNSAFE_ROUTE' })
  })

  test('one that both know is taken', async () => {
    await expect(name(true, true)).resolves.toMatchObject({ srcToken: first, dstToken: second })
  })
})
