import { keccak_256 } from '@noble/hashes/sha3.js'
import { toChecksumAddress } from '../chains/evm/checksum.ts'
import { encodeAddress, readAddress, readUint } from '../chains/evm/hex.ts'
import type { Log } from './evmAnswers.ts'

/** An approval the owner would give; `measurable` if `allowance` returns the rest. */
export type SeenApproval = {
  token: string
  spender: string
  amount: bigint
  measurable: boolean
}

const unlimited = (1n << 256n) - 1n

/** Contracts whose logs include the owner: a balance may have changed there. */
export function contractsNaming(owner: string, logs: readonly Log[]): string[] {
  const topic = topicOf(owner)
  const naming = logs.filter(({ topics }) => topics.some((word) => word.toLowerCase() === topic))
  return [...new Set(naming.map(({ address }) => toChecksumAddress(address)))]
}

/**
 * All approvals in the logs: ERC-20 and ERC-721 approvals, approvals for all (ERC-721, ERC-1155)
 * and Permit2's inner allowances. One entry per token and spender, with the largest amount;
 * approvals for all count as unlimited.
 */
export function approvalsIn(owner: string, logs: readonly Log[]): SeenApproval[] {
  const seen = new Map<string, SeenApproval>()
  const ownerTopic = topicOf(owner)
  for (const log of logs) {
    const [, ownerWord] = log.topics
    if (ownerWord?.toLowerCase() !== ownerTopic) continue
    const approval = toApproval(log)
    if (approval === null) continue
    const key = `${approval.token} ${approval.spender} ${approval.measurable}`
    const known = seen.get(key)
    if (known === undefined || known.amount < approval.amount) seen.set(key, approval)
  }
  return [...seen.values()]
}

function toApproval({ address, topics, data }: Log): SeenApproval | null {
  const [event, , second, third] = topics
  if (event === undefined || second === undefined) return null
  const token = toChecksumAddress(address)
  const spender = addressOf(second)
  switch (event.toLowerCase()) {
    case topicOfEvent('Approval(address,address,uint256)'):
      // A third indexed value makes it an ERC-721 approval of one item.
      if (third !== undefined) return { token, spender, amount: 1n, measurable: false }
      return { token, spender, amount: firstWord(data), measurable: true }
    case topicOfEvent('ApprovalForAll(address,address,bool)'):
      return { token, spender, amount: firstWord(data) === 0n ? 0n : unlimited, measurable: false }
    // https://docs.uniswap.org/contracts/permit2/reference/allowance-transfer (read 2026-11)
    case topicOfEvent('Approval(address,address,address,uint160,uint48)'):
    case topicOfEvent('Permit(address,address,address,uint160,uint48,uint48)'): {
      if (third === undefined) return null
      const inner = { token: spender, spender: addressOf(third) }
      return { ...inner, amount: firstWord(data), measurable: false }
    }
    default:
      return null
  }
}

const eventTopics = new Map<string, string>()

function topicOfEvent(signature: string): string {
  const known = eventTopics.get(signature)
  if (known !== undefined) return known
  const topic = `0x${Buffer.from(keccak_256(Buffer.from(signature, 'ascii'))).toString('hex')}`
  eventTopics.set(signature, topic)
  return topic
}

function topicOf(address: string): string {
  return `0x${encodeAddress(address)}`
}

/** Upper bytes that are not zero are cut off, as in the contract that wrote the log. */
function addressOf(topic: string): string {
  return toChecksumAddress(readAddress(`0x${'0'.repeat(24)}${topic.slice(26)}`, 0))
}

/** An empty body counts as the maximum rather than zero. */
function firstWord(data: string): bigint {
  return data.length >= 66 ? readUint(data, 0) : unlimited
}
