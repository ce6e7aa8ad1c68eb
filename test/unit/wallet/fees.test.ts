import { expect, test } from 'vitest'
import { type NodeFees, chooseFees, usualPrice } from '../../../src/wallet/fees.ts'

const gwei = 10n ** 9n

function facts(change: Partial<NodeFees>, tips: (bigint | null)[] = []): NodeFees {
  return {
    block: { number: 1n, timestamp: 1n, baseFeePerGas: 8n * gwei },
    history: {
      baseFeePerGas: [8n * gwei, 10n * gwei],
      gasUsedRatio: tips.map((tip) => (tip === null ? 0 : 0.5)),
      reward: tips.map((tip) => [tip ?? 99n * gwei]),
    },
    gasPrice: 12n * gwei,
    suggestedTip: 3n * gwei,
    ...change,
  }
}

const eip1559 = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) => {
  return { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
}

test.each<[string, NodeFees, object]>([
  [
    'the median tip and twice the next base fee',
    facts({}, [1n * gwei, 5n * gwei, 2n * gwei]),
    eip1559(22n * gwei, 2n * gwei),
  ],
  ['the median of five tips', facts({}, [5n, 1n, 4n, 2n, 3n]), eip1559(20n * gwei + 3n, 3n)],
  ['the upper one of two', facts({}, [2n, 1n]), eip1559(20n * gwei + 2n, 2n)],
  ['a tip of one wei is a tip', facts({}, [1n]), eip1559(20n * gwei + 1n, 1n)],
  ['empty blocks say nothing', facts({}, [null, 2n * gwei, null]), eip1559(22n * gwei, 2n * gwei)],
  ['only empty blocks: the suggested tip', facts({}, [null]), eip1559(23n * gwei, 3n * gwei)],
  ['tips of zero: the suggested tip', facts({}, [0n, 0n]), eip1559(23n * gwei, 3n * gwei)],
  [
    'tips of zero: no more than the base fee, whatever is suggested',
    facts({ suggestedTip: 30n * gwei, gasPrice: 40n * gwei }, [0n, 0n]),
    eip1559(30n * gwei, 10n * gwei),
  ],
  [
    'no suggestion: what the gas price has over the base fee',
    facts({ suggestedTip: null }, [null]),
    eip1559(22n * gwei, 2n * gwei),
  ],
  [
    'a gas price below the base fee',
    facts({ suggestedTip: null, gasPrice: 1n * gwei }),
    eip1559(20n * gwei, 0n),
  ],
  [
    'a lying history is cut to twice the gas price',
    facts({}, [10n ** 6n * gwei]),
    eip1559(44n * gwei, 24n * gwei),
  ],
  [
    'no history: the most the next base fee can be',
    facts({ history: null }),
    eip1559(21n * gwei, 3n * gwei),
  ],
  [
    'no base fee: legacy with a tenth on top, rounded up',
    facts({ block: { number: 1n, timestamp: 1n }, gasPrice: 11n }),
    { type: 'legacy', gasPrice: 13n },
  ],
  [
    'a base fee of zero is a base fee',
    facts({
      block: { number: 1n, timestamp: 1n, baseFeePerGas: 0n },
      history: null,
      gasPrice: gwei,
      suggestedTip: gwei,
    }),
    eip1559(gwei, gwei),
  ],
])('%s', (_, given, expected) => {
  expect(chooseFees(given)).toEqual(expected)
})

const history = (rows: readonly (readonly [base: bigint, tip: bigint, ratio: number])[]) => ({
  baseFeePerGas: [...rows.map(([base]) => base), 7_777n],
  gasUsedRatio: rows.map(([, , ratio]) => ratio),
  reward: rows.map(([, tip]) => [tip]),
})

test.each<[string, NodeFees['history'], bigint | null]>([
  [
    'the median of base fee and tip',
    history([
      [10n, 1n, 1],
      [30n, 3n, 1],
      [20n, 2n, 1],
    ]),
    22n,
  ],
  [
    'the upper one of two',
    history([
      [10n, 1n, 1],
      [30n, 3n, 1],
    ]),
    33n,
  ],
  [
    'blocks without transactions do not count',
    history([
      [10n, 1n, 0],
      [30n, 3n, 1],
      [9n, 1n, 0],
    ]),
    33n,
  ],
  ['a node without tips', { ...history([[10n, 1n, 1]]), reward: null }, 10n],
  ['only empty blocks', history([[10n, 1n, 0]]), null],
  ['blocks in which gas cost nothing', history([[0n, 0n, 1]]), null],
  ['no history', null, null],
])('the usual price: %s', (_name, given, expected) => {
  expect(usualPrice(given)).toBe(expected)
})
