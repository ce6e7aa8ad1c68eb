/**
 * Answers as the live service gives them, in the shape others have recorded; amounts and accounts are
 * of our own. A call that was not estimated: a Go client's fixture of 2026-05-15. Estimated ones and
 * their figures: the tests of an aggregator of open intents, 2025-08 (USDC OPTIMISM to ARBITRUM).
 */
import { describe, expect, test } from 'vitest'

import { SwaprouteError } from '../../../src/core/errors.ts'
import type { Quote, QuoteRequest } from '../../../src/core/quote.ts'
import { createAcrossProvider } from '../../../src/providers/across/across.ts'
import { isWorth } from '../../../src/providers/kits/evm/swapBefore.ts'
import type { ProviderContext } from '../../../src/providers/types.ts'
import { periphery, swapAndBridge } from './calls.ts'
import {
  answer,
  arbWeth,
  baseUrl,
  type Body,
  load,
  play,
  type Recording,
  refOf,
  request,
  usdc,
} from './support.ts'

const provider = createAcrossProvider({ baseUrl, integratorId: '0x00aa' })
const bscEther = '0x2170Ed0880ac9A755fd29B2688956BD959F933F8'
const otherAsset = '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'

function estimated(limit: bigint): object {
  return { limit, price: 7n }
}

async function quoteOf(asked: QuoteRequest, context: ProviderContext): Promise<Quote> {
  const { quotes } = await provider.quote(asked, new Set(['across'] as const), context)
  const [quote] = quotes
  if (quote === undefined) throw new Error('expected a quote')
  return quote
}

function quoteOnly(recording: Recording): Recording {
  const recorded = Object.entries(recording.recorded).filter(([key]) => key.startsWith('/swap/'))
  return { ...recording, recorded: Object.fromEntries(recorded) }
}

/** The live answer's members around the call, which is one of the local chains. */
function asLive(recording: Recording): Recording {
  const { body } = answer(recording, '/swap/')
  const fee = { amount: '831250', amountUsd: '0.8312', pct: '3325000000000000', token: {} }
  delete body.approvalTxns
  delete body.swapTx.value
  Object.assign(body, {
    crossSwapType: 'bridgeableToBridgeable',
    refundToken: { decimals: 6, symbol: 'USDC', address: usdc.address, chainId: 13370001 },
    inputToken: {},
    outputToken: {},
    eip712: null,
    fees: { total: fee, totalMax: null, originGas: null, app: { ...fee, amount: '0' } },
    quoteExpiryTimestamp: null,
    id: '6pl4c-1754347045980-2353645c0fb7',
  })
  Object.assign(body.steps, { originSwap: null, destinationSwap: null })
  Object.assign(body.steps.bridge, { provider: 'across', fees: { totalRelay: {}, lp: {} } })
  Object.assign(body.swapTx, {
    ecosystem: 'evm',
    simulationSuccess: false,
    gas: '0',
    maxFeePerGas: '1100569',
    maxPriorityFeePerGas: '1100000',
  })
  return recording
}

test('from quote to the state of the deposit', async () => {
  const quote = await quoteOf(request(), play([quoteOnly(asLive(load('filled')))]).context)
  expect(quote).toMatchObject({
    dstAmount: 249_168_750n,
    fees: { gas: { limit: 110_000n, price: 1_100_569n } },
    expiresAtMs: null,
  })
  const built = await provider.build(quote, play([quoteOnly(asLive(load('filled')))]).context)
  expect(built).toMatchObject({
    transaction: { kind: 'evm', value: 0n },
    fees: { gas: { limit: 110_000n } },
    uniqueInfo: { acrossId: '6pl4c-1754347045980-2353645c0fb7' },
  })
  const later = load('filled')
  const { body } = answer(later, '/deposit/status')
  Object.assign(body, {
    depositRefundTxHash: null,
    depositRefundTxnRef: null,
    swapTokenAddress: null,
    outputToken: null,
  })
  const status = await provider.status('across', refOf(later.hash), play([later]).context)
  expect(status).toMatchObject({ status: 'SUCCESS', providerStatus: 'filled' })
})

describe('quote', () => {
  test.each<[string, (swapTx: Body) => void, object | null]>([
    ['no figures at all', (swapTx) => delete swapTx.maxFeePerGas, null],
    // A call that was not estimated, as recorded from the service in May 2026 (across-protocol).
    [
      'gas "0"',
      (swapTx) => Object.assign(swapTx, { gas: '0', maxFeePerGas: '7' }),
      estimated(110_000n),
    ],
    [
      'gas null',
      (swapTx) => Object.assign(swapTx, { gas: null, maxFeePerGas: '7' }),
      estimated(110_000n),
    ],
    ['a price of "0"', (swapTx) => Object.assign(swapTx, { gas: '0', maxFeePerGas: '0' }), null],
    [
      'an estimate',
      (swapTx) => Object.assign(swapTx, { gas: '122554', maxFeePerGas: '7' }),
      estimated(122_554n),
    ],
  ])('%s: nothing is taken for the gas of a call but a figure', async (_name, change, gas) => {
    const recording = quoteOnly(load('filled'))
    change(answer(recording, '/swap/').body.swapTx)
    const { fees } = await quoteOf(request(), play([recording]).context)
    expect(fees.gas).toEqual(gas)
  })

  const viaSwap = (data: string): Recording => {
    const recording = quoteOnly(load('filled'))
    const { body } = answer(recording, '/swap/')
    body.steps.originSwap = {
      outputAmount: '249900000',
      tokenOut: { address: usdc.address, symbol: 'USDC', decimals: 6 },
      swapProvider: { name: 'uniswap', sources: [] },
    }
    Object.assign(body.swapTx, { to: periphery, data })
    return recording
  }

  test('a swap that does not give what the bridge promises is refused with the quote', async () => {
    const chainId = 13_370_003n // of the sandbox, as in the context
    const honest = play([viaSwap(swapAndBridge({ chainId }))])
    await expect(quoteOf(request(), honest.context)).resolves.toMatchObject({ provider: 'across' })
    const other = play([
      viaSwap(swapAndBridge({ chainId, outputToken: otherAsset, outputAmount: 1n })),
    ])
    await expect(refusal(quoteOf(request(), other.context))).resolves.toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check: 'E8' },
    })
  })

  test.each<[string, string, string, bigint, boolean]>([
    ['the same asset under the symbol of BSC', 'BSC', bscEther, 10n ** 18n, true],
    ['less of it than is promised', 'BSC', bscEther, 10n ** 18n - 1n, false],
    ['another asset', 'ETH', usdc.address, 10n ** 18n, false],
  ])('a swap that gives %s', (_name, blockchain, given, least, worth) => {
    const swapped = { token: given, least, outputToken: arbWeth.address, outputAmount: 10n ** 18n }
    expect(isWorth(blockchain as 'BSC', { ...swapped, dst: 'ARBITRUM' })).toBe(worth)
  })
})

async function refusal(promise: Promise<unknown>): Promise<object> {
  const thrown = await promise.then(
    () => new Error('expected a refusal'),
    (reason: unknown) => reason,
  )
  if (!(thrown instanceof SwaprouteError)) throw thrown
  return { code: thrown.code, message: thrown.message, context: thrown.context }
}
