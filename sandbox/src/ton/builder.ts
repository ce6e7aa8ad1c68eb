import { type Cell, makeCell, maxBits } from '../../../src/chains/ton/cell.ts'

// The sandbox plays the chain and the services of exchanges: what it writes is read by the program,
// and by nothing that the program builds with.

/** Writes a cell from its beginning; every call gives the builder back. */
export type CellBuilder = {
  bit(value: boolean): CellBuilder
  uint(value: number | bigint, bits: number): CellBuilder
  int(value: number | bigint, bits: number): CellBuilder
  bytes(value: Uint8Array): CellBuilder
  /** A length of four bits and as many bytes. */
  coins(value: bigint): CellBuilder
  /** A raw address; null writes the empty one. */
  address(raw: string | null): CellBuilder
  ref(cell: Cell): CellBuilder
  /** A presence bit, then the value. */
  maybeRef(cell: Cell | null): CellBuilder
  /** All of another cell. */
  append(cell: Cell): CellBuilder
  /** @throws RangeError when it is more than a cell holds */
  cell(): Cell
}

export function buildCell(): CellBuilder {
  const data = new Uint8Array(128)
  const refs: Cell[] = []
  let position = 0

  const bit = (value: boolean): void => {
    if (position >= maxBits) throw new RangeError('more than a cell holds')
    const index = position >> 3
    if (value) data[index] = (data[index] ?? 0) | (0x80 >> (position & 7))
    position += 1
  }
  const big = (value: bigint, bits: number): void => {
    if (value < 0n || value >> BigInt(bits) !== 0n)
      throw new RangeError('a number that is too long')
    for (let index = bits - 1; index >= 0; index -= 1) bit(((value >> BigInt(index)) & 1n) === 1n)
  }
  const bytes = (value: Uint8Array): void => {
    for (const byte of value) big(BigInt(byte), 8)
  }
  const address = (raw: string | null): void => {
    if (raw === null) {
      big(0n, 2)
      return
    }
    const match = /^(0|-1):([0-9a-f]{64})$/.exec(raw)
    if (match === null) throw new RangeError('not a raw address')
    big(0b100n, 3)
    big(BigInt.asUintN(8, BigInt(match[1] ?? '0')), 8)
    bytes(Buffer.from(match[2] ?? '', 'hex'))
  }
  const append = (cell: Cell): void => {
    for (let index = 0; index < cell.bits; index += 1) {
      bit(((cell.data[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0)
    }
    refs.push(...cell.refs)
  }

  const builder: CellBuilder = {
    bit: (value) => after(() => bit(value)),
    uint: (value, bits) => after(() => big(BigInt(value), bits)),
    int: (value, bits) => after(() => big(BigInt.asUintN(bits, BigInt(value)), bits)),
    bytes: (value) => after(() => bytes(value)),
    coins: (value) =>
      after(() => {
        const length = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2)
        big(BigInt(length), 4)
        big(value, length * 8)
      }),
    address: (raw) => after(() => address(raw)),
    ref: (cell) => after(() => refs.push(cell)),
    maybeRef: (cell) =>
      after(() => {
        bit(cell !== null)
        if (cell !== null) refs.push(cell)
      }),
    append: (cell) => after(() => append(cell)),
    cell: () => makeCell(data.slice(0, Math.ceil(position / 8)), position, [...refs]),
  }
  const after = (work: () => void): CellBuilder => {
    work()
    return builder
  }
  return builder
}
