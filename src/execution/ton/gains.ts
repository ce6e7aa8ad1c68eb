import { jettonOps, readInternalTransfer } from '../../chains/ton/jettons.ts'
import type { TonChainTransaction, TonTrace } from '../../core/tonChain.ts'

/** Something that came to an account, and the transaction in which it did. */
export type Gain = { amount: bigint; transaction: TonChainTransaction }

/**
 * Jettons that came to a jetton wallet: only transactions in which the wallet itself took them.
 * @param wallet raw address of the receiver's jetton wallet
 */
export function jettonGains({ transactions }: TonTrace, wallet: string): Gain[] {
  return transactions.flatMap((transaction) => {
    const { account, inMessage, compute, aborted } = transaction
    if (account !== wallet || inMessage === null || inMessage.bounced) return []
    if (inMessage.opcode !== jettonOps.internalTransfer || compute?.success !== true || aborted) {
      return []
    }
    const arrival = readInternalTransfer(inMessage.body)
    return arrival === null ? [] : [{ amount: arrival.amount, transaction }]
  })
}

/**
 * Coins that came to an account, without what was left of fees (`excesses`) and what came back
 * because nobody wanted it. A wallet that does not exist yet is paid all the same: its transaction
 * has no compute phase.
 */
export function coinGains({ transactions }: TonTrace, account: string): Gain[] {
  return transactions.flatMap((transaction) => {
    const { inMessage } = transaction
    if (transaction.account !== account || inMessage === null) return []
    if (inMessage.source === null || inMessage.bounced || handsBack(transaction)) return []
    if (inMessage.opcode === jettonOps.excesses) return []
    return [{ amount: inMessage.value, transaction }]
  })
}

/** Everything in coins that came back to an account, whatever for. */
export function returnedCoins({ transactions }: TonTrace, account: string): bigint {
  let sum = 0n
  for (const transaction of transactions) {
    const { inMessage } = transaction
    const came = transaction.account === account && inMessage !== null && inMessage.source !== null
    if (came && !handsBack(transaction)) sum += inMessage.value
  }
  return sum
}

/** What all its transactions in a trace did to an account, to the unit; negative has left it. */
export function balanceChange({ transactions }: TonTrace, account: string): bigint {
  let change = 0n
  for (const { account: own, inMessage, outMessages, totalFees } of transactions) {
    if (own !== account) continue
    if (inMessage !== null && inMessage.source !== null) change += inMessage.value
    change -= totalFees
    for (const { value, forwardFee } of outMessages) change -= value + forwardFee
  }
  return change
}

export function sumOf(gains: readonly Gain[]): bigint {
  return gains.reduce((sum, { amount }) => sum + amount, 0n)
}

/** The account refused what came: the coins went back in the same transaction. */
function handsBack({ aborted, outMessages }: TonChainTransaction): boolean {
  return aborted && outMessages.some(({ bounced }) => bounced)
}
