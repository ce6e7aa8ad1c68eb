// STON.fi: an exchange on TON. A quote comes over HTTP, the message is built here: the exchange has
// no service for it, and needs none.
//
// API: https://api.ston.fi/swagger-ui, contracts: https://docs.ston.fi (read 2026-11). Amounts are
// base units as text, slippage and impact shares of 1. The pool's fee is already off the output;
// what is attached for the contracts' work comes back but for some hundredths of a TON. Quirks:
// parameters of the quote go in the query of a POST without a body; a pair without a pool is a 4xx
// with plain text; one pool only, no way over a third token.

import { isSameTonAddress, toRawTonAddress } from '../../chains/ton/address.ts'
import { minimumAfterSlippage } from '../../core/amounts.ts'
import { Decimal, toRoundNumber } from '../../core/decimals.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Quote, QuoteFees, QuoteRequest } from '../../core/quote.ts'
import type { Token } from '../../core/token.ts'
import { foreignReason } from '../../http/reason.ts'
import { parseWire } from '../../http/wire.ts'
import { answerError, priceMoved, type ProviderName, quoteError } from '../kits/deposit/errors.ts'
import { isPayable, toTonQuote } from '../kits/ton/offer.ts'
import { pinnedOnTon } from '../kits/ton/pinned.ts'
import { writeSwapState } from '../kits/ton/state.ts'
import { type StonfiRouter, stonfiRouter, stonfiRouters } from '../kits/ton/stonfiContracts.ts'
import { isTonPair, tokenWord, tonParties } from '../kits/ton/tokens.ts'
import type { BuiltSwap, Provider, ProviderContext } from '../types.ts'
import type { StonfiGas } from './message.ts'
import { jettonWalletWire, type Simulation, simulationWire } from './wire.ts'

const id = 'STONFI'
const stonfi: ProviderName = { name: 'STON.fi', keyVariable: null }
const nativeWord = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c'
/** After this the exchange gives the money back; the same as in STON.fi's own library. */
const lifeSeconds = 15 * 60
/** More is never attached, whatever the service names. */
const mostGas: StonfiGas = { budget: 1_000_000_000n, forward: 800_000_000n }

export type StonfiOptions = {
  /** Without a trailing slash. */
  baseUrl: string
}

export function createStonfiProvider(options: StonfiOptions): Provider {
  const { baseUrl } = options

  const ask = async (
    request: QuoteRequest,
    slippageBps: number,
    context: ProviderContext,
  ): Promise<Simulation> => {
    const answer = await context.http.send({
      method: 'POST',
      url: `${baseUrl}/v1/swap/simulate?${simulationQuery(request, slippageBps)}`,
      effect: 'read',
      signal: context.signal,
    })
    if (answer.status !== 200) throw quoteError(stonfi, answer.status, answer.body)
    const wire = parseWire(simulationWire, answer.body, 'The quote of STON.fi')
    checkSimulation(wire, request)
    return wire
  }

  /** The payer's wallet of a jetton, raw. */
  const readOfferWallet = async (
    token: Token,
    from: string,
    context: ProviderContext,
  ): Promise<string> => {
    const query = new URLSearchParams({ owner_address: from }).toString()
    const { status, body } = await context.http.send({
      url: `${baseUrl}/v1/jetton/${tokenWord(token, nativeWord)}/address?${query}`,
      effect: 'read',
      signal: context.signal,
    })
    if (status !== 200) throw answerError(stonfi, status, body)
    return requireAddress(parseWire(jettonWalletWire, body, 'The wallet of STON.fi').address)
  }

  return {
    ids: [id],
    capabilities: { recipient: true, chargesFee: false, deposit: false, crossChain: false },
    blockchains: () => ['TON'],
    supports: (request) => (isTonPair(request) ? [id] : []),
    quote: async (request, _wanted, context) => {
      const quote = toTonQuote({ provider: id, request })
      const wire = await ask(request, quote.slippageBps, context)
      requireRouter(wire)
      return { quotes: [withAnswer(quote, wire)], failed: [] }
    },
    pinned: (_id, blockchain) =>
      pinnedOnTon(
        blockchain,
        stonfiRouters().flatMap(({ router, ptonWallet }) => [router, ptonWallet]),
      ),
    proofs: [
      {
        kind: 'ton',
        decode: async (message, swap, context) => {
          const { decodeTonSwap } = await import('../kits/ton/decode.ts')
          return decodeTonSwap(['stonfi'], message, swap, context)
        },
      },
    ],
    build: async (quote, context) => {
      const { request, slippageBps } = quote
      const { srcToken } = request
      const { from } = tonParties(request)
      const wire = await ask(request, slippageBps, context)
      if (wire.ask_units < quote.dstMinAmount) {
        throw priceMoved(stonfi, quote.dstMinAmount, wire.ask_units)
      }
      const offerWallet = srcToken.native ? null : await readOfferWallet(srcToken, from, context)
      return toBuiltSwap(quote, wire, offerWallet, context)
    },
    status: async (_id, ref, context) => {
      const [{ readTonSwapStatus }, { stonfiTermsIn }] = await Promise.all([
        import('../kits/ton/status.ts'),
        import('./foreign.ts'),
      ])
      return readTonSwapStatus(ref, stonfiTermsIn, context)
    },
  }
}

function simulationQuery({ srcToken, dstToken, srcAmount }: QuoteRequest, bps: number): string {
  return new URLSearchParams({
    offer_address: tokenWord(srcToken, nativeWord),
    ask_address: tokenWord(dstToken, nativeWord),
    units: String(srcAmount),
    slippage_tolerance: String(bps / 10_000),
    dex_v2: 'true',
  }).toString()
}

