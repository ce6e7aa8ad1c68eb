import type { DecodedTonMessage, TonMessage } from '../../../core/transaction.ts'
import type { ProviderContext } from '../../types.ts'
import { decodeDedust } from './dedustDecode.ts'
import { type TonEnvelope, readEnvelope, type TonSwap } from './envelope.ts'
import { decodeStonfi } from './stonfiDecode.ts'
import { decodeTonco } from './tonco.ts'

/** Exchanges whose instructions this program reads. */
export type TonExchange = 'stonfi' | 'dedust' | 'tonco'

type Decoder = (
  envelope: TonEnvelope,
  swap: TonSwap,
  context: ProviderContext,
) => Promise<DecodedTonMessage | null>

const decoders: Readonly<Record<TonExchange, Decoder>> = {
  stonfi: decodeStonfi,
  dedust: decodeDedust,
  tonco: decodeTonco,
}

/**
 * Decodes a message to one of the exchanges; shares no code with what builds messages. Null for an
 * unknown or truncated instruction.
 * @throws SwaprouteError UNSAFE_ROUTE for an instruction that takes more from the payer than
 * needed, CHAIN_UNAVAILABLE when TON does not say who owns a contract
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
