import { type Call, call, type Inside, unsafeCall } from '../../chains/evm/calls.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import { isEventEmitter } from './contracts.ts'

// The message of a deposit instructs MulticallHandler what to do with the money on arrival:
// contracts/handlers/MulticallHandler.sol of @across-protocol/contracts 5.0.27.

const instructions =
  '((address target, bytes callData, uint256 value)[] calls, address fallbackRecipient) instructions'
const maxCalls = 8

/**
 * Who gets the money on arrival, and in which token; the zero address is the native coin. `fees`:
 * base units paid to others on the way.
 */
export type AcrossDelivery = { recipient: string; token: string; fees: bigint; fallback: string }

/** What arrives at the handler; base units. */
type Arriving = { handler: string; outputToken: string; outputAmount: bigint }

type Step =
  | { kind: 'drain'; token: string; recipient: string }
  | { kind: 'fee'; amount: bigint }
  | { kind: 'unwrap'; amount: bigint | 'balance' }
  | { kind: 'log' }

/**
 * Reads the messages Across writes for wrapped and native coins and for an integrator's fee:
 * optionally unwrap, pay fixed fees, then send the rest to one receiver. A message that swaps on
 * arrival names no minimum for the receiver, so it is refused.
 * @throws SwaprouteError UNSAFE_ROUTE with check E8
 */
export function readDelivery(inside: Inside, message: string, arriving: Arriving): AcrossDelivery {
  const { outputToken, outputAmount } = arriving
  const [{ calls, fallbackRecipient: fallback }] = inside.values(instructions, message)
  if (calls.length > maxCalls) throw refuse()
  const drained = new Set<string>()
  let recipient: string | null = null
  let unwrapped = false
  let fees = 0n
  for (const { target, callData, value } of calls) {
    const step = readStep(inside, { target, callData, value }, arriving, unwrapped)
    if (step.kind === 'log') continue
    if (step.kind === 'drain') {
      if (recipient !== null && recipient !== step.recipient) throw refuse()
      recipient = step.recipient
      // Native coins exist only after unwrapping.
      if (step.token !== zeroAddress || unwrapped) drained.add(step.token)
      continue
    }
    // Fees and unwrapping come before the rest is sent: afterwards nothing is left.
    if (recipient !== null) throw refuse()
    if (step.kind === 'fee') {
      fees += step.amount
      continue
    }
    if (step.amount !== 'balance' && step.amount !== outputAmount - fees) throw refuse()
    unwrapped = true
  }
  const token = unwrapped ? zeroAddress : outputToken
  if (recipient === null || !drained.has(token) || fees >= outputAmount) throw refuse()
  return { recipient, token, fees, fallback }
}

function readStep(
  inside: Inside,
  { target, callData, value }: { target: string; callData: string; value: bigint },
  { handler, outputToken }: Arriving,
  unwrapped: boolean,
): Step {
  // A fixed amount of native coins to an account that is not the receiver.
  if (callData === '0x') {
    if (unwrapped && value > 0n) return { kind: 'fee', amount: value }
    throw refuse()
  }
  if (value !== 0n) throw refuse()
  if (isSameAddress(target, handler)) return inside.call(handlerCalls(outputToken), callData)
  if (isSameAddress(target, outputToken) && !unwrapped) return inside.call(tokenCalls, callData)
  if (isEventEmitter(target)) return inside.call([logEntry], callData)
  throw refuse()
}

const withdraw = call('function withdraw(uint256 amount)', ([amount]): Step => ({
  kind: 'unwrap',
  amount,
}))

const tokenCalls: readonly Call<Step>[] = [
  withdraw,
  call('function transfer(address to, uint256 amount)', ([, amount]) => ({ kind: 'fee', amount })),
]

const logEntry = call('function emitData(bytes data)', (): Step => ({ kind: 'log' }))

function handlerCalls(outputToken: string): readonly Call<Step>[] {
  return [
    call(
      'function drainLeftoverTokens(address token, address destination)',
      ([token, recipient]) => ({
        kind: 'drain',
        token,
        recipient,
      }),
    ),
    // Unwraps the handler's whole balance: the amount of `withdraw` is filled in at the call.
    call(
      'function makeCallWithBalance(address target, bytes callData, uint256 value, (address token, uint256 offset)[] replacement)',
      ([target, callData, value, replacement], inside) => {
        const [one, more] = replacement
        const step = inside.call([withdraw], callData)
        const isBalance =
          isSameAddress(target, outputToken) &&
          value === 0n &&
          step.kind === 'unwrap' &&
          step.amount === 0n &&
          more === undefined &&
          one !== undefined &&
          isSameAddress(one.token, outputToken) &&
          one.offset === 4n
        if (!isBalance) throw refuse()
        return { kind: 'unwrap', amount: 'balance' }
      },
    ),
  ]
}

function refuse(): ReturnType<typeof unsafeCall> {
  return unsafeCall('Across', 'does more on arrival than pay one receiver')
}
