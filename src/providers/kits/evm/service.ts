import { type Call, type CallTerms, mapped, unsafeCall } from '../../../chains/evm/calls.ts'
import { isSameAccount } from '../../../chains/accountKey.ts'
import { chainById, isEvmChain } from '../../../chains/chains.ts'
import { toChecksumAddress } from '../../../chains/evm/checksum.ts'
import { nativeToken } from '../../../chains/tokens.ts'
import { type Token, isSameAddress, zeroAddress } from '../../../core/token.ts'
import { amountWithSymbol } from '../../../core/amounts.ts'
import { blockchainIds, type BlockchainId, isBlockchainId } from '../../../core/blockchainIds.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { Quote, QuoteFees, QuoteRequest } from '../../../core/quote.ts'
import { slippageBetween } from '../../../core/slippage.ts'
import type { EvmTransaction } from '../../../core/transaction.ts'
import type { Struct } from '../../../chains/evm/structs.ts'
import type {
  BuiltSwap,
  CallSite,
  EntryReading,
  PinnedContracts,
  Proof,
  ProviderContext,
  Vouching,
} from '../../types.ts'
import { checkBuiltCall, checkCallTimes, refusedCall } from './builtCall.ts'
import { checkExclusions, namesInside } from '../exclusions.ts'
import { limitError, type Limits, noRoute, otherSwap } from '../errors.ts'
import { askService, nameOf, type Service, type ServiceAsk } from '../service.ts'

// Shared by HTTP services that are paid by one call on an EVM chain. The checks are here, so
// that no adapter can leave one out.

/** One value per chain; `*` is the default. */
export type PerChain<T> = Readonly<Partial<Record<BlockchainId | '*', T>>>

/** Declaration of every such service. */
export type EvmService = Service & {
  /** Contracts the payer calls (E2). */
  contracts: PerChain<readonly string[]>
  /** Contracts that take the source token (E3); absent: `contracts`. */
  spenders?: PerChain<readonly string[]>
  /** Maximum native fee on top of the amount, base units (E5). */
  mostFixedFee?: PerChain<bigint>
  /** The service's address for native coins; absent: the zero address. */
  coins?: PerChain<string>
  /** Base units by which a call's output may be below its offer. */
  rounding?: bigint
  /** False: it pays only the payer. */
  recipient?: false
  /** Asks the chain about contracts that change; only for calls with a `keeper`. */
  vouches?: Vouching
  /** Asks the chain what the `entry` of a call means; tokens in the service's terms. */
  entryOf?: EntryReading
}

/**
 * Every call allowed to a service's contract (E8), decoded completely. Tokens and chains in the
 * service's terms.
 */
export type DeclaredCalls = (site: CallSite) => readonly Call[]

/** An integrator that gets a share of the swap, where the service can pay it. */
export type Integrator = { address: string; feeBps: number }

/** Fields of every offer; amounts in base units. */
export type EvmOffer = {
  /** Echo of the request, compared with it. */
  srcToken: string
  dstToken: string
  srcAmount: bigint
  /** Expected at the receiver. */
  dstAmount: bigint
  /** Native fee on top of the amount. */
  fixedFee?: bigint
  gas: QuoteFees['gas']
  /** Units of the call, from services that name no price; 0 where they did not measure. */
  gasLimit?: bigint
  /** Fee already deducted from the output, percent of the amount. */
  feePercent?: number
  priceImpactPercent?: number
  expiresAtMs?: number
  /** Limits for this pair, base units of the source token; absent: unknown. */
  limits?: Limits
  /** Exchanges and bridges the route uses, as the service names them; absent: it does not say. */
  via?: readonly string[]
  /** Key among several offers of one answer; the same one is built. */
  variant?: string
}

/** A transaction from the service; `spender` equals `to` only where the adapter sets it. */
export type CallAnswer = Pick<EvmTransaction, 'to' | 'data' | 'value'> & {
  /** Null: the call takes the token without an approval. */
  spender: string | null
  /** EIP-155 id in the answer, if it has one (E1). */
  chainId?: number
  /**
   * The order whose hash is an argument of the call: appended to its data, so that the terms can be
   * read from what is signed. Only for contracts that ignore bytes behind their arguments.
   */
  order?: Struct
  /** The counterparty's signature over the order's hash, which follows it (E18); absent: not given. */
  orderSignature?: string
  /** Echo of the receiver; absent: not repeated. */
  receiver?: string
}

