import type { BlockchainId } from './blockchainIds.ts'
import type { ProviderId } from './providerIds.ts'

/**
 * `ok`: answered as documented. `odd`: answered, but not as this program expects. `down`: no usable
 * answer. `skipped`: no request was made; `findings` says why.
 */
export type LiveState = 'ok' | 'odd' | 'down' | 'skipped'

/** The answer of one node or service to one cheap request. */
export type LiveRow = {
  kind: 'node' | 'prices' | 'provider'
  /** Blockchain, price source or provider identifier. */
  name: string
  /** Host of the request, never its path; null where there were several or none. */
  host: string | null
  state: LiveState
  /** Latency of the answer that decides; null without an answer. */
  latencyMs: number | null
  /** One fact each, without a period. */
  findings: string[]
  /** Structure of the answers, for odd rows only; names and types, never a value. */
  shapes: AnswerShape[]
}

/** An answer without its values. */
export type AnswerShape = {
  /** `GET host/path`: no query, and no part of the path that could be a key or an address. */
  call: string
  status: number
  shape: string
}

/** What to probe: everything where a list is null, nothing of that kind where it is empty. */
export type LiveQuestions = {
  nodes: readonly BlockchainId[]
  prices: boolean
  /** Null: every provider of this run that is built. */
  providers: readonly ProviderId[] | null
  /** Chains whose pools are probed for a price; each is one batched read. */
  pools: readonly BlockchainId[]
}
