import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'

import { readCall } from '../../../../src/chains/evm/readCall.ts'
import { encodeUint } from '../../../../src/chains/evm/hex.ts'
import { SwaprouteError } from '../../../../src/core/errors.ts'
import {
  familyOf,
  type PoolRow,
  type PoolState,
} from '../../../../src/providers/onchain/families/families.ts'
import { nothingFound, type QuotedPath } from '../../../../src/providers/onchain/families/family.ts'
import { hasErc20Coin } from '../../../../src/providers/onchain/families/checks.ts'
import {
  decodeQuote,
  encodeQuote,
  quoteTarget,
  readOutput,
} from '../../../../src/providers/onchain/quoteCalls.ts'
import { rowCalls } from '../../../../src/providers/onchain/rowCalls.ts'
import { blockchainsWithRows } from '../../../../src/providers/onchain/registry.ts'
import { chainRows } from '../../../../src/providers/onchain/rows.ts'
import { encodeSwap } from '../../../../src/providers/onchain/swapCalls.ts'
import { withHeldTokens } from '../../../support/declaredCalls.ts'
import { bob } from '../support/requests.ts'
import { familyCases } from './cases.ts'
import { caller, encodeAsked, type FamilyCase, readAsked, strangers, zero } from './familyCase.ts'

const amount = 1_234_567_890_123_456_789n
const terms = {
  recipient: bob,
  amountIn: amount,
  amountOutMin: 987_654_321n,
  deadline: 1_800_000_000n,
}

const rows = blockchainsWithRows()
  .flatMap((blockchain) => chainRows(blockchain)?.rows ?? [])
  .filter((row) => row.family !== 'wrapped')

test('every family but the two of Uniswap has a case', () => {
  const others = new Set(rows.map(({ family }) => family))
  others.delete('uniswap-v2')
  others.delete('uniswap-v3')
  expect(familyCases.map(({ family }) => family).toSorted()).toEqual([...others].toSorted())
})

/** Paths of one hop and of two, with every pool of a hop. */
function pathsOf(one: FamilyCase, row: PoolRow): readonly QuotedPath<PoolRow>[] {
  if (one.paths !== undefined) return one.paths(row)
  const { hopParams, maxHops } = familyOf(row)
  return [1, 2].slice(0, maxHops).flatMap((hops) => {
    const tokens = strangers.slice(0, hops + 1)
    const params = hopParams(row, tokens[0] ?? '', tokens[1] ?? '', hops, 'tokens')
    const all =
      hops === 1 ? params : params.flatMap((first) => params.map((next) => [...first, ...next]))
    return all.map((each) => ({ row, tokens, params: each }))
  })
}

function statesOf(one: FamilyCase, row: PoolRow): PoolState[] {
  const known = hasErc20Coin(row) ? (['tokens'] as const) : one.directions(row)
  return known.flatMap((direction) =>
    pathsOf(one, row).flatMap((path) => {
      const tokens = [...path.tokens]
      if (one.paths === undefined && direction === 'nativeIn') tokens[0] = row.wrapped
      if (one.paths === undefined && direction === 'nativeOut')
        tokens[tokens.length - 1] = row.wrapped
      const ends = { nativeIn: tokens[0], nativeOut: tokens.at(-1), tokens: row.wrapped }
      if (ends[direction]?.toLowerCase() !== row.wrapped.toLowerCase()) return []
      const state = familyOf(row).toState({ ...path, tokens }, direction, nothingFound, one.answer)
      return state === null ? [] : [state]
    }),
  )
}

function readOrNull(row: PoolRow, data: string) {
  try {
    const call = readCall('the exchange', rowCalls([row], row.router), data)
    return withHeldTokens(row.blockchain, row.router, call)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.context['check'] === 'E8') return null
    throw thrown
  }
}

/** What the call does by its case, in the words of the declared calls. */
function told(one: FamilyCase, row: PoolRow, data: Hex) {
  const call = readAsked(one, data)
  const effect = call === null ? null : one.effect(row, call, (inner) => readAsked(one, inner))
  if (effect === null) return null
  const { takes, coins, to, token, least } = effect
  return {
    recipient: to === caller ? null : to.toLowerCase(),
    amountIn: takes?.amount ?? coins ?? null,
    minOut: least,
    dstToken: token.toLowerCase(),
  }
}

