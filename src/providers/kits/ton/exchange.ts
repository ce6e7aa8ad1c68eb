import { toRawTonAddress } from '../../../chains/ton/address.ts'
import { minimumAfterSlippage } from '../../../core/amounts.ts'
import type { Json, Quote, QuoteRequest } from '../../../core/quote.ts'
import { defaultSlippageBps } from '../../../core/slippage.ts'
import type { TonMessage } from '../../../core/transaction.ts'
import type { Provider, ProviderContext } from '../../types.ts'
import { priceMoved } from '../errors.ts'
import type { ListAge } from '../kept.ts'
import { type ServiceAsk, askService, nameOf, type Service } from '../service.ts'
import type { TonExchange } from './decode.ts'
import type { ForeignMessage } from './messages.ts'
import { checkTonOffer, tonFees, type TonOffer, toTonQuote } from './offer.ts'
import { pinnedOnTon } from './pinned.ts'
import { writeSwapState } from './state.ts'
import type { ReadReportedTerms } from './status.ts'
import { isTonPair, tonTokenName, tonParties } from './tokens.ts'

// An exchange on TON: a service that quotes a pair, and messages built by it or by the adapter.
// What differs is data: names, one or two requests, contracts, the instructions.

/** The request in the service's terms. */
export type TonAsked = {
  srcToken: string
  dstToken: string
  srcAmount: string
  slippageBps: number
}

/** Content of a message built by the adapter; addresses raw, amounts in base units. */
export type TonOrder = {
  request: QuoteRequest
  from: string
  receiver: string
  refundTo: string
  minUnits: bigint
  /** Unix milliseconds. */
  nowMs: number
}

export type TonService<Own> = Service & {
  /** The service's name for TON. */
  coin: string
  /** Pays a receiver other than the payer. */
  recipient?: true
  /** Paid contracts (T2), raw. */
  contracts: () => readonly string[]
  /** Exchanges whose instructions its messages may carry; others are refused (T3). */
  reads: readonly TonExchange[]
  /** Maximum parts of an offer; each is one message. */
  mostParts: number
  quote: (asked: TonAsked, request: QuoteRequest) => ServiceAsk<TonOffer<Own>>
  /**
   * Further check of an offer against the chain, which is asked at the same time as the service;
   * absent: the echo is enough.
   * @param age how old what is known of the chain may be
   */
  check?: (
    request: QuoteRequest,
    age: Exclude<ListAge, 'young'>,
    context: ProviderContext,
  ) => Promise<(offer: TonOffer<Own>) => Promise<void>>
  make:
    | {
        by: 'service'
        /** Offer data sent back to the service. */
        carry: (own: Own) => Json
        messages: (
          order: { from: string; slippageBps: number },
          carry: Json,
        ) => ServiceAsk<GivenMessages>
      }
    | {
        /** The adapter builds one message with the cell library. */
        by: 'adapter'
        message: (
          order: TonOrder,
          own: Own,
          ask: <T>(ask: ServiceAsk<T>) => Promise<T>,
          context: ProviderContext,
        ) => Promise<TonMessage>
      }
  /** Reads a foreign swap; absent: only own swaps are followed. */
  foreignTerms?: ReadReportedTerms
}

/** A service's messages and its id of the swap. */
export type GivenMessages = {
  messages: readonly ForeignMessage[]
  uniqueInfo?: Readonly<Record<string, string>>
}

/**
 * Creates a provider from the declaration of a TON exchange. The kit compares the echo, computes the
 * minimum, preserves it when building, decodes every message with independent code, and follows a swap
 * by the chain alone.
 */
export function tonExchange<Own>(service: TonService<Own>): Provider {
  const { id, coin, make, reads } = service
  const name = nameOf(service)

  const offerFor = async (
    request: QuoteRequest,
    age: 'any' | 'own',
    context: ProviderContext,
  ): Promise<TonOffer<Own>> => {
    const asked = {
      srcToken: tonTokenName(request.srcToken, coin),
      dstToken: tonTokenName(request.dstToken, coin),
      srcAmount: String(request.srcAmount),
      slippageBps: request.slippageBps ?? defaultSlippageBps.ton,
    }
    const checking = service.check?.(request, age, context)
    // Of no interest where the service refuses.
    checking?.catch(() => undefined)
    const offer = await askService(service, service.quote(asked, request), request, context)
    checkTonOffer(service, offer, request)
    await (
      await checking
    )?.(offer)
    return offer
  }

  /** The messages of a swap and their required minimum. */
  const messagesFor = async (
    { request, slippageBps, dstMinAmount: accepted, providerState }: Quote,
    { dstAmount, own }: TonOffer<Own>,
    context: ProviderContext,
  ): Promise<{
    messages: TonMessage[]
    least: bigint
    uniqueInfo: Record<string, string>
  }> => {
    const { from, receiver } = tonParties(request)
    const ask = <T>(one: ServiceAsk<T>): Promise<T> => askService(service, one, request, context)
    if (make.by === 'service') {
      // The quoted path; its accepted minimum applies whatever the new offer's is.
      const given = await ask(make.messages({ from, slippageBps }, providerState))
      const { toTonMessages } = await import('./messages.ts')
      const messages = toTonMessages(name, given.messages)
      return { messages, least: accepted, uniqueInfo: { ...given.uniqueInfo } }
    }
    // A better price raises the minimum; a worse one never lowers it.
    const promised = minimumAfterSlippage(dstAmount, slippageBps)
    const least = promised > accepted ? promised : accepted
    const refundTo = toRawTonAddress(request.refundAddress ?? from) ?? from
    const order = { request, from, receiver, refundTo, minUnits: least, nowMs: context.now() }
    return { messages: [await make.message(order, own, ask, context)], least, uniqueInfo: {} }
  }

  return {
    ids: [id],
    capabilities: {
      recipient: service.recipient ?? false,
      chargesFee: false,
      deposit: false,
      crossChain: false,
    },
    blockchains: () => ['TON'],
    supports: (request) => (isTonPair(request) ? [id] : []),
    quote: async (request, _wanted, context) => {
      const offer = await offerFor(request, 'any', context)
      const carried = make.by === 'service' ? { carry: make.carry(offer.own) } : null
      return { quotes: [toTonQuote(id, request, offer, carried)], failed: [] }
    },
    pinned: (_id, blockchain) => pinnedOnTon(blockchain, service.contracts()),
    proofs: [
      {
        kind: 'ton',
        decode: async (message, swap, context) => {
          const { decodeTonSwap } = await import('./decode.ts')
          return decodeTonSwap(reads, message, swap, context)
        },
      },
    ],
    build: async (quote, context) => {
      const { request, dstMinAmount: accepted } = quote
      // Nothing is requested without a payer.
      tonParties(request)
      const offer = await offerFor(request, 'own', context)
      const { dstAmount } = offer
      if (dstAmount < accepted) throw priceMoved(name, accepted, dstAmount)
      const { checkSwapMessages } = await import('./messages.ts')
      const { messages, least, uniqueInfo } = await messagesFor(quote, offer, context)
      const promise = { ...quote, dstMinAmount: least }
      const { minOut } = await checkSwapMessages(name, reads, messages, promise, context)
      return {
        transaction: { kind: 'ton', messages },
        dstAmount,
        dstMinAmount: minOut,
        fees: tonFees(offer),
        orderId: null,
        uniqueInfo,
        providerState: writeSwapState(request, minOut),
      }
    },
    status: async (_id, ref, context) => {
      const { readTonSwapStatus } = await import('./status.ts')
      return readTonSwapStatus(ref, service.foreignTerms ?? null, context)
    },
  }
}
