/**
 * Ways to write addresses, by libraries that the product does not judge with: each makes valid ones
 * from random bytes and decides by itself whether a text is one.
 */
import { blake2b } from '@noble/hashes/blake2.js'
import { sha256, sha512_256 } from '@noble/hashes/sha2.js'
import { base32, base58, base58xrp, bech32, bech32m, createBase58check } from '@scure/base'
import { Address } from '@ton/core'
import { getAddress, isAddress } from 'viem'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import type { Random } from '../support/random.ts'

export type Codec = {
  chain: BlockchainId
  /** Letters to mistype with. */
  letters: string
  make(random: Random): string
  /** The form to pay to, or null for a text that is no address of the chain. */
  read(text: string): string | null
  /** A mistyped letter is found by chance only (fewer than 24 bits of checksum, or no checksum). */
  weak?: true
}

const base58check = createBase58check(sha256)
const letters58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const letters32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const hexLetters = '0123456789abcdef'
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

function attempt<T>(read: () => T | null): T | null {
  try {
    return read()
  } catch {
    return null // the library refuses the text
  }
}

const evm: Codec = {
  chain: 'ETH',
  letters: '0123456789abcdefABCDEF',
  make: (random) => getAddress(`0x${hexOf(random.bytes(20))}`),
  read: (text) => {
    if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null
    const capital = text.slice(2) === text.slice(2).toUpperCase()
    return capital || isAddress(text) ? getAddress(`0x${text.slice(2).toLowerCase()}`) : null
  },
}

const ton: Codec = {
  chain: 'TON',
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  make: (random) =>
    new Address(random.below(8) === 0 ? -1 : 0, Buffer.from(random.bytes(32))).toString({
      bounceable: random.below(2) === 0,
    }),
  read: (text) =>
    attempt(() => {
      if (/^(?:0|-1):[0-9a-fA-F]{64}$/.test(text)) {
        return Address.parseRaw(text.toLowerCase()).toString({ bounceable: false })
      }
      if (!Address.isFriendly(text)) return null
      const { address, isBounceable, isTestOnly } = Address.parseFriendly(text)
      const known = address.workChain === 0 || address.workChain === -1
      return isTestOnly || !known ? null : address.toString({ bounceable: isBounceable })
    }),
}

function versioned(chain: BlockchainId, versions: readonly number[], hrp?: string): Codec {
  const readSegwit = (text: string): string | null => {
    for (const coder of [bech32, bech32m]) {
      const found = attempt(() => {
        const { prefix, words } = coder.decode(text as `${string}1${string}`, 90)
        const [version = -1, ...rest] = words
        const { length } = coder.fromWords(rest)
        const v0 = coder === bech32 && version === 0 && (length === 20 || length === 32)
        const v1 = coder === bech32m && version === 1 && length === 32 && chain !== 'DIGI_BYTE'
        const later = coder === bech32m && version > 1 && version <= 16 && length > 1 && length < 41
        const known = v0 || v1 || (chain === 'BITCOIN' && later)
        return prefix === hrp && known ? text.toLowerCase() : null
      })
      if (found !== null) return found
    }
    return null
  }
  return {
    chain,
    letters: letters58,
    make: (random) => {
      const form = random.below(hrp === undefined ? 1 : 3)
      if (form === 0)
        return base58check.encode(Uint8Array.of(random.pick(versions), ...random.bytes(20)))
      if (form === 1) return bech32.encode(hrp ?? '', [0, ...bech32.toWords(random.bytes(20))])
      return bech32m.encode(hrp ?? '', [1, ...bech32m.toWords(random.bytes(32))])
    },
    read: (text) =>
      attempt(() => {
        const bytes = base58check.decode(text)
        return bytes.length === 21 && versions.includes(bytes[0] ?? -1) ? text : null
      }) ?? readSegwit(text),
  }
}

function prefixed(chain: BlockchainId, hrp: string, sizes: readonly number[]): Codec {
  return {
    chain,
    letters: letters32,
    make: (random) => bech32.encode(hrp, bech32.toWords(random.bytes(random.pick(sizes)))),
    read: (text) =>
      attempt(() => {
        const { prefix, words } = bech32.decode(text as `${string}1${string}`, 90)
        return prefix === hrp && sizes.includes(bech32.fromWords(words).length)
          ? text.toLowerCase()
          : null
      }),
  }
}

function ss58(chain: BlockchainId, network: number): Codec {
  const sum = (body: Uint8Array): Uint8Array =>
    blake2b(Uint8Array.of(...new TextEncoder().encode('SS58PRE'), ...body)).subarray(0, 2)
  return {
    chain,
    letters: letters58,
    weak: true,
    make: (random) => {
      const body = Uint8Array.of(network, ...random.bytes(32))
      return base58.encode(Uint8Array.of(...body, ...sum(body)))
    },
    read: (text) =>
      attempt(() => {
        const bytes = base58.decode(text)
        const body = bytes.subarray(0, 33)
        const whole = bytes.length === 35 && bytes[0] === network
        return whole && hexOf(sum(body)) === hexOf(bytes.subarray(33)) ? text : null
      }),
  }
}

const solana: Codec = {
  chain: 'SOLANA',
  letters: letters58,
  weak: true,
  make: (random) => base58.encode(random.bytes(32)),
  read: (text) => attempt(() => (base58.decode(text).length === 32 ? text : null)),
}

