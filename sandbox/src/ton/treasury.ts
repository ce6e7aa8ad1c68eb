import { createPrivateKey, createPublicKey, sign, type KeyObject, createHash } from 'node:crypto'
import { readBoc } from '../../../src/chains/ton/boc.ts'
import type { Cell } from '../../../src/chains/ton/cell.ts'
import { v4WalletId, walletAddress } from '../../../src/chains/ton/wallets.ts'
import { writeBoc } from '../../../src/chains/ton/writeBoc.ts'
import { tonNetworkId } from '../chains.ts'
import { buildCell } from './builder.ts'

// What is around the 32 bytes in the standard encodings of Ed25519 keys (RFC 8410).
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefixBytes = 12

/** Of an Ed25519 seed, 32 bytes. */
function tonPublicKey(seed: Uint8Array): Buffer {
  const spki = createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' })
  return Buffer.from(spki.subarray(publicPrefixBytes))
}

function signWithTonKey(message: Uint8Array, seed: Uint8Array): Buffer {
  return sign(null, message, privateKey(seed))
}

function privateKey(seed: Uint8Array): KeyObject {
  const key = Buffer.concat([privatePrefix, seed])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

/** Who may mint jettons; messages in its name come from the sandbox, no key is needed. */
export const minterAddress = `0:${sha('swaproute sandbox TON minter').toString('hex')}`

/** A wallet of the sandbox's own by its name, a V4R2 whose seed is a hash of the name. */
export type OwnWallet = { address: string; publicKey: Buffer; seed: Buffer }

export function ownWallet(name: string): OwnWallet {
  const seed = sha(`swaproute sandbox TON account: ${name}`)
  const publicKey = tonPublicKey(seed)
  return { seed, publicKey, address: walletAddress('v4r2', publicKey, tonNetworkId) }
}

/** The wallet that pays out for exchanges which settle on TON. */
export function treasury(): OwnWallet {
  return ownWallet('treasury')
}

const validSeconds = 60
/** Fees paid apart; an error leaves no half payment. */
const sendMode = 1

/** A signed message from outside that orders the wallet to send coins; base64. */
export function walletTransfer(
  { address, seed }: OwnWallet,
  order: { seqno: number; seconds: number; to: string; value: bigint; body: string | null },
): string {
  const { seqno, seconds, to, value, body } = order
  const message = buildCell()
    .uint(0b01, 2)
    .bit(false)
    .bit(false)
    .address(null)
    .address(to)
    .coins(value)
    .uint(0, 1 + 4 + 4 + 64 + 32)
    .bit(false)
    .maybeRef(body === null ? null : readBoc(body))
    .cell()
  const content = buildCell()
    .uint(v4WalletId, 32)
    .uint(seconds + validSeconds, 32)
    .uint(seqno, 32)
    .uint(0, 8)
    .uint(sendMode, 8)
    .ref(message)
    .cell()
  const signature = signWithTonKey(Buffer.from(content.hash, 'hex'), seed)
  return writeBoc(fromOutside(address, buildCell().bytes(signature).append(content).cell()))
}

function fromOutside(to: string, body: Cell): Cell {
  return buildCell()
    .uint(0b10, 2)
    .address(null)
    .address(to)
    .coins(0n)
    .bit(false)
    .bit(true)
    .ref(body)
    .cell()
}

/** An internal message in any account's name, possible only in the sandbox; base64. */
export function internalMessage(from: string, to: string, value: bigint, body: Cell): string {
  return writeBoc(
    buildCell()
      .bit(false)
      .bit(true)
      .bit(true)
      .bit(false)
      .address(from)
      .address(to)
      .coins(value)
      .bit(false)
      .coins(0n)
      .coins(0n)
      .uint(0, 64)
      .uint(0, 32)
      .bit(false)
      .bit(true)
      .ref(body)
      .cell(),
  )
}

function sha(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
