import * as z from 'zod/mini'

import type { BlockchainId } from '../../../core/blockchainIds.ts'
import { needsRefundAddress } from '../../../core/providerChoice.ts'
import type { Provider } from '../../types.ts'
import type { AskedExchange } from './ask.ts'
import { depositExchange } from './exchange.ts'
import { jsonRpc } from './jsonRpc.ts'
import { type ListedCoin, listedCoins } from './listedCoins.ts'
import { unknownMoney } from './money.ts'
import { type Pause, wireOrderId } from './openOrder.ts'
import type { ExchangeOrders, WantedOrder } from './orders.ts'
import { withoutPrefix } from './parties.ts'
import type { ExchangeRate, RatedExchange, RateRules } from './rate.ts'
import { usualStatuses } from './reading.ts'
import type { TrackedOrder } from './snapshot.ts'

// The form of Changelly's API, which ChangeHero has as well: JSON-RPC 2.0, the methods, the members
// of an order and the upstream statuses (docs.changelly.com, read 2026-11). Rates and limits differ.

const text = z.nullish(z.string())
const money = z.nullish(unknownMoney)

/** An order; an adapter adds the members of its own. */
export const changellyOrder = z.object({
  id: wireOrderId,
  status: z.string(),
  currencyFrom: z.string(),
  currencyTo: z.string(),
  amountExpectedFrom: money,
  amountExpectedTo: money,
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

/** The parts of an order that both fill in the same way. */
export function changellyParts(wire: z.output<typeof changellyOrder>): TrackedOrder {
  return {
    orderId: wire.id,
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

type ChangellyForm = Pick<RatedExchange, 'id' | 'name' | 'keyVariable'> &
  Pick<AskedExchange<unknown>, 'baseUrl' | 'headers'> & {
    pause: Pause | undefined
    /** HTTP status of an error by its JSON-RPC code, where it is not 400. */
    statusOf: Readonly<Record<string, number>>
    /** Its names for the chains. */
    networks: Readonly<Partial<Record<BlockchainId, string>>>
    currency: z.ZodMiniType<ListedCoin>
    rate: Pick<RateRules, 'call' | 'answer' | 'limitsCall' | 'limits' | 'refusals'>
    order: Pick<ExchangeOrders, 'asked' | 'mayOmit' | 'number'> & {
      wire: z.ZodMiniType<TrackedOrder>
      /** The pair and the amount of an order. */
      swap(wanted: Omit<WantedOrder, 'receiver' | 'refund'>): Record<string, unknown>
    }
  }

/** An exchange of this form. Every call needs a key; orders may be read without a refund address. */
export function changellyForm({
  statusOf,
  networks,
  currency,
  rate,
  order: { wire, swap, ...order },
  ...exchange
}: ChangellyForm): Provider {
  const { id, name } = exchange
  return depositExchange<readonly ListedCoin[], ExchangeRate, TrackedOrder>({
    ...exchange,
    hasKey: true,
    envelope: jsonRpc(statusOf),
    list: {
      call: () => ({ path: '', body: { method: 'getCurrenciesFull' } }),
      wire: z.array(currency),
      what: `The currencies of ${name}`,
    },
    coins: listedCoins({ networks, byCode: true }),
    parties: { takesMemo: true, needsRefund: needsRefundAddress(id) },
    rate: {
      names: { float: 'float', fixed: 'fixed' },
      amounts: 'text',
      usualSeconds: 30 * 60,
      ...rate,
    },
    order: {
      ...order,
      path: '',
      body: ({ receiver, refund, ...wanted }) => ({
        method: wanted.rateType === 'fixed' ? 'createFixTransaction' : 'createTransaction',
        ...swap(wanted),
        address: withoutPrefix(wanted.request.dstToken.blockchain, receiver.address),
        extraId: receiver.memo,
        refundAddress: refund && withoutPrefix(wanted.request.srcToken.blockchain, refund.address),
        refundExtraId: refund?.memo,
      }),
      created: wire,
      read: async ({ orderId }, ask) => {
        const call = { path: '', body: { method: 'getTransactions', id: orderId } }
        const found = await ask.read(call, z.array(wire), `The order of ${name}`, [404])
        return found?.find((one) => one.orderId === orderId) ?? null
      },
      facts: ({ refundAddress }) => ({ refundAddress: refundAddress ?? undefined }),
    },
    statusMap: { ...usualStatuses, new: 'awaiting', hold: 'on_hold', overdue: 'expired' },
  })
}
