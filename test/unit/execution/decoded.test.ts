import { describe, expect, test } from 'vitest'
import { checkMinimum } from '../../../src/execution/checks/amounts.ts'
import {
  checkDecoded,
  checkPromise,
  checkUsedFee,
  type DecodedFacts,
} from '../../../src/execution/checks/decoded.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import type { DecodedCall } from '../../../src/core/transaction.ts'
import { bridge, dstWrapped, eve, facts, srcWrapped, toArb } from '../../support/decodedFacts.ts'
import { alice, arbEth, bob, eth, usdc } from '../../support/executionService.ts'

const stranger = '0x00000000000000000000000000000000000000ee'

const sol = 'DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const solana = {
  crossChain: true,
  receiver: sol,
  dstToken: { ...usdc, blockchain: 'SOLANA', address: mint },
} as const
const toSolana = { dst: 'SOLANA', recipient: sol, dstToken: mint } as const
const named = (address: string): string => `0x99999999${address.slice(2).toUpperCase()}`

describe('E8 and E5 on the terms of a call', () => {
  test.each<[string, DecodedFacts]>([
    ['the plan itself', facts({})],
    ['in capitals', facts({ recipient: alice.toUpperCase().replace('0X', '0x') })],
    ['to oneself by design', facts({ recipient: null })],
    ['to another receiver', facts({ recipient: bob }, { receiver: bob })],
    [
      'a coin that is a token as well',
      facts({ dstToken: srcWrapped, dstIsCoin: true }, { dstToken: eth }),
    ],
    [
      'native coins named as such',
      facts({ srcToken: zeroAddress, amountIn: null }, { srcToken: eth }),
    ],
    [
      'native coins named as their wrapped token',
      facts({ srcToken: srcWrapped }, { srcToken: eth }),
    ],
    [
      "native coins named as the contract's own wrapped token",
      facts({ srcToken: stranger, srcTakesCoin: true }, { srcToken: eth }),
    ],
    [
      'native coins that the fees of a refund leave nearly whole',
      facts({ srcToken: zeroAddress, amountIn: null, leastIn: 10n }, { srcToken: eth }),
    ],
    ['a stated slippage as asked for', facts({ statedSlippage: 5_000n })],
    ['no stated slippage where it is not allowed', { ...facts({}), slippageBps: 0 }],
    ['tokens it does not name', facts({ srcToken: null, dstToken: null, amountIn: null })],
    ['between chains', facts(toArb, bridge)],
    [
      'native coins of another chain as their wrapped token',
      facts({ ...toArb, dstToken: dstWrapped }, { ...bridge, dstToken: arbEth }),
    ],
    [
      'native coins of another chain as such',
      facts({ ...toArb, dstToken: zeroAddress }, { ...bridge, dstToken: arbEth }),
    ],
    ['a refund to the payer', facts({ refundTo: alice })],
    ['a refund to the refund address', facts({ refundTo: bob }, { refundAddress: bob })],
    [
      'powers in the hands of the payer, the refund address and the receiver',
      facts(
        {
          ...toArb,
          recipient: bob,
          powers: [
            { may: 'cancel', holder: alice, blockchain: 'ETH' },
            { may: 'claim', holder: eve, blockchain: 'ETH' },
            { may: 'patch', holder: bob, blockchain: 'ARBITRUM' },
          ],
        },
        { ...bridge, receiver: bob, refundAddress: eve },
      ),
    ],
    ['a receiver on SOLANA', facts(toSolana, solana)],
    ['an unreadable call that names the receiver', facts(null, { data: named(alice) })],
    [
      'a plain transfer',
      facts(null, { form: { form: 'transfer', recipient: bob, token: 'erc20' } }),
    ],
  ])('%s passes', (_name, given) => {
    expect(() => checkDecoded(given)).not.toThrow()
  })

  test.each<[string, string, DecodedFacts]>([
    ['E8', 'another recipient', facts({ recipient: stranger })],
    ['E8', 'oneself instead of the receiver', facts({ recipient: null }, { receiver: bob })],
    ['E8', 'the payer instead of the receiver', facts({ recipient: alice }, { receiver: bob })],
    ['E8', 'another source token', facts({ srcToken: stranger })],
    ['E8', 'native coins instead of a token', facts({ srcToken: zeroAddress })],
    ['E8', 'the wrapped token instead of a token', facts({ srcToken: srcWrapped })],
    [
      'E8',
      "the contract's own wrapped token instead of a token",
      facts({ srcToken: stranger, srcTakesCoin: true }),
    ],
    [
      'E8',
      'the wrapped token where it is unknown',
      facts({ srcToken: srcWrapped }, { srcToken: eth, srcWrapped: null }),
    ],
    ['E8', 'another destination token', facts({ dstToken: stranger })],
    [
      'E8',
      'the wrapped token for native coins of the same chain',
      facts({ dstToken: dstWrapped }, { dstToken: eth }),
    ],
    [
      'E8',
      'the wrapped token for a token of another chain',
      facts({ ...toArb, dstToken: dstWrapped }, bridge),
    ],
    [
      'E8',
      'the wrapped token of another chain where it is unknown',
      facts({ ...toArb, dstToken: dstWrapped }, { ...bridge, dstToken: arbEth, dstWrapped: null }),
    ],
    [
      'E8',
      'the wrapped token for native coins, by an entry',
      facts({ ...toArb, dstToken: dstWrapped, entry: 7n }, { ...bridge, dstToken: arbEth }),
    ],
    [
      'E8',
      'native coins by the entry of their wrapped token',
      facts({ ...toArb, srcToken: srcWrapped, entry: 7n }, { ...bridge, srcToken: eth }),
    ],
    ['E8', 'another chain', facts({ ...toArb, dst: 'OPTIMISM' }, bridge)],
    ['E8', 'no chain although it leaves its own', facts({ ...toArb, dst: 'same' }, bridge)],
    ['E8', 'a chain although it stays', facts({ dst: 'ETH' })],
    ['E8', 'TRON in place of SOLANA', facts({ ...toSolana, dst: 'TRON' }, solana)],
    [
      'E8',
      'a receiver on SOLANA in other letter case',
      facts({ ...toSolana, recipient: sol.toLowerCase() }, solana),
    ],
    [
      'E8',
      'a token of SOLANA in other letter case',
      facts({ ...toSolana, dstToken: mint.toLowerCase() }, solana),
    ],
    ...(['cancel', 'patch', 'claim'] as const).map((may): [string, string, DecodedFacts] => [
      'E8',
      `a stranger who may ${may} the order`,
      facts({ ...toArb, powers: [{ may, holder: stranger, blockchain: 'ETH' }] }, bridge),
    ]),
    [
      'E8',
      'a power of the receiver over the side of the payer',
      facts(
        { ...toArb, recipient: bob, powers: [{ may: 'cancel', holder: bob, blockchain: 'ETH' }] },
        { ...bridge, receiver: bob },
      ),
    ],
    [
      'E8',
      'an unreadable call that leaves its chain, though it names the receiver',
      facts(null, { ...bridge, data: named(alice) }),
    ],
    ['E8', 'a refund to a stranger', facts({ refundTo: stranger })],
    ['E8', 'a refund to the receiver', facts({ recipient: bob, refundTo: bob }, { receiver: bob })],
    ['E8', 'an unreadable call that names another account', facts(null, { data: named(stranger) })],
    [
      'E8',
      'an unreadable call that names an address with the same end',
      facts(null, {
        data: named(`0x${alice.charAt(2) === '1' ? '2' : '1'}${alice.slice(3)}`),
      }),
    ],
    [
      'E8',
      'an unreadable call, to the zero address',
      facts(null, { data: named(zeroAddress), receiver: zeroAddress }),
    ],
    [
      'E8',
      'an unreadable call, to no EVM address',
      facts(null, { data: '0x99999999544f4e', receiver: 'TON' }),
    ],
    [
      'E8',
      'a receiver of a foreign kind that the data happens to hold',
      facts(null, { data: '0x99999999', receiver: '0x9999' }),
    ],
    [
      'E8',
      'native coins that the fees of a refund would eat',
      facts({ srcToken: zeroAddress, amountIn: null, leastIn: 11n }, { srcToken: eth }),
    ],
    ['E8', 'more slippage than asked for', facts({ statedSlippage: 5_001n })],
    ['E5', 'more than the amount', facts({ amountIn: 11n })],
    ['E5', 'less than the amount', facts({ amountIn: 9n })],
  ])('%s: %s', (check, _name, given) => {
    expect(() => checkDecoded(given)).toThrow(
      expect.objectContaining({
        code: 'UNSAFE_ROUTE',
        context: expect.objectContaining({ check }),
      }),
    )
  })
})

