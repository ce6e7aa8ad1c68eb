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
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { zeroAddress } from '../../core/token.ts'
import type { DecodedCall } from '../../core/transaction.ts'
import { acrossContracts, isHandler } from './contracts.ts'
import { readDelivery } from './message.ts'
import { isWorth, type Swapped } from './swapped.ts'

// Reads the calls of Across' API back (E8, E9). ABI: @across-protocol/contracts 5.0.27, and for the
// older `depositNative` https://github.com/across-protocol/frontend api/_typechain (read 2026-11).

const selectors = {
  deposit: '0xad5425c6',
  depositV3: '0x7b939232',
  depositNative: '0x609ea081',
  /** Of the periphery before 2026-06: no depositor, refunds go to the sender. */
  depositNativeToSender: '0x656a20e6',
  swapAndBridge: '0x110560ad',
} as const

/**
 * What stands behind the arguments: the integrator's mark and that of the Swap API,
 * https://github.com/across-protocol/frontend api/_integrator-id.ts (read 2026-11).
 */
const tagShape = /^(?:1dc0de[0-9a-f]{4})?(?:73c0de)?$/

/** The fields all forms of a deposit have; amounts in base units. */
type Deposit = {
  method: string
  depositor: string | null
  recipient: string
  srcToken: string
  outputToken: string
  amountIn: bigint
  outputAmount: bigint
  dstChainId: number
  message: string
  times: Times
}

type Times = Pick<DecodedCall, 'deadlineSeconds' | 'exclusive'>

/**
 * What a call to one of Across' contracts does. Deposits, deposits of native coins and deposits
 * after a swap are read; where a message says how the money is delivered, so is that.
 *
 * Never null: Across' contracts have other methods, and a call that cannot be read completely must
 * not be signed because the receiver's address appears somewhere in it.
 * @throws SwaprouteError UNSAFE_ROUTE with check E8
 */
export function decodeAcrossCall(blockchain: BlockchainId, to: string, data: string): DecodedCall {
  const contracts = acrossContracts(blockchain)
  const text = data.toLowerCase()
  if (contracts === null || !isHexData(text)) throw unsafe('cannot be read')
  const isPool = isSame(to, contracts.spokePool)
  if (!isPool && !contracts.peripheries.some((address) => isSame(address, to))) {
    throw unsafe('goes to a contract that is not theirs')
  }
  try {
    const deposit = isPool
      ? readPoolCall(text)
      : readPeripheryCall(text, contracts.spokePool, blockchain)
    return toCall(deposit)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code === 'UNSAFE_ROUTE') throw thrown
    throw unsafe('cannot be read', thrown)
  }
}

/** `deposit` and `depositV3` have the same words, once as bytes32 and once as addresses. */
function readPoolCall(data: string): Deposit {
  const method = methodOf(data, ['deposit', 'depositV3'])
  const word = argument(data)
  const message = readMessage(data, 11, 12)
  return {
    method,
    depositor: readAddress(data, word(0)),
    recipient: readAddress(data, word(1)),
    srcToken: readAddress(data, word(2)),
    outputToken: readAddress(data, word(3)),
    amountIn: readUint(data, word(4)),
    outputAmount: readUint(data, word(5)),
    dstChainId: readSize(data, word(6)),
    message,
    times: readTimes(data, word(7)),
  }
}

function readPeripheryCall(data: string, spokePool: string, blockchain: BlockchainId): Deposit {
  const method = methodOf(data, ['depositNative', 'depositNativeToSender', 'swapAndBridge'])
  if (method === 'swapAndBridge') return readSwapAndBridge(data, spokePool, blockchain)
  const word = argument(data)
  const hasDepositor = method === 'depositNative'
  const rest = hasDepositor ? 2 : 1
  requirePool(readAddress(data, word(0)), spokePool)
  return {
    method: 'depositNative',
    depositor: hasDepositor ? readAddress(data, word(1)) : null,
    recipient: readAddress(data, word(rest)),
    srcToken: readAddress(data, word(rest + 1)),
    amountIn: readUint(data, word(rest + 2)),
    outputToken: readAddress(data, word(rest + 3)),
    outputAmount: readUint(data, word(rest + 4)),
    dstChainId: readSize(data, word(rest + 5)),
    message: readMessage(data, rest + 10, rest + 11),
    times: readTimes(data, word(rest + 6)),
  }
}

/**
 * One struct: fees, the deposit, then the swap before it. The output promised in the deposit holds
 * for the least input the swap may give, and grows with it.
 */
