// Across: intents between EVM chains. A deposit on the source chain; a relayer pays at once on the
// destination and the protocol repays it; an unfilled deposit is refunded to the depositor.
//
// API: https://docs.across.to/reference/api-reference (read 2026-11). Amounts are base units as
// decimal strings. All fees (relayer, destination gas, liquidity) are already deducted from the
// output amounts; nothing is paid on top. Quirks: `value` is absent when it is 0; a quote's
// transaction needs a payer, so a quote without one names a neutral account; only the route
// `across` is requested, since CCTP and OFT routes use other contracts.
//
// It uses the kits' requests and call checks but is not an `evmBridge`: a deposit has no order at
// the service, its id and outcome are events of the Across pool (status.ts, evidence.ts); and the
// call, read when quoting, decides the minimum, an extra hop and the spender. Each would be a kit
// hook with one user.

import * as z from 'zod/mini'

import { chainById } from '../../chains/chains.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { QuoteRequest } from '../../core/quote.ts'
import { defaultSlippageBps } from '../../core/slippage.ts'
import type { Token } from '../../core/token.ts'
import type { HttpResponse } from '../../http/types.ts'
import { parseWire, wireUint } from '../../http/wire.ts'
import { checkBuiltCall, readDeclaredCall, refusedCall } from '../kits/evm/builtCall.ts'
import { payerOf, priceMoved } from '../kits/errors.ts'
import { contractsOf, type EvmService, integratorOf, upstreamAddress } from '../kits/evm/service.ts'
import { askService, nameOf } from '../kits/service.ts'
import type { Provider, ProviderContext } from '../types.ts'
import { acrossCalls } from './calls.ts'
import { acrossBlockchains, acrossContracts } from './contracts.ts'
import { type AcrossQuote, readAcrossQuote, toAcrossSwap, toQuote } from './quote.ts'

const limitsWire = z.object({ minDeposit: wireUint, maxDeposit: wireUint })

const errorWire = z.object({
  code: z.nullish(z.string()),
  message: z.nullish(z.string()),
  param: z.nullish(z.string()),
})

const id = 'across'
const acrossBaseUrl = 'https://app.across.to/api'
/** Placeholder payer and receiver of quotes without accounts; never signed. */
const neutralAccount = '0x000000000000000000000000000000000000dEaD'
export type AcrossOptions = {
  /** Without a trailing slash. */
  baseUrl?: string
  apiKey?: string | null
  /** Two bytes assigned by Across: `0x` and four hex digits. */
  integratorId?: string | null
}

export function createAcrossProvider(options: AcrossOptions = {}): Provider {
  const { baseUrl = acrossBaseUrl, apiKey = null, integratorId = null } = options
  const service = toService(apiKey)
  const urlOf = (path: string, query: Query): string =>
    `${baseUrl}${path}?${new URLSearchParams(query).toString()}`

  const ask = async (request: QuoteRequest, context: ProviderContext): Promise<AcrossQuote> => {
    const quote = {
      url: urlOf('/swap/approval', quoteQuery(service, request, context, integratorId)),
      read: (body: unknown) => readAcrossQuote(body, request),
    }
    const limits = {
      url: urlOf('/limits', limitsQuery(request, context)),
      read: (body: unknown) => {
        const wire = parseWire(limitsWire, body, 'The limits of Across')
        return { min: wire.minDeposit, max: wire.maxDeposit }
      },
    }
    return await askService(service, quote, request, context, limits)
  }

  const provider: Provider = {
    ids: [id],
    capabilities: { recipient: true, chargesFee: true, deposit: false, crossChain: true },
    blockchains: () => acrossBlockchains(),
    supports: ({ srcToken, dstToken }) =>
      srcToken.blockchain !== dstToken.blockchain &&
      acrossContracts(srcToken.blockchain) !== null &&
      acrossContracts(dstToken.blockchain) !== null
        ? [id]
        : [],
    quote: async (request, _wanted, context) => {
      const wire = await ask(request, context)
      // Only the call shows whether a swap before the bridge yields what the bridge promises.
      if (wire.steps.originSwap != null) {
        const { blockchain } = request.srcToken
        await readDeclaredCall(provider, id, { ...wire.swapTx, blockchain }, context)
      }
      return { quotes: [toQuote(service, wire, request)], failed: [] }
    },
    pinned: (_id, blockchain) => contractsOf(service, blockchain),
    proofs: [{ kind: 'calls', calls: acrossCalls }],
    build: async (quote, context) => {
      const { dstMinAmount } = quote
      const payer = payerOf(quote.request)
      const request = { ...quote.request, receiver: quote.request.receiver ?? payer }
      const wire = await ask(request, context)
      if (wire.minOutputAmount < dstMinAmount) {
        throw priceMoved(nameOf(service), dstMinAmount, wire.minOutputAmount)
      }
      if (wire.swapTx.chainId !== context.chainId(request.srcToken.blockchain)) {
        throw refusedCall(id, 'E1', `is for chain ${wire.swapTx.chainId}`)
      }
      const built = toAcrossSwap(wire, request)
      await checkBuiltCall(provider, built, quote, context)
      return built
    },
    status: async (_id, ref, context) => {
      const { readAcrossStatus } = await import('./status.ts')
      const { http, signal } = context
      const find = (hash: string): Promise<HttpResponse> =>
        http.send({
          url: urlOf('/deposit/status', { depositTxnRef: hash }),
          headers: { ...service.headers },
          effect: 'read',
          signal,
        })
      return readAcrossStatus(ref, find, context)
    },
  }
  return provider
}

