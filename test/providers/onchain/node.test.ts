import { beforeEach, expect, test } from 'vitest'

import { createOnchainProvider } from '../../../src/providers/onchain/onchain.ts'
import {
  ask,
  createBase,
  dai,
  deep,
  eth,
  one,
  outputAt,
  outputs,
  reasons,
  pancake,
  uni3,
  uni3Pools,
  usdc,
  weth,
} from './support/baseChain.ts'
import { pool, v2Router, v3Quoter, type Pool, type FakeChain } from './support/fakeChain.ts'
import { coin, erc20, toRequest } from './support/requests.ts'

let chain: FakeChain
const provider = createOnchainProvider

beforeEach(() => {
  chain = createBase()
})

test('a node with little gas gets smaller pieces; nothing is lost and the next quote is one request', async () => {
  const roomy = await ask(chain, provider())
  const requests = chain.batches.length
  const reader = provider()
  chain.gasCap = 900_000
  const tight = await ask(chain, reader)
  expect(outputs(tight)).toEqual(outputs(roomy))
  const extra = chain.batches.length - requests
  expect(extra).toBeGreaterThan(1)
  let before = chain.batches.length
  for (let round = 0; round < 5; round += 1) {
    before = chain.batches.length
    expect(outputs(await ask(chain, reader))).toEqual(outputs(roomy))
  }
  expect(chain.batches.length - before).toBe(1)
})

test('a pool that uses all gas gives no route, and hides no other', async () => {
  const bottomless = pool(weth, usdc.address, 1, deep, 100)
  const gasOf = ({ fee }: Pool): number => (fee === 100 ? 60_000_000 : 90_000)
  chain.place(uni3.quoter, v3Quoter(uni3.factory, [bottomless, ...uni3Pools], gasOf))
  const outcome = await ask(chain)
  expect(outputs(outcome)['UNI_SWAP_V3']).toBe(outputAt(2999e-12))
  expect(outcome.failed).toEqual([])
})

