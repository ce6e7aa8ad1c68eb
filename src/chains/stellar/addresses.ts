import { sha256 } from '@noble/hashes/sha2.js'
import { base32nopad } from '@scure/base'

import { crc16 } from '../addresses/codecs.ts'
import { nativeToken } from '../tokens.ts'
import { type XdrReader, xdrU32 } from './xdr.ts'

// Accounts, contracts and assets. Text: SEP-23; bytes: stellar/stellar-xdr, Stellar-ledger-entries.x.

const versions = { account: 6 << 3, contract: 2 << 3 } as const
/** The hash of `Public Global Stellar Network ; September 2015`. */
const network = sha256(new TextEncoder().encode('Public Global Stellar Network ; September 2015'))

export function stellarAddress(kind: keyof typeof versions, key: Uint8Array): string {
  const body = Buffer.concat([Uint8Array.of(versions[kind]), key])
  const sum = Buffer.alloc(2)
  sum.writeUInt16LE(crc16(body))
  return base32nopad.encode(Buffer.concat([body, sum]))
}

/**
 * The 32 bytes of an account or a contract.
 * @throws RangeError for any other text
 */
export function stellarKey(kind: keyof typeof versions, address: string): Uint8Array {
  const bytes = /^[A-Z2-7]{56}$/.test(address) ? base32nopad.decode(address) : new Uint8Array(0)
  const key = bytes.subarray(1, 33)
  if (bytes.length !== 35 || stellarAddress(kind, key) !== address) {
    throw new RangeError(`not the address of a Stellar ${kind}`)
  }
  return key
}

/** An asset as operations name it, from a token address (`CODE:ISSUER`, or that of XLM). */
export function assetBytes(token: string): Uint8Array {
  if (token === nativeToken('STELLAR').address) return xdrU32(0)
  const [code = '', issuer = ''] = token.split(':')
  const size = code.length > 4 ? 12 : 4
  const name = Buffer.alloc(size)
  name.write(code, 'ascii')
  return Buffer.concat([xdrU32(size === 4 ? 1 : 2), name, xdrU32(0), stellarKey('account', issuer)])
}

/**
 * The token address of an asset in an operation.
 * @throws RangeError for what is not one
 */
export function readAsset(reader: XdrReader): string {
  const kind = reader.u32()
  if (kind === 0) return nativeToken('STELLAR').address
  if (kind !== 1 && kind !== 2) throw new RangeError('an asset of another kind')
  const code = Buffer.from(reader.fixed(kind === 1 ? 4 : 12)).toString('latin1')
  const name = /^([A-Za-z0-9]{1,12})\0*$/.exec(code)?.[1]
  if (name === undefined) throw new RangeError('an asset without a code')
  return `${name}:${readAccount(reader)}`
}

/** An account as operations name it, without a number of its owner's. */
export function readAccount(reader: XdrReader): string {
  if (reader.u32() !== 0) throw new RangeError('an account of another kind')
  return stellarAddress('account', reader.fixed(32))
}

/**
 * The contract of a classic asset, which every network derives in the same way: the hash of the
 * network and the asset (CAP-46-06). Contracts have no other form.
 */
export function assetContract(token: string): string {
  const preimage = Buffer.concat([xdrU32(8), network, xdrU32(1), assetBytes(token)])
  return stellarAddress('contract', sha256(preimage))
}

/** XLM and assets of issuers; tokens that are contracts of their own are not. */
export function isClassicAsset(token: string): boolean {
  return token === nativeToken('STELLAR').address || /^[A-Za-z0-9]{1,12}:G[A-Z2-7]{55}$/.test(token)
}
