import { toRawTonAddress } from '../chains/ton/address.ts'
import { jettonOps, readInternalTransfer } from '../chains/ton/jettons.ts'
import { readTonTransferAmount } from '../chains/ton/proxyTon.ts'
import type { Token } from '../core/token.ts'
import type { TonChainMessage, TonChainTransaction, TonTrace } from '../core/tonChain.ts'
import { readTonHash } from '../core/tonHash.ts'

// Measures money received on TON in the trace of one message; used by adapters and execution.

/** A positive amount received by an account, and its transaction. */
export type Gain = { amount: bigint; transaction: TonChainTransaction }

/** Money received, proved by the account's cells; `hash` is of the last such transaction. */
export type TonArrival = {
  source: 'receipt'
  blockchain: Token['blockchain']
  hash: string
  blockNumber: null
  token: Token
  amount: bigint
}

export type Transactions = Pick<TonTrace, 'transactions'>

/** The account that receives a token: the owner or its jetton wallet. Raw. */
export type Purse = {
  owner: string
  /** Null: TON, received by the owner. */
  jettonWallet: string | null
}

/** A hash in one of TON's spellings as 64 hex digits, also with a 0x that some programs add. */
export function tonHashIn(text: string): string | null {
  return readTonHash(text.replace(/^0x(?=[0-9a-f]{64}$)/i, ''))?.hex ?? null
}

/** Drops emulated transactions, which are in no block. */
export function happened({ transactions }: Transactions): Transactions {
  return { transactions: transactions.filter(({ emulated }) => !emulated) }
}

/** TON reads needed to measure a payment. */
export type TonMoneyReader = {
  /** The jetton wallet of an owner, raw, by the master of the token. */
  readJettonWallet(master: string, owner: string): Promise<string>
  /** A transaction from the account's own cells; null if the node does not show it. */
  findStored(
    account: string,
    hash: string,
    sinceSeconds: number,
  ): Promise<TonChainTransaction | null>
}

/** Gains of an owner in a token in a trace; empty for an owner not on TON. */
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

/** Extracts an account's gains from a trace. */
export type Measure = (trace: Transactions, account: string) => Gain[]

/** How far before the payment's time a receiving transaction is searched. */
const searchMarginSeconds = 600

/**
 * Re-measures the gains from the account's own cells, since an index may be wrong. Null: the node
 * does not show them (yet).
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

export function gainsIn(trace: Transactions, { owner, jettonWallet }: Purse): Gain[] {
  return jettonWallet === null ? coinGains(trace, owner) : jettonGains(trace, jettonWallet)
}

/**
 * Jettons received by a jetton wallet; only transactions in which the wallet accepted them.
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
 * TON paid to an account, without excess fees (`excesses`), bounces, and the TON of jetton
 * notifications. A wallet that does not exist yet is paid too: its transaction has no compute
 * phase.
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

/** All TON received by an account. */
export function allCoins(trace: Transactions, account: string): Gain[] {
  return gains(
    incoming(trace, account).map(({ message, transaction }) => ({
      amount: message.value,
      transaction,
    })),
  )
}

/** Balance change of an account over its transactions in a trace, nanoton. */
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

/** Drops gains of zero. */
function gains(list: Gain[]): Gain[] {
  return list.filter(({ amount }) => amount > 0n)
}

function takesJettons({ inMessage, compute, aborted }: TonChainTransaction): boolean {
  const isTransfer = inMessage?.opcode === jettonOps.internalTransfer && !inMessage.bounced
  return isTransfer && compute?.success === true && !aborted
}

type Incoming = { message: TonChainMessage; transaction: TonChainTransaction }

/** Messages with TON that an account accepted and did not return. */
function incoming({ transactions }: Transactions, account: string): Incoming[] {
  return transactions.flatMap((transaction) => {
    const { inMessage: message } = transaction
    const came = transaction.account === account && message !== null && message.source !== null
    return came && !handsBack(transaction) ? [{ message, transaction }] : []
  })
}

/** The payout in a message: a pTON payout names it, the rest of the value is excess fees. */
function paidIn({ value, body }: TonChainMessage): bigint {
  const named = readTonTransferAmount(body)
  return named !== null && named < value ? named : value
}

/** Whether the account bounced the TON in the same transaction. */
function handsBack({ aborted, outMessages }: TonChainTransaction): boolean {
  return aborted && outMessages.some(({ bounced }) => bounced)
}
