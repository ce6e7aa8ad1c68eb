/** What only 0x has: Settlers that change, and sources that the user may exclude. */
import { describe, expect, test } from 'vitest'

import { SwaprouteError } from '../../../src/core/errors.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { type ProviderContext, proofOf } from '../../../src/providers/types.ts'
import { createZrxProvider } from '../../../src/providers/zrx.ts'
import { ownNode } from '../../support/ownNode.ts'
import { registeredKeeper } from '../../support/registry.ts'
import { serviceUrl } from '../callCase.ts'
import { evm, play, quoteOf, refusal } from '../depositSupport.ts'
import { callCase } from '../zrx.case.ts'

const provider = createZrxProvider({ baseUrl: serviceUrl, apiKey: 'key' })
const { request, honest } = callCase
const word = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const [ownerOf, prev] = ['0x6352211e', '0xe2603dc2']
const paused = { ok: false, code: 3, message: 'execution reverted', data: '0x' } as const
const twoWords = new SwaprouteError('UNSAFE_ROUTE', 'Two ETH nodes return different answers.')

/** The honest swap where the registry gives these answers, by the method. */
async function build(answers: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { context } = play(serviceUrl, honest)
  const asked: unknown[] = []
  const batch: ProviderContext['rpc']['batch'] = async (_blockchain, calls) =>
    calls.map(({ params: [params] }) => {
      const data = (params as { data: string }).data
      asked.push(data.slice(-1))
      const answer = answers[data.slice(0, 10)] ?? null
      if (answer instanceof SwaprouteError) throw answer
      return answer === paused ? paused : { ok: true, result: answer }
    })
  const chained = { ...context, rpc: { ...context.rpc, batch, witnesses: ownNode } }
  const built = await provider.build(await quoteOf(provider, request, chained), chained)
  expect(new Set(asked)).toEqual(new Set(['2']))
  return built
}

test.each([
  ['the present one', { [ownerOf]: word(registeredKeeper) }],
  ['the previous one', { [ownerOf]: word(evm('newer')), [prev]: word(registeredKeeper) }],
])('takes the Settler that is %s', async (_name, answers) => {
  await expect(build(answers)).resolves.toMatchObject({ transaction: { kind: 'evm' } })
})

test.each([
  ['another one', { [ownerOf]: word(evm('newer')), [prev]: word(evm('older')) }, 'UNSAFE_ROUTE'],
  ['none', { [ownerOf]: '0x', [prev]: word(registeredKeeper) }, 'UNSAFE_ROUTE'],
  ['no address', { [ownerOf]: `0x${'f'.repeat(64)}` }, 'UNSAFE_ROUTE'],
  ['nothing', {}, 'UNSAFE_ROUTE'],
  ['one thing at one host, another at the next', { [ownerOf]: twoWords }, 'UNSAFE_ROUTE'],
  ['a revert, as while it is paused', { [ownerOf]: paused }, 'UPSTREAM_FAILED'],
])('refuses the call where the registry names %s', async (_name, answers, code) => {
  expect(await refusal(build(answers))).toMatchObject({ code })
})

describe('a Settler whose address the registry cannot deploy to', () => {
  // The README of 0xProject/0x-settler names the first two for Ethereum; the third is Base's.
  test.each<[string, BlockchainId, boolean]>([
    ['0xDf31A70a21A1931e02033dBBa7DEaCe6c45cfd0f', 'ETH', true],
    ['0x207e1074858A7e78f17002075739eD2745dbaEce', 'ETH', true],
    ['0x4f6f91599858bf0d19fabcf2c5d591fe13f7c059', 'BASE', true],
    ['0x4f6f91599858bf0d19fabcf2c5d591fe13f7c059', 'ETH', false],
    // Of the README as well, for swaps that a relayer sends.
    ['0x42b17b6B6b93383d52F21Dc61546974E014241bf', 'ETH', false],
    [evm('mallory'), 'ETH', false],
  ])('%s on %s, though the registry names it', async (settler, blockchain, isTaken) => {
    const { context } = play(serviceUrl, [])
    const batch: ProviderContext['rpc']['batch'] = async (_chain, calls) =>
      calls.map(() => ({ ok: true, result: word(settler) }))
    const rpc = { ...context.rpc, batch, witnesses: ownNode }
    const proof = proofOf(provider, 'calls')
    expect(await proof?.vouches?.(settler, blockchain, { ...context, rpc })).toBe(isTaken)
  })
})

test('sends excluded sources, and refuses a route through one', async () => {
  const [price] = honest
  const path = `${price?.path}&excludedSources=Uniswap_V3%2CCurve`
  const tape = play(serviceUrl, [{ ...price, path, body: price?.body }])
  const foreignExclusions = { ...request.foreignExclusions, zerox: ['Uniswap_V3', 'Curve'] }
  const error = await refusal(quoteOf(provider, { ...request, foreignExclusions }, tape.context))
  expect(tape.unused()).toEqual([])
  expect(error.code).toBe('NO_ROUTE')
})
