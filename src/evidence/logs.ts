import { isSameAddress, zeroAddress } from '../core/token.ts'
import type { EvmLog } from './evm.ts'

// Event topics: keccak-256 of the signatures; a test computes them again.
// https://eips.ethereum.org/EIPS/eip-20, https://etherscan.io/address/0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2#code
// (WETH9: wrapping logs Deposit and Withdrawal instead of Transfer; both read 2026-11)
export const topics = {
  /** Transfer(address indexed from, address indexed to, uint256 value) */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** Deposit(address indexed dst, uint256 wad) */
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  /** Withdrawal(address indexed src, uint256 wad) */
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
} as const

type Logs = readonly EvmLog[]

const isNumber = /^0x[0-9a-fA-F]{64}$/

/**
 * Net gain of an account in a token in one transaction, base units; may be negative. Counts the
 * token's transfer logs and, for a wrapped native coin, wrapping and unwrapping.
 */
export function tokenGain(logs: Logs, token: string, account: string): bigint {
  let gain = 0n
  for (const log of logs) {
    if (!isSameAddress(log.address, token)) continue
    const [topic, first, second] = log.topics
    if (topic === topics.transfer && log.topics.length === 3) {
      if (isAccount(second, account)) gain += amountOf(log)
      if (isAccount(first, account)) gain -= amountOf(log)
    }
    if (topic === topics.deposit && isAccount(first, account)) gain += amountOf(log)
    if (topic === topics.withdrawal && isAccount(first, account)) gain -= amountOf(log)
  }
  return gain
}

/**
 * Native coins unwrapped in one transaction, base units; null without any. A native payout leaves
 * no log, but exchanges and bridges unwrap it first.
 */
export function unwrapped(logs: Logs, wrappedNative: string | null): bigint | null {
  return wrappedNative === null ? null : sumOf(eventsOf(logs, wrappedNative, topics.withdrawal))
}

/**
 * Tokens sent to an account in one transaction, base units; null without an event. A wrapped native
 * coin may emit `Deposit` alone or both events.
 */
export function tokensSentTo(logs: Logs, token: string, account: string): bigint | null {
  const sent = eventsOf(logs, token, topics.transfer).filter((log) =>
    isAccount(log.topics[2], account),
  )
  const wrapped = eventsOf(logs, token, topics.deposit).filter((log) =>
    isAccount(log.topics[1], account),
  )
  return sumOf(sent) ?? sumOf(wrapped)
}

/** Native coins that one account unwrapped or burned to unwrap. */
export function unwrappedBy(logs: Logs, wrappedNative: string, account: string): bigint | null {
  const withdrawn = eventsOf(logs, wrappedNative, topics.withdrawal)
  const burned = eventsOf(logs, wrappedNative, topics.transfer).filter(
    ({ topics: [, , to = '0x'] }) => /^0x0+$/.test(to),
  )
  const isOwn = ({ topics: [, owner] }: EvmLog): boolean => isAccount(owner, account)
  return sumOf(withdrawn.filter(isOwn)) ?? sumOf(burned.filter(isOwn))
}

function eventsOf(logs: Logs, token: string, topic: string): EvmLog[] {
  return logs.filter(
    (log) =>
      isSameAddress(log.address, token) && log.topics[0] === topic && isNumber.test(log.data),
  )
}

function sumOf(logs: Logs): bigint | null {
  if (logs.length === 0) return null
  return logs.reduce((total, log) => total + amountOf(log), 0n)
}

function isAccount(topic: string | undefined, account: string): boolean {
  if (topic === undefined || account === zeroAddress) return false
  return topic.toLowerCase() === `0x${account.slice(2).toLowerCase().padStart(64, '0')}`
}

/** Zero for a log whose data is not one number: not an event of such a token. */
function amountOf({ data }: EvmLog): bigint {
  return isNumber.test(data) ? BigInt(data) : 0n
}
