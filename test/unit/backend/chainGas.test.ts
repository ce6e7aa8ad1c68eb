/** What a chain takes for a transfer and for the data of a call, as quotes compare it. */
import { encodeFunctionResult, multicall3Abi } from 'viem'
import { expect, test } from 'vitest'

import { nativeToken } from '../../../src/chains/tokens.ts'
import { readChainGas } from '../../../src/backend/chainGas.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import type { RpcAnswer, RpcCall, RpcClient } from '../../../src/http/types.ts'

const { signal } = new AbortController()
const fees = encodeFunctionResult({
  abi: multicall3Abi,
  functionName: 'aggregate3',
  result: [40n, 2n, 600n, 3n].map((fee) => ({
    success: true,
    returnData: `0x${fee.toString(16).padStart(64, '0')}` as const,
  })),
})

async function read(
  blockchain: BlockchainId,
  answer: (call: RpcCall) => RpcAnswer,
): Promise<{ told: Awaited<ReturnType<typeof readChainGas>>; batches: string[][] }> {
  const batches: string[][] = []
  const rpc = {
    has: () => true,
    batch: async (_: BlockchainId, calls: readonly RpcCall[]) => {
      batches.push(calls.map(({ method }) => method))
      return calls.map(answer)
    },
  } as unknown as RpcClient
  return { told: await readChainGas(nativeToken(blockchain), { rpc }, signal), batches }
}

const usual = ({ method }: RpcCall): RpcAnswer => ({
  ok: true,
  result: method === 'eth_gasPrice' ? '0x7' : fees,
})
const failed: RpcAnswer = { ok: false, code: -32_000, message: 'no', data: null }

test('price and data of a rollup come in one request', async () => {
  const { told, batches } = await read('BASE', usual)
  expect(batches).toEqual([['eth_gasPrice', 'eth_call']])
  expect(told).toEqual({
    transfer: { limit: 21_000n, price: 7n, dataFee: 42n },
    callDataFee: 603n,
  })
})

test('a chain without an oracle is asked for its price alone', async () => {
  const { told, batches } = await read('ARBITRUM', usual)
  expect(batches).toEqual([['eth_gasPrice']])
  expect(told?.callDataFee).toBe(0n)
  expect(told?.transfer).not.toHaveProperty('dataFee')
})

test.each<[string, (call: RpcCall) => RpcAnswer]>([
  [
    'the price',
    ({ method }) => (method === 'eth_gasPrice' ? failed : usual({ method, params: [] })),
  ],
  ['the data', ({ method }) => (method === 'eth_call' ? failed : usual({ method, params: [] }))],
])('without %s nothing is claimed', async (_, answer) => {
  expect((await read('OPTIMISM', answer)).told).toBeNull()
})
