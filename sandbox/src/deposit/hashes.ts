import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { chainById, isEvmChain } from '../../../src/chains/chains.ts'
import type { ChainKind } from '../../../src/chains/chainWords.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'

/** Bytes made from a text, the same every time; `size` of at most 64. */
export function bytesOf(text: string, size: number): Uint8Array {
  const digest = createHash('sha512').update(`swaproute sandbox: ${text}`).digest()
  return Uint8Array.from(digest.subarray(0, size))
}

export function hexOf(text: string, size: number): string {
  return Buffer.from(bytesOf(text, size)).toString('hex')
}

/** The hash of a transaction on a chain that has no node here, in that chain's own form. */
export function scriptedHash(blockchain: BlockchainId, seed: string): string {
  const chain = chainById(blockchain)
  const text = `transaction ${blockchain} ${seed}`
  if (isEvmChain(chain)) return `0x${hexOf(text, 32)}`
  return writers[chain.kind]?.(text) ?? hexOf(text, 32)
}

/** Chains that write them otherwise than as 64 hexadecimal digits. */
const writers: Partial<Record<ChainKind, (text: string) => string>> = {
  solana: (text) => base58.encode(bytesOf(text, 64)), // a signature
  sui: (text) => base58.encode(bytesOf(text, 32)),
  near: (text) => base58.encode(bytesOf(text, 32)),
  aptos: (text) => `0x${hexOf(text, 32)}`,
  xrp: (text) => hexOf(text, 32).toUpperCase(),
  cosmos: (text) => hexOf(text, 32).toUpperCase(),
}
