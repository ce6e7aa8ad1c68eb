import { describe, expect, test } from 'vitest'
import { decodePlan, encodePlan } from '../../../src/wallet/planWire.ts'
import type { EvmPlan } from '../../../src/wallet/types.ts'
import { randomSource } from '../chains/support/random.ts'
import { thrownBy } from './support/errors.ts'
import { randomPlan, samplePlan } from './support/plans.ts'

const from = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'

test('arrives as it was sent (seed 13, 300 plans)', () => {
  const random = randomSource(13)
  for (let round = 0; round < 300; round += 1) {
    const plan = randomPlan(random, from)
    expect(decodePlan(encodePlan(plan))).toEqual(plan)
  }
})

test('leaves out what is not signed', () => {
  const plan = { ...samplePlan(from), note: 'mine', leg: 'approve' }
  expect(decodePlan(encodePlan(plan))).toEqual(samplePlan(from))
})

describe('refuses', () => {
  const good: Record<string, unknown> = Object(JSON.parse(encodePlan(samplePlan(from))))
  const fees = { type: 'eip1559', maxFeePerGas: '10', maxPriorityFeePerGas: '1' }
  test.each<[string, unknown]>([
    ['nothing', null],
    ['a list', []],
    ['an unknown field', { ...good, accessList: [] }],
    ['an unknown chain', { ...good, blockchain: 'NOWHERE' }],
    ['chain id 0', { ...good, chainId: 0 }],
    ['a chain id as text', { ...good, chainId: '1' }],
    ['a negative nonce', { ...good, nonce: -1 }],
    ['a fraction as nonce', { ...good, nonce: 1.5 }],
    ['no receiver', { ...good, to: null }],
    ['a short receiver', { ...good, to: '0x12' }],
    ['data of odd length', { ...good, data: '0x123' }],
    ['a value as number', { ...good, value: 5 }],
    ['a negative value', { ...good, value: '-5' }],
    ['a value in hex', { ...good, value: '0x5' }],
    ['a value beyond 256 bits', { ...good, value: (2n ** 256n).toString() }],
    ['no gas', { ...good, gasLimit: '0' }],
    ['gas beyond 64 bits', { ...good, gasLimit: (2n ** 64n).toString() }],
    ['type 1', { ...good, fees: { type: 'eip2930', gasPrice: '1' } }],
    ['type 4', { ...good, fees: { ...fees, type: 'eip7702' } }],
    ['mixed fees', { ...good, fees: { ...fees, gasPrice: '1' } }],
    ['a tip above the cap', { ...good, fees: { ...fees, maxPriorityFeePerGas: '11' } }],
    [
      'a cost of exactly 2^256',
      { ...good, gasLimit: '65536', fees: { ...fees, maxFeePerGas: `${2n ** 240n}` } },
    ],
    [
      'a legacy cost of exactly 2^256',
      { ...good, gasLimit: '65536', fees: { type: 'legacy', gasPrice: `${2n ** 240n}` } },
    ],
    ['a cost beyond 256 bits', { ...good, fees: { ...fees, maxFeePerGas: `1${'0'.repeat(77)}` } }],
  ])('%s', async (_, wire) => {
    const error = await thrownBy(() => decodePlan(JSON.stringify(wire)))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E11' } })
  })

  test.each([
    ['JSON', '{'],
    ['', '[]'],
    ['nonce', JSON.stringify({ ...good, nonce: -1 })],
    ['fees.gasPrice', JSON.stringify({ ...good, fees: { type: 'legacy' } })],
    ['gasLimit', JSON.stringify({ ...good, gasLimit: '0' })],
    ['fees', JSON.stringify({ ...good, fees: { ...fees, maxFeePerGas: `${2n ** 255n}` } })],
    [
      'fees.maxPriorityFeePerGas',
      JSON.stringify({ ...good, fees: { ...fees, maxPriorityFeePerGas: '11' } }),
    ],
  ])('and names what is wrong: %j', async (field, text) => {
    const error = await thrownBy(() => decodePlan(text))
    expect(error.context).toEqual({ check: 'E11', field })
  })

  test.each(Object.keys(good))('a missing %s', async (field) => {
    const wire = { ...good, [field]: undefined }
    expect((await thrownBy(() => decodePlan(JSON.stringify(wire)))).context['check']).toBe('E11')
  })
})

test('legacy fees', () => {
  const plan: EvmPlan = samplePlan(from, { fees: { type: 'legacy', gasPrice: 7n } })
  expect(decodePlan(encodePlan(plan))).toEqual(plan)
})

test.each<[string, Partial<EvmPlan>]>([
  ['the highest cost', { gasLimit: 65_536n, fees: { type: 'legacy', gasPrice: 2n ** 240n - 1n } }],
  [
    'the most gas',
    {
      gasLimit: 2n ** 64n - 1n,
      fees: { type: 'eip1559', maxFeePerGas: 5n, maxPriorityFeePerGas: 5n },
    },
  ],
  ['the highest value', { value: 2n ** 256n - 1n }],
  ['the first nonce on the first chain', { nonce: 0, chainId: 1 }],
])('accepts %s', (_, change) => {
  const plan = samplePlan(from, change)
  expect(decodePlan(encodePlan(plan))).toEqual(plan)
})
