// Across: intents between EVM chains. A deposit on the source chain, a relayer pays at once on the
// destination and is paid back by the protocol; an unfilled deposit goes back to the depositor.
//
// API: https://docs.across.to/reference/api-reference (read 2026-11). Amounts are base units as
// decimal strings. All fees (relayer, destination gas, liquidity) are already off the output
// amounts; nothing is paid on top. Quirks: `value` is absent when it is 0; a quote's transaction
// needs a payer, so a quote without one names a neutral account; only the route `across` is asked
// for, since CCTP and OFT routes are paid through contracts of others.
//
// It shares how a service is asked and how a built call is checked with the kits, and is not an
// `evmBridge`: a deposit has no order at the service, its number and its end are events of the pool
// that only Across has (status.ts, evidence.ts); the minimum is that of a swap before the bridge,
// which is a hop of its own, is read from the call at the quote already, and decides which contract
// spends. Each of these would be a hook of the kit with one user.

import * as z from 'zod/mini'

import { chainById } from '../../chains/chains.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { QuoteRequest } from '../../core/quote.ts'
import { defaultSlippageBps } from '../../core/slippage.ts'
import type { Token } from '../../core/token.ts'
import type { HttpResponse } from '../../http/types.ts'
import { parseWire, wireUint } from '../../http/wire.ts'
import { checkBuiltCall, readDeclaredCall, refusedCall } from '../kits/builtCall.ts'
import { priceMoved } from '../kits/deposit/errors.ts'
import { contractsOf, type EvmService, integratorOf, payerOf, wordOf } from '../kits/evmService.ts'
import { askService, nameOf } from '../kits/service.ts'
import type { Provider, ProviderContext } from '../types.ts'
import { acrossCalls } from './calls.ts'
import { acrossBlockchains, acrossContracts } from './contracts.ts'
import { type AcrossQuote, readQuote, toBuiltSwap, toQuote } from './quote.ts'

const limitsWire = z.object({ minDeposit: wireUint, maxDeposit: wireUint })

const errorWire = z.object({
  code: z.nullish(z.string()),
  message: z.nullish(z.string()),
  param: z.nullish(z.string()),
})

const id = 'across'
const acrossBaseUrl = 'https://app.across.to/api'
/** Pays and receives in quotes for nobody in particular; such a quote is never signed. */
const neutralAccount = '0x000000000000000000000000000000000000dEaD'
export type AcrossOptions = {
  /** Without a trailing slash. */
  baseUrl?: string
  apiKey?: string | null
  /** Two bytes given by Across: `0x` and four hex digits. */
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
      read: (body: unknown) => readQuote(body, request),
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
      // Whether a swap before the bridge gives what the bridge promises is told by the call alone.
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
      const built = toBuiltSwap(wire, request)
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

/** How Across speaks, what its error words mean, and what it is paid through. */
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
      // A chain or a token that it does not know.
      'INVALID_PARAM originChainId': 'NO_ROUTE',
      'INVALID_PARAM destinationChainId': 'NO_ROUTE',
      'INVALID_PARAM inputToken': 'NO_ROUTE',
      'INVALID_PARAM outputToken': 'NO_ROUTE',
    },
    contracts: Object.fromEntries(acrossBlockchains().map((one) => [one, paidOn(one)])),
    chargesFee: true,
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
    inputToken: wordOf(service, srcToken),
    outputToken: wordOf(service, dstToken),
    originChainId: String(chainId(srcToken, context)),
    destinationChainId: String(chainId(dstToken, context)),
    depositor,
    recipient: receiver ?? depositor,
    slippage: shareOf(slippageBps ?? defaultSlippageBps.bridge),
    ...(refundAddress === null ? {} : { refundAddress }),
    refundOnOrigin: 'true',
    routingPreference: 'across',
    // Balance and allowance are read by ourselves; the gas is estimated by the wallet.
    skipOriginTxEstimation: 'true',
    skipChecks: 'true',
    ...appFee,
    ...(integratorId === null ? {} : { integratorId }),
  }
}

/**
 * Nine tenths of what is accepted: the fixed fees of the bridge come off the least amount of the swap
 * before it as well, where they are a larger share than of the expectation. Covers fees up to a
 * tenth of the amount.
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

/** Limits are kept by contract: those of a native coin are the wrapped one's. */
function contractOf({ native, blockchain, address }: Token): string {
  return native ? (chainById(blockchain).wrappedNative ?? address) : address
}

function chainId({ blockchain }: Token, context: ProviderContext): number {
  const found = context.chainId(blockchain)
  if (found !== null) return found
  throw new SwaprouteError('NO_ROUTE', `Across does not serve ${blockchain}.`)
}
