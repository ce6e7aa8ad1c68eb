import {
  byteLength,
  encodeAddress,
  encodeBool,
  encodeBytes,
  encodeCall,
  encodeUint,
  isHexData,
  malformed,
  readBool,
  readBytes,
  readSize,
  wordBytes,
} from './hex.ts'

// Multicall3: many reads in one `eth_call`. https://github.com/mds1/multicall3; chains.ts has its
// address per chain.

const aggregate3Selector = '0x82ad56cb'
/** Calldata of `getCurrentBlockTimestamp()`: the time of the newest block, in seconds. */
export const getBlockTimestamp = '0x0f28c97d'
/** The `eth_call` that reads it; null for a chain without Multicall3. */
export function clockCall(to: string | null): { method: string; params: unknown[] } | null {
  if (to === null) return null
  return { method: 'eth_call', params: [{ to, data: getBlockTimestamp }, 'latest'] }
}
const getEthBalanceSelector = '0x4d2301cc'

/** One inner call. `callData` is `0x` hex; with `allowFailure` a revert does not end the batch. */
export type Aggregate3Call = { target: string; allowFailure: boolean; callData: string }

/** One inner answer. Success with the data `0x` also means that the target has no contract. */
export type Aggregate3Result = { success: boolean; returnData: string }

/**
 * Calldata of `aggregate3((address target, bool allowFailure, bytes callData)[])`.
 * @throws RangeError on a target that is not an address or calldata that is not hex
 */
export function encodeAggregate3(calls: readonly Aggregate3Call[]): string {
  const offsets: string[] = []
  const tuples: string[] = []
  let position = calls.length * wordBytes
  for (const call of calls) {
    const tuple =
      encodeAddress(call.target) +
      encodeBool(call.allowFailure) +
      encodeUint(3 * wordBytes) +
      encodeBytes(call.callData)
    offsets.push(encodeUint(position))
    tuples.push(tuple)
    position += tuple.length / 2
  }
  return encodeCall(
    aggregate3Selector,
    encodeUint(wordBytes),
    encodeUint(calls.length),
    offsets.join(''),
    tuples.join(''),
  )
}

/**
 * The answer of `aggregate3`, in the order of the calls. Every offset and length is checked against
 * the data, so a cut or forged answer is refused instead of misread.
 * @param expected number of calls; any other number of answers is refused
 * @throws SwaprouteError CHAIN_UNAVAILABLE
 */
export function decodeAggregate3(data: string, expected: number): Aggregate3Result[] {
  if (!isHexData(data)) throw malformed('it is not hexadecimal')
  const array = readSize(data, 0)
  const count = readSize(data, array)
  if (count !== expected) throw malformed(`it has ${count} results instead of ${expected}`)
  const head = array + wordBytes
  if (head + count * wordBytes > byteLength(data)) throw malformed('it ends too early')

  const results: Aggregate3Result[] = []
  for (let index = 0; index < count; index += 1) {
    const tuple = head + readSize(data, head + index * wordBytes)
    const success = readBool(data, tuple)
    const bytes = tuple + readSize(data, tuple + wordBytes)
    results.push({ success, returnData: readBytes(data, bytes) })
  }
  return results
}

/** Calldata of Multicall3's own `getEthBalance(address)`, to read native coins in the batch. */
export function encodeGetEthBalance(owner: string): string {
  return encodeCall(getEthBalanceSelector, encodeAddress(owner))
}
