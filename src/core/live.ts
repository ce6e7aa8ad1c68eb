import type { BlockchainId } from './blockchainIds.ts'
import type { ProviderId } from './providerIds.ts'

/**
 * `ok`: answered as documented. `unexpected`: answered, but not as expected. `down`: no usable answer.
 * `skipped`: no request was sent; `findings` has the reason.
 */
export type LiveState = 'ok' | 'unexpected' | 'down' | 'skipped'

/** The answer of one node or service to one cheap request. */
export type LiveRow = {
  kind: 'node' | 'prices' | 'provider'
  /** Blockchain, price source or provider identifier. */
  name: string
  /** Host of the request, never its path; null if there were several or none. */
  host: string | null
  state: LiveState
  /** Latency of the answer that decides; null without an answer. */
  latencyMs: number | null
  /** One fact each, without a period. */
  findings: string[]
  /** Structure of the answers, for `unexpected` rows only; names and types, never a value. */
  shapes: AnswerShape[]
}

/** An answer without its values. */
export type AnswerShape = {
  /** `GET host/path`: no query, and no part of the path that could be a key or an address. */
  call: string
  status: number
  shape: string
}

/** What to probe; a null list means everything of its kind, an empty one nothing. */
export type LiveQuestions = {
  nodes: readonly BlockchainId[]
  prices: boolean
  /** Null: every provider implemented in this run. */
  providers: readonly ProviderId[] | null
  /** Chains whose pools are probed for a price; each is one batched read. */
  pools: readonly BlockchainId[]
  /** Folder for the exchanges of each question to a provider or pools; null: nothing is kept. */
  record: string | null
}
