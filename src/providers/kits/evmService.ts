import type { Call, CallTerms } from '../../chains/evm/calls.ts'
import { mapped, unsafeCall } from '../../chains/evm/calls.ts'
import { isSameAccount } from '../../chains/accountKey.ts'
import { chainById, isEvmChain } from '../../chains/chains.ts'
import { toChecksumAddress } from '../../chains/evm/checksum.ts'
import { nativeToken } from '../../chains/tokens.ts'
import { isSameAddress } from '../../core/addresses.ts'
import { formatAmount } from '../../core/amounts.ts'
import { blockchainIds, type BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Quote, QuoteFees, QuoteRequest } from '../../core/quote.ts'
import { slippageBetween } from '../../core/slippage.ts'
import { type Token, zeroAddress } from '../../core/token.ts'
import type { EvmTransaction } from '../../core/transaction.ts'
import type { BuiltSwap, CallSite, PinnedContracts, Proof, ProviderContext } from '../types.ts'
import { checkBuiltCall, checkTimes, refusedCall } from './builtCall.ts'
import { limitError, type Limits, noRoute } from './deposit/errors.ts'
import { nameOf, type Service } from './service.ts'

// What services over HTTP that are paid by one call on an EVM chain have in common. The rules are
// kept here: an adapter says how its service speaks, and cannot leave out a check.

/** One value per chain; `*` is for every chain without a value of its own. */
export type PerChain<T> = Readonly<Partial<Record<BlockchainId | '*', T>>>

/** What every such service declares. */
export type EvmService = Service & {
  /** Contracts the payer calls (E2). */
  contracts: PerChain<readonly string[]>
  /** Contracts that take the source token (E3); absent: the same. */
  spenders?: PerChain<readonly string[]>
  /** Most native coins it takes on top of the amount, base units (E5); absent: none. */
  mostFixedFee?: PerChain<bigint>
  /** Its words for native coins; absent: the zero address. */
  coins?: PerChain<string>
  /** Base units by which the output of a call may be below the price it was built from. */
  rounding?: bigint
  /** False where it pays the payer only. */
  recipient?: false
  /** Takes a fee of its own in the route. */
  chargesFee?: true
}

/**
 * Every call one of a service's contracts may be asked for (E8), read completely. Tokens are named in
 * the service's words, chains found by its numbers.
 */
export type DeclaredCalls = (site: CallSite) => readonly Call[]

/** Who takes a share of the swap besides, where the service can pay it. */
export type Integrator = { address: string; feeBps: number }

/** What every offer says; amounts in base units. */
export type Offer = {
  /** What the service says it was asked for: compared with the request. */
  srcToken: string
  dstToken: string
  srcAmount: bigint
  /** Expected at the receiver. */
  dstAmount: bigint
  /** Native coins on top of the amount; absent: none. */
  fixedFee?: bigint
  gas: QuoteFees['gas']
  /** Share of the amount that is off the output already, percent. */
  feePercent?: number
  priceImpactPercent?: number
  expiresAtMs?: number
  /** Amounts it takes for this pair, base units of the source token; absent: it does not say. */
  limits?: Limits
  /** Names it among several offers of one answer: the same one is built. */
  variant?: string
}

/** A transaction as the service gives it; `spender` is `to` only where the adapter says so. */
export type CallAnswer = Pick<EvmTransaction, 'to' | 'data' | 'value'> & {
  spender: string
  /** The EIP-155 id it names for the transaction; absent: it names none (E1). */
  chainId?: number
}

/** What the payer may call and approve on a chain (E2, E3), and the fee it may take (E5). */
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

/** A token in the service's words. */
export function wordOf({ coins = {} }: EvmService, token: Token): string {
  const { native, blockchain, address } = token
  return native ? (coins[blockchain] ?? coins['*'] ?? zeroAddress) : address
}

/**
 * The calls of the service, for its own contracts only, with tokens in the words of this program.
 * @param blockchains the service serves on the source side
 * @param ownNumbers numbers of chains that the service does not call by their EIP-155 id
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
    // A chain with a number of the service's own is not called by any other.
    return found === null || ownNumbers[found] !== undefined ? null : found
  }
  return {
    kind: 'calls',
    calls: (site) => {
      const { blockchain, to } = site
      const { targets } = contractsOf(service, blockchain)
      const isTheirs = targets.some((target) => isSameAddress(target, to))
      if (!isTheirs || !blockchains.includes(blockchain)) return []
      const inService = { ...site, chainOf: (number: bigint) => chainOf(number, site) }
      return declared(inService).map((call) =>
        mapped(call, (terms) => inOurWords(service, blockchain, terms)),
      )
    },
  }
}

function inOurWords(service: EvmService, blockchain: BlockchainId, terms: CallTerms): CallTerms {
  const token = (word: string | null, chain: BlockchainId): string | null => {
    if (word === null) return null
    const coin = nativeToken(chain)
    if (isSameAccount(chain, word, wordOf(service, coin))) return coin.address
    // Our own word for the coin is another service's, and means nothing to this one.
    if (isSameAccount(chain, word, coin.address) || isSameAddress(word, zeroAddress)) {
      throw unsafeCall(service.name, 'does not say which token it means')
    }
    return word
  }
  return {
    ...terms,
    srcToken: token(terms.srcToken, blockchain),
    dstToken: token(terms.dstToken, terms.dst === 'same' ? blockchain : terms.dst),
  }
}

/** Null where nobody is registered for a share. */
export function integratorOf({
  integratorAddress: address,
  integratorFeeBps: feeBps,
}: QuoteRequest): Integrator | null {
  return address === null || feeBps === 0 ? null : { address, feeBps }
}

