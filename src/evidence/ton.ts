import { toRawTonAddress } from '../chains/ton/address.ts'
import { jettonOps, readInternalTransfer } from '../chains/ton/jettons.ts'
import { readTonTransferAmount } from '../chains/ton/proxyTon.ts'
import type { Token } from '../core/token.ts'
import type { TonChainMessage, TonChainTransaction, TonTrace } from '../core/tonChain.ts'
import { readTonHash } from '../core/tonHash.ts'

// What money came to somebody on TON in everything that followed from one message. Adapters and
// execution measure it here and nowhere else.

/** Something that came to an account, more than nothing, and the transaction in which it did. */
export type Gain = { amount: bigint; transaction: TonChainTransaction }

/** Money that came, as its own cells show it; `hash` is of the last transaction that brought some. */
export type TonArrival = {
  source: 'receipt'
  blockchain: Token['blockchain']
  hash: string
  blockNumber: null
  token: Token
  amount: bigint
}

export type Transactions = Pick<TonTrace, 'transactions'>

/** Where money of one token comes to: the account itself, or its jetton wallet. Raw. */
export type Purse = {
  owner: string
  /** Null: coins, which come to the owner. */
  jettonWallet: string | null
}

/** A hash in one of TON's spellings as 64 hex digits, also with a 0x that some programs add. */
export function tonHashIn(text: string): string | null {
  return readTonHash(text.replace(/^0x(?=[0-9a-f]{64}$)/i, ''))?.hex ?? null
}

/** Without what is only foreseen and in no block. */
export function happened({ transactions }: Transactions): Transactions {
  return { transactions: transactions.filter(({ emulated }) => !emulated) }
}

/** What of TON is read to measure a payment. */
export type TonMoneyReader = {
  /** The jetton wallet of an owner, raw, by the master of the token. */
  readJettonWallet(master: string, owner: string): Promise<string>
  /** A transaction out of the account's own cells; null where the node does not show it. */
  findStored(
    account: string,
    hash: string,
    sinceSeconds: number,
  ): Promise<TonChainTransaction | null>
}

/** What of a token came to its owner in a trace; nothing for an owner who is not on TON. */
export async function gainsOf(
  { readJettonWallet }: Pick<TonMoneyReader, 'readJettonWallet'>,
  trace: Transactions,
  { native, address }: Pick<Token, 'native' | 'address'>,
  owner: string,
): Promise<Gain[]> {
  const raw = toRawTonAddress(owner)
  if (raw === null) return []
  const jettonWallet = native ? null : await readJettonWallet(address, raw)
  return gainsIn(trace, { owner: raw, jettonWallet })
}

/** Of what an account does, the part that is money for somebody. */
export type Measure = (trace: Transactions, account: string) => Gain[]

/** A wallet that was paid shows its transaction within this time before the payment's own. */
const searchMarginSeconds = 600

/**
 * The gains once more out of the account's own cells: an index may be wrong about what it tells.
 * Null: the node does not show them (yet).
 */
export async function proved(
  { findStored }: Pick<TonMoneyReader, 'findStored'>,
  gains: readonly Gain[],
  token: Token,
  measure: Measure = token.native ? coinGains : jettonGains,
): Promise<TonArrival | null> {
  let amount = 0n
  for (const { transaction } of gains) {
    const { account, hash, atSeconds } = transaction
    const stored = await findStored(account, hash, atSeconds - searchMarginSeconds)
    if (stored === null) return null
    amount += sumOf(measure({ transactions: [stored] }, account))
  }
  const last = gains.at(-1)
  if (last === undefined || amount !== sumOf(gains)) return null
  const { blockchain } = token
  const { hash } = last.transaction
  return { source: 'receipt', blockchain, hash, blockNumber: null, token, amount }
}

/** What was paid to a purse. */
export function gainsIn(trace: Transactions, { owner, jettonWallet }: Purse): Gain[] {
  return jettonWallet === null ? coinGains(trace, owner) : jettonGains(trace, jettonWallet)
}

/**
 * Jettons that came to a jetton wallet: only transactions in which the wallet itself took them.
 * @param wallet raw address of the receiver's jetton wallet
 */
function jettonGains({ transactions }: Transactions, wallet: string): Gain[] {
  return gains(
    transactions
      .filter((transaction) => transaction.account === wallet && takesJettons(transaction))
      .map((transaction) => ({
        amount: readInternalTransfer(transaction.inMessage?.body ?? null)?.amount ?? 0n,
        transaction,
      })),
  )
}

/**
 * Coins that were paid to an account, without what was left of fees (`excesses`), what came back
 * because nobody wanted it, and the few that go along with the news of jettons. A wallet that does
 * not exist yet is paid all the same: its transaction has no compute phase.
 */
function coinGains(trace: Transactions, account: string): Gain[] {
  const jettonWallets = new Set(
    trace.transactions.filter(takesJettons).map(({ account: own }) => own),
  )
  const isPayment = ({ message: { bounced, opcode, source } }: Incoming): boolean => {
    const isNews = opcode === jettonOps.transferNotification && jettonWallets.has(source ?? '')
    return !bounced && opcode !== jettonOps.excesses && !isNews
  }
  return gains(
    incoming(trace, account)
      .filter(isPayment)
      .map(({ message, transaction }) => ({ amount: paidIn(message), transaction })),
  )
}

/** Everything in coins that came to an account, whatever for. */
export function allCoins(trace: Transactions, account: string): Gain[] {
  return gains(
    incoming(trace, account).map(({ message, transaction }) => ({
      amount: message.value,
      transaction,
    })),
  )
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

export function sumOf(list: readonly Gain[]): bigint {
  return list.reduce((sum, { amount }) => sum + amount, 0n)
}

/** A message without money pays nothing. */
function gains(list: Gain[]): Gain[] {
  return list.filter(({ amount }) => amount > 0n)
}

function takesJettons({ inMessage, compute, aborted }: TonChainTransaction): boolean {
  const isTransfer = inMessage?.opcode === jettonOps.internalTransfer && !inMessage.bounced
  return isTransfer && compute?.success === true && !aborted
}

type Incoming = { message: TonChainMessage; transaction: TonChainTransaction }

/** Messages with coins that an account took and kept. */
function incoming({ transactions }: Transactions, account: string): Incoming[] {
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
