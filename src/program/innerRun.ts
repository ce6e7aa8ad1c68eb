import type { Ask } from '../commands/frame/ask.ts'
import { catalog, type CatalogEntry } from './catalog.ts'
import type { DocumentHooks, WholeCtx } from '../commands/frame/command.ts'
import type { CommandCall } from '../commands/frame/shapes.ts'
import { cleanError, failureOf, withFlags, withRepeated } from './failures.ts'
import { noLive } from '../commands/frame/liveRegion.ts'
import { documentOfAnswer, documentOfError, type RunState } from './print.ts'
import { openCall } from './line.ts'

type Outer = {
  ctx: WholeCtx
  state: RunState
  noAsk: Ask
  refuseSecrets(entry: CatalogEntry | null): void
}

/**
 * Runs one command as with `--json` inside another run: backend, folders and open connections are
 * those of the outer run; warnings, errors and `funds` are its own.
 */
export async function runDocument(
  call: CommandCall,
  hooks: DocumentHooks,
  { ctx, state, noAsk, refuseSecrets }: Outer,
): Promise<Record<string, unknown>> {
  const line = openCall(call, new Map(), catalog)
  const own: RunState = {
    ...state,
    command: null,
    money: undefined,
    playMoney: false,
    warnings: [],
    interrupted: null,
    ended: null,
    given: line.given,
    mode: 'json',
    startedAtMs: state.io.now(),
    sequence: 0,
  }
  const { redact } = ctx.services
  const repeated = ctx.config.sandbox ? ' --sandbox' : ctx.repeated
  const services = { ...ctx.services, ...hooks.services }
  const inner: WholeCtx = {
    ...ctx,
    services,
    repeated,
    mode: 'json',
    signal: hooks.signal,
    ...(hooks.onPlanned === undefined ? {} : { onPlanned: hooks.onPlanned }),
    ask: noAsk,
    live: noLive,
    show: () => undefined,
    note: () => undefined,
    warn(code, message) {
      own.warnings.push({ code, message: redact(message) })
    },
    emit(event) {
      hooks.onEvent?.(event)
    },
    onInterrupt(summary) {
      own.interrupted = summary
    },
  }
  try {
    const { command, run } = await line.read({
      refuseSecrets,
      found({ name, money, playMoney }) {
        own.command = name
        own.money = money
        own.playMoney = playMoney === true
      },
      version: state.io.version,
      width: ctx.notes.width,
    })
    const answer = await run(inner)
    const failure = answer.failure === null ? null : withFlags(answer.failure, state.given)
    const warnings = answer.warnings.map(({ code, message }) => ({
      code,
      message: withRepeated(message, repeated),
    }))
    return documentOfAnswer(command, { ...answer, failure, warnings }, own)
  } catch (thrown) {
    const failure = withFlags(failureOf(thrown, own, hooks.signal), state.given)
    return documentOfError(cleanError(failure, redact), own)
  }
}
