import { type SwaprouteError, toSwaprouteError } from '../../core/errors.ts'
import { errorLines } from '../../format/errors.ts'
import { plain } from '../../format/plain.ts'
import { waitingText } from '../../format/progress.ts'
import type { WholeCtx } from '../frame/command.ts'
import { noLive } from '../frame/liveRegion.ts'
import { errorData } from '../frame/output.ts'
import type { Answer, Printable, Screen } from '../frame/shapes.ts'

type Entry =
  | { asked: string; answer: Printable; error: SwaprouteError | null }
  | { asked: string; answer: null; error: SwaprouteError }

/** Status of several swaps, in the given order. */
export type Several = { several: readonly Entry[] }

export function isSeveral(view: object): view is Several {
  return 'several' in view
}

/**
 * Status of several swaps at once. A failed one is reported in its place; the exit status is the
 * first that is not 0.
 */
export async function statusOfEach(
  texts: readonly string[],
  statusOf: (text: string, ctx: WholeCtx) => Promise<Printable>,
  ctx: WholeCtx,
): Promise<Answer<Several>> {
  const startedAtMs = ctx.io.now()
  let left = texts.length
  ctx.live.start(() => [
    waitingText(`Asking about ${texts.length} swaps, ${left} left`, ctx.io.now() - startedAtMs),
  ])
  const several = await Promise.all(
    texts.map(async (asked): Promise<Entry> => {
      try {
        const answer = await statusOf(asked, { ...ctx, live: noLive })
        return { asked, answer, error: answer.failure }
      } catch (thrown) {
        if (ctx.signal.aborted) throw thrown
        return { asked, answer: null, error: toSwaprouteError(thrown) }
      } finally {
        left -= 1
      }
    }),
  )
  const exits = several.map(({ answer, error }) => error?.exit ?? answer?.exit ?? 0)
  const funds = new Set(several.map(({ answer }) => answer?.funds ?? 'unknown'))
  const [same = 'unknown', ...different] = funds
  return {
    data: several.flatMap(({ asked, answer, error }) => {
      // An address has a list of its own.
      const data: unknown[] = Array.isArray(answer?.data) ? answer.data : [answer?.data]
      return data.map((one) => ({
        asked,
        ...(isObject(one) ? one : {}),
        ...(error === null ? {} : { error: errorData(error) }),
      }))
    }),
    view: { several },
    funds: different.length === 0 ? same : 'unknown',
    warnings: several.flatMap(({ answer }) => answer?.warnings ?? []),
    exit: exits.find((exit) => exit !== 0) ?? 0,
  }
}

export function severalLines({ several }: Several, screen: Screen): string[] {
  const { width, paint } = screen
  return several.flatMap(({ asked, answer, error }, index) => [
    ...(index === 0 ? [] : ['']),
    paint.dim(plain(asked)),
    ...(answer?.screen(screen) ?? []),
    ...(error === null ? [] : errorLines(error, width, paint)),
  ])
}

/** One heading, then a row for each; a failure shows its code as the status. */
export function severalRows({ several }: Several): string[] {
  return several.flatMap(({ asked, answer, error }, index) => {
    if (answer === null) return [`${error.code}\t\t\t${plain(asked)}\t\t`]
    const [heading = '', ...rows] = answer.plain()
    const isRepeated = index > 0 && heading === several[0]?.answer?.plain()[0]
    return isRepeated ? rows : [heading, ...rows]
  })
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
