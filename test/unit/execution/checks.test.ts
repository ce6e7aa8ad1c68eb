import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { checkSignedBytes } from '../../../src/execution/checks/chain.ts'
import { forbiddenMethods } from '../../../src/execution/checks/contracts.ts'
import { boundFees, checkGas, maxGasUsdE18 } from '../../../src/execution/checks/gas.ts'
import {
  checkAge,
  checkGain,
  checkLoss,
  checkSlippage,
  isQuoteFresh,
  requireMarket,
  lossInBps,
} from '../../../src/execution/checks/amounts.ts'
import { confirmationFor, gasBudget } from '../../../src/execution/review.ts'
import type { ReviewCard, ReviewReason } from '../../../src/core/review.ts'
import type { DecodedEvm, EvmFees, EvmPlan } from '../../../src/wallet/types.ts'
import { alice, bob, eth, usd, usdc } from '../../support/executionService.ts'

const keccak = (text: string): string => `0x${bytesToHex(keccak_256(utf8ToBytes(text)))}`

describe('E4', () => {
  test.each([...forbiddenMethods])('%s is the selector of %s', (selector, signature) => {
    expect(selector).toBe(keccak(signature).slice(0, 10))
  })

  test('lists every way to give tokens away that is known', () => {
    expect(forbiddenMethods.size).toBe(26)
  })
})

describe('E1 and E13: what was signed is what was planned', () => {
  const fees: EvmFees = { type: 'eip1559', maxFeePerGas: 9n, maxPriorityFeePerGas: 1n }
  const plan: EvmPlan = {
    blockchain: 'ETH',
    chainId: 1,
    from: alice,
    to: bob,
    data: '0xabcd',
    value: 1n,
    nonce: 7,
    gasLimit: 21_000n,
    fees,
  }
  const decoded: DecodedEvm = { ...plan, hash: '0x' }

  test('the same in any letter case passes', () => {
    expect(() => checkSignedBytes(plan, { ...decoded, data: '0xABCD' })).not.toThrow()
    const legacy: EvmFees = { type: 'legacy', gasPrice: 3n }
    expect(() =>
      checkSignedBytes({ ...plan, fees: legacy }, { ...decoded, fees: legacy }),
    ).not.toThrow()
  })

  test('another legacy price does not, nor another kind of fee', () => {
    const legacy = { ...plan, fees: { type: 'legacy', gasPrice: 9n } as const }
    for (const other of [{ type: 'legacy', gasPrice: 8n } as const, fees]) {
      expect(() => checkSignedBytes(legacy, { ...decoded, fees: other })).toThrow(/fees differs/)
    }
  })

  test('reports the first of several differences', () => {
    expect(() => checkSignedBytes(plan, { ...decoded, value: 3n, nonce: 4 })).toThrow(
      expect.objectContaining({ context: { check: 'E13', field: 'value' } }),
    )
  })

  test.each<[keyof DecodedEvm, Partial<DecodedEvm>, string]>([
    ['chainId', { chainId: 2 }, 'E1'],
    ['from', { from: bob }, 'E13'],
    ['to', { to: alice }, 'E13'],
    ['data', { data: '0xabce' }, 'E13'],
    ['value', { value: 2n }, 'E13'],
    ['nonce', { nonce: 8 }, 'E13'],
    ['gasLimit', { gasLimit: 21_001n }, 'E13'],
    ['fees', { fees: { ...fees, maxFeePerGas: 10n } }, 'E13'],
    ['fees', { fees: { ...fees, maxPriorityFeePerGas: 2n } }, 'E13'],
    ['fees', { fees: { type: 'legacy', gasPrice: 9n } }, 'E13'],
  ])('another %s does not', (field, change, check) => {
    expect(() => checkSignedBytes(plan, { ...decoded, ...change })).toThrow(
      expect.objectContaining({ code: 'UNSAFE_ROUTE', context: { check, field } }),
    )
  })
})

