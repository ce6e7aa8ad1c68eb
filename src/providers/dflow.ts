// DFlow: an aggregator of Solana, by its order in one transaction.
//
// API: https://pond.dflow.net/resources/trading-api (openapi.json, read 2026-11; recorded answers of
// 2026-08-22). One call gives the price and, with a payer, the transaction. Amounts are base units as
// text. Its orders that other accounts fill (`allowAsyncExec`) are not asked for, nor a sponsor, who
// would have to sign. Program: the Anchor IDL on the chain (account
// Cp2dCjxCWdktak2JiSrh87X6sz31EnDVKoTGtsHJvhYq, as read on 2026-09-27). Its swap names no mint and no
// account of the payer's: `simulatedForm` proves them.

import * as z from 'zod/mini'

import { associatedAccount, programs, wrappedSol } from '../chains/solana/addresses.ts'
import { readU16, readU32, readU64, type SolanaInstruction } from '../chains/solana/message.ts'
import type { QuoteRequest } from '../core/quote.ts'
import { parseWire, wireUint } from '../http/wire.ts'
import { noRoute } from './kits/errors.ts'
import { simulatedForm } from './kits/foreign/simulatedForm.ts'
import {
  type SwapInstruction,
  type SwapProgram,
  UnknownAccountError,
  type Wrapping,
  tradesWrapped,
} from './kits/foreign/solanaSwap.ts'
import {
  type ForeignAsked,
  foreignAggregator,
  type ForeignOffer,
} from './kits/foreign/aggregator.ts'
import type { Provider } from './types.ts'

const orderWire = z.object({
  inputMint: z.string(),
  outputMint: z.string(),
  inAmount: wireUint,
  outAmount: wireUint,
  priceImpactPct: z.nullish(z.union([z.string(), z.number()])),
  platformFee: z.nullish(z.looseObject({})),
  executionMode: z.string(),
  routePlan: z.nullish(z.array(z.object({ venue: z.string(), inputMint: z.nullish(z.string()) }))),
  transaction: z.nullish(z.string()),
})
const refusalWire = z.object({ code: z.string(), msg: z.nullish(z.string()) })

type Order = z.output<typeof orderWire>

const program = 'DF1ow4tspfHX9JwWJsAb9epbkA8hmpSEAtxXy1V27QBH'

/** @param options.baseUrl without a trailing slash */
export function createDflowProvider({
  baseUrl,
  apiKey,
}: {
  baseUrl: string
  apiKey: string | null
}): Provider {
  const urlOf = (asked: ForeignAsked, request: QuoteRequest, payer: string | null): string =>
    `${baseUrl}/order?${new URLSearchParams({
      inputMint: asked.srcToken,
      outputMint: asked.dstToken,
      amount: asked.srcAmount,
      slippageBps: String(asked.slippageBps),
      allowAsyncExec: 'false',
      ...(asked.excluded.length === 0 ? {} : { excludeDexes: asked.excluded.join(',') }),
      ...(tradesWrapped(request) ? { wrapAndUnwrapSol: 'false' } : {}),
      ...(payer === null ? {} : { userPublicKey: payer }),
    }).toString()}`
  return foreignAggregator({
    id: 'DFLOW',
    name: 'DFlow',
    keyVariable: 'SWAPROUTE_DFLOW_API_KEY',
    hasKey: apiKey !== null,
    headers: apiKey === null ? {} : { 'x-api-key': apiKey },
    excludes: 'dflow',
    form: simulatedForm('DFlow', program, swapProgram),
    coin: wrappedSol,
    quote: (asked, request) => ({ url: urlOf(asked, request, null), read: toOffer }),
    build: async (order, _offer, ask) => {
      const { request, sender } = order
      return await ask({
        url: urlOf(order, request, sender),
        read: (body) => {
          const { dstAmount } = toOffer(body)
          const { transaction } = readOrder(body)
          if (transaction == null) throw new Error('no transaction')
          return { transaction: { kind: 'solana', data: transaction }, dstAmount }
        },
      })
    },
    refusal: (body) => {
      const { success, data } = z.safeParse(refusalWire, body)
      return success ? { code: data.code, reason: data.msg ?? null } : null
    },
    refusals: {
      route_not_found: 'NO_ROUTE',
      route_too_long: 'NO_ROUTE',
      route_is_empty: 'NO_ROUTE',
      price_impact_too_high: 'NO_ROUTE',
      invalid_input_mint: 'NO_ROUTE',
      invalid_output_mint: 'NO_ROUTE',
      zero_out_amount: 'AMOUNT_TOO_LOW',
    },
  })
}

function readOrder(body: unknown): Order {
  return parseWire(orderWire, body, 'The order of DFlow')
}

function toOffer(body: unknown): ForeignOffer {
  const { inputMint, outputMint, inAmount, outAmount, ...order } = readOrder(body)
  // Others fill it later, or a fee that was not requested.
  if (order.executionMode !== 'sync' || order.platformFee != null) throw new Error('another order')
  // Only the first action's amount is the payer's for certain: a route that splits it is not taken.
  const starts = order.routePlan?.filter((step) => step.inputMint === inputMint) ?? []
  if (starts.length > 1)
    throw noRoute({ name: 'DFlow', keyVariable: null }, 'the route splits the amount')
  const impact = Number(order.priceImpactPct ?? Number.NaN) * 100
  return {
    srcToken: inputMint,
    dstToken: outputMint,
    srcAmount: inAmount,
    dstAmount: outAmount,
    ...(Number.isFinite(impact) && impact >= 0 ? { priceImpactPercent: impact } : {}),
    ...(order.routePlan == null ? {} : { via: order.routePlan.map(({ venue }) => venue) }),
    carry: null,
  }
}

