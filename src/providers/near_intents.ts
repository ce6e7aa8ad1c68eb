// NEAR Intents: solvers compete for a swap; a deposit address is opened for one quote, and the
// settlement contract pays out or sends the money back.
//
// API: https://docs.near-intents.org, "1Click API", and @defuse-protocol/one-click-sdk-typescript
// 0.1.25 (read 2026-11). Amounts are base units as decimal text, assets are ids of GET /v0/tokens.
// One call is estimate (`dry`) and order; the order is known by its deposit address, with the memo
// where the address is shared. Quirks: a payment below the agreed amount waits for the rest and is
// refunded at the deadline of the request; the answer's later deadline is only how long the address
// is watched; limits appear only in the text of a refusal; without a partner token, a 0.2%
// surcharge is already deducted.

import { needsRefundAddress } from '../core/providerChoice.ts'
import * as z from 'zod/mini'

import { checkTokenAddress } from '../chains/addresses.ts'
import { chainById } from '../chains/chains.ts'
import { formatAmount } from '../core/amounts.ts'
import { type BlockchainId, isBlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { otherSwap } from './kits/errors.ts'
import type { Token } from '../core/token.ts'
import { foreignReason } from '../core/foreignReason.ts'
import { wireUint } from '../http/wire.ts'
import { anyParties } from './kits/deposit/neutral.ts'
import type { StoredOrder } from './kits/deposit/state.ts'
import { depositExchange, type DepositOptions } from './kits/deposit/exchange.ts'
import type { OrderKey } from './kits/deposit/orders.ts'
import type { ExchangeAsk } from './kits/deposit/ask.ts'
import type { ExchangeCoin, ExchangeRate, WantedRate } from './kits/deposit/rate.ts'
import { timeOf, type TrackedOrder } from './kits/deposit/snapshot.ts'
import table from './near_intents.json' with { type: 'json' }
import type { Provider } from './types.ts'

/**
 * Chains by their code in GET /v0/tokens, hours for a payment where blocks are slow, and whether
 * deposit addresses are shared and need a memo.
 */
type Row = { code: string; hours?: number; addresses?: string }
const rows: Readonly<Partial<Record<BlockchainId, Row>>> = table
const blockchains = Object.keys(rows).filter(isBlockchainId)
const memoChains = new Set(blockchains.filter((id) => rows[id]?.addresses === 'shared'))
const [exactInput, origin, destination] = ['EXACT_INPUT', 'ORIGIN_CHAIN', 'DESTINATION_CHAIN']

const text = z.nullish(z.string())

const tokensWire = z.array(
  z.object({
    assetId: z.string(),
    decimals: z.int(),
    blockchain: z.string(),
    symbol: z.string(),
    /** Absent for native coins. */
    contractAddress: text,
  }),
)
type Tokens = z.output<typeof tokensWire>

/** The request as the service understood it. */
const requestWire = z.object({
  swapType: text,
  originAsset: text,
  destinationAsset: text,
  depositType: text,
  refundTo: text,
  refundType: text,
  recipient: text,
  recipientType: text,
  /** Others paid from the output. */
  appFees: z.nullish(z.array(z.unknown())),
  /** Later payments are refunded. */
  deadline: text,
})

/** Address, memo and deadline are absent in an estimate. */
const quoteWire = z.object({
  timestamp: text,
  signature: text,
  quoteRequest: requestWire,
  quote: z.object({
    amountIn: wireUint,
    amountOut: wireUint,
    minAmountOut: wireUint,
    timeEstimate: z.nullish(z.number().check(z.nonnegative())),
    depositAddress: text,
    depositMemo: text,
    /** After this the address is not watched; payments may be lost. */
    deadline: text,
    timeWhenInactive: text,
    /** Since 2026-06: of the source token for a refund, of the destination's for the payout. */
    refundFee: z.nullish(wireUint),
    withdrawFee: z.nullish(wireUint),
  }),
})
type OneClickQuote = z.output<typeof quoteWire>

const transactionsWire = z.nullish(z.array(z.object({ hash: z.string() })))

const statusWire = z.object({
  status: z.string(),
  /** Not every status answer repeats the terms. */
  quoteResponse: z.union([
    quoteWire,
    z.pipe(
      z.unknown(),
      z.transform(() => null),
    ),
  ]),
  swapDetails: z.object({
    amountOut: z.nullish(wireUint),
    depositedAmount: z.nullish(wireUint),
    refundReason: text,
    originChainTxHashes: transactionsWire,
    destinationChainTxHashes: transactionsWire,
  }),
})

const refusal = z.pipe(
  z.object({ message: z.union([z.string(), z.array(z.string())]) }),
  z.transform(({ message }) => ({ reason: [message].flat().join('; ') })),
)
/** In base units of the source asset, or with a point in its own. */
const least = /at least (\d+(?:\.\d+)?)/i

const tracked = z.pipe(statusWire, z.transform(toTracked))

/** `apiKey`: the token (JWT) of a partner, without a surcharge. */
export function createNearIntentsProvider(options: DepositOptions): Provider {
  const { baseUrl, apiKey = null, pause } = options
  const submitted = new Set<string>()
  /** Reports once a payment the service has not detected, so that it finds it sooner. */
  const submit = async (own: StoredOrder, txHash: string, ask: ExchangeAsk): Promise<void> => {
    const { depositAddress, depositMemo } = own
    const key = `${depositAddress} ${txHash}`
    if (submitted.has(key)) return
    submitted.add(key)
    try {
      await ask.send({
        path: '/v0/deposit/submit',
        body: { txHash, depositAddress, memo: depositMemo },
      })
    } catch (thrown) {
      // Optional: the service finds the payment itself.
      if (!(thrown instanceof SwaprouteError) || thrown.code === 'INTERRUPTED') throw thrown
    }
  }
  return depositExchange({
    id: 'near_intents',
    name: 'NEAR Intents',
    keyVariable: 'SWAPROUTE_NEAR_INTENTS_API_KEY',
    hasKey: apiKey !== null,
    baseUrl,
    headers: (): Record<string, string> =>
      apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    pause,
    list: {
      call: () => ({ path: '/v0/tokens' }),
      wire: tokensWire,
      what: 'The token list of NEAR Intents',
      lifeMs: 10 * 60_000,
    },
    coins: {
      blockchains,
      serves: ({ blockchain }) => blockchains.includes(blockchain),
      find: async (token, _side, load) => coinOf(token, await load()),
      tokenOf: async ({ code }, load) => tokenOf(code, await load()),
    },
    parties: { takesMemo: false, needsRefund: needsRefundAddress('near_intents') },
    rate: {
      names: { market: exactInput },
      amounts: 'units',
      parties: anyParties,
      call: (wanted) => ({ path: '/v0/quote', body: requestBody(wanted, true) }),
      answer: () => z.pipe(quoteWire, z.transform(toRate)),
      refusals: {
        wire: refusal,
        rows: [
          { status: 400, text: /too low|too small/i, min: least, means: 'low' },
          { status: 400, min: least, means: 'no-offer' },
          // Wrong path: proves nothing about the pair.
          { status: 404, means: 'outage' },
          { means: 'no-offer' },
        ],
      },
      usualSeconds: 0,
      feePercent: apiKey === null ? 0.2 : null,
    },
    order: {
      path: '/v0/quote',
      body: (wanted) => requestBody(wanted, false),
      created: z.pipe(quoteWire, z.transform(toOrder)),
      read: async (key, ask) => {
        // The address is the order id.
        if (key.depositAddress !== '' && key.orderId !== key.depositAddress) return null
        const order = await readOrder(key, ask)
        if (order === null || order.amountToSend !== undefined) return order
        throw new SwaprouteError('UPSTREAM_FAILED', 'NEAR Intents did not return the order.')
      },
      track: async (own, { srcTxHash }, ask) => {
        const order = await readOrder(own, ask)
        const isUnpaid = order?.progress.status === 'PENDING_DEPOSIT'
        if (isUnpaid && srcTxHash !== null) await submit(own, srcTxHash, ask)
        return order
      },
      mayOmit: [
        'orderId',
        'rateType',
        'depositMemo',
        'receiverMemo',
        'refundAddress',
        'refundMemo',
      ],
      required: () => ['refundAddress'],
      facts: ({ rateType }) => (rateType === exactInput ? {} : { srcAmount: undefined }),
      number: /^[A-Za-z0-9:._-]{20,90}$/,
      memoChains,
      numberName: 'nearIntentsId',
      lifeMs: ({ srcToken }) => (rows[srcToken.blockchain]?.hours ?? 1) * 3_600_000,
    },
    statusMap: {
      PENDING_DEPOSIT: 'awaiting',
      KNOWN_DEPOSIT_TX: 'confirming',
      PROCESSING: 'exchanging',
      INCOMPLETE_DEPOSIT: 'underpaid',
      SUCCESS: 'done',
      REFUNDED: 'refunded',
      FAILED: 'failed',
    },
  })
}

async function readOrder(known: OrderKey, ask: ExchangeAsk): Promise<TrackedOrder | null> {
  const query = { depositAddress: known.orderId, depositMemo: known.depositMemo }
  return ask.read({ path: '/v0/status', query }, tracked, 'The status of NEAR Intents', [404])
}

/**
 * The asset of a token, by chain and contract. Ids come from the list, never composed. A token that
 * moved to another bridge is listed twice, the old entry marked deprecated.
 */
function coinOf(token: Token, list: Tokens): ExchangeCoin | null {
  const found = list.find(
    ({ blockchain, contractAddress, symbol }) =>
      !/deprecated/i.test(symbol) &&
      blockchain === rows[token.blockchain]?.code &&
      addressOf(token.blockchain, contractAddress) === token.address,
  )
  if (found === undefined) return null
  if (found.decimals === token.decimals) return toCoin(found.assetId)
  throw new SwaprouteError(
    'UPSTREAM_FAILED',
    `NEAR Intents counts ${token.symbol} in other units than its chain.`,
  )
}

/** The chain is part of the asset id. */
function toCoin(assetId: string | null | undefined): ExchangeCoin | null {
  return assetId == null ? null : { code: assetId, network: '' }
}

function tokenOf(assetId: string, list: Tokens): Token | null {
  const asset = list.find((candidate) => candidate.assetId === assetId)
  const blockchain = blockchains.find((id) => rows[id]?.code === asset?.blockchain)
  if (asset === undefined || blockchain === undefined) return null
  const address = addressOf(blockchain, asset.contractAddress)
  if (address === null) return null
  const { symbol, decimals } = asset
  const native = address === chainById(blockchain).native.address
  return { blockchain, address, symbol, name: symbol, decimals, listed: false, native }
}

/**
 * The contract's spelling of a listed address. NEAR's coin is not listed, only the wrapped one: the
 * effect of a plain transfer of the coin to a deposit address is undocumented.
 */
function addressOf(blockchain: BlockchainId, contract: string | null | undefined): string | null {
  const chain = chainById(blockchain)
  if (contract == null || contract === '') return chain.native.address
  try {
    return checkTokenAddress(chain, contract)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return null
    throw thrown
  }
}

function requestBody(
  { request, src, dst, wireAmount, ...wanted }: WantedRate,
  dry: boolean,
): Record<string, unknown> {
  return {
    dry,
    swapType: wanted.rateName,
    slippageTolerance: wanted.slippageBps,
    originAsset: src.code,
    depositType: origin,
    destinationAsset: dst.code,
    amount: wireAmount,
    refundTo: wanted.refund?.address,
    refundType: origin,
    recipient: wanted.receiver?.address,
    recipientType: destination,
    deadline: new Date(wanted.deadlineMs ?? 0).toISOString(),
    depositMode: memoChains.has(request.srcToken.blockchain) ? 'MEMO' : null,
    // A lower-case label.
    referral: request.referrer
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .slice(0, 64),
  }
}

/** An answer with an address is an order, not an estimate. */
function toRate({ quote, quoteRequest }: OneClickQuote): ExchangeRate {
  if (quote.depositAddress != null) throw otherSwap('NEAR Intents')
  return {
    dstAmount: quote.amountOut,
    dstMinAmount: quote.minAmountOut,
    srcAmount: quote.amountIn,
    src: toCoin(quoteRequest.originAsset),
    dst: toCoin(quoteRequest.destinationAsset),
    durationSeconds: quote.timeEstimate ?? 0,
    refundFee: quote.refundFee,
    payoutFee: quote.withdrawFee,
  }
}

/** The service's signature is stored with the order. */
function toOrder(quoted: OneClickQuote): Omit<TrackedOrder, 'progress'> {
  const { quote, quoteRequest, signature, timestamp } = quoted
  const { depositAddress, depositMemo = null } = quote
  const times = [quoteRequest.deadline, quote.deadline, quote.timeWhenInactive].flatMap(
    (time) => timeOf(time) ?? [],
  )
  return {
    orderId: depositAddress ?? '',
    src: toCoin(quoteRequest.originAsset),
    dst: toCoin(quoteRequest.destinationAsset),
    amountToSend: quote.amountIn,
    dstAmount: quote.amountOut,
    dstMinAmount: quote.minAmountOut,
    refundFee: quote.refundFee,
    depositAddress,
    depositMemo,
    receiver: quoteRequest.recipient,
    refundAddress: quoteRequest.refundTo ?? undefined,
    rateType: kindOf(quoteRequest),
    expiresAtMs: times.length === 0 ? null : Math.min(...times),
    terms: {
      orderId: signature == null ? undefined : `${timestamp ?? ''} ${signature}`,
      dstAmount: `${quote.amountOut} ${quote.minAmountOut}`,
      expiresAt: times.length === 0 ? undefined : times.join(' '),
    },
    own: {
      // Stored for a dispute: the service confirms the quote with it.
      signature: foreignReason(signature ?? '', 200),
      timestamp: foreignReason(timestamp ?? '', 40),
    },
  }
}

/** Rate kind of an order that is paid and paid out on chain, with no share for others. */
function kindOf(asked: OneClickQuote['quoteRequest']): string | null | undefined {
  const isUsual =
    (asked.depositType ?? origin) === origin &&
    (asked.refundType ?? origin) === origin &&
    (asked.recipientType ?? destination) === destination &&
    (asked.appFees ?? []).length === 0
  return isUsual ? asked.swapType : 'another kind'
}

function toTracked(reported: z.output<typeof statusWire>): TrackedOrder {
  const { status, swapDetails, quoteResponse } = reported
  const { amountOut, depositedAmount, refundReason } = swapDetails
  const [payment, ...later] = (swapDetails.originChainTxHashes ?? []).map(({ hash }) => hash)
  const outs = (swapDetails.destinationChainTxHashes ?? []).map(({ hash }) => hash)
  return {
    ...(quoteResponse === null ? { orderId: '' } : toOrder(quoteResponse)),
    progress: {
      status,
      paymentHash: payment,
      payoutHashes: outs,
      // It is undocumented where a refund's transaction is listed; the payment itself never counts.
      refundHashes: [...later.reverse(), ...outs],
      paidAmount: depositedAmount,
      payoutAmount: amountOut,
      note: ({ srcToken: { decimals }, srcAmount }) => {
        if (status === 'INCOMPLETE_DEPOSIT' && depositedAmount != null && srcAmount !== null) {
          const [part, whole] = [depositedAmount, srcAmount].map((sum) =>
            formatAmount(sum, decimals),
          )
          return `Only ${part} of ${whole} arrived; send the rest before the deadline, or it is sent back.`
        }
        const isFailure = status === 'FAILED' && refundReason != null && refundReason !== ''
        return isFailure ? `NEAR Intents reports: "${foreignReason(refundReason)}".` : null
      },
    },
  }
}
