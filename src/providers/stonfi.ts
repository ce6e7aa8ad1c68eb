// STON.fi: an exchange on TON. Quotes come over HTTP; the message is built here, since the exchange
// has no service for it.
//
// API: https://api.ston.fi/swagger-ui, https://github.com/ston-fi/api, contracts:
// https://docs.ston.fi (read 2026-11). Amounts are base units as text, slippage and impact shares
// of 1. The pool's fee is already deducted; attached TON is returned except for some hundredths.
// Quirks: quotes are a POST with a query and no body; a pair without a pool is a 4xx with plain
// text; one pool only, no path over a third token.

import * as z from 'zod/mini'

import { isSameTonAddress, toRawTonAddress } from '../chains/ton/address.ts'
import type { StonfiGas } from '../chains/ton/build/stonfiSwap.ts'
import { Decimal, toRoundNumber } from '../core/decimals.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { QuoteRequest } from '../core/quote.ts'
import { foreignReason } from '../core/foreignReason.ts'
import { parseWire, wireUint } from '../http/wire.ts'
import type { TonOffer } from './kits/ton/offer.ts'
import { type StonfiRouter, stonfiRouter, stonfiRouters } from './kits/ton/stonfiContracts.ts'
import { tonTokenName } from './kits/ton/tokens.ts'
import { tonExchange } from './kits/ton/exchange.ts'
import type { Provider } from './types.ts'

/** A share of 1; an impact can be negative, and small ones have an exponent. */
const shareWire = z
  .string()
  .check(z.regex(/^-?[0-9]{1,30}(?:\.[0-9]{1,60})?(?:[eE][+-]?[0-9]{1,3})?$/))
const addressWire = z.string().check(z.maxLength(80))
const simulationWire = z.object({
  offer_address: addressWire,
  offer_units: wireUint,
  ask_address: addressWire,
  ask_units: wireUint,
  /** The router's wallets of the two tokens; for TON its pTON wallet. */
  offer_jetton_wallet: addressWire,
  ask_jetton_wallet: addressWire,
  price_impact: z.nullish(shareWire),
  fee_address: z.nullish(addressWire),
  fee_percent: z.nullish(shareWire),
  router_address: addressWire,
  gas_params: z.nullish(
    z.object({
      gas_budget: z.nullish(wireUint),
      forward_gas: z.nullish(wireUint),
      estimated_gas_consumption: z.nullish(wireUint),
    }),
  ),
})
const jettonWalletWire = z.object({ address: addressWire })

const coin = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c'
/** After this the exchange refunds; same as in STON.fi's library. */
const lifeSeconds = 15 * 60
/** Maximum attached, whatever the service names; nanoton. */
const mostGas: StonfiGas = { budget: 1_000_000_000n, forward: 800_000_000n }

/** Offer data for the message; addresses raw. */
type Swap = {
  router: StonfiRouter
  /** The router's own wallets of the two tokens. */
  offerWallet: string | null
  askWallet: string
  gas: StonfiGas | null
}