/** The words for chains of a service that knows them by their EIP-155 ids, for a list in one line. */
export function chainNumbers(list: string): Readonly<Partial<Record<BlockchainId, string>>> {
  const ids = list.split(' ').filter(isBlockchainId)
  return Object.fromEntries(ids.map((id) => [id, String(chainById(id).chainId)]))
}

/** Contracts and spenders on a chain (E2, E3), and the maximum fixed fee (E5). */
export function contractsOf(service: EvmService, blockchain: BlockchainId): PinnedContracts {
  const { contracts, spenders = contracts, mostFixedFee = {} } = service
  if (!isEvmChain(chainById(blockchain))) return { targets: [], spenders: [] }
  const most = mostFixedFee[blockchain] ?? mostFixedFee['*']
  return {
    targets: (contracts[blockchain] ?? contracts['*'] ?? []).map(toChecksumAddress),
    spenders: (spenders[blockchain] ?? spenders['*'] ?? []).map(toChecksumAddress),
    ...(most === undefined ? {} : { mostFixedFee: most }),
  }
}

/** The same on the chains that the service serves; empty on others. */
export function pinnedAt(
  service: EvmService,
  blockchains: readonly BlockchainId[],
  blockchain: BlockchainId,
): PinnedContracts {
  return blockchains.includes(blockchain)
    ? contractsOf(service, blockchain)
    : { targets: [], spenders: [] }
}

/** A token's address in the service's terms. */
export function upstreamAddress({ coins = {} }: EvmService, token: Token): string {
  const { native, blockchain, address } = token
  return native ? (coins[blockchain] ?? coins['*'] ?? zeroAddress) : address
}

/**
 * The service's calls, for its own contracts only, with tokens in this program's terms.
 * @param blockchains the service serves on the source side
 * @param ownNumbers chain ids where the service does not use EIP-155
 */
export function callsProof(
  service: EvmService,
  declared: DeclaredCalls,
  blockchains: readonly BlockchainId[],
  ownNumbers: Readonly<Partial<Record<BlockchainId, number>>> = {},
): Proof {
  const chainOf = (number: bigint, site: CallSite): BlockchainId | null => {
    const isOwn = (id: BlockchainId): boolean =>
      ownNumbers[id] !== undefined && BigInt(ownNumbers[id]) === number
    const own = blockchainIds.find(isOwn)
    if (own !== undefined) return own
    const found = site.chainOf(number)
    // A chain with a service-specific id is known by that id only.
    return found === null || ownNumbers[found] !== undefined ? null : found
  }
  const { vouches, entryOf } = service
  return {
    kind: 'calls',
    ...(vouches === undefined ? {} : { vouches }),
    ...(entryOf === undefined
      ? {}
      : {
          entryOf: async (entry, site, context) => {
            const found = await entryOf(entry, site, context)
            return found === null ? null : withOwnTokens(service, site.blockchain, found)
          },
        }),
    calls: (site) => {
      const { blockchain, to } = site
      const { targets } = contractsOf(service, blockchain)
      const isTheirs = targets.some((target) => isSameAddress(target, to))
      if (!isTheirs || !blockchains.includes(blockchain)) return []
      const inService = { ...site, chainOf: (number: bigint) => chainOf(number, site) }
      return declared(inService).map((call) =>
        mapped(call, (terms) => withOwnTokens(service, blockchain, terms)),
      )
    },
  }
}