describe('E11', () => {
  const fees: EvmFees = { type: 'eip1559', maxFeePerGas: 2n, maxPriorityFeePerGas: 2n }
  const good = { gasLimit: 21_000n, fees, costUsdE18: maxGasUsdE18 }

  test('gas may cost 250 USD', () => {
    expect(maxGasUsdE18).toBe(250n * usd)
  })

  test.each([
    ['the smallest limit and the greatest cost', good],
    ['the greatest limit', { ...good, gasLimit: 30_000_000n }],
    ['a cost of unknown value', { ...good, costUsdE18: null }],
    ['the smallest price', { ...good, fees: { type: 'legacy', gasPrice: 1n } as const }],
  ])('%s passes', (_name, facts) => {
    expect(() => checkGas(facts)).not.toThrow()
  })

  test.each<[string, Parameters<typeof checkGas>[0]]>([
    ['too little gas', { ...good, gasLimit: 20_999n }],
    ['too much gas', { ...good, gasLimit: 30_000_001n }],
    ['too dear', { ...good, costUsdE18: maxGasUsdE18 + 1n }],
    ['a tip above the fee', { ...good, fees: { ...fees, maxPriorityFeePerGas: 3n } }],
    ['no fee', { ...good, fees: { type: 'legacy', gasPrice: 0n } }],
  ])('%s does not', (_name, facts) => {
    expect(() => checkGas(facts)).toThrow(
      expect.objectContaining({ context: expect.objectContaining({ check: 'E11' }) }),
    )
  })
})

describe('E11: the price of a unit of gas', () => {
  const dynamic = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint): EvmFees => ({
    type: 'eip1559',
    maxFeePerGas,
    maxPriorityFeePerGas,
  })
  const legacy = (gasPrice: bigint): EvmFees => ({ type: 'legacy', gasPrice })

  test.each<[string, EvmFees, bigint | null, EvmFees | null, EvmFees]>([
    ['five times the usual', dynamic(500n, 10n), 100n, null, dynamic(500n, 10n)],
    ['room beyond it is cut', dynamic(700n, 10n), 100n, null, dynamic(500n, 10n)],
    ['a price of now just at it', dynamic(990n, 10n), 100n, null, dynamic(500n, 10n)],
    ['a tip of which half fits is cut', dynamic(602n, 600n), 100n, null, dynamic(500n, 499n)],
    ['nothing to compare with', dynamic(9_999n, 9_999n), null, null, dynamic(9_999n, 9_999n)],
    ['legacy at it', legacy(500n), 100n, null, legacy(500n)],
    ['a legacy tenth beyond it is cut', legacy(550n), 100n, null, legacy(500n)],
    ['what was accepted', dynamic(90n, 9n), 100n, dynamic(90n, 1n), dynamic(90n, 9n)],
    ['room beyond what was accepted', dynamic(110n, 9n), null, dynamic(90n, 1n), dynamic(90n, 9n)],
    [
      'a tip that doubled, on a chain without base fee',
      dynamic(18n, 18n),
      null,
      dynamic(9n, 9n),
      dynamic(9n, 9n),
    ],
    ['less than was accepted', dynamic(80n, 9n), 100n, dynamic(90n, 1n), dynamic(80n, 9n)],
  ])('%s passes', (_name, fees, usual, accepted, expected) => {
    expect(boundFees({ fees, usual }, accepted)).toEqual(expected)
  })

  test.each<[string, EvmFees, bigint | null, EvmFees | null, string]>([
    ['a price of now beyond it', dynamic(1_001n, 10n), 100n, null, 'five times'],
    ['a tip of which less than half fits', dynamic(1_002n, 1_000n), 100n, null, 'five times'],
    ['legacy beyond it', legacy(551n), 100n, null, 'five times'],
    ['a tip that more than doubled', dynamic(19n, 19n), null, dynamic(9n, 9n), 'was accepted'],
    ['more than was accepted', dynamic(180n, 9n), 100n, dynamic(90n, 1n), 'was accepted'],
  ])('%s is refused', (_name, fees, usual, accepted, words) => {
    expect(() => boundFees({ fees, usual }, accepted)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(words),
        context: expect.objectContaining({ check: 'E11' }),
      }),
    )
  })
})

