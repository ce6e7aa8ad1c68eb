import { stripVTControlCharacters } from 'node:util'
import { formatAmount } from '../../core/amounts.ts'
import { blockchainName } from '../../core/blockchainNames.ts'
import { paymentTitle, paymentWord } from '../../core/claim.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { ExecutionEvent } from '../../execution/context.ts'
import type { SwapReceipt } from '../../execution/receipts.ts'
import type { DepositCardFacts } from '../../format/deposit.ts'
import { moneyText } from '../../format/funds.ts'
import { timeText } from '../../format/numbers.ts'
import { plain, symbolText } from '../../format/plain.ts'
import { statusLine } from '../../format/status.ts'
import { subStatusText } from '../../format/statusTexts.ts'
import { type WatchStep, type WatchView, watchLines } from '../../format/watch.ts'
import { displayWidth } from '../../format/width.ts'
import type { Ctx, InterruptSummary } from '../frame/command.ts'
import type { JournalTools } from '../frame/services.ts'

/** Additions of a run that signs or orders: its journal, and the deposit card it has shown. */
export type Recorded = {
  journal: Pick<JournalTools, 'receipt'>
  shown: () => DepositCardFacts | null
}

/**
 * Reports the execution on stderr (and with `--ndjson`): one live line, and a permanent line for
 * each transaction that was sent or confirmed. On an interrupt, the journal shows what was signed
 * and where the money is.
 * @param recorded null if nothing is signed or ordered
 */
export function followExecution(
  ctx: Ctx,
  recorded: Recorded | null = null,
): (event: ExecutionEvent) => void {
  let receiptId: string | null = null
  const sent: { text: string; step: string; hash: string }[] = []
  const steps = new Map<string, WatchStep>()
  let swap: Pick<WatchView, 'title' | 'expectedMinutes'> = { title: null, expectedMinutes: null }
  let sinceMs = ctx.io.now()
  let doing = ''
  let subStatus: string | null = null
  let paymentName: string = 'Payment'
  const { paint } = ctx.notes
  ctx.onInterrupt(() => {
    const receipt = recorded === null ? null : readReceipt(recorded.journal, receiptId)
    if (receipt === null) return summaryOf(sent, ctx.repeated)
    return standingOf(receipt, recorded?.shown() ?? null, ctx.repeated, ctx.io.now())
  })

  return (event) => {
    switch (event.type) {
      case 'recorded': {
        ;({ receiptId } = event)
        const receipt = recorded === null ? null : readReceipt(recorded.journal, receiptId)
        if (receipt === null) return
        swap = watchedSwap(receipt)
        paymentName = paymentTitle(receipt.id)
        return
      }
      case 'warning':
        ctx.warn(event.code, event.text)
        return
      case 'status':
        ctx.emit({ type: 'status', status: event.status, elapsedMs: event.elapsedMs })
        noteStep(event.status.subStatus ?? null)
        doing = statusLine(event.status.status, subStatus)
        sinceMs = ctx.io.now() - event.elapsedMs
        mark('deliver', isDelivered(event.status.status) ? 'done' : 'now', null)
        draw(orderDeadline)
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
        draw(() => ({
          text: 'Valid for',
          over: 'No longer valid; checking',
          leftMs: validUntilMs - ctx.io.now(),
        }))
        return
      }
      case 'step': {
        const { step, state, text, blockchain, hash } = event
        ctx.emit({ type: 'progress', step, state, text, blockchain, hash })
        if (state === 'sent' && hash !== null) sent.push({ text, step, hash })
        const isEnd = state === 'done' || state === 'failed'
        // Sent transactions remain on the screen whatever happens to this program.
        if (state === 'sent' || state === 'failed' || (isEnd && !isShown(step))) {
          const marks = { sent: paint.cyan('→'), done: paint.green('✓'), failed: paint.red('✗') }
          ctx.note(stepLines(`${marks[state]} ${plain(text)}`, hash, ctx.notes.width))
        }
        mark(step, isEnd ? state : 'now', hash)
        if (isEnd) return
        doing = state === 'sent' ? 'Waiting for its confirmation' : plain(text)
        sinceMs = ctx.io.now()
        draw(() => null)
      }
    }
  }

  /** Whether the card shows the end of a step. */
  function isShown(step: string): boolean {
    return ctx.live.draws && Object.hasOwn(stepNames, step) && receiptId !== null
  }

  function mark(step: string, state: WatchStep['state'], hash: string | null): void {
    const name = step === 'pay' ? paymentName : stepNames[step]
    if (name === undefined) return
    for (const [key, earlier] of steps) {
      if (key !== step && earlier.state === 'now' && state !== 'failed') earlier.state = 'done'
    }
    steps.set(step, { name, state, hash })
  }

  function draw(deadline: () => WatchView['deadline']): void {
    const [line, startedAtMs] = [doing, sinceMs]
    ctx.live.start(() =>
      watchLines(
        {
          ...swap,
          // Their hashes are in the permanent lines above.
          steps:
            receiptId === null ? [] : [...steps.values()].map((one) => ({ ...one, hash: null })),
          doing: line,
          elapsedMs: ctx.io.now() - startedAtMs,
          deadline: deadline(),
          leaving:
            receiptId === null
              ? null
              : `Ctrl-C is safe: swaproute resume ${receiptId.slice(0, shortId)}${ctx.repeated} continues`,
        },
        ctx.notes.width,
        paint,
      ),
    )
  }

  /** Each step of a deposit order leaves a line, as a history. */
  function noteStep(next: string | null): void {
    const meaning = next === null || next === subStatus ? null : subStatusText(next)
    if (meaning !== null) ctx.note([`${paint.cyan('→')} ${next} · ${meaning}`])
    subStatus = next
  }

  function orderDeadline(): WatchView['deadline'] {
    const isUnpaid = subStatus === 'AWAITING_DEPOSIT'
    const deadlineMs = isUnpaid ? (recorded?.shown()?.expiresAtMs ?? null) : null
    if (deadlineMs === null) return null
    const leftMs = deadlineMs - ctx.io.now()
    return { text: 'Pay within', over: 'The payment deadline has passed', leftMs }
  }
}

