import type { BlockchainId } from './blockchainIds.ts'
import type { ProviderId } from './providerIds.ts'

/**
 * `ok`: answered as documented. `odd`: answered, but not as this program expects. `down`: no usable
 * answer. `skipped`: not asked, for the reason in `findings`.
 */
export type LiveState = 'ok' | 'odd' | 'down' | 'skipped'

/** What one node or service said to one cheap question. */
export type LiveRow = {
  kind: 'node' | 'prices' | 'provider'
  /** Blockchain, price source or provider identifier. */
  name: string
  /** Host that was asked, never its path; null where several or none were. */
  host: string | null
  state: LiveState
  /** Time of the answer that decides; null where there was none. */
  latencyMs: number | null
  /** One fact each, without a period. */
  findings: string[]
  /** Structure of the answers, of odd rows only; names and types, never a value. */
  shapes: AnswerShape[]
}

/** An answer without its values. */
export type AnswerShape = {
  /** `GET host/path`: no query, and no part of the path that could be a key or an address. */
  call: string
  status: number
  shape: string
}

/** What is asked: everything where a list is null, nothing of a kind where it is empty. */
export type LiveQuestions = {
  nodes: readonly BlockchainId[]
  prices: boolean
  /** Null: every provider that is ready. */
  providers: readonly ProviderId[] | null
  /** Chains whose pools are asked for a price; each is one batched read. */
  pools: readonly BlockchainId[]
}