function checkSimulation(wire: Simulation, { srcToken, dstToken, srcAmount }: QuoteRequest): void {
  const isAsked =
    wire.offer_units === srcAmount &&
    isPayable(wire.ask_units) &&
    isSameTonAddress(wire.offer_address, tokenWord(srcToken, nativeWord)) &&
    isSameTonAddress(wire.ask_address, tokenWord(dstToken, nativeWord))
  if (isAsked) return
  throw new SwaprouteError('UPSTREAM_FAILED', 'STON.fi answered with a quote for something else.')
}

/** @throws SwaprouteError NO_ROUTE for a router that only a newer version of this program knows */
function requireRouter(wire: Simulation): StonfiRouter {
  const router = stonfiRouter(requireAddress(wire.router_address))
  if (router !== null) return router
  throw new SwaprouteError(
    'NO_ROUTE',
    'STON.fi swaps this pair at a router that is not known here.',
    {
      hint: 'A newer version of this program may know it.',
      context: { router: foreignReason(wire.router_address, 80) },
    },
  )
}

function withAnswer(quote: Quote, wire: Simulation): Quote {
  const { request, slippageBps } = quote
  const { srcToken, dstToken, srcAmount } = request
  const impact = wire.price_impact == null ? null : new Decimal(wire.price_impact).times(100)
  return {
    ...quote,
    dstAmount: wire.ask_units,
    dstMinAmount: minimumAfterSlippage(wire.ask_units, slippageBps),
    priceImpactPercent: impact === null ? null : Math.max(0, toRoundNumber(impact, 6)),
    fees: toFees(wire, request),
    steps: [
      {
        type: 'on-chain',
        provider: id,
        from: { token: srcToken, amount: srcAmount },
        to: { token: dstToken, amount: wire.ask_units },
      },
    ],
  }
}

function toFees(wire: Simulation, { srcToken, dstToken }: QuoteRequest): QuoteFees {
  const used = wire.gas_params?.estimated_gas_consumption ?? null
  const share = new Decimal(wire.fee_percent ?? '0').times(100)
  const isSource = isSameTonAddress(wire.fee_address ?? '', tokenWord(srcToken, nativeWord))
  return {
    gas: used === null ? null : { limit: used, price: 1n },
    protocolFixed: 0n,
    providerFixed: 0n,
    percent: share.gt(0)
      ? { percent: toRoundNumber(share, 6), token: isSource ? srcToken : dstToken }
      : null,
  }
}

async function toBuiltSwap(
  quote: Quote,
  wire: Simulation,
  offerWallet: string | null,
  context: ProviderContext,
): Promise<BuiltSwap> {
  const { request, slippageBps } = quote
  const { srcToken, dstToken, refundAddress } = request
  const { from, receiver } = tonParties(request)
  const known = requireRouter(wire)
  if (srcToken.native) requirePtonWallet(known, wire)
  // A better price makes the promise better; a worse one within it does not make it worse.
  const own = minimumAfterSlippage(wire.ask_units, slippageBps)
  const dstMinAmount = own > quote.dstMinAmount ? own : quote.dstMinAmount
  const kind = srcToken.native ? 'fromTon' : dstToken.native ? 'toTon' : 'jettons'
  const nowMs = context.now()
  const { stonfiMessage, usualGas } = await import('./message.ts')
  const message = stonfiMessage({
    ...known,
    offerWallet,
    askWallet: requireAddress(wire.ask_jetton_wallet),
    units: request.srcAmount,
    minUnits: dstMinAmount,
    from,
    receiver,
    refundTo: (refundAddress === null ? null : toRawTonAddress(refundAddress)) ?? from,
    queryId: BigInt(nowMs),
    deadlineSeconds: Math.floor(nowMs / 1000) + lifeSeconds,
    gas: boundedGas(wire) ?? usualGas(known.version, kind),
  })
  const accepted = { ...quote, dstMinAmount }
  const { checkSwapMessages } = await import('../kits/ton/messages.ts')
  await checkSwapMessages(stonfi, ['stonfi'], [message], accepted, context)
  return {
    transaction: { kind: 'ton', messages: [message] },
    dstAmount: wire.ask_units,
    dstMinAmount,
    fees: toFees(wire, request),
    orderId: null,
    uniqueInfo: {},
    providerState: writeSwapState(request, dstMinAmount),
  }
}

/**
 * Where the router takes TON is known here; an exchange that names another place is not believed
 * in anything else either.
 * @throws SwaprouteError UNSAFE_ROUTE
 */
function requirePtonWallet(
  { ptonWallet }: StonfiRouter,
  { offer_jetton_wallet: named }: Simulation,
): void {
  if (requireAddress(named) === ptonWallet) return
  throw new SwaprouteError(
    'UNSAFE_ROUTE',
    'STON.fi would take the TON at a contract that is not its router’s. (check T2)',
    { hint: 'Nothing was signed for it. Quote again.', context: { check: 'T2' } },
  )
}

/** Null where the exchange names nothing, or more than a swap can need. */
function boundedGas({ gas_params: gas }: Simulation): StonfiGas | null {
  const [budget, forward] = [gas?.gas_budget ?? null, gas?.forward_gas ?? null]
  if (budget === null || forward === null) return null
  const isBounded =
    forward > 0n && forward <= mostGas.forward && budget > forward && budget <= mostGas.budget
  return isBounded ? { budget, forward } : null
}

function requireAddress(text: string): string {
  const raw = toRawTonAddress(text)
  if (raw !== null) return raw
  throw new SwaprouteError('UPSTREAM_FAILED', 'STON.fi named something that is no address.')
}
