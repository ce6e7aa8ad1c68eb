// Houdini: a broker of custodial exchanges. A quote is turned into an order, which names an address
// to pay; the exchange behind it pays out once the payment is confirmed, at a floating rate.
//
// API: Houdini Partner API v2, by the vendor's houdiniswap-agent (2026-08) and houdini-api-examples
// (2026-03, both read 2026-11). Amounts are JSON numbers in token units. Quirks: the free quota is 50
// quotes a day, so one kind of rate is asked for; tokens are known by an id and read one by one;
// orders name tokens by chain and address; orders of a DEX repeat the payer's address as the place to
// pay and are refused, as are private ones; an order does not name its refund address and is forgotten
// after 48 hours; every request must describe its user, who stays unnamed here.

import * as z from 'zod/mini'

import { chainById } from '../chains/chains.ts'
import { builtInTokens } from '../chains/tokens.ts'
import { Decimal } from '../core/decimals.ts'
import { type BlockchainId, isBlockchainId } from '../core/blockchainIds.ts'
import { type Token, zeroAddress } from '../core/token.ts'
import table from './houdini.json' with { type: 'json' }
import { isContractOf } from './kits/deposit/coins.ts'
import { listedCoins } from './kits/deposit/listedCoins.ts'
import { wireMoney } from './kits/deposit/money.ts'
import { wireOrderId } from './kits/deposit/openOrder.ts'
import { orderAt } from './kits/deposit/orders.ts'
import { withoutPrefix } from './kits/deposit/parties.ts'
import { depositExchange, type DepositOptions } from './kits/deposit/exchange.ts'
import type { ExchangeRate } from './kits/deposit/rate.ts'
import { coinKey, type SnapshotCoin, timeOf, type TrackedOrder } from './kits/deposit/snapshot.ts'
import type { Provider } from './types.ts'

const text = z.nullish(z.string())
const flag = z.nullish(z.boolean())
const money = z.nullish(wireMoney)
const rateName = 'standard'

/** EVM chains by their EIP-155 id, others by Houdini's kind of chain. */
const networks: Readonly<Partial<Record<BlockchainId, string>>> = {
  ...Object.fromEntries(
    table.chains.filter(isBlockchainId).map((id) => [id, String(chainById(id).chainId)]),
  ),
  BITCOIN: 'bitcoin',
  SOLANA: 'solana',
  TRON: 'tron',
}

const chainWire = z.nullish(z.object({ chainId: z.nullish(z.number()), kind: text }))
const tokenWire = z.object({ symbol: z.string(), address: text, chainData: chainWire })
const tokensWire = z.object({
  tokens: z.array(
    z.object({ ...tokenWire.shape, id: z.string(), hasCex: flag, unverified: flag, mainnet: flag }),
  ),
})
const tokens = z.pipe(
  tokensWire,
  z.transform(({ tokens: listed }) =>
    listed
      .filter(({ hasCex, unverified }) => hasCex !== false && unverified !== true)
      .map((token) => ({ ...coinOf(token), code: token.id, symbol: token.symbol })),
  ),
)

const quoteWire = z.object({
  quoteId: z.string(),
  type: z.string(),
  amountIn: money,
  amountOut: wireMoney,
  /** Minutes. */
  duration: z.nullish(z.number().check(z.nonnegative(), z.maximum(10_080))),
  min: money,
  max: money,
  fixed: flag,
  error: text,
  filtered: flag,
  validUntil: text,
})
/** Offers that cannot be used may lack anything. */
const quotesWire = z.pipe(
  z.object({ quotes: z.array(z.unknown()) }),
  z.transform(({ quotes }) =>
    quotes.flatMap((raw) => {
      const { success, data } = z.safeParse(quoteWire, raw)
      const isUsable =
        success && data.type === rateName && data.error == null && data.filtered !== true
      return isUsable && data.fixed !== true ? [data] : []
    }),
  ),
)

