import { jettonOps, readInternalTransfer } from '../../chains/ton/jettons.ts'
import { readTonTransferAmount } from '../../chains/ton/proxyTon.ts'
import type { TonChainMessage, TonChainTransaction, TonTrace } from '../../core/tonChain.ts'

/** Something that came to an account, and the transaction in which it did. */
export type Gain = { amount: bigint; transaction: TonChainTransaction }

type Transactions = Pick<TonTrace, 'transactions'>

/**
 * Jettons that came to a jetton wallet: only transactions in which the wallet itself took them.
 * @param wallet raw address of the receiver's jetton wallet
 */
export function jettonGains({ transactions }: Transactions, wallet: string): Gain[] {
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
 * Coins that were paid to an account, without what was left of fees (`excesses`), what came back
 * because nobody wanted it, and the few that go along with the news of jettons. A wallet that does
 * not exist yet is paid all the same: its transaction has no compute phase.
 */
export function coinGains(trace: Transactions, account: string): Gain[] {
  const jettonWallets = new Set(
    trace.transactions.flatMap(({ account: own, inMessage }) =>
      inMessage?.opcode === jettonOps.internalTransfer ? [own] : [],
    ),
  )
  return incoming(trace, account).flatMap(({ message, transaction }) => {
    const { bounced, opcode, source } = message
    const isNews = opcode === jettonOps.transferNotification && jettonWallets.has(source ?? '')
    if (bounced || opcode === jettonOps.excesses || isNews) return []
    return [{ amount: paidIn(message), transaction }]
  })
}

/** Everything in coins that came to an account, whatever for. */
export function allCoins(trace: Transactions, account: string): Gain[] {
  return incoming(trace, account).map(({ message, transaction }) => ({
    amount: message.value,
    transaction,
  }))
}

/** What all its transactions in a trace did to an account, to the unit; negative has left it. */
export function balanceChange({ transactions }: Transactions, account: string): bigint {
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

/** Messages with coins that an account took and kept. */
function incoming(
  { transactions }: Transactions,
  account: string,
): { message: TonChainMessage; transaction: TonChainTransaction }[] {
  return transactions.flatMap((transaction) => {
    const { inMessage: message } = transaction
    const came = transaction.account === account && message !== null && message.source !== null
    return came && !handsBack(transaction) ? [{ message, transaction }] : []
  })
}

/** An exchange's payout says how much of its value is the payout; the rest is left of fees. */
function paidIn({ value, body }: TonChainMessage): bigint {
  const said = readTonTransferAmount(body)
  return said !== null && said < value ? said : value
}

/** The account refused what came: the coins went back in the same transaction. */
function handsBack({ aborted, outMessages }: TonChainTransaction): boolean {
  return aborted && outMessages.some(({ bounced }) => bounced)
}
