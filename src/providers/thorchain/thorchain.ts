// THORChain: a network of validators that swaps against its own pools. There are no orders: the
// memo of a payment to the chain's vault names the swap.
//
// API: a THORNode (https://dev.thorchain.org and https://thornode.ninerealms.com/thorchain/doc, read
// 2026-11). Amounts are texts in hundred-millionths of a coin on every chain. Quirks: vaults change,
// so their addresses are read each time; a quote holds for some minutes and must not be paid later;
// the limit in a memo applies before the payout fee; refunds go to the payer unless the memo names
// an address; a swap is found only by its payment's hash, which Midgard finds by receiver and memo.
// Its own, beyond the kit: the memo's grammar, asset names, and a status in stages.

import * as z from 'zod/mini'

import { accountKey } from '../../chains/accountKey.ts'
import { minimumAfterSlippage } from '../../core/amounts.ts'
import type { OrderClaim, OrderFacts } from '../../core/order.ts'
import type { QuoteRequest } from '../../core/quote.ts'
import { wireUint } from '../../http/wire.ts'
import { noRoute } from '../kits/errors.ts'
import { unsafeDeposit } from '../kits/deposit/orderTerms.ts'
import { partiesOf } from '../kits/deposit/parties.ts'
import type { ExchangeAsk, ExchangeCall } from '../kits/deposit/ask.ts'
import { depositExchange, type DepositOptions } from '../kits/deposit/exchange.ts'
import type { WantedOrder } from '../kits/deposit/orders.ts'
import type { ExchangeRate, Vault, WantedPair, WantedRate } from '../kits/deposit/rate.ts'
import type { OrderSnapshot, TrackedOrder } from '../kits/deposit/snapshot.ts'
import type { Provider } from '../types.ts'
import {
  chainCode,
  findAsset,
  fromThorUnits,
  memoAddress,
  memoRoom,
  needsOutput,
  poolsWire,
  thorBlockchains,
  thorchain,
  type ThorPools,
  tokenOfAsset,
  toThorUnits,
} from './assets.ts'
import { parseMemo, type SwapMemo, writeMemo } from './memo.ts'
import { findForeignSwap, isHash, trackSwap } from './status.ts'

const market = 'market'
const parties = { takesMemo: false, needsRefund: false }

const text = z.nullish(z.string())
const flag = z.nullish(z.boolean())
const seconds = z.nullish(z.number().check(z.nonnegative(), z.maximum(604_800)))

const vaultsWire = z.array(
  z.object({
    chain: z.string(),
    address: z.string(),
    /** What a payout or refund on the chain costs, in its coin. */
    outbound_fee: z.nullish(wireUint),
    halted: flag,
    global_trading_paused: flag,
    chain_trading_paused: flag,
  }),
)

const quoteWire = z.object({
  inbound_address: text,
  inbound_confirmation_seconds: seconds,
  outbound_delay_seconds: seconds,
  total_swap_seconds: seconds,
  fees: z.object({ asset: z.string(), outbound: wireUint, slippage_bps: z.nullish(z.int()) }),
  /** Unix seconds. */
  expiry: z.int().check(z.nonnegative()),
  memo: text,
  expected_amount_out: wireUint,
})
type ThorQuote = z.output<typeof quoteWire>

/** Dust is ignored, and less than the minimum is lost to fees. */
const limits = z.pipe(
  z.object({
    recommended_min_amount_in: z.nullish(wireUint),
    dust_threshold: z.nullish(wireUint),
  }),
  z.transform(({ recommended_min_amount_in: least, dust_threshold: dust }) => {
    const [low, ignored] = [least ?? 0n, dust == null ? 0n : dust + 1n]
    const min = low > ignored ? low : ignored
    return min === 0n ? {} : { min: String(min) }
  }),
)

/**
 * THORNode, x/thorchain/querier_quotes.go (read 2026-11): "amount less than min swap amount
 * (recommended_min_amount_in: 7761)"; older nodes wrote "recommended minimum".
 */
const recommended = /recommended(?:_min_amount_in| minimum):? (\d{1,30})/i

type Offer = ExchangeRate & { vault: string | null; memo: string | null; fee: bigint }
type Wanted = WantedOrder<Offer>

export type ThorchainOptions = DepositOptions & {
  /** Index to find payments by memo, if configured. */
  midgardUrl?: string | null
}