/** Steps that the card lists, by their names. */
const stepNames: Readonly<Record<string, string>> = {
  approve_reset: 'Approval reset',
  approve: 'Approval',
  order: 'Order',
  deposit: 'Deposit',
  pay: 'Payment',
  deliver: 'Delivery',
  revoke: 'Allowance revoked',
}
/** Length of a receipt id's beginning that finds it again. */
const shortId = 8

function isDelivered(status: string): boolean {
  return status === 'SUCCESS'
}

/** The swap, its provider, and its usual duration. */
export function watchedSwap({
  send,
  receive,
  provider,
  expectedMinutes,
}: SwapReceipt): Pick<WatchView, 'title' | 'expectedMinutes'> {
  const to = `${symbolOf(receive.token)} on ${blockchainName(receive.token.blockchain)}`
  const from = `${formatAmount(send.amount, send.token.decimals)} ${symbolOf(send.token)}`
  return {
    title: `${from} on ${blockchainName(send.token.blockchain)} → ${to} by ${plain(provider, 32)}`,
    expectedMinutes,
  }
}

function symbolOf({ symbol, address }: SwapReceipt['send']['token']): string {
  return symbolText(symbol, address)
}

/** A hash that does not fit after the text is on a line of its own, unbroken. */
function stepLines(text: string, hash: string | null, width: number): string[] {
  if (hash === null) return [text]
  const line = `${text} · ${plain(hash)}`
  return displayWidth(stripVTControlCharacters(line)) <= width ? [line] : [text, `  ${plain(hash)}`]
}

/** Null before anything is recorded, and if the journal cannot be read. */
function readReceipt(journal: Recorded['journal'], receiptId: string | null): SwapReceipt | null {
  if (receiptId === null) return null
  try {
    return journal.receipt(receiptId)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code === 'STORE_DAMAGED') return null
    throw thrown
  }
}

/** Summary of this run alone; null if nothing happened. */
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
 * The summary of an interrupted swap from the journal: what was signed, ordered and paid, where the
 * money is, and the command to continue.
 * @param shown the deposit card that this run has read back and shown, or null
 */
export function standingOf(
  receipt: SwapReceipt,
  shown: DepositCardFacts | null,
  repeated: string,
  nowMs: number,
): InterruptSummary {
  const { receiptId, id, hashes, funds, open, deposit } = receipt
  return {
    text: `Interrupted. ${sentencesOf(receipt, shown, nowMs).join(' ')}`,
    details: {
      receiptId,
      id,
      hashes,
      ...(deposit === undefined ? {} : { exchangeId: deposit.exchangeId }),
    },
    funds,
    money: moneyText(receipt),
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

function paid({ id, hashes, funds, send }: SwapReceipt): string[] {
  const payment = `${paymentWord(id)} ${plain(hashes.source ?? '')} on ${blockchainName(send.token.blockchain)}`
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
  if (isOver) return [unpaid, `The time to pay ${order} at ${provider} has passed: do not pay.`]
  return [
    unpaid,
    `${order} at ${provider} is open${until}.`,
    ...(shown === null ? [] : [instructionOf(shown)]),
  ]
}

/** D7: this run has just read the order back, and its deadline has not passed. */
function instructionOf({ amountToSend, token, depositAddress, memo }: DepositCardFacts): string {
  const along = memo === null ? '' : ` with the ${plain(memo.name, 30)} ${plain(memo.value, 256)}`
  return `Pay exactly ${plain(amountToSend)} ${plain(token.symbol, 16)} on ${blockchainName(token.blockchain)} to ${plain(depositAddress)}${along}.`
}
