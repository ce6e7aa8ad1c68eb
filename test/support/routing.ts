/** Tokens, quotes and providers made to measure for tests of router, backend and server. */
import type { QuoteAllBody } from '../../src/api/schemas.ts'
import type { BlockchainId } from '../../src/core/blockchainIds.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { ProviderId } from '../../src/core/providerIds.ts'
import type { Quote, QuoteRequest } from '../../src/core/quote.ts'
import { type Token, zeroAddress } from '../../src/core/token.ts'
import type { PriceBook } from '../../src/core/usd.ts'
import { chainsOf, type ProviderSource } from '../../src/providers/providers.ts'
import type { Provider, ProviderContext } from '../../src/providers/types.ts'

export const usdc: Token = {
  blockchain: 'ETH',
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  listed: true,
  native: false,
}

export const ether: Token = nativeOf('ETH')

export function nativeOf(blockchain: BlockchainId): Token {
  return {
    blockchain,
    address: zeroAddress,
    symbol: 'ETH',
    name: 'Ether',
    decimals: 18,
    listed: true,
    native: true,
  }
}

export const arbUsdc: Token = {
  ...usdc,
  blockchain: 'ARBITRUM',
  address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
}

/** 1 ETH to USDC on ETH. */
export function request(overrides: Partial<QuoteRequest> = {}): QuoteRequest {
  return {
    srcToken: ether,
    dstToken: usdc,
    srcAmount: 10n ** 18n,
    receiver: null,
    fromAddress: null,
    refundAddress: null,
    slippageBps: null,
    referrer: 'test',
    integratorAddress: null,
    integratorFeeBps: 0,
    foreignExclusions: { lifi: [], rango: [], zerox: [], dflow: [] },
    enableChecks: false,
    ...overrides,
  }
}

/** The same question as a body of the contract. */
export const body = {
  srcTokenAddress: zeroAddress,
  srcTokenBlockchain: 'ETH',
  srcTokenAmount: '1',
  dstTokenAddress: usdc.address,
  dstTokenBlockchain: 'ETH',
  referrer: 'test',
} as const satisfies QuoteAllBody

export function quote(
  provider: ProviderId,
  dstAmount: bigint,
  overrides: Partial<Quote> = {},
): Quote {
  const asked = overrides.request ?? request()
  return {
    provider,
    swapType: 'on-chain',
    executionKind: 'evm',
    request: asked,
    dstAmount,
    dstMinAmount: (dstAmount * 995n) / 1000n,
    slippageBps: 50,
    durationSeconds: 15,
    priceImpactPercent: null,
    fees: { gas: null, protocolFixed: 0n, providerFixed: 0n, percent: null },
    spender: null,
    steps: [],
    expiresAtMs: null,
    warnings: [],
    providerState: null,
    ...overrides,
  }
}

/** ETH at 3000 USD and the dollars at 1, confirmed; anything else is unpriced. */
export const prices: PriceBook = (token) => {
  const usd = { ETH: 3000n, USDC: 1n }[token.symbol]
  return usd === undefined ? null : { e18: usd * 10n ** 18n, confirmed: true, sources: ['a', 'b'] }
}

export type FakeProvider = Provider & { asked: QuoteRequest[]; contexts: ProviderContext[] }

/** A provider that answers with what it is given and remembers what it was asked. */
export function fakeProvider(
  id: ProviderId,
  answer: Quote[] | SwaprouteError | ((request: QuoteRequest) => Promise<Quote[]>),
  overrides: Partial<Provider> = {},
): FakeProvider {
  const asked: QuoteRequest[] = []
  const contexts: ProviderContext[] = []
  return {
    ids: [id],
    capabilities: { recipient: true, chargesFee: false, deposit: false, crossChain: false },
    blockchains: () => ['ETH', 'ARBITRUM'],
    supports: () => [id],
    quote: async (wanted, _ids, context) => {
      asked.push(wanted)
      contexts.push(context)
      if (answer instanceof SwaprouteError) throw answer
      const quotes = typeof answer === 'function' ? await answer(wanted) : answer
      return { quotes: quotes.map((one) => ({ ...one, request: wanted })), failed: [] }
    },
    pinned: () => ({ targets: [], spenders: [] }),
    proofs: [],
    build: async (built) => ({
      transaction: {
        kind: 'evm',
        to: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
        data: '0x01',
        value: built.request.srcToken.native ? built.request.srcAmount : 0n,
        approvalAddress: built.spender,
      },
      dstAmount: built.dstAmount,
      dstMinAmount: built.dstMinAmount,
      fees: built.fees,
      orderId: null,
      uniqueInfo: {},
      providerState: built.providerState,
    }),
    status: async () => ({ status: 'PENDING', destinationTxHash: null }),
    ...overrides,
    asked,
    contexts,
  }
}

/** Adapters that are there, whatever a request asks for. */
export function fixedProviders(providers: readonly Provider[]): ProviderSource {
  return {
    fitting: () => providers.map((provider) => Promise.resolve(provider)),
    paidOn: async () => providers,
    find: async (id) => providers.find(({ ids }) => ids.includes(id)) ?? null,
    all: async () => providers,
    configured: async () => [],
    chainsOf: (id) =>
      providers.find(({ ids }) => ids.includes(id))?.blockchains(id) ?? chainsOf(id),
  }
}
