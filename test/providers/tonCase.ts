import type { QuoteRequest } from '../../src/core/quote.ts'
import type { TonCenter } from '../../src/http/toncenterTypes.ts'
import type { Provider } from '../../src/providers/types.ts'
import type { CaseSource } from './caseSource.ts'
import type { Body, Exchange } from './depositSupport.ts'

/** Name, request, and all that is asked until its messages are there; the quote asks the first. */
export type TonSwap = readonly [string, QuoteRequest, readonly [Exchange, ...Exchange[]]]

/** An exchange on the kit of TON, as data for every suite. */
export type TonCase = {
  source?: CaseSource
  provider: Provider
  make: () => Provider
  baseUrl: string
  ton: Partial<TonCenter>
  /** TON to USDT, its honest answer, and the call that is answered so. */
  request: QuoteRequest
  answer: Body
  asking(answer: Body, status?: number): Exchange
  /** In one message each, which names its receiver. */
  swaps: readonly TonSwap[]
  /** In several messages, or of no named receiver: what is bent in one message proves nothing here. */
  further?: readonly TonSwap[]
  /** Name, status and body in place of the answer, and the code. */
  refusals: readonly (readonly [string, number, Body, string])[]
  /** Name, what of the honest answer is another, and the code; absent: UPSTREAM_FAILED. */
  echoes: readonly (readonly [string, (answer: Body) => void, string?])[]
}
