import { isSameAccount } from '../../../chains/accountKey.ts'
import { chainById, isEvmChain } from '../../../chains/chains.ts'
import { mapped } from '../../../chains/evm/calls.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import { isTrusted } from '../../../core/providerChoice.ts'
import type { Json, QuoteRequest } from '../../../core/quote.ts'
import { defaultSlippageBps, leastAccepted } from '../../../core/slippage.ts'
import type { Provider, ProviderContext } from '../../types.ts'
import { type Limits, noRoute, otherSwap, payerOf, priceMoved } from '../errors.ts'
import { remainingSlippageBps } from '../deposit/offer.ts'
import { partiesOf } from '../deposit/parties.ts'
import { toOrderToken, writeOrderState } from '../deposit/state.ts'
import { type BridgeOrders, bridgeStatus } from './bridgeStatus.ts'
import { exclusionsOf } from '../exclusions.ts'
import { markOf } from './paymentMark.ts'
import {
  askOffers,
  type CallAnswer,
  callsProof,
  checkOffer,
  type DeclaredCalls,
  type EvmService,
  feesOf,
  type Integrator,
  integratorOf,
  type EvmOffer,
  type OneOrMore,
  pinnedAt,
  sameOffer,
  toBuiltSwap,
  toEvmQuote,
  upstreamAddress,
} from './service.ts'
import { type ServiceAsk, askService, nameOf } from '../service.ts'

// A cross-chain service that is paid by one call on an EVM chain and reports its order until it
// ends. What differs between services is data: names, two requests, one order, the calls.

/** The request in the service's terms. */
export type BridgeAsked = {
  srcChain: string
  dstChain: string
  srcToken: string
  dstToken: string
  srcAmount: string
  /** Payer; null in a quote without one. */
  sender: string | null
  /** The same in this program's terms, for services that write amounts in whole tokens. */
  tokens: Pick<QuoteRequest, 'srcToken' | 'dstToken' | 'srcAmount'>
  slippageBps: number
  integrator: Integrator | null
  /** Exchanges and bridges the user excluded, where the service `excludes` some. */
  exclusions: readonly string[]
}

/** An offer and its guaranteed minimum. */
export type BridgeOffer = EvmOffer & {
  /** Echo of the chains, by the service's ids; absent: not repeated. */
  srcChain?: string
  dstChain?: string
  /**
   * Minimum at the receiver; equals the expected amount where an order is filled exactly or not at
   * all, and where the output `floats`.
   */
  dstMinAmount: bigint
  durationSeconds: number
  /** Data that `build` sends back. */
  carry?: Json
}

/** A transaction, its offer and its order id; null: identified by its hash alone. */
export type BridgeCall = CallAnswer & {
  offer: BridgeOffer
  orderId: string | null
}

/** A call that is encoded here; `ask` sends what else it needs to know. */
export type MadeHere = (ask: <T>(ask: ServiceAsk<T>) => Promise<T>) => Promise<BridgeCall>

export type Bridge = EvmService &
  BridgeOrders & {
    /** Chains on either side; EVM chains with contracts can be sources. */
    blockchains: readonly BlockchainId[]
    /** Chain ids where the service does not use EIP-155. */
    ownNumbers?: Readonly<Partial<Record<BlockchainId, number>>>
    /** Names of its chains, for a service that knows them by names. */
    chainNames?: Readonly<Partial<Record<BlockchainId, string>>>
    /** Of swaps on one chain, paid out by a later transaction; only where it is `trusted`. */
    onChain?: true
    /** Whether it serves these tokens; absent: it is asked about all. */
    serves?: (pair: Pick<QuoteRequest, 'srcToken' | 'dstToken'>) => boolean
    /**
     * Its calls state no minimum: it pays out the amount less its published fees (E9). The route states
     * so, and what is below the slippage counts as less than agreed.
     */
    floats?: true
    /**
     * Trusted by name with the whole amount (E17): what is paid, and to whom, if its last step fails,
     * completing "If its last step fails, …". Its contract enforces nothing, or its calls are declared
     * as far as they can be read; what a call does not say, the answer that carries it must.
     */
    trusted?: string
    /** Its orders may end with an empty refund (E16): its minimum is reported, not guaranteed. */
    returnsNothing?: true
    /** Building needs a price: a new one is requested first. */
    pricesFirst?: true
    quote: (asked: BridgeAsked) => ServiceAsk<OneOrMore<BridgeOffer>>
    /** Asks for its limits, where a refusal names no number. */
    limits?: (asked: BridgeAsked) => ServiceAsk<Limits>
    calls: DeclaredCalls
    build: (
      asked: BridgeAsked & {
        sender: string
        recipient: string
        refundAddress: string
        /** Variant of the accepted offer; null if the service has no variants. */
        variant: string | null
      },
      /** Null without `pricesFirst`. */
      price: BridgeOffer | null,
    ) => ServiceAsk<BridgeCall> | MadeHere
  }

