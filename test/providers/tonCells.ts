import {
  type Address,
  beginCell,
  type Builder,
  Cell,
  Dictionary,
  Address as TonAddress,
} from '@ton/core'

import { readTonTransaction } from '../../src/chains/ton/transaction.ts'
import type { TonChainMessage, TonChainTransaction } from '../../src/core/tonChain.ts'

// Transactions as the chain stores them, written by the vendor's library.
// https://github.com/ton-blockchain/ton/blob/master/crypto/block/block.tlb (read 2026-11)

const empty = beginCell().endCell()

/** The transaction's cell, a bag of cells in base64. */
export function transactionBoc(given: TonChainTransaction): string {
  const outs = Dictionary.empty(Dictionary.Keys.Uint(15), Dictionary.Values.Cell())
  for (const [index, message] of given.outMessages.entries()) outs.set(index, messageCell(message))
  const messages = beginCell()
    .storeMaybeRef(given.inMessage === null ? null : messageCell(given.inMessage))
    .storeDict(outs)
  return beginCell()
    .storeUint(0b0111, 4)
    .storeBuffer(Buffer.from(given.account.split(':')[1] ?? '', 'hex'))
    .storeUint(given.lt, 64)
    .storeUint(0, 256 + 64)
    .storeUint(given.atSeconds, 32)
    .storeUint(given.outMessages.length, 15)
    .storeUint(0b1010, 4)
    .storeRef(messages)
    .storeCoins(given.totalFees)
    .storeBit(false)
    .storeRef(empty)
    .storeRef(description(given))
    .endCell()
    .toBoc()
    .toString('base64')
}

/** The same transaction with the hashes that its cells have. */
export function sealed(given: TonChainTransaction): TonChainTransaction {
  const { blockSeqno, traceId, emulated } = given
  return {
    ...readTonTransaction(transactionBoc(given), given.account),
    blockSeqno,
    traceId,
    emulated,
  }
}

function description({ aborted, compute, action }: TonChainTransaction): Builder {
  const cell = beginCell().storeUint(0, 4).storeBit(false).storeBit(false).storeBit(false)
  if (compute === null) cell.storeBit(false).storeUint(0b10, 2)
  else {
    const details = beginCell().storeVarUint(0, 3).storeVarUint(0, 3).storeBit(false)
    details.storeInt(0, 8).storeInt(compute.exitCode, 32)
    cell.storeBit(true).storeBit(compute.success).storeUint(0, 2).storeCoins(0).storeRef(details)
  }
  return cell.storeMaybeRef(action === null ? null : actionCell(action)).storeBit(aborted)
}

function actionCell(action: NonNullable<TonChainTransaction['action']>): Cell {
  const cell = beginCell().storeBit(action.success).storeBit(true).storeBit(false)
  cell.storeBit(false).storeBit(false).storeBit(false).storeInt(action.resultCode, 32)
  return cell.storeBit(false).storeUint(0, 32).storeUint(action.skippedActions, 16).endCell()
}

function messageCell(message: TonChainMessage): Cell {
  const { source, destination, value, forwardFee, bounced, body } = message
  const cell = beginCell()
  if (source === null)
    cell.storeUint(0b10, 2).storeAddress(null).storeAddress(at(destination)).storeCoins(0)
  else {
    cell.storeBit(false).storeBit(true).storeBit(!bounced).storeBit(bounced)
    cell.storeAddress(at(source)).storeAddress(at(destination)).storeCoins(value).storeBit(false)
    cell
      .storeCoins(0)
      .storeCoins(forwardFee)
      .storeUint(0, 64 + 32)
  }
  const content = body === null ? empty : Cell.fromBase64(body)
  return cell.storeBit(false).storeBit(true).storeRef(content).endCell()
}

function at(raw: string | null): Address {
  if (raw === null) throw new Error('a message without a destination')
  return TonAddress.parseRaw(raw)
}
