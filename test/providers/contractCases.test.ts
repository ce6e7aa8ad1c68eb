/** Every bridge that is contracts alone, from its case. */
import { describe, expect, test } from 'vitest'

import { isSameAddress } from '../../src/core/token.ts'
import { checkBuiltCall, checkCallTimes } from '../../src/providers/kits/evm/builtCall.ts'
import { readCall } from '../../src/chains/evm/readCall.ts'
import { put, at } from '../support/bodies.ts'
import { decodeCall, encodeCall, freePaths, place, serviceUrl } from './callCase.ts'
import { judgeCall } from './judgeCall.ts'
import { contractCases } from './cases.ts'
import { asCallCase, type ContractCase } from './contractCase.ts'
import { type Body, evm, refusal } from './depositSupport.ts'
import { contextOf, minedContract, quoteContract } from './minedContract.ts'

const mallory = evm('mallory')

type Bend = readonly [what: string, rule: string, bend: (args: Body) => unknown]

/** What any foreign maker of the call could try. */
function usualBends({ call }: ContractCase): Bend[] {
  const each = (what: string, paths: readonly string[], rule = 'E8'): Bend[] =>
    paths.map((path) => [`${what} at ${path}`, rule, (args) => place(args, path, mallory)])
  return [
    ...each('another receiver', call.receiver),
    ...each('another payer', call.payer),
    ...call.srcAmount.map((path): Bend => [
      'a larger amount',
      'E5',
      (args) => put(args, path, BigInt(at(args, path) as bigint) * 2n),
    ]),
    ...(call.minimum === ''
      ? []
      : ([
          [
            'a smaller minimum',
            'E9',
            (args) => put(args, call.minimum, (at(args, call.minimum) as bigint) / 2n),
          ],
        ] as Bend[])),
  ]
}

describe.each(contractCases)('%s', (_id, it) => {
  const { request, hostile, refusals, states, claim } = it
  const provider = it.create(serviceUrl)

  test('quotes and builds what was asked for', async () => {
    expect(provider.supports(request)).toEqual(provider.ids)
    const { quote, built, transaction, accepted } = await minedContract(it)
    expect(built.dstMinAmount).toBe(quote.dstMinAmount)
    expect(quote.dstMinAmount).toBeLessThanOrEqual(quote.dstAmount)
    expect(transaction.value).toBe(accepted.value)
    expect(transaction.to).toBe(it.call.to)
    expect(transaction.approvalAddress).toBe(it.call.spender)
    expect(decodeCall(it.call.signature, transaction.data)).toEqual(it.call.args)
    if (it.call.nested === true) return
    // Without an approval the oracle's verdict is `odd`.
    expect(judgeCall(asCallCase(it), transaction, accepted).verdict).not.toBe('unsafe')
  })

  test('gives the reason why each free argument is harmless', () => {
    for (const path of freePaths(it.call)) expect(at(it.call.args, path)).toBeDefined()
  })

  test.each([...usualBends(it), ...hostile])('refuses %s (%s)', async (_what, check, bend) => {
    const { quote, built, transaction } = await minedContract(it)
    const args = decodeCall(it.call.signature, transaction.data)
    bend(args)
    const bent = { ...transaction, data: encodeCall(it.call.signature, args) }
    const context = contextOf(it, { views: it.views })
    const made = { ...built, transaction: bent }
    const refused = checkBuiltCall(provider, made, quote, context).then((call) => {
      if (call !== null) checkCallTimes(call, quote, context.now())
    })
    expect(await refusal(refused)).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check } })
  })

  test.each(refusals)('%s is refused', async (_what, views, code) => {
    expect((await refusal(quoteContract(it, views))).code).toBe(code)
  })

  test.each(states)('%s is %s', async (_what, word, facts) => {
    const { follow } = await minedContract(it)
    const status = await follow(facts)
    expect(status).toMatchObject({ status: word })
    // Made elsewhere, it is reported in the same way.
    const foreign = { startedAtMs: null, dstBlockchain: null, fromAddress: null, receiver: null }
    expect(await follow(facts, { ...foreign, providerState: null })).toMatchObject({ status: word })
  })

  test('a payment that failed is FAIL, an unknown one is not', async () => {
    const { follow, paid, provider: own, ref } = await minedContract(it)
    const [id = 'across'] = own.ids
    const [failed] = paid({}).mined ?? []
    const context = contextOf(it, {
      mined: failed === undefined ? [] : [{ ...failed, status: '0x0', logs: [] }],
    })
    expect((await own.status(id, ref, context)).status).toBe('FAIL')
    expect((await follow({}, { srcTxHash: evm('none') })).status).toBe('NOT_FOUND')
  })

  if (claim === undefined) return

  test('is claimed by the call that its proof allows', async () => {
    const { claim: plan } = await minedContract(it)
    const made = await plan(claim.facts)
    expect(made.receiver.toLowerCase()).toBe(request.receiver.toLowerCase())
    expect(made.amount).toBe(request.srcAmount)
    expect(decodeCall(claim.signature, made.data)).toEqual(claim.args)
    expect(readClaim(made.to, made.data)).toMatchObject({ amount: made.amount })
    expect(isSameAddress(readClaim(made.to, made.data).recipient, made.receiver)).toBe(true)
  })

  test.each(claim.hostile)('no claim does %s', async (_what, bend) => {
    const { claim: plan } = await minedContract(it)
    const made = await plan(claim.facts)
    const args = structuredClone(claim.args)
    bend(args)
    let read: Body
    try {
      read = readClaim(made.to, encodeCall(claim.signature, args))
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E8' } })
      return
    }
    // What can be read is compared with the transfer before it is signed.
    const isSame =
      isSameAddress(read.recipient, made.receiver) &&
      read.amount === made.amount &&
      isSameAddress(read.token, made.token.address)
    expect(isSame).toBe(false)
  })

  function readClaim(to: string, data: string) {
    const { claims } = provider
    if (claims === undefined) throw new Error('nothing is claimed here')
    const { blockchain } = request.dstToken
    expect(claims.contracts(blockchain)).toContain(to)
    return readCall('it', claims.calls({ blockchain, to, chainOf: () => null }), data)
  }
})
