import { amountData } from './frame/output.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { SwapReceipt } from '../execution/receipts.ts'
import { renderCard } from '../format/card.ts'
import { moneyText } from '../format/funds.ts'
import { type HashRow, type ReceiptFacts, receiptCard } from '../format/receipt.ts'
import { tookText } from '../format/status.ts'
import { fateOf } from '../format/statusTexts.ts'
import type { Assets } from './frame/services.ts'
import { type Ctx, defineCommand } from './frame/command.ts'
import type { Answer } from './frame/shapes.ts'
import { openFlag } from './inputs/flags.ts'
import { summaryData } from './history.ts'
import {
  hashRows,
  isDepositPaid,
  orderData,
  orderFacts,
  ownGas,
  plainReceipt,
} from './swap/outcome.ts'
import { completeSubject } from './guide/askMissing.ts'
import { sidesOf, withPage } from './watch/openPage.ts'

export const receiptCommand = defineCommand({
  name: 'receipt',
  money: 'follows',
  summary: 'Everything about one swap of this machine',
  usage: '<id>',
  examples: ['swaproute receipt 7c1e', 'swaproute receipt 7c1e4f0a --json'],
  flags: [openFlag],
  maxWords: 1,
  wordValues: ['receipt'],
  async run(given, ctx: Ctx<'assets' | 'journal' | 'openPage'>): Promise<Answer<ReceiptFacts>> {
    const input = await completeSubject(given, ctx)
    const [text] = input.words
    if (text === undefined) {
      throw new SwaprouteError('MISSING_FIELD', 'The receipt id is missing.', {
        hint: '`swaproute history` lists them; the first characters are enough.',
      })
    }
    const journal = await ctx.services.journal()
    const receiptId = journal.find(text)
    if (receiptId === null) {
      throw new SwaprouteError(
        'SWAP_NOT_FOUND',
        'The journal of this machine does not have this swap.',
        {
          hint: '`swaproute history` lists all; `swaproute status <hash>` finds swaps made elsewhere.',
        },
      )
    }
    const receipt = journal.receipt(receiptId)
    const assets = await ctx.services.assets()
    const answer = {
      data: receiptData(receipt),
      view: receiptFacts(receipt, assets, ctx.repeated),
      funds: receipt.funds,
    }
    const sides = sidesOf({ ...receipt, dstToken: receipt.receive.token })
    return withPage(answer, { open: input.open, sides }, ctx)
  },
  screen: (facts, { width, paint }) => renderCard(receiptCard(facts), width, paint),
  plain: (facts) => plainReceipt(facts),
})

function receiptFacts(receipt: SwapReceipt, assets: Assets, repeated: string): ReceiptFacts {
  const { send, receive } = receipt
  return {
    title: receipt.deposit?.payment === 'by_hand' ? 'Receipt of a deposit' : 'Receipt',
    status: receipt.status,
    subStatus: receipt.statusAnswer.subStatus ?? null,
    action: receipt.statusAnswer.action ?? null,
    note: receipt.statusAnswer.note ?? null,
    fate: fateOf(receipt),
    money: moneyText(receipt),
    provider: receipt.provider,
    sent: receipt.spent ?? send,
    spent: receipt.spent !== null || isDepositPaid(receipt),
    received: receipt.received,
    expected: receive,
    feesPaid: receipt.feesPaid,
    gasSpent: ownGas(receipt),
    payer: receipt.fromAddress,
    receiver: receipt.receiver,
    receiverMemo: receipt.receiverMemo ?? null,
    refundAddress: receipt.refundAddress,
    hashes: [
      ...hashRows(receipt, send.token.blockchain, receive.token.blockchain, assets),
      ...paidOutRows(receipt, assets),
    ],
    allowanceLeft: receipt.allowanceLeft,
    spender: receipt.spender,
    order: orderFacts(receipt.deposit),
    receiptId: receipt.receiptId,
    id: receipt.id,
    createdAtMs: receipt.createdAtMs,
    updatedAtMs: receipt.updatedAtMs,
    took: tookText({ paidAtMs: receipt.paidAtMs, own: receipt }),
    events: receipt.events,
    next: receipt.open ? `swaproute resume ${receipt.receiptId}${repeated}` : null,
  }
}

/** The payout that a provider reports for a swap which did not end as agreed. */
function paidOutRows({ hashes, statusAnswer, receive }: SwapReceipt, assets: Assets): HashRow[] {
  const { destinationTxHash: hash } = statusAnswer
  if (hash === null || hash === hashes.destination || hash === hashes.refund) return []
  const link = assets.transactionLink(receive.token.blockchain, hash)
  return [{ step: 'payout', label: 'Paid out', hash, link }]
}

function receiptData(receipt: SwapReceipt): Record<string, unknown> {
  return {
    ...summaryData(receipt),
    fromAddress: receipt.fromAddress,
    receiver: receipt.receiver,
    ...(receipt.receiverMemo === undefined ? {} : { receiverMemo: receipt.receiverMemo }),
    refundAddress: receipt.refundAddress,
    spender: receipt.spender,
    idempotencyKey: receipt.idempotencyKey,
    statusAnswer: receipt.statusAnswer,
    spent: amountData(receipt.spent),
    paidAt: isoTime(receipt.paidAtMs),
    endedAt: isoTime(receipt.endedAtMs),
    expectedMinutes: receipt.expectedMinutes,
    feesPaid: amountData(receipt.feesPaid),
    gasSpent: amountData(ownGas(receipt)),
    allowanceLeft: receipt.allowanceLeft === null ? null : receipt.allowanceLeft.toString(),
    ...(receipt.deposit === undefined
      ? {}
      : { order: { ...orderData(receipt.deposit), toldToPay: receipt.deposit.record } }),
    events: receipt.events.map(({ sequence, atMs, text, hash }) => ({
      sequence,
      at: new Date(atMs).toISOString(),
      text,
      hash,
    })),
  }
}

function isoTime(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString()
}