/** The base address is that before `/thorchain/…`; the optional key is sent as `x-client-id`. */
export function createThorchainProvider(options: ThorchainOptions): Provider {
  const { baseUrl, midgardUrl = null, apiKey = null } = options
  return depositExchange<ThorPools, Offer, TrackedOrder>({
    id: 'thorchain',
    ...thorchain,
    hasKey: apiKey !== null,
    baseUrl: `${baseUrl}/thorchain`,
    headers: (): Record<string, string> => (apiKey === null ? {} : { 'x-client-id': apiKey }),
    list: {
      call: () => ({ path: '/pools' }),
      wire: poolsWire,
      what: 'The pools of THORChain',
      lifeMs: 5 * 60_000,
    },
    coins: {
      blockchains: thorBlockchains,
      serves: ({ blockchain, native }, side) =>
        side === 'src'
          ? native && memoRoom(blockchain) !== null
          : thorBlockchains.includes(blockchain),
      find: async (token, _side, load) => findAsset(token, await load()),
      tokenOf: async ({ code }) => tokenOfAsset(code),
    },
    parties,
    rate: {
      names: { market },
      amounts: { digits: 8 },
      call: quoteCall,
      answer: (wanted) =>
        z.pipe(
          quoteWire,
          z.transform((quote) => toOffer(quote, wanted)),
        ),
      limits,
      // Amount errors share one code; the text names the side.
      refusals: {
        rows: [
          {
            text: /too small|not enough|less than (?:the )?(?:min|dust|fee)|below dust/i,
            min: recommended,
            means: 'low',
          },
          // A closed pool is not a node outage, whatever the HTTP status.
          { text: /halt|paused|pool|limit|asset/i, min: recommended, means: 'none' },
          { min: recommended },
        ],
      },
      usualSeconds: 20 * 60,
    },
    made: {
      vault: readVault,
      memo: (wanted, offers) => {
        const asOutput = needsOutput(wanted.request.srcToken.blockchain)
        return {
          depositMemo: memoOf(wanted, wanted.dstMinAmount, offers),
          memoAsOutput: asOutput,
          // Few wallets support this, exchange accounts never.
          memoName: asOutput ? 'memo (OP_RETURN)' : null,
        }
      },
      terms: toTerms,
      asked: (wanted) => ({ refundAddress: refundOf(wanted) }),
      // A quote repeats only what its memo contains.
      mayOmit: [
        'srcCoin',
        'amountToSend',
        'rateType',
        'dstAmount',
        'depositMemo',
        'receiverMemo',
        'refundAddress',
        'refundMemo',
      ],
      numberPrefix: 'thor',
      facts: factsOf,
      track: (own, ref, ask) => trackSwap(own, ref, midgardUrl, ask),
      search: { isIt: isHash, find: findForeignSwap },
      // The payer is refunded unless the memo names another address.
      expected: (own, { refundAddress = null }) => ({
        ...own,
        refundAddress: own.refundAddress ?? refundAddress,
      }),
    },
    statusMap: {},
  })
}

/** @throws SwaprouteError NO_ROUTE while trading is halted */
async function readVault(
  { srcToken, dstToken }: Pick<QuoteRequest, 'srcToken' | 'dstToken'>,
  ask: ExchangeAsk,
): Promise<Vault> {
  const call = { path: '/inbound_addresses' }
  const rows = (await ask.read(call, vaultsWire, 'The vaults of THORChain')) ?? []
  const [src, dst] = [srcToken, dstToken].map(({ blockchain }) =>
    rows.find(({ chain }) => chain === chainCode(blockchain)),
  )
  const isHalted = [src, dst].some(
    (row) =>
      row?.halted === true ||
      row?.global_trading_paused === true ||
      row?.chain_trading_paused === true,
  )
  if (isHalted) throw noRoute(thorchain, 'trading is halted')
  if (src === undefined || src.address === '') throw noRoute(thorchain)
  // A refund pays the outbound fee of the chain that it goes back to
  // (https://gitlab.com/thorchain/thornode/-/merge_requests/2905, read 2026-11).
  const { address, outbound_fee: fee } = src
  return { address, refundFee: fee == null ? null : fromThorUnits(fee, srcToken, 'up') }
}

/** Parties are named only for an order: an estimate needs no parties. */
function quoteCall(
  wanted: Pick<WantedRate, 'src' | 'dst' | 'amount'> & Partial<Wanted>,
): ExchangeCall {
  const { receiver, request } = wanted
  const refund = receiver === undefined || request === undefined ? null : refundOf(wanted)
  return {
    path: '/quote/swap',
    query: {
      from_asset: wanted.src.code,
      to_asset: wanted.dst.code,
      amount: wanted.amount,
      destination: receiver && memoAddress(receiver.address),
      refund_address: refund && memoAddress(refund),
    },
  }
}

/** Refund address for the memo; null: refunds go to the payer. */
function refundOf({ request, refund }: Partial<Pick<Wanted, 'request' | 'refund'>>): string | null {
  if (request?.refundAddress == null || refund == null) return null
  const { srcToken, fromAddress } = request
  const keyOf = (address: string): string => accountKey(srcToken.blockchain, address)
  const isPayer = fromAddress !== null && keyOf(refund.address) === keyOf(fromAddress)
  return isPayer ? null : refund.address
}

