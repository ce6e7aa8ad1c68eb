import { zeroAddress } from '../core/token.ts'
import type { EvmReceipt } from '../wallet/types.ts'

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

type Logs = EvmReceipt['logs']
type Log = Logs[number]

/**
 * What an account gained of a token in one transaction, base units; negative when it lost. Counts
 * the token's own transfer logs and, for a wrapped native coin, wrapping and unwrapping.
 */
export function tokenGain(logs: Logs, token: string, account: string): bigint {
  let gain = 0n
  for (const log of logs) {
    if (log.address.toLowerCase() !== token.toLowerCase()) continue
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
 * Native coins that contracts unwrapped in one transaction, base units; null when none did. A
 * payout in native coins leaves no log of its own, but exchanges and bridges pay it out of the
 * wrapped coin.
 */
export function unwrapped(logs: Logs, wrappedNative: string | null): bigint | null {
  if (wrappedNative === null) return null
  const amounts = logs
    .filter(({ address }) => address.toLowerCase() === wrappedNative.toLowerCase())
    .filter(({ topics: [topic] }) => topic === topics.withdrawal)
    .map(amountOf)
  return amounts.length === 0 ? null : amounts.reduce((total, amount) => total + amount, 0n)
}

function isAccount(topic: string | undefined, account: string): boolean {
  if (topic === undefined || account === zeroAddress) return false
  return topic.toLowerCase() === `0x${account.slice(2).toLowerCase().padStart(64, '0')}`
}

/** A log whose data is not one number counts as nothing: it is no event of such a token. */
function amountOf({ data }: Log): bigint {
  return /^0x[0-9a-fA-F]{64}$/.test(data) ? BigInt(data) : 0n
}
