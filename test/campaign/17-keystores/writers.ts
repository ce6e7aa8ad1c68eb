/** Keystores by hand: cheap ones, in all the shapes the definition and its dialects allow. */
import { createCipheriv, pbkdf2Sync, scryptSync } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { keyPairFromSeed } from '@ton/crypto'
import { WalletContractV4, WalletContractV5R1 } from '@ton/ton'
import { privateKeyToAddress } from 'viem/accounts'
import type { Random } from '../support/random.ts'

export type Sample = {
  name: string
  text: string
  password: string
  /** What is inside: hexadecimal digits of the EVM key, or of the TON seed. */
  secret: string
  kind: 'evm' | 'ton'
  /** Whether the file names the owner of its key. */
  named: boolean
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** `N` is as small as the reader takes, so that thousands can be opened. */
export function sampleKeystore(random: Random): Sample {
  const kind = random.below(4) === 0 ? 'ton' : 'evm'
  const secret = hexOf(random.bytes(32))
  const password = hexOf(random.bytes(6))
  const named = kind === 'ton' || random.below(3) > 0
  const inside = kind === 'ton' ? Buffer.from(secret, 'utf8') : Buffer.from(secret, 'hex')
  const { params, derived, kdf } = derive(password, random)
  const iv = random.bytes(16)
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const ciphertext = Buffer.concat([cipher.update(inside), cipher.final()])
  const mac = keccak_256(Uint8Array.of(...derived.subarray(16, 32), ...ciphertext))
  const crypto = {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: hexOf(iv) },
    ciphertext: hexOf(ciphertext),
    kdf,
    kdfparams: params,
    mac: hexOf(mac),
  }
  const id = '3198bc9c-6672-5ab3-d995-4942343ae5b6'
  const text = JSON.stringify({ ...owner(kind, secret, named, random), crypto, id, version: 3 })
  return {
    name: `${kdf} ${kind}${named ? '' : ' without address'}`,
    text,
    password,
    secret,
    kind,
    named,
  }
}

function derive(
  password: string,
  random: Random,
): { kdf: string; params: Record<string, unknown>; derived: Buffer } {
  const salt = random.bytes(32)
  const dklen = random.pick([32, 48, 64])
  if (random.below(2) === 0) {
    const [n, r, p] = [random.pick([2, 4, 64]), random.pick([1, 8]), random.pick([1, 2])]
    const derived = scryptSync(password, salt, dklen, { N: n, r, p })
    return { kdf: 'scrypt', params: { dklen, n, r, p, salt: hexOf(salt) }, derived }
  }
  const c = random.pick([1, 7, 100])
  const derived = pbkdf2Sync(password, salt, c, dklen, 'sha256')
  return { kdf: 'pbkdf2', params: { c, dklen, prf: 'hmac-sha256', salt: hexOf(salt) }, derived }
}

function owner(
  kind: 'evm' | 'ton',
  secret: string,
  named: boolean,
  random: Random,
): Record<string, unknown> {
  if (kind === 'evm') {
    if (!named) return {}
    return { address: privateKeyToAddress(`0x${secret}`).slice(2).toLowerCase() }
  }
  const { publicKey } = keyPairFromSeed(Buffer.from(secret, 'hex'))
  const walletVersion = random.pick(['v4r2', 'v5r1'])
  const wallet =
    walletVersion === 'v4r2'
      ? WalletContractV4.create({ workchain: 0, publicKey })
      : WalletContractV5R1.create({ publicKey })
  return {
    swaproute: {
      kind: 'ton',
      address: wallet.address.toString({ bounceable: false }),
      walletVersion,
      ...(random.below(2) === 0 ? {} : { publicKey: publicKey.toString('hex') }),
    },
  }
}
