import { base58Bytes } from './codecs.ts'
import { accept, type AddressKind, refuse } from './result.ts'

/**
 * A public key of 32 bytes in base58, without a checksum; HELIUM's accounts live on SOLANA too.
 * https://solana.com/docs/core/accounts
 */
export const solanaKind: AddressKind = {
  shape: () => '32 to 44 base58 characters, the form of 32 bytes',
  check: (text) => {
    if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) {
      return refuse('it is not 32 to 44 base58 characters')
    }
    const bytes = base58Bytes(text)
    if (bytes?.length !== 32)
      return refuse('it does not stand for 32 bytes, so it is cut or mistyped')
    return accept(text, bytes)
  },
}