const tron: Codec = {
  chain: 'TRON',
  letters: letters58,
  make: (random) => base58check.encode(Uint8Array.of(0x41, ...random.bytes(20))),
  read: (text) =>
    attempt(() => {
      const bytes = base58check.decode(text)
      return bytes.length === 21 && bytes[0] === 0x41 ? text : null
    }),
}

const tezos: Codec = {
  chain: 'TEZOS',
  letters: letters58,
  make: (random) =>
    base58check.encode(
      Uint8Array.of(6, 161, random.pick([159, 161, 164, 166]), ...random.bytes(20)),
    ),
  read: (text) =>
    attempt(() => {
      const bytes = base58check.decode(text)
      const start = hexOf(bytes.subarray(0, 3))
      return bytes.length === 23 && /^(?:06a1(?:9f|a1|a4|a6)|025a79)$/.test(start) ? text : null
    }),
}

const twice = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes)).subarray(0, 4)
const xrp: Codec = {
  chain: 'RIPPLE',
  letters: 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz',
  make: (random) => {
    const body = Uint8Array.of(0, ...random.bytes(20))
    return base58xrp.encode(Uint8Array.of(...body, ...twice(body)))
  },
  read: (text) =>
    attempt(() => {
      const bytes = base58xrp.decode(text)
      const body = bytes.subarray(0, -4)
      return body.length === 21 && body[0] === 0 && hexOf(twice(body)) === hexOf(bytes.subarray(-4))
        ? text
        : null
    }),
}

const algorand: Codec = {
  chain: 'ALGORAND',
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  make: (random) => {
    const key = random.bytes(32)
    return base32.encode(Uint8Array.of(...key, ...sha512_256(key).subarray(-4))).replace(/=+$/, '')
  },
  read: (text) =>
    attempt(() => {
      const bytes = base32.decode(text.length === 58 ? `${text}======` : text)
      const key = bytes.subarray(0, 32)
      return bytes.length === 36 &&
        hexOf(sha512_256(key).subarray(-4)) === hexOf(bytes.subarray(32))
        ? text
        : null
    }),
}

/** CRC-16/XMODEM, bit by bit. */
function crc(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      const top = ((value >> 15) ^ (byte >> bit)) & 1
      value = ((value << 1) & 0xffff) ^ (top === 1 ? 0x1021 : 0)
    }
  }
  return value
}

const stellar: Codec = {
  chain: 'STELLAR',
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  make: (random) => {
    const body = Uint8Array.of(random.pick([6 << 3, 2 << 3]), ...random.bytes(32))
    return base32.encode(Uint8Array.of(...body, crc(body) & 255, crc(body) >> 8))
  },
  read: (text) =>
    attempt(() => {
      const bytes = base32.decode(text)
      const body = bytes.subarray(0, 33)
      const sum = crc(body)
      const known = bytes[0] === 6 << 3 || bytes[0] === 2 << 3
      return bytes.length === 35 && known && bytes[33] === (sum & 255) && bytes[34] === sum >> 8
        ? text
        : null
    }),
}

function plainHex(chain: BlockchainId): Codec {
  return {
    chain,
    letters: hexLetters,
    weak: true,
    make: (random) => `0x${hexOf(random.bytes(32))}`,
    // Up to four leading zeros may be left out.
    read: (text) =>
      /^0x[0-9a-fA-F]{60,64}$/.test(text)
        ? `0x${text.slice(2).toLowerCase().padStart(64, '0')}`
        : null,
  }
}

export const codecs: readonly Codec[] = [
  evm,
  ton,
  versioned('BITCOIN', [0x00, 0x05], 'bc'),
  versioned('LITECOIN', [0x30, 0x32, 0x05], 'ltc'),
  versioned('DOGECOIN', [0x1e, 0x16]),
  versioned('DASH', [0x4c, 0x10]),
  versioned('RAVENCOIN', [0x3c, 0x7a]),
  tron,
  solana,
  xrp,
  stellar,
  tezos,
  algorand,
  prefixed('COSMOS', 'cosmos', [20, 32]),
  prefixed('OSMOSIS', 'osmo', [20, 32]),
  prefixed('THOR_CHAIN', 'thor', [20, 32]),
  prefixed('MULTIVERS_X', 'erd', [32]),
  ss58('POLKADOT', 0),
  ss58('KUSAMA', 2),
  ss58('ASTAR', 5),
  plainHex('SUI'),
  plainHex('APTOS'),
]

/** Valid on test networks, which must not be taken for the real ones. */
export function testAddress(random: Random): string {
  return random.pick([
    () => bech32.encode('tb', [0, ...bech32.toWords(random.bytes(20))]),
    () => bech32.encode('bcrt', [0, ...bech32.toWords(random.bytes(20))]),
    () => bech32m.encode('tltc', [1, ...bech32m.toWords(random.bytes(32))]),
    () =>
      base58check.encode(Uint8Array.of(random.pick([0x6f, 0xc4, 0x8c, 0x71]), ...random.bytes(20))),
    () =>
      new Address(0, Buffer.from(random.bytes(32))).toString({
        testOnly: true,
        bounceable: random.below(2) === 0,
      }),
    () => ss58('POLKADOT', 42).make(random),
    () => bech32.encode('sthor', bech32.toWords(random.bytes(20))),
  ])()
}
