import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'

import { base58CheckBytes, bech32Parts, bytesOfWords, hexBytes, toHex } from './codecs.ts'

// Outputs of BITCOIN's main network: what an address says of its script, for contracts on other chains
// that name a receiver by the parts of it. https://github.com/bitcoin/bips: BIP-13, BIP-141, BIP-341.

const kinds = {
  p2pkh: { version: 0x00, bytes: 20, script: ['76a914', '88ac'] },
  p2sh: { version: 0x05, bytes: 20, script: ['a914', '87'] },
  p2wpkh: { witness: 0, bytes: 20, script: ['0014', ''] },
  p2wsh: { witness: 0, bytes: 32, script: ['0020', ''] },
  p2tr: { witness: 1, bytes: 32, script: ['5120', ''] },
} as const

export type BitcoinOutput = {
  kind: keyof typeof kinds
  /** Hash or key in the script, 0x-prefixed. */
  program: string
}

const base58check = createBase58check(sha256)
const hrp = 'bc'

/** The output that an address means; null for other texts, networks and witness versions. */
export function bitcoinOutput(address: string): BitcoinOutput | null {
  const legacy = base58CheckBytes(address)
  if (legacy !== null) return found(legacy.subarray(1), 'version', legacy[0])
  const parts = bech32Parts(address)
  if (parts === null || parts.hrp !== hrp) return null
  const [witness, ...words] = parts.words
  const program = bytesOfWords(words)
  // Version 0 has the older checksum (BIP-350).
  const isRight = (witness === 0) === (parts.variant === 'bech32')
  return program === null || !isRight ? null : found(program, 'witness', witness)
}

function found(
  program: Uint8Array,
  field: 'version' | 'witness',
  value: number | undefined,
): BitcoinOutput | null {
  for (const kind of kindNames) {
    const form: { bytes: number; version?: number; witness?: number } = kinds[kind]
    if (form[field] === undefined || form[field] !== value) continue
    if (form.bytes === program.length) return { kind, program: `0x${toHex(program)}` }
  }
  return null
}

/** Its address; null for a program of another length. */
export function bitcoinAddress({ kind, program }: BitcoinOutput): string | null {
  const bytes = hexBytes(program.replace(/^0x/, ''))
  const form = kinds[kind]
  if (bytes?.length !== form.bytes) return null
  if ('version' in form) return base58check.encode(Uint8Array.of(form.version, ...bytes))
  const coder = form.witness === 0 ? bech32 : bech32m
  return coder.encode(hrp, [form.witness, ...coder.toWords(bytes)])
}

/** Its whole script, 0x-prefixed. */
export function bitcoinScript({ kind, program }: BitcoinOutput): string {
  const [before, after] = kinds[kind].script
  return `0x${before}${program.replace(/^0x/, '')}${after}`
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]
