import { jettonOps, readInternalTransfer } from '../../../chains/ton/jettons.ts'
import { readTonTransferAmount } from '../../../chains/ton/proxyTon.ts'
import type { TonChainTransaction, TonTrace } from '../../../core/tonChain.ts'

// What money came to somebody in everything that followed from one message. Only transactions
// that are in a block count.

/** Where money of one token comes to: the account itself, or its jetton wallet. Raw. */
export type Purse = {
  owner: string
  /** Null: coins, which come to the owner himself. */
  jettonWallet: string | null
}

/** `hash` is of the last transaction that brought some of it; null where nothing came. */
export type Came = { amount: bigint; hash: string | null }

/**
 * What was paid to a purse. With coins, neither what was left of fees nor what bounced is a
 * payment, and of a payout only what it says of itself.
 */
export function paidInto({ transactions }: TonTrace, { owner, jettonWallet }: Purse): Came {
  const news = new Set(transactions.filter(takesJettons).map(({ account }) => account))
  return sumUp(transactions, (transaction) => {
    if (jettonWallet !== null) return transaction.account === jettonWallet ? taken(transaction) : 0n
    const message = coinsTo(transaction, owner)
    if (message === null || message.bounced || message.opcode === jettonOps.excesses) return 0n
    const isNews = message.opcode === jettonOps.transferNotification
    if (isNews && news.has(message.source ?? '')) return 0n
    const said = readTonTransferAmount(message.body)
    return said !== null && said < message.value ? said : message.value
  })
}

/** All coins that came to an account, whatever for. */
export function allCoinsTo({ transactions }: TonTrace, owner: string): Came {
  return sumUp(transactions, (transaction) => coinsTo(transaction, owner)?.value ?? 0n)
}

function sumUp(
  transactions: readonly TonChainTransaction[],
  measure: (transaction: TonChainTransaction) => bigint,
): Came {
  let came: Came = { amount: 0n, hash: null }
  for (const transaction of transactions) {
    const amount = transaction.emulated ? 0n : measure(transaction)
    if (amount > 0n) came = { amount: came.amount + amount, hash: transaction.hash }
  }
  return came
}

/** The message that brought an account coins which it kept; null where none did. */
function coinsTo(
  { account, inMessage, aborted, outMessages }: TonChainTransaction,
  owner: string,
): TonChainTransaction['inMessage'] {
  if (account !== owner || inMessage === null || inMessage.source === null) return null
  // Refused: the coins went back in the same transaction.
  return aborted && outMessages.some(({ bounced }) => bounced) ? null : inMessage
}

function takesJettons({ inMessage, compute, aborted }: TonChainTransaction): boolean {
  const isTransfer = inMessage?.opcode === jettonOps.internalTransfer && !inMessage.bounced
  return isTransfer && compute?.success === true && !aborted
}

function taken(transaction: TonChainTransaction): bigint {
  if (!takesJettons(transaction)) return 0n
  return readInternalTransfer(transaction.inMessage?.body ?? null)?.amount ?? 0n
}
