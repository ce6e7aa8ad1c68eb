import { base58Bytes, base58CheckBytes } from './codecs.ts'

const wordsOfShortestSeed = 12

/**
 * Whether a text that is not an address may be a private key or a seed, which a message must never
 * repeat: long hex, a phrase, and the usual text forms of keys.
 */
export function mayBeSecret(text: string): boolean {
  if (/^(0x)?[0-9a-fA-F]{64,128}$/.test(text)) return true
  if (text.trim().split(/\s+/).length >= wordsOfShortestSeed) return true
  if (/^(suiprivkey1|xprv|yprv|zprv|edsk|spsk|p2sk|ed25519_sk1|ed25519:|SK_|PVT_)/.test(text))
    return true
  if (/^S[A-Z2-7]{55}$/.test(text) || /^s[1-9A-HJ-NP-Za-km-z]{28,30}$/.test(text)) return true
  if (!/^[1-9A-HJ-NP-Za-km-z]{50,90}$/.test(text)) return false
  // A key of 32 bytes after its version byte (WIF), or the 64 bytes of SOLANA's key files.
  const size = base58CheckBytes(text)?.length
  return size === 33 || size === 34 || base58Bytes(text)?.length === 64
}