function readSwapAndBridge(data: string, spokePool: string, blockchain: BlockchainId): Deposit {
  const struct = argument(data)(1)
  const word = (index: number): number => struct + index * wordBytes
  if (readSize(data, argument(data)(0)) !== wordBytes) throw unsafe('is laid out oddly')
  if (readUint(data, word(0)) !== 0n) throw unsafe('pays a fee to a third party')
  requirePool(readAddress(data, word(10)), spokePool)
  readBool(data, word(9))
  // How the exchange gets the tokens, of three ways.
  if (readUint(data, word(5)) > 2n) throw unsafe('cannot be read')

  const depositAt = readSize(data, word(2))
  if (depositAt !== 12 * wordBytes) throw unsafe('is laid out oddly')
  const field = (index: number): number => struct + depositAt + index * wordBytes
  if (readSize(data, field(10)) !== 11 * wordBytes) throw unsafe('is laid out oddly')
  const message = readBytes(data, field(11))
  const routerAt = depositAt + 12 * wordBytes + padded(message)
  if (readSize(data, word(8)) !== routerAt) throw unsafe('is laid out oddly')
  const router = readBytes(data, struct + routerAt)
  requireEnd(data, struct + routerAt + wordBytes + padded(router))
  requireWorth(blockchain, {
    token: readAddress(data, field(0)),
    least: readUint(data, word(7)),
    outputToken: readAddress(data, field(1)),
    outputAmount: readUint(data, field(2)),
    dstChainId: readSize(data, field(5)),
  })
  return {
    method: 'swapAndBridge',
    srcToken: readAddress(data, word(3)),
    amountIn: readUint(data, word(6)),
    outputToken: readAddress(data, field(1)),
    outputAmount: readUint(data, field(2)),
    depositor: readAddress(data, field(3)),
    recipient: readAddress(data, field(4)),
    dstChainId: readSize(data, field(5)),
    message,
    times: readTimes(data, field(6)),
  }
}

function toCall(deposit: Deposit): DecodedCall {
  const { method, depositor, outputToken, outputAmount, dstChainId, message } = deposit
  // The zero address lets the relayer choose the token; in our words it would be the native coin.
  if (isSame(outputToken, zeroAddress)) throw unsafe('does not say which token it pays')
  const common = {
    method,
    srcToken: deposit.srcToken,
    amountIn: deposit.amountIn,
    minOut: outputAmount,
    dstChainId,
    refundTo: depositor,
    ...deposit.times,
  }
  if (message === '0x') return { ...common, recipient: deposit.recipient, dstToken: outputToken }

  const handler = deposit.recipient
  if (!isHandler(handler, dstChainId)) throw unsafe('hands the money to an unknown contract')
  const delivery = readDelivery(message, handler, outputToken, outputAmount)
  const { fallback, recipient } = delivery
  const owners = [zeroAddress, recipient, ...(depositor === null ? [] : [depositor])]
  if (!owners.some((owner) => isSame(owner, fallback))) {
    throw unsafe(`would pay ${fallback} if the delivery fails`)
  }
  return { ...common, recipient, dstToken: delivery.token, minOut: outputAmount - delivery.fees }
}

/** The error for a call that must not be signed; completes "The call of Across …". */
function unsafe(what: string, cause?: unknown): SwaprouteError {
  return new SwaprouteError('UNSAFE_ROUTE', `The call of Across ${what}.`, {
    hint: 'Nothing was signed. Ask for a new quote, or use another provider.',
    context: { check: 'E8' },
    cause,
  })
}

function methodOf<Name extends keyof typeof selectors>(data: string, names: readonly Name[]): Name {
  const found = names.find((name) => data.startsWith(selectors[name]))
  if (found === undefined) throw unsafe('uses a method this program does not know')
  return found
}

/** Positions of the words behind the selector. */
function argument(data: string): (index: number) => number {
  if (byteLength(data) < 4) throw unsafe('cannot be read')
  return (index) => 4 + index * wordBytes
}

/** The `bytes` argument whose offset is word `offsetAt`, which must directly follow the head. */
function readMessage(data: string, offsetAt: number, headWords: number): string {
  const word = argument(data)
  if (readSize(data, word(offsetAt)) !== headWords * wordBytes) throw unsafe('is laid out oddly')
  const message = readBytes(data, word(headWords))
  requireEnd(data, word(headWords + 1) + padded(message))
  return message
}

function padded(bytes: string): number {
  return Math.ceil(byteLength(bytes) / wordBytes) * wordBytes
}

function requireEnd(data: string, position: number): void {
  // Reading the last word proves that all of it is there.
  readWord(data, position - wordBytes)
  if (!tagShape.test(data.slice(2 + position * 2))) throw unsafe('carries data nobody asked for')
}

/**
 * Exclusive relayer, quote time, time to fill and exclusivity; the last three are uint32, and the
 * contract refuses more. Up to a year an exclusivity is a period, beyond it a moment: SpokePool.sol,
 * `MAX_EXCLUSIVITY_PERIOD_SECONDS` (read 2026-11).
 */
function readTimes(data: string, position: number): Times {
  const [, deadlineSeconds, until] = [1, 2, 3].map((at) => {
    const time = readUint(data, position + at * wordBytes)
    if (time > 0xffff_ffffn) throw unsafe('cannot be read')
    return time
  })
  if (deadlineSeconds === undefined || until === undefined) throw unsafe('cannot be read')
  if (until === 0n) return { deadlineSeconds }
  const relayer = readAddress(data, position)
  return { deadlineSeconds, exclusive: { relayer, until, isPeriod: until <= 31_536_000n } }
}

/** What the swap is sure to give must be worth what the deposit promises for it. */
function requireWorth(blockchain: BlockchainId, swapped: Swapped): void {
  if (!isWorth(blockchain, swapped)) throw unsafe('promises more than its swap is sure to give')
}

function requirePool(address: string, spokePool: string): void {
  if (!isSame(address, spokePool)) throw unsafe('deposits into a contract that is not theirs')
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
