/** E9, E8, E11: the accepted minimum, and what the refusals say of it, of the chain and of gas. */
import { describe, expect, test } from 'vitest'
import {
  acceptedMinimum,
  checkClaimGas,
  checkGain,
  checkLoss,
  checkMarket,
  checkMinimum,
  checkSlippage,
  type MinimumFacts,
} from '../../../src/execution/checks/amounts.ts'
import { checkDecoded, type DecodedFacts } from '../../../src/execution/checks/decoded.ts'
import {
  feesWithin,
  maxFeeOf,
  mostDataFee,
  priceNow,
  requireFunds,
} from '../../../src/execution/checks/gas.ts'
import { unsafe } from '../../../src/execution/checks/unsafe.ts'
import { isEchoedDefault, slippageKind } from '../../../src/core/slippage.ts'
import type { DecodedCall } from '../../../src/core/transaction.ts'
import type { Token } from '../../../src/core/token.ts'
import { alice, arbUsdc, dai, eth, usdc } from '../../support/executionService.ts'

const onTon: Token = { ...usdc, blockchain: 'TON' }

test.each([
  ['pools', usdc, dai, false],
  ['bridge', usdc, arbUsdc, false],
  ['bridge', usdc, onTon, false],
  ['bridge', onTon, usdc, false],
  ['ton', onTon, onTon, false],
  ['deposit', usdc, dai, true],
  ['deposit', onTon, onTon, true],
])('the slippage is that of %s', (kind, srcToken, dstToken, isDeposit) => {
  expect(slippageKind({ srcToken, dstToken }, isDeposit)).toBe(kind)
})

describe('the accepted minimum', () => {
  const least = (slippage: number | null, dstMinAmount: bigint, kind: 'pools' | 'bridge') =>
    acceptedMinimum({
      request: slippage === null ? {} : { slippage },
      quoted: { dstAmount: 10_000n, dstMinAmount },
      kind,
    })

  test.each([
    [
      'by the default',
      null,
      0n,
      'pools',
      9_950n,
      'The default slippage is 0.5%; change it with --slippage.',
    ],
    [
      'by the default between chains',
      null,
      0n,
      'bridge',
      9_900n,
      'The default slippage is 1%; change it with --slippage.',
    ],
    ['by the user’s own', 0.02, 0n, 'pools', 9_800n, 'The slippage is 2%.'],
    ['by the highest allowed', 0.1, 0n, 'pools', 9_000n, 'The slippage is 10%.'],
  ] as const)('%s', (_, slippage, quoted, kind, acceptedMin, because) => {
    expect(least(slippage, quoted, kind)).toEqual({ acceptedMin, because })
  })

  test('is what the route promised where that is more', () => {
    expect(least(null, 9_951n, 'pools')).toEqual({ acceptedMin: 9_951n })
  })

  test('is refused for more than ten percent', () => {
    expect(() => least(0.1001, 0n, 'pools')).toThrow('A slippage of 10.01% is above the limit')
  })
})

test.each([
  ['that rounds to ten percent', 899_990n, 10],
  ['of ten percent', 900_000n, 10],
  ['that rounds to just above three percent', 969_900n, 3.01],
])('a slippage %s is only typed', (_, atLeast, size) => {
  const text = `The slippage is ${size}%.`
  expect(checkSlippage(1_000_000n, atLeast)).toEqual([{ code: 'slippage', text, size }])
})

test('a slippage that rounds to three percent is not typed, one above ten is refused', () => {
  expect(checkSlippage(1_000_000n, 969_990n)).toEqual([])
  expect(() => checkSlippage(1_000_000n, 899_900n)).toThrow('A slippage of 10.01% is above')
})

test.each([
  [10_000, '2 times'],
  [25_000, '3.5 times'],
  [10_000_000, '1001 times'],
])('a gain of %s basis points is shown as %s', (gainBps, times) => {
  expect(() => checkGain(-gainBps, true)).toThrow(`The swap promises ${times} what you pay.`)
})

