import { type Cell, makeCell } from './cell.ts'

// Cells that a check builds itself to compute a contract's address (T2, T4), the wallet of a key,
// and the hash of a message (E13). It must not use the library that builds messages, because it
// would then repeat its mistakes.

/**
 * @param bits as a text of 0 and 1.
 * @throws RangeError when it is more than a cell holds
 */
export function cellOfBits(bits: string, refs: readonly Cell[] = []): Cell {
  const bytes = bits.match(/.{1,8}/g) ?? []
  const data = Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
  return makeCell(data, bits.length, refs)
}

/** @throws RangeError for a number that is negative or needs more bits */
export function uintBits(value: number | bigint, bits: number): string {
  const digits = value.toString(2)
  if (value < 0 || digits.length > bits) throw new RangeError('a number that is too long')
  return digits.padStart(bits, '0')
}

/** @throws RangeError for anything but a raw address */
export function addressBits(raw: string): string {
  const [, workchain, hash] = /^(0|-1):([0-9a-f]{64})$/.exec(raw) ?? []
  if (hash === undefined) throw new RangeError('not a raw address')
  return `100${uintBits(workchain === '0' ? 0 : 0xff, 8)}${uintBits(BigInt(`0x${hash}`), 256)}`
}

/** Raw address in workchain 0 of the contract with this initial code and data. */
export function addressOfContract(code: Cell, data: Cell): string {
  return `0:${cellOfBits('00110', [code, data]).hash}`
}
