import { createHash } from 'node:crypto'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, base32nopad, base58xrp, bech32, createBase58check } from '@scure/base'
import { checkAddress, testFormOf } from '../../../src/chains/addresses.ts'
import { crc16 } from '../../../src/chains/addresses/codecs.ts'
import { formatTonAddress } from '../../../src/chains/addresses/ton.ts'
import type { ChainKind } from '../../../src/chains/chainWords.ts'
import { chainById, isEvmChain, type Chain } from '../../../src/chains/chains.ts'
import { toChecksumAddress } from '../../../src/chains/evm/checksum.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { Ledger } from './types.ts'

/** Bytes derived from a text, the same every time; `size` of at most 64. */
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
  return hashWriters[chain.kind]?.(text) ?? hexOf(text, 32)
}

/** Chains that write them otherwise than as 64 hexadecimal digits. */
const hashWriters: Partial<Record<ChainKind, (text: string) => string>> = {
  solana: (text) => base58.encode(bytesOf(text, 64)), // a signature
  sui: (text) => base58.encode(bytesOf(text, 32)),
  near: (text) => base58.encode(bytesOf(text, 32)),
  aptos: (text) => `0x${hexOf(text, 32)}`,
  xrp: (text) => hexOf(text, 32).toUpperCase(),
  cosmos: (text) => hexOf(text, 32).toUpperCase(),
}

/**
 * A well-formed address of a chain without a node here, derived from a text, in the form of the
 * chain's test network where it has one. No one has its key: real coins paid to it are lost.
 * @throws Error for a chain whose addresses are not known here
 */
export function scriptedAddress(blockchain: BlockchainId, seed: string): string {
  const main = chainById(blockchain)
  const chain = testFormOf(main) ?? main
  const write = writers[chain.addressFormat]
  if (write === undefined) throw new Error(`no addresses of ${blockchain} are created here`)
  return write(chain, `address ${blockchain} ${seed}`)
}

/** Whether a text is an address of the chain. */
export function isAddressOn(blockchain: BlockchainId, text: string): boolean {
  try {
    checkAddress(chainById(blockchain), text)
    return true
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return false
    throw thrown
  }
}

type Writer = (chain: Chain, text: string) => string

const base58check = createBase58check(sha256)
const moveAddress: Writer = (_, text) => `0x${hex(bytesOf(text, 32))}`

const writers: Partial<Record<Chain['addressFormat'], Writer>> = {
  aptos: moveAddress,
  bitcoin: ({ addressParams: { hrp, versions } }, text) =>
    hrp === undefined ? versioned(versions, text) : witness(hrp, text),
  cardano: (_, text) => bech32.encode('addr', bech32.toWords(prefixed([0x61], bytesOf(text, 28)))),
  cashaddr: ({ addressParams: { prefix = '' } }, text) => cashaddr(prefix, bytesOf(text, 20)),
  cosmos: ({ addressParams: { hrp = '' } }, text) =>
    bech32.encode(hrp, bech32.toWords(bytesOf(text, 20))),
  evm: (_, text) => toChecksumAddress(`0x${hex(bytesOf(text, 20))}`),
  near: (_, text) => hex(bytesOf(text, 32)),
  solana: (_, text) => base58.encode(bytesOf(text, 32)),
  stellar: (_, text) => {
    const body = prefixed([6 << 3], bytesOf(text, 32))
    const sum = crc16(body)
    return base32nopad.encode(Uint8Array.of(...body, sum & 0xff, sum >> 8))
  },
  sui: moveAddress,
  ton: (_, text) =>
    formatTonAddress(
      { workchain: 0, hash: bytesOf(text, 32), bounceable: false, testOnly: false },
      false,
    ),
  tron: (_, text) => base58check.encode(prefixed([0x41], bytesOf(text, 20))),
  xrp: (_, text) => {
    const body = prefixed([0], bytesOf(text, 20))
    const sum = doubleSha256(body).subarray(0, 4)
    return base58xrp.encode(Uint8Array.of(...body, ...sum))
  },
  zcash: ({ addressParams: { versions } }, text) => versioned(versions, text),
}

/** Pay to public key hash: the first version of the chain, in base58 with its checksum. */
function versioned(versions: readonly string[] | undefined, text: string): string {
  const version = Buffer.from(versions?.[0] ?? '00', 'hex')
  return base58check.encode(prefixed([...version], bytesOf(text, 20)))
}

/** Pay to witness public key hash, version 0 (BIP-173). */
function witness(hrp: string, text: string): string {
  return bech32.encode(hrp, [0, ...bech32.toWords(bytesOf(text, 20))])
}

/** https://github.com/bitcoincashorg/bitcoincash.org/blob/master/spec/cashaddr.md */
function cashaddr(prefix: string, hash: Uint8Array): string {
  const words = bech32.toWords(prefixed([0], hash))
  const prefixWords = [...prefix].map((letter) => letter.charCodeAt(0) & 31)
  const sum = polymod([...prefixWords, 0, ...words, 0, 0, 0, 0, 0, 0, 0, 0])
  const check = Array.from({ length: 8 }, (_, index) =>
    Number((sum >> BigInt(5 * (7 - index))) & 31n),
  )
  const charset = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
  return `${prefix}:${[...words, ...check].map((word) => charset[word]).join('')}`
}

const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]

function polymod(words: readonly number[]): bigint {
  let sum = 1n
  for (const word of words) {
    const top = sum >> 35n
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word)
    for (const [index, generator] of generators.entries()) {
      if (((top >> BigInt(index)) & 1n) === 1n) sum ^= generator
    }
  }
  return sum ^ 1n
}

function doubleSha256(data: Uint8Array): Uint8Array {
  const once = createHash('sha256').update(data).digest()
  return Uint8Array.from(createHash('sha256').update(once).digest())
}

function prefixed(prefix: readonly number[], bytes: Uint8Array): Uint8Array {
  return Uint8Array.of(...prefix, ...bytes)
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** A chain without a node here: `sandbox deposit pay` simulates payments, payouts are only recorded. */
export function createScriptedLedger(blockchain: BlockchainId): Ledger {
  return {
    depositAddress: (seed) => scriptedAddress(blockchain, seed),
    height: async () => 0,
    scan: async () => [],
    isThere: async () => true,
    settle: async (transfer, { provider, id }, save) => {
      transfer.hash = scriptedHash(blockchain, `${provider} ${id} to ${transfer.to}`)
      transfer.done = true
      save()
    },
    forget: () => {},
  }
}
