import { SwaprouteError } from '../core/errors.ts'
import { unsafeNodeOption } from '../core/nodeOptions.ts'

/** How this Node was started; `main` reads it once. */
export type RuntimeOptions = {
  /** The environment's NODE_OPTIONS. */
  nodeOptions: string | undefined
  /** `process.execArgv`. */
  execArgv: readonly string[]
  /** `url()` of node:inspector: defined while a debugger may attach. */
  inspectorUrl: string | undefined
}

/**
 * Refuses to touch a key while Node runs with options that are not known to be harmless (docs/safety.md
 * L7).
 * @throws SwaprouteError KEY_UNAVAILABLE
 */
export function refuseInstrumentedRuntime(runtime: RuntimeOptions): void {
  const found = unsafeNodeOption(runtime.nodeOptions ?? '', runtime.execArgv)
  if (found === null && runtime.inspectorUrl === undefined) return
  const option = found ?? 'an attached debugger'
  throw new SwaprouteError('KEY_UNAVAILABLE', `No key is used while Node runs with ${option}.`, {
    hint: 'Clear NODE_OPTIONS and start swaproute with no other options of Node than those for memory, warnings and the order of DNS answers.',
    context: { check: 'L7', option },
  })
}
