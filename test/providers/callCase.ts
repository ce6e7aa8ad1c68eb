import type { QuoteRequest } from '../../src/core/quote.ts'
import type { Provider } from '../../src/providers/types.ts'
import type { Body, Exchange } from './depositSupport.ts'

/** A provider on one of the kits of EVM calls, as data for every suite. */
export type CallCase = {
  provider: Provider
  baseUrl: string
  request: QuoteRequest
  /** A quote and what follows it. */
  honest: readonly Exchange[]
  /** Name, rule that refuses it, and the calls. */
  hostile: readonly (readonly [string, string, readonly Exchange[]])[]
  /** Status and body in place of the quote, and the code. */
  refusals: readonly (readonly [number, Body, string])[]
}