const ids = {
  swap: 'f8c69e91e17587c8',
  swap2: '414b3f4ceb5b5b88',
  wrapSol: '2f3e9bac83cd25c9',
  unwrapSol: '63280e692d6bacc9',
} as const

/**
 * Bytes of each action behind its tag, the first eight the amount; actions that pay fees, open orders,
 * set sponsors or leave a part of the amount are not among them.
 */
const swapSizes: Readonly<Record<number, number>> = Object.fromEntries([
  ...[0, 1, 4, 5, 6, 7, 10, 22, 24, 25, 69, 76].map((tag) => [tag, 10] as const),
  ...[2, 3, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 26, 27, 28, 29, 30, 32, 33, 34].map(
    (tag) => [tag, 9] as const,
  ),
  ...[39, 40, 46, 47, 53, 54, 55, 56, 58, 59, 62, 65, 66, 67, 68, 70, 71, 74].map(
    (tag) => [tag, 9] as const,
  ),
  ...([
    [23, 17],
    [41, 19],
    [44, 25],
    [72, 13],
    [73, 13],
    [75, 82],
  ] as const),
])
/** Marks and account openings, without an amount. */
const markSizes: Readonly<Record<number, number>> = { 37: 76, 38: 4, 45: 0, 60: 0 }
const [dynamicRoute, leastOutputs, leastPrices] = [31, 48, 49]
/** Bytes of each candidate of a dynamic route, by its tag. */
const candidateSizes = [0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 1, 0, 1]
const mostItems = 64

type Terms = { first: bigint | null; quoted: bigint; slippageBps: number }

/** Null for whatever is not a list of swaps and its terms, to the last byte. */
function readTerms(data: Uint8Array): Terms | null {
  const isSecond = Buffer.from(data.subarray(0, 8)).toString('hex') === ids.swap2
  let at = 8
  const take = (size: number): number => {
    at += size
    if (at > data.length) throw new RangeError('cut off')
    return at - size
  }
  const count = (): number => {
    const items = readU32(data, take(4))
    if (items > mostItems) throw new RangeError('too many')
    return items
  }
  const amountOf = (tag: number): bigint | null => {
    const mark = markSizes[tag]
    if (mark !== undefined) {
      take(mark)
      return null
    }
    if (tag === leastOutputs || tag === leastPrices) {
      take(count() * (tag === leastOutputs ? 8 : 9))
      return null
    }
    if (tag === dynamicRoute) {
      for (let left = count(); left > 0; left -= 1) {
        const size = candidateSizes[data[take(1)] ?? -1]
        if (size === undefined) throw new RangeError('an unknown candidate')
        take(size)
      }
    }
    const size = tag === dynamicRoute ? 9 : swapSizes[tag]
    if (size === undefined) throw new RangeError('an unknown action')
    return readU64(data, take(size))
  }
  try {
    let first: bigint | null = null
    for (let left = count(); left > 0; left -= 1) {
      const amount = amountOf(data[take(1)] ?? -1)
      first ??= amount
    }
    const quoted = readU64(data, take(8))
    const slippageBps = readU16(data, take(2))
    const feeBps = readU16(data, take(2))
    // A share of the surplus above the price.
    const share = isSecond ? (data[take(1)] ?? 0) : 0
    const isPlain = at === data.length && feeBps === 0 && share === 0 && slippageBps <= 10_000
    return isPlain ? { first, quoted, slippageBps } : null
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

function idOf({ data }: SolanaInstruction): string {
  return Buffer.from(data.subarray(0, 8)).toString('hex')
}

/** The program's swap of two mints: the payer's own accounts have to be among its accounts. */
function swapProgram({ srcMint, dstMint }: { srcMint: string; dstMint: string }): SwapProgram {
  const read = (instruction: SolanaInstruction): SwapInstruction | null => {
    const { accounts, data } = instruction
    const id = idOf(instruction)
    const terms = id === ids.swap || id === ids.swap2 ? readTerms(data) : null
    if (terms === null) return null
    if (accounts.includes(null)) throw new UnknownAccountError('an account in a lookup table')
    const [, , , owner = null] = accounts
    const { first } = terms
    if (owner === null || first === null) return null
    const own = (mint: string): string =>
      [programs.token, programs.token2022]
        .map((one) => associatedAccount(owner, mint, one))
        .find((one) => accounts.includes(one)) ?? program
    return {
      method: id === ids.swap ? 'swap' : 'swap2',
      owner,
      source: own(srcMint),
      destination: own(dstMint),
      srcMint,
      dstMint,
      srcAmount: first,
      minOut: terms.quoted - (terms.quoted * BigInt(terms.slippageBps)) / 10_000n,
    }
  }
  return { address: program, read, wraps }
}

function wraps(instruction: SolanaInstruction, payer: string): Wrapping | null {
  const { accounts, data } = instruction
  const id = idOf(instruction)
  const own = associatedAccount(payer, wrappedSol, programs.token)
  if (accounts[0] !== payer || accounts[1] !== own) return null
  if (id === ids.wrapSol && data.length === 16) return { wrapped: readU64(data, 8) }
  return id === ids.unwrapSol && data.length === 8 ? 'unwrapped' : null
}
