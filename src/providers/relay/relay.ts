// Relay, by deposit: a solver network pays out at once and takes the payment from an address it
// opens for one order. Its signed calls are in signed.ts.
//
// API: https://docs.relay.link, "Deposit Addresses", and the types of @relayprotocol/relay-sdk
// 7.0.3 (read 2026-11). Amounts are base units as decimal text, EVM chains are named by their
// EIP-155 id. Quirks: `/quote/v2` opens an address each time, so estimates come from `/price`; a
// referrer needs a key. Strict addresses are requested: they accept exactly the agreed payment and
// refund any other. If an open one comes instead, the agreed payment still gets the agreed order,
// but any other is swapped at the current price, so it is shown only after the whole order was read
// back. Orders are read back from `/requests/v3`, which needs a key, and in part from the address
// register.

import { needsRefundAddress } from '../../core/providerChoice.ts'
import * as z from 'zod/mini'

import { chainById, isEvmChain } from '../../chains/chains.ts'
import { type BlockchainId, isBlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { type Token, zeroAddress } from '../../core/token.ts'
import type { ProviderName } from '../kits/errors.ts'
import { anyParties } from '../kits/deposit/neutral.ts'
import { wireOrderId } from '../kits/deposit/openOrder.ts'
import { type OrderField, unsafeDeposit } from '../kits/deposit/orderTerms.ts'
import { depositExchange, type DepositOptions } from '../kits/deposit/exchange.ts'
import type { OrderKey } from '../kits/deposit/orders.ts'
import type { ExchangeAsk, ExchangeCall, LoadList } from '../kits/deposit/ask.ts'
import type { ExchangeCoin, ExchangeRate, WantedRate } from '../kits/deposit/rate.ts'
import type { SnapshotCoin, TrackedOrder } from '../kits/deposit/snapshot.ts'
import lists from './relay.json' with { type: 'json' }
import type { Provider, ProviderContext } from '../types.ts'
import {
  addressWire,
  amountWire,
  coinIn,
  needsRequest,
  ownerOf,
  type RelayOrder,
  type RelayRequest,
  requestsWire,
  relayStatusMap,
  relayStatusWire,
  toCoin,
  toRelayOrder,
  toProgress,
} from './requests.ts'

const names: ProviderName = { name: 'Relay', keyVariable: 'SWAPROUTE_RELAY_API_KEY' }
const blockchains = lists.chains.filter(isBlockchainId)
/**
 * Relay's ids of chains without an EIP-155 id, and its names for their coins (guides of BITCOIN,
 * SOLANA and TRON). Only GET /chains names TON's coin.
 */
type Row = { id: number; native: string | null }
const otherChains: Readonly<Partial<Record<BlockchainId, Row>>> = {
  BITCOIN: { id: 8253038, native: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8' },
  SOLANA: { id: 792703809, native: '11111111111111111111111111111111' },
  TON: { id: 224235520, native: null },
  TRON: { id: 728126428, native: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
}

const text = z.nullish(z.string())

const chainsWire = z.object({
  chains: z.array(
    z.object({
      id: z.int(),
      disabled: z.nullish(z.boolean()),
      depositEnabled: z.nullish(z.boolean()),
      currency: z.nullish(z.object({ address: text })),
    }),
  ),
})
type Chains = z.output<typeof chainsWire>

/** Answer of `/price`, and part of that of `/quote/v2`. */
const priceWire = z.object({
  details: z.object({
    recipient: text,
    currencyIn: amountWire,
    currencyOut: amountWire,
    totalImpact: z.nullish(z.object({ percent: text })),
    timeEstimate: z.nullish(z.number().check(z.nonnegative())),
  }),
})

const orderWire = z.object({
  /** No address where a step is paid differently. */
  steps: z.array(z.object({ requestId: z.nullish(wireOrderId), depositAddress: text })),
  details: priceWire.shape.details,
})

const refusal = z.pipe(
  z.object({ message: text, errorCode: text }),
  z.transform(({ message: reason, errorCode: code }) => ({ code, reason })),
)

export function createRelayProvider(options: DepositOptions): Provider {
  const { baseUrl, apiKey = null, pause } = options
  const hasKey = apiKey !== null

  /** Requests of a deposit address or hash, newest first; empty without a key. */
  const readRequests = async (
    by: Record<string, string>,
    ask: ExchangeAsk,
  ): Promise<RelayRequest[]> => {
    if (!hasKey) return []
    const query = { ...by, sortBy: 'updatedAt', sortDirection: 'desc', limit: '20' }
    const what = 'The requests of Relay'
    return (
      (await ask.read({ path: '/requests/v3', query }, requestsWire, what, [404]))?.requests ?? []
    )
  }

  const readOrder = async (
    { orderId, depositAddress }: OrderKey,
    ask: ExchangeAsk,
    isClaim: boolean,
  ): Promise<RelayOrder | null> => {
    // The register does not name the receiver.
    if (isClaim && !hasKey) throw needsKey('shows who receives an order')
    const requests = await readRequests({ depositAddress }, ask)
    const request = requests.find(({ id }) => id === orderId) ?? null
    if (request?.refundTo != null) return toRelayOrder(request, null)
    const call = { path: '/deposit-addresses/v1', query: { requestId: orderId } }
    const address = await ask.read(call, addressWire, 'The deposit address of Relay', [404])
    return address === null || (isClaim && request === null) ? null : toRelayOrder(request, address)
  }

  /** The request that owns the order now; null without the list. */
  const readOwner = async (
    id: string,
    address: string,
    ask: ExchangeAsk,
  ): Promise<RelayRequest | null> => {
    try {
      const by = { depositAddress: address, includeChildRequests: 'true' }
      return ownerOf(id, await readRequests(by, ask))
    } catch (thrown) {
      if (thrown instanceof SwaprouteError && thrown.code !== 'INTERRUPTED') return null
      throw thrown
    }
  }

  return depositExchange<Chains, ExchangeRate, RelayOrder>({
    id: 'relay',
    ...names,
    hasKey,
    baseUrl,
    headers: (): Record<string, string> => (apiKey === null ? {} : { 'x-api-key': apiKey }),
    pause,
    list: { call: () => ({ path: '/chains' }), wire: chainsWire, what: 'The chains of Relay' },
    coins: {
      blockchains,
      serves: ({ blockchain }) => blockchains.includes(blockchain),
      find: async (token, _side, load, context) => coinOf(token, load, context),
      tokenOf,
    },
    parties: { takesMemo: false, needsRefund: needsRefundAddress('relay') },
    rate: {
      names: { market: 'EXACT_INPUT' },
      amounts: 'units',
      parties: anyParties,
      call: (wanted) => {
        const body = requestBody(wanted, hasKey)
        // Relay documents this as older; if it fails, the address that the newer call opens is
        // discarded.
        return { path: '/price', body, older: { path: '/quote/v2', body } }
      },
      answer: () => z.pipe(priceWire, z.transform(toRate)),
      refusals: {
        wire: refusal,
        rows: [
          { codes: ['AMOUNT_TOO_LOW'], means: 'low' },
          { codes: ['INSUFFICIENT_LIQUIDITY'], means: 'high' },
          { codes: lists.passing, means: 'outage' },
          { codes: lists.noRoute, means: 'none' },
          { codes: 'any', means: 'refused' },
          { means: 'no-offer' },
        ],
      },
      usualSeconds: 0,
    },
    order: {
      path: '/quote/v2',
      body: (wanted) => ({ ...requestBody(wanted, hasKey), strict: true }),
      created: z.pipe(orderWire, z.transform(toCreated)),
      read: (key, ask, wanted) => readOrder(key, ask, wanted === undefined),
      track: async ({ orderId, depositAddress, dstAmount }, _ref, ask) => {
        const call: ExchangeCall = { path: '/intents/status/v3', query: { requestId: orderId } }
        const reported = await ask.read(call, relayStatusWire, 'The status of Relay', [404])
        if (reported === null || reported.status === 'unknown') return null
        const request = needsRequest(reported)
          ? await readOwner(orderId, depositAddress, ask)
          : null
        const progress = toProgress(reported, request, orderId, dstAmount)
        return { orderId, depositAddress: request?.depositAddress?.address, progress }
      },
      search: {
        isIt: (id) => /^0x[0-9a-fA-F]{64}$/.test(id),
        // Searches request ids and the hashes of all their transactions.
        find: async (term, ask) => {
          if (!hasKey) throw needsKey('finds orders that were opened elsewhere')
          const [found] = await readRequests({ term }, ask)
          return found === undefined ? null : toRelayOrder(found, null)
        },
      },
      mayOmit: [...fieldsOfOpen, 'depositMemo', 'receiverMemo', 'refundAddress', 'refundMemo'],
      asked: () => ({ rateType: undefined }),
      required: requiredOf,
      facts: ({ rateType, refundAddress, least }) => ({
        refundAddress: refundAddress ?? undefined,
        ...(isKnownType(rateType) ? {} : { srcAmount: undefined }),
        // An open address guarantees only the minimum of its quote.
        ...(rateType === 'open' ? { dstAmount: least ?? undefined } : {}),
      }),
      number: /^0x[0-9a-fA-F]{64}$/,
    },
    statusMap: relayStatusMap,
  })
}

/** EIP-155 id in this run, or Relay's own; null without one. */
function chainIdOf(blockchain: BlockchainId, context: ProviderContext): number | null {
  return otherChains[blockchain]?.id ?? context.chainId(blockchain)
}

/** Null for a chain or coin that Relay does not know or serve now. */
async function coinOf(
  token: Token,
  load: LoadList<Chains>,
  context: ProviderContext,
): Promise<ExchangeCoin | null> {
  const id = chainIdOf(token.blockchain, context)
  if (id === null) return null
  const native = nativeOf(token.blockchain)
  if (!token.native || native !== null) return toCoin(id, token.native ? native : token.address)
  const chain = await listed(id, load)
  const isClosed = chain?.disabled === true || chain?.depositEnabled === false
  return isClosed ? null : toCoin(id, chain?.currency?.address)
}

async function listed(
  id: number,
  load: LoadList<Chains>,
): Promise<Chains['chains'][number] | null> {
  return (await load()).chains.find((chain) => chain.id === id) ?? null
}

/** Null where only the list has it. */
function nativeOf(blockchain: BlockchainId): string | null {
  if (isEvmChain(chainById(blockchain))) return zeroAddress
  return otherChains[blockchain]?.native ?? null
}

async function tokenOf(
  { code, network, decimals }: SnapshotCoin,
  load: LoadList<Chains>,
  context: ProviderContext,
): Promise<Token | null> {
  const blockchain = blockchains.find((id) => String(chainIdOf(id, context)) === network)
  if (blockchain === undefined || decimals == null) return null
  const coin = nativeOf(blockchain) ?? (await listed(Number(network), load))?.currency?.address
  const native = coin?.toLowerCase() === code.toLowerCase()
  return { blockchain, address: code, symbol: '', name: '', decimals, listed: false, native }
}

/** Body of `/price`, which opens no address; the order binds its address to this request. */
function requestBody({ request, ...wanted }: WantedRate, hasKey: boolean): Record<string, unknown> {
  const { src, dst, receiver, refund } = wanted
  const { srcToken, dstToken } = request
  return {
    user: refund?.address,
    recipient: receiver?.address,
    originChainId: Number(src.network),
    destinationChainId: Number(dst.network),
    originCurrency: srcToken.native ? src.code : srcToken.address,
    destinationCurrency: dstToken.native ? dst.code : dstToken.address,
    amount: wanted.wireAmount,
    tradeType: wanted.rateName,
    useDepositAddress: true,
    refundTo: refund?.address,
    slippageTolerance: String(wanted.slippageBps),
    // A referrer without a key gets a 401.
    referrer: hasKey ? request.referrer : null,
  }
}

type RelayDetails = z.output<typeof priceWire>['details']

function toRate({ details }: z.output<typeof priceWire>): ExchangeRate {
  const { currencyIn, currencyOut, totalImpact, timeEstimate } = details
  const percent = Number(totalImpact?.percent ?? Number.NaN)
  return {
    ...outOf(details),
    srcAmount: currencyIn.amount,
    src: coinIn(currencyIn),
    dst: coinIn(currencyOut),
    durationSeconds: timeEstimate ?? 0,
    // Relay counts a gain as positive; here a loss is.
    priceImpactPercent: Number.isFinite(percent) ? 0 - percent : null,
  }
}

/** Expected amount and minimum. */
function outOf({ currencyOut }: RelayDetails): { dstAmount: bigint; dstMinAmount: bigint } {
  const { amount, minimumAmount } = currencyOut
  return { dstAmount: amount, dstMinAmount: minimumAmount ?? amount }
}

/** The step that names the order and its address. */
function toCreated({ steps, details }: z.output<typeof orderWire>): Omit<TrackedOrder, 'progress'> {
  const { currencyIn, currencyOut, recipient } = details
  const step = steps.find(
    ({ requestId, depositAddress }) => requestId != null && (depositAddress ?? '') !== '',
  )
  return {
    ...outOf(details),
    orderId: step?.requestId ?? '',
    src: coinIn(currencyIn),
    dst: coinIn(currencyOut),
    amountToSend: currencyIn.amount,
    depositAddress: step?.depositAddress,
    receiver: recipient,
  }
}

const fieldsOfOpen = ['srcCoin', 'dstCoin', 'amountToSend', 'receiver', 'dstAmount'] as const

/**
 * Fields required in the read-back. A strict address is bound to its order; an open one needs every
 * field, also the minimum, since nothing else binds it.
 * @throws SwaprouteError UNSAFE_ROUTE
 */
function requiredOf(
  { rateType, least, isListed }: RelayOrder,
  agreedLeast: bigint,
): readonly OrderField[] {
  if (least !== null && least < agreedLeast) {
    throw unsafeDeposit('D3', names, 'now returns a lower minimum for the order', 'dstAmount')
  }
  if (rateType == null || rateType === 'strict') return ['refundAddress']
  if (!isKnownType(rateType)) {
    throw unsafeDeposit('D3', names, 'opened an order with a different kind of rate', 'rateType')
  }
  if (!isListed) {
    const what = `opened an address for any amount, whose order can be read back only with a key (${names.keyVariable})`
    throw unsafeDeposit('D3', names, what, 'rateType')
  }
  if (least === null) {
    throw unsafeDeposit(
      'D3',
      names,
      'did not return the minimum when the order was read back',
      'dstAmount',
    )
  }
  return ['refundAddress', ...fieldsOfOpen]
}

function isKnownType(type: string | null | undefined): boolean {
  return type === 'strict' || type === 'open'
}

/** @param what completes "Relay … only with a key" */
function needsKey(what: string): SwaprouteError {
  const text = `Relay ${what} only with a key: ${names.keyVariable}.`
  const hint = 'Create an account at Relay to get a key.'
  return new SwaprouteError('UPSTREAM_REFUSED', text, { hint })
}