export function createStonfiProvider({ baseUrl }: { baseUrl: string }): Provider {
  return tonExchange<Swap>({
    id: 'STONFI',
    name: 'STON.fi',
    coin,
    recipient: true,
    contracts: () => stonfiRouters().flatMap(({ router, ptonWallet }) => [router, ptonWallet]),
    reads: ['stonfi'],
    mostParts: 1,
    quote: ({ srcToken, dstToken, srcAmount, slippageBps }, request) => ({
      url: `${baseUrl}/v1/swap/simulate?${new URLSearchParams({
        offer_address: srcToken,
        ask_address: dstToken,
        units: srcAmount,
        slippage_tolerance: String(slippageBps / 10_000),
        dex_v2: 'true',
      }).toString()}`,
      method: 'POST',
      refusedIs: 'NO_ROUTE',
      read: (body) => toOffer(parseWire(simulationWire, body, 'The quote of STON.fi'), request),
    }),
    make: {
      by: 'adapter',
      message: async ({ request, nowMs, ...parties }, { router, gas, ...named }, ask) => {
        const { srcToken, dstToken, srcAmount } = request
        if (srcToken.native && named.offerWallet !== router.ptonWallet) throw foreignPton()
        const kind = srcToken.native ? 'fromTon' : dstToken.native ? 'toTon' : 'jettons'
        const owner = new URLSearchParams({ owner_address: parties.from }).toString()
        const offerWallet = srcToken.native
          ? null
          : await ask({
              url: `${baseUrl}/v1/jetton/${tonTokenName(srcToken, coin)}/address?${owner}`,
              read: (body) =>
                rawOf(parseWire(jettonWalletWire, body, 'The wallet of STON.fi').address),
            })
        const { stonfiMessage, usualGas } = await import('../chains/ton/build/stonfiSwap.ts')
        return stonfiMessage({
          ...router,
          ...parties,
          offerWallet,
          askWallet: named.askWallet,
          units: srcAmount,
          queryId: BigInt(nowMs),
          deadlineSeconds: Math.floor(nowMs / 1000) + lifeSeconds,
          gas: gas ?? usualGas(router.version, kind),
        })
      },
    },
    foreignTerms: async (trace, context) => {
      const { stonfiTermsIn } = await import('./kits/ton/stonfiDecode.ts')
      return stonfiTermsIn(trace, context)
    },
  })
}

function toOffer(
  wire: z.output<typeof simulationWire>,
  { srcToken, dstToken }: QuoteRequest,
): TonOffer<Swap> {
  const share = new Decimal(wire.fee_percent ?? '0').times(100)
  const isSource = isSameTonAddress(wire.fee_address ?? '', tonTokenName(srcToken, coin))
  const feeToken = isSource ? srcToken : dstToken
  return {
    srcAmount: wire.offer_units,
    dstAmount: wire.ask_units,
    parts: [
      {
        srcToken: wire.offer_address,
        dstToken: wire.ask_address,
        srcAmount: wire.offer_units,
        gas: wire.gas_params?.estimated_gas_consumption ?? null,
      },
    ],
    impactPercent: wire.price_impact == null ? null : new Decimal(wire.price_impact).times(100),
    fee: share.gt(0) ? { percent: toRoundNumber(share, 6), token: feeToken } : null,
    own: {
      router: routerAt(wire.router_address),
      offerWallet: toRawTonAddress(wire.offer_jetton_wallet),
      askWallet: rawOf(wire.ask_jetton_wallet),
      gas: boundedGas(wire),
    },
  }
}

/** @throws SwaprouteError NO_ROUTE for a router that only a newer version of this program knows */
function routerAt(address: string): StonfiRouter {
  const router = stonfiRouter(rawOf(address))
  if (router !== null) return router
  throw new SwaprouteError(
    'NO_ROUTE',
    'STON.fi swaps this pair at a router this version does not know.',
    {
      hint: 'A newer version may know it.',
      context: { router: foreignReason(address, 80) },
    },
  )
}

/** Null if absent, or more than a swap can need. */
function boundedGas({ gas_params: gas }: z.output<typeof simulationWire>): StonfiGas | null {
  const [budget, forward] = [gas?.gas_budget ?? null, gas?.forward_gas ?? null]
  if (budget === null || forward === null) return null
  const isBounded =
    forward > 0n && forward <= mostGas.forward && budget > forward && budget <= mostGas.budget
  return isBounded ? { budget, forward } : null
}

/** The router's pTON wallet is known here; a different one is refused. */
function foreignPton(): SwaprouteError {
  return new SwaprouteError(
    'UNSAFE_ROUTE',
    'STON.fi named a TON contract that does not belong to its router. (check T2)',
    { hint: 'Nothing was signed. Get a new quote.', context: { check: 'T2' } },
  )
}

function rawOf(text: string): string {
  const raw = toRawTonAddress(text)
  if (raw !== null) return raw
  throw new SwaprouteError('UPSTREAM_FAILED', 'STON.fi returned an invalid address.')
}