/** Requests, error codes and contracts of Across. */
function toService(apiKey: string | null): EvmService {
  return {
    id,
    name: 'Across',
    keyVariable: 'SWAPROUTE_ACROSS_API_KEY',
    hasKey: apiKey !== null,
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    refusal: (body) => {
      const parsed = z.safeParse(errorWire, body)
      if (!parsed.success || parsed.data.code == null) return null
      const { code, message, param } = parsed.data
      return {
        code: code === 'INVALID_PARAM' ? `${code} ${param}` : code,
        reason: message ?? null,
      }
    },
    refusals: {
      AMOUNT_TOO_LOW: 'AMOUNT_TOO_LOW',
      AMOUNT_TOO_HIGH: 'AMOUNT_TOO_HIGH',
      ROUTE_NOT_ENABLED: 'NO_ROUTE',
      SWAP_QUOTE_UNAVAILABLE: 'NO_ROUTE',
      SWAP_LIQUIDITY_INSUFFICIENT: 'NO_ROUTE',
      SWAP_SLIPPAGE_INSUFFICIENT: 'NO_ROUTE',
      SWAP_TYPE_NOT_GUARANTEED: 'NO_ROUTE',
      // Unknown chain or token.
      'INVALID_PARAM originChainId': 'NO_ROUTE',
      'INVALID_PARAM destinationChainId': 'NO_ROUTE',
      'INVALID_PARAM inputToken': 'NO_ROUTE',
      'INVALID_PARAM outputToken': 'NO_ROUTE',
    },
    contracts: Object.fromEntries(acrossBlockchains().map((one) => [one, paidOn(one)])),
  }
}

function paidOn(blockchain: BlockchainId): string[] {
  const contracts = acrossContracts(blockchain)
  return contracts === null ? [] : [contracts.spokePool, ...contracts.peripheries]
}

type Query = Record<string, string>

function quoteQuery(
  service: EvmService,
  request: QuoteRequest,
  context: ProviderContext,
  integratorId: string | null,
): Query {
  const { srcToken, dstToken, srcAmount, fromAddress, receiver, refundAddress, slippageBps } =
    request
  const depositor = fromAddress ?? neutralAccount
  const integrator = integratorOf(request)
  const appFee =
    integrator === null
      ? {}
      : { appFee: String(integrator.feeBps / 10_000), appFeeRecipient: integrator.address }
  return {
    tradeType: 'exactInput',
    amount: String(srcAmount),
    inputToken: upstreamAddress(service, srcToken),
    outputToken: upstreamAddress(service, dstToken),
    originChainId: String(chainId(srcToken, context)),
    destinationChainId: String(chainId(dstToken, context)),
    depositor,
    recipient: receiver ?? depositor,
    slippage: shareOf(slippageBps ?? defaultSlippageBps.bridge),
    ...(refundAddress === null ? {} : { refundAddress }),
    refundOnOrigin: 'true',
    routingPreference: 'across',
    // This program reads balance and allowance itself; the wallet estimates the gas.
    skipOriginTxEstimation: 'true',
    skipChecks: 'true',
    ...appFee,
    ...(integratorId === null ? {} : { integratorId }),
  }
}

/**
 * 90% of the accepted slippage: the bridge's fixed fees also come off the minimum of the swap
 * before it, where they weigh more than in the expected amount. Covers fees up to 10% of the
 * amount.
 */
function shareOf(slippageBps: number): string {
  return ((slippageBps * 9) / 100_000).toFixed(5)
}

function limitsQuery({ srcToken, dstToken }: QuoteRequest, context: ProviderContext): Query {
  return {
    inputToken: contractOf(srcToken),
    outputToken: contractOf(dstToken),
    originChainId: String(chainId(srcToken, context)),
    destinationChainId: String(chainId(dstToken, context)),
  }
}

/** Limits are listed by contract: a native coin uses those of its wrapped token. */
function contractOf({ native, blockchain, address }: Token): string {
  return native ? (chainById(blockchain).wrappedNative ?? address) : address
}

function chainId({ blockchain }: Token, context: ProviderContext): number {
  const found = context.chainId(blockchain)
  if (found !== null) return found
  throw new SwaprouteError('NO_ROUTE', `Across does not serve ${blockchain}.`)
}