/** An estimate is refused if the memo of its order would not fit. */
function toOffer(quote: ThorQuote, wanted: WantedRate): Offer {
  const { request, receiver, slippageBps } = wanted
  const { fees, expected_amount_out: expected } = quote
  const { inbound_confirmation_seconds: inbound, outbound_delay_seconds: outbound } = quote
  const waits = inbound == null && outbound == null ? undefined : (inbound ?? 0) + (outbound ?? 0)
  const duration = quote.total_swap_seconds ?? waits
  if (receiver === undefined && request.receiver !== null) {
    const least = minimumAfterSlippage(fromThorUnits(expected, request.dstToken), slippageBps)
    memoOf({ ...wanted, ...partiesOf(request, thorchain, parties) }, least, [])
  }
  return {
    dstAmount: expected,
    dst: { code: fees.asset, network: '' },
    expiresAtMs: quote.expiry * 1000,
    priceImpactPercent: fees.slippage_bps == null ? null : fees.slippage_bps / 100,
    ...(duration === undefined ? {} : { durationSeconds: duration }),
    vault: quote.inbound_address ?? null,
    memo: quote.memo ?? null,
    fee: fees.outbound,
  }
}

/** @throws SwaprouteError UNSUPPORTED_RECEIVER where the memo is too long */
function memoOf(
  wanted: WantedRate & Pick<Wanted, 'receiver' | 'refund'>,
  least: bigint,
  offers: readonly Offer[],
): string {
  const { request, receiver, dst } = wanted
  // The payout fee comes after the swap; the limit applies before it.
  const fee = offers.reduce((most, offer) => (offer.fee > most ? offer.fee : most), 0n)
  const refund = refundOf(wanted)
  const terms = {
    receiver: memoAddress(receiver.address),
    refund: refund === null ? null : memoAddress(refund),
    limit: toThorUnits(least, request.dstToken, 'up') + fee,
  }
  return writeMemo(terms, dst.names?.aliases ?? [], memoRoom(request.srcToken.blockchain) ?? 0)
}

/** @throws SwaprouteError UNSAFE_ROUTE for a memo that is not a swap */
function readSwap(memo: string | null): SwapMemo {
  const parsed = memo === null ? null : parseMemo(memo)
  if (parsed === null)
    throw unsafeDeposit('D5', thorchain, 'returned an unreadable memo', 'depositMemo')
  return parsed
}

/** The fields of a quoted memo. */
function toTerms({ vault, memo }: Offer, { dst }: WantedPair): Omit<OrderSnapshot, 'orderId'> {
  const { asset, receiver, refund, affiliate } = readSwap(memo)
  return {
    dst: dst.names?.includes(asset) === true ? dst : { code: asset, network: '' },
    receiver,
    // Without a refund address, the payer gets it back.
    refundAddress: refund ?? undefined,
    rateType: affiliate === '' ? market : affiliate,
    depositAddress: vault,
  }
}

/**
 * A foreign order, read from its memo: the vault is the network's and the memo has the rest. A claim
 * must not name a later deadline than a quote of now.
 * @throws SwaprouteError UNSAFE_ROUTE for a memo that is not a swap, or pays others too
 */
async function factsOf(claim: OrderClaim, pair: WantedPair, ask: ExchangeAsk): Promise<OrderFacts> {
  const { orderId, depositMemo, srcToken, dstToken, srcAmount, fromAddress } = claim
  const amount = String(toThorUnits(srcAmount, srcToken, 'down'))
  const [vault, quote] = await Promise.all([
    readVault(claim, ask),
    ask.read(quoteCall({ ...pair, amount }), quoteWire, 'The quote of THORChain'),
  ])
  const { asset, receiver, refund, limit, affiliate } = readSwap(depositMemo)
  if (affiliate !== '') {
    throw unsafeDeposit(
      'D5',
      thorchain,
      'has a memo that also pays another receiver',
      'depositMemo',
    )
  }
  return {
    // The id is known only to the program that created it.
    orderId,
    srcToken,
    dstToken: pair.dst.names?.includes(asset) === true ? dstToken : null,
    srcAmount,
    depositAddress: vault.address,
    depositMemo,
    receiver,
    receiverMemo: null,
    // Absent: the payer.
    refundAddress: refund ?? fromAddress,
    dstAmount: limit === null ? 0n : fromThorUnits(limit, dstToken),
    refundFee: vault.refundFee,
    expiresAtMs: quote === null ? null : quote.expiry * 1000,
  }
}
