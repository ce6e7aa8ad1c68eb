// Changelly: a custodial exchange. An order names an address to pay; the exchange pays out once the
// payment is confirmed, at a floating rate or, for about a minute, at a fixed one.
//
// API: Changelly API v2, JSON-RPC 2.0 (https://docs.changelly.com, read 2026-11). Requests are signed
// with an RSA key, whose number is the hash of its public half. Amounts are texts in token units.
// Quirks: errors come with HTTP 200 and name the limits; `amountTo` and `amountExpectedTo` are before
// `networkFee`, which is taken from the payout; a ticker names one coin on one chain; orders reported
// again do not name their refund address. Chains in changelly.json: Edge's mapping of 2026-07.

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import * as z from 'zod/mini'

import { Decimal } from '../core/decimals.ts'
import { SwaprouteError } from '../core/errors.ts'
import networks from './changelly.json' with { type: 'json' }
import { changellyForm, changellyOrder, changellyParts } from './kits/deposit/changellyForm.ts'
import type { DepositOptions } from './kits/deposit/exchange.ts'
import type { ListedCoin } from './kits/deposit/listedCoins.ts'
import { canonicalDecimal, unknownMoney, wireMoney } from './kits/deposit/money.ts'
import type { ExchangeRate, RateType, WantedRate } from './kits/deposit/rate.ts'
import { timeOf, type TrackedOrder } from './kits/deposit/snapshot.ts'
import type { Provider } from './types.ts'

const keyVariable = 'SWAPROUTE_CHANGELLY_API_KEY'
const text = z.nullish(z.string())
const flag = z.nullish(z.boolean())
const money = z.nullish(unknownMoney)

const currency = z.pipe(
  z.object({
    name: z.string(),
    ticker: z.string(),
    blockchain: text,
    contractAddress: text,
    enabled: flag,
    enabledFrom: flag,
    enabledTo: flag,
    /** docs.changelly.com, getCurrenciesFull: name of the extra id "if applicable". */
    extraIdName: text,
  }),
  z.transform(({ name, ticker, blockchain, contractAddress: contract, ...wire }): ListedCoin => ({
    code: ticker,
    symbol: name,
    network: blockchain ?? '',
    contract,
    depositMemo: (wire.extraIdName ?? '') === '' ? null : 'known',
    src: wire.enabled !== false && wire.enabledFrom !== false,
    dst: wire.enabled !== false && wire.enabledTo !== false,
  })),
)

const rateWire = z.object({
  /** Of a fixed rate, with its end in Unix seconds. */
  id: text,
  expiredAt: z.nullish(z.number()),
  amountFrom: money,
  amountTo: wireMoney,
  networkFee: money,
  minFrom: money,
  maxFrom: money,
})
/** One pair is answered alone or in a list. */
const rates = z.pipe(
  z.union([z.array(rateWire), rateWire]),
  z.transform((answer) => (Array.isArray(answer) ? (answer[0] ?? null) : answer)),
)

const sideWire = z.nullish(z.object({ from: money }))
const errorWire = z.object({
  code: z.nullish(z.number()),
  message: text,
  data: z.nullish(z.object({ limits: z.nullish(z.object({ min: sideWire, max: sideWire })) })),
})

/** The limits beside a rate, or those inside an error. */
const limits = z.union([
  z.pipe(
    rates,
    z.transform((rate) => ({ min: rate?.minFrom, max: rate?.maxFrom })),
  ),
  z.pipe(
    errorWire,
    z.transform(({ data }) => ({ min: data?.limits?.min?.from, max: data?.limits?.max?.from })),
  ),
])

const refusal = z.pipe(
  errorWire,
  z.transform(({ code, message: reason }) => ({ code: String(code ?? ''), reason })),
)

const orderWire = z.extend(changellyOrder, {
  type: text,
  /** ISO time until which a fixed order may be paid. */
  payTill: text,
  networkFee: money,
  payinExtraIdName: text,
  refundHash: text,
})
const order = z.pipe(orderWire, z.transform(toOrder))

export type ChangellyOptions = DepositOptions & {
  /** The key's number, or the private key where there is no secret. */
  apiKey: string
  /** The private key. */
  apiSecret?: string | null | undefined
}

