import { hasRisen } from '../../../chains/callRules.ts'
import type { Call } from '../../../chains/evm/calls.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { Json, Quote, QuoteRequest } from '../../../core/quote.ts'
import { leastAccepted } from '../../../core/slippage.ts'
import type { Token } from '../../../core/token.ts'
import type { EvmTransaction } from '../../../core/transaction.ts'
import type { ClaimTerms } from '../../../core/claim.ts'
import type { CallSite, Provider, ProviderContext } from '../../types.ts'
import { type ContractFollowing, contractClaim, contractStatus } from './contractStatus.ts'
import { contractTools, type ContractTools } from './contractTools.ts'
import { type Limits, noRoute, payerOf, priceMoved } from '../errors.ts'
import { partiesOf } from '../deposit/parties.ts'
import {
  callsProof,
  checkOffer,
  type DeclaredCalls,
  type EvmService,
  feesOf,
  type EvmOffer,
  pinnedAt,
  toBuiltSwap,
  toEvmQuote,
  upstreamAddress,
} from './service.ts'
import { nameOf } from '../service.ts'

// A bridge without a service: the price is read from its contracts, the call is encoded here, and
// the receipts of both chains say how far a transfer is. What differs between bridges is data: the
// ways between tokens, a few reads, the calls, the events.

/** The request on one way of the bridge. */
type ContractAsked<L> = {
  lane: L
  srcToken: Token
  dstToken: Token
  srcAmount: bigint
  /** Null in a quote without accounts. */
  sender: string | null
  recipient: string | null
}

/** What the contracts offer; amounts in base units. */
type ContractOffer = {
  /** Expected at the receiver. */
  dstAmount: bigint
  /** The call pays exactly that; absent: at least what the slippage leaves of it. */
  exact?: true
  /** Step of the minimum that a call can demand; default 1. */
  unit?: bigint
  /** Native fee on top of the amount; what is not used returns to the payer. */
  fixedFee?: bigint
  /** Part of it that is enough now; absent: all. */
  neededFee?: bigint
  /** Takes the source token; null: no approval is needed. */
  spender: string | null
  durationSeconds: number
  limits?: Limits
  /** Further data for `encode`. */
  carry?: Json
}

/** What was accepted, to be encoded. */
type ContractAccepted<L> = ContractAsked<L> & {
  sender: string
  recipient: string
  refundAddress: string
  dstMinAmount: bigint
  fixedFee: bigint
  carry: Json
}

/** Where the claims of a bridge are paid out, and by which calls. */
export type DeclaredClaims = {
  contracts(blockchain: BlockchainId): readonly string[]
  calls(site: CallSite): readonly Call<ClaimTerms>[]
}

type ContractBridge<L, T extends { dst: BlockchainId }> = EvmService & {
  blockchains: readonly BlockchainId[]
  /** It deducts a fee of its own from what it pays out. */
  chargesFee?: true
  /** How a pair is bridged; null: not at all. Without asking. */
  lane: (srcToken: Token, dstToken: Token) => L | null
  quote: (asked: ContractAsked<L>, tools: ContractTools) => Promise<ContractOffer>
  calls: DeclaredCalls
  encode: (
    accepted: ContractAccepted<L>,
    tools: ContractTools,
  ) => Pick<EvmTransaction, 'to' | 'data'>
  claims?: DeclaredClaims
} & ContractFollowing<T>

/**
 * Creates a provider from a bridge's declaration. The kit preserves the accepted minimum and fee, returns
 * only completely decoded calls, and accepts an end only with a receipt.
 */
