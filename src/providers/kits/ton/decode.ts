import type { DecodedTonMessage, TonMessage } from '../../../core/transaction.ts'
import type { ProviderContext } from '../../types.ts'
import { decodeDedust } from './dedustDecode.ts'
import { type Envelope, readEnvelope, type TonSwap } from './envelope.ts'
import { decodeStonfi } from './stonfiDecode.ts'
import { decodeTonco } from './tonco.ts'

/** Exchanges whose instructions can be read here. */
export type TonExchange = 'stonfi' | 'dedust' | 'tonco'

type Decoder = (
  envelope: Envelope,
  swap: TonSwap,
  context: ProviderContext,
) => Promise<DecodedTonMessage | null>

const decoders: Readonly<Record<TonExchange, Decoder>> = {
  stonfi: decodeStonfi,
  dedust: decodeDedust,
  tonco: decodeTonco,
}

/**
 * A message to one of the exchanges in plain facts; nothing here is shared with what builds
 * messages. Null for an instruction that none of them knows or that is cut short.
 * @throws SwaprouteError UNSAFE_ROUTE for an instruction that takes from the payer what it need
 *   not, CHAIN_UNAVAILABLE when TON does not tell whose a contract is
 */
export async function decodeTonSwap(
  exchanges: readonly TonExchange[],
  message: TonMessage,
  swap: TonSwap,
  context: ProviderContext,
): Promise<DecodedTonMessage | null> {
  try {
    const envelope = readEnvelope(message, swap)
    if (envelope === null) return null
    for (const exchange of exchanges) {
      const decoded = await decoders[exchange](envelope, swap, context)
      if (decoded !== null) return decoded
    }
    return null
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}
