import { call, unsafeCall } from '../../chains/evm/calls.ts'
import { asHex, view } from '../../chains/evm/views.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import type { ClaimTerms } from '../../core/claim.ts'
import type { ClaimCall, ContractDelivery } from '../kits/evm/contractStatus.ts'
import type { ContractTools } from '../kits/evm/contractTools.ts'
import { claimsAt, unreadBridge } from '../kits/rollup/claims.ts'
import { listedToken } from '../kits/rollup/tokenPairs.ts'
import { mediators, messageBridges, pulseTokens, type PulseSide } from './contracts.ts'
import {
  coinReceiver,
  headerOf,
  isBetweenMediators,
  type PulseMessage,
  release,
  releaseAndCall,
} from './messages.ts'

// Validators carry messages to PULSECHAIN; to ETH they only sign them, and anyone who submits the
// signatures executes the message: BasicHomeAMB.sol, BasicForeignAMB.sol, MessageProcessor.sol
// and AMBBridgeHelper.sol of https://github.com/omni/tokenbridge-contracts (6.1). A message that fails
// is undone by a call of the mediator on its destination: FailedMessagesProcessor.sol of
// https://github.com/omni/omnibridge (1.1).

/** Reverts where the message fails, so that it can be tried again; the plain form uses it up. */
const execute = 'function safeExecuteSignaturesWithAutoGasLimit(bytes data, bytes signatures)'
const bridged =
  'event TokensBridged(address indexed token, address indexed recipient, uint256 value, bytes32 indexed messageId)'
const undone =
  'event FailedMessageFixed(bytes32 indexed messageId, address token, address recipient, uint256 value)'

const theBridge = 'the bridge of PulseChain'

export async function pulseDelivery(
  message: PulseMessage,
  tools: ContractTools,
): Promise<ContractDelivery> {
  const { dst } = message
  const id = asHex(message.id)
  const bridge = messageBridges[dst]
  const [isDone, failedAt] = await tools.read(dst, [
    view(bridge, 'function messageCallStatus(bytes32 id) view returns (bool)', [id]),
    view(bridge, 'function failedMessageReceiver(bytes32 id) view returns (address)', [id]),
  ])
  if (!isDone.ok || !failedAt.ok) throw unreadBridge(dst, theBridge)
  if (isDone.value) {
    const found = await transferIn(bridged, [null, null, id], { blockchain: dst, id }, tools)
    return { kind: 'arrived', ...(found ?? { hash: null, amount: null }) }
  }
  if (!isSameAddress(failedAt.value, zeroAddress)) {
    const back = await transferIn(undone, [id], { blockchain: message.src, id }, tools)
    if (back !== null) return { kind: 'returned', ...back }
    const note = `The message failed on ${dst}; requestFailedMessageFix of ${mediators[dst]} there returns the tokens on ${message.src}.`
    return { kind: 'stuck', note }
  }
  if (dst === 'ETH') return withdrawalDelivery(message, tools)
  return { kind: 'waiting', note: 'The deposit is on ETH; PULSECHAIN does not show it yet.' }
}

/** The transaction of a mediator's event about a message, and the amount; null if not found. */
async function transferIn(
  event: typeof bridged | typeof undone,
  topics: readonly (string | null)[],
  { blockchain, id }: { blockchain: PulseSide; id: string },
  { findEvent }: ContractTools,
): Promise<{ hash: string; amount: bigint } | null> {
  const place = { blockchain, contract: mediators[blockchain], topics }
  const found = await findEvent(
    event,
    place,
    ({ messageId }) => messageId.toLowerCase() === id.toLowerCase(),
  )
  return found === null ? null : { hash: found.hash, amount: found.args.value }
}

async function withdrawalDelivery(
  message: PulseMessage,
  tools: ContractTools,
): Promise<ContractDelivery> {
  const count = await signatureCount(message, tools)
  return count === null
    ? {
        kind: 'waiting',
        note: 'The withdrawal can be claimed on ETH once the validators of PULSECHAIN have signed it.',
      }
    : {
        kind: 'claimable',
        note: 'The validators of PULSECHAIN have signed the withdrawal; it can be claimed on ETH.',
        claim: () => withdrawalClaim(message, count, tools),
      }
}

const isEnough = 1n << 255n

/** How many validators signed; null: not enough yet. */
async function signatureCount(
  { encoded }: PulseMessage,
  { read, packedHash }: ContractTools,
): Promise<bigint | null> {
  const [signed] = await read('PULSECHAIN', [
    view(
      messageBridges.PULSECHAIN,
      'function numMessagesSigned(bytes32 message) view returns (uint256)',
      [asHex(packedHash(['bytes'], [encoded]))],
    ),
  ])
  if (!signed.ok) throw unreadBridge('PULSECHAIN', theBridge)
  const { value } = signed
  const count = value ^ isEnough
  return value < isEnough || count > 0xffn ? null : count
}

async function withdrawalClaim(
  { encoded, token: address, amount, recipient: receiver }: PulseMessage,
  count: bigint,
  { read, packedHash, encode }: ContractTools,
): Promise<ClaimCall> {
  const token = listedToken('ETH', address)
  if (token === null) throw unsafeCall('PulseChain', 'pays a token that is not known')
  const hash = asHex(packedHash(['bytes'], [encoded]))
  const found = await read(
    'PULSECHAIN',
    Array.from({ length: Number(count) }, (_, index) =>
      view(
        messageBridges.PULSECHAIN,
        'function signature(bytes32 hash, uint256 index) view returns (bytes)',
        [hash, BigInt(index)],
      ),
    ),
  )
  const signatures = found.map((one) => (one.ok ? one.value.slice(2) : ''))
  if (signatures.some((one) => one.length !== 130)) throw unreadBridge('PULSECHAIN', theBridge)
  const all = (from: number, to: number): string =>
    signatures.map((one) => one.slice(2 * from, 2 * to)).join('')
  const packed = `${count.toString(16).padStart(2, '0')}${all(64, 65)}${all(0, 32)}${all(32, 64)}`
  const data = encode(execute, [asHex(encoded), `0x${packed}`])
  return { blockchain: 'ETH', to: messageBridges.ETH, data, token, amount, receiver }
}

const payouts = [
  call(release, ([token, recipient, amount]): ClaimTerms => {
    if (pulseTokens.pairOf('ETH', token) === null)
      throw unsafeCall('PulseChain', 'pays an unknown token')
    return { token, recipient, amount }
  }),
  call(releaseAndCall, ([token, router, amount, payee]): ClaimTerms => {
    const recipient = coinReceiver(token, router, payee)
    if (recipient === null) throw unsafeCall('PulseChain', 'runs a call on arrival')
    return { token: zeroAddress, recipient, amount }
  }),
]

export const pulseClaims = claimsAt({ ETH: messageBridges.ETH }, () => [
  call(execute, ([encoded], inside): ClaimTerms => {
    const header = headerOf(encoded)
    if (header === null || !isBetweenMediators(header, 'PULSECHAIN')) {
      throw unsafeCall('PulseChain', 'does more than a withdrawal')
    }
    const { token, amount, recipient } = inside.call(payouts, header.data)
    return { token, amount, recipient }
  }),
])
