import type { QuoteRequest } from '../../src/core/quote.ts'
import type { TonCenter } from '../../src/http/toncenterTypes.ts'
import type { Provider } from '../../src/providers/types.ts'
import type { Body, Exchange } from './depositSupport.ts'

/** An exchange on the kit of TON, as data for every suite. */
export type TonCase = {
  provider: Provider
  baseUrl: string
  ton: Partial<TonCenter>
  /** TON to USDT, its honest answer, and the call that is answered so. */
  request: QuoteRequest
  answer: Body
  asking(answer: Body, status?: number): Exchange
  /** Name, request, and everything that is asked until its messages are there. */
  swaps: readonly (readonly [string, QuoteRequest, readonly Exchange[]])[]
  /** Name, status and body in place of the answer, and the code. */
  refusals: readonly (readonly [string, number, Body, string])[]
  /** Name, what of the honest answer is another, and the code; absent: UPSTREAM_FAILED. */
  echoes: readonly (readonly [string, (answer: Body) => void, string?])[]
}
