import { createECDH, createHash, createHmac, pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { SwaprouteError } from '../core/errors.ts'

// BIP-39 and BIP-32 over OpenSSL's hashes and curve. Packages for this would add four to the
// program that signs (docs/safety.md L1); the official vectors are in test/wallet.

/** The lengths of a BIP-39 phrase. */
const lengths: readonly number[] = [12, 15, 18, 21, 24]
const bitsOfWord = 11
const seedRounds = 2048
const seedBytes = 64
const hardened = 0x8000_0000
/** Order of secp256k1. */
const order = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n

/** Whether a text is a seed phrase: several words, and no hexadecimal key. */
export function isPhrase(text: Uint8Array): boolean {
  return wordsIn(text).length > 2
}

/**
 * The private key of a BIP-39 phrase at m/44'/60'/0'/0/index, where wallets of EVM chains have
 * their accounts (https://eips.ethereum.org/EIPS/eip-601, 2026-11). The caller overwrites it.
 * @throws SwaprouteError KEY_UNAVAILABLE that names the first invalid word by its position only
 */
export async function keyOfPhrase(text: Uint8Array, index: number): Promise<Buffer> {
  const words = wordsIn(text)
  if (!lengths.includes(words.length)) {
    throw refusal(
      `A seed phrase has ${lengths.join(', ')} words, not ${words.length}.`,
      'Copy all words in their order.',
    )
  }
  // TON phrases use the same list.
  const { mnemonicWordList } = await import('@ton/crypto')
  const places = words.map((word) => mnemonicWordList.indexOf(word))
  const wrong = places.indexOf(-1)
  if (wrong !== -1) {
    // The word itself is part of the secret.
    throw refusal(`Word ${wrong + 1} is not in the BIP-39 list.`, 'Check its spelling.')
  }
  if (!hasChecksum(places)) {
    throw refusal(
      'The checksum of the seed phrase is wrong.',
      'A word is wrong, or two are in the wrong order.',
    )
  }
  const seed = await promisify(pbkdf2)(words.join(' '), 'mnemonic', seedRounds, seedBytes, 'sha512')
  try {
    return derivedKey(seed, [44 + hardened, 60 + hardened, hardened, 0, index])
  } finally {
    seed.fill(0)
  }
}

/**
 * The private key of a path below a seed (BIP-32). The caller overwrites it.
 * @param path numbers of the children; from 2^31 on they are hardened
 */
export function derivedKey(seed: Uint8Array, path: readonly number[]): Buffer {
  let node = createHmac('sha512', 'Bitcoin seed').update(seed).digest()
  for (const child of path) {
    const key = node.subarray(0, 32)
    const place = Buffer.alloc(4)
    place.writeUInt32BE(child)
    const parent = child >= hardened ? Buffer.concat([Buffer.alloc(1), key]) : publicKeyOf(key)
    const next = createHmac('sha512', node.subarray(32)).update(parent).update(place).digest()
    const sum = (numberOf(next.subarray(0, 32)) + numberOf(key)) % order
    next.write(sum.toString(16).padStart(64, '0'), 'hex')
    node.fill(0)
    node = next
  }
  return node.subarray(0, 32)
}

function publicKeyOf(key: Uint8Array): Buffer {
  const curve = createECDH('secp256k1')
  curve.setPrivateKey(key)
  return curve.getPublicKey(null, 'compressed')
}

function numberOf(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`)
}

/** The last bits of a phrase are the first of the hash of the others. */
function hasChecksum(places: readonly number[]): boolean {
  const bits = places.map((place) => place.toString(2).padStart(bitsOfWord, '0')).join('')
  const split = (bits.length / 33) * 32
  const entropy = Buffer.from(
    bits.slice(0, split).replace(/.{8}/g, (byte) => hexOf(byte)),
    'hex',
  )
  const [first = 0] = createHash('sha256').update(entropy).digest()
  return first.toString(2).padStart(8, '0').startsWith(bits.slice(split))
}

function hexOf(bits: string): string {
  return Number.parseInt(bits, 2).toString(16).padStart(2, '0')
}

function wordsIn(text: Uint8Array): string[] {
  const words = Buffer.from(text).toString('utf8').normalize('NFKD').trim().toLowerCase()
  return words === '' ? [] : words.split(/\s+/)
}

function refusal(message: string, hint: string): SwaprouteError {
  return new SwaprouteError('KEY_UNAVAILABLE', message, { hint })
}