describe.each(familyCases)('$family', (one) => {
  const own = rows.filter(({ family }) => family === one.family)

  test('asks what the verified ABI has, of the contract that answers', () => {
    let asked = 0
    for (const row of own) {
      for (const path of pathsOf(one, row)) {
        const { to, ...call } = one.quote(path, amount)
        expect(encodeQuote(path, encodeUint(amount)), row.id).toBe(encodeAsked(one, call))
        expect(quoteTarget(path)).toBe(to)
        asked += 1
      }
    }
    expect(asked).toBeGreaterThan(0)
  })

  test.each(one.answers)('answer: $name', ({ path, data, amountIn = amount, expected }) => {
    expect(decodeQuote(path, { success: true, returnData: data }, amountIn)).toEqual(expected)
    expect(decodeQuote(path, { success: false, returnData: data }, amountIn)).toBeNull()
    expect(decodeQuote(path, { success: true, returnData: '0x' }, amountIn)).toBeNull()
    // A path is ruled out by it alone: it may be too large, but never too small.
    const output = readOutput(path, { success: true, returnData: data })
    expect(output).toBeGreaterThanOrEqual(expected?.amountOut ?? 0n)
    const cut = data.slice(0, 64)
    expect(decodeQuote(path, { success: true, returnData: cut }, amountIn)).toBeNull()
  })

  test('swaps as the verified ABI writes it, and is read back as what it does', () => {
    for (const row of own) {
      for (const state of statesOf(one, row)) {
        const data = encodeSwap(state, terms)
        const at = `${row.id} ${state.direction} ${state.tokens.length}`
        expect(data, at).toBe(encodeAsked(one, one.swap(state, terms)))
        const call = readOrNull(row, data)
        const effect = told(one, row, encodeAsked(one, one.swap(state, terms)))
        expect(effect, at).not.toBeNull()
        expect(call, at).toMatchObject(effect ?? {})
        expect(call, at).toMatchObject({ dst: 'same', refundTo: null, minOut: terms.amountOutMin })
        const isNative = state.direction === 'nativeIn'
        expect([zero, state.tokens[0]?.toLowerCase()], at).toContain(call?.srcToken)
        if (!isNative) expect(call?.srcToken, at).toBe(state.tokens[0]?.toLowerCase())
        if (call?.recipient !== null) expect(call?.recipient, at).toBe(bob.toLowerCase())
      }
    }
  })

  test('what must not be signed is refused', () => {
    let refused = 0
    for (const row of own) {
      for (const state of statesOf(one, row)) {
        for (const { why, ...call } of one.hostile(state, terms)) {
          expect(readOrNull(row, encodeAsked(one, call)), `${row.id}: ${why}`).toBeNull()
          refused += 1
        }
      }
    }
    expect(refused).toBeGreaterThan(0)
  })

  test('every change is refused or decoded as it is', () => {
    const [row] = own
    if (row === undefined) throw new Error(one.family)
    const states = statesOf(one, row)
    // The longest of each direction: every third digit or so of every word.
    const seeds = one.directions(row).flatMap((direction) => {
      const last = states.findLast((state) => state.direction === direction)
      return last === undefined ? [] : [encodeSwap(last, terms)]
    })
    for (const seed of seeds) {
      expect(readOrNull(row, `${seed}00`)).toBeNull()
      expect(readOrNull(row, seed.slice(0, -2))).toBeNull()
      let read = 0
      for (let position = 2; position < seed.length; position += 7) {
        const digit = seed[position] === 'e' ? '1' : 'e'
        const data: Hex = `0x${seed.slice(2, position)}${digit}${seed.slice(position + 1)}`
        const call = readOrNull(row, data)
        if (call === null) continue
        read += 1
        const effect = told(one, row, data)
        if (effect !== null) expect(call, `${row.id} ${position}`).toMatchObject(effect)
      }
      expect(read).toBeGreaterThan(5)
    }
  })
})