describe('below the minimum', () => {
  const facts: MinimumFacts = {
    dstToken: usdc,
    decodedMin: null,
    claimedMin: 9_000_000n,
    acceptedMin: 9_000_000n,
    minReceive: null,
  }

  test('a promise that is enough is accepted', () => {
    expect(() =>
      checkMinimum({ ...facts, decodedMin: 9_000_000n, minReceive: 9_000_000n }),
    ).not.toThrow()
  })

  test.each<[string, Partial<MinimumFacts>]>([
    [
      'The route promises at least 9 USDC, less than the accepted 9.000001 USDC.',
      { acceptedMin: 9_000_001n },
    ],
    [
      'The route promises at least 9 USDC, less than the accepted 9.000001 USDC. Why.',
      { acceptedMin: 9_000_001n, because: 'Why.' },
    ],
    [
      'The route promises at least 9 USDC, less than the accepted 9.000002 USDC.',
      { minReceive: 9_000_002n, because: 'Why.' },
    ],
    [
      'The call itself guarantees only 8.999999 USDC, less than the accepted 9 USDC.',
      { decodedMin: 8_999_999n, because: 'Why.' },
    ],
  ])('%s', (message, change) => {
    expect(() => checkMinimum({ ...facts, ...change })).toThrow(
      expect.objectContaining({ code: 'UNSAFE_ROUTE', message: `${message} (check E9)` }),
    )
  })
})

describe('a call that pays out elsewhere', () => {
  const call: DecodedCall = {
    method: 'swap',
    recipient: alice,
    srcToken: usdc.address,
    dstToken: dai.address,
    amountIn: 10n,
    minOut: 9n,
    dst: 'same',
    refundTo: null,
  }
  const facts: DecodedFacts = {
    decoded: call,
    form: { form: 'contract' },
    data: '0x99999999',
    srcToken: usdc,
    dstToken: dai,
    srcAmount: 10n,
    fromAddress: alice,
    receiver: alice,
    refundAddress: null,
    crossChain: false,
    srcWrapped: null,
    dstWrapped: null,
    slippageBps: 100,
    isRemote: false,
  }

  test('on its chain it is accepted', () => {
    expect(() => checkDecoded(facts)).not.toThrow()
  })

  test.each<[string, Partial<DecodedFacts>]>([
    [
      'The call pays out on its own chain, not on ARBITRUM.',
      { crossChain: true, dstToken: arbUsdc, decoded: { ...call, dstToken: arbUsdc.address } },
    ],
    ['The call pays out on ARBITRUM, not on ETH.', { decoded: { ...call, dst: 'ARBITRUM' } }],
  ])('%s', (message, change) => {
    expect(() => checkDecoded({ ...facts, ...change })).toThrow(
      expect.objectContaining({ code: 'UNSAFE_ROUTE', message: `${message} (check E8)` }),
    )
  })
})

describe('a unit of gas', () => {
  const fees = { type: 'eip1559', maxFeePerGas: 205n, maxPriorityFeePerGas: 4n } as const

  test('costs half of the room for the base fee, and the tip', () => {
    expect(priceNow(fees)).toBe(105n)
    expect(maxFeeOf(fees)).toBe(205n)
  })

  test('costs a tenth less than legacy fees say', () => {
    expect(priceNow({ type: 'legacy', gasPrice: 110n })).toBe(100n)
    expect(priceNow({ type: 'legacy', gasPrice: 111n })).toBe(101n)
    expect(maxFeeOf({ type: 'legacy', gasPrice: 111n })).toBe(111n)
  })
})

test.each([
  [1n, '; fees and gas needs'],
  [0n, '; gas needs'],
])('a fee of %s beside the gas is named', (value, text) => {
  const short = { srcToken: usdc, srcAmount: 1n, tokenBalance: 1n, nativeToken: eth }
  expect(() => requireFunds({ ...short, nativeBalance: 0n, value, gasCost: 3n })).toThrow(text)
})

