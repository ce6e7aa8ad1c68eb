import { SwaprouteError } from '../core/errors.ts'
import { unsafeNodeOption } from '../core/nodeOptions.ts'

/** The options of this Node process; `main` reads them once. */
export type RuntimeOptions = {
  /** The environment's NODE_OPTIONS. */
  nodeOptions: string | undefined
  /** `process.execArgv`. */
  execArgv: readonly string[]
  /** `url()` of node:inspector: defined while a debugger may attach. */
  inspectorUrl: string | undefined
}

/**
 * Refuses to use a key while Node runs with options that are not known to be harmless
 * (docs/safety.md L7).
 * @throws SwaprouteError KEY_UNAVAILABLE
 */
export function refuseInstrumentedRuntime(runtime: RuntimeOptions): void {
  const found = unsafeNodeOption(runtime.nodeOptions ?? '', runtime.execArgv)
  if (found === null && runtime.inspectorUrl === undefined) return
  const option = found ?? 'an attached debugger'
  throw new SwaprouteError(
    'KEY_UNAVAILABLE',
    `Refused to use a key while Node runs with ${option}.`,
    {
      hint: 'Clear NODE_OPTIONS and start swaproute only with Node options for memory, warnings and DNS result order.',
      context: { check: 'L7', option },
    },
  )
}
