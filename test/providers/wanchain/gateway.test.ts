/** What the gateway's token manager returns for a pair, and a payment of which only the hash is known. */
import { encodeFunctionResult, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'

import type { RpcClient } from '../../../src/http/types.ts'
import { entryOf } from '../../../src/providers/wanchain/gateway.ts'
import { serviceUrl } from '../callCase.ts'
import { play } from '../depositSupport.ts'
import { minedCall } from '../minedCall.ts'
import { callCase } from '../wanchain_bridge.case.ts'

const gateway = '0x74e121a34a66D54C33f3291f2cdf26B1cd037c3a'
const manager = '0xf06d72375d3bf5ab1a8222858e2098b16e5e8355'
const [token, other] = [`0x${'12'.repeat(20)}`, `0x${'34'.repeat(20)}`] as const
const [avalanche, bsc] = [2_147_492_648n, 2_147_484_362n]
const abi = parseAbi([
  'function getPartners() view returns (address, address, address, address, address)',
  'function getTokenPairInfo(uint256 id) view returns (uint256, bytes, uint256, bytes)',
])

type Pair = readonly [bigint, `0x${string}`, bigint, `0x${string}`]

/** A node whose gateway has this pair; null: a call that reverts. */
function nodeWith(pair: Pair | null, partners: string | null = manager): RpcClient['batch'] {
  return async (_blockchain, calls) =>
    calls.map(({ params: [call] }) => {
      const { to } = call as { to: string }
      const reverted = { ok: false, code: 3, message: 'execution reverted', data: '0x' } as const
      if (to === gateway) {
        if (partners === null) return reverted
        const one = partners as `0x${string}`
        const result = [one, one, one, one, one] as const
        return {
          ok: true,
          result: encodeFunctionResult({ abi, functionName: 'getPartners', result }),
        }
      }
      expect(to.toLowerCase()).toBe(manager)
      if (pair === null) return reverted
      return {
        ok: true,
        result: encodeFunctionResult({ abi, functionName: 'getTokenPairInfo', result: pair }),
      }
    })
}

async function read(batch: RpcClient['batch'], blockchain: 'AVALANCHE' | 'BASE' = 'AVALANCHE') {
  const { context } = play(serviceUrl, [])
  const rpc = { ...context.rpc, batch }
  return await entryOf(234n, { blockchain, to: gateway }, { rpc, signal: context.signal })
}

describe('a pair', () => {
  const found = { srcToken: token, dstToken: other, dst: 'BSC' }

  test.each<[string, Pair]>([
    ['from its first side', [avalanche, token, bsc, other]],
    ['from its second side', [bsc, other, avalanche, token]],
  ])('%s', async (_name, pair) => {
    expect(await read(nodeWith(pair))).toEqual(found)
  })

  test.each<[string, Pair | null]>([
    ['that does not exist', [0n, '0x', 0n, '0x']],
    ['of other chains', [bsc, other, 2_147_483_708n, token]],
    ['to a chain that is not served', [avalanche, token, 2_153_201_998n, other]],
    ['to a chain that writes accounts as text', [avalanche, token, 2_147_485_463n, '0x616464']],
    ['of one chain', [avalanche, token, avalanche, other]],
    ['with a longer account', [avalanche, token, bsc, `0x${'34'.repeat(32)}`]],
    ['that reverts', null],
  ])('%s is null', async (_name, pair) => {
    expect(await read(nodeWith(pair))).toBeNull()
  })

  test('of a contract without a token manager is null, and of a chain without a gateway', async () => {
    expect(await read(nodeWith(null, null))).toBeNull()
    expect(await read(nodeWith([avalanche, token, bsc, other]), 'BASE')).toBeNull()
  })
})

test('a payout below what counted as agreed is not a success, though nothing guaranteed it', async () => {
  const { hashes, follow, quote } = await minedCall(callCase)
  const told = callCase.orders?.told('Success', { paid: hashes.paid, payout: hashes.payout }) ?? []
  const after = async (amount: bigint) =>
    await follow(play(serviceUrl, told).context.http, { payout: { amount } })
  expect(await after(quote.dstMinAmount)).toMatchObject({ status: 'SUCCESS' })
  expect(await after(quote.dstMinAmount - 1n)).toMatchObject({
    status: 'INDETERMINATE',
    destinationTxHash: hashes.payout,
    receivedAmount: quote.dstMinAmount - 1n,
    note: expect.stringContaining('does not count as agreed'),
  })
})

test('a payment of which only the hash is known is read with its pair', async () => {
  const mined = await minedCall(callCase)
  const { hashes, follow } = mined
  const told = callCase.orders?.told('Success', { paid: hashes.paid, payout: hashes.payout }) ?? []
  const nothing = { providerState: null, orderId: null, startedAtMs: null, dstBlockchain: null }
  const { http } = play(serviceUrl, told).context
  expect(await follow(http, {}, nothing)).toMatchObject({
    status: 'SUCCESS',
    sourceBlockchain: 'AVALANCHE',
    destinationBlockchain: 'BSC',
    destinationTxHash: hashes.payout,
    receivedAmount: 24_700_000_000_000_000_000n,
  })
})
