import {
  byteLength,
  encodeAddress,
  encodeCall,
  encodeUint,
  isHexData,
  readBytes,
  readSize,
  readUint,
  wordBytes,
} from './hex.ts'

// https://eips.ethereum.org/EIPS/eip-20

const selectors = {
  name: '0x06fdde03',
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  balanceOf: '0x70a08231',
  allowance: '0xdd62ed3e',
  approve: '0x095ea7b3',
  transfer: '0xa9059cbb',
} as const

// 10^77 is the largest power of ten below 2^256: with more decimals not even one whole token fits.
const maxDecimals = 77
const maxTextBytes = 256
// A token's text never has control, bidirectional, zero-width or other invisible characters.
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu

export function encodeName(): string {
  return selectors.name
}

export function encodeSymbol(): string {
  return selectors.symbol
}

export function encodeDecimals(): string {
  return selectors.decimals
}

export function encodeBalanceOf(owner: string): string {
  return encodeCall(selectors.balanceOf, encodeAddress(owner))
}

export function encodeAllowance(owner: string, spender: string): string {
  return encodeCall(selectors.allowance, encodeAddress(owner), encodeAddress(spender))
}

/** `amount` in base units; the exact amount, never "unlimited" (docs/safety.md E6). */
export function encodeApprove(spender: string, amount: bigint): string {
  return encodeCall(selectors.approve, encodeAddress(spender), encodeUint(amount))
}

/** `amount` in base units. */
export function encodeTransfer(to: string, amount: bigint): string {
  return encodeCall(selectors.transfer, encodeAddress(to), encodeUint(amount))
}

/** A balance or allowance in base units; null when the contract returned anything but a number. */
export function decodeUint(data: string): bigint | null {
  return isHexData(data) && byteLength(data) >= wordBytes ? readUint(data, 0) : null
}

/** Null for no answer, or one that cannot be the decimals of a token. */
export function decodeDecimals(data: string): number | null {
  const value = decodeUint(data)
  return value === null || value > BigInt(maxDecimals) ? null : Number(value)
}

/**
 * The text of `symbol()` or `name()`: an ABI string, or the bytes32 of tokens older than the
 * standard (MKR). Invisible characters are removed. Null when the answer is neither, is not UTF-8,
 * is empty or is longer than 256 bytes.
 */
export function decodeText(data: string): string | null {
  if (!isHexData(data)) return null
  const bytes = textBytes(data)
  if (bytes === null) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const visible = text.replace(invisible, '').trim()
    return visible === '' ? null : visible
  } catch {
    return null // bytes that are not text count as no answer
  }
}

function textBytes(data: string): Uint8Array | null {
  const size = byteLength(data)
  if (size === wordBytes) {
    const bytes = Buffer.from(data.slice(2), 'hex')
    const end = bytes.indexOf(0)
    return end === -1 ? bytes : bytes.subarray(0, end)
  }
  if (size < 2 * wordBytes) return null
  try {
    const text = readBytes(data, readSize(data, 0))
    return byteLength(text) > maxTextBytes ? null : Buffer.from(text.slice(2), 'hex')
  } catch {
    return null // offsets outside the answer: not an ABI string
  }
}
