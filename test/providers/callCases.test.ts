/** Every provider that is paid by one EVM call, from its case. */
import { describe, expect, test } from 'vitest'

import type { EvmTransaction } from '../../src/core/transaction.ts'
import { checkBuiltCall, checkCallTimes } from '../../src/providers/kits/evm/builtCall.ts'
import type { BuiltSwap } from '../../src/providers/types.ts'
import { at, put } from '../support/bodies.ts'
import {
  bendCall,
  bentExchanges,
  firstOf,
  freePaths,
  type HostileCall,
  honestArguments,
  putOut,
  serviceUrl,
  usualBends,
} from './callCase.ts'
import { judgeCall } from './judgeCall.ts'
import { callCases } from './cases.ts'
import { movedPrice } from './movedPrice.ts'
import { bent, type Body, evm, play, quoteOf, refusal } from './depositSupport.ts'

describe.each(callCases)('%s', (_id, it) => {
  const { request, honest, wire, hostile, refusals } = it
  const provider = it.create(serviceUrl)
  const [id] = provider.ids

  test('quotes and builds what was asked for', async () => {
    expect(provider.supports(request)).toEqual([id])
    const tape = play(serviceUrl, honest)
    const quote = await quoteOf(provider, request, tape.context)
    const { transaction, dstMinAmount, fees } = await provider.build(quote, tape.context)
    expect(tape.unused()).toEqual([])
    expect(dstMinAmount).toBeGreaterThanOrEqual(quote.dstMinAmount)
    if (transaction.kind !== 'evm') throw new Error('no transaction')
    const { fromAddress: payer, receiver, srcAmount, srcToken } = request
    const value = fees.protocolFixed + fees.providerFixed + (srcToken.native ? srcAmount : 0n)
    const accepted = { payer, receiver, srcAmount, minimum: quote.dstMinAmount, value }
    if (it.made !== undefined) {
      const { to, data } = transaction
      expect({ to, data, value: String(transaction.value) }).toEqual(it.made)
    }
    // A call may keep more than the minimum; it is never less.
    expect(judgeCall(it, transaction, accepted).verdict).not.toBe('unsafe')
  })

  /** Builds what was quoted before the price fell, by a share of the slippage and some basis points. */
  async function builtAfterFall(share: number, andBps: number) {
    const { slippageBps } = await quoteOf(provider, request, play(serviceUrl, honest).context)
    const context = movedPrice(it, 10_000 - Math.ceil(slippageBps * share) - andBps)
    const quote = await quoteOf(provider, request, context)
    return { quote, built: await provider.build(quote, context) }
  }

  // An order that is filled exactly or not at all accepts no fall.
  test('builds at a price that has fallen within the slippage', async () => {
    const { quote, built } = await builtAfterFall(0.5, 0)
    expect(built.dstMinAmount).toBeGreaterThanOrEqual(quote.dstMinAmount)
  })

  test('refuses a price that has fallen further', async () => {
    expect((await refusal(builtAfterFall(1, 10))).code).toBe('PRICE_MOVED')
  })

  // Another form of its call has paths of its own.
  test.each([it, ...(it.forms ?? []).map((form) => ({ ...it, ...form }))])(
    'gives the reason why each free argument is harmless (%#)',
    (form) => {
      const args = honestArguments(form)
      for (const path of freePaths(form.call)) expect(at(args, path)).toBeDefined()
    },
  )

  test.each([...usualBends(it), ...hostile])('refuses %s (%s)', async (_name, check, bend) => {
    const error = await refusal(it.made === undefined ? bentByService(bend) : bentByBackend(bend))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check } })
  })

  async function bentByService(bend: HostileCall[2]): Promise<unknown> {
    const tape = play(serviceUrl, bentExchanges(it, bend))
    const quote = await quoteOf(provider, request, tape.context)
    return await provider.build(quote, tape.context)
  }

  async function bentByBackend(bend: HostileCall[2]): Promise<unknown> {
    const { context } = play(serviceUrl, honest)
    const quote = await quoteOf(provider, request, context)
    const built = await provider.build(quote, context)
    const { approvalAddress } = evmOf(built)
    const body: Body = { ...it.made }
    bendCall(it, body, bend)
    const transaction = { ...evmOf(built), ...body, value: BigInt(body.value), approvalAddress }
    const call = await checkBuiltCall(provider, { ...built, transaction }, quote, context)
    if (call !== null) checkCallTimes(call, quote, context.now())
    return transaction
  }

  const strange: readonly (readonly [name: string, path: string | null, value: string])[] = [
    ['another token sold', wire.srcToken, evm('mallory')],
    ['another token bought', wire.dstToken, evm('mallory')],
    ['another amount', wire.srcAmount, '1'],
    ['nothing', wire.quotedOut[0] ?? '', '0'],
    ['no amount', wire.quotedOut[0] ?? '', wire.outDecimals === undefined ? '1.5' : '1,5'],
  ]

  test.each(
    strange.flatMap(([name, path, value]) => (path === null ? [] : [[name, path, value] as const])),
  )('refuses a quote of %s', async (_name, path, value) => {
    const first = firstOf(it)
    const isOut = wire.quotedOut.includes(path)
    const body = bent(first.body, (copy) =>
      isOut ? putOut(it, copy, path, value) : put(copy, path, value),
    )
    const tape = play(serviceUrl, [{ ...first, body }])
    expect((await refusal(quoteOf(provider, request, tape.context))).code).toBe('UPSTREAM_FAILED')
  })

  test.each(refusals)('%i %o is %s', async (status, body, code) => {
    const tape = play(serviceUrl, [{ ...firstOf(it), status, body }])
    expect((await refusal(quoteOf(provider, request, tape.context))).code).toBe(code)
  })
})

test.each(['', ' ', 'harmless', 'any value'])('does not accept "%s" as a reason', (reason) => {
  expect(() => freePaths({ free: { 5: reason } })).toThrow('why is any value of 5 harmless?')
})

function evmOf({ transaction }: BuiltSwap): EvmTransaction {
  if (transaction.kind !== 'evm') throw new Error('no transaction')
  return transaction
}