describe('E16: an order that may end with a refund of nothing', () => {
  test.each([null, 'fixed'] as const)(
    'is refused where the rate type of its route is %s',
    (rateType) => {
      expect(() =>
        checkPromise(facts({ ...toArb, returnsNothing: true }, bridge), rateType),
      ).toThrow(expect.objectContaining({ context: expect.objectContaining({ check: 'E16' }) }))
    },
  )
})

describe('E16: native coins besides the payment', () => {
  test('are all used, or their contract gives them back', () => {
    expect(() => checkUsedFee({ usedFee: 10n }, 10n)).not.toThrow()
    expect(() => checkUsedFee({}, 10n)).not.toThrow()
  })

  test('are refused above what the call uses', () => {
    expect(() => checkUsedFee({ usedFee: 10n }, 11n)).toThrow(
      expect.objectContaining({ context: expect.objectContaining({ check: 'E16' }) }),
    )
  })
})

describe('E9: a call without a minimum', () => {
  const floating = { ...toArb, minOut: null, floats: true } as const
  const promise = (
    decoded: Partial<DecodedCall> | null,
    changes: Partial<DecodedFacts> = bridge,
    rateType: 'fixed' | 'float' | null = 'float',
  ): boolean => checkPromise(facts(decoded, changes), rateType)

  test.each<[string, boolean, () => boolean]>([
    ['a call with a minimum', false, () => promise(toArb, bridge, null)],
    ['an unreadable call', false, () => promise(null, {}, null)],
    [
      'coins that are paid one for one',
      false,
      () =>
        promise({ ...toArb, minOut: null, paysValue: true }, { ...bridge, srcToken: eth }, null),
    ],
    ['a call on one chain', false, () => promise({ minOut: null }, {}, null)],
    ['an output that floats', true, () => promise(floating)],
    [
      'an order that may end with a refund of nothing',
      true,
      () => promise({ ...toArb, returnsNothing: true }),
    ],
    [
      'an output of coins whose amount is the value',
      true,
      () => promise({ ...floating, amountIn: null }, { ...bridge, srcToken: eth }),
    ],
  ])('%s passes', (_name, floats, check) => {
    expect(check()).toBe(floats)
  })

  test.each<[string, () => boolean]>([
    ['a route without a rate type', () => promise(floating, bridge, null)],
    ['a route that promises a fixed output', () => promise(floating, bridge, 'fixed')],
    ['a call that takes a minimum', () => promise({ ...toArb, minOut: null })],
    ['no receiver', () => promise({ ...floating, recipient: null })],
    ['no sold token', () => promise({ ...floating, srcToken: null })],
    ['no bought token', () => promise({ ...floating, dstToken: null })],
    ['no amount of a token', () => promise({ ...floating, amountIn: null })],
    [
      'tokens that are said to be paid as coins',
      () => promise({ ...toArb, minOut: null, paysValue: true }),
    ],
  ])('%s is refused', (_name, check) => {
    expect(check).toThrow(
      expect.objectContaining({
        code: 'UNSAFE_ROUTE',
        context: expect.objectContaining({ check: 'E9' }),
      }),
    )
  })
})

