import { createHash } from 'node:crypto'
import { readBoc } from './boc.ts'
import type { Cell } from './cell.ts'
import { cellOfBits, uintBits } from './derive.ts'
import { readCell } from './reader.ts'

// Wallet contracts: the content of their state, and their addresses. v4r2:
// https://github.com/ton-blockchain/wallet-contract, v5r1:
// https://github.com/ton-blockchain/wallet-contract-v5 (read 2026-11)

export type TonWalletVersion = 'v4r2' | 'v5r1'

export const tonWalletVersions: readonly TonWalletVersion[] = ['v4r2', 'v5r1']

/** Most messages in one transfer. */
export const maxMessages: Record<TonWalletVersion, number> = { v4r2: 4, v5r1: 255 }

/** Hash and depth of each version's code; tests compute them from the code itself. */
const codes: Record<TonWalletVersion, { hash: string; depth: number }> = {
  v4r2: { hash: 'feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0', depth: 7 },
  v5r1: { hash: '20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f', depth: 6 },
}

/** Subwallet of version 4 that all wallets use. */
export const v4WalletId = 698_983_191

/**
 * Wallet id of version 5: client context, workchain 0, version 0 and subwallet 0, mixed with the
 * network's global id, so that a signature is invalid on any other network.
 */
export function v5WalletId(networkId: number): number {
  const context = 1 << 31
  return (context ^ networkId) >>> 0
}

export function walletId(version: TonWalletVersion, networkId: number): number {
  return version === 'v4r2' ? v4WalletId : v5WalletId(networkId)
}

/** Raw address of the wallet contract of a public key (32 bytes). */
export function walletAddress(
  version: TonWalletVersion,
  publicKey: Uint8Array,
  networkId: number,
): string {
  const data = firstData(version, publicKey, networkId)
  return `0:${stateHash(codes[version], data)}`
}

/** No split depth, not special; code and data, no library. */
const stateParts = 0b00110

/** The contract's data before its first transaction. */
export function firstData(
  version: TonWalletVersion,
  publicKey: Uint8Array,
  networkId: number,
): Cell {
  const key = Array.from(publicKey, (byte) => uintBits(byte, 8)).join('')
  const counters = `${uintBits(0, 32)}${uintBits(walletId(version, networkId), 32)}`
  return cellOfBits(`${version === 'v5r1' ? '1' : ''}${counters}${key}0`)
}

/** Hash of code and data together, which is the address; computed without the code itself. */
function stateHash(code: { hash: string; depth: number }, data: Cell): string {
  const sha = createHash('sha256')
  // Two references, five bits, and the bit that ends them.
  sha.update(Uint8Array.of(2, 1, (stateParts << 3) | 0b100))
  for (const { depth } of [code, data]) sha.update(Uint8Array.of(depth >> 8, depth & 0xff))
  for (const { hash } of [code, data]) sha.update(Buffer.from(hash, 'hex'))
  return sha.digest('hex')
}

export type WalletContent = {
  version: TonWalletVersion
  walletId: number
  seqno: number
  /** 64 lower-case hex digits. */
  publicKey: string
  /** False for a wallet of version 5 that accepts only its extensions. */
  takesSignatures: boolean
}

/**
 * The content of a wallet contract's state; null for any other code. Code and data are bags of
 * cells in base64.
 * @throws RangeError for data that does not belong to the code
 */
export function readWalletContent(code: string, data: string): WalletContent | null {
  const { hash } = readBoc(code)
  const version = tonWalletVersions.find((known) => codes[known].hash === hash)
  if (version === undefined) return null
  const reader = readCell(readBoc(data))
  const takesSignatures = version === 'v5r1' ? reader.bit() : true
  const [seqno, id] = [reader.uint(32), reader.uint(32)]
  return { version, walletId: id, seqno, publicKey: reader.hex(32), takesSignatures }
}
