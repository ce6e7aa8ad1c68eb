import { decodeFunctionData, encodeFunctionData, type Hex, multicall3Abi } from 'viem'
import { expect, test } from 'vitest'

import { encodeAggregate3 } from '../../../src/chains/evm/multicall3.ts'
import { type Token, zeroAddress } from '../../../src/core/token.ts'
import { connectorsFor } from '../../../src/providers/onchain/connectors.ts'
import type { PoolRow } from '../../../src/providers/onchain/families/families.ts'
import {
  callKey,
  encodePiece,
  fillAmounts,
  fillCall,
  type ReadPlan,
  preparePlan,
  tinyAmount,
} from '../../../src/providers/onchain/plan.ts'
import { encodeQuote } from '../../../src/providers/onchain/quoteCalls.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'
import { encodeSentinel } from '../../../src/providers/onchain/sentinel.ts'
import { encodeUint } from '../../../src/chains/evm/hex.ts'

const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'
const amount = 1_234_567_890_123_456_789n

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

test('asks every direct path and every path over every connector', () => {
  // WETH and USDC are the ends: four connectors are left.
  const { paths } = plan('ETH', eth, usdc)
  const v2 = paths.filter(({ row }) => row.family === 'uniswap-v2')
  const v3 = paths.filter(({ row }) => row.id === 'UNI_SWAP_V3')
  expect(v2).toHaveLength(8 * (1 + 4))
  expect(v3).toHaveLength(4 + 4 * 16)
  expect(new Set(v3.map(({ tokens, params }) => `${tokens.join()} ${params.join()}`)).size).toBe(68)
  for (const { tokens } of paths) {
    expect(tokens[0]).toBe('0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2')
    expect(tokens.at(-1)).toBe(usdc.address)
  }
  expect(
    plan('BASE', tokenOf('BASE', 'USDC'), tokenOf('BASE', 'DAI'), rowsOf('BASE', 'AERODROME'))
      .paths,
  ).toHaveLength(2 + 4 * 4 + 3 * (6 + 4 * 9))
  expect(
    plan(
      'ZK_SYNC',
      tokenOf('ZK_SYNC', 'USDC'),
      tokenOf('ZK_SYNC', 'DAI'),
      rowsOf('ZK_SYNC', 'MUTE_SWAP'),
    ).paths,
  ).toHaveLength(2 + 4 * 4)
})

test('shares the hops that give the price', () => {
  const { paths, calls } = plan('ETH', eth, usdc, rowsOf('ETH', 'UNI_SWAP_V3'))
  expect(paths).toHaveLength(68)
  expect(calls).toHaveLength(68 + 4 + 2 * 4 * 4)
  const templates = calls.map(({ target, template }) => target + template)
  expect(new Set(templates).size).toBe(templates.length)
})

test('pieces are one valid aggregate3 each, with amounts in place and the sentinel last', () => {
  const prepared = plan('ETH', eth, usdc)
  expect(prepared.pieces.length).toBeGreaterThan(1)
  const seen: number[] = []
  for (const { calls, segments } of prepared.pieces) {
    const data = fillAmounts(segments, amount)
    const expected = [
      ...calls.map((index) => {
        const call = prepared.calls[index]
        if (call === undefined) throw new Error(`no call ${index}`)
        return {
          target: hex(call.target),
          allowFailure: true,
          callData: hex(fillCall(call, amount)),
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

test('every call asks for its path, with the amount or a thousandth of it', () => {
  const { paths, calls } = plan('ETH', eth, usdc)
  const dataOf = (index: number): string => {
    const call = calls[index]
    if (call === undefined) throw new Error(`no call ${index}`)
    return fillCall(call, amount)
  }
  for (const path of paths) {
    expect(dataOf(path.call)).toBe(encodeQuote(path, encodeUint(amount)))
    const tiny = encodeUint(tinyAmount(amount))
    if (path.unitCall === null) expect(dataOf(path.tinyCall)).toBe(encodeQuote(path, tiny))
    else {
      const { row, tokens, params, connector } = path
      const first = { row, tokens: tokens.slice(0, 2), params: params.slice(0, 1) }
      const second = { row, tokens: tokens.slice(1), params: params.slice(1) }
      expect(dataOf(path.tinyCall)).toBe(encodeQuote(first, tiny))
      expect(dataOf(path.unitCall)).toBe(encodeQuote(second, encodeUint(connector?.unit ?? 0n)))
    }
  }
})

test.each([
  [1n, 1n],
  [999n, 1n],
  [1000n, 1n],
  [1999n, 1n],
  [2000n, 2n],
])('the tiny part of %i is %i', (whole, part) => expect(tinyAmount(whole)).toBe(part))

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
    paths: [],
    calls: [],
    pieces: [],
    hops: [],
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

function hex(text: string): Hex {
  return `0x${text.slice(2)}`
}
