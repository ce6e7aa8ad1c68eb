import { openSync, closeSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { SwaprouteError, systemFault } from '../../core/errors.ts'
import type { SwapReceipt } from '../../execution/receipts.ts'
import { type CsvRow, csvAmount, csvTime, csvUsd, toCsv } from '../../format/csv.ts'
import { isDepositPaid, ownGas } from '../swap/outcome.ts'

const columns = [
  'time_utc',
  'ended_utc',
  'status',
  'provider',
  'sent',
  'sent_token',
  'sent_chain',
  'sent_token_address',
  'sent_usd',
  'received',
  'received_token',
  'received_chain',
  'received_token_address',
  'received_usd',
  'network_fee',
  'network_fee_coin',
  'network_fee_usd',
  'other_fees_usd',
  'from',
  'to',
  'payment_hash',
  'delivery_hash',
  'refund_hash',
  'receipt',
] as const

/**
 * Writes swaps for accounts and taxes, one line each, oldest first. What has not moved is empty.
 * @param given as written on the command line
 * @throws SwaprouteError INVALID_ARGUMENT where the file exists or cannot be written
 */
export function writeCsv(
  given: string,
  receipts: readonly SwapReceipt[],
  folder: string,
): { file: string; swaps: number } {
  const file = resolve(folder, given)
  const rows = receipts.toSorted((a, b) => a.createdAtMs - b.createdAtMs).map(toRow)
  const written = createFile(file)
  try {
    writeFileSync(written, toCsv(columns, rows))
  } finally {
    closeSync(written)
  }
  return { file, swaps: rows.length }
}

/** Only its owner may read it, and no earlier file is replaced. */
function createFile(file: string): number {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
    throw new SwaprouteError(
      'INVALID_ARGUMENT',
      isThere ? `${file} exists already.` : `${file} cannot be written: ${systemFault(cause)}.`,
      { hint: 'Give --csv a new file name.', cause },
    )
  }
}

function toRow(receipt: SwapReceipt): CsvRow {
  const { send, received, hashes, values } = receipt
  const isPaid = receipt.spent !== null || isDepositPaid(receipt)
  const sent = isPaid ? (receipt.spent ?? send) : null
  const gas = ownGas(receipt)
  return {
    time_utc: csvTime(receipt.createdAtMs),
    ended_utc: csvTime(receipt.endedAtMs),
    status: receipt.status,
    provider: receipt.provider,
    sent: csvAmount(sent),
    sent_token: send.token.symbol,
    sent_chain: send.token.blockchain,
    sent_token_address: send.token.address,
    sent_usd: sent === null ? null : csvUsd(values.sent),
    received: csvAmount(received),
    received_token: received?.token.symbol ?? null,
    received_chain: received?.token.blockchain ?? null,
    received_token_address: received?.token.address ?? null,
    received_usd: received === null ? null : csvUsd(values.received),
    network_fee: csvAmount(gas),
    network_fee_coin: gas?.token.symbol ?? null,
    network_fee_usd: gas === null ? null : csvUsd(values.networkFee),
    other_fees_usd: sent === null ? null : csvUsd(values.otherFees),
    from: receipt.fromAddress,
    to: receipt.receiver,
    payment_hash: hashes.source ?? null,
    delivery_hash: hashes.destination ?? null,
    refund_hash: hashes.refund ?? null,
    receipt: receipt.receiptId,
  }
}
