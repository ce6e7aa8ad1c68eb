import { createCoffeeProvider } from '../../../src/providers/coffee_swap.ts'
import { formatAmount } from '../../../src/core/amounts.ts'
import type { QuoteRequest } from '../../../src/core/quote.ts'
import type { Token } from '../../../src/core/token.ts'
import { stonfiMessage, usualGas } from '../../../src/chains/ton/build/stonfiSwap.ts'
import { toncoMessage } from '../../../src/chains/ton/build/toncoSwap.ts'
import { poolOf, vaultMessage } from '../dedust/support.ts'
import { type Body, type Exchange, nowMs, requestOf } from '../depositSupport.ts'
import { routerV2 } from '../stonfi/support.ts'
import { nano, payer, raw, toncoin, usdt, walletOf } from '../tonSupport.ts'

export const baseUrl = 'https://coffee.test'
export const make = () => createCoffeeProvider({ baseUrl })
export const provider = make()
export const fromTon = requestOf(toncoin, usdt, 5n * nano, { fromAddress: payer })
export const toTon = requestOf(usdt, toncoin, 15_000_000n, { fromAddress: payer })
const tonco = {
  router: raw('EQC_-t0nCnOFMdp7E7qPxAOCbCWGFz-e3pwxb6tTvFmshjt5'),
  ptonWallet: raw('EQCHHakhWxSQIWbw6ioW21YnjVKBCDd_gVjF9Mz9_dIuFy23'),
}
export const pools = [
  { address: poolOf(toncoin, usdt), assets: [toncoin, usdt] as [typeof usdt, typeof usdt] },
]

function word(token: Token): Body {
  return { blockchain: 'ton', address: token.native ? 'native' : token.address }
}

function tokenBody(token: Token): Body {
  const { name, symbol, decimals } = token
  return { address: word(token), metadata: { name, symbol, decimals, listed: true } }
}

function units(amount: bigint, { decimals }: Token): number {
  return Number(formatAmount(amount, decimals))
}

export type Part = { dex: string; sold: bigint; out: bigint }

/** A route in all the fields of the real one. */
export function routeAnswer({ srcToken, dstToken, srcAmount }: QuoteRequest, parts: Part[]): Body {
  const out = parts.reduce((sum, part) => sum + part.out, 0n)
  return {
    input_token: tokenBody(srcToken),
    output_token: tokenBody(dstToken),
    input_amount: units(srcAmount, srcToken),
    output_amount: units(out, dstToken),
    input_usd: 15,
    output_usd: 14.9,
    savings: 0,
    recommended_gas: 0.3,
    price_impact: 0.01,
    paths: parts.map(({ dex, sold, out: given }) => ({
      blockchain: 'ton',
      dex,
      pool_address: 'EQCGScrZe1xbyWqWDvdI6mzP-GAcAWFv6ZXuaJOuSqemxku4',
      input_token: tokenBody(srcToken),
      output_token: tokenBody(dstToken),
      swap: {
        result: 'fully_fulfilled',
        input_amount: units(sold, srcToken),
        output_amount: units(given, dstToken),
        before_reserves: [1000.5, 3000.25],
        after_reserves: [1005.5, 2985.25],
      },
      recommended_gas: 0.3,
      average_gas: 0.0612,
      next: [],
    })),
  }
}

export function routeCall(request: QuoteRequest, answer: Body, status = 200): Exchange {
  return {
    method: 'POST',
    path: '/v1/route',
    request: {
      input_token: word(request.srcToken),
      output_token: word(request.dstToken),
      input_amount: units(request.srcAmount, request.srcToken),
      max_splits: 4,
      max_length: 2,
      pool_selector: { blockchains: ['ton'], dexes: ['stonfi', 'stonfi_v2', 'dedust', 'tonco'] },
      mev_protection: false,
    },
    body: answer,
    status,
  }
}

export function transactionsCall(paths: Body, transactions: Body[], status = 200): Exchange {
  return {
    method: 'POST',
    path: '/v2/route/transactions',
    request: { sender_address: raw(payer), slippage: 0.01, paths },
    body: { route_id: 987654, transactions },
    status,
  }
}

/** The message of one part at its exchange; the service writes what the exchange wants. */
export function transactionOf(
  request: QuoteRequest,
  { dex, sold, out }: Part,
  receiver = payer,
): Body {
  const { srcToken, dstToken } = request
  const minUnits = (out * 99n) / 100n
  const walletAt = (token: Token, owner: string, pton: string): string =>
    token.native ? pton : walletOf(token.address, owner)
  const offerWallet = srcToken.native ? null : walletOf(srcToken.address, payer)
  if (dex === 'dedust') {
    const hop = { pool: poolOf(srcToken, dstToken), src: srcToken, dst: dstToken }
    const hops = [{ ...hop, inAmount: sold, outAmount: out }]
    const { address, amount, payload } = vaultMessage({ request, hops, minOut: minUnits })
    return { address, value: amount, cell: payload, send_mode: 3, query_id: 1 }
  }
  const message =
    dex === 'tonco'
      ? toncoMessage({
          ...tonco,
          offerWallet,
          routerWallets: {
            src: walletAt(srcToken, tonco.router, tonco.ptonWallet),
            dst: walletAt(dstToken, tonco.router, tonco.ptonWallet),
          },
          units: sold,
          minUnits,
          owner: raw(receiver),
          queryId: 1n,
        })
      : stonfiMessage({
          ...routerV2,
          offerWallet,
          askWallet: walletAt(dstToken, routerV2.router, routerV2.ptonWallet),
          units: sold,
          minUnits,
          from: raw(payer),
          receiver: raw(receiver),
          refundTo: raw(payer),
          queryId: 1n,
          deadlineSeconds: nowMs / 1000 + 600,
          gas: usualGas(2, srcToken.native ? 'fromTon' : 'toTon'),
        })
  const { address, amount, payload } = message
  return { address: raw(address), value: String(amount), cell: payload, send_mode: 3, query_id: 1 }
}

export const single: Part[] = [{ dex: 'stonfi_v2', sold: 5n * nano, out: 15_000_000n }]
export const split: Part[] = [
  { dex: 'stonfi_v2', sold: 2n * nano, out: 6_000_000n },
  { dex: 'dedust', sold: 2n * nano, out: 5_950_000n },
  { dex: 'tonco', sold: nano, out: 3_050_000n },
]
export const back: Part[] = [{ dex: 'stonfi_v2', sold: 15_000_000n, out: 4_990_000_000n }]
