// ChangeNOW: a custodial exchange. An order names an address to pay; the coins go out once the
// payment is confirmed and exchanged, at a floating or, for some minutes, at a fixed rate.
//
// API: ChangeNOW API v2, public documentation (https://documenter.getpostman.com/view/8180765/
// SVfTPnM8, read 2026-11). Amounts are texts in requests and JSON numbers in answers, in token
// units; fees are inside the rate. Quirks: every call but the list of currencies needs a key;
// AVALANCHE's coin is on network `cchain`, its tokens on `avaxc`; `payinExtraId` may be missing,
// empty or null; tickers may mean another contract than expected, so currencies are found by network
// and contract in the live list. Networks in changenow.json: GET /exchange/currencies, read 2026-11.

import * as z from 'zod/mini'

import { chainById } from '../chains/chains.ts'
import { builtInTokens } from '../chains/tokens.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { Token } from '../core/token.ts'
import networksTable from './changenow.json' with { type: 'json' }
import { isContractOf } from './families/deposit/coins.ts'
import { wireMoney } from './families/deposit/money.ts'
import { wireOrderId } from './families/deposit/openOrder.ts'
import { depositExchange, type ExchangeOptions } from './kits/depositExchange.ts'
import type { Rate, RateType, Refusal, WantedSwap } from './kits/depositRate.ts'
import { type OrderSnapshot, timeOf, type TrackedOrder } from './kits/orderSnapshot.ts'
import type { Provider } from './types.ts'

const networks: Readonly<Partial<Record<BlockchainId, string>>> = networksTable
const blockchains = Object.keys(networks).filter((id): id is BlockchainId => id in networks)

const text = z.nullish(z.string())
const money = z.nullish(wireMoney)

const currencyWire = z.object({
  ticker: z.string(),
  network: z.string(),
  tokenContract: text,
  hasExternalId: z.optional(z.boolean()),
  isExtraIdSupported: z.optional(z.boolean()),
  /** May be the destination, may be the source. */
  buy: z.optional(z.boolean()),
  sell: z.optional(z.boolean()),
})

const rangeWire = z.object({ minAmount: money, maxAmount: money })

const estimateWire = z.object({
  rateId: text,
  validUntil: text,
  /** Minutes, `10-60`. */
  transactionSpeedForecast: text,
  toAmount: wireMoney,
})

/** `error` is a code, `message` the sentence for people. */
const errorWire = z.object({ error: text, message: text })

const orderFields = {
  id: wireOrderId,
  payinExtraId: text,
  payoutAddress: z.string(),
  payoutExtraId: text,
  fromCurrency: z.string(),
  fromNetwork: z.string(),
  toCurrency: z.string(),
  toNetwork: z.string(),
  refundAddress: text,
  refundExtraId: text,
  validUntil: text,
}

const createdWire = z.object({
  ...orderFields,
  fromAmount: wireMoney,
  toAmount: wireMoney,
  flow: text,
  payinAddress: z.string().check(z.minLength(1)),
  payinExtraIdName: text,
})

const orderWire = z.object({
  ...orderFields,
  status: z.string(),
  actionsAvailable: z.nullish(z.boolean()),
  payinAddress: z.string(),
  expectedAmountFrom: money,
  expectedAmountTo: money,
  /** What has arrived, once something has. */
  amountFrom: money,
  amountTo: money,
  payinHash: text,
  payoutHash: text,
  refundHash: text,
})

/** The limits of a pair, or those inside a refusal. */
const limits = z.pipe(
  z.object({
    ...rangeWire.shape,
    payload: z.nullish(z.object({ range: z.nullish(rangeWire) })),
  }),
  z.transform(({ payload, ...range }) => {
    const { minAmount: min, maxAmount: max } = payload?.range ?? range
    return { min, max }
  }),
)

export type ChangenowOptions = ExchangeOptions & { apiKey: string }