/**
 * The offers of an answer that pass the check, each variant once; a bad one does not hide a good one.
 * @throws SwaprouteError the first refusal where none passes, NO_ROUTE for an empty answer
 */
export function soundOffers<T extends Offer>(
  service: EvmService,
  offers: OneOrMore<T>,
  check: (offer: T) => void,
): T[] {
  const sound: T[] = []
  let refusal: SwaprouteError | null = null
  for (const offer of 'dstAmount' in offers ? [offers] : offers) {
    if (sound.some(({ variant }) => variant === offer.variant)) continue
    try {
      check(offer)
      sound.push(offer)
    } catch (thrown) {
      if (!(thrown instanceof SwaprouteError)) throw thrown
      refusal ??= thrown
    }
  }
  if (sound.length > 0) return sound
  throw refusal ?? noRoute(nameOf(service))
}

/** What a service answers a pair with. */
export type OneOrMore<T> = T | readonly T[]

/**
 * The offer that was accepted, as it is made now.
 * @throws SwaprouteError PRICE_MOVED where it is no longer made
 */
export function sameOffer<T extends Offer>(
  { name }: EvmService,
  offers: readonly T[],
  { providerState }: Quote,
): T {
  const offer = offers.find(({ variant = null }) => variant === providerState)
  if (offer !== undefined) return offer
  throw new SwaprouteError('PRICE_MOVED', `${name} no longer makes this offer.`, {
    hint: 'Nothing was paid. Ask for a new quote and accept it again.',
  })
}

/**
 * The echo of an offer: tokens and amount as asked for, within its limits, and a fee its provider is
 * known to take.
 * @throws SwaprouteError UPSTREAM_FAILED, AMOUNT_TOO_LOW, AMOUNT_TOO_HIGH, or UNSAFE_ROUTE with
 *   check E5
 */
export function checkOffer(service: EvmService, offer: Offer, request: QuoteRequest): void {
  const { srcToken, dstToken, srcAmount } = request
  const isAsked =
    offer.srcAmount === srcAmount &&
    isSameAccount(srcToken.blockchain, offer.srcToken, wordOf(service, srcToken)) &&
    isSameAccount(dstToken.blockchain, offer.dstToken, wordOf(service, dstToken))
  if (!isAsked || offer.dstAmount <= 0n) {
    throw new SwaprouteError(
      'UPSTREAM_FAILED',
      `${service.name} answered with an offer for something else.`,
      { context: { fault: 'echo' } },
    )
  }
  const { limits = { min: null, max: null } } = offer
  const outside = limitError(nameOf(service), srcAmount, srcToken, limits)
  if (outside !== null) throw outside
  const { mostFixedFee = 0n } = contractsOf(service, srcToken.blockchain)
  const fee = offer.fixedFee ?? 0n
  if (fee <= mostFixedFee) return
  const { symbol, decimals } = chainById(srcToken.blockchain).native
  const text = `${service.name} asks for a fixed fee of ${formatAmount(fee, decimals)} ${symbol}, more than it is known to take. (check E5)`
  throw new SwaprouteError('UNSAFE_ROUTE', text, {
    hint: 'Nothing was signed. Choose another provider with --provider.',
    context: { check: 'E5', fee: String(fee), allowed: String(mostFixedFee) },
  })
}

/** @throws SwaprouteError MISSING_FIELD where the request does not say who pays */
export function payerOf({ fromAddress }: QuoteRequest): string {
  if (fromAddress !== null) return fromAddress
  throw new SwaprouteError('MISSING_FIELD', 'fromAddress is needed to build the transaction.')
}

/** A quote of one hop. */
export function toEvmQuote(
  service: EvmService,
  request: QuoteRequest,
  offer: Offer,
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
    spender: srcToken.native ? null : spender,
    steps: [
      {
        type: swapType,
        provider: id,
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

export function feesOf({ gas, fixedFee = 0n, feePercent }: Offer, token: Token): QuoteFees {
  const percent = feePercent === undefined ? null : { percent: feePercent, token }
  return { gas, protocolFixed: 0n, providerFixed: fixedFee, percent }
}

/**
 * The transaction of an answer, held against the quote by every rule that can be checked here.
 * @throws SwaprouteError UNSAFE_ROUTE with the rule in `context.check`
 */
export async function toBuiltSwap(
  provider: Parameters<typeof checkBuiltCall>[0],
  { to, data, value, spender, chainId }: CallAnswer,
  more: Omit<BuiltSwap, 'transaction'>,
  quote: Quote,
  context: ProviderContext,
): Promise<BuiltSwap> {
  const { srcToken } = quote.request
  if (chainId !== undefined && chainId !== context.chainId(srcToken.blockchain)) {
    throw refusedCall(quote.provider, 'E1', `is for chain ${chainId}`)
  }
  const approvalAddress = srcToken.native ? null : toChecksumAddress(spender)
  const built: BuiltSwap = {
    transaction: { kind: 'evm', to: toChecksumAddress(to), data, value, approvalAddress },
    ...more,
  }
  const call = await checkBuiltCall(provider, built, quote, context)
  if (call !== null) checkTimes(call, quote, context.now())
  return built
}
