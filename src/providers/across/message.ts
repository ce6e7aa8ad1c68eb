import {
  byteLength,
  encodeAddress,
  encodeCall,
  encodeUint,
  readAddress,
  readBytes,
  readSize,
  readUint,
  wordBytes,
} from '../../chains/evm/hex.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { zeroAddress } from '../../core/token.ts'
import { isEventEmitter } from './contracts.ts'

// The message of a deposit is what MulticallHandler does with the money on its arrival:
// `Instructions { Call { address target; bytes callData; uint256 value }[] calls; address fallback }`,
// contracts/handlers/MulticallHandler.sol of @across-protocol/contracts 5.0.27.

const selectors = {
  drainLeftoverTokens: '0xef8738d3',
  makeCallWithBalance: '0xc41e8295',
  withdraw: '0x2e1a7d4d',
  transfer: '0xa9059cbb',
  emitData: '0xd836083e',
} as const
const maxCalls = 8

/**
 * Who gets the money on arrival, and in what token; the zero address is the native coin. `fees` are
 * base units that go to others on the way.
 */
export type Delivery = { recipient: string; token: string; fees: bigint; fallback: string }

type Call = { target: string; data: string; value: bigint }

/**
 * Reads the messages Across writes for wrapped and native coins and for an integrator's fee: unwrap
 * or not, pay fees of fixed amounts, then send all the rest to one receiver. A message that swaps
 * on arrival names no least amount for the receiver, so it is refused.
 * @throws SwaprouteError UNSAFE_ROUTE with check E8; CHAIN_UNAVAILABLE when words are missing
 */
export function readDelivery(
  message: string,
  handler: string,
  outputToken: string,
  outputAmount: bigint,
): Delivery {
  const { calls, fallback } = readInstructions(message)
  const drained = new Set<string>()
  let recipient: string | null = null
  let unwrapped = false
  let fees = 0n
  for (const call of calls) {
    const drain = call.target === handler && call.value === 0n ? readDrain(call.data) : null
    if (drain !== null) {
      if (recipient !== null && recipient !== drain.recipient) throw refuse()
      recipient = drain.recipient
      // Native coins are there only after the unwrapping.
      if (drain.token !== zeroAddress || unwrapped) drained.add(drain.token)
      continue
    }
    if (isLogEntry(call)) continue
    // Fees and unwrapping come before the rest is sent: afterwards nothing is left.
    if (recipient !== null) throw refuse()
    const fee = readFee(call, outputToken, unwrapped)
    if (fee !== null) fees += fee
    else if (unwrapsAll(call, handler, outputToken, outputAmount - fees)) unwrapped = true
    else throw refuse()
  }
  const token = unwrapped ? zeroAddress : outputToken
  if (recipient === null || !drained.has(token) || fees >= outputAmount) throw refuse()
  return { recipient, token, fees, fallback }
}

/** A fixed amount to somebody else, as tokens before the unwrapping or as native coins after it. */
function readFee(
  { target, data, value }: Call,
  outputToken: string,
  unwrapped: boolean,
): bigint | null {
  if (unwrapped) return data === '0x' && value > 0n ? value : null
  const isTransfer =
    target === outputToken &&
    value === 0n &&
    data.startsWith(selectors.transfer) &&
    byteLength(data) === 4 + 2 * wordBytes
  return isTransfer ? readUint(data, 4 + wordBytes) : null
}

function isLogEntry({ target, data, value }: Call): boolean {
  return value === 0n && isEventEmitter(target) && data.startsWith(selectors.emitData)
}

function readInstructions(message: string): { calls: Call[]; fallback: string } {
  const struct = readSize(message, 0)
  const list = struct + readSize(message, struct)
  const count = readSize(message, list)
  if (count > maxCalls) throw refuse()
  const calls: Call[] = []
  for (let index = 0; index < count; index += 1) {
    const first = list + wordBytes
    const at = first + readSize(message, first + index * wordBytes)
    calls.push({
      target: readAddress(message, at),
      data: readBytes(message, at + readSize(message, at + wordBytes)),
      value: readUint(message, at + 2 * wordBytes),
    })
  }
  return { calls, fallback: readAddress(message, struct + wordBytes) }
}

function readDrain(data: string): { token: string; recipient: string } | null {
  if (!data.startsWith(selectors.drainLeftoverTokens)) return null
  if (byteLength(data) !== 4 + 2 * wordBytes) return null
  return { token: readAddress(data, 4), recipient: readAddress(data, 4 + wordBytes) }
}

/** Either `withdraw` of all that is left, or of whatever balance the handler has. */
function unwrapsAll(
  { target, data, value }: Call,
  handler: string,
  outputToken: string,
  amount: bigint,
): boolean {
  if (value !== 0n || amount < 0n) return false
  if (target === outputToken) return data === encodeCall(selectors.withdraw, encodeUint(amount))
  return target === handler && data === withdrawBalance(outputToken)
}

/** `makeCallWithBalance(token, withdraw(0), 0, [(token, 4)])`, as the API encodes it. */
function withdrawBalance(token: string): string {
  const inner = (selectors.withdraw + encodeUint(0)).slice(2).padEnd(128, '0')
  return encodeCall(
    selectors.makeCallWithBalance,
    encodeAddress(token),
    encodeUint(4 * wordBytes),
    encodeUint(0),
    encodeUint(7 * wordBytes),
    encodeUint(4 + wordBytes),
    inner,
    encodeUint(1),
    encodeAddress(token),
    encodeUint(4),
  )
}

function refuse(): SwaprouteError {
  return new SwaprouteError(
    'UNSAFE_ROUTE',
    'The delivery of Across does more than pay one receiver, and cannot be checked.',
    {
      hint: 'Nothing was signed. Ask for a new quote, or use another provider.',
      context: { check: 'E8' },
    },
  )
}