function withOwnTokens<T extends Pick<CallTerms, 'srcToken' | 'dstToken' | 'dst'>>(
  service: EvmService,
  blockchain: BlockchainId,
  terms: T,
): T {
  const token = (named: string | null, chain: BlockchainId | null): string | null => {
    if (named === null || chain === null) return null
    const coin = nativeToken(chain)
    if (isSameAccount(chain, named, upstreamAddress(service, coin))) return coin.address
    // Our address for the native coin means nothing to this service.
    if (isSameAccount(chain, named, coin.address) || isSameAddress(named, zeroAddress)) {
      throw unsafeCall(service.name, 'does not say which token it means')
    }
    return named
  }
  return {
    ...terms,
    srcToken: token(terms.srcToken, blockchain),
    dstToken: token(terms.dstToken, terms.dst === 'same' ? blockchain : terms.dst),
  }
}

/** Null where no integrator is registered. */
export function integratorOf({
  integratorAddress: address,
  integratorFeeBps: feeBps,
}: QuoteRequest): Integrator | null {
  return address === null || feeBps === 0 ? null : { address, feeBps }
}

/**
 * Asks for a price; the offers that pass the check.
 * @throws SwaprouteError as `askService` and `checkedOffers`
 */
export async function askOffers<Asked, Offer extends EvmOffer>(
  service: EvmService & {
    quote(asked: Asked): ServiceAsk<OneOrMore<Offer>>
    limits?(asked: Asked): ServiceAsk<Limits>
  },
  asked: Asked,
  request: QuoteRequest,
  context: ProviderContext,
  check: (offer: Offer) => void,
): Promise<Offer[]> {
  const limits = service.limits?.(asked)
  const offers = await askService(service, service.quote(asked), request, context, limits)
  return checkedOffers(service, offers, check)
}

/**
 * The offers that pass the check, each variant once; a bad offer does not hide a good one.
 * @throws SwaprouteError the first refusal if no call passes, NO_ROUTE for an empty answer
 */
function checkedOffers<T extends EvmOffer>(
  service: EvmService,
  offers: OneOrMore<T>,
  check: (offer: T) => void,
): T[] {
  const passed: T[] = []
  let refusal: SwaprouteError | null = null
  for (const offer of 'dstAmount' in offers ? [offers] : offers) {
    if (passed.some(({ variant }) => variant === offer.variant)) continue
    try {
      check(offer)
      passed.push(offer)
    } catch (thrown) {
      if (!(thrown instanceof SwaprouteError)) throw thrown
      refusal ??= thrown
    }
  }
  if (passed.length > 0) return passed
  throw refusal ?? noRoute(nameOf(service))
}

/** One or several offers for a pair. */
export type OneOrMore<T> = T | readonly T[]

/**
 * The current version of the accepted offer.
 * @throws SwaprouteError PRICE_MOVED if it is gone
 */
export function sameOffer<T extends EvmOffer>(
  { name }: EvmService,
  offers: readonly T[],
  { providerState }: Quote,
): T {
  const offer = offers.find(({ variant = null }) => variant === providerState)
  if (offer !== undefined) return offer
  throw new SwaprouteError('PRICE_MOVED', `${name} no longer makes this offer.`, {
    hint: 'Nothing was paid. Get a new quote and accept it.',
  })
}

/**
 * Checks an offer's echo: tokens and amount as requested, within its limits, and a fee known for
 * its provider.
 * @throws SwaprouteError UPSTREAM_FAILED, NO_ROUTE, AMOUNT_TOO_LOW, AMOUNT_TOO_HIGH, or UNSAFE_ROUTE
 * with check E5
 */
export function checkOffer(service: EvmService, offer: EvmOffer, request: QuoteRequest): void {
  const { srcToken, dstToken, srcAmount } = request
  const isAsked =
    offer.srcAmount === srcAmount &&
    isSameAccount(srcToken.blockchain, offer.srcToken, upstreamAddress(service, srcToken)) &&
    isSameAccount(dstToken.blockchain, offer.dstToken, upstreamAddress(service, dstToken))
  if (!isAsked || offer.dstAmount <= 0n) {
    throw otherSwap(service.name)
  }
  checkExclusions(service, offer.via, request)
  const { limits = { min: null, max: null } } = offer
  const outside = limitError(nameOf(service), srcAmount, srcToken, limits)
  if (outside !== null) throw outside
  const { mostFixedFee = 0n } = contractsOf(service, srcToken.blockchain)
  const fee = offer.fixedFee ?? 0n
  if (fee <= mostFixedFee) return
  const asked = amountWithSymbol(fee, chainById(srcToken.blockchain).native)
  const text = `${service.name} asks for a fixed fee of ${asked}, more than its known maximum. (check E5)`
  throw new SwaprouteError('UNSAFE_ROUTE', text, {
    hint: 'Nothing was signed. Choose another provider with --provider.',
    context: { check: 'E5', fee: String(fee), allowed: String(mostFixedFee) },
  })
}

