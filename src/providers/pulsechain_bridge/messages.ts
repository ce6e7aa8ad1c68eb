import { isSameAddress, zeroAddress } from '../../core/token.ts'
import type { ClaimTerms } from '../../core/claim.ts'
import type { MinedTransfer } from '../kits/evm/contractStatus.ts'
import type { ContractTools } from '../kits/evm/contractTools.ts'
import {
  coinRouter,
  mediators,
  messageBridges,
  pulseTokens,
  type PulseSide,
  wrappedPair,
} from './contracts.ts'

// Messages of the bridge below: ArbitraryMessage.sol of https://github.com/omni/tokenbridge-contracts
// (6.1), and what they run: BasicOmnibridge.sol of https://github.com/omni/omnibridge (1.1).

const toPulse = 'event UserRequestForAffirmation(bytes32 indexed messageId, bytes encodedData)'
const toEther = 'event UserRequestForSignature(bytes32 indexed messageId, bytes encodedData)'

const mint = 'function handleBridgedTokens(address token, address recipient, uint256 value)'
const firstMint =
  'function deployAndHandleBridgedTokens(address token, string name, string symbol, uint8 decimals, address recipient, uint256 value)'
export const release =
  'function handleNativeTokens(address token, address recipient, uint256 value)'
export const releaseAndCall =
  'function handleNativeTokensAndCall(address token, address recipient, uint256 value, bytes data)'

export type PulseMessage = {
  src: PulseSide
  dst: PulseSide
  id: string
  /** As the validators sign it. */
  encoded: string
} & ClaimTerms

/** The fields of a message before its call. */
type Header = { id: string; sender: string; executor: string; data: string }

const bytesBefore = {
  sender: 32,
  executor: 52,
  gas: 72,
  lengths: 76,
  type: 78,
  chains: 79,
} as const

/** Types of messages: carried by the validators, and signed by them for a claim. */
const lanes: readonly string[] = ['00', '80']

/** Reads a message; null: it is too short, or of another type. */
export function headerOf(encoded: string): Header | null {
  const part = (from: number, to?: number): string =>
    encoded.slice(2 + 2 * from, to === undefined ? undefined : 2 + 2 * to)
  const { sender, executor, gas, lengths, type, chains } = bytesBefore
  if (encoded.length < 2 + 2 * chains) return null
  const [own, other] = [part(lengths, lengths + 1), part(lengths + 1, type)].map((hex) =>
    Number.parseInt(hex, 16),
  )
  if (own === undefined || other === undefined || !lanes.includes(part(type, chains))) {
    return null
  }
  return {
    id: `0x${part(0, sender)}`,
    sender: `0x${part(sender, executor)}`,
    executor: `0x${part(executor, gas)}`,
    data: `0x${part(chains + own + other)}`,
  }
}

/** Whether a message goes from one mediator to the other. */
export function isBetweenMediators({ sender, executor }: Header, src: PulseSide): boolean {
  return (
    isSameAddress(sender, mediators[src]) &&
    isSameAddress(executor, mediators[pulseTokens.otherSide(src)])
  )
}

/** The transfer in a transaction's events; null if there is none of a known token. */
export function pulseMessageOf(mined: MinedTransfer, tools: ContractTools): PulseMessage | null {
  const { blockchain, logs } = mined
  if (!pulseTokens.isSide(blockchain)) return null
  const event = blockchain === 'ETH' ? toPulse : toEther
  for (const { args } of tools.events(event, logs, messageBridges[blockchain])) {
    const { messageId: id, encodedData: encoded } = args
    const header = headerOf(encoded)
    if (header === null || !isBetweenMediators(header, blockchain)) continue
    if (header.id.toLowerCase() !== id.toLowerCase()) continue
    const terms = blockchain === 'ETH' ? mintOf(header, tools) : releaseOf(header, tools)
    const dst = pulseTokens.otherSide(blockchain)
    if (terms !== null) return { src: blockchain, dst, id, encoded, ...terms }
  }
  return null
}

function mintOf({ data }: Header, { decode }: ContractTools): ClaimTerms | null {
  const known = decode(mint, data)
  const first = known === null ? decode(firstMint, data) : null
  const [token, recipient, amount] =
    known ?? (first === null ? [null, null, null] : [first[0], first[4], first[5]])
  if (token === null || recipient === null || amount === null) return null
  const pair = pulseTokens.pairOf('ETH', token)
  return pair === null ? null : { token: pair.PULSECHAIN, recipient, amount }
}

function releaseOf({ data }: Header, { decode }: ContractTools): ClaimTerms | null {
  const plain = decode(release, data)
  if (plain !== null) {
    const [token, recipient, amount] = plain
    return pulseTokens.pairOf('ETH', token) === null ? null : { token, recipient, amount }
  }
  const called = decode(releaseAndCall, data)
  if (called === null) return null
  const [token, router, amount, payee] = called
  const recipient = coinReceiver(token, router, payee)
  return recipient === null ? null : { token: zeroAddress, recipient, amount }
}

/** Who is paid in coins by the router; null: something else is called. */
export function coinReceiver(token: string, router: string, payee: string): string | null {
  const isCoin = isSameAddress(token, wrappedPair.ETH) && isSameAddress(router, coinRouter)
  return isCoin && /^0x[\da-f]{40}$/i.test(payee) ? payee : null
}
