import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'

/** Programs that instructions are read of. https://solana.com/docs/core/programs */
export const programs = {
  system: '11111111111111111111111111111111',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
} as const

/** The mint of wrapped SOL, which represents SOL inside programs. */
export const wrappedSol = 'So11111111111111111111111111111111111111112'

export function isTokenProgram(address: string): boolean {
  return address === programs.token || address === programs.token2022
}

/**
 * The account of an owner for a mint; wallets use no other.
 * https://solana.com/docs/tokens/basics/create-token-account
 */
export function associatedAccount(owner: string, mint: string, tokenProgram: string): string {
  const seeds = [owner, tokenProgram, mint].map((address) => base58.decode(address))
  return programAddress(seeds, programs.associatedToken)
}

/** An address that no key has: the first of 256 hashes that is not a point of the curve. */
function programAddress(seeds: readonly Uint8Array[], program: string): string {
  const tail = [base58.decode(program), new TextEncoder().encode('ProgramDerivedAddress')]
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = sha256(Buffer.concat([...seeds, Uint8Array.of(bump), ...tail]))
    if (!isOnCurve(hash)) return base58.encode(hash)
  }
  throw new Error('no address can be derived')
}

const p = 2n ** 255n - 19n
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/** Whether 32 bytes are a point of ed25519 (RFC 8032, 5.1.3). */
function isOnCurve(bytes: Uint8Array): boolean {
  let y = 0n
  for (const [index, byte] of bytes.entries()) {
    y |= BigInt(index === 31 ? byte & 0x7f : byte) << BigInt(8 * index)
  }
  const square = (y * y) % p
  const x2 = ((square - 1n + p) * power((d * square + 1n) % p, p - 2n)) % p
  return x2 === 0n || power(x2, (p - 1n) / 2n) === 1n
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let factor = base % p
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = (result * factor) % p
    factor = (factor * factor) % p
  }
  return result
}
