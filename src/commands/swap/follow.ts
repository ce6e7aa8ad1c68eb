import { SwaprouteError } from '../../core/errors.ts'
import type { ExecutionEvent } from '../../execution/context.ts'
import type { SwapReceipt } from '../../execution/receipts.ts'
import type { DepositCardFacts } from '../../format/deposit.ts'
import { moneyText } from '../../format/funds.ts'
import { timeText } from '../../format/numbers.ts'
import { plain } from '../../format/plain.ts'
import { countdownText, depositCountdown, waitingText } from '../../format/progress.ts'
import { statusLine } from '../../format/status.ts'
import { subStatusMeaning } from '../../format/statusWords.ts'
import type { Ctx, InterruptSummary } from '../frame/command.ts'
import type { JournalTools } from '../frame/services.ts'

/** What a run that signs or orders adds: its journal, and the deposit card it has shown. */
export type Recorded = {
  journal: Pick<JournalTools, 'receipt'>
  shown: () => DepositCardFacts | null
}

/**
 * Tells on stderr (and with `--ndjson`) what the execution does: one running line, and a line that
 * stays for each transaction that was sent or confirmed. Should the user interrupt, the journal
 * says what was signed and where the money is.
 * @param recorded null where nothing is signed or ordered
 */
export function followExecution(
  ctx: Ctx,
  recorded: Recorded | null = null,
): (event: ExecutionEvent) => void {
  let receiptId: string | null = null
  const sent: { text: string; step: string; hash: string }[] = []
  let sinceMs = ctx.io.now()
  let doing = ''
  let subStatus: string | null = null
  const { paint } = ctx.notes
  ctx.onInterrupt(() => {
    const receipt = recorded === null ? null : readReceipt(recorded.journal, receiptId)
    if (receipt === null) return summaryOf(sent, ctx.repeated)
    return standingOf(receipt, recorded?.shown() ?? null, ctx.repeated, ctx.io.now())
  })

  return (event) => {
    switch (event.type) {
      case 'recorded':
        ;({ receiptId } = event)
        return
      case 'warning':
        ctx.warn(event.code, event.text)
        return
      case 'status':
        ctx.emit({ type: 'status', status: event.status, elapsedMs: event.elapsedMs })
        noteStep(event.status.subStatus ?? null)
        doing = statusLine(event.status.status, subStatus)
        sinceMs = ctx.io.now() - event.elapsedMs
        ctx.live.start(() => [waitingLine()])
        return
      case 'validity': {
        const { validUntilMs, blockchain, hash } = event
        const validUntil = new Date(validUntilMs).toISOString()
        ctx.emit({
          type: 'progress',
          step: event.step,
          state: 'waiting',
          validUntil,
          blockchain,
          hash,
        })
        const waitingSinceMs = sinceMs
        ctx.live.start(() => [
          countdownText(doing, validUntilMs - ctx.io.now(), ctx.io.now() - waitingSinceMs),
        ])
        return
      }
      case 'step': {
        const { step, state, text, blockchain, hash } = event
        ctx.emit({ type: 'progress', step, state, text, blockchain, hash })
        if (state === 'sent' && hash !== null) sent.push({ text, step, hash })
        if (state === 'sent' || state === 'done' || state === 'failed') {
          const line = `${plain(text)}${hash === null ? '' : ` · ${plain(hash)}`}`
          const marks = { sent: paint.cyan('→'), done: paint.green('✓'), failed: paint.red('✗') }
          ctx.note([`${marks[state]} ${line}`])
        }
        if (state === 'done' || state === 'failed') return
        doing = state === 'sent' ? 'Waiting for its confirmation' : plain(text)
        sinceMs = ctx.io.now()
        ctx.live.start(() => [waitingText(doing, ctx.io.now() - sinceMs)])
      }
    }
  }

  /** Each step of a deposit order leaves a line, so that the way it went can be read. */
  function noteStep(next: string | null): void {
    const meaning = next === null || next === subStatus ? null : subStatusMeaning(next)
    if (meaning !== null) ctx.note([`${paint.cyan('→')} ${next} · ${meaning}`])
    subStatus = next
  }

  function waitingLine(): string {
    const elapsedMs = ctx.io.now() - sinceMs
    const isUnpaid = subStatus === 'AWAITING_DEPOSIT'
    const deadlineMs = isUnpaid ? (recorded?.shown()?.expiresAtMs ?? null) : null
    return deadlineMs === null
      ? waitingText(doing, elapsedMs)
      : depositCountdown(doing, deadlineMs - ctx.io.now(), elapsedMs)
  }
}

/** Null before anything is recorded, and where the journal cannot be read. */
function readReceipt(journal: Recorded['journal'], receiptId: string | null): SwapReceipt | null {
  if (receiptId === null) return null
  try {
    return journal.receipt(receiptId)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code === 'STORE_DAMAGED') return null
    throw thrown
  }
}

/** What this run itself has seen; null where that is nothing. */
function summaryOf(
  sent: readonly { text: string; step: string; hash: string }[],
  repeated: string,
): InterruptSummary | null {
  if (sent.length === 0) return null
  const lines = sent.map(({ text, hash }) => `${plain(text)} (${plain(hash)}).`)
  return {
    text: `Interrupted. ${lines.join(' ')}`,
    details: { sent: sent.map(({ step, hash }) => ({ step, hash })) },
    funds: sent.some(({ step }) => step === 'pay') ? 'sent' : 'approved_only',
    next: `Continue with \`swaproute resume${repeated}\`.`,
  }
}

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
      ? `Continue with \`swaproute resume ${receiptId}${repeated}\`.`
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