test.each([
  [{ ok: false, code: -32_603, message: 'internal error', data: null } as const, /did not run/],
  [{ ok: true, result: '0x1234' } as const, /malformed/],
])('a node that fails is a failure, not a chain without routes', async (answer, message) => {
  chain.intercept = (call) => (call.method === 'eth_call' ? answer : null)
  await expect(ask(chain)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
  await expect(ask(chain)).rejects.toThrow(message)
})

test.each(['request timed out', 'try again next time'])(
  'a node with the error "%s" is not asked for smaller pieces, nor reported as giving too little gas',
  async (message) => {
    const error = { ok: false, code: -32_000, message, data: null } as const
    chain.intercept = (call) => (call.method === 'eth_call' ? error : null)
    await expect(ask(chain)).rejects.toThrow(`The BASE node did not run the quotes: ${message}`)
    expect(chain.batches).toHaveLength(1)
  },
)

test('what comes after a greedy pool is not taken for missing', async () => {
  // It leaves a 64th of the gas: enough to end a batch of two, not enough for the quote behind it.
  const greedy = pool(weth, usdc.address, 1, deep, 100)
  const gasOf = ({ fee }: Pool): number => (fee === 100 ? 10_000_000 : 90_000)
  chain.place(uni3.quoter, v3Quoter(uni3.factory, [greedy, ...uni3Pools], gasOf))
  chain.gasCap = 5_000_000
  const reader = provider({ pieceGas: 980_000 })
  const outcome = await ask(chain, reader, toRequest(eth, usdc, one), ['UNI_SWAP_V3'])
  expect(outputs(outcome)).toEqual({ UNI_SWAP_V3: outputAt(2999e-12) })
})

test('a router that eats the gas of its own check is off, and asked again', async () => {
  const greedy = (): { answer: null; gas: number } => ({ answer: null, gas: 10 ** 9 })
  chain.place(pancake.router, greedy)
  chain.gasCap = 5_000_000
  const reader = provider()
  const outcome = await ask(chain, reader)
  expect(outcome.quotes).toHaveLength(3)
  expect(reasons(outcome)).toEqual({ PANCAKE_SWAP: expect.stringMatching(/used more gas/) })
  chain.place(pancake.router, v2Router(pancake, [pool(weth, usdc.address, 2980e-12, deep)]))
  expect((await ask(chain, reader)).quotes).toHaveLength(4)
})

test('a node that never has enough gas is a failure, also when all contracts are known', async () => {
  const reader = provider()
  await ask(chain, reader)
  chain.intercept = (call) =>
    call.method === 'eth_call'
      ? { ok: false, code: -32_000, message: 'out of gas', data: null }
      : null
  // Even single calls starve: no answer may be taken for "no pool".
  for (const each of [provider(), reader]) {
    await expect(ask(chain, each)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
  }
})

test('a chain without Multicall3 is read call by call, in one request from the second quote on', async () => {
  const expected = outputs(await ask(chain, provider()))
  chain.hasMulticall = false
  const reader = provider()
  const before = chain.batches.length
  expect(outputs(await ask(chain, reader))).toEqual(expected)
  expect(chain.batches.length - before).toBe(2)
  expect(outputs(await ask(chain, reader))).toEqual(expected)
  expect(chain.batches.length - before).toBe(3)
})

test.each([
  { ok: false, code: -32_000, message: 'invalid opcode: INVALID', data: null } as const,
  { ok: false, code: -32_015, message: 'VM execution error.', data: null } as const,
])('call by call, a pool that fails in its own way does not count: $message', async (error) => {
  chain.hasMulticall = false
  chain.place(pancake.router, null)
  const expected = outputs(await ask(chain, provider()))
  const isSushi = ([params]: readonly unknown[]): boolean =>
    JSON.stringify(params).toLowerCase().includes(`"to":"${pancake.router.toLowerCase()}"`)
  chain.intercept = ({ method, params }) =>
    method === 'eth_call' && isSushi(params) ? error : null
  expect(outputs(await ask(chain, provider()))).toEqual(expected)
})

test('without a gas price quotes without a gas fee', async () => {
  chain.intercept = (call) =>
    call.method === 'eth_gasPrice'
      ? { ok: false, code: -32_601, message: 'unknown method', data: null }
      : null
  const { quotes } = await ask(chain)
  expect(quotes).toHaveLength(4)
  for (const quote of quotes) expect(quote.fees.gas).toBeNull()
})

test('an amount no pool can hold is refused before a request', async () => {
  await expect(ask(chain, undefined, toRequest(eth, usdc, 1n << 255n))).rejects.toMatchObject({
    code: 'AMOUNT_TOO_HIGH',
  })
  expect(chain.batches).toEqual([])
})

test('a chain without a node is unavailable', async () => {
  const polygon = erc20('POLYGON', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 'USDC', 6)
  const request = toRequest(coin('POLYGON'), polygon, one)
  const asked = provider().quote(request, new Set(['QUICK_SWAP']), chain.context)
  await expect(asked).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
})

test('pools that are searched far for liquidity are put apart from then on', async () => {
  // One pool takes half of what the node gives; 4 of the paths over each connector go through it.
  const hungry = pool(weth, dai.address, 3000, deep * one, 100)
  const pools = [hungry, pool(dai.address, usdc.address, 1e-12, deep, 100), ...uni3Pools]
  const gasOf = (each: Pool): number => (each === hungry ? 20_000_000 : 90_000)
  chain.place(uni3.quoter, v3Quoter(uni3.factory, pools, gasOf))
  const reader = provider()
  const first = await ask(chain, reader)
  const asked = chain.batches.length
  expect(asked).toBeGreaterThan(1)
  const second = await ask(chain, reader)
  expect(chain.batches.length - asked).toBe(1)
  expect(second).toEqual(first)
})
