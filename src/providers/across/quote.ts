import * as z from 'zod/mini'

import { SwaprouteError } from '../../core/errors.ts'
import type { Quote, QuoteRequest, RouteStep } from '../../core/quote.ts'
import { foreignReason } from '../../core/foreignReason.ts'
import { parseWire, wireAddress, wireHex, wireUint } from '../../http/wire.ts'
import { otherSwap } from '../kits/errors.ts'
import { type EvmService, feesOf, type EvmOffer, toEvmQuote } from '../kits/evm/service.ts'
import type { BuiltSwap } from '../types.ts'

// An answer of the Swap API: a quote with its transaction. Only the fields that are read;
// https://github.com/across-protocol/frontend api/swap (read 2026-11).

const tokenWire = z.object({
  address: wireAddress,
  symbol: z.string(),
  decimals: z.int().check(z.minimum(0), z.maximum(77)),
})

/** Shares of 1 with 18 decimals; a gain is negative. */
const shareWire = z.string().check(z.regex(/^-?[0-9]{1,30}$/))

const feeWire = z.object({ pct: z.nullish(shareWire) })

const quoteWire = z.object({
  id: z.nullish(z.string()),
  checks: z.object({ allowance: z.object({ spender: wireAddress }) }),
  steps: z.object({
    originSwap: z.nullish(
      z.object({
        outputAmount: wireUint,
        tokenOut: tokenWire,
        swapProvider: z.object({ name: z.string() }),
      }),
    ),
    bridge: z.object({ provider: z.nullish(z.string()) }),
    destinationSwap: z.nullish(z.object({})),
  }),
  fees: z.nullish(
    z.object({
      total: z.nullish(
        z.object({
          pct: z.nullish(shareWire),
          details: z.nullish(z.object({ bridge: z.nullish(feeWire), app: z.nullish(feeWire) })),
        }),
      ),
    }),
  ),
  inputAmount: wireUint,
  expectedOutputAmount: wireUint,
  minOutputAmount: wireUint,
  expectedFillTime: z.number().check(z.nonnegative(), z.maximum(7 * 86_400)),
  swapTx: z.object({
    chainId: z.int(),
    to: wireAddress,
    data: wireHex,
    value: z.nullish(wireUint),
    gas: z.nullish(wireUint),
    maxFeePerGas: z.nullish(wireUint),
  }),
  /** Unix seconds; 0: no expiry. */
  quoteExpiryTimestamp: z.nullish(z.int().check(z.nonnegative())),
})

export type AcrossQuote = z.output<typeof quoteWire>

/** Gas of a plain deposit (96,541 measured) and of one with a swap before it, rounded up. */
const depositGas = 110_000n
const swapAndDepositGas = 450_000n

/**
 * @throws SwaprouteError NO_ROUTE for a swap on arrival, UPSTREAM_FAILED for an undocumented answer
 * or one for a different swap
 */
export function readAcrossQuote(body: unknown, { srcAmount }: QuoteRequest): AcrossQuote {
  const wire = parseWire(quoteWire, body, 'The quote of Across')
  const { inputAmount, expectedOutputAmount, minOutputAmount, steps } = wire
  if (steps.destinationSwap != null) {
    throw new SwaprouteError(
      'NO_ROUTE',
      'Across would swap on the destination chain, where nothing guarantees the receiver a minimum.',
    )
  }
  const isAsAsked =
    inputAmount === srcAmount && minOutputAmount > 0n && minOutputAmount <= expectedOutputAmount
  if (isAsAsked && (steps.bridge.provider ?? 'across') === 'across') return wire
  throw otherSwap('Across')
}

export function toQuote(service: EvmService, wire: AcrossQuote, request: QuoteRequest): Quote {
  const { srcToken } = request
  const terms = {
    swapType: 'cross-chain',
    dstMinAmount: wire.minOutputAmount,
    durationSeconds: wire.expectedFillTime,
  } as const
  return {
    ...toEvmQuote(service, request, toOffer(wire, request), terms),
    // The call decides which contract takes the token.
    spender: srcToken.native ? null : wire.checks.allowance.spender,
    steps: toSteps(wire, request),
  }
}

function toOffer(wire: AcrossQuote, { srcToken, dstToken }: QuoteRequest): EvmOffer {
  const { swapTx, steps } = wire
  const share = shareTaken(wire.fees)
  // Without an estimate, as requested, gas is "0".
  const [gas, price] = [swapTx.gas ?? 0n, swapTx.maxFeePerGas ?? 0n]
  const usual = steps.originSwap == null ? depositGas : swapAndDepositGas
  const expiry = wire.quoteExpiryTimestamp ?? 0
  return {
    // The answer does not repeat the tokens; the call names them.
    srcToken: srcToken.address,
    dstToken: dstToken.address,
    srcAmount: wire.inputAmount,
    dstAmount: wire.expectedOutputAmount,
    gas: price === 0n ? null : { limit: gas === 0n ? usual : gas, price },
    // 10^18 is 100%; six digits, rounded up.
    ...(share <= 0n ? {} : { feePercent: Number((share - 1n) / 10n ** 10n + 1n) / 1e6 }),
    ...(expiry === 0 ? {} : { expiresAtMs: expiry * 1000 }),
  }
}

/**
 * Share taken from the amount, integrator fee included; 10^18 is 100%. It is undocumented whether
 * the total includes that fee, so the result is at least the sum of the parts.
 */
function shareTaken(fees: AcrossQuote['fees']): bigint {
  const total = BigInt(fees?.total?.pct ?? '0')
  const { bridge, app } = fees?.total?.details ?? {}
  const parts = BigInt(bridge?.pct ?? '0') + BigInt(app?.pct ?? '0')
  return parts > total ? parts : total
}

function toSteps(wire: AcrossQuote, request: QuoteRequest): RouteStep[] {
  const { srcToken, dstToken, srcAmount } = request
  const { originSwap } = wire.steps
  const to = { token: dstToken, amount: wire.expectedOutputAmount }
  if (originSwap == null) {
    return [
      { type: 'cross-chain', provider: 'across', from: { token: srcToken, amount: srcAmount }, to },
    ]
  }
  const { address, symbol, decimals } = originSwap.tokenOut
  const { blockchain } = srcToken
  const name = foreignReason(symbol, 20)
  const token = { blockchain, address, symbol: name, name, decimals, listed: false, native: false }
  const between = { token, amount: originSwap.outputAmount }
  return [
    {
      type: 'on-chain',
      provider: foreignReason(originSwap.swapProvider.name, 40),
      from: { token: srcToken, amount: srcAmount },
      to: between,
    },
    { type: 'cross-chain', provider: 'across', from: between, to },
  ]
}

export function toAcrossSwap(wire: AcrossQuote, request: QuoteRequest): BuiltSwap {
  const { to, data, value } = wire.swapTx
  const { native } = request.srcToken
  return {
    transaction: {
      kind: 'evm',
      to,
      data,
      value: value ?? 0n,
      approvalAddress: native ? null : wire.checks.allowance.spender,
    },
    dstAmount: wire.expectedOutputAmount,
    dstMinAmount: wire.minOutputAmount,
    fees: feesOf(toOffer(wire, request), request.srcToken),
    orderId: null,
    uniqueInfo: wire.id == null ? {} : { acrossId: foreignReason(wire.id, 80) },
    providerState: null,
  }
}
