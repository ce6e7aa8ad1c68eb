import { SwaprouteError } from '../../core/errors.ts'
import type { ExecutionEvent } from '../../execution/context.ts'
import type { SwapReceipt } from '../../execution/receipts.ts'
import type { DepositCardFacts } from '../../format/deposit.ts'
import { plain } from '../../format/plain.ts'
import { countdownText, depositCountdown, waitingText } from '../../format/progress.ts'
import { statusLine } from '../../format/status.ts'
import { subStatusMeaning } from '../../format/statusWords.ts'
import type { Ctx, InterruptSummary } from '../frame/context.ts'
import type { JournalTools } from '../frame/services.ts'
import { standingOf } from './standing.ts'

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
    next: `Go on with \`swaproute resume${repeated}\`.`,
  }
}
