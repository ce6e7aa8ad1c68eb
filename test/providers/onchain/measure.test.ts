import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'

import type { Aggregate3Result } from '../../../src/chains/evm/multicall3.ts'
import { familyOf } from '../../../src/providers/onchain/families/families.ts'
import { bestPath } from '../../../src/providers/onchain/measure.ts'
import type { ReadPlan, PlannedPath } from '../../../src/providers/onchain/plan.ts'
import type { PoolPath } from '../../../src/providers/onchain/quoteCalls.ts'
import { familyCases } from './families/cases.ts'

/** The place of the best of these answers to quotes of one path. */
function bestOf(path: PoolPath, answers: readonly string[], amountIn: bigint): number | string {
  const none = { connector: null, tinyCall: -1, unitCall: null, moreCall: null }
  const paths: PlannedPath[] = answers.map((_, call) => ({ ...path, ...none, call }))
  const plan: ReadPlan = { paths, calls: [], pieces: [], hops: [], unknown: [], learns: false }
  const results = answers.map((returnData, call): [number, Aggregate3Result] => [
    call,
    { success: true, returnData },
  ])
  const best = bestPath(plan, () => true, new Map(results), amountIn)
  return typeof best === 'string' ? best : best.path.call
}

const accepted = familyCases.flatMap(({ family, answers }) =>
  answers
    .filter(
      ({ expected, path }) =>
        expected !== null && familyOf(path.row).maxImpactPercent === undefined,
    )
    .map((one) => ({ family, ...one })),
)

test.each(accepted)(
  '$family, $name: the first of equal answers',
  ({ path, data, amountIn = 1n }) => {
    expect(bestOf(path, [data, data], amountIn)).toBe(0)
  },
)

test('Balancer, whose outputs are negative: the largest, wherever it is', () => {
  const path = accepted.find(({ family }) => family === 'balancer-v2')?.path
  if (path === undefined) throw new Error('no path')
  const deltas = [-41n, -42n, -1n].map((delta) =>
    encodeAbiParameters(parseAbiParameters('int256[]'), [[5n, delta]]),
  )
  expect(bestOf(path, deltas, 5n)).toBe(1)
  expect(bestOf(path, deltas.toReversed(), 5n)).toBe(1)
})
