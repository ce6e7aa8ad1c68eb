import type { QuoteEvent } from '../api/api.ts'
import type { RouteItem } from '../api/schemas.ts'
import { type QuoteProgress, quoteProgressText } from '../format/progress.ts'
import { arrivingRoutes } from '../format/routes.ts'
import type { Ctx } from './frame/context.ts'
import { type CheckedRequest, sentenceOf } from './request/request.ts'

/** Routes of a quote live 60 s (SAFETY.md P5, contract of the service). */
export const quoteLifeSeconds = 60

const maxLiveRoutes = 8

/**
 * Shows on a terminal how a quote goes on: a line with the count and, below it, the routes that
 * are already there. Returns the listener for the call; `stop` has to be called at its end.
 */
export function watchQuote(
  ctx: Ctx,
  timeoutSeconds: number,
): { onEvent: (event: QuoteEvent) => void; stop: () => void } {
  const startedAtMs = ctx.io.now()
  const progress: QuoteProgress = {
    total: null,
    calculated: 0,
    routes: 0,
    elapsedMs: 0,
    limitSeconds: timeoutSeconds,
  }
  let arrived: RouteItem[] = []
  ctx.live.start(() => {
    progress.elapsedMs = ctx.io.now() - startedAtMs
    const { width, paint } = ctx.notes
    const shown = arrived.slice(0, maxLiveRoutes)
    const table = shown.length === 0 ? [] : ['', ...arrivingRoutes(shown, width, paint)]
    return [quoteProgressText(progress), ...table]
  })
  return {
    onEvent(event) {
      if (event.type === 'started') {
        progress.total = event.total
        progress.limitSeconds = event.timeoutSeconds
        ctx.emit({ type: 'progress', calculated: 0, total: event.total })
        return
      }
      progress.total = event.total
      progress.calculated = event.calculated
      if (event.type === 'route') {
        arrived = [...arrived, event.route].sort(byAmount)
        progress.routes = arrived.length
        ctx.emit({ type: 'route', route: event.route })
      }
      ctx.emit({ type: 'progress', calculated: event.calculated, total: event.total })
    },
    stop: () => {
      ctx.live.stop()
    },
  }
}

/** What a shell, or a terminal, would take for more than text. */
const shellUnsafe = /[^\x20-\x7e]|[`'"$\\;&|<>(){}*?!#~]|:\/\/|www\./i

/**
 * The command that swaps a route, ready to copy. Null for an id that is anything but letters,
 * digits and dashes, and for tokens with characters that mean something to a shell: they come from
 * outside and would be pasted there.
 */
export function swapLine(
  request: CheckedRequest,
  id: string | null | undefined,
  repeated: string,
): string | null {
  if (id == null || !/^[\w-]{1,64}$/.test(id)) return null
  const sentence = sentenceOf(request)
  return shellUnsafe.test(sentence) ? null : `swaproute swap ${sentence} --id ${id}${repeated}`
}

/** Most first; only for routes on their way, the service decides the final order. */
function byAmount(a: RouteItem, b: RouteItem): number {
  const left = BigInt(a.estimate.destinationWeiAmount)
  const right = BigInt(b.estimate.destinationWeiAmount)
  return left > right ? -1 : left < right ? 1 : 0
}