/** A quote of one hop. */
export function toEvmQuote(
  service: EvmService,
  request: QuoteRequest,
  offer: EvmOffer,
  terms: Pick<Quote, 'dstMinAmount' | 'durationSeconds' | 'swapType'>,
): Quote {
  const { id } = service
  const { srcToken, dstToken, srcAmount } = request
  const { dstAmount } = offer
  const { dstMinAmount, durationSeconds, swapType } = terms
  const [spender = null] = contractsOf(service, srcToken.blockchain).spenders
  return {
    provider: id,
    swapType,
    executionKind: 'evm',
    request,
    dstAmount,
    dstMinAmount,
    slippageBps: slippageBetween(dstAmount, dstMinAmount),
    durationSeconds: Math.max(1, Math.ceil(durationSeconds)),
    priceImpactPercent: offer.priceImpactPercent ?? null,
    fees: feesOf(offer, srcToken),
    ...gasLimitOf(offer),
    spender: srcToken.native ? null : spender,
    steps: [
      {
        type: swapType,
        provider: id,
        ...namesInside(offer),
        from: { token: srcToken, amount: srcAmount },
        to: { token: dstToken, amount: dstAmount },
      },
    ],
    ...(offer.limits === undefined ? {} : { limits: offer.limits }),
    expiresAtMs: offer.expiresAtMs ?? null,
    warnings: [],
    providerState: offer.variant ?? null,
  }
}

/** No call of these services needs less or more; what is outside was not measured. */
const leastCallGas = 40_000n
const mostCallGas = 10_000_000n

function gasLimitOf({ gasLimit = 0n }: EvmOffer): Pick<Quote, 'gasLimit'> {
  return gasLimit >= leastCallGas && gasLimit <= mostCallGas ? { gasLimit } : {}
}

export function feesOf({ gas, fixedFee = 0n, feePercent }: EvmOffer, token: Token): QuoteFees {
  const percent = feePercent === undefined ? null : { percent: feePercent, token }
  return { gas, protocolFixed: 0n, providerFixed: fixedFee, percent }
}

/**
 * The transaction of an answer, checked against the quote by every rule that applies here.
 * @throws SwaprouteError UNSAFE_ROUTE with the rule in `context.check`
 */
export async function toBuiltSwap(
  provider: Parameters<typeof checkBuiltCall>[0],
  answer: CallAnswer,
  more: Omit<BuiltSwap, 'transaction'>,
  quote: Quote,
  context: ProviderContext,
): Promise<BuiltSwap> {
  const { to, data: bare, value, spender, chainId, order, orderSignature = '0x', receiver } = answer
  const { srcToken } = quote.request
  if (chainId !== undefined && chainId !== context.chainId(srcToken.blockchain)) {
    throw refusedCall(quote.provider, 'E1', `is for chain ${chainId}`)
  }
  const approvalAddress = srcToken.native || spender === null ? null : toChecksumAddress(spender)
  const data =
    order === undefined ? bare : `${bare}${await digitsOf(order)}${orderSignature.slice(2)}`
  const built: BuiltSwap = {
    transaction: { kind: 'evm', to: toChecksumAddress(to), data, value, approvalAddress },
    ...(receiver === undefined ? {} : { namedReceiver: receiver }),
    ...more,
  }
  const call = await checkBuiltCall(provider, built, quote, context)
  if (call !== null) checkCallTimes(call, quote, context.now())
  return built
}

/** Hex digits of an encoded order. */
async function digitsOf(order: Struct): Promise<string> {
  const { encodeStruct } = await import('../../../chains/evm/structs.ts')
  return encodeStruct(order).slice(2).toLowerCase()
}
