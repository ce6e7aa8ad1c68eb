/** The contract at the address of every router: what it does is what was announced, and once. */
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { z } from 'zod'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { encodePlan, findUse, type Plan, putPlan } from '../../sandbox/src/calls/plans.ts'
import { createRpc, type Rpc } from '../../sandbox/src/rpc.ts'
import { clearFaults, setFault } from '../../sandbox/src/sandbox.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'
import { acrossClient, usdc } from './support/acrossClient.ts'

const router = '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5'
const gateway = '0xeF4fB24aD0916217251F553c0596F8Edc630EB66'
const tether = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const stranger = '0x00000000000000000000000000000000000000fe'
const native = '0x0000000000000000000000000000000000000000'
const topic: Hex = `0x${'ab'.repeat(32)}`
const approveAbi = parseAbi(['function approve(address spender, uint256 value)'])
const pullAbi = parseAbi(['function pull(address token, address from, address to, uint256 amount)'])

let sandbox: TestSandbox
let chain: ReturnType<typeof acrossClient>
let rpc: Rpc
let calls = 0

beforeAll(async () => {
  sandbox = await startTestSandbox()
  chain = acrossClient(sandbox)
  rpc = createRpc(Number(new URL(sandbox.rpcUrl('ETH')).port))
})
afterEach(() => clearFaults(sandbox.stateDir))
afterAll(async () => {
  rpc.disconnect()
  await sandbox.stop()
})

const alice = () => sandbox.account('alice').address
const idle: Plan = {
  sender: null,
  value: 0n,
  take: null,
  payments: [],
  logs: [],
  result: '0x',
  whenMined: 'as planned',
}

/** A call that was never made before. */
async function built(plan: Partial<Plan>): Promise<Hex> {
  calls += 1
  const data: Hex = `0xdeadbeef${calls.toString(16).padStart(64, '0')}`
  await putPlan(rpc, { contract: router, data }, encodePlan({ ...idle, ...plan }))
  return data
}

const make = (data: Hex, value = 0n) => chain.send('ETH', { to: router, data, value })

const simulate = (data: Hex, value = 0n) =>
  chain.reader('ETH').call({ account: alice(), to: router, data, value })

const approve = (token: Hex, spender: Hex, amount: bigint) =>
  chain.send('ETH', {
    to: token,
    data: encodeFunctionData({ abi: approveAbi, args: [spender, amount] }),
  })

describe('a call', () => {
  test('takes, pays, logs and returns as announced, and is found again', async () => {
    await approve(usdc.ETH, router, 70n)
    const data = await built({
      sender: alice(),
      value: 5n,
      take: { token: usdc.ETH, amount: 70n, spender: router },
      payments: [
        { token: tether, to: stranger, amount: 60n },
        { token: native, to: stranger, amount: 7n },
      ],
      logs: [{ topics: [topic, topic], data: '0x1234' }],
      result: topic,
    })
    expect(await findUse({ rpc }, { contract: router, data })).toBeNull()
    expect(await simulate(data, 5n)).toEqual({ data: topic })
    const before = await chain.balance('ETH', usdc.ETH, alice())
    const hash = await make(data, 5n)
    expect(await chain.balance('ETH', usdc.ETH, alice())).toBe(before - 70n)
    expect(await chain.balance('ETH', tether, stranger)).toBe(60n)
    expect(await chain.balance('ETH', native, stranger)).toBe(7n)
    const { logs } = await chain.reader('ETH').getTransactionReceipt({ hash })
    expect(logs.at(-1)).toMatchObject({ topics: [topic, topic], data: '0x1234' })
    expect(await findUse({ rpc }, { contract: router, data })).toBe(hash)
  })

  test('is made once', async () => {
    const data = await built({})
    await make(data)
    await expect(simulate(data)).rejects.toThrow('this call was made before')
  })

  test.each([
    ['was never built', async (): Promise<Hex> => '0xdeadbeef', 0n, 'no such call was built'],
    ['has another sender', () => built({ sender: stranger }), 0n, 'built for another sender'],
    ['has another value', () => built({ value: 3n }), 4n, 'built for another value'],
    [
      'is not approved',
      () => built({ take: { token: tether, amount: 1n, spender: router } }),
      0n,
      'the token refused',
    ],
  ])('that %s is refused', async (_, data, value, words) => {
    await expect(simulate(await data(), value)).rejects.toThrow(words)
  })

  test('can fail, or keep the money, when it is mined and not before', async () => {
    const payments = [{ token: tether, to: stranger, amount: 9n }] as const
    const failing = await built({ payments, whenMined: 'reverts' })
    await expect(simulate(failing)).resolves.toBeDefined()
    // It would fail when its gas is measured with a price: the limit is ours.
    await expect(make(failing)).rejects.toThrow('failed')
    const keeping = await built({ payments, whenMined: 'keeps the money' })
    const before = await chain.balance('ETH', tether, stranger)
    await make(keeping)
    expect(await chain.balance('ETH', tether, stranger)).toBe(before)
  })
})

