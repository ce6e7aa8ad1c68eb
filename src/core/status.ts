import type { BlockchainId } from './blockchainIds.ts'
import type { Token } from './token.ts'

/** All states (service contract, section 3, and additions of the public material). */
export const statusNames = [
  'PENDING',
  'LONG_PENDING',
  'NOT_FOUND',
  'INDETERMINATE',
  'WAITING_FOR_TRUSTLINE',
  'WAITING_FOR_REFUND_TRUSTLINE',
  'READY_TO_CLAIM',
  'REVERT',
  'REVERTED',
  'FAIL',
  'SUCCESS',
] as const

export type StatusName = (typeof statusNames)[number]

const words: ReadonlySet<string> = new Set(statusNames)

export function isStatusName(text: string): text is StatusName {
  return words.has(text)
}

/** Steps of a deposit order while its status is PENDING. */
export const subStatusNames = ['AWAITING_DEPOSIT', 'CONFIRMING', 'EXCHANGING', 'SENDING'] as const

export type SubStatusName = (typeof subStatusNames)[number]

/** Whether a state no longer changes unless the user acts; an unknown one is not final. */
export function isFinalStatus(status: string): boolean {
  return finalStatuses.has(status)
}

const finalStatuses: ReadonlySet<string> = new Set<StatusName>([
  'SUCCESS',
  'FAIL',
  'REVERTED',
  'REVERT',
  'READY_TO_CLAIM',
  'INDETERMINATE',
])

/** Actions that the owner of the money can take. */
export const nextActions = [
  'none',
  'wait',
  'pay',
  'claim',
  'refund',
  'open_trustline',
  'ask_support',
  'check_hash',
] as const

export type NextAction = (typeof nextActions)[number]

const actions: Record<StatusName, NextAction> = {
  PENDING: 'wait',
  LONG_PENDING: 'ask_support',
  NOT_FOUND: 'check_hash',
  INDETERMINATE: 'ask_support',
  WAITING_FOR_TRUSTLINE: 'open_trustline',
  WAITING_FOR_REFUND_TRUSTLINE: 'open_trustline',
  READY_TO_CLAIM: 'claim',
  REVERT: 'refund',
  REVERTED: 'none',
  FAIL: 'none',
  SUCCESS: 'none',
}

export function actionOf({
  status,
  subStatus,
  action,
}: {
  status: StatusName
  subStatus?: string | null
  action?: NextAction
}): NextAction {
  return action ?? (subStatus === 'AWAITING_DEPOSIT' ? 'pay' : actions[status])
}

/**
 * Further facts about a swap, also of one made elsewhere, for display only. Amounts in base units.
 */
export type SwapFacts = {
  srcToken?: TokenRef
  srcAmount?: bigint
  dstToken?: TokenRef
  fromAddress?: string
  receiver?: string
  /** The bridge or exchange used by an aggregator, as the aggregator names it. */
  carrier?: string
}

type TokenRef = Pick<Token, 'blockchain' | 'address'>

/** The state of a swap according to its provider or the chain. */
export type SwapStatus = {
  status: StatusName
  subStatus?: SubStatusName
  /** Next action if it differs from `actionOf` the state. */
  action?: NextAction
  /** Hash on the destination chain; for REVERTED the refund's hash, where known. */
  destinationTxHash: string | null
  /** The payment reported by the provider, for orders paid without this program. */
  sourceTxHash?: string
  /** Chain of the payment reported by the provider, for swaps this service did not quote. */
  sourceBlockchain?: BlockchainId
  /** Destination reported by the provider; for REVERTED the chain of the refund. */
  destinationBlockchain?: BlockchainId
  /** The upstream's raw status, for support. */
  providerStatus?: string
  /** One plain sentence of facts, for example why a refund is in progress. */
  note?: string
  /** Base units that reached the receiver (or came back), if the chain shows it. */
  receivedAmount?: bigint
  facts?: SwapFacts
}
