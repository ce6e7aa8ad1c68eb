import type { ExecutionEvent } from '../../execution/types.ts'
import { plain } from '../../format/plain.ts'
import { countdownText, depositCountdown, waitingText } from '../../format/progress.ts'
import { statusLine } from '../../format/status.ts'
import { subStatusMeaning } from '../../format/statusWords.ts'
import type { Ctx, InterruptSummary } from '../frame/context.ts'

/**
 * Tells on stderr (and with `--ndjson`) what the execution does: one running line, and a line that
 * stays for each transaction that was sent or confirmed. Should the user interrupt, what was sent
 * is said first.
 * @param payBefore until when the deposit of an open order may be paid, Unix milliseconds
 */
export function followExecution(
  ctx: Ctx,
  payBefore: () => number | null = () => null,
): (event: ExecutionEvent) => void {
  const sent: { text: string; step: string; hash: string }[] = []
  let sinceMs = ctx.io.now()
  let doing = ''
  let subStatus: string | null = null
  const { paint } = ctx.notes
  ctx.onInterrupt(() => summaryOf(sent, ctx.repeated))

  return (event) => {
    switch (event.type) {
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
        if (state === 'sent' || state === 'done') {
          const line = `${plain(text)}${hash === null ? '' : ` · ${plain(hash)}`}`
          ctx.note([`${state === 'done' ? paint.green('✓') : paint.cyan('→')} ${line}`])
        }
        if (state === 'done') return
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
    const deadlineMs = subStatus === 'AWAITING_DEPOSIT' ? payBefore() : null
    return deadlineMs === null
      ? waitingText(doing, elapsedMs)
      : depositCountdown(doing, deadlineMs - ctx.io.now(), elapsedMs)
  }
}

function summaryOf(
  sent: readonly { text: string; step: string; hash: string }[],
  repeated: string,
): InterruptSummary {
  const paid = sent.some(({ step }) => step === 'pay')
  return {
    lines: sent.map(({ text, hash }) => `${plain(text)} (${plain(hash)}).`),
    details: { sent: sent.map(({ step, hash }) => ({ step, hash })) },
    funds: paid ? 'sent' : sent.length > 0 ? 'approved_only' : 'none_moved',
    resume: sent.length > 0 ? `Go on with \`swaproute resume${repeated}\`.` : null,
  }
}