export function createChangellyProvider(options: ChangellyOptions): Provider {
  const { baseUrl, apiKey, apiSecret = null, pause } = options
  let signer: { key: KeyObject; number: string } | undefined
  /** Read with the first request: a damaged key is this provider's own failure. */
  const signerOf = (): { key: KeyObject; number: string } => {
    if (signer !== undefined) return signer
    const key = readKey(apiSecret ?? apiKey)
    signer = { key, number: apiSecret === null ? numberOf(key) : apiKey }
    return signer
  }
  return changellyForm({
    id: 'changelly',
    name: 'Changelly',
    keyVariable,
    baseUrl,
    headers: (body) => {
      const { key, number } = signerOf()
      const signature = sign('sha256', Buffer.from(body), key)
      return { 'x-api-key': number, 'x-api-signature': signature.toString('base64') }
    },
    pause,
    statusOf: { '-32600': 401, '-32603': 500 },
    networks,
    currency,
    rate: {
      call: (wanted) => ({
        path: '',
        body: {
          method: wanted.rateType === 'fixed' ? 'getFixRateForAmount' : 'getExchangeAmount',
          ...pairFields(wanted),
        },
      }),
      answer: ({ rateType }) => z.pipe(rates, z.transform(rateReader(rateType))),
      limits,
      refusals: { wire: refusal, rows: [{ codes: ['-32602'], means: 'none' }] },
    },
    order: {
      wire: order,
      swap: pairFields,
      mayOmit: ['refundAddress', 'refundMemo'],
      number: /^[a-z0-9]{10,40}$/i,
    },
  })
}

/**
 * A PKCS 8 key as the back office gives it: hexadecimal or Base64, or PEM. Nothing of it is shown.
 * @throws SwaprouteError CONFIG_INVALID
 */
function readKey(setting: string): KeyObject {
  const named = setting.replaceAll(String.raw`\n`, '\n').trim()
  try {
    const key = named.startsWith('-----')
      ? createPrivateKey(named)
      : createPrivateKey({
          key: Buffer.from(named, /^[0-9a-f]+$/i.test(named) ? 'hex' : 'base64'),
          format: 'der',
          type: 'pkcs8',
        })
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // The parser's message may quote the key.
  }
  throw new SwaprouteError('CONFIG_INVALID', 'The key of Changelly is not an RSA private key.', {
    hint: `Set SWAPROUTE_CHANGELLY_API_SECRET to the PKCS 8 key of the partner back office, in hexadecimal or as PEM, and ${keyVariable} to its number.`,
  })
}

/** The key's number by default: the hash of its public half. */
function numberOf(key: KeyObject): string {
  const publicKey = createPublicKey(key).export({ type: 'pkcs1', format: 'der' })
  return createHash('sha256').update(publicKey).digest('base64')
}

function pairFields({
  src,
  dst,
  amount,
}: Pick<WantedRate, 'src' | 'dst' | 'amount'>): Record<string, string> {
  return { from: src.code, to: dst.code, amountFrom: amount }
}

/** A fixed rate without an id is unusable. */
const rateReader =
  (rateType: RateType) =>
  (rate: z.output<typeof rates>): ExchangeRate | null => {
    if (rate === null) return null
    const offer = {
      dstAmount: afterFee(rate.amountTo, rate.networkFee) ?? '0',
      ...(rate.amountFrom == null ? {} : { srcAmount: rate.amountFrom }),
    }
    if (rateType !== 'fixed') return offer
    if (rate.id == null) return null
    return {
      ...offer,
      orderFields: { rateId: rate.id },
      expiresAtMs: rate.expiredAt == null ? null : rate.expiredAt * 1000,
    }
  }

/** The payout; null where one of the two is not known or the fee takes all. */
function afterFee(
  amount: string | null | undefined,
  fee: string | null | undefined,
): string | null {
  if (amount == null || fee == null) return null
  const left = new Decimal(amount).minus(fee)
  return left.isPositive() ? canonicalDecimal(left.toFixed()) : null
}

function toOrder(wire: z.output<typeof orderWire>): TrackedOrder {
  const parts = changellyParts(wire)
  return {
    ...parts,
    src: { code: wire.currencyFrom, network: '' },
    dst: { code: wire.currencyTo, network: '' },
    amountToSend: wire.amountExpectedFrom,
    dstAmount: afterFee(wire.amountExpectedTo, wire.networkFee),
    memoName: wire.payinExtraIdName,
    rateType: wire.type,
    expiresAtMs: timeOf(wire.payTill),
    // The fee may become known only with the payout.
    terms: { dstAmount: wire.amountExpectedTo ?? undefined },
    progress: {
      ...parts.progress,
      refundHashes: [wire.refundHash],
      payoutAmount: afterFee(wire.amountTo, wire.networkFee),
    },
  }
}