describe('E9', () => {
  const given = {
    dstToken: usdc,
    decodedMin: 10n,
    claimedMin: 10n,
    acceptedMin: 10n,
    minReceive: null,
  }

  test.each([
    ['just what was accepted', given],
    ['more', { ...given, decodedMin: 12n, claimedMin: 11n }],
    ['a call that does not say', { ...given, decodedMin: null }],
    ['--min-receive below the route', { ...given, minReceive: 1n }],
    ['--min-receive just met', { ...given, claimedMin: 12n, decodedMin: 12n, minReceive: 12n }],
  ])('%s passes', (_name, facts_) => {
    expect(() => checkMinimum(facts_)).not.toThrow()
  })

  test.each([
    ['a unit less than accepted', { ...given, claimedMin: 9n, decodedMin: 9n }, '9', '10'],
    ['a call that guarantees a unit less than claimed', { ...given, claimedMin: 11n }, '10', '11'],
    ['--min-receive missed by a unit', { ...given, minReceive: 11n }, '10', '11'],
    [
      '--min-receive below, and the accepted missed',
      { ...given, claimedMin: 9n, decodedMin: 9n, minReceive: 1n },
      '9',
      '10',
    ],
  ])('%s does not', (_name, facts_, minimum, accepted) => {
    expect(() => checkMinimum(facts_)).toThrow(
      expect.objectContaining({ context: { check: 'E9', minimum, accepted } }),
    )
  })

  test('is reported in units of the token', () => {
    const less = { ...given, acceptedMin: 2_500_000n, claimedMin: 1_000_000n }
    expect(() => checkMinimum(less)).toThrow('at least 1 USDC, less than the accepted 2.5 USDC.')
  })
})

describe('a call that only refers to an order', () => {
  const reference = (signature: string | null) => ({
    ...toArb,
    reference: { hash: '0x12', signer: alice, signature },
  })
  test.each<[string, string | null, boolean, boolean]>([
    ['asked of the provider by this program', null, false, true],
    ['of a remote backend, signed by its counterparty', '0x34', true, true],
    ['of a remote backend, unsigned', null, true, false],
  ])('%s', (_, signature, isRemote, isAccepted) => {
    const given = facts(reference(signature), { ...bridge, isRemote })
    if (isAccepted) expect(() => checkDecoded(given)).not.toThrow()
    else {
      expect(() => checkDecoded(given)).toThrow(
        expect.objectContaining({
          code: 'UNSAFE_ROUTE',
          context: expect.objectContaining({ check: 'E18' }),
        }),
      )
    }
  })
})
