import { keccak_256 } from '@noble/hashes/sha3.js'

const maxRemembered = 4096
const remembered = new Map<string, string>()

/**
 * The EIP-55 form of `0x` + 40 hex digits in any letter case. Caches results: every quote uses the
 * same few addresses.
 * https://eips.ethereum.org/EIPS/eip-55
 */
export function toChecksumAddress(address: string): string {
  const lower = address.toLowerCase()
  const known = remembered.get(lower)
  if (known !== undefined) return known

  const checksummed = withCase(lower.slice(2), '')
  if (remembered.size >= maxRemembered) remembered.clear()
  remembered.set(lower, checksummed)
  return checksummed
}

/**
 * The EIP-1191 form, whose checksum includes the chain id; ROOTSTOCK's wallets use it.
 * https://eips.ethereum.org/EIPS/eip-1191
 */
export function toChainChecksumAddress(address: string, chainId: number): string {
  return withCase(address.toLowerCase().slice(2), `${chainId}0x`)
}

function withCase(digits: string, salt: string): string {
  const hash = keccak_256(asciiBytes(salt + digits))
  let checksummed = '0x'
  for (let index = 0; index < digits.length; index += 1) {
    const byte = hash[index >> 1] ?? 0
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 0x0f
    const digit = digits.charAt(index)
    checksummed += nibble >= 8 ? digit.toUpperCase() : digit
  }
  return checksummed
}

function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}
