import { isSameAccount } from '../../../chains/accountKey.ts'
import { checkForeign } from '../../../chains/foreign.ts'
import { inclusionSeconds } from '../../../chains/inclusion.ts'
import type { Json, Quote, QuoteFees, QuoteRequest } from '../../../core/quote.ts'
import { defaultSlippageBps, leastAccepted } from '../../../core/slippage.ts'
import type { Token } from '../../../core/token.ts'
import { type ForeignTransaction, foreignKindOf } from '../../../core/foreignTransaction.ts'
import type { Provider, ProviderContext } from '../../types.ts'
import { type Limits, limitError, otherSwap, payerOf, priceMoved } from '../errors.ts'
import { remainingSlippageBps } from '../deposit/offer.ts'
import { checkExclusions, exclusionsOf, namesInside } from '../exclusions.ts'
import type { ForeignForm } from './form.ts'
import { writeTerms } from './status.ts'
import { type ServiceAsk, askService, nameOf, type Service } from '../service.ts'

// A service that quotes a pair on a chain that is not signed for here, and an unsigned transaction
// in the chain's own form. The form's reader returns what the transaction does; the kit compares that
// against the request before anything is shown.

/** The request in the service's terms. */
export type ForeignAsked = {
  srcToken: string
  dstToken: string
  srcAmount: string
  /** Payer; null in a quote without one. */
  sender: string | null
  receiver: string | null
  slippageBps: number
  /** Exchanges that the user excludes, by the service's names. */
  excluded: readonly string[]
}

/** An offer of the service; amounts in base units. */
export type ForeignOffer = {
  /** Echo of the request, compared with it. */
  srcToken: string
  dstToken: string
  srcAmount: bigint
  /** Expected at the receiver. */
  dstAmount: bigint
  priceImpactPercent?: number
  /** Fee already deducted from the output, percent of the amount. */
  feePercent?: number
  /** Most that the network will charge, native base units. */
  networkFee?: bigint
  limits?: Limits
  /** Exchanges of the route, in the service's spelling, where it `excludes` some. */
  via?: readonly string[]
  expiresAtMs?: number
  /** What `build` needs of it. */
  carry: Json
}

/** A transaction of an offer, and what it is expected to bring. */
type ForeignAnswer = { transaction: ForeignTransaction; dstAmount: bigint }

/** Asks the service, with the errors of this kit. */
type ForeignAsker = <T>(ask: ServiceAsk<T>) => Promise<T>

/** A payer and a receiver, and the minimum payout. */
type ForeignOrder = ForeignAsked & {
  sender: string
  receiver: string
  request: QuoteRequest
  dstMinAmount: bigint
  /** Unix milliseconds. */
  nowMs: number
}

export type ForeignService = Service & {
  form: ForeignForm
  /** The service's address for the native coin. */
  coin: string
  /** Pays a receiver other than the payer. */
  recipient?: true
  /** Takes a fee of its own inside its rate. */
  chargesFee?: true
  mostSlippageBps?: number
  /** Tokens it cannot name; absent: all of the chain. */
  trades?: (token: Token) => boolean
  quote: (asked: ForeignAsked, request: QuoteRequest) => ServiceAsk<ForeignOffer>
  /** From an offer of now: of the service, or by the adapter itself. */
  build: (
    order: ForeignOrder,
    offer: ForeignOffer,
    ask: ForeignAsker,
    context: ProviderContext,
  ) => Promise<ForeignAnswer>
}

/**
 * Creates a provider from the declaration of such a service. The kit compares the echo, computes the
 * minimum and preserves it when building, has every transaction read by the chain's reader, and follows
 * a swap by the chain alone.
 */