/** Shape of an order id: it becomes part of URLs. */
const orderIdShape = /^[\w.:-]{1,120}$/

/**
 * Creates a provider from a bridge's declaration. The kit compares the echo, refuses a guarantee
 * below the slippage, preserves the accepted minimum when building, returns only declared calls,
 * decoded completely unless the bridge is `trusted`, and accepts an end only with evidence.
 */
export function evmBridge(bridge: Bridge): Provider {
  const { id, blockchains, ownNumbers = {}, chainNames = {}, rounding = 0n } = bridge
  const name = nameOf(bridge)
  const floats = bridge.floats === true
  const { trusted } = bridge
  if (isTrusted(id) !== (trusted !== undefined)) throw new Error(`${id} is not as it is listed`)
  const onChain = bridge.onChain === true
  const slippageKind = onChain ? 'pools' : 'bridge'
  const isFloat = floats || trusted !== undefined || bridge.returnsNothing === true
  const numberOf = (blockchain: BlockchainId, context: ProviderContext): string | null => {
    const number = chainNames[blockchain] ?? ownNumbers[blockchain] ?? context.chainId(blockchain)
    return number === null ? null : String(number)
  }
  const numberOrRefuse = (blockchain: BlockchainId, context: ProviderContext): string => {
    const number = numberOf(blockchain, context)
    if (number !== null) return number
    throw noRoute(name)
  }
  const askedOf = (request: QuoteRequest, context: ProviderContext): BridgeAsked => ({
    srcChain: numberOrRefuse(request.srcToken.blockchain, context),
    dstChain: numberOrRefuse(request.dstToken.blockchain, context),
    srcToken: upstreamAddress(bridge, request.srcToken),
    dstToken: upstreamAddress(bridge, request.dstToken),
    srcAmount: String(request.srcAmount),
    tokens: request,
    sender: request.fromAddress,
    slippageBps: request.slippageBps ?? defaultSlippageBps[slippageKind],
    integrator: integratorOf(request),
    exclusions: exclusionsOf(bridge, request),
  })

  const declared: DeclaredCalls =
    trusted === undefined
      ? bridge.calls
      : (site) => bridge.calls(site).map((one) => mapped(one, (terms) => ({ ...terms, trusted })))
  const check = (offer: BridgeOffer, asked: BridgeAsked, request: QuoteRequest): void => {
    checkOffer(bridge, offer, request)
    const { srcChain = asked.srcChain, dstChain = asked.dstChain, dstAmount, dstMinAmount } = offer
    const isAsked = srcChain === asked.srcChain && dstChain === asked.dstChain
    if (isAsked && dstMinAmount > 0n && dstMinAmount <= dstAmount) return
    throw otherSwap(bridge.name)
  }

  const offersFor = async (
    request: QuoteRequest,
    context: ProviderContext,
  ): Promise<BridgeOffer[]> => {
    const asked = askedOf(request, context)
    return await askOffers(bridge, asked, request, context, (offer) => check(offer, asked, request))
  }

  const provider: Provider = {
    ids: [id],
    capabilities: {
      recipient: bridge.recipient ?? true,
      chargesFee: true,
      deposit: false,
      crossChain: !onChain,
    },
    blockchains: () => blockchains,
    supports: ({ srcToken, dstToken }) =>
      (srcToken.blockchain === dstToken.blockchain) === onChain &&
      bridge.serves?.({ srcToken, dstToken }) !== false &&
      pinnedAt(bridge, blockchains, srcToken.blockchain).targets.length > 0 &&
      blockchains.includes(dstToken.blockchain) &&
      (ownNumbers[dstToken.blockchain] !== undefined ||
        chainNames[dstToken.blockchain] !== undefined ||
        isEvm(dstToken.blockchain))
        ? [id]
        : [],
    quote: async (request, _wanted, context) => {
      const offers = await offersFor(request, context)
      const isTight = ({ dstAmount, dstMinAmount }: BridgeOffer): boolean =>
        dstMinAmount >= leastAccepted(dstAmount, request.slippageBps, slippageKind)
      const quotes = offers.filter(isTight).map((offer) => {
        const { dstAmount, durationSeconds } = offer
        const dstMinAmount = floats
          ? leastAccepted(dstAmount, request.slippageBps, slippageKind)
          : offer.dstMinAmount
        const swapType = onChain ? 'on-chain' : 'cross-chain'
        const terms = { swapType, dstMinAmount, durationSeconds } as const
        const quote = toEvmQuote(bridge, request, offer, terms)
        return isFloat ? { ...quote, rateType: 'float' as const } : quote
      })
      if (quotes.length > 0) return { quotes, failed: [] }
      throw noRoute(name, 'The guaranteed amount is below the accepted slippage.')
    },
    pinned: (_id, blockchain) => pinnedAt(bridge, blockchains, blockchain),
    proofs: [callsProof(bridge, declared, blockchains, ownNumbers)],
    build: async (quote, context) => {
      const { request, dstMinAmount: acceptedMin } = quote
      const sender = payerOf(request)
      const rules = { takesMemo: false, needsRefund: true }
      const { receiver, refund } = partiesOf(request, name, rules)
      const asked = askedOf(request, context)
      const price =
        bridge.pricesFirst === true
          ? sameOffer(bridge, await offersFor(request, context), quote)
          : null
      const slippageBps =
        price === null
          ? asked.slippageBps
          : remainingSlippageBps(name, acceptedMin, price.dstAmount - rounding)
      const accounts = {
        sender,
        recipient: receiver.address,
        refundAddress: refund?.address ?? sender,
        variant: typeof quote.providerState === 'string' ? quote.providerState : null,
      }
      const made = bridge.build({ ...asked, ...accounts, slippageBps }, price)
      const call =
        typeof made === 'function'
          ? await made((ask) => askService(bridge, ask, request, context))
          : await askService(bridge, made, request, context)
      const { offer, orderId } = call
      check(offer, asked, request)
      const { receiver: named = accounts.recipient } = call
      if (!isSameAccount(request.dstToken.blockchain, named, accounts.recipient)) {
        throw otherSwap(bridge.name)
      }
      if (orderId !== null && !orderIdShape.test(orderId)) {
        throw new SwaprouteError(
          'UPSTREAM_FAILED',
          `${bridge.name} returned an order id of unknown form.`,
        )
      }
      const { dstAmount } = offer
      if (offer.dstMinAmount < acceptedMin) throw priceMoved(name, acceptedMin, offer.dstMinAmount)
      const dstMinAmount = floats ? acceptedMin : offer.dstMinAmount
      const more = {
        dstAmount,
        dstMinAmount,
        fees: feesOf(offer, request.srcToken),
        orderId,
        uniqueInfo: orderId === null ? {} : { [`${id}Id`]: orderId },
        providerState: quote.providerState,
      }
      const built = await toBuiltSwap(provider, call, more, quote, context)
      if (built.transaction.kind !== 'evm') throw new Error('the kit builds calls')
      const state = writeOrderState({
        orderId: orderId ?? '',
        depositAddress: '',
        depositMemo: null,
        receiver: receiver.address,
        refundAddress: accounts.refundAddress,
        srcToken: toOrderToken(request.srcToken),
        dstToken: toOrderToken(request.dstToken),
        srcAmount: request.srcAmount,
        dstAmount,
        createdAtMs: context.now(),
        expiresAtMs: null,
        own: {
          contract: call.to,
          payment: markOf(built.transaction),
          ...(isFloat ? { least: String(dstMinAmount) } : {}),
        },
      })
      return { ...built, providerState: state }
    },
    status: (_id, ref, context) =>
      bridgeStatus(
        { bridge, provider, numberOf: (chain) => numberOf(chain, context) },
        ref,
        context,
      ),
  }
  return provider
}

function isEvm(blockchain: BlockchainId): boolean {
  return isEvmChain(chainById(blockchain))
}
