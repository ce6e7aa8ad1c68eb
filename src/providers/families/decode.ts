import {
  byteLength,
  isHexData,
  readAddress,
  readBool,
  readBytes,
  readSize,
  readUint,
  readWord,
  wordBytes,
} from '../../chains/evm/hex.ts'
import { zeroAddress } from '../../core/token.ts'
import type { DecodedCall } from '../../core/transaction.ts'
import { helpers, v2FlagSwaps, v2ReferrerSwaps, v2Swaps, v3Swaps, wrapping } from './selectors.ts'

// Reads call data of the swaps back, for the wallet's checks (E8, E9). It shares no code with the
// encoder, and takes nothing that is not laid out exactly as the contracts' own ABI encoder does:
// one offset elsewhere, one byte too many, one call more in a multicall, and the answer is null.

type V2Form = { ends: 'tokens' | 'nativeIn' | 'nativeOut'; tail: 'plain' | 'referrer' | 'flags' }
type V3Form = { method: string; hasDeadline: boolean; self: bigint; isSingle: boolean }

/** A V3 swap before the multicall around it is known. */
type InnerSwap = { call: DecodedCall; keepsOutput: boolean; minOut: bigint }

const maxHops = 8
const pathHopBytes = 23
const addressBytes = 20
const kyberSelectors: ReadonlySet<string> = new Set(Object.values(v3Swaps.kyber))

let v2Forms: ReadonlyMap<string, V2Form> | undefined
let v3Forms: ReadonlyMap<string, V3Form> | undefined

/**
 * What a call to a router or wrapped token of this reader does; null when it is none of the calls
 * `build` makes. `to` is the called contract, named as the token where it wraps or unwraps; all
 * addresses come in lower case, amounts in base units.
 *
 * A V3 call names the wrapped token also where native coins are paid: then `value` is the input.
 * Wrapping itself (`deposit`) names no amount at all: what is paid as value arrives, one to one.
 */
export function decodeOnchainCall(to: string, data: string): DecodedCall | null {
  if (!isHexData(data) || byteLength(data) < 4) return null
  const text = data.toLowerCase()
  try {
    return decodeWrapping(to, text) ?? decodeV2(text) ?? decodeV3(text)
  } catch {
    return null // words that are missing or out of range: not a call of these contracts
  }
}

function decodeWrapping(to: string, data: string): DecodedCall | null {
  if (data === wrapping.deposit) {
    return toCall('deposit', { recipient: null, srcToken: zeroAddress, dstToken: to })
  }
  if (!data.startsWith(wrapping.withdraw) || byteLength(data) !== 4 + wordBytes) return null
  const amountIn = readUint(data, 4)
  return toCall('withdraw', {
    recipient: null,
    srcToken: to,
    dstToken: zeroAddress,
    amountIn,
    minOut: amountIn,
  })
}

function decodeV2(data: string): DecodedCall | null {
  const form = (v2Forms ??= listV2Forms()).get(data.slice(0, 10))
  if (form === undefined) return null
  const { ends, tail } = form
  const word = (index: number): number => 4 + index * wordBytes
  const amountWords = ends === 'nativeIn' ? 1 : 2
  const recipientAt = amountWords + 1
  const headWords = recipientAt + (tail === 'plain' ? 2 : 3)
  if (readSize(data, word(amountWords)) !== headWords * wordBytes) return null
  if (tail === 'referrer' && readUint(data, word(recipientAt + 1)) !== 0n) return null
  const count = readSize(data, word(headWords))
  if (count < 2 || count > maxHops + 1) return null
  const flagsAt = headWords + 1 + count
  if (tail === 'flags') {
    if (readSize(data, word(headWords - 1)) !== flagsAt * wordBytes) return null
    if (readSize(data, word(flagsAt)) !== count - 1) return null
    for (let hop = 1; hop < count; hop += 1) readBool(data, word(flagsAt + hop))
  }
  const words = tail === 'flags' ? flagsAt + count : flagsAt
  if (byteLength(data) !== word(words)) return null

  const path = Array.from({ length: count }, (_, index) =>
    readAddress(data, word(headWords + 1 + index)),
  )
  // In our words the zero address is the native coin; to a router it is a token that is none.
  if (path.includes(zeroAddress)) return null
  return toCall(methodOf(form), {
    recipient: readAddress(data, word(recipientAt)),
    srcToken: ends === 'nativeIn' ? zeroAddress : (path[0] ?? null),
    dstToken: ends === 'nativeOut' ? zeroAddress : (path.at(-1) ?? null),
    amountIn: ends === 'nativeIn' ? null : readUint(data, word(0)),
    minOut: readUint(data, word(amountWords - 1)),
    deadlineSeconds: readUint(data, word(recipientAt + (tail === 'referrer' ? 2 : 1))),
  })
}

