/**
 * An answer of the live service to `GET /swap/approval`, the fields that are read: USDC of OPTIMISM
 * to WETH of ARBITRUM, recorded on 2026-02-09 as the example of the vendor's documentation, and stored
 * in Kalapaja/Kalatori, daemon/src/clients/swaps/across.rs.
 */
import { expect, test } from 'vitest'

import { createAcrossProvider } from '../../../src/providers/across/across.ts'
import { readAcrossQuote } from '../../../src/providers/across/quote.ts'
import { play, quoteOf, refusal, requestOf, tokenOf } from '../depositSupport.ts'

const weth = {
  decimals: 18,
  symbol: 'WETH',
  address: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
  name: 'Wrapped Ether',
  chainId: 42161,
}
const opWeth = { ...weth, address: '0x4200000000000000000000000000000000000006', chainId: 10 }
const usdc = {
  decimals: 6,
  symbol: 'USDC',
  address: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  name: 'USD Coin',
  chainId: 10,
}
const spender = '0x89415a82d909a7238d69094C3Dd1dCC1aCbDa85C'
const body = {
  crossSwapType: 'anyToBridgeable',
  amountType: 'exactInput',
  checks: {
    allowance: { token: usdc.address, spender, actual: '0', expected: '1000000' },
    balance: { token: usdc.address, actual: '2993387', expected: '1000000' },
  },
  steps: {
    originSwap: {
      tokenIn: usdc,
      tokenOut: opWeth,
      inputAmount: '1000000',
      outputAmount: '472306805062946',
      minOutputAmount: '468764504022050',
      maxInputAmount: '1000000',
      swapProvider: { name: '0x', sources: ['woofi_v2'] },
      slippage: 0.0075,
    },
    bridge: {
      inputAmount: '468764504022050',
      outputAmount: '464434354522974',
      tokenIn: opWeth,
      tokenOut: weth,
      fees: { amount: '4330149499076', pct: '9237366442904769', token: opWeth },
      provider: 'across',
    },
  },
  inputToken: usdc,
  outputToken: weth,
  refundToken: opWeth,
  fees: {
    total: {
      amount: '6701',
      amountUsd: '0.0067',
      token: usdc,
      pct: '6701306754817189',
      details: {
        type: 'total-breakdown',
        swapImpact: { amount: '-2490', amountUsd: '-0.00249', pct: '-2490491832281262' },
        app: { amount: '0', amountUsd: '0.0', token: weth, pct: '0' },
        bridge: { amount: '4330149499076', token: opWeth, pct: '9191798587098451' },
      },
    },
    originGas: { amount: '626037662500', amountUsd: '0.001328658512253625' },
  },
  inputAmount: '1000000',
  maxInputAmount: '1000000',
  expectedOutputAmount: '467917612181896',
  minOutputAmount: '464434354522974',
  expectedFillTime: 2,
  swapTx: {
    simulationSuccess: true,
    chainId: 10,
    to: spender,
    data: '0xad5425c6',
    gas: '571750',
    maxFeePerGas: '1094950',
    maxPriorityFeePerGas: '1000000',
  },
  quoteExpiryTimestamp: 1_770_679_043,
  id: 'vqhfb-1770675636494-01dc8983f2fc',
}

const request = requestOf(tokenOf('OPTIMISM', 'USDC'), tokenOf('ARBITRUM', 'WETH'), 1_000_000n)

test('is read as it was meant', () => {
  expect(readAcrossQuote(body, request)).toMatchObject({
    inputAmount: 1_000_000n,
    expectedOutputAmount: 467_917_612_181_896n,
    minOutputAmount: 464_434_354_522_974n,
    checks: { allowance: { spender } },
    fees: {
      total: {
        pct: '6701306754817189',
        details: { bridge: { pct: '9191798587098451' }, app: { pct: '0' } },
      },
    },
    swapTx: { to: spender, gas: 571_750n, maxFeePerGas: 1_094_950n },
    quoteExpiryTimestamp: 1_770_679_043,
  })
})

test('goes to a contract that was replaced since, and is refused', async () => {
  const http = {
    send: async () => ({ status: 200, retryAfterSeconds: null, body }),
    close: async () => {},
  }
  const context = { ...play('', []).context, http }
  const error = await refusal(quoteOf(createAcrossProvider(), request, context))
  expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E8' } })
})
