/** Every exchange on TON, from its case. */
import { describe, expect, test } from 'vitest'

import { tonCases } from './cases.ts'
import { bent, play, quoteOf, refusal, requestOf, tokenOf } from './depositSupport.ts'
import { builtOnTon, describeHostile } from './tonHostile.ts'
import {
  friend,
  jettonsCome,
  notcoin,
  paidHash,
  paidRef,
  payer,
  showing,
  toncoin,
  traceOf,
  usdt,
  walletSends,
} from './tonSupport.ts'

describe.each(tonCases)('%s', (_id, it) => {
  const { provider, baseUrl, ton, request, answer, asking, swaps, further = [] } = it
  const [id] = provider.ids
  if (id === undefined) throw new Error('no identifier')

  test.each([
    ['TON to a jetton', toncoin, usdt, [id]],
    ['a jetton to TON', usdt, toncoin, [id]],
    ['a jetton to a jetton', usdt, notcoin, [id]],
    ['to another chain', toncoin, tokenOf('ETH', 'USDT'), []],
    ['from another chain', tokenOf('ETH', 'ETH'), toncoin, []],
    ['elsewhere', tokenOf('ETH', 'ETH'), tokenOf('ETH', 'USDT'), []],
    ['a token that is not a jetton', toncoin, { ...usdt, address: '0x12' }, []],
  ])('supports: %s', (_what, src, dst, ids) => {
    expect(provider.supports(requestOf(src, dst, 1n))).toEqual(ids)
  })

  test('contracts are pinned on TON alone, each once', () => {
    const { targets, spenders } = provider.pinned(id, 'TON')
    expect(new Set(targets).size).toBe(targets.length)
    expect(spenders).toEqual([])
    expect(provider.pinned(id, 'ETH')).toEqual({ targets: [], spenders: [] })
  })

  test.each(it.refusals)('%s', async (_what, status, body, code) => {
    const { context } = play(baseUrl, [asking(body, status)], { ton })
    expect((await refusal(quoteOf(provider, request, context))).code).toBe(code)
  })

  const echoes = it.echoes.map(
    ([name, bend, code = 'UPSTREAM_FAILED']) => [name, bend, code] as const,
  )
  test.each(echoes)('an answer with %s is refused', async (_what, bend, code) => {
    const { context } = play(baseUrl, [asking(bent(answer, bend))], { ton })
    expect((await refusal(quoteOf(provider, request, context))).code).toBe(code)
  })

  test.each([...swaps, ...further])(
    '%s: the chain decides the end',
    async (_name, asked, exchanges) => {
      const tape = play(baseUrl, exchanges, { ton })
      const quote = await quoteOf(provider, asked, tape.context)
      const { swap, messages } = await builtOnTon(provider, quote, tape)
      const { dstToken } = asked
      if (dstToken.native) return
      const came = jettonsCome(dstToken.address, payer, quote.dstAmount)
      const trace = traceOf([walletSends(messages), came])
      const shown = { ton: { ...ton, ...showing({ [paidHash]: trace }) } }
      const { context } = play(baseUrl, [], shown)
      const ref = paidRef(quote, swap)
      await expect(provider.status(id, ref, context)).resolves.toMatchObject({
        status: 'SUCCESS',
        receivedAmount: quote.dstAmount,
      })
      const other = await provider.status(id, { ...ref, receiver: friend }, context)
      expect(other.status).toBe('PENDING')
      const foreign = await provider.status(id, { ...ref, providerState: null }, context)
      expect(foreign.status).toBe('NOT_FOUND')
    },
  )

  for (const [name, asked, exchanges] of swaps) {
    describeHostile(name, provider, async () => {
      const tape = play(baseUrl, exchanges, { ton })
      const quote = await quoteOf(provider, asked, tape.context)
      const { messages, context, swap } = await builtOnTon(provider, quote, tape)
      return { honest: { request: asked, messages, dstMinAmount: swap.dstMinAmount }, context }
    })
  }
})
