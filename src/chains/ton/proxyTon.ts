import { readBoc } from './boc.ts'
import { type Cell, makeCell } from './cell.ts'
import { addressBits, addressOfContract, cellOfBits } from './derive.ts'
import { readCell } from './reader.ts'

// Proxy TON, by which exchanges handle coins like jettons: paying in and paying out use the same
// instruction. https://github.com/ston-fi/pton-contracts (read 2026-11)

const tonTransferOp = 0x01f3835d

/** Master of proxy TON 2.1, raw: EQBnGWMCf3-FZZq1W4IWcWiGAc3PHuZ0_H-7sad2oY00o83S. */
export const ptonMaster = '0:671963027f7f85659ab55b821671688601cdcf1ee674fc7fbbb1a776a18d34a3'
/** Hash under which the masterchain's library has the code of its wallets. */
const walletLibrary = 'cd88e6f3c2a9cf01bb003a2837ec0d92c19685ed1dbfffd94a545dcfdf0a14d9'

/** The code that its master deploys for every wallet: a reference to the library. */
export function ptonWalletCode(): Cell {
  return makeCell(Buffer.from(`02${walletLibrary}`, 'hex'), 264, [], true)
}

/**
 * The wallet that the master deploys for an owner, both raw: an empty balance, the owner, the
 * master. Computed from constants, so that no request is needed (T2).
 */
export function ptonWalletOf(owner: string): string {
  const data = cellOfBits(`0000${addressBits(owner)}${addressBits(ptonMaster)}`)
  return addressOfContract(ptonWalletCode(), data)
}

/**
 * Amount of coins a `ton_transfer` states, without what is attached for fees. Null for another
 * body, or one that is cut short.
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
