/**
 * E16 over every deposit provider: what a refund costs is a figure of the quote where its answers say
 * it, and it is known of all others why they do not.
 */
import { expect, test } from 'vitest'

import { orderFeeNote } from '../../src/core/quote.ts'
import { depositCases } from './cases.ts'
import { bent, type Exchange, play } from './depositSupport.ts'

/** The answers with the fee in them, base units of the source token, and the note that they make. */
const named: Readonly<
  Record<string, { calls(calls: readonly Exchange[]): Exchange[]; fee: string }>
> = {
  near_intents: {
    calls: (calls) =>
      calls.map((call) => ({
        ...call,
        body: bent(call.body, ({ quote }) => Object.assign(quote ?? {}, { refundFee: '1900' })),
      })),
    fee: '1900',
  },
  // `outbound_fee` of the source chain.
  thorchain: { calls: (calls) => [...calls], fee: '30000' },
}

const custodial = 'no answer of its interface names what a refund costs'
const unnamed: Readonly<Record<string, string>> = {
  baltex: custodial,
  change_hero: custodial,
  changelly: 'its `networkFee` is that of the payout; a refund is sent by its support',
  changenow: 'its estimate has fees of the deposit and the payout alone',
  exolix: custodial,
  houdini: 'the exchange behind it decides',
  quickex: 'its `finalNetworkFeeAmount` is that of the payout',
  simple_swap: custodial,
  stealthex: custodial,
  chainflip: 'a quote names the fee of the destination; that of the source only its nodes tell',
  relay: 'its quote names no fee of a refund',
}

test('every deposit provider is in one of the two lists', () => {
  const listed = [...Object.keys(named), ...Object.keys(unnamed)]
  expect(listed.toSorted()).toEqual(depositCases.map(([name]) => name).toSorted())
})

test.each(depositCases)('%s', async (name, { provider, request, baseUrl, quote }) => {
  const { calls, fee } = named[name] ?? { calls: () => [...quote], fee: null }
  const { context } = play(baseUrl, calls(quote))
  const { quotes } = await provider.quote(request, new Set(provider.ids), context)
  expect(quotes.length).toBeGreaterThan(0)
  for (const { warnings } of quotes) {
    const told = warnings.filter(({ code, data }) => code === orderFeeNote && data !== undefined)
    expect(told.map(({ data }) => data)).toEqual(fee === null ? [] : [{ refundFee: fee }])
  }
})
