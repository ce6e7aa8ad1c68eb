import { numberToHex, type Hex } from 'viem'

import { type CallCodec, decodeCall, encodeCall } from '../callCase.ts'
import { type Body, nowMs } from '../depositSupport.ts'

// The number that a swap of Meson is encoded in, by the comments of MesonSwap.sol: bit by bit.

export const contract = '0x25aB3Efd52e6470681CE037cD546Dc60726948D3'
export const signature = 'function simpleExecuteSwap(uint256 encodedSwap) payable'
/** The contract takes a swap until an hour before. */
export const expiresAt = BigInt(nowMs / 1000) + 4_500n

/** Amounts in base units; `out` is what the fees leave of the amount. */
export type MesonSwap = {
  version: bigint
  amount: bigint
  /** First byte of the salt, and the rest of it. */
  flags: bigint
  salt: bigint
  out: bigint
  expireTs: bigint
  outChain: bigint
  outToken: bigint
  inChain: bigint
  inToken: bigint
}

/** Base units in one unit of the number, of either token. */
type Units = { sold: bigint; bought: bigint }

const fields = [
  ['version', 8n],
  ['amount', 40n],
  ['flags', 8n],
  ['salt', 72n],
  ['fee', 40n],
  ['expireTs', 40n],
  ['outChain', 16n],
  ['outToken', 8n],
  ['inChain', 16n],
  ['inToken', 8n],
] as const

const up = (amount: bigint, unit: bigint): bigint => (amount + unit - 1n) / unit

/** Of 0.05%, at least 0.5 of a stablecoin or 0.0005 ETH, unless it is waived. */
function serviceFee(flags: bigint, inToken: bigint, amount: bigint): bigint {
  if ((flags & 0x40n) !== 0n) return 0n
  const [share, least] = [(amount * 5n) / 10_000n, inToken > 251n ? 500n : 500_000n]
  return share > least ? share : least
}

/** @throws where a value has no room in its field */
export function encodedOf({ out, ...swap }: MesonSwap, { sold, bought }: Units): Hex {
  const amount = up(BigInt(swap.amount), sold)
  const fee =
    amount - up(BigInt(out), bought) - serviceFee(BigInt(swap.flags), BigInt(swap.inToken), amount)
  const values: Readonly<Record<string, bigint>> = { ...swap, amount, fee }
  let encoded = 0n
  for (const [name, width] of fields) {
    const value = BigInt(values[name] ?? 0n)
    if (value < 0n || value >> width !== 0n) throw new Error(`${name} has no room for ${value}`)
    encoded = (encoded << width) | value
  }
  return numberToHex(encoded, { size: 32 })
}

export function dataOf(swap: MesonSwap, units: Units): Hex {
  return encodeCall(signature, [BigInt(encodedOf(swap, units))])
}

function swapIn(data: string, { sold, bought }: Units): MesonSwap {
  const [encoded] = decodeCall(signature, data)
  const read: Record<string, bigint> = {}
  let left = BigInt(encoded)
  for (const [name, width] of fields.toReversed()) {
    read[name] = left & ((1n << width) - 1n)
    left >>= width
  }
  const value = (name: string): bigint => read[name] ?? 0n
  const amount = value('amount')
  const out = amount - value('fee') - serviceFee(value('flags'), value('inToken'), amount)
  const { fee: _fee, ...rest } = read
  return {
    ...(rest as Omit<MesonSwap, 'amount' | 'out'>),
    amount: amount * sold,
    out: out * bought,
  }
}

export function mesonCodec(units: Units): CallCodec {
  return {
    encode: (args: Body) => dataOf(args, units),
    decode: (data) => swapIn(data, units),
    readBody: ({ result }) => swapIn(result.tx.data, units),
    writeBody: ({ result }, args) => {
      result.encoded = encodedOf(args, units)
      result.tx.data = dataOf(args, units)
    },
  }
}
