/** What only LI.FI does: exclusions by bridge and by exchange, and quotes without a payer. */
import { describe, expect, test } from 'vitest'

import { createLifiProvider, createLifiSwapProvider } from '../../../src/providers/lifi/lifi.ts'
import { serviceUrl } from '../callCase.ts'
import { evm, play, quoteOf, refusal, requestOf, tokenOf } from '../depositSupport.ts'
import { swapOf } from './shapes.ts'

const [usdc, arbUsdc, dai, weth] = [
  tokenOf('ETH', 'USDC'),
  tokenOf('ARBITRUM', 'USDC'),
  tokenOf('ETH', 'DAI'),
  tokenOf('ETH', 'WETH'),
]
const amount = 100_000_000n
const between = { src: usdc, dst: arbUsdc, amount, out: amount, slippage: '0.01' }
const onOne = { src: usdc, dst: dai, amount, out: amount, slippage: '0.005' }
const bridge = createLifiProvider({ baseUrl: serviceUrl, apiKey: 'key' })
const exchange = createLifiSwapProvider({ baseUrl: serviceUrl })
const without = (lifi: string[]) => ({
  fromAddress: evm('alice'),
  foreignExclusions: { lifi, rango: [], zerox: [], dflow: [] },
})

describe('exclusions', () => {
  test('leave the other bridge, and name exchanges', async () => {
    const query = { allowBridges: 'debridge', denyExchanges: 'bitget,1inch' }
    const tape = play(serviceUrl, [swapOf({ ...between, tool: 'debridge', query })])
    const request = requestOf(usdc, arbUsdc, amount, without(['Across', 'bitget', '1inch']))
    await expect(quoteOf(bridge, request, tape.context)).resolves.toBeDefined()
    expect(tape.unused()).toEqual([])
  })

  test('of every bridge send no request', async () => {
    const request = requestOf(usdc, arbUsdc, amount, without(['across', 'deBridge']))
    const error = await refusal(quoteOf(bridge, request, play(serviceUrl, []).context))
    expect(error).toMatchObject({ code: 'NO_ROUTE' })
  })

  test.each([
    ['a bridge', bridge, arbUsdc, { ...between, query: { allowBridges: 'debridge' } }, 'across'],
    ['an exchange', exchange, dai, { ...onOne, query: { denyExchanges: 'Bitget' } }, 'Bitget'],
  ] as const)('are looked for in the answer: %s', async (_name, provider, dst, given, tool) => {
    const tape = play(serviceUrl, [swapOf({ ...given, tool: tool.toLowerCase() })])
    const request = requestOf(usdc, dst, amount, without([tool]))
    const error = await refusal(quoteOf(provider, request, tape.context))
    expect(error).toMatchObject({ code: 'NO_ROUTE' })
    expect(error.message).toContain('which you excluded')
  })
})

test('a quote without a payer names a sample one, and a key goes in its header', async () => {
  const told = swapOf({ ...between, tool: 'across', query: { allowBridges: 'across,debridge' } })
  const sample = '0x552008c0f6870c2f77e5cC1d2eb9bdff03e30Ea0'
  const path = told.path.replace(evm('alice'), sample)
  const tape = play(serviceUrl, [{ ...told, path }])
  await quoteOf(bridge, requestOf(usdc, arbUsdc, amount), tape.context)
  expect(tape.asked).toMatchObject([{ headers: { 'x-lifi-api-key': 'key' } }])
})

test.each([
  ['the asset that is paid out', usdc, 'swap', null],
  ['another asset', weth, 'swap', 'NO_ROUTE'],
  ['a token on no list', { ...weth, address: evm('mallory') }, 'swap', 'NO_ROUTE'],
  ['another asset, without a swap', weth, 'protocol', null],
])('a bridge that takes %s after a swap', async (_, taken, type, code) => {
  const query = { allowBridges: 'across,debridge' }
  const told = swapOf({ ...between, src: dai, tool: 'debridge', query })
  told.body.includedSteps = [
    { type, tool: 'kyberswap', action: { fromToken: dai, toToken: taken } },
    { type: 'cross', tool: 'debridge', action: { fromToken: taken, toToken: arbUsdc } },
  ].map((step) => JSON.parse(JSON.stringify(step)))
  const request = requestOf(dai, arbUsdc, amount, without([]))
  const quoted = quoteOf(bridge, request, play(serviceUrl, [told]).context)
  if (code === null) await expect(quoted).resolves.toBeDefined()
  else expect(await refusal(quoted)).toMatchObject({ code })
})

test('a fee in another token makes no offer', async () => {
  const told = swapOf({ ...between, tool: 'across', query: { allowBridges: 'across,debridge' } })
  told.body.estimate.feeCosts[0].included = false
  const request = requestOf(usdc, arbUsdc, amount, without([]))
  const error = await refusal(quoteOf(bridge, request, play(serviceUrl, [told]).context))
  expect(error.code).toBe('UPSTREAM_FAILED')
})
