import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'

import type { Aggregate3Result } from '../../../src/chains/evm/multicall3.ts'
import { type Curve, toCurve } from '../../../src/providers/onchain/curves.ts'
import { familyOf, type PoolRow } from '../../../src/providers/onchain/families/families.ts'
import type { PlannedPath } from '../../../src/providers/onchain/plan.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'
import { amountOf, type Amounts, whole } from '../../../src/providers/onchain/sizes.ts'

const [tokenIn, tokenOut] = ['0x' + '11'.repeat(20), '0x' + '22'.repeat(20)]
const amounts: Amounts = [64_000_000_000_000n]

function rowOf(find: (row: PoolRow) => boolean): PoolRow {
  for (const id of ['ETH', 'POLYGON', 'BSC'] as const) {
    const row = chainRows(id)?.rows.find((each) => each.family !== 'wrapped' && find(each))
    if (row !== undefined && row.family !== 'wrapped') return row
  }
  throw new Error('no such row')
}

const v2 = rowOf(({ id }) => id === 'UNISWAP_V2')
/** Its quotes do not say what part of the input was spent. */
const silent = rowOf((row) => familyOf(row).asksMore?.(row) === true && row.family === 'algebra')

function curveOf(
  row: PoolRow,
  parts: readonly number[],
  output: (x: bigint) => bigint | null,
): Curve | null {
  const path: PlannedPath = {
    row,
    tokens: [tokenIn, tokenOut],
    params: [],
    reads: parts.map((each, call) => ({ size: { token: 0, parts: each }, call })),
  }
  const results = parts.map((each, call): [number, Aggregate3Result] => {
    const x = amountOf({ token: 0, parts: each }, amounts)
    const y = output(x)
    const returnData =
      y === null
        ? '0x'
        : row.family === 'algebra'
          ? word(y)
          : encodeAbiParameters(parseAbiParameters('uint256[]'), [[x, y]])
    return [call, { success: y !== null, returnData }]
  })
  return toCurve(path, new Map(results), amounts)
}

function word(value: bigint): string {
  return encodeAbiParameters(parseAbiParameters('uint256, uint16'), [value, 500])
}

/** x·y = k with a fee of 0.3 %. */
function pair(reserveIn: bigint, reserveOut: bigint): (x: bigint) => bigint {
  return (x) => (x * 997n * reserveOut) / (reserveIn * 1000n + x * 997n)
}

const deep = pair(10n ** 18n, 3n * 10n ** 18n)
const small = pair(10n ** 14n, 3n * 10n ** 14n)

test.each([
  ['deep', deep],
  ['small', small],
])('two quotes of a %s pair give all others, to the unit that is rounded', (_, output) => {
  const curve = curveOf(v2, [2, whole], output)
  for (const x of [
    1_000_000n,
    2_000_000_000_000n,
    33_000_000_000_000n,
    64_000_000_000_000n,
    640_000_000_000_000n,
  ]) {
    const [computed, real] = [curve?.outputAt(x) ?? 0n, output(x)]
    const apart = computed > real ? computed - real : real - computed
    expect(apart * 1_000_000n <= real + 1_000_000n).toBe(true)
  }
})

test('the amounts that were asked are exact, and only they have an answer', () => {
  const curve = curveOf(v2, [2, whole], small)
  expect(curve?.outputAt(64_000_000_000_000n)).toBe(small(64_000_000_000_000n))
  expect(curve?.answerAt(64_000_000_000_000n)?.amountOut).toBe(small(64_000_000_000_000n))
  expect(curve?.answerAt(63_000_000_000_000n)).toBeNull()
})

test.each([
  ['a pair', small],
  // A price that becomes worse by a tenth at each tick.
  ['ticks', (x: bigint) => [1n, 9n, 31n].reduce((y, tick) => y - tenth(x - tick * 10n ** 12n), x)],
])('at least: never more than %s gives, and all of it at the quotes', (_, output) => {
  const parts = [2, 60, whole]
  const curve = curveOf(v2, parts, output)
  for (let share = 0; share <= 80; share += 1) {
    const x = BigInt(share) * 10n ** 12n
    const [least, real] = [curve?.leastAt(x) ?? -1n, output(x)]
    expect([share, least <= real && least >= 0n]).toEqual([share, true])
    if (parts.includes(share)) expect(least).toBe(real)
    // Right beside two quotes little is left open.
    if (share > 60 && share < whole) expect(real - least).toBeLessThan(real / 1_000n)
  }
  expect(
    curveOf(v2, [2, whole], (x) => (x > 10n ** 13n ? null : output(x)))?.leastAt(10n ** 14n),
  ).toBe(0n)
})

function tenth(x: bigint): bigint {
  return x > 0n ? x / 10n : 0n
}

test('the price before the swap is the one that no amount has moved', () => {
  const spot = curveOf(v2, [2, whole], small)?.spot
  // Three for one, less the fee.
  expect(Number(spot?.output) / Number(spot?.input)).toBeCloseTo(3 * 0.997, 9)
  const only = curveOf(v2, [2, whole], (x) => (x < 10n ** 13n ? small(x) : null))?.spot
  expect(Number(only?.output) / Number(only?.input)).toBeCloseTo(3 * 0.98, 1)
})

test('a pool that does not take the amount gives nothing for it, or for more', () => {
  const curve = curveOf(v2, [2, 16, whole], (x) => (x > 20_000_000_000_000n ? null : small(x)))
  expect(curve?.isThin).toBe(true)
  expect(curve?.outputAt(16_000_000_000_000n)).toBe(small(16_000_000_000_000n))
  expect(curve?.outputAt(16_000_000_000_001n)).toBe(0n)
})

test('a pool that leaves a part unswapped without a word is asked for twice as much', () => {
  const limit = 20_000_000_000_000n
  const partly = (x: bigint): bigint => small(x < limit ? x : limit)
  const curve = curveOf(silent, [2, whole, 2 * whole], partly)
  expect(curve?.isThin).toBe(true)
  expect(curve?.answerAt(64_000_000_000_000n)).toBeNull()
  expect(curve?.outputAt(64_000_000_000_000n)).toBe(0n)
  const enough = curveOf(silent, [2, whole, 2 * whole], small)
  expect(enough?.isThin).toBe(false)
  expect(enough?.answerAt(64_000_000_000_000n)?.amountOut).toBe(small(64_000_000_000_000n))
})

test('no answer, no curve', () => {
  expect(curveOf(v2, [2, whole], () => null)).toBeNull()
})
