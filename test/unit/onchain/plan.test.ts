import { decodeFunctionData, encodeFunctionData, type Hex, multicall3Abi } from 'viem'
import { expect, test } from 'vitest'

import { encodeAggregate3 } from '../../../src/chains/evm/multicall3.ts'
import { type Token, zeroAddress } from '../../../src/core/token.ts'
import { connectorsFor, connectorsOf } from '../../../src/providers/onchain/connectors.ts'
import type { PoolRow } from '../../../src/providers/onchain/families/families.ts'
import {
  callKey,
  encodePiece,
  fillAmounts,
  fillCall,
  type ReadPlan,
  preparePlan,
} from '../../../src/providers/onchain/plan.ts'
import { nothingKnown } from '../../../src/providers/onchain/paths.ts'
import { encodeQuote } from '../../../src/providers/onchain/quoteCalls.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'
import { encodeSentinel } from '../../../src/providers/onchain/sentinel.ts'
import { amountOf } from '../../../src/providers/onchain/sizes.ts'
import { encodeUint } from '../../../src/chains/evm/hex.ts'

const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'
const amount = 1_234_567_890_123_456_789n
/** Of the source, then of each connector. */
const amounts = [amount, ...Array.from({ length: 6 }, (_, at) => amount * BigInt(at + 2))]

function chainOf(id: 'ETH' | 'BASE' | 'ZK_SYNC' | 'CELO') {
  const chain = chainRows(id)
  if (chain === null) throw new Error(id)
  return chain
}

function tokenOf(id: 'ETH' | 'BASE' | 'ZK_SYNC', symbol: string): Token {
  const chain = chainOf(id)
  const found = connectorsFor(chain, chain.wrapped).find(({ token }) => token.symbol === symbol)
  if (found === undefined) throw new Error(symbol)
  return found.token
}

function rowsOf(id: 'ETH' | 'BASE' | 'ZK_SYNC', only?: string): PoolRow[] {
  return chainOf(id)
    .rows.filter((row) => row.family !== 'wrapped')
    .filter((row) => only === undefined || row.id === only)
}

function plan(
  id: 'ETH' | 'BASE' | 'ZK_SYNC',
  from: Token,
  to: Token,
  rows = rowsOf(id),
  pieceGas = 25_000_000,
): ReadPlan {
  return preparePlan({ srcToken: from, dstToken: to }, chainOf(id), rows, {
    multicall,
    pieceGas,
    heavier: new Map(),
  })
}

const eth = { ...tokenOf('ETH', 'WETH'), address: zeroAddress, native: true }
const usdc = tokenOf('ETH', 'USDC')

test('reads each pool once, between the pair and every connector', () => {
  // WETH and USDC are the ends: four connectors are left, each with a pool on either side.
  const { edges } = plan('ETH', eth, usdc)
  const v2 = edges.filter(({ row }) => row.family === 'uniswap-v2')
  const v3 = edges.filter(({ row }) => row.id === 'UNI_SWAP_V3')
  expect(v2).toHaveLength(8 * (1 + 2 * 4))
  expect(v3).toHaveLength(4 * (1 + 2 * 4))
  expect(new Set(v3.map(({ tokens, params }) => `${tokens.join()} ${params.join()}`)).size).toBe(36)
  for (const { tokens } of edges) {
    const ends = ['0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', usdc.address]
    expect(tokens[0] === ends[0] || tokens.at(-1) === ends[1]).toBe(true)
  }
  expect(
    plan('BASE', tokenOf('BASE', 'USDC'), tokenOf('BASE', 'DAI'), rowsOf('BASE', 'AERODROME'))
      .edges,
  ).toHaveLength(2 + 4 * 4 + 3 * (6 + 4 * 2 * 3))
  expect(
    plan(
      'ZK_SYNC',
      tokenOf('ZK_SYNC', 'USDC'),
      tokenOf('ZK_SYNC', 'DAI'),
      rowsOf('ZK_SYNC', 'MUTE_SWAP'),
    ).edges,
  ).toHaveLength(2 + 4 * 2 * 2)
})

test('no call is asked twice', () => {
  const { calls } = plan('ETH', eth, usdc)
  const templates = calls.map(({ target, template }) => target + template)
  expect(new Set(templates).size).toBe(templates.length)
})

test('pieces are one valid aggregate3 each, with amounts in place and the sentinel last', () => {
  const prepared = plan('ETH', eth, usdc)
  expect(prepared.pieces.length).toBeGreaterThan(1)
  const seen: number[] = []
  for (const { calls, segments } of prepared.pieces) {
    const data = fillAmounts(segments, amounts)
    const expected = [
      ...calls.map((index) => {
        const call = prepared.calls[index]
        if (call === undefined) throw new Error(`no call ${index}`)
        return {
          target: hex(call.target),
          allowFailure: true,
          callData: hex(fillCall(call, amounts)),
        }
      }),
      { target: hex(multicall), allowFailure: true, callData: hex(encodeSentinel(multicall)) },
    ]
    expect(data).toBe(
      encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [expected] }),
    )
    expect(data).toBe(encodeAggregate3(expected))
    seen.push(...calls)
  }
  expect(seen).toEqual(prepared.calls.map((_, index) => index))
})