function decodeV3(data: string): DecodedCall | null {
  const calls = innerCalls(data)
  if (calls === null) return null
  const [swapData, unwrapData] = calls.items
  if (swapData === undefined || calls.items.length > 2) return null
  const inner = decodeExactInput(swapData, calls.hasDeadline)
  if (inner === null) return null
  const outer = calls.hasDeadline ? { deadlineSeconds: readUint(data, 4) } : {}
  const swap = { ...inner, call: { ...inner.call, ...outer } }
  if (unwrapData === undefined) return swap.keepsOutput ? null : swap.call
  if (!swap.keepsOutput) return null

  const selector = kyberSelectors.has(swapData.slice(0, 10))
    ? helpers.unwrapWeth
    : helpers.unwrapWeth9
  if (!unwrapData.startsWith(selector) || byteLength(unwrapData) !== 4 + 2 * wordBytes) return null
  // Both guard the same output; a difference means the call is not one of ours.
  if (readUint(unwrapData, 4) !== swap.minOut) return null
  return {
    ...swap.call,
    recipient: readAddress(unwrapData, 4 + wordBytes),
    dstToken: zeroAddress,
  }
}

/** The calls of a multicall, or the call itself; null for a malformed multicall. */
function innerCalls(data: string): { items: string[]; hasDeadline: boolean } | null {
  const selector = data.slice(0, 10)
  const hasDeadline = selector === helpers.multicallWithDeadline
  if (!hasDeadline && selector !== helpers.multicall) return { items: [data], hasDeadline: false }
  const offsetAt = 4 + (hasDeadline ? wordBytes : 0)
  const array = offsetAt + wordBytes
  if (readSize(data, offsetAt) !== array - 4) return null
  const count = readSize(data, array)
  if (count > 2 || count < (hasDeadline ? 1 : 2)) return null
  const start = array + wordBytes
  let expected = count * wordBytes
  const items: string[] = []
  for (let index = 0; index < count; index += 1) {
    if (readSize(data, start + index * wordBytes) !== expected) return null
    const item = readPaddedBytes(data, start + expected)
    if (item === null) return null
    items.push(item.bytes)
    expected += item.size
  }
  return byteLength(data) === start + expected ? { items, hasDeadline } : null
}

function decodeExactInput(data: string, hasOuterDeadline: boolean): InnerSwap | null {
  const form = (v3Forms ??= listV3Forms()).get(data.slice(0, 10))
  // SwapRouter02 has its deadline around the call, the others inside it.
  if (form === undefined || form.hasDeadline === hasOuterDeadline) return null
  const word = (index: number): number => 4 + index * wordBytes
  const deadlineWords = form.hasDeadline ? 1 : 0
  const recipientAt = form.isSingle ? 3 : 2
  const amountAt = recipientAt + 1 + deadlineWords
  const ends = form.isSingle
    ? singleEnds(data, word(amountAt + 2))
    : pathEnds(data, word(1), amountAt + 1)
  if (ends === null || ends.first === zeroAddress || ends.last === zeroAddress) return null

  const minOut = readUint(data, word(amountAt + 1))
  const recipientWord = BigInt(`0x${readWord(data, word(recipientAt))}`)
  const keepsOutput = recipientWord === form.self
  // Small numbers are sentinels (the sender, the router itself), never a person's address.
  if (!keepsOutput && recipientWord <= 2n) return null
  const recipient = readAddress(data, word(recipientAt))
  const call = toCall(form.method, {
    recipient,
    srcToken: ends.first,
    dstToken: ends.last,
    amountIn: readUint(data, word(amountAt)),
    minOut,
    ...(form.hasDeadline ? { deadlineSeconds: readUint(data, word(recipientAt + 1)) } : {}),
  })
  return { call, keepsOutput, minOut }
}