describe('prices', () => {
  test.each([
    [100n, 90n, 1_000],
    [100n, 100n, 0],
    [100n, 110n, -1_000],
    [100_000n, 90_001n, 1_000],
    [3n, 2n, 3_334],
    [0n, 1n, null],
    [1n, 1n, 0],
  ])('paying %i for %i loses %s bps, rounded up', (paid, received, bps) => {
    expect(lossInBps(paid, received)).toBe(bps)
  })

  test.each<[number | null, number | null, 'fine' | 'typed' | 'refused']>([
    [null, null, 'fine'],
    [-500, null, 'fine'],
    [999, null, 'fine'],
    [1_000, null, 'typed'],
    [4_999, null, 'typed'],
    [5_000, null, 'refused'],
    [5_000, 9_000, 'refused'],
    [100, 100, 'fine'],
    [101, 100, 'refused'],
    [2_000, 2_000, 'typed'],
    [1, 0, 'refused'],
  ])('P2: a loss of %s bps with a limit of %s is %s', (loss, limit, verdict) => {
    const check = (): ReviewReason[] => checkLoss(loss, limit)
    if (verdict === 'refused')
      expect(check).toThrow(expect.objectContaining({ context: { check: 'P2', lossBps: loss } }))
    else expect(check().map(({ code }) => code)).toEqual(verdict === 'typed' ? ['loss'] : [])
  })

  test.each<[number | null, 'fine' | 'typed' | 'refused']>([
    [null, 'fine'],
    [9_999, 'fine'],
    [-2_000, 'fine'],
    [-2_001, 'typed'],
    [-9_999, 'typed'],
    [-10_000, 'refused'],
    [-9_999_990_000, 'refused'],
  ])('P3: against independent prices, a loss of %s bps is %s', (loss, verdict) => {
    const check = (): ReviewReason[] => checkGain(loss, true)
    if (verdict === 'refused')
      expect(check).toThrow(expect.objectContaining({ context: { check: 'P3', lossBps: loss } }))
    else expect(check().map(({ code }) => code)).toEqual(verdict === 'typed' ? ['gain'] : [])
  })

  test.each([
    [300, 'fine'],
    [301, 'typed'],
    [1_000, 'typed'],
    [1_001, 'refused'],
  ])('P4: a slippage of %i bps is %s', (bps, verdict) => {
    const check = (): ReviewReason[] => checkSlippage(1_000_000n, 1_000_000n - BigInt(bps) * 100n)
    if (verdict === 'refused')
      expect(check).toThrow(expect.objectContaining({ context: { check: 'P4', slippageBps: bps } }))
    else expect(check()).toHaveLength(verdict === 'typed' ? 1 : 0)
  })

  test.each([
    [7n, 6n],
    [1n, 1n],
    [0n, 0n],
    [100n, 101n],
  ])('P4: of %i units, %i at least is only rounded', (expected, atLeast) => {
    expect(checkSlippage(expected, atLeast)).toEqual([])
  })

  test('P4: of seven units, five at least is not', () => {
    expect(() => checkSlippage(7n, 5n)).toThrow('A slippage of 28.57% is above the limit')
  })

  test('P5: a quote lives 60 seconds; one from the future is as suspicious as an old one', () => {
    expect(isQuoteFresh(0, 60_000)).toBe(true)
    expect(isQuoteFresh(0, 60_001)).toBe(false)
    expect(isQuoteFresh(60_000, 0)).toBe(true)
    expect(isQuoteFresh(60_001, 0)).toBe(false)
    expect(() => checkAge(0, 60_000)).not.toThrow()
    expect(() => checkAge(5_000, 66_000)).toThrow(/61s old/)
    expect(() => checkAge(0, 3_600_000)).toThrow(/3600s old/)
  })
})

test('shows losses in percent, with as many decimals as they have', () => {
  expect(() => checkLoss(5_000, null)).toThrow('may lose 50% of its value, fees and gas included.')
  expect(() => checkLoss(5_125, null)).toThrow('may lose 51.25% of its value')
  expect(() => checkSlippage(1_000n, 899n)).toThrow('A slippage of 10.1% is above')
  expect(checkLoss(1_234, null)[0]?.text).toBe(
    'The swap may lose 12.34% against independent prices, fees and gas included.',
  )
  expect(checkGain(-2_150, true)[0]?.text).toBe(
    'The swap promises 21.5% more than independent prices: too good to be true.',
  )
  expect(checkGain(-310, true)).toEqual([])
  expect(checkGain(-300, false)).toEqual([])
  expect(checkGain(-310, false)[0]?.text).toBe(
    'The swap promises 3.1% more than independent prices, and no contract enforces it.',
  )
  expect(() => checkGain(-90_000, true)).toThrow('promises 10 times what you pay.')
})