const refusal = z.pipe(
  z.object({ code: text, message: text }),
  z.transform(({ code, message: reason }) => ({ code, reason })),
)

const orderWire = z.object({
  houdiniId: wireOrderId,
  status: z.union([z.number(), z.string()]),
  isDex: flag,
  anonymous: flag,
  created: text,
  expires: text,
  depositAddress: text,
  depositTag: text,
  receiverAddress: text,
  receiverTag: text,
  inAmount: money,
  outAmount: money,
  inToken: z.nullish(tokenWire),
  outToken: z.nullish(tokenWire),
  transactionHash: text,
})
const order = z.pipe(orderWire, z.transform(toOrder))

export type HoudiniOptions = DepositOptions & {
  /** The partner's id, or `id:secret` where there is no secret of its own. */
  apiKey: string
  apiSecret?: string | null | undefined
}

export function createHoudiniProvider(options: HoudiniOptions): Provider {
  const { baseUrl, apiKey, apiSecret = null, pause } = options
  const listed = listedCoins({ networks, key: ({ code, network }) => `${code} ${network}` })
  return depositExchange({
    id: 'houdini',
    name: 'Houdini',
    keyVariable: 'SWAPROUTE_HOUDINI_API_KEY',
    hasKey: true,
    baseUrl,
    headers: () => ({
      authorization: apiSecret === null ? apiKey : `${apiKey}:${apiSecret}`,
      // Required; they are the same for every user.
      'x-user-ip': '192.168.1.1',
      'x-user-agent': 'swaproute',
      'x-user-timezone': 'UTC',
    }),
    pause,
    list: {
      call: (key) => ({
        path: '/tokens',
        query: { symbol: key.split(' ')[0]?.toUpperCase(), hasCex: 'true', pageSize: '100' },
      }),
      wire: tokens,
      what: 'The tokens of Houdini',
    },
    coins: { ...listed, tokenOf: async (coin) => tokenOf(coin) },
    parties: { takesMemo: true, needsRefund: false },
    rate: {
      names: { float: rateName },
      amounts: 'number',
      call: ({ src, dst, amount }) => ({
        path: '/quotes',
        query: { amount, from: src.code, to: dst.code, 'types[]': rateName },
      }),
      answer: () => z.pipe(quotesWire, z.transform(toRate)),
      limits: z.pipe(quotesWire, z.transform(toLimits)),
      refusals: {
        wire: refusal,
        rows: [
          { codes: ['AMOUNT_TOO_LOW'], means: 'low' },
          { codes: ['QUOTE_OVER_LIMIT'], means: 'high' },
          { codes: table.noRoute, means: 'none' },
        ],
      },
      usualSeconds: 30 * 60,
    },
    order: {
      path: '/exchanges',
      body: ({ request: { srcToken, dstToken }, receiver, refund }) => ({
        addressTo: withoutPrefix(dstToken.blockchain, receiver.address),
        destinationTag: receiver.memo,
        refundAddress: refund && withoutPrefix(srcToken.blockchain, refund.address),
        refundExtraId: refund?.memo,
      }),
      created: order,
      read: orderAt('/orders', order),
      mayOmit: ['refundAddress', 'refundMemo'],
      asked: ({ request: { srcToken, dstToken }, src, dst }) => ({
        srcCoin: askedKey(srcToken, src),
        dstCoin: askedKey(dstToken, dst),
      }),
      facts: ({ refundAddress }) => ({ refundAddress: refundAddress ?? undefined }),
      number: /^[A-Za-z0-9]{8,40}$/,
    },
    // docs.houdiniswap.com, "Get order details" and "Order Lifecycle" (read 2026-11).
    statusMap: {
      '-2': 'awaiting',
      '-1': 'awaiting',
      '0': 'awaiting',
      '1': 'confirming',
      '2': 'exchanging',
      '3': 'exchanging',
      '4': 'done',
      '5': 'expired',
      '6': 'failed',
      '7': 'refunded',
      // Deleted, which follows a failure and proves nothing about the payment.
      '8': 'failed',
    },
  })
}