test('every call asks for its pool, with a part of what the swap brings to its first token', () => {
  const { edges, calls } = plan('ETH', eth, usdc)
  for (const { reads, ...path } of edges) {
    const amountsAsked = reads.map(({ size, call }) => {
      const data = fillCall(calls[call] ?? fail(call), amounts)
      expect(data).toBe(encodeQuote(path, encodeUint(amountOf(size, amounts))))
      return amountOf(size, amounts)
    })
    const place = connectorsOf(chainOf('ETH')).find(({ token }) => token.address === path.tokens[0])
    const isStart = path.tokens[0] === '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
    const whole = amounts[isStart ? 0 : (place?.place ?? -1)] ?? 0n
    expect(amountsAsked.at(-1)).toBe(whole)
    expect(amountsAsked[0]).toBe(whole / (isStart ? 32n : 8n))
  }
})

test('a way is asked as a whole, at a small amount and at all of it', () => {
  const [row] = rowsOf('ETH', 'UNI_SWAP_V3')
  if (row === undefined) throw new Error('no row')
  const tokens = [tokenOf('ETH', 'WETH'), tokenOf('ETH', 'USDT'), usdc].map((each) => each.address)
  const way = { row, tokens, params: [500, 100] }
  const request = { srcToken: eth, dstToken: usdc }
  const cutting = { multicall, pieceGas: 25_000_000, heavier: new Map() }
  const { ways, calls } = preparePlan(request, chainOf('ETH'), [], cutting, nothingKnown, [way])
  const asked = ways[0]?.reads.map(({ call }) => fillCall(calls[call] ?? fail(call), amounts))
  expect(asked).toEqual([amount / 32n, amount].map((each) => encodeQuote(way, encodeUint(each))))
})

test.each([
  [1n, 1n],
  [31n, 1n],
  [64n, 2n],
  [127n, 3n],
])('two of the 64 parts of %i are %i, at least one unit', (all, part) =>
  expect(amountOf({ token: 0, parts: 2 }, [all])).toBe(part),
)

test('a smaller piece means more pieces, never a lost call', () => {
  const whole = plan('ETH', eth, usdc)
  const small = plan('ETH', eth, usdc, rowsOf('ETH'), 2_000_000)
  expect(small.calls).toEqual(whole.calls)
  expect(small.pieces.length).toBeGreaterThan(whole.pieces.length)
  expect(small.pieces.flatMap(({ calls }) => calls)).toEqual(whole.calls.map((_, index) => index))
  const one = plan('ETH', eth, usdc, rowsOf('ETH', 'UNI_SWAP_V3'), 1)
  expect(one.pieces).toHaveLength(one.calls.length)
})

test('a call known to be heavy gets a piece of its own', () => {
  const rows = rowsOf('ETH', 'UNI_SWAP_V3')
  const usual = plan('ETH', eth, usdc, rows)
  const [, , heavy] = usual.calls
  if (heavy === undefined) throw new Error('no calls')
  const cutting = {
    multicall,
    pieceGas: 25_000_000,
    heavier: new Map([[callKey(heavy), Number.MAX_SAFE_INTEGER]]),
  }
  const request = { srcToken: eth, dstToken: usdc }
  const { pieces } = preparePlan(request, chainOf('ETH'), rows, cutting)
  expect(pieces[1]?.calls).toEqual([2])
  expect(pieces.flatMap(({ calls }) => calls)).toEqual(usual.calls.map((_, index) => index))
})

test('no rows, no pieces', () => {
  expect(plan('ETH', eth, usdc, [])).toEqual({
    edges: [],
    ways: [],
    calls: [],
    pieces: [],
    unknown: [],
    learns: false,
  })
})

test('the sentinel is a tree of five times five times five reads of the clock', () => {
  let calls: readonly { target: Hex; allowFailure: boolean; callData: Hex }[] = [
    { target: hex(multicall), allowFailure: false, callData: hex(encodeSentinel(multicall)) },
  ]
  for (let level = 0; level < 3; level += 1) {
    calls = calls.flatMap(({ callData }) => {
      const decoded = decodeFunctionData({ abi: multicall3Abi, data: callData })
      if (decoded.functionName !== 'aggregate3') throw new Error(decoded.functionName)
      expect(decoded.args[0]).toHaveLength(5)
      return decoded.args[0]
    })
  }
  expect(calls).toHaveLength(125)
  for (const { target, allowFailure, callData } of calls) {
    expect({ target, allowFailure }).toEqual({ target: multicall, allowFailure: false })
    expect(decodeFunctionData({ abi: multicall3Abi, data: callData }).functionName).toBe(
      'getCurrentBlockTimestamp',
    )
  }
})

test('call data of odd length is padded as the ABI requires', () => {
  const calls = ['0x', '0x12345678', `0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(33)}`].map(
    (callData) => ({ target: multicall, callData }),
  )
  expect(encodePiece(calls, multicall)).toBe(
    encodeAggregate3(
      [...calls, { target: multicall, callData: encodeSentinel(multicall) }].map((call) => ({
        ...call,
        allowFailure: true,
      })),
    ),
  )
})

function fail(call: number): never {
  throw new Error(`no call ${call}`)
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`
}
