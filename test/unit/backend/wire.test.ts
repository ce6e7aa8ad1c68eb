import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { routingStep } from '../../../src/api/answers.ts'
import { estimateTerms, toEstimate, toRoutingStep } from '../../../src/backend/wire.ts'
import { blockchainNumber } from '../../../src/backend/services.ts'
import { createChainTable } from '../../../src/chains/chainSettings.ts'
import { allChains, isEvmChain } from '../../../src/chains/chains.ts'
import type { Quote } from '../../../src/core/quote.ts'
import { ether, prices, quote, usdc } from '../../support/routing.ts'

const tools = {
  prices: () => null,
  nativeToken: () => ether,
  blockchainNumber: () => 1,
}

describe('amounts that clients of the contract expect as text', () => {
  const hop = (from: bigint | null, to: bigint | null): Quote['steps'][number] => ({
    type: 'on-chain',
    provider: 'UNI_SWAP_V3',
    from: { token: ether, amount: from },
    to: { token: usdc, amount: to },
  })

  test.each([
    [[hop(1n, 2n)], '0'],
    [[hop(1n, 7n), hop(7n, 2n)], '7'],
    [[hop(1n, null), hop(null, 2n)], '0'],
  ])('what is in the middle of a route', (steps, expected) => {
    const own = { ...quote('UNI_SWAP_V3', 2n), steps }
    expect(toEstimate(own, own, tools).intermidiateTokenWeiAmount).toBe(expected)
  })

  test.each([
    ['by both USD values', 2_970_000000n, null, 1],
    ['to the nearest hundredth', 2_999_550000n, null, 0.02],
    ['of a gain', 3_030_000000n, null, 0],
    ['by the provider itself', 2_970_000000n, 0.11, 0.11],
  ])('price impact in percent, %s', (_how, dstAmount, priceImpactPercent, expected) => {
    const own = quote('UNI_SWAP_V3', dstAmount, { priceImpactPercent })
    expect(toEstimate(own, own, { ...tools, prices }).priceImpact).toBe(expected)
    expect(estimateTerms(own, own, prices).priceImpactPercent).toBe(expected)
  })

  test('price impact without a price is null', () => {
    const own = quote('UNI_SWAP_V3', 2_970_000000n)
    const onlyOne: typeof prices = (token) => (token.native ? null : prices(token))
    expect(toEstimate(own, own, { ...tools, prices: onlyOne }).priceImpact).toBeNull()
  })

  test.each([
    ['that names what is inside', ['Uniswap_V3']],
    ['that does not', undefined],
  ])('a step %s is sent as the document has it', (_, via) => {
    const step = { ...hop(1n, 2n), ...(via === undefined ? {} : { via }) }
    const sent = toRoutingStep(step, tools)
    expect(sent.via).toEqual(via)
    expect(() => z.strictObject(routingStep.shape).parse(sent)).not.toThrow()
  })

  test('both ends of every hop', () => {
    const { path } = toRoutingStep(hop(10n ** 18n, null), tools)
    expect(path.map(({ symbol, amount }) => [symbol, amount])).toEqual([
      ['ETH', '1'],
      ['USDC', '0'],
    ])
  })
})

/** The numbers of the public service (service-facts section 10); EVM chains have their own. */
const numbers = {
  SOLANA: 7565164,
  TRON: 195,
  TON: 9999,
  BITCOIN: 5555,
  BITCOIN_CASH: 10_000,
  DOGECOIN: 2000,
  FILECOIN: 314,
  XDC: 50,
  ONTOLOGY: 58,
  EOS: 59,
} as const

test('every chain whose number is known has it, and the others have null', () => {
  const table = createChainTable({}, { sandbox: false })
  const services = {
    chainId: (id: Parameters<typeof table.settings>[0]) => table.settings(id).chainId,
  }
  const told = Object.fromEntries(
    allChains().flatMap((chain) => {
      const number = blockchainNumber(services, chain.id)
      return isEvmChain(chain) && chain.id !== 'XDC'
        ? []
        : number === null
          ? []
          : [[chain.id, number]]
    }),
  )
  expect(told).toEqual(numbers)
  const evm = allChains().filter(isEvmChain)
  expect(evm.filter(({ id }) => blockchainNumber(services, id) === null)).toEqual([])
})
