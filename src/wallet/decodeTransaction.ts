import { keccak_256 } from '@noble/hashes/sha3.js'
import { toChecksumAddress } from '../chains/evm/checksum.ts'
import { isHexData, isSameHex } from '../chains/evm/hex.ts'
import { SwaprouteError } from '../core/errors.ts'
import { type Signature, recoverSender } from './recoverSender.ts'
import { type RlpItem, decodeRlp, encodeRlpList, encodeRlpNumber } from './rlp.ts'
import type { DecodedEvm, EvmPlan } from './types.ts'
import { isSameAddress } from '../core/token.ts'

/**
 * Decodes signed bytes into fields, from the bytes alone and without the library that signs
 * (docs/safety.md E13). Accepts only what this program signs: type 0 with a chain id and type 2
 * with an empty access list, to an address (E11).
 * https://eips.ethereum.org/EIPS/eip-155, https://eips.ethereum.org/EIPS/eip-1559 (read 2026-11)
 * @throws SwaprouteError UNSAFE_ROUTE (check E13)
 */
export function decodeTransaction(raw: string): DecodedEvm {
  if (!isHexData(raw)) throw mismatch('encoding')
  const bytes = Buffer.from(raw.slice(2), 'hex')
  const hash = `0x${Buffer.from(keccak_256(bytes)).toString('hex')}`
  try {
    return { ...(bytes[0] === 0x02 ? readType2(bytes) : readLegacy(bytes)), hash }
  } catch (thrown) {
    if (thrown instanceof RangeError) throw mismatch('encoding', thrown)
    throw thrown
  }
}

/**
 * Compares signed bytes with the frozen plan, field by field, and the sender with the plan's.
 * @returns the decoded fields; the raw bytes may be broadcast and the fields shown
 * @throws SwaprouteError UNSAFE_ROUTE (check E13) naming the first field that differs
 */
export function verifySigned(raw: string, plan: EvmPlan): DecodedEvm {
  const decoded = decodeTransaction(raw)
  if (decoded.fees.type !== plan.fees.type) throw mismatch('type')
  if (decoded.chainId !== plan.chainId) throw mismatch('chainId')
  if (decoded.nonce !== plan.nonce) throw mismatch('nonce')
  if (!isSameAddress(decoded.to, plan.to)) throw mismatch('to')
  if (decoded.value !== plan.value) throw mismatch('value')
  if (!isSameHex(decoded.data, plan.data)) throw mismatch('data')
  if (decoded.gasLimit !== plan.gasLimit) throw mismatch('gasLimit')
  if (!isSameAddress(decoded.from, plan.from)) throw mismatch('from')
  const { fees } = decoded
  switch (plan.fees.type) {
    case 'eip1559': {
      const { maxFeePerGas, maxPriorityFeePerGas } = plan.fees
      if (fees.type !== 'eip1559' || fees.maxFeePerGas !== maxFeePerGas) {
        throw mismatch('maxFeePerGas')
      }
      if (fees.maxPriorityFeePerGas !== maxPriorityFeePerGas) throw mismatch('maxPriorityFeePerGas')
      break
    }
    case 'legacy':
      if (fees.type !== 'legacy' || fees.gasPrice !== plan.fees.gasPrice) throw mismatch('gasPrice')
  }
  return decoded
}

type Fields = Omit<DecodedEvm, 'hash'>

function readType2(bytes: Uint8Array): Fields {
  const items = listOf(decodeRlp(bytes.subarray(1)), 12)
  const [chainId, nonce, tip, maxFee, gas, to, value, data, accessList, parity, r, s] = items
  if (listOf(accessList).length !== 0) throw mismatch('accessList')
  const signature: Signature = { r: uint(r), s: uint(s), yParity: bit(uint(parity)) }
  const unsigned = encodeRlpList(items.slice(0, 9).map(({ encoded }) => encoded))
  return {
    chainId: size(chainId),
    nonce: size(nonce),
    to: addressIn(to),
    value: uint(value),
    data: hexIn(data),
    gasLimit: uint(gas),
    fees: { type: 'eip1559', maxFeePerGas: uint(maxFee), maxPriorityFeePerGas: uint(tip) },
    from: senderOf(keccak_256(Buffer.concat([Uint8Array.of(0x02), unsigned])), signature),
  }
}

function readLegacy(bytes: Uint8Array): Fields {
  const items = listOf(decodeRlp(bytes), 9)
  const [nonce, gasPrice, gas, to, value, data, v, r, s] = items
  // v = chain id * 2 + 35 + parity; 27 and 28 would be valid on every chain.
  const replayV = size(v) - 35
  if (replayV < 2) throw mismatch('chainId')
  const chainId = Math.floor(replayV / 2)
  const signature: Signature = { r: uint(r), s: uint(s), yParity: bit(BigInt(replayV % 2)) }
  const unsigned = encodeRlpList([
    ...items.slice(0, 6).map(({ encoded }) => encoded),
    encodeRlpNumber(chainId),
    encodeRlpNumber(0),
    encodeRlpNumber(0),
  ])
  return {
    chainId,
    nonce: size(nonce),
    to: addressIn(to),
    value: uint(value),
    data: hexIn(data),
    gasLimit: uint(gas),
    fees: { type: 'legacy', gasPrice: uint(gasPrice) },
    from: senderOf(keccak_256(unsigned), signature),
  }
}

function senderOf(hash: Uint8Array, signature: Signature): string {
  const sender = recoverSender(hash, signature)
  if (sender === null) throw mismatch('signature')
  return sender
}

function listOf(item: RlpItem | undefined, length?: number): RlpItem[] {
  if (item?.kind !== 'list') throw new RangeError('not a list')
  if (length !== undefined && item.items.length !== length) throw new RangeError('field count')
  return item.items
}

function bytesOf(item: RlpItem | undefined): Uint8Array {
  if (item?.kind !== 'bytes') throw new RangeError('not bytes')
  return item.bytes
}

function uint(item: RlpItem | undefined): bigint {
  const bytes = bytesOf(item)
  if (bytes.length > 32 || bytes[0] === 0) throw new RangeError('not a number')
  return bytes.length === 0 ? 0n : BigInt(hexOf(bytes))
}

function size(item: RlpItem | undefined): number {
  const value = uint(item)
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('a number too large')
  return Number(value)
}

function bit(value: bigint): 0 | 1 {
  if (value > 1n) throw new RangeError('not a parity')
  return value === 1n ? 1 : 0
}

function addressIn(item: RlpItem | undefined): string {
  const bytes = bytesOf(item)
  if (bytes.length !== 20) throw mismatch('to')
  return toChecksumAddress(hexOf(bytes))
}

function hexIn(item: RlpItem | undefined): string {
  return hexOf(bytesOf(item))
}

function hexOf(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`
}

function mismatch(field: string, cause?: unknown): SwaprouteError {
  return new SwaprouteError(
    'UNSAFE_ROUTE',
    `The signed transaction differs from the one shown (${field}); it was not sent.`,
    {
      hint: 'Do not use this installation for money: reinstall swaproute from a trusted source.',
      context: { check: 'E13', field },
      cause,
    },
  )
}