test('an allowance of another contract of the service is used by that contract alone', async () => {
  await approve(usdc.ETH, gateway, 40n)
  const take = { token: usdc.ETH, amount: 40n, spender: gateway } as const
  const before = await chain.balance('ETH', usdc.ETH, alice())
  const theft = encodeFunctionData({ abi: pullAbi, args: [usdc.ETH, alice(), stranger, 40n] })
  const { address: bob } = sandbox.account('bob')
  await expect(
    chain.reader('ETH').call({ account: bob, to: gateway, data: theft }),
  ).rejects.toThrow('not a router')
  await make(await built({ take }))
  expect(await chain.balance('ETH', usdc.ETH, alice())).toBe(before - 40n)
})

test('the plan of a call is at an address of its own for every contract', async () => {
  const data = await built({})
  const elsewhere = chain.reader('ETH').call({ account: alice(), to: gateway, data })
  await expect(elsewhere).rejects.toThrow('no such call was built')
})

const routeWire = z.object({ data: z.object({ routeSummary: z.record(z.string(), z.unknown()) }) })
const hex = z.custom<Hex>((value) => typeof value === 'string' && value.startsWith('0x'))
const buildWire = z.object({ data: z.object({ data: hex, transactionValue: z.string() }) })

describe('a call of KyberSwap', () => {
  const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const url = `${sandbox.providerUrl('KYBER_SWAP')}/ethereum/api/v1${path}`
    const post = { method: 'POST', body: JSON.stringify(body) }
    return (await fetch(url, body === undefined ? {} : post)).json()
  }
  const quote = async () => {
    const pair = `tokenIn=${coin}&tokenOut=${tether}&amountIn=100000000000000000`
    return routeWire.parse(await ask(`/routes?${pair}`)).data
  }
  const build = async (route: object, slippageTolerance: unknown = 50) => {
    const parties = { sender: alice(), recipient: stranger }
    return ask('/route/build', { ...route, ...parties, slippageTolerance })
  }

  test('outlives a replaced block and a restarted node', async () => {
    await setFault(sandbox.stateDir, { target: 'ETH', fault: 'mine', value: 4 })
    const { data } = buildWire.parse(await build(await quote()))
    await setFault(sandbox.stateDir, { target: 'ETH', fault: 'reorg', value: 2 })
    const value = BigInt(data.transactionValue)
    await expect(simulate(data.data, value)).resolves.toBeDefined()
    await setFault(sandbox.stateDir, { target: 'ETH', fault: 'down' })
    await clearFaults(sandbox.stateDir)
    await expect
      .poll(() => simulate(data.data, value).catch(String), { timeout: 10_000 })
      .not.toContain('no such call')
    await make(data.data, value)
  })

  test('is not built for a changed route or an invalid slippage', async () => {
    const { routeSummary } = await quote()
    const more = { ...routeSummary, amountIn: '200000000000000000' }
    expect(await build({ routeSummary: more })).toMatchObject({ code: 4002 })
    expect(await build({ routeSummary }, 2_001)).toMatchObject({ code: 4000 })
    expect(await build({ routeSummary }, 'much')).toMatchObject({ code: 4002 })
    expect(await build({})).toMatchObject({ code: 4002 })
  })
})
