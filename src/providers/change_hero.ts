// ChangeHero: a custodial exchange. An order names an address to pay; the exchange pays out once the
// payment is confirmed, at a floating rate or, for a minute, at a fixed one.
//
// API: JSON-RPC 2.0 at https://api.changehero.io/v2, by Edge's exchange plugin and reports server
// (2026, read 2026-11); there is no public documentation. Every call needs a key. Amounts are texts
// or JSON numbers in token units. Quirks: orders name coins by a code that may mean one coin on
// several chains and leave their chain fields null, so a code is traded only where the form of the
// addresses shows its chain; orders do not name their refund address or kind of rate; an error of the
// HTTP layer is text.

import * as z from 'zod/mini'

import { Decimal } from '../core/decimals.ts'
import type { Token } from '../core/token.ts'
import networks from './change_hero.json' with { type: 'json' }
import { changellyForm, changellyOrder, changellyParts } from './kits/deposit/changellyForm.ts'
import type { DepositOptions } from './kits/deposit/exchange.ts'
import type { ListedCoin } from './kits/deposit/listedCoins.ts'
import { canonicalDecimal, unknownMoney, wireMoney } from './kits/deposit/money.ts'
import type { ExchangeRate, WantedRate } from './kits/deposit/rate.ts'
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

/** The minimum alone, or the limits inside fixed rates. */
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

const orderWire = z.extend(changellyOrder, { amountFrom: money })
const order = z.pipe(orderWire, z.transform(toOrder))

export function createChangeHeroProvider(options: DepositOptions & { apiKey: string }): Provider {
  const { baseUrl, apiKey, pause } = options
  return changellyForm({
    id: 'change_hero',
    name: 'ChangeHero',
    keyVariable: 'SWAPROUTE_CHANGE_HERO_API_KEY',
    baseUrl,
    headers: () => ({ 'api-key': apiKey }),
    pause,
    statusOf: { '-32603': 500 },
    networks,
    currency,
    rate: {
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
              z.transform((dstAmount): ExchangeRate | null => ({ dstAmount })),
            ),
      limitsCall: (wanted) =>
        wanted.rateType === 'fixed'
          ? null
          : { path: '', body: { method: 'getMinAmount', ...pairFields(wanted) } },
      limits,
      refusals: {
        wire: refusal,
        rows: [
          { codes: ['-32602'], means: 'none' },
          { text: /^invalid currency/i, means: 'none' },
        ],
      },
    },
    order: {
      wire: order,
      swap: (wanted) => ({ ...pairFields(wanted), amount: wanted.wireAmount }),
      mayOmit: ['rateType', 'refundAddress', 'refundMemo'],
      asked: ({ src, dst }) => ({
        srcCoin: coinKey(inOneCase(src)),
        dstCoin: coinKey(inOneCase(dst)),
      }),
      number: /^[a-z0-9-]{8,60}$/i,
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
function toFixed([rate]: z.output<typeof fixedRates>, amount: string): ExchangeRate | null {
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
    ...changellyParts(wire),
    src: inOneCase({ code: wire.currencyFrom, network: '' }),
    dst: inOneCase({ code: wire.currencyTo, network: '' }),
    amountToSend: wire.amountExpectedFrom ?? wire.amountFrom,
    dstAmount: wire.amountExpectedTo ?? wire.amountTo,
  }
}
