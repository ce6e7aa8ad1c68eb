// WanBridge: the same token on another chain, through gateways that a group of nodes watches.
//
// API: the vendor's bridge documentation, sections 2.1 to 2.3 (read 2026-11). `createTx2` quotes and
// builds at once; the amount goes out in token units and comes back in base units of the bought token.
// Fees: one in coins on top, which the gateway takes (`networkFee`), one from the amount
// (`operationFee`, a share between two limits in units of the sold token). Quirks: `maxQuota` 0 is a
// paused pair; the chain id is hex text; with a partner's name the call would go to a wrapper, whose
// addresses are not published, so the list is empty.

import * as z from 'zod/mini'

import { formatAmount } from '../../core/amounts.ts'
import {
  parseWire,
  wireAddress,
  wireHex,
  wireHexUint,
  wireRatio,
  wireUint,
} from '../../http/wire.ts'
import type { BridgeOrders } from '../kits/evm/bridgeStatus.ts'
import { type BridgeAsked, type BridgeOffer, evmBridge } from '../kits/evm/bridge.ts'
import type { ServiceAsk, Refusal } from '../kits/service.ts'
import type { Provider } from '../types.ts'
import { gatewayCalls, gatewayService, requireLess, served, hashOrNull } from './gateway.ts'

const quotaWire = z.object({
  minQuota: z.nullish(wireUint),
  maxQuota: z.nullish(wireUint),
  networkFee: z.object({ value: wireUint, isPercent: z.literal(false) }),
  operationFee: z.nullish(
    z.object({
      value: wireRatio,
      isPercent: z.boolean(),
      minFeeLimit: z.nullish(wireUint),
    }),
  ),
})
const builtWire = z.object({
  chainId: z.nullish(z.union([wireHexUint, wireUint])),
  tx: z.object({
    to: wireAddress,
    data: wireHex,
    value: z.nullish(z.union([wireHexUint, wireUint])),
  }),
  approveCheck: z.nullish(z.object({ to: wireAddress })),
  receiveAmount: wireUint,
  feeAndQuota: quotaWire,
})
const refusalWire = z.object({ error: z.string() })
const statusWire = z.object({
  data: z.object({
    status: z.string(),
    lockHash: z.nullish(z.string()),
    redeemHash: z.nullish(z.string()),
  }),
})

const chainNames = {
  ETH: 'ETH',
  BSC: 'BNB',
  AVALANCHE: 'AVAX',
  POLYGON: 'MATIC',
  ARBITRUM: 'ARETH',
  OPTIMISM: 'OETH',
} as const satisfies Record<(typeof served)[number], string>

/** Of a quote that names no account. */
const placeholder = '0x1111111111111111111111111111111111111111'

/** @param options.baseUrl without a trailing slash */
export function createWanBridgeProvider({ baseUrl }: { baseUrl: string }): Provider {
  const build = (asked: BridgeAsked, sender: string, recipient: string): ServiceAsk<Built> => ({
    url: `${baseUrl}/createTx2`,
    body: {
      fromChain: asked.srcChain,
      toChain: asked.dstChain,
      fromToken: asked.srcToken,
      toToken: asked.dstToken,
      fromAccount: sender,
      toAccount: recipient,
      amount: formatAmount(asked.tokens.srcAmount, asked.tokens.srcToken.decimals),
    },
    refusedIs: 'NO_ROUTE',
    read: (body) =>
      parseWire(z.object({ data: builtWire }), body, 'The transaction of WanBridge').data,
  })
  return evmBridge({
    id: 'wanchain_bridge',
    name: 'WanBridge',
    blockchains: served,
    chainNames,
    ...gatewayService,
    floats: true,
    quote: (asked) => {
      const sender = asked.sender ?? placeholder
      const ask = build(asked, sender, sender)
      return { ...ask, read: (body) => toOffer(ask.read(body), asked) }
    },
    build: (asked) => {
      const ask = build(asked, asked.sender, asked.recipient)
      return {
        ...ask,
        read: (body) => {
          const wire = ask.read(body)
          const { to, data, value } = wire.tx
          return {
            to,
            data,
            value: value ?? 0n,
            spender: wire.approveCheck?.to ?? to,
            ...(wire.chainId == null ? {} : { chainId: Number(wire.chainId) }),
            offer: toOffer(wire, asked),
            orderId: null,
          }
        },
      }
    },
    refusal: toRefusal,
    refusals: { pair: 'NO_ROUTE', low: 'AMOUNT_TOO_LOW', high: 'AMOUNT_TOO_HIGH' },
    calls: () => gatewayCalls,
    findOrder: findOrder(baseUrl),
    // docs.wanchain.org, WanBridge API "4. Status Query" (read 2026-11): Trusteeship needs its
    // support's hand; NotFound means no transfer. Failed is not in its list.
    statusMap: {
      Success: 'done',
      Processing: 'exchanging',
      Trusteeship: 'stopped',
      Refund: 'refunded',
      Failed: 'stopped',
    },
  })
}

type Built = z.output<typeof builtWire>

/** Refusals are sentences alone. */
function toRefusal(body: unknown): Refusal | null {
  const { success, data } = z.safeParse(refusalWire, body)
  if (!success) return null
  const { error: reason } = data
  if (/\bpair|support|paused/i.test(reason)) return { code: 'pair', reason }
  if (/\bmin|less than|too (?:low|small)/i.test(reason)) return { code: 'low', reason }
  if (/\bmax|exceed|too (?:high|large)|quota/i.test(reason)) return { code: 'high', reason }
  return { code: 'other', reason }
}

function toOffer(wire: Built, asked: BridgeAsked): BridgeOffer {
  const { srcAmount } = asked.tokens
  const { minQuota, maxQuota, networkFee, operationFee } = wire.feeAndQuota
  const receiveAmount = requireLess(wire.receiveAmount, asked)
  const share = operationFee?.isPercent === true ? Number(operationFee.value) * 100 : undefined
  return {
    srcToken: asked.srcToken,
    dstToken: asked.dstToken,
    srcAmount,
    dstAmount: receiveAmount,
    dstMinAmount: receiveAmount,
    fixedFee: networkFee.value,
    ...(share === undefined ? {} : { feePercent: share }),
    gas: null,
    durationSeconds: 600,
    limits: { min: minQuota ?? null, max: maxQuota ?? null },
  }
}

function findOrder(baseUrl: string): BridgeOrders['findOrder'] {
  return async ({ hash }, ask) => {
    if (hash === null) return null
    const found = await ask({
      url: `${baseUrl}/status/${hash}`,
      read: (body) => parseWire(statusWire, body, 'The status of WanBridge').data,
    })
    if (found === null || found.status === 'NotFound') return null
    const [paid, payout] = [found.lockHash, found.redeemHash].map((one) => hashOrNull(one))
    return {
      orderId: null,
      status: found.status,
      srcTxHash: paid ?? null,
      payoutHashes: payout == null ? [] : [payout],
      payoutAmount: null,
      refundHashes: payout == null ? [] : [payout],
    }
  }
}