test('P9: the least amount of a remote route is bounded by prices read here', () => {
  const of = (send: bigint | null, least: bigint | null) => ({
    send: { token: usdc, amount: 1n, usdE18: send },
    receive: { token: usdc, expected: 1n, atLeast: 1n, expectedUsdE18: null, atLeastUsdE18: least },
  })
  const half = { slippage: 0.005 }
  expect(() => requireMarket(of(100_00n, 97_50n), half)).not.toThrow()
  expect(() => requireMarket(of(100_00n, 97_49n), half)).toThrow(/2.51% less.*check P9/)
  // Without a slippage of the user's, the widest default counts.
  expect(() => requireMarket(of(100_00n, 97_00n), {})).not.toThrow()
  expect(() => requireMarket(of(100_00n, 96_99n), {})).toThrow(/check P9/)
  expect(() => requireMarket(of(100_00n, null), half)).not.toThrow()
  expect(() => requireMarket(of(null, 1n), half)).not.toThrow()
})

describe('which answer is enough', () => {
  const typed: ReviewReason = { code: 'slippage', text: 'The slippage is 4%.' }
  const card = (
    change: Partial<Pick<ReviewCard, 'typedReasons' | 'yesBlockedBy' | 'fees'>>,
    value: bigint | null,
  ): ReviewCard =>
    ({
      send: { token: usdc, amount: 100_500_000n, usdE18: value },
      fees: [],
      maxGasCost: { token: eth, amount: 1_234_567_890_123n },
      typedReasons: [],
      yesBlockedBy: null,
      ...change,
    }) as unknown as ReviewCard // the other facts do not matter here

  test.each<[string, ReviewCard, string, string]>([
    ['100 USD', card({}, 100n * usd), 'yes_no', 'yes'],
    ['a cent more', card({}, 100n * usd + 1n), 'yes_no', 'confirm_amount'],
    ['unknown value', card({}, null), 'yes_no', 'confirm_amount'],
    ['a typed reason', card({ typedReasons: [typed] }, usd), 'type_amount', 'confirm_amount'],
    ['no simulation', card({ yesBlockedBy: 'No.' }, usd), 'yes_no', 'impossible'],
  ])('%s', (_name, review, interactive, flags) => {
    expect(confirmationFor(review)).toMatchObject({ interactive, flags, amountText: '100.5' })
  })

  const fee = (usdE18: bigint | null, included = false): ReviewCard['fees'][number] => ({
    name: 'gas',
    token: eth,
    amount: 1n,
    percent: null,
    usdE18,
    included,
  })

  test.each<[string, ReviewCard['fees'], bigint, string]>([
    ['gas up to 100 USD in all', [fee(40n * usd)], 60n * usd, 'yes'],
    ['gas beyond it', [fee(40n * usd + 1n)], 60n * usd, 'confirm_amount'],
    ['several fees beyond it', [fee(20n * usd), fee(21n * usd)], 60n * usd, 'confirm_amount'],
    ['a fee that is part of the amount', [fee(90n * usd, true)], 60n * usd, 'yes'],
    ['a fee of unknown value', [fee(null)], usd, 'confirm_amount'],
  ])('K12: with %s', (_name, fees, value, flags) => {
    expect(confirmationFor(card({ fees }, value))).toMatchObject({ flags })
  })

  test('E11: gas that no price values is typed, rounded up to six digits', () => {
    const typedGas: ReviewReason = { code: 'gas_unknown', text: 'ETH has no confirmed price.' }
    const { gas } = confirmationFor(card({ typedReasons: [typedGas] }, usd))
    expect(gas).toEqual({ text: '0.000002', token: eth })
    expect(confirmationFor(card({ typedReasons: [typed] }, usd)).gas).toBeNull()
  })

  test('K12: behind a yes, gas may cost what is left of 100 USD, and otherwise 250', () => {
    const price = { e18: 2_000n * usd, confirmed: true, sources: [] }
    const budget = (value: bigint, gasUsd: bigint): bigint =>
      gasBudget(
        {
          ...card({ fees: [fee(gasUsd)] }, value),
          maxGasCost: { token: eth, amount: (gasUsd * usd) / price.e18 },
        },
        price,
      )
    expect(budget(40n * usd, 10n * usd)).toBe((60n * usd) / 2_000n)
    expect(budget(400n * usd, 10n * usd)).toBe((250n * usd) / 2_000n)
    expect(gasBudget(card({}, usd), null)).toBe(1_543_209_862_654n)
  })

  test('gives its reasons', () => {
    expect(confirmationFor(card({}, 101n * usd)).reasons).toEqual([
      'Amount, fees and gas together come to more than $100.00.',
    ])
    expect(confirmationFor(card({}, usd)).reasons).toEqual([])
    expect(
      confirmationFor(card({ typedReasons: [typed], yesBlockedBy: 'No.' }, usd)).reasons,
    ).toEqual(['The slippage is 4%.', 'No.'])
  })
})