export function foreignAggregator(service: ForeignService): Provider {
  const { id, form, coin, mostSlippageBps = 10_000, recipient } = service
  const { blockchain, targets } = form
  const name = nameOf(service)
  const kind = foreignKindOf(blockchain)
  if (kind === null) throw new Error(`${blockchain} has no reader`)
  const slippageOf = (request: QuoteRequest): number =>
    request.slippageBps ?? defaultSlippageBps.pools
  const upstreamToken = ({ native, address }: Token): string => (native ? coin : address)

  const askedOf = (request: QuoteRequest): ForeignAsked => ({
    srcToken: upstreamToken(request.srcToken),
    dstToken: upstreamToken(request.dstToken),
    srcAmount: String(request.srcAmount),
    sender: request.fromAddress,
    receiver: request.receiver,
    slippageBps: slippageOf(request),
    excluded: exclusionsOf(service, request),
  })

  const offerFor = async (
    request: QuoteRequest,
    context: ProviderContext,
  ): Promise<ForeignOffer> => {
    const asked = askedOf(request)
    const offer = await askService(service, service.quote(asked, request), request, context)
    const isAsked =
      offer.srcAmount === request.srcAmount &&
      isSameAccount(blockchain, offer.srcToken, asked.srcToken) &&
      isSameAccount(blockchain, offer.dstToken, asked.dstToken)
    if (!isAsked || offer.dstAmount <= 0n) throw otherSwap(service.name)
    checkExclusions(service, offer.via, request)
    const { limits = { min: null, max: null } } = offer
    const outside = limitError(name, request.srcAmount, request.srcToken, limits)
    if (outside !== null) throw outside
    return offer
  }

  return {
    ids: [id],
    capabilities: {
      recipient: recipient ?? false,
      chargesFee: service.chargesFee ?? false,
      deposit: false,
      crossChain: false,
    },
    blockchains: () => [blockchain],
    supports: (request) => {
      const { srcToken, dstToken } = request
      const isServed = [srcToken, dstToken].every(
        (token) => token.blockchain === blockchain && service.trades?.(token) !== false,
      )
      // Wrapping is not a swap.
      const isPair = upstreamToken(srcToken) !== upstreamToken(dstToken)
      return isServed && isPair && slippageOf(request) <= mostSlippageBps ? [id] : []
    },
    quote: async (request, _wanted, context) => {
      const offer = await offerFor(request, context)
      const { dstAmount } = offer
      const quote: Quote = {
        provider: id,
        swapType: 'on-chain',
        executionKind: kind,
        request,
        dstAmount,
        dstMinAmount: leastAccepted(dstAmount, request.slippageBps, 'pools'),
        slippageBps: slippageOf(request),
        durationSeconds: inclusionSeconds(blockchain),
        priceImpactPercent: offer.priceImpactPercent ?? null,
        fees: feesOf(offer, request.srcToken),
        spender: null,
        steps: [
          {
            type: 'on-chain',
            provider: id,
            ...namesInside(offer),
            from: { token: request.srcToken, amount: request.srcAmount },
            to: { token: request.dstToken, amount: dstAmount },
          },
        ],
        ...(offer.limits === undefined ? {} : { limits: offer.limits }),
        expiresAtMs: offer.expiresAtMs ?? null,
        warnings: [],
        providerState: null,
      }
      return { quotes: [quote], failed: [] }
    },
    pinned: (_id, chain) => ({ targets: chain === blockchain ? targets : [], spenders: [] }),
    proofs: [{ kind: 'foreign', decode: form.decode }],
    // Offers live for seconds: a new one is requested, with the slippage that preserves the minimum.
    build: async (quote, context) => {
      const { request, dstMinAmount } = quote
      const { srcToken, dstToken, srcAmount } = request
      const fromAddress = payerOf(request)
      const receiver = request.receiver ?? fromAddress
      const offer = await offerFor(request, context)
      const slippageBps = remainingSlippageBps(name, dstMinAmount, offer.dstAmount)
      const order = {
        ...askedOf(request),
        sender: fromAddress,
        receiver,
        slippageBps,
        request,
        dstMinAmount,
        nowMs: context.now(),
      }
      const ask: ForeignAsker = (one) => askService(service, one, request, context)
      const { transaction, dstAmount } = await service.build(order, offer, ask, context)
      if (dstAmount < dstMinAmount) throw priceMoved(name, dstMinAmount, dstAmount)
      const swap = { srcToken, dstToken, fromAddress, receiver }
      const read = await form.decode(transaction, swap, context)
      checkForeign(id, read, { ...swap, srcAmount, dstMinAmount, targets })
      const { networkFee } = read
      return {
        transaction,
        dstAmount,
        dstMinAmount: read.minOut < dstAmount ? read.minOut : dstAmount,
        fees: feesOf(networkFee === null ? offer : { ...offer, networkFee }, srcToken),
        orderId: null,
        uniqueInfo: {},
        providerState: writeTerms({
          srcToken: srcToken.address,
          dstToken: dstToken.address,
          srcAmount,
          minOut: dstMinAmount,
        }),
      }
    },
    status: async (_id, ref, context) => await form.status(ref, context),
  }
}

function feesOf({ networkFee, feePercent }: ForeignOffer, token: Token): QuoteFees {
  return {
    gas: networkFee === undefined ? null : { limit: 1n, price: networkFee },
    protocolFixed: 0n,
    providerFixed: 0n,
    percent: feePercent === undefined ? null : { percent: feePercent, token },
  }
}
