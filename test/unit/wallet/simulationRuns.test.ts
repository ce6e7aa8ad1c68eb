import { encodeEventTopics, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { createEvmAccess } from '../../../src/wallet/evm.ts'
import type { EvmCall, EvmFees, Simulation } from '../../../src/wallet/types.ts'
import { askTwo } from '../../../src/http/agreed.ts'
import type { RpcClient } from '../../../src/http/types.ts'
import { NodeError, type Script, runs, scriptedRpc } from './support/node.ts'

const owner = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'
const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const nft = '0x00000000000000000000000000000000000000A7'
const spender = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const reader = '0x53776170526f7574652062616c616e6365207264'
const word = (value: bigint | number): string => `0x${value.toString(16).padStart(64, '0')}`
const ownerWord = word(BigInt(owner)).slice(2)
const ok = (value: bigint | number = 0) => {
  return { status: '0x1', returnData: word(value), gasUsed: '0x100', logs: [] as unknown[] }
}
const bad = { ...ok(), status: '0x0' }
const payment: EvmCall = { from: owner, to: spender, data: '0x12', value: 5n }
const wirePayment = { from: owner, to: spender, data: '0x12', value: '0x5' }
const block = { number: '0x64', timestamp: '0x10' }
const panic = `0x4e487b71${word(0x11).slice(2)}`

async function simulate(script: Script, calls = [payment], watched?: string[], fees?: EvmFees) {
  const { rpc, batches } = scriptedRpc({ eth_getBlockByNumber: block, ...script })
  const { signal } = new AbortController()
  const evm = createEvmAccess({ rpc, signal, now: () => 100_000 })
  const simulation = await evm.simulate('ETH', owner, calls, watched, fees)
  const runs = batches.flat().filter(({ method }) => method === 'eth_simulateV1')
  return { simulation, runs: runs.map(({ params }) => params) }
}

const approvalAbi = parseAbi(['event Approval(address indexed, address indexed, uint256)'])
const itemAbi = parseAbi(['event Approval(address indexed, address indexed, uint256 indexed)'])
const approval = {
  address: token,
  topics: encodeEventTopics({ abi: approvalAbi, args: [owner, spender] }),
  data: word(50),
}
const item = {
  address: nft,
  topics: encodeEventTopics({ abi: itemAbi, args: [owner, spender, 7n] }),
  data: '0x',
}

describe('what the node is asked', () => {
  test('balances before and after the payment, then what is left of approvals', async () => {
    const first = [{ ...ok(), logs: [approval] }]
    const second = [ok(9), ok(5), ok(), ok(9), ok(5), ok(30)]
    const { runs: asked } = await simulate(runs(first, second))
    const balances = [
      { to: reader, data: '0x', gas: '0x7a120' },
      { to: token, data: `0x70a08231${ownerWord}`, gas: '0x7a120' },
    ]
    const spenderWord = word(BigInt(spender)).slice(2)
    const allowance = { to: token, data: `0xdd62ed3e${ownerWord}${spenderWord}`, gas: '0x7a120' }
    const common = {
      blockOverrides: { time: '0x64' },
      stateOverrides: {
        [reader]: { code: `0x73${owner.slice(2).toLowerCase()}3160005260206000f3` },
      },
    }
    const options = { traceTransfers: false, validation: false }
    expect(asked).toEqual([
      [{ ...options, blockStateCalls: [{ ...common, calls: [wirePayment] }] }, '0x64'],
      [
        {
          ...options,
          blockStateCalls: [
            { ...common, calls: [...balances, wirePayment, ...balances, allowance] },
          ],
        },
        '0x64',
      ],
    ])
  })

  test('with fees: the measured run is the payment’s, by price, limit and base fee', async () => {
    const script = {
      ...runs([ok()], [ok(2000), ok(), ok(1488), ok(), ok(976)]),
      eth_getBlockByNumber: { ...block, baseFeePerGas: '0x2' },
      eth_getBalance: '0x384',
    }
    const fees = { type: 'eip1559', maxFeePerGas: 6n, maxPriorityFeePerGas: 1n } as const
    const prices = { maxFeePerGas: '0x6', maxPriorityFeePerGas: '0x1' }
    const { simulation, runs: asked } = await simulate(script, [payment], [], fees)
    // The call that does nothing took 512 for 256 units, so the payment's gas took 512 as well.
    expect(simulation).toMatchObject({ changes: [], failure: null })
    expect(asked[0]?.[0]).toMatchObject({
      blockStateCalls: [{ blockOverrides: { time: '0x64' }, calls: [wirePayment] }],
    })
    const coins = { to: reader, data: '0x', gas: '0x7a120' }
    const gas = 0x180n + 0x7a120n
    expect(asked[1]?.[0]).toMatchObject({
      blockStateCalls: [
        {
          blockOverrides: { time: '0x64', baseFeePerGas: '0x2' },
          stateOverrides: { [owner]: { balance: `0x${(0x384n + gas * 6n).toString(16)}` } },
          calls: [
            coins,
            { from: owner, ...coins, ...prices },
            coins,
            { ...wirePayment, gas: '0x180', ...prices },
            coins,
          ],
        },
      ],
    })
  })

  test('a payment that fails only at its own price fails', async () => {
    const failed = [ok(2000), ok(), ok(1488), bad, ok(976)]
    const script = { ...runs([ok()], failed, failed), eth_getBalance: '0x384' }
    const fees = { type: 'legacy', gasPrice: 6n } as const
    const { simulation } = await simulate(script, [payment], [], fees)
    expect(simulation).toMatchObject({ failure: { index: 0 }, changes: [] })
  })

  // Arbitrum takes gas for data only where the gas has a price: ErrIntrinsicGas, or out of gas.
  test.each([
    ['refuses the run', new NodeError(-38013, 'intrinsic gas too low')],
    ['fails the call', [{ calls: [ok(2000), ok(), ok(1488), bad, ok(976)] }]],
  ])('a rollup whose share in gas %s gets a wider limit', async (_, answer) => {
    const limits: bigint[] = []
    const script = {
      eth_getBalance: '0x384',
      eth_simulateV1: ([options]: [{ blockStateCalls: [{ calls: { gas?: string }[] }] }]) => {
        const { calls } = options.blockStateCalls[0]
        const limit = calls[3]?.gas
        if (limit === undefined) return [{ calls: [ok()] }]
        limits.push(BigInt(limit))
        // 256 of the payment and 512 for its data.
        if (BigInt(limit) < 768n) return answer
        return [{ calls: [ok(2000), ok(), ok(1488), ok(), ok(976)] }]
      },
    }
    const fees = { type: 'legacy', gasPrice: 6n } as const
    const { simulation } = await simulate(script, [payment], [], fees)
    expect(simulation).toMatchObject({ kind: 'simulated', failure: null, changes: [] })
    expect(limits).toEqual([384n, 1536n])
  })

  test('what only reads pays nothing, where a node would let it pay the base fee', async () => {
    const script = {
      ...runs([ok()], [ok(2000), ok(), ok(1488), ok(), ok(976)]),
      eth_getBlockByNumber: { ...block, baseFeePerGas: '0x2' },
      eth_getBalance: '0x384',
    }
    const fees = { type: 'eip1559', maxFeePerGas: 6n, maxPriorityFeePerGas: 1n } as const
    const { runs: asked } = await simulate(script, [payment], [], fees)
    const free = { to: reader, gasPrice: '0x0' }
    const { calls } = Object(Object(asked[1]?.[0]).blockStateCalls[0])
    expect(calls).toMatchObject([free, { from: owner }, free, { from: owner }, free])
  })

  test('at a time after the block, where the own clock is behind the chain', async () => {
    const script = {
      ...runs([ok()], [ok(1), ok(), ok(1)]),
      eth_getBlockByNumber: { ...block, timestamp: '0x1000' },
    }
    const { runs: asked } = await simulate(script)
    expect(asked[0]?.[0]).toMatchObject({
      blockStateCalls: [{ blockOverrides: { time: '0x1001' } }],
    })
  })

  test('on the latest block no time is named', async () => {
    let run = 0
    const { simulation, runs: asked } = await simulate({
      eth_simulateV1: () => {
        run += 1
        if (run === 1) return new NodeError(-32000, 'header not found')
        return [{ calls: run === 2 ? [ok()] : [ok(3), ok(), ok(1)] }]
      },
    })
    expect(simulation).toMatchObject({ changes: [{ delta: -2n }] })
    for (const [options] of asked.slice(1)) {
      expect(options).not.toHaveProperty('blockStateCalls.0.blockOverrides')
    }
  })
})

describe('what is measured', () => {
  test('an item’s approval has nothing left to read', async () => {
    const first = [{ ...ok(), logs: [item, approval] }]
    const { simulation } = await simulate(
      runs(first, [ok(9), ok(1), ok(5), ok(), ok(9), ok(1), ok(5), ok(77), ok(30)]),
    )
    expect(simulation).toMatchObject({
      changes: [],
      approvals: [
        { token: nft, amount: 1n, remaining: null },
        { token, amount: 50n, remaining: 30n },
      ],
    })
  })

  test.each([
    ['one of two payments that fails in the second run', [ok(1), ok(), bad, ok(1)]],
    ['no native balance afterwards', [ok(1), ok(), ok(), bad]],
  ])('%s leaves nothing measured', async (_, second) => {
    const { simulation } = await simulate(runs([ok(), ok()], second), [payment, payment])
    expect(simulation).toEqual({
      kind: 'unavailable',
      reason: 'the node refused to measure balance changes',
    })
  })

  test('a token that cannot be read on one side is left out', async () => {
    for (const [before, later] of [
      [bad, ok(5)],
      [ok(5), bad],
    ]) {
      const second = [ok(1), before ?? bad, ok(), ok(1), later ?? bad]
      const { simulation } = await simulate(runs([ok()], second), [payment], [token])
      expect(simulation).toMatchObject({ kind: 'simulated', changes: [] })
    }
  })

  test('32 contracts are measured', async () => {
    const watched = Array.from({ length: 32 }, (_, index) => `0x${'0'.repeat(38)}${10 + index}`)
    const balances = Array.from({ length: 33 }, () => ok(1))
    const { simulation } = await simulate(
      runs([ok()], [...balances, ok(), ...balances]),
      [payment],
      watched,
    )
    expect(simulation).toMatchObject({ kind: 'simulated', changes: [] })
  })
})

describe('why it fails', () => {
  const failing = (error: object, returnData = '0x') => ({ ...bad, returnData, error })
  test.each([
    ['the data of the error', failing({ message: 'reverted', data: panic }), 'panic 0x11'],
    ['the result, where the error has no data', failing({ message: '' }, panic), 'panic 0x11'],
    ['the error’s text', failing({ message: 'execution reverted: STF' }), 'could not be taken'],
  ])('from %s', async (_, result, words) => {
    const { simulation } = await simulate(runs([result]))
    expect(simulation).toMatchObject({
      failure: { index: 0, reason: expect.stringContaining(words) },
    })
  })

  test.each<[string, bigint[], number]>([
    ['the call that pays one wei', [0n, 1n], 1],
    ['the first, where no call pays', [0n, 0n], 0],
  ])('without the money for it: %s', async (_, values, index) => {
    const calls = values.map((value) => ({ ...payment, value }))
    const refusal = new NodeError(-38014, 'no')
    const { simulation, runs: asked } = await simulate({ eth_simulateV1: refusal }, calls)
    expect(simulation).toMatchObject<Partial<Simulation>>({
      kind: 'simulated',
      failure: { index, reason: 'the account cannot pay the amount' },
    })
    expect(asked).toHaveLength(1)
  })
})

describe('a node that does not simulate', () => {
  test.each([
    ['by its code', new NodeError(-32601, 'no')],
    ['by its text', new NodeError(-32000, 'Method eth_simulateV1 is not supported')],
  ])('%s: it is asked once', async (_, refusal) => {
    const { simulation, runs: asked } = await simulate({ eth_simulateV1: refusal, eth_call: '0x' })
    expect(simulation).toEqual({
      kind: 'unavailable',
      reason: 'the node does not support eth_simulateV1',
    })
    expect(asked).toHaveLength(1)
  })

  test.each([-32600, -32602])('another code is a fault: %d', async (code) => {
    const { simulation } = await simulate({ eth_simulateV1: new NodeError(code, 'no') })
    expect(simulation).toEqual({ kind: 'unavailable', reason: 'the node refused to simulate: no' })
  })

  test('a plain call that the node refuses, not the contract, proves nothing', async () => {
    const { simulation } = await simulate({ eth_call: new NodeError(-32000, 'busy') })
    expect(simulation).toMatchObject({ kind: 'unavailable' })
  })

  test('fewer answers than calls count as no simulation', async () => {
    const { simulation } = await simulate(runs([], []))
    expect(simulation).toEqual({
      kind: 'unavailable',
      reason: 'the node refused to simulate: answered 0 calls of 1',
    })
  })
})

describe('two hosts', () => {
  const seen = (left: number): object[][] => [[ok()], [ok(9), ok(), ok(left)]]
  const mute = { eth_simulateV1: new NodeError(-32601, 'no') }

  /** The public nodes of a chain, each with its own answers. */
  async function simulateAt(...scripts: Script[]): Promise<Simulation> {
    const nodes = scripts.map(
      (script) => scriptedRpc({ eth_getBlockByNumber: block, ...script }).rpc,
    )
    const { signal } = new AbortController()
    const rpc: RpcClient = {
      ...scriptedRpc({}).rpc,
      async witnesses(blockchain, ask, options) {
        const witnesses = nodes.map((node, index) => ({
          host: `node${index}`,
          ask: () => ask((calls) => node.batch(blockchain, calls, options)),
        }))
        const { answers, failures } = await askTwo(witnesses, options.signal)
        const [first, second] = answers
        if (first === undefined) throw failures[0] ?? new Error('no node')
        return second === undefined
          ? { answers: [first], by: 'one_node' }
          : { answers: [first, second], by: 'two_nodes' }
      },
    }
    return await createEvmAccess({ rpc, signal, now: () => 100_000 }).simulate('ETH', owner, [
      payment,
    ])
  }

  test('both are asked, and both answers are returned', async () => {
    const simulation = await simulateAt(runs(...seen(4)), runs(...seen(2)))
    expect(simulation).toMatchObject({
      changes: [{ delta: -5n }],
      second: { changes: [{ delta: -7n }] },
    })
    expect(simulation).not.toHaveProperty('oneNode')
  })

  test('a host that cannot simulate is replaced by the next', async () => {
    const simulation = await simulateAt(runs(...seen(4)), mute, runs(...seen(4)))
    expect(simulation).toMatchObject({ second: { changes: [{ delta: -5n }] } })
  })

  test('one host alone is named', async () => {
    const simulation = await simulateAt(mute, runs(...seen(4)))
    expect(simulation).toMatchObject({ changes: [{ delta: -5n }], oneNode: true })
    expect(simulation).not.toHaveProperty('second')
  })

  test('neither: the reason of the first is reported', async () => {
    const reason = 'the node does not support eth_simulateV1'
    expect(await simulateAt(mute, mute)).toEqual({ kind: 'unavailable', reason })
  })
})
