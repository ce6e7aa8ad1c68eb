import { readBoc } from '../../../src/chains/ton/boc.ts'
import type { Cell as OwnCell } from '../../../src/chains/ton/cell.ts'
import { jettonOps } from '../../../src/chains/ton/jettons.ts'
import { readComment } from '../../../src/chains/ton/message.ts'
import { readCell } from '../../../src/chains/ton/reader.ts'
import { readTransaction } from '../../../src/chains/ton/transaction.ts'
import { showTonAddress } from '../../../src/chains/ton/address.ts'
import type { TonChainTransaction } from '../../../src/core/tonChain.ts'
import type { TonEntry } from './follow.ts'
import { jettonWalletFacts } from './http/walletFacts.ts'
import type { TonState } from './state.ts'
import type { TonPayment } from './types.ts'

/** Ops that carry coins along without being a payment: what is left of fees, notifications. */
const carriers: ReadonlySet<number> = new Set([jettonOps.excesses, jettonOps.transferNotification])

/**
 * The payment to an owner (raw) in a transaction: TON accepted by the account, or jettons accepted
 * by one of its jetton wallets; null for anything else. `jettonCode` is the hash of jetton wallets'
 * code.
 */
export function paymentIn(
  entry: TonEntry,
  owner: string,
  state: Pick<TonState, 'view'>,
  jettonCode: string,
): TonPayment | null {
  const transaction = readTransaction(entry.boc, entry.account)
  const { inMessage } = transaction
  if (inMessage === null || inMessage.bounced || inMessage.source === null) return null
  const facts = { hash: entry.hash, lt: BigInt(entry.lt), atSeconds: entry.seconds }
  if (entry.account === owner) {
    if (inMessage.value === 0n || carriers.has(inMessage.opcode ?? 0)) return null
    const comment = inMessage.body === null ? null : readComment(readBoc(inMessage.body))
    const { source: from, value: amount } = inMessage
    return { ...facts, from, jetton: null, amount, comment }
  }
  const transfer = transferIn(transaction)
  if (transfer === null) return null
  const wallet = jettonWalletFacts(state.view(entry.account), jettonCode)
  if (wallet === null || wallet.owner !== owner) return null
  return { ...facts, ...transfer, jetton: showTonAddress(wallet.master, 'contract') }
}

type Transfer = Pick<TonPayment, 'from' | 'amount' | 'comment'>

function transferIn({ aborted, compute, inMessage }: TonChainTransaction): Transfer | null {
  if (aborted || compute?.success !== true || inMessage?.body == null) return null
  if (inMessage.opcode !== jettonOps.internalTransfer) return null
  const reader = readCell(readBoc(inMessage.body))
  reader.uint(32)
  reader.big(64)
  const amount = reader.coins()
  const from = reader.address()
  reader.address()
  reader.coins()
  return { amount, from, comment: commentIn(() => reader.eitherRef()) }
}

function commentIn(payload: () => OwnCell): string | null {
  try {
    return readComment(payload())
  } catch (thrown) {
    if (thrown instanceof RangeError) return null // not a comment
    throw thrown
  }
}
