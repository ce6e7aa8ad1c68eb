import type { ExecutionEvent } from '../../execution/types.ts'
import { plain } from '../../format/plain.ts'
import { countdownText, waitingText } from '../../format/progress.ts'
import { statusLine } from '../../format/status.ts'
import type { Ctx, InterruptSummary } from '../frame/context.ts'

/**
 * Tells on stderr (and with `--ndjson`) what the execution does: one running line, and a line that
 * stays for each transaction that was sent or confirmed. Should the user interrupt, what was sent
 * is said first.
 */
export function followExecution(ctx: Ctx): (event: ExecutionEvent) => void {
  const sent: { text: string; step: string; hash: string }[] = []
  let sinceMs = ctx.io.now()
  let doing = ''
  const { paint } = ctx.notes
  ctx.onInterrupt(() => summaryOf(sent, ctx.repeated))

  return (event) => {
    switch (event.type) {
      case 'warning':
        ctx.warn(event.code, event.text)
        return
      case 'status':
        ctx.emit({ type: 'status', status: event.status, elapsedMs: event.elapsedMs })
        doing = statusLine(event.status.status, event.status.subStatus ?? null)
        sinceMs = ctx.io.now() - event.elapsedMs
        ctx.live.start(() => [waitingText(doing, ctx.io.now() - sinceMs)])
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
