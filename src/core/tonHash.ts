/** What a TON hash identifies: a message has one hash as sent and one in its normalized form. */
export type TonHashKind = 'transaction' | 'message' | 'normalized_message'

/** Spelling of a 32-byte hash; TON's tools use all three. */
export type HashSpelling = 'hex' | 'base64' | 'base64url'

/**
 * A hash as TON's explorers, wallets and services print it: 64 hex digits, base64 or base64url,
 * padded or not. Null for anything else, and for EVM hashes, which begin with 0x. Hashes of other
 * chains can have the same form (base58 without padding): only TON itself can distinguish them.
 */
export function readTonHash(text: string): { hex: string; spelling: HashSpelling } | null {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return { hex: text.toLowerCase(), spelling: 'hex' }
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(text) && !/^[A-Za-z0-9_-]{43}=?$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  // 43 characters hold 258 bits: unless the last two are zero, the text is not a hash.
  if (
    bytes.toString('base64url') !== text.replace(/=$/, '').replace(/\+/g, '-').replace(/\//g, '_')
  ) {
    return null
  }
  return { hex: bytes.toString('hex'), spelling: /[_-]/.test(text) ? 'base64url' : 'base64' }
}
