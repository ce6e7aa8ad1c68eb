import { bocMagic, crc32c } from './boc.ts'
import { type Cell, descriptors, withCompletionTag } from './cell.ts'

/**
 * A bag with one root, in base64, with its checksum; equal cells are written once. For cells that
 * were read and continue as text (the body of a transaction, of a signed message), and for the
 * requests of a check: they share no code with what builds messages (docs/safety.md E13). @ton/core
 * writes the messages to sign or send, never this function.
 */
export function writeBoc(root: Cell): string {
  const order = sortCells(root)
  const indexes = new Map(order.map((cell, index) => [cell.hash, index]))
  const size = order.length < 256 ? 1 : 2
  const parts = order.map((cell) => {
    const refs = Buffer.alloc(cell.refs.length * size)
    cell.refs.forEach(({ hash }, place) => {
      refs.writeUIntBE(indexes.get(hash) ?? 0, place * size, size)
    })
    const head = Uint8Array.from(descriptors(cell.bits, cell.refs.length, cell.exotic))
    return Buffer.concat([head, withCompletionTag(cell.data, cell.bits), refs])
  })
  const data = Buffer.concat(parts)
  const offsetSize = data.length < 256 ? 1 : data.length < 65_536 ? 2 : 3
  const header = Buffer.alloc(6 + 3 * size + offsetSize + size)
  header.writeUInt32BE(bocMagic, 0)
  header.writeUInt8(0x40 | size, 4)
  header.writeUInt8(offsetSize, 5)
  header.writeUIntBE(order.length, 6, size)
  header.writeUIntBE(1, 6 + size, size)
  header.writeUIntBE(data.length, 6 + 3 * size, offsetSize)
  const body = Buffer.concat([header, data])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32LE(crc32c(body))
  return Buffer.concat([body, checksum]).toString('base64')
}

/** Every cell once, each before those it refers to. */
function sortCells(root: Cell): Cell[] {
  const written = new Set<string>()
  const finished: Cell[] = []
  const visit = (cell: Cell): void => {
    if (written.has(cell.hash)) return
    written.add(cell.hash)
    for (const ref of cell.refs) visit(ref)
    finished.push(cell)
  }
  visit(root)
  return finished.reverse()
}
