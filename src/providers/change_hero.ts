// ChangeHero: a custodial exchange. An order names an address to pay; the exchange pays out once the
// payment is confirmed, at a floating rate or, for a minute, at a fixed one.
//
// API: JSON-RPC 2.0 at https://api.changehero.io/v2, by Edge's exchange plugin and reports server
// (2026, read 2026-11); there is no public documentation. Every call needs a key. Amounts are texts
// or JSON numbers in token units. Quirks: orders name coins by a code that may stand for one coin on
// several chains and leave their chain fields null, so a code is traded only where the form of the
// addresses tells its chain; orders do not name their refund address or kind of rate; an error of the
// HTTP layer is text.

import { needsRefundAddress } from '../core/refundNeeds.ts'
import * as z from 'zod/mini'

import { Decimal } from '../core/decimals.ts'
import type { Token } from '../core/token.ts'
import networks from './change_hero.json' with { type: 'json' }
import { jsonRpc } from './kits/deposit/jsonRpc.ts'
import { type ListedCoin, listedCoins } from './kits/deposit/listedCoins.ts'
import { canonicalDecimal, unknownMoney, wireMoney } from './kits/deposit/money.ts'
import { wireOrderId } from './kits/deposit/openOrder.ts'
import { withoutPrefix } from './kits/deposit/parties.ts'
import { depositExchange, type ExchangeOptions } from './kits/deposit/exchange.ts'
import type { Rate, WantedRate } from './kits/deposit/rate.ts'
import { coinKey, type SnapshotCoin, type TrackedOrder } from './kits/deposit/snapshot.ts'
import type { Provider } from './types.ts'

const text = z.nullish(z.string())
const money = z.nullish(unknownMoney)

const currency = z.pipe(
  z.object({
    name: z.string(),
    blockchain: z.string(),
    contractAddress: text,
    enabled: z.nullish(z.boolean()),
    /** Undocumented; as at Changelly, the name of the memo of coins that have one. */
    extraIdName: text,
  }),
  z.transform(({ name, blockchain, contractAddress: contract, enabled, ...wire }): ListedCoin => ({
    code: name,
    symbol: ownSymbol(name),
    network: blockchain,
    contract,
    depositMemo: (wire.extraIdName ?? '') === '' ? null : 'known',
    src: enabled !== false,
    dst: enabled !== false,
  })),
)

const fixedRate = z.object({ id: z.string(), result: money, minFrom: money, maxFrom: money })
const fixedRates = z.array(fixedRate)

/** The least amount alone, or the limits inside fixed rates. */
const limits = z.union([
  z.pipe(
    wireMoney,
    z.transform((min) => ({ min, max: null })),
  ),
  z.pipe(
    fixedRates,
    z.transform(([rate]) => ({ min: rate?.minFrom, max: rate?.maxFrom })),
  ),
])

const refusal = z.pipe(
  z.object({ code: z.nullish(z.union([z.string(), z.number()])), message: text }),
  z.transform(({ code, message: reason }) => ({ code: String(code ?? ''), reason })),
)

const orderWire = z.object({
  id: wireOrderId,
  status: z.string(),
  currencyFrom: z.string(),
  currencyTo: z.string(),
  amountExpectedFrom: money,
  amountExpectedTo: money,
  amountFrom: money,
  amountTo: money,
  payinAddress: z.string(),
  payinExtraId: text,
  payoutAddress: z.string(),
  payoutExtraId: text,
  refundAddress: text,
  refundExtraId: text,
  payinHash: text,
  payoutHash: text,
})
const order = z.pipe(orderWire, z.transform(toOrder))

