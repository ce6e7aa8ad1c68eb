import { describe, expect, test } from 'vitest'
import {
  checkDecoded,
  checkPromise,
  type DecodedFacts,
} from '../../../src/execution/checks/decoded.ts'
import type { DecodedCall } from '../../../src/core/transaction.ts'
import { bridge, eve, facts, toArb } from '../../support/decodedFacts.ts'
import { alice, bob, dai } from '../../support/executionService.ts'

describe('E17: a trusted call', () => {
  const trusted = 'it pays USDC to your account'
  const unsaid = { trusted, recipient: null, dstToken: null, minOut: null, dst: null } as const
  const kept = { trusted, recipient: null, receiverBy: 'answer' } as const
  const named = `0x99999999${alice.slice(2).padStart(64, '0')}`

  test.each<[string, Partial<DecodedCall>, Partial<DecodedFacts>]>([
    ['that says everything', { ...toArb, trusted }, bridge],
    [
      'that does not say what it pays, and contains the receiver',
      unsaid,
      { ...bridge, data: named },
    ],
    ['that has no place for a receiver', { ...toArb, ...kept }, bridge],
    ['on one chain', { trusted }, {}],
  ])('%s passes, where the route declares it', (_name, decoded, changes) => {
    expect(() => checkDecoded(facts(decoded, changes))).not.toThrow()
    expect(checkPromise(facts(decoded, changes), 'float')).toBe(true)
  })

  test.each<[string, string, Partial<DecodedCall>, Partial<DecodedFacts>]>([
    ['from a remote backend', 'E17', { ...toArb, trusted }, { ...bridge, isRemote: true }],
    ['without the receiver', 'E8', unsaid, bridge],
    [
      'without a place for a receiver, from a remote backend',
      'E17',
      { ...toArb, ...kept },
      { ...bridge, isRemote: true },
    ],
    [
      'that leaves to the answer whom it names itself',
      'E8',
      { ...toArb, ...kept, recipient: eve },
      bridge,
    ],
    ['for another receiver', 'E8', { ...toArb, trusted, recipient: eve }, bridge],
    ['that pays another token', 'E8', { ...toArb, trusted, dstToken: dai.address }, bridge],
    ['that pays on another chain', 'E8', { ...toArb, trusted, dst: 'BSC' }, bridge],
    [
      'that spends another token',
      'E8',
      { ...unsaid, srcToken: dai.address },
      { ...bridge, data: named },
    ],
    ['that spends another amount', 'E5', { ...unsaid, amountIn: 11n }, { ...bridge, data: named }],
    ['whose refund goes elsewhere', 'E8', { ...unsaid, refundTo: eve }, { ...bridge, data: named }],
  ])('%s is refused', (_name, check, decoded, changes) => {
    const refused = expect.objectContaining({
      code: 'UNSAFE_ROUTE',
      context: expect.objectContaining({ check }),
    })
    expect(() => checkDecoded(facts(decoded, changes))).toThrow(refused)
  })

  test.each<[string, Partial<DecodedCall>]>([
    ['a receiver', { recipient: null }],
    ['a chain', { dst: null }],
  ])('a call that nobody vouches for has to say %s', (_name, change) => {
    const bare = facts({ ...toArb, ...change }, { ...bridge, receiver: bob, data: named })
    expect(() => checkDecoded(bare)).toThrow(expect.objectContaining({ code: 'UNSAFE_ROUTE' }))
  })

  test.each([null, alice])(
    'a call that is not trusted cannot leave its receiver to an answer',
    (to) => {
      const bare = facts({ ...toArb, recipient: to, receiverBy: 'answer' }, bridge)
      expect(() => checkDecoded(bare)).toThrow(
        expect.objectContaining({ context: expect.objectContaining({ check: 'E17' }) }),
      )
    },
  )

  test.each(['fixed', null] as const)(
    'a route with the rate type %s cannot pass it off',
    (rate) => {
      expect(() => checkPromise(facts({ ...toArb, trusted }, bridge), rate)).toThrow(
        expect.objectContaining({ context: expect.objectContaining({ check: 'E17' }) }),
      )
    },
  )
})
