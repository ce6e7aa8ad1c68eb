import { SwaprouteError } from '../core/errors.ts'

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
 * Options that run foreign code inside this process, let a debugger in, or write its memory to a
 * file. Node takes underscores for dashes.
 */
const forbidden =
  /^(?:-r$|--(?:require|import|loader|experimental-loader|inspect|debug|heapsnapshot|heap-prof))/

/**
 * Refuses to touch a key while Node is instrumented (SAFETY.md L7).
 * @throws SwaprouteError KEY_UNAVAILABLE
 */
export function refuseInstrumentedRuntime(runtime: RuntimeOptions): void {
  const words = (runtime.nodeOptions ?? '').split(/[\s"']+/)
  const found = [...words, ...runtime.execArgv].find((word) =>
    forbidden.test(word.replaceAll('_', '-')),
  )
  if (found === undefined && runtime.inspectorUrl === undefined) return
  const option = found?.split('=')[0] ?? 'an attached debugger'
  throw new SwaprouteError('KEY_UNAVAILABLE', `No key is used while Node runs with ${option}.`, {
    hint: 'Clear NODE_OPTIONS and start swaproute without debugging or preloading options.',
    context: { check: 'L7', option },
  })
}