test('a reason has its size in percent', () => {
  expect(checkLoss(1_234, null)).toMatchObject([{ code: 'loss', size: 12.34 }])
  expect(checkGain(-2_150, true)).toMatchObject([{ code: 'gain', size: 21.5 }])
  const text = 'The swap is quoted 3.45% below independent prices.'
  expect(checkMarket(345)).toEqual([{ code: 'market', text, size: 3.45 }])
})

test('three percent below the market is not typed, more is', () => {
  expect(checkMarket(null)).toEqual([])
  expect(checkMarket(300)).toEqual([])
  expect(checkMarket(301)).toMatchObject([{ code: 'market', size: 3.01 }])
})

describe('gas of a claim against what it brings (P2)', () => {
  const usd = 10n ** 18n

  test.each<[what: string, gas: bigint | null, claimed: bigint | null, reasons: unknown[]]>([
    ['gas without a price is another reason', null, usd, []],
    ['a claim without a price is typed', usd, null, [{ code: 'value_unknown' }]],
    ['just below a tenth', usd - 1n, 10n * usd, []],
    ['a tenth', usd, 10n * usd, [{ code: 'loss', size: 10 }]],
    ['more', 1234n * usd, 10_000n * usd, [{ code: 'loss', size: 12.34 }]],
    ['of nothing', 1n, 0n, [{ code: 'loss', size: 100 }]],
  ])('%s', (_, gas, claimed, reasons) => {
    expect(checkClaimGas(gas, claimed)).toMatchObject(reasons)
    expect(checkClaimGas(gas, claimed)).toHaveLength(reasons.length)
  })
})

describe('what was shown as the most for gas', () => {
  // 100 now: legacy prices hold a tenth above.
  const legacy = { type: 'legacy', gasPrice: 110n } as const
  test.each<[what: string, limits: bigint[], most: bigint | undefined, gasPrice: bigint]>([
    ['is no bound where nothing was shown', [2n, 3n], undefined, 110n],
    ['is no bound for no transaction', [], 500n, 110n],
    ['leaves a price below it', [2n, 3n], 1_000n, 110n],
    ['cuts the price', [2n, 3n], 525n, 105n],
    ['cuts it to what it costs now', [2n, 3n], 500n, 100n],
    ['is not cut below that', [2n, 3n], 499n, 110n],
  ])('%s', (_, limits, most, gasPrice) => {
    expect(feesWithin(legacy, limits, most)).toEqual({ type: 'legacy', gasPrice })
  })

  test.each([
    [undefined, 200n],
    [350n, 200n],
    [250n, 200n],
    [249n, 199n],
    [151n, 101n],
    [149n, 100n],
  ])('of %s, data that costs 100 may cost %s beside gas of 50', (most, fee) => {
    expect(mostDataFee(100n, 50n, most)).toBe(fee)
  })
})

test('a refusal cuts what strangers say, and keeps its facts', () => {
  const long = 'x'.repeat(400)
  const refusal = unsafe('E9', long, { text: long, amount: 7, nothing: null })
  expect(refusal.message).toBe(`${'x'.repeat(319)}… (check E9)`)
  expect(refusal.context).toEqual({
    check: 'E9',
    text: `${'x'.repeat(319)}…`,
    amount: 7,
    nothing: null,
  })
})

test.each([
  [usdc, dai, false, 50, true],
  [usdc, dai, false, 100, false],
  [usdc, dai, true, 50, true],
  [usdc, dai, true, 100, true],
  [usdc, arbUsdc, true, 50, false],
  [onTon, onTon, false, 100, true],
])(
  'the default in an echo does not count as wanted',
  (srcToken, dstToken, isDeposit, bps, expected) => {
    expect(isEchoedDefault({ srcToken, dstToken }, isDeposit, bps)).toBe(expected)
  },
)