export function createChangenowProvider({ baseUrl, apiKey, pause }: ChangenowOptions): Provider {
  return depositExchange({
    id: 'changenow',
    name: 'ChangeNOW',
    keyVariable: 'SWAPROUTE_CHANGENOW_API_KEY',
    hasKey: true,
    baseUrl,
    headers: () => ({ 'x-changenow-api-key': apiKey }),
    pause,
    list: {
      call: () => ({
        path: '/exchange/currencies',
        query: { active: 'true', flow: 'standard' },
      }),
      wire: z.array(currencyWire),
      what: 'The currencies of ChangeNOW',
    },
    coins: {
      blockchains,
      serves: ({ blockchain }) => blockchains.includes(blockchain),
      find: async (token, side, load) => {
        const currency = (await load()).find((listed) => isCurrency(token, listed))
        if (currency === undefined) return null
        const { ticker, network, buy, sell, isExtraIdSupported, hasExternalId } = currency
        if ((side === 'src' ? sell : buy) === false) return null
        const takesMemo = isExtraIdSupported === true || hasExternalId === true
        return { code: ticker, network, takesMemo }
      },
      tokenOf: async ({ code, network }, load) => {
        const list = await load()
        const currency = list.find((one) => one.ticker === code && one.network === network)
        if (currency === undefined) return null
        const tokens = blockchains.flatMap((blockchain) => builtInTokens(blockchain))
        return tokens.find((token) => isCurrency(token, currency)) ?? null
      },
    },
    parties: { takesMemo: true, needsRefund: false },
    rate: {
      words: { float: 'standard', fixed: 'fixed-rate' },
      amounts: 'text',
      call: (wanted) => ({
        path: '/exchange/estimated-amount',
        query: {
          ...pairFields(wanted),
          fromAmount: wanted.amount,
          flow: wanted.rateWord,
          type: 'direct',
          useRateId: wanted.rateType === 'fixed' ? 'true' : null,
        },
      }),
      answer: (rateType) =>
        z.pipe(
          estimateWire,
          z.transform((wire) => toRate(wire, rateType)),
        ),
      limitsCall: (wanted) => ({
        path: '/exchange/range',
        query: { ...pairFields(wanted), flow: wanted.rateWord },
      }),
      limits,
      refusal: (_status, body) => toRefusal(body),
      usualSeconds: 60 * 60,
    },
    order: {
      path: '/exchange',
      body: ({ receiver, refund, ...wanted }) => ({
        ...pairFields(wanted),
        fromAmount: wanted.wireAmount,
        toAmount: '',
        address: receiver.address,
        extraId: receiver.memo,
        refundAddress: refund?.address,
        refundExtraId: refund?.memo,
        flow: wanted.rateWord,
        type: 'direct',
      }),
      created: z.pipe(
        createdWire,
        z.transform((wire) => ({
          ...toSnapshot(wire, wire.fromAmount, wire.toAmount),
          memoName: wire.payinExtraIdName,
          rateType: wire.flow,
        })),
      ),
      call: (orderId) => ({ path: '/exchange/by-id', query: { id: orderId } }),
      wire: z.pipe(orderWire, z.transform(toOrder)),
      mayOmit: ['rateType'],
      // A number it never gave is answered with either.
      unknownAt: [404, 400],
      number: /^[a-z0-9]{10,40}$/i,
    },
    statusMap: {
      new: 'awaiting',
      waiting: 'awaiting',
      confirming: 'confirming',
      exchanging: 'exchanging',
      sending: 'sending',
      verifying: 'held',
      finished: 'done',
      failed: 'failed',
      refunded: 'refunded',
      expired: 'expired',
    },
  })
}

/** By network and contract; a coin by its network, no contract, and one of the chain's tickers. */
function isCurrency(token: Token, currency: z.output<typeof currencyWire>): boolean {
  const { blockchain, native } = token
  const { ticker, network, tokenContract } = currency
  const isCchain = native && blockchain === 'AVALANCHE'
  if (network !== (isCchain ? 'cchain' : networks[blockchain])) return false
  const contract = tokenContract ?? ''
  if (!native) return contract !== '' && isContractOf(token, contract)
  const { symbol, otherSymbols } = chainById(blockchain).native
  return contract === '' && [symbol, ...otherSymbols].some((own) => own.toLowerCase() === ticker)
}

function pairFields({ src, dst }: Pick<WantedSwap, 'src' | 'dst'>): Record<string, string> {
  return {
    fromCurrency: src.code,
    toCurrency: dst.code,
    fromNetwork: src.network,
    toNetwork: dst.network,
  }
}

/** A fixed rate without its number is none. */
function toRate(wire: z.output<typeof estimateWire>, rateType: RateType): Rate | null {
  const { toAmount, rateId = null, validUntil, transactionSpeedForecast } = wire
  const isFixed = rateType === 'fixed'
  if (isFixed && rateId === null) return null
  const longest = /^\d{1,3}-(\d{1,4})$/.exec(transactionSpeedForecast ?? '')?.[1]
  return {
    dstAmount: toAmount,
    orderFields: { rateId },
    expiresAtMs: isFixed ? timeOf(validUntil) : null,
    ...(longest === undefined ? {} : { durationSeconds: 60 * Number(longest) }),
  }
}

function toRefusal(body: unknown): Refusal {
  const parsed = z.safeParse(errorWire, body)
  const { error, message } = parsed.success ? parsed.data : {}
  const isHigh = error === 'deposit_too_big'
  return { reason: message, side: error === 'deposit_too_small' ? 'low' : isHigh ? 'high' : null }
}

function toSnapshot(
  wire: z.output<typeof createdWire> | z.output<typeof orderWire>,
  amountToSend: string | null | undefined,
  dstAmount: string | null | undefined,
): OrderSnapshot {
  return {
    orderId: wire.id,
    src: { code: wire.fromCurrency, network: wire.fromNetwork },
    dst: { code: wire.toCurrency, network: wire.toNetwork },
    amountToSend,
    dstAmount,
    depositAddress: wire.payinAddress,
    depositMemo: wire.payinExtraId,
    receiver: wire.payoutAddress,
    receiverMemo: wire.payoutExtraId,
    refundAddress: wire.refundAddress,
    refundMemo: wire.refundExtraId,
    expiresAtMs: timeOf(wire.validUntil),
  }
}

function toOrder(wire: z.output<typeof orderWire>): TrackedOrder {
  const { status, actionsAvailable } = wire
  const isOpen = actionsAvailable === true && (status === 'failed' || status === 'expired')
  const note = 'ChangeNOW waits for a decision: continue or refund, on the page of the order.'
  return {
    ...toSnapshot(wire, wire.expectedAmountFrom, wire.expectedAmountTo),
    progress: {
      status,
      paymentHash: wire.payinHash,
      payoutHashes: [wire.payoutHash],
      refundHashes: [wire.refundHash],
      paidAmount: wire.amountFrom,
      payoutAmount: wire.amountTo,
      ...(isOpen ? { meaning: 'needs_user', note } : {}),
    },
  }
}
