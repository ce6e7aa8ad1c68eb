import { showTonAddress, toRawTonAddress } from '../../../chains/ton/address.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import { payerOf } from '../errors.ts'
import type { QuoteRequest } from '../../../core/quote.ts'
import type { Token } from '../../../core/token.ts'

/** Whether both tokens are on TON and have valid addresses. */
export function isTonPair({ srcToken, dstToken }: QuoteRequest): boolean {
  return [srcToken, dstToken].every(
    ({ blockchain, native, address }) =>
      blockchain === 'TON' && (native || toRawTonAddress(address) !== null),
  )
}

/** A token in a service's terms: its name for TON, the bounceable master for a jetton. */
export function tonTokenName(token: Token, nativeName: string): string {
  return token.native ? nativeName : showTonAddress(masterOf(token), 'contract')
}

/** @throws SwaprouteError INVALID_ARGUMENT for a token that is not a jetton */
export function masterOf({ address, symbol }: Token): string {
  const raw = toRawTonAddress(address)
  if (raw !== null) return raw
  throw new SwaprouteError('INVALID_ARGUMENT', `${symbol} is not a TON jetton.`)
}

/** Payer and receiver, raw; the receiver defaults to the payer. */
export type TonParties = { from: string; receiver: string }

/** @throws SwaprouteError MISSING_FIELD without a payer, INVALID_ARGUMENT for an address of another chain */
export function tonParties(request: QuoteRequest): TonParties {
  const payer = payerOf(request)
  return { from: requireRaw(payer), receiver: requireRaw(request.receiver ?? payer) }
}

function requireRaw(address: string): string {
  const raw = toRawTonAddress(address)
  if (raw !== null) return raw
  throw new SwaprouteError('INVALID_ARGUMENT', `${address} is not a TON address.`)
}
