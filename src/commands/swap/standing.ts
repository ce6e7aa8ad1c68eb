import type { SwapReceipt } from '../../execution/receipts.ts'
import type { DepositCardFacts } from '../../format/deposit.ts'
import { moneyText } from '../../format/funds.ts'
import { timeText } from '../../format/numbers.ts'
import { plain } from '../../format/plain.ts'
import type { InterruptSummary } from '../frame/context.ts'

/**
 * What an interrupted run says of a swap of the journal: what was signed, ordered and paid, where
 * the money is, and the command that goes on.
 * @param shown the deposit card that this run has read back and shown; null: none
 */
export function standingOf(
  receipt: SwapReceipt,
  shown: DepositCardFacts | null,
  repeated: string,
  nowMs: number,
): InterruptSummary {
  const { receiptId, id, hashes, funds, open, deposit } = receipt
  const failed = receipt.status === 'FAIL'
  return {
    text: `Interrupted. ${sentencesOf(receipt, shown, nowMs).join(' ')}`,
    details: {
      receiptId,
      id,
      hashes,
      ...(deposit === undefined ? {} : { exchangeId: deposit.exchangeId }),
    },
    funds,
    money: moneyText({ ...receipt, failed }),
    next: open
      ? `Go on with \`swaproute resume ${receiptId}${repeated}\`.`
      : `See \`swaproute receipt ${receiptId}${repeated}\`.`,
  }
}

function sentencesOf(
  receipt: SwapReceipt,
  shown: DepositCardFacts | null,
  nowMs: number,
): string[] {
  const { givenUp, open, status } = receipt
  if (givenUp !== null)
    return [`The swap was given up before its payment: ${plain(givenUp.reason)}`]
  if (!open) return [`The swap has ended as ${status}.`]
  return receipt.deposit?.payment === 'by_hand' || receipt.hashes.source === undefined
    ? beforePayment(receipt, shown, nowMs)
    : paid(receipt)
}

function paid({ hashes, funds, send }: SwapReceipt): string[] {
  const payment = `payment ${plain(hashes.source ?? '')} on ${send.token.blockchain}`
  switch (funds) {
    case 'none_moved':
    case 'approved_only':
      return [`The ${payment} failed.`]
    case 'unknown':
      return [`The ${payment} is signed and may have been sent.`]
    case 'sent':
    case 'delivered':
    case 'refunding':
      return [`The ${payment} was sent; the swap goes on without this program.`]
  }
}

function beforePayment(
  receipt: SwapReceipt,
  shown: DepositCardFacts | null,
  nowMs: number,
): string[] {
  const { hashes, deposit, provider, funds, state } = receipt
  if (deposit === undefined) {
    if (state === 'ordering' || state === 'order_unknown') {
      return [
        `It is not known whether ${provider} opened the order.`,
        'No address was shown, so nothing can have been paid.',
      ]
    }
    const { approve } = hashes
    return approve === undefined
      ? ['Nothing was signed.']
      : [`The approval ${plain(approve)} was sent; the payment is not signed.`]
  }
  const { exchangeId, expiresAtMs } = deposit
  const order = exchangeId === null ? 'The order' : `Order ${plain(exchangeId)}`
  if (funds !== 'none_moved') {
    return [`${order} at ${provider} is paid; it goes on without this program.`]
  }
  if (deposit.payment === 'signed') return [`${order} at ${provider} is open and is not paid.`]
  const isOver = expiresAtMs !== null && nowMs >= expiresAtMs
  const until = expiresAtMs === null ? '' : ` until ${timeText(expiresAtMs)}`
  const unpaid = 'You have not paid, as far as is known: no payment has arrived yet.'
  if (isOver) return [unpaid, `The time to pay ${order} at ${provider} is over: pay nothing.`]
  return [
    unpaid,
    `${order} at ${provider} is open${until}.`,
    ...(shown === null ? [] : [instructionOf(shown)]),
  ]
}

/** D7: this run has read the order back a moment ago, and its time is not over. */
function instructionOf({ amountToSend, token, depositAddress, memo }: DepositCardFacts): string {
  const along = memo === null ? '' : ` with the ${plain(memo.name, 30)} ${plain(memo.value, 256)}`
  return `Pay exactly ${plain(amountToSend)} ${plain(token.symbol, 16)} on ${token.blockchain} to ${plain(depositAddress)}${along}.`
}
