import { encodeAbiParameters, encodeEventTopics, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { createEvmAccess } from '../../../src/wallet/evm.ts'
import { approvalsIn, contractsNaming } from '../../../src/wallet/simulationLogs.ts'
import type { EvmCall, Simulation } from '../../../src/wallet/types.ts'
import { NodeError, type Script, runs, scriptedRpc } from './support/node.ts'

const owner = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'
const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const nft = '0x00000000000000000000000000000000000000A7'
const spender = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const word = (value: bigint | number): string => `0x${value.toString(16).padStart(64, '0')}`
const ok = (value: bigint | number = 0) => {
  return { status: '0x1', returnData: word(value), gasUsed: '0x100', logs: [] as unknown[] }
}
const payment: EvmCall = { from: owner, to: spender, data: '0x12', value: 5n }
const block = { number: '0x64', timestamp: '0x10' }

async function simulate(script: Script, calls = [payment], watched?: string[]) {
  const { rpc, batches } = scriptedRpc({ eth_getBlockByNumber: block, ...script })
  const signal = new AbortController().signal
  const evm = createEvmAccess({ rpc, signal, now: () => 100_000 })
  const simulation = await evm.simulate('ETH', owner, calls, watched)
  return { simulation, methods: batches.flat().map(({ method }) => method), batches }
}

describe('measures', () => {
  test('the balances before and after, not the logs', async () => {
    const abi = parseAbi(['event Transfer(address indexed, address indexed, uint256)'])
    const topics = encodeEventTopics({ abi, args: [owner, spender] })
    const lie = { address: token, topics, data: word(1) }
    const { simulation, batches } = await simulate(
      runs([{ ...ok(), logs: [lie] }], [ok(1000), ok(700), ok(), ok(995), ok(400)]),
    )
    expect(simulation).toEqual<Simulation>({
      kind: 'simulated',
      failure: null,
      changes: [
        { token: '0x0000000000000000000000000000000000000000', delta: -5n },
        { token, delta: -300n },
      ],
      approvals: [],
      gasUsed: [256n],
    })
    // Both runs on the same block, at a time after it, without gas costs.
    const [first, second] = batches.flat().filter(({ method }) => method === 'eth_simulateV1')
    for (const run of [first, second]) {
      expect(run?.params[1]).toBe('0x64')
      expect(run?.params[0]).toMatchObject({
        validation: false,
        blockStateCalls: [{ blockOverrides: { time: '0x64' } }],
      })
    }
  })

  test('watched tokens that no log names', async () => {
    const { simulation } = await simulate(
      runs([ok()], [ok(9), ok(5), ok(), ok(9), ok(8)]),
      [payment],
      [token, '0x0000000000000000000000000000000000000000'],
    )
    expect(simulation).toMatchObject({ changes: [{ token, delta: 3n }] })
  })

  test('what has no balance is left out', async () => {
    const silent = { status: '0x0', returnData: '0x', gasUsed: '0x1', logs: [] }
    const { simulation } = await simulate(
      runs([ok()], [ok(9), silent, ok(), ok(9), silent]),
      [payment],
      [token],
    )
    expect(simulation).toMatchObject({ kind: 'simulated', changes: [] })
  })

  test('what is left of an approval', async () => {
    const abi = parseAbi(['event Approval(address indexed, address indexed, uint256)'])
    const topics = encodeEventTopics({ abi, args: [owner, spender] })
    const approval = { address: token, topics, data: word(50) }
    const { simulation } = await simulate(
      runs([{ ...ok(), logs: [approval] }], [ok(9), ok(5), ok(), ok(9), ok(5), ok(30)]),
    )
    expect(simulation).toMatchObject({
      approvals: [{ token, spender, amount: 50n, remaining: 30n }],
    })
  })
})

describe('names what fails', () => {
  const reverted = {
    status: '0x0',
    returnData: '0x4e487b710000000000000000000000000000000000000000000000000000000000000011',
    gasUsed: '0x100',
    logs: [],
    error: { code: -3200, message: 'execution failed' },
  }
  test('the second of two calls', async () => {
    const { simulation, methods } = await simulate(runs([ok(), reverted]), [payment, payment])
    expect(simulation).toMatchObject({
      kind: 'simulated',
      failure: { index: 1, reason: 'a number in the contract went out of range (panic 0x11)' },
      changes: [],
    })
    expect(methods.filter((method) => method === 'eth_simulateV1')).toHaveLength(1)
  })

  test.each([
    new NodeError(-38014, 'err: funds (supplied gas 1)'),
    new NodeError(-32003, 'Insufficient funds for gas * price + value'),
  ])('an amount the account does not hold: $code', async (error) => {
    const calls = [{ ...payment, value: 0n }, payment]
    const { simulation } = await simulate({ eth_simulateV1: error }, calls)
    expect(simulation).toMatchObject({ failure: { index: 1 } })
  })
})

describe('a node that cannot simulate', () => {
  test.each([
    ['reports it', {}],
    ['has it switched off', { eth_simulateV1: new NodeError(-32000, 'method is not whitelisted') }],
  ])('%s: unavailable, after a plain call that passes', async (_, script) => {
    const { simulation, methods } = await simulate({ ...script, eth_call: '0x' })
    expect(simulation).toEqual({
      kind: 'unavailable',
      reason: 'the node does not support eth_simulateV1',
    })
    expect(methods.at(-1)).toBe('eth_call')
  })

  test('a plain call that fails gives the reason', async () => {
    const error = new NodeError(3, 'execution reverted: STF')
    const { simulation } = await simulate({ eth_call: error })
    expect(simulation).toMatchObject({ kind: 'simulated', failure: { index: 0 } })
  })

  test('several calls cannot be tried one by one', async () => {
    const { simulation, methods } = await simulate({}, [payment, payment])
    expect(simulation).toMatchObject({ kind: 'unavailable' })
    expect(methods).not.toContain('eth_call')
  })

  test('another fault is tried again on the latest block, then reported', async () => {
    let run = 0
    const { batches } = await simulate({
      eth_simulateV1: () => {
        run += 1
        return run === 1
          ? new NodeError(-32000, 'header not found')
          : [{ calls: run === 2 ? [ok()] : [ok(1), ok(), ok(1)] }]
      },
    })
    const tags = batches.flat().flatMap(({ method, params }) => {
      return method === 'eth_simulateV1' ? [params[1]] : []
    })
    expect(tags).toEqual(['0x64', 'latest', 'latest'])

    const { simulation } = await simulate({ eth_simulateV1: new NodeError(-32000, 'busy') })
    expect(simulation).toEqual({
      kind: 'unavailable',
      reason: 'the node refused to simulate: busy',
    })
  })

  test.each([
    ['a failing second run', [ok(1), { ...ok(), status: '0x0' }, ok(1)]],
    ['no native balance', [{ ...ok(), status: '0x0' }, ok(), ok(1)]],
    ['too few answers', [ok()]],
  ])('%s leaves nothing measured', async (_, second) => {
    const { simulation } = await simulate(runs([ok()], second, second))
    expect(simulation).toMatchObject({ kind: 'unavailable' })
  })

  test('more contracts than any swap touches', async () => {
    const watched = Array.from({ length: 33 }, (_, index) => `0x${'0'.repeat(38)}${10 + index}`)
    const { simulation } = await simulate(runs([ok()]), [payment], watched)
    expect(simulation).toMatchObject({ kind: 'unavailable' })
  })
})

describe('logs', () => {
  const abi = parseAbi([
    'event Approval(address indexed owner, address indexed spender, uint256 value)',
    'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  ])
  const itemAbi = parseAbi(['event Approval(address indexed, address indexed, uint256 indexed)'])
  const permit2Abi = parseAbi([
    'event Approval(address indexed, address indexed, address indexed, uint160, uint48)',
    'event Permit(address indexed, address indexed, address indexed, uint160, uint48, uint48)',
  ])
  const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
  const log = (address: string, topics: unknown[], data = '0x') => {
    return { address, topics: topics.map(String), data }
  }
  const erc20 = (from: string, amount: bigint) =>
    log(
      token.toLowerCase(),
      encodeEventTopics({ abi, eventName: 'Approval', args: { owner: hex(from), spender } }),
      word(amount),
    )
  const uints = (...values: bigint[]) =>
    encodeAbiParameters(
      values.map(() => ({ type: 'uint256' })),
      values,
    )

  test.each([
    [
      'ERC-20, the largest counts',
      [erc20(owner, 5n), erc20(owner, 9n), erc20(owner, 0n)],
      [{ token, spender, amount: 9n, measurable: true }],
    ],
    ['one of another account', [erc20(spender, 5n)], []],
    [
      'an ERC-721 item',
      [log(nft, encodeEventTopics({ abi: itemAbi, args: [owner, spender, 77n] }))],
      [{ token: nft, spender, amount: 1n, measurable: false }],
    ],
    [
      'all items',
      [
        log(
          nft,
          encodeEventTopics({
            abi,
            eventName: 'ApprovalForAll',
            args: { owner, operator: spender },
          }),
          word(1),
        ),
      ],
      [{ token: nft, spender, amount: 2n ** 256n - 1n, measurable: false }],
    ],
    [
      'Permit2’s inner allowance',
      [
        log(
          permit2,
          encodeEventTopics({
            abi: permit2Abi,
            eventName: 'Approval',
            args: [owner, token, spender],
          }),
          uints(8n, 99n),
        ),
      ],
      [{ token, spender, amount: 8n, measurable: false }],
    ],
    [
      'Permit2’s signature',
      [
        log(
          permit2,
          encodeEventTopics({
            abi: permit2Abi,
            eventName: 'Permit',
            args: [owner, token, spender],
          }),
          uints(8n, 99n, 0n),
        ),
      ],
      [{ token, spender, amount: 8n, measurable: false }],
    ],
    [
      'an empty amount counts as everything',
      [{ ...erc20(owner, 1n), data: '0x' }],
      [{ token, spender, amount: 2n ** 256n - 1n, measurable: true }],
    ],
  ])('approvals: %s', (_, logs, expected) => {
    expect(approvalsIn(owner, logs)).toEqual(expected)
  })

  test('contracts that name the owner, once each, in checksum form', () => {
    const naming = erc20(owner, 1n)
    const other = log(nft, [word(1), word(BigInt(spender))])
    expect(contractsNaming(owner, [naming, other, naming])).toEqual([token])
  })

  function hex(text: string): `0x${string}` {
    return `0x${text.slice(2)}`
  }
})
