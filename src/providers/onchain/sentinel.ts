import {
  encodeAddress,
  encodeBool,
  encodeBytes,
  encodeUint,
  wordBytes,
} from '../../chains/evm/hex.ts'
import { getBlockTimestamp } from '../../chains/evm/multicall3.ts'

// The last call of every aggregate3. A call that runs out of gas inside a batch appears as a pool
// that does not exist, but it leaves only a 64th of the gas behind (EIP-150). The sentinel needs
// about half a million: if it still succeeds, an earlier call that ran out of gas had burned more
// than 60 times as much, which no swap could pay for. If it fails, the answers of its piece are
// void.
//
// It spends the gas by Multicall3 calling itself: five calls of five calls of five reads of the
// clock, where the five entries of each list point at the same words.

/** Selector of Multicall3's `aggregate3((address,bool,bytes)[])`. */
export const aggregate3 = '0x82ad56cb'
const width = 5
const levels = 3

/** Gas reserved for the sentinel itself. */
export const sentinelGas = 700_000

const remembered = new Map<string, string>()

/** Calldata of the sentinel, sent to Multicall3 at `multicall`. */
export function encodeSentinel(multicall: string): string {
  const known = remembered.get(multicall)
  if (known !== undefined) return known
  let data = getBlockTimestamp
  for (let level = 0; level < levels; level += 1) data = encodeSameCall(multicall, data)
  remembered.set(multicall, data)
  return data
}

/** `aggregate3` of `width` entries that are the same call, each of which must succeed. */
function encodeSameCall(target: string, callData: string): string {
  const offset = encodeUint(width * wordBytes)
  return (
    aggregate3 +
    encodeUint(wordBytes) +
    encodeUint(width) +
    offset.repeat(width) +
    encodeAddress(target) +
    encodeBool(false) +
    encodeUint(3 * wordBytes) +
    encodeBytes(callData)
  )
}
