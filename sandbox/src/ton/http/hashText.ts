import { toRawTonAddress } from '../../../../src/chains/ton/address.ts'

/** 32 bytes in hex or base64 (either alphabet) as 64 lower-case hex digits; null for others. */
export function readHash(text: string): string | null {
  const plain = text.replace(/^0x/i, '')
  if (/^[0-9a-fA-F]{64}$/.test(plain)) return plain.toLowerCase()
  // A plus sign in a query is read as a blank.
  const base64 = text.replaceAll(' ', '+')
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(base64)) return null
  return Buffer.from(base64, 'base64').toString('hex')
}

export function toBase64Hash(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64')
}

/** Raw address of any form; null for other text. */
export function readAddress(text: string): string | null {
  return toRawTonAddress(text.trim())
}
