/** Every fact by which an exchange's messages are read is the word of two hosts (N1). */
import { describe, expect, test } from 'vitest'

import { SwaprouteError } from '../../src/core/errors.ts'
import { createAgreedTon } from '../../src/evidence/tonAgreed.ts'
import type { TonCenter, TonNode } from '../../src/http/toncenterTypes.ts'
import { proofOf } from '../../src/providers/types.ts'
import { noTon } from '../support/noTon.ts'
import { tonCases } from './cases.ts'
import { play, quoteOf } from './depositSupport.ts'
import { builtOnTon } from './tonHostile.ts'
import { addressItem, mallory, payer } from './tonSupport.ts'

type Method = TonCenter['runGetMethod']

const down: Method = async () => {
  throw new SwaprouteError('CHAIN_UNAVAILABLE', 'It is down.')
}

/** How often an exchange's messages rest on a get-method; an exchange without any proves all. */
const facts: string[] = []

describe.each(tonCases)('%s', (id, { provider, baseUrl, ton, swaps, further = [] }) => {
  test.each([...swaps, ...further])('%s', async (name, request, exchanges) => {
    const proof = proofOf(provider, 'ton')
    const honest = ton.runGetMethod
    if (proof === null || honest === undefined) throw new Error('nothing is read')
    const tape = play(baseUrl, exchanges, { ton })
    const quote = await quoteOf(provider, request, tape.context)
    const { messages, context } = await builtOnTon(provider, quote, tape)
    const { srcToken, dstToken } = request

    /** What is read of the messages, and by whose word. */
    const readAt = async (hosts: readonly Method[]): Promise<unknown[]> => {
      const list = hosts.map((runGetMethod, index): TonNode => ({
        host: `${index}.ton`,
        runGetMethod,
        accountState: noTon.accountState,
        chainTime: noTon.chainTime,
        emulate: noTon.chainTime as never,
      }))
      const nodes = async () => ({ own: false, list })
      const noted = createAgreedTon({ ...noTon, nodes }).noted()
      const reading = { ...context, ton: noted.ton }
      const swap = { srcToken, dstToken, fromAddress: payer }
      const read: unknown[] = []
      for (const message of messages) read.push(await proof.decode(message, swap, reading))
      return [...read, noted.isOneNode()]
    }
    const codeOf = async (hosts: readonly Method[]): Promise<unknown> => {
      const thrown: unknown = await readAt(hosts).catch((error: unknown) => error)
      return thrown instanceof SwaprouteError ? thrown.context['check'] : thrown
    }

    const asked = new Set<string>()
    const noting: Method = (...call) => {
      asked.add(`${call[0]} ${call[1]} ${JSON.stringify(call[2])}`)
      return honest(...call)
    }
    const read = await readAt([noting, honest])
    expect(read.at(-1)).toBe(false)
    expect(await readAt([honest, down])).toEqual([...read.slice(0, -1), asked.size > 0])

    for (const fact of asked) {
      facts.push(`${id} ${name}`)
      const lying: Method = (...call) =>
        `${call[0]} ${call[1]} ${JSON.stringify(call[2])}` === fact
          ? Promise.resolve([addressItem(mallory)])
          : honest(...call)
      expect(await codeOf([lying, honest])).toBe('N1')
      expect(await codeOf([honest, lying])).toBe('N1')
    }
  })
})

test('some of it rests on the chain', () => {
  expect(new Set(facts.map((text) => text.split(' ')[0]))).toEqual(
    new Set(['STONFI', 'DEDUST', 'COFFEE_SWAP', 'TONCO_DEX']),
  )
})