function coinOf({
  symbol,
  address,
  chainData,
}: z.output<typeof tokenWire>): SnapshotCoin & { contract: string | null } {
  const contract = address == null || address === '' || address === zeroAddress ? null : address
  const { chainId, kind } = chainData ?? {}
  const isEvm = chainId != null && (kind == null || kind === 'evm')
  const network = isEvm ? String(chainId) : (kind ?? '')
  const chain = chainNamed(network)
  const own = chain === null ? null : chainById(chain).native
  const isOwn = own !== null && [own.symbol, ...own.otherSymbols].includes(symbol.toUpperCase())
  return { code: codeOf(contract) ?? (isOwn ? 'native' : symbol), network, contract }
}

/** A contract as orders are compared by it; null if absent. */
function codeOf(contract: string | null): string | null {
  return contract?.startsWith('0x') === true ? contract.toLowerCase() : contract
}

function askedKey({ native, address }: Token, { network }: SnapshotCoin): string {
  return coinKey({ code: (native ? null : codeOf(address)) ?? 'native', network })
}

function chainNamed(network: string): BlockchainId | null {
  const id = Object.entries(networks).find(([, name]) => name === network)?.[0]
  return id !== undefined && isBlockchainId(id) ? id : null
}

function tokenOf({ code, network }: SnapshotCoin): Token | null {
  const chain = chainNamed(network)
  if (chain === null) return null
  const isIt = (token: Token): boolean =>
    code === 'native' ? token.native : !token.native && isContractOf(token, code)
  return builtInTokens(chain).find(isIt) ?? null
}

type Quotes = z.output<typeof quotesWire>

function toRate(quotes: Quotes): ExchangeRate | null {
  const [best] = quotes.toSorted((one, other) => compare(other.amountOut, one.amountOut))
  if (best === undefined) return null
  return {
    dstAmount: best.amountOut,
    ...(best.amountIn == null ? {} : { srcAmount: best.amountIn }),
    orderFields: { quoteId: best.quoteId },
    expiresAtMs: timeOf(best.validUntil),
    ...(best.duration == null ? {} : { durationSeconds: best.duration * 60 }),
  }
}

function compare(one: string, other: string): number {
  return new Decimal(one).comparedTo(other) ?? 0
}

/** The widest of all offers; none if one offer has no limit. */
function toLimits(quotes: Quotes): { min: string | null; max: string | null } {
  const widest = (side: 'min' | 'max', factor: 1 | -1): string | null => {
    const limits = quotes.map((quote) => quote[side])
    const known = limits.filter((limit) => limit != null)
    const [first = null] = known.toSorted((one, other) => factor * compare(one, other))
    return known.length < limits.length ? null : first
  }
  return { min: widest('min', 1), max: widest('max', -1) }
}

function toOrder(wire: z.output<typeof orderWire>): TrackedOrder {
  const isUsual = wire.isDex === false && wire.anonymous !== true
  return {
    orderId: wire.houdiniId,
    src: wire.inToken == null ? null : coinOf(wire.inToken),
    dst: wire.outToken == null ? null : coinOf(wire.outToken),
    amountToSend: wire.inAmount,
    dstAmount: wire.outAmount,
    depositAddress: wire.depositAddress,
    depositMemo: wire.depositTag,
    receiver: wire.receiverAddress,
    receiverMemo: wire.receiverTag,
    // Not always returned; compared only if present.
    refundAddress: undefined,
    rateType: isUsual ? rateName : 'another kind',
    expiresAtMs: timeOf(wire.expires),
    createdAtMs: timeOf(wire.created),
    progress: {
      status: String(wire.status),
      paymentHash: null,
      payoutHashes: [wire.transactionHash],
      payoutAmount: wire.outAmount,
    },
  }
}
