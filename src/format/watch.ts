import { clockText, durationText, minutesText } from './numbers.ts'
import { noPaint, type Paint } from './paint.ts'
import { displayWidth, fit } from './width.ts'

/** A step of a swap, with its transaction once there is one. */
export type WatchStep = {
  name: string
  state: 'open' | 'now' | 'done' | 'failed'
  hash: string | null
}

/** A swap in progress. Texts are cleaned by the caller. */
export type WatchView = {
  /** `250 USDC on Ethereum → USDC on Arbitrum One by across`; null before it is known. */
  title: string | null
  steps: readonly WatchStep[]
  /** The current step. */
  doing: string
  elapsedMs: number
  /** The provider's estimate for the whole swap. */
  expectedMinutes: number | null
  /** A deadline: `Pay within`, `Valid for`; `over` once it has passed. */
  deadline: { text: string; over: string; leftMs: number } | null
  /** Effect of Ctrl-C; null while nothing has been sent or ordered. */
  leaving: string | null
}

const hashWidth = 66

/**
 * The card of `swap`, `deposit`, `resume` and `status --watch` while they wait. The first line is
 * drawn behind the spinner. Hashes are complete, or shortened to both ends on a narrow screen, and
 * never wrapped.
 */
export function watchLines(view: WatchView, width: number, paint: Paint = noPaint): string[] {
  const { title, steps, leaving, deadline } = view
  const nameWidth = Math.max(0, ...steps.map(({ name }) => displayWidth(name)))
  return [
    nowText(view),
    ...(title === null ? [] : [`  ${fit(title, width - 2)}`]),
    ...(deadline === null ? [] : [paint.bold(`  ${deadlineText(deadline)}`)]),
    ...steps.map(({ name, state, hash }) => {
      const text = hash === null ? '' : `  ${wholeOrEnds(hash, width - nameWidth - 6)}`
      return `  ${markOf(state, paint)} ${name.padEnd(nameWidth)}${text}`.trimEnd()
    }),
    ...(leaving === null ? [] : [paint.dim(`  ${leaving}`)]),
  ]
}

/** `Waiting for the delivery · 41s of about 2m` */
function nowText({ doing, elapsedMs, expectedMinutes }: WatchView): string {
  const about =
    expectedMinutes === null || expectedMinutes <= 0
      ? ''
      : ` of about ${minutesText(expectedMinutes)}`
  return `${doing} · ${elapsedText(elapsedMs)}${about}`
}

/** `Pay within 29:48`, on a line of its own, so that it is always visible. */
function deadlineText({ text, over, leftMs }: NonNullable<WatchView['deadline']>): string {
  return leftMs > 0 ? `${text} ${clockText(leftMs)}` : over
}

/** Whole seconds: more digits would only flicker. */
function elapsedText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return seconds === 0 ? '0s' : durationText(seconds * 1000)
}

function markOf(state: WatchStep['state'], paint: Paint): string {
  switch (state) {
    case 'done':
      return paint.green('✓')
    case 'failed':
      return paint.red('✗')
    case 'now':
      return paint.cyan('→')
    case 'open':
      return paint.dim('·')
  }
}

function wholeOrEnds(hash: string, room: number): string {
  return displayWidth(hash) <= Math.max(room, 0) || room >= hashWidth
    ? hash
    : `${hash.slice(0, 10)}…${hash.slice(-8)}`
}