export function contractBridge<L, T extends { dst: BlockchainId }>(
  bridge: ContractBridge<L, T>,
): Provider {
  const { id, blockchains, claims } = bridge
  const name = nameOf(bridge)

  const askedOf = (request: QuoteRequest): ContractAsked<L> => {
    const { srcToken, dstToken, srcAmount, fromAddress, receiver } = request
    const lane = bridge.lane(srcToken, dstToken)
    if (lane === null) throw noRoute(name)
    const recipient = receiver ?? fromAddress
    return { lane, srcToken, dstToken, srcAmount, sender: fromAddress, recipient }
  }
  const offerFor = async (
    request: QuoteRequest,
    context: ProviderContext,
  ): Promise<
    ContractOffer & { offer: EvmOffer; asked: ContractAsked<L>; tools: ContractTools }
  > => {
    const asked = askedOf(request)
    if (!context.rpc.has(request.srcToken.blockchain)) throw noNode(request.srcToken.blockchain)
    const tools = await contractTools(context)
    const quoted = await bridge.quote(asked, tools)
    const { dstAmount, fixedFee, limits } = quoted
    const offer: EvmOffer = {
      srcToken: upstreamAddress(bridge, request.srcToken),
      dstToken: upstreamAddress(bridge, request.dstToken),
      srcAmount: request.srcAmount,
      dstAmount,
      gas: null,
      ...(fixedFee === undefined ? {} : { fixedFee }),
      ...(limits === undefined ? {} : { limits }),
    }
    checkOffer(bridge, offer, request)
    return { ...quoted, offer, asked, tools }
  }

  const provider: Provider = {
    ids: [id],
    capabilities: {
      recipient: bridge.recipient ?? true,
      chargesFee: bridge.chargesFee ?? false,
      deposit: false,
      crossChain: true,
    },
    blockchains: () => blockchains,
    supports: ({ srcToken, dstToken }) => (bridge.lane(srcToken, dstToken) === null ? [] : [id]),
    quote: async (request, _wanted, context) => {
      const offered = await offerFor(request, context)
      const { offer, dstAmount, durationSeconds, spender } = offered
      const dstMinAmount = leastOf(offered, request)
      const terms = { swapType: 'cross-chain', dstMinAmount, durationSeconds } as const
      const quote = toEvmQuote(bridge, request, offer, terms)
      if (dstMinAmount > dstAmount) throw noRoute(name, 'The amount is too small for its minimum.')
      return { quotes: [{ ...quote, spender }], failed: [] }
    },
    pinned: (_id, blockchain) => pinnedAt(bridge, blockchains, blockchain),
    proofs: [callsProof(bridge, bridge.calls, blockchains)],
    build: async (quote, context) => {
      const { request, dstMinAmount } = quote
      const sender = payerOf(request)
      const { receiver, refund } = partiesOf(request, name, { takesMemo: false, needsRefund: true })
      const offered = await offerFor(request, context)
      const { offer, asked, tools, dstAmount, spender, carry = null } = offered
      if (dstAmount < dstMinAmount) throw priceMoved(name, dstMinAmount, dstAmount)
      const fixedFee = quotedFee(quote, offered, bridge.name)
      const recipient = receiver.address
      const refundAddress = refund?.address ?? sender
      const { to, data } = bridge.encode(
        { ...asked, sender, recipient, refundAddress, dstMinAmount, fixedFee, carry },
        tools,
      )
      const value = fixedFee + (request.srcToken.native ? request.srcAmount : 0n)
      const more = {
        dstAmount,
        dstMinAmount,
        fees: feesOf({ ...offer, fixedFee }, request.srcToken),
        orderId: null,
        uniqueInfo: {},
        providerState: null,
      }
      return await toBuiltSwap(provider, { to, data, value, spender }, more, quote, context)
    },
    status: (_id, ref, context) => contractStatus(bridge, provider, ref, context),
    ...(claims === undefined
      ? {}
      : {
          claims: {
            ...claims,
            plan: (_id, ref, context) => contractClaim(bridge, provider, ref, context),
          },
        }),
  }
  return provider
}

/** The minimum the call has to demand, a multiple of what it can express. */
function leastOf(
  { dstAmount, exact, unit = 1n }: ContractOffer,
  { slippageBps }: QuoteRequest,
): bigint {
  if (exact === true) return dstAmount
  const least = leastAccepted(dstAmount, slippageBps, 'bridge')
  return ((least + unit - 1n) / unit) * unit
}

/**
 * The accepted fee while it is enough: what is not used returns to the payer.
 * @throws SwaprouteError PRICE_MOVED where it rose by more than 2% (E5)
 */
function quotedFee(
  { fees }: Quote,
  { fixedFee: now = 0n, neededFee = now }: ContractOffer,
  name: string,
): bigint {
  const accepted = fees.providerFixed
  if (neededFee <= accepted) return accepted
  if (!hasRisen(now, accepted)) return now
  throw new SwaprouteError('PRICE_MOVED', `The fee of ${name} rose since the quote.`, {
    hint: 'Nothing was paid. Get a new quote and accept it.',
    context: { quoted: String(accepted), now: String(now) },
  })
}

function noNode(blockchain: BlockchainId): SwaprouteError {
  return new SwaprouteError(
    'CHAIN_UNAVAILABLE',
    `No RPC address is configured for ${blockchain}.`,
    {
      hint: `Set one with SWAPROUTE_RPC_${blockchain}=https://….`,
      context: { blockchain },
    },
  )
}