/** `limitAt` is the last word, the price limit, which must be zero: the whole input is swapped. */
function singleEnds(data: string, limitAt: number): { first: string; last: string } | null {
  if (byteLength(data) !== limitAt + wordBytes || readUint(data, limitAt) !== 0n) return null
  if (readUint(data, 4 + 2 * wordBytes) >= 1n << 24n) return null
  return { first: readAddress(data, 4), last: readAddress(data, 4 + wordBytes) }
}

/** The tuple starts at `tuple` and has `headWords` words before its path. */
function pathEnds(
  data: string,
  tuple: number,
  headWords: number,
): { first: string; last: string } | null {
  if (readSize(data, 4) !== wordBytes) return null
  if (readSize(data, tuple) !== headWords * wordBytes) return null
  const path = readPaddedBytes(data, tuple + headWords * wordBytes)
  if (path === null || byteLength(data) !== tuple + headWords * wordBytes + path.size) return null
  const size = byteLength(path.bytes)
  const hops = (size - addressBytes) / pathHopBytes
  if (!Number.isInteger(hops) || hops < 1 || hops > maxHops) return null
  const addressAt = (position: number): string =>
    `0x${path.bytes.slice(2 + position * 2, 2 + (position + addressBytes) * 2)}`
  return { first: addressAt(0), last: addressAt(size - addressBytes) }
}

/** A dynamic `bytes` with its zero padding, and the bytes both take with the length word. */
function readPaddedBytes(data: string, position: number): { bytes: string; size: number } | null {
  const bytes = readBytes(data, position)
  const padded = Math.ceil(byteLength(bytes) / wordBytes) * wordBytes
  const start = 2 + (position + wordBytes) * 2
  const padding = data.slice(start + byteLength(bytes) * 2, start + padded * 2)
  if (/[^0]/.test(padding)) return null
  return { bytes, size: wordBytes + padded }
}

function listV2Forms(): ReadonlyMap<string, V2Form> {
  const forms = new Map<string, V2Form>()
  const add = (swaps: (typeof v2Swaps)['ETH'], tail: V2Form['tail']): void => {
    forms.set(swaps.tokens, { ends: 'tokens', tail })
    forms.set(swaps.nativeIn, { ends: 'nativeIn', tail })
    forms.set(swaps.nativeOut, { ends: 'nativeOut', tail })
  }
  for (const swaps of Object.values(v2Swaps)) add(swaps, 'plain')
  add(v2ReferrerSwaps, 'referrer')
  add(v2FlagSwaps, 'flags')
  return forms
}

function listV3Forms(): ReadonlyMap<string, V3Form> {
  const forms = new Map<string, V3Form>()
  for (const [kind, { single, path }] of Object.entries(v3Swaps)) {
    const hasDeadline = kind !== 'router02'
    const self = kind === 'router02' ? 2n : 0n
    const name = kind === 'kyber' ? 'swapExactInput' : 'exactInput'
    forms.set(single, { method: `${name}Single`, hasDeadline, self, isSingle: true })
    forms.set(path, { method: name, hasDeadline, self, isSingle: false })
  }
  return forms
}

function methodOf({ ends, tail }: V2Form): string {
  const name = {
    tokens: 'swapExactTokensForTokens',
    nativeIn: 'swapExactETHForTokens',
    nativeOut: 'swapExactTokensForETH',
  }[ends]
  return tail === 'referrer' ? `${name}SupportingFeeOnTransferTokens` : name
}

function toCall(
  method: string,
  said: Pick<DecodedCall, 'recipient' | 'srcToken' | 'dstToken'> &
    Partial<Pick<DecodedCall, 'amountIn' | 'minOut' | 'deadlineSeconds'>>,
): DecodedCall {
  return { method, amountIn: null, minOut: null, dstChainId: null, refundTo: null, ...said }
}
