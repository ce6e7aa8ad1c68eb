/** The small reads other clients use: allowances, the approval that is missing, tokens. */
import { afterEach, describe, expect, test } from 'vitest'
import type { Contract } from '../../src/api/contract.ts'
import { encodeUint, readUint } from '../../src/chains/evm/hex.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { RpcClient } from '../../src/http/types.ts'
import { embedded, fakeServices, serve, type Served } from '../support/backend.ts'
import { usdc } from '../support/routing.ts'
import { ownNode } from '../support/ownNode.ts'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const spender = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const zero = '0x0000000000000000000000000000000000000000'

const query = {
  blockchain: 'ETH',
  tokenAddress: usdc.address,
  walletAddress: owner,
  spenderAddress: spender,
} as const

describe.each(['embedded', 'http'] as const)('%s', (kind) => {
  let served: Served | null = null
  let asked = 0

  afterEach(async () => {
    await served?.stop()
    served = null
  })

  async function open(allowed: bigint | null): Promise<Contract> {
    asked = 0
    const call: RpcClient['call'] = async () => {
      asked += 1
      return allowed === null ? '0x' : `0x${encodeUint(allowed)}`
    }
    const rpc: RpcClient = {
      call,
      batch: () => Promise.reject(new Error('not asked')),
      witnesses: ownNode,
      has: () => true,
    }
    const api = embedded(fakeServices([], { now: 0 }, { rpc }))
    if (kind === 'embedded') return api
    served = await serve(api)
    return served.api
  }

  const failure = async (promise: Promise<unknown>): Promise<number> => {
    const thrown: unknown = await promise.catch((error: unknown) => error)
    return thrown instanceof SwaprouteError ? thrown.serviceCode : 0
  }

  test('an allowance in the smallest unit', async () => {
    const api = await open(250_000_000n)
    expect(await api.allowance(query)).toEqual({ allowance: '250000000' })
  })

  test.each([
    [250_000_000n, '250', false],
    [249_999_999n, '250', true],
    [0n, '0.000001', true],
  ])('with %d allowed, %s needs an approval: %s', async (allowed, amount, needApprove) => {
    const answer = await (await open(allowed)).checkApprove({ ...query, amount })
    expect(answer.needApprove).toBe(needApprove)
    if (!needApprove) {
      expect(answer.transaction).toBeUndefined()
      return
    }
    const { to, data = '', value } = answer.transaction ?? {}
    expect([to, value, data.slice(0, 10)]).toEqual([usdc.address, '0', '0x095ea7b3'])
    expect(data.slice(34, 74)).toBe(spender.slice(2).toLowerCase())
    // Exactly the amount, never more (E6).
    expect(readUint(data, 36)).toBe(amount === '250' ? 250_000_000n : 1n)
  })

  test.each([{ tokenAddress: zero }, { spenderAddress: '' }, { spenderAddress: zero }])(
    '%j needs no approval, and no node is asked',
    async (change) => {
      const api = await open(0n)
      const answer = await api.checkApprove({ ...query, amount: '1', ...change })
      expect([answer, asked]).toEqual([{ needApprove: false }, 0])
    },
  )

  test.each([
    [{ blockchain: 'BITCOIN' as const }, 1999],
    [{ tokenAddress: zero }, 1999],
    [{ walletAddress: '0x12' }, 1006],
    [{ spenderAddress: '0x12' }, 1006],
  ])('an allowance of %j is %d', async (change, code) => {
    const api = await open(0n)
    expect(await failure(api.allowance({ ...query, ...change }))).toBe(code)
    expect(asked).toBe(0)
  })

  test('reports an address that is not a token', async () => {
    expect(await failure((await open(null)).allowance(query))).toBe(1999)
  })

  test('more than a hundred tokens are given page by page', async () => {
    const many = Array.from({ length: 250 }, (_, index) => ({ ...usdc, name: `Coin ${index}` }))
    const api = embedded(fakeServices([], { now: 0 }, { tokensOf: () => many }))
    const second = await api.tokens({ network: 'ETH', query: 'coin', page: 2 })
    expect([second.count, second.results[0]?.name, second.results.length]).toEqual([
      250,
      'Coin 100',
      100,
    ])
    expect([second.previous, second.next]).toEqual([
      '/api/tokens?page=1&network=ETH&query=coin',
      '/api/tokens?page=3&network=ETH&query=coin',
    ])
    expect((await api.tokens({ network: 'ETH', page: 3 })).next).toBeNull()
  })

  test('tokens of a chain, by a part of their name, a page at a time', async () => {
    const api = await open(0n)
    const all = await api.tokens({ network: 'ETH', page: 1 })
    expect(all).toMatchObject({ count: 2, next: null, previous: null })
    const found = await api.tokens({ network: 'ETH', query: 'usd', page: 1 })
    expect(found.results).toEqual([
      {
        address: usdc.address,
        blockchain: 'ETH',
        blockchainId: 1,
        symbol: 'USDC',
        name: 'USD Coin',
        decimals: 6,
      },
    ])
    expect(await api.tokens({ network: 'ETH', page: 2 })).toMatchObject({
      results: [],
      previous: '/api/tokens?page=1&network=ETH',
    })
  })
})
