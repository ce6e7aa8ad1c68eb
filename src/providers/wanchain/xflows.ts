// XFlows: routes of Wanchain's bridges and exchanges. Of its ways of working, only the first is taken:
// one call to a gateway of WanBridge. The others also swap, in calls without published code.
//
// API: https://xflows-open-api.wanscan.org/openapi.json, 3.0.0 (read 2026-11). Amounts go out in token
// units and come back in both; `nativeFees` are paid on top, in coins, in token units; an answer is an
// envelope, whose failures have HTTP 200; an unknown payment is HTTP 400. Quirk: its minimum equals the
// expected amount, and no contract enforces it.

import * as z from 'zod/mini'

import { cutAmount, formatAmount } from '../../core/amounts.ts'
import {
  parseWire,
  wireAddress,
  wireDecimal,
  wireHex,
  wireHexUint,
  wireUint,
} from '../../http/wire.ts'
import type { BridgeOrders } from '../kits/evm/bridgeStatus.ts'
import { type BridgeAsked, type BridgeOffer, evmBridge } from '../kits/evm/bridge.ts'
import type { Refusal } from '../kits/service.ts'
import type { Provider } from '../types.ts'
import { gatewayCalls, gatewayService, requireLess, served, hashOrNull } from './gateway.ts'

const offerWire = z.object({
  amountOutRaw: wireUint,
  workMode: z.literal(1),
  approvalAddress: z.nullish(wireAddress),
  nativeFees: z.nullish(
    z.array(z.object({ nativeFeeAmount: z.nullish(wireDecimal), amount: z.nullish(wireDecimal) })),
  ),
})
const builtWire = z.extend(offerWire, {
  tx: z.object({
    to: wireAddress,
    data: wireHex,
    value: z.nullish(z.union([wireHexUint, wireUint])),
    approvalAddress: z.nullish(wireAddress),
  }),
})
const refusalWire = z.object({ data: z.object({ error: z.string() }) })
const modeWire = z.object({ data: z.object({ workMode: z.int() }) })
const statusWire = z.object({
  statusCode: z.union([z.int(), z.string()]),
  sourceHash: z.nullish(z.string()),
  destinationHash: z.nullish(z.string()),
  refundHash: z.nullish(z.string()),
})

/** Of a quote that names no account. */
const placeholder = '0x1111111111111111111111111111111111111111'
/** Of the coins of every chain here. */
const coinDecimals = 18

/** @param options.baseUrl without a trailing slash */
export function createXflowsProvider({ baseUrl }: { baseUrl: string }): Provider {
  const bodyOf = (asked: BridgeAsked, sender: string, recipient: string) => ({
    fromChainId: Number(asked.srcChain),
    toChainId: Number(asked.dstChain),
    fromTokenAddress: asked.srcToken,
    toTokenAddress: asked.dstToken,
    fromAddress: sender,
    toAddress: recipient,
    fromAmount: formatAmount(asked.tokens.srcAmount, asked.tokens.srcToken.decimals),
    bridge: 'wanbridge',
  })
  return evmBridge({
    id: 'xflows',
    name: 'XFlows',
    blockchains: served,
    ...gatewayService,
    floats: true,
    quote: (asked) => {
      const sender = asked.sender ?? placeholder
      return {
        url: `${baseUrl}/quote`,
        body: bodyOf(asked, sender, sender),
        read: (body) => toOffer(readData(offerWire, body), asked),
      }
    },
    build: (asked) => ({
      url: `${baseUrl}/buildTx`,
      body: bodyOf(asked, asked.sender, asked.recipient),
      read: (body) => {
        const wire = readData(builtWire, body)
        const { to, data, value, approvalAddress } = wire.tx
        const spender = approvalAddress ?? wire.approvalAddress ?? to
        const offer = toOffer(wire, asked)
        return { to, data, value: value ?? 0n, spender, offer, orderId: null }
      },
    }),
    refusal: toRefusal,
    refusals: {
      pair: 'NO_ROUTE',
      mode: 'NO_ROUTE',
      low: 'AMOUNT_TOO_LOW',
      high: 'AMOUNT_TOO_HIGH',
    },
    calls: () => gatewayCalls,
    findOrder: findOrder(baseUrl),
    // docs.wanchain.org, XFlows API "1.6 Status Query" (read 2026-11); 6 is not in its list.
    statusMap: {
      0: 'exchanging',
      1: 'done',
      2: 'stopped',
      3: 'exchanging',
      4: 'refunded',
      5: 'refunded',
      6: 'stopped',
      7: 'on_hold',
    },
  })
}

function readData<T extends z.ZodMiniType>(schema: T, body: unknown): z.output<T> {
  const what = 'The answer of XFlows'
  return parseWire(schema, parseWire(z.object({ data: z.unknown() }), body, what).data, what)
}

/** Refusals are sentences alone. */
function toRefusal(body: unknown): Refusal | null {
  const refused = z.safeParse(refusalWire, body)
  if (refused.success) {
    const { error: reason } = refused.data.data
    if (/support|\bpair/i.test(reason)) return { code: 'pair', reason }
    if (/\bmin|too (?:low|small)/i.test(reason)) return { code: 'low', reason }
    if (/\bmax|exceed|quota/i.test(reason)) return { code: 'high', reason }
    return { code: 'other', reason }
  }
  const { data } = z.safeParse(modeWire, body)
  if (data === undefined || data.data.workMode === 1) return null
  return { code: 'mode', reason: 'the route swaps in a call without published code' }
}

function toOffer(wire: z.output<typeof offerWire>, asked: BridgeAsked): BridgeOffer {
  const { srcAmount } = asked.tokens
  const fees = (wire.nativeFees ?? []).map(({ nativeFeeAmount, amount }) =>
    cutAmount(nativeFeeAmount ?? amount ?? '', coinDecimals),
  )
  const fixedFee = fees.reduce<bigint | null>(
    (sum, fee) => (sum === null || fee === null ? null : sum + fee),
    0n,
  )
  if (fixedFee === null) throw new Error('a fee that is not an amount')
  return {
    srcToken: asked.srcToken,
    dstToken: asked.dstToken,
    srcAmount,
    dstAmount: requireLess(wire.amountOutRaw, asked),
    dstMinAmount: wire.amountOutRaw,
    fixedFee,
    gas: null,
    durationSeconds: 600,
  }
}

function findOrder(baseUrl: string): BridgeOrders['findOrder'] {
  return async ({ hash }, ask) => {
    if (hash === null) return null
    const found = await ask({
      url: `${baseUrl}/status`,
      body: { hash },
      unknownIs: 400,
      read: (body) => readData(statusWire, body),
    })
    if (found === null) return null
    const { statusCode, sourceHash, destinationHash, refundHash } = found
    const [paid = null, payout = null, refund = null] = [
      sourceHash,
      destinationHash,
      refundHash,
    ].map(hashOrNull)
    const status = String(statusCode)
    return {
      orderId: null,
      status,
      srcTxHash: paid,
      payoutHashes: payout === null ? [] : [payout],
      payoutAmount: null,
      refundHashes: refund === null ? [] : [refund],
    }
  }
}