export function createChangeHeroProvider(options: ExchangeOptions & { apiKey: string }): Provider {
  const { baseUrl, apiKey, pause } = options
  return depositExchange({
    id: 'change_hero',
    name: 'ChangeHero',
    keyVariable: 'SWAPROUTE_CHANGE_HERO_API_KEY',
    hasKey: true,
    baseUrl,
    headers: () => ({ 'api-key': apiKey }),
    envelope: jsonRpc({ '-32603': 500 }),
    pause,
    list: {
      call: () => ({ path: '', body: { method: 'getCurrenciesFull' } }),
      wire: z.array(currency),
      what: 'The currencies of ChangeHero',
    },
    coins: listedCoins({ networks, byCode: true }),
    parties: { takesMemo: true, needsRefund: needsRefundAddress('change_hero') },
    rate: {
      names: { float: 'float', fixed: 'fixed' },
      amounts: 'text',
      call: (wanted) =>
        wanted.rateType === 'fixed'
          ? { path: '', body: { method: 'getFixRate', ...pairFields(wanted) } }
          : {
              path: '',
              body: {
                method: 'getExchangeAmount',
                ...pairFields(wanted),
                amount: wanted.amount,
              },
            },
      answer: ({ rateType, amount }) =>
        rateType === 'fixed'
          ? z.pipe(
              fixedRates,
              z.transform((rates) => toFixed(rates, amount)),
            )
          : z.pipe(
              wireMoney,
              z.transform((dstAmount): Rate | null => ({ dstAmount })),
            ),
      limitsCall: (wanted) =>
        wanted.rateType === 'fixed'
          ? null
          : { path: '', body: { method: 'getMinAmount', ...pairFields(wanted) } },
      limits,
      refusals: {
        words: refusal,
        rows: [
          { codes: ['-32602'], means: 'none' },
          { text: /^invalid currency/i, means: 'none' },
        ],
      },
      usualSeconds: 30 * 60,
    },
    order: {
      path: '',
      body: ({ request: { srcToken, dstToken }, receiver, refund, ...wanted }) => ({
        method: wanted.rateType === 'fixed' ? 'createFixTransaction' : 'createTransaction',
        ...pairFields({ ...wanted, request: { srcToken, dstToken } }),
        amount: wanted.wireAmount,
        address: withoutPrefix(dstToken.blockchain, receiver.address),
        extraId: receiver.memo,
        refundAddress: refund && withoutPrefix(srcToken.blockchain, refund.address),
        refundExtraId: refund?.memo,
      }),
      created: order,
      look: async ({ orderId }, ask) => {
        const call = { path: '', body: { method: 'getTransactions', id: orderId } }
        const told = await ask.read(call, z.array(order), 'The order of ChangeHero', [404])
        return told?.find((one) => one.orderId === orderId) ?? null
      },
      mayOmit: ['rateType', 'refundAddress', 'refundMemo'],
      asked: ({ src, dst }) => ({
        srcCoin: coinKey(inOneCase(src)),
        dstCoin: coinKey(inOneCase(dst)),
      }),
      facts: ({ refundAddress }) => ({ refundAddress: refundAddress ?? undefined }),
      number: /^[a-z0-9-]{8,60}$/i,
    },
    statusMap: {
      new: 'awaiting',
      waiting: 'awaiting',
      confirming: 'confirming',
      exchanging: 'exchanging',
      sending: 'sending',
      hold: 'held',
      finished: 'done',
      failed: 'failed',
      refunded: 'refunded',
      overdue: 'expired',
      expired: 'expired',
    },
  })
}

/** Codes of second-layer coins end with the chain: `etharb`, `ethbase`. */
function ownSymbol(code: string): string {
  return /^(eth)(?:arb|base|op)$/i.exec(code)?.[1] ?? code
}

function pairFields({
  src,
  dst,
  request,
}: Pick<WantedRate, 'src' | 'dst'> & {
  request: { srcToken: Token; dstToken: Token }
}): Record<string, unknown> {
  const chainOf = ({ blockchain }: Token): string | undefined =>
    Object.entries(networks).find(([id]) => id === blockchain)?.[1]
  return {
    from: src.code,
    to: dst.code,
    chainFrom: chainOf(request.srcToken),
    chainTo: chainOf(request.dstToken),
  }
}

/** A fixed rate is a price for one coin. */
function toFixed([rate]: z.output<typeof fixedRates>, amount: string): Rate | null {
  if (rate?.result == null) return null
  const dstAmount = canonicalDecimal(new Decimal(amount).times(rate.result).toFixed())
  return { dstAmount, orderFields: { rateId: rate.id } }
}

/** The list writes codes in capitals, orders do not. */
function inOneCase<C extends SnapshotCoin>(coin: C): C {
  return { ...coin, code: coin.code.toLowerCase() }
}

function toOrder(wire: z.output<typeof orderWire>): TrackedOrder {
  return {
    orderId: wire.id,
    src: inOneCase({ code: wire.currencyFrom, network: '' }),
    dst: inOneCase({ code: wire.currencyTo, network: '' }),
    amountToSend: wire.amountExpectedFrom ?? wire.amountFrom,
    dstAmount: wire.amountExpectedTo ?? wire.amountTo,
    depositAddress: wire.payinAddress,
    depositMemo: wire.payinExtraId,
    receiver: wire.payoutAddress,
    receiverMemo: wire.payoutExtraId,
    refundAddress: wire.refundAddress ?? undefined,
    refundMemo: wire.refundExtraId ?? undefined,
    progress: {
      status: wire.status,
      paymentHash: wire.payinHash,
      payoutHashes: [wire.payoutHash],
      payoutAmount: wire.amountTo,
    },
  }
}
