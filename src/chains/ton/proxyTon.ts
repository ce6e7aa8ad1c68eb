import { readBoc } from './boc.ts'
import { readCell } from './reader.ts'

/**
 * Proxy TON, through which exchanges handle coins as they do jettons: what is paid in and what is
 * paid out has the same instruction. https://github.com/ston-fi/pton-contracts (read 2026-11)
 */
const tonTransferOp = 0x01f3835d

/**
 * Coins that a `ton_transfer` is about; what goes along for fees is not among them. Null for
 * another body, or one that is cut short.
 */
export function readTonTransferAmount(body: string | null): bigint | null {
  if (body === null) return null
  try {
    const reader = readCell(readBoc(body))
    if (reader.bitsLeft < 32 || reader.uint(32) !== tonTransferOp) return null
    reader.big(64)
    return reader.coins()
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}
