import type { QuoteRequest } from '../../core/quote.ts'
import type { MeasuredPath, Reading } from './choose.ts'
import type { CrossWay } from './cross.ts'
import type { PoolRow } from './families/families.ts'
import type { KnownPools } from './paths.ts'
import type { Cutting, ReadPlan } from './plan.ts'
import type { ProbeVerdict } from './probe.ts'
import type { ChainRows, DeploymentRow } from './rows.ts'
import type { Amounts } from './sizes.ts'
import type { Taxes } from './taxes.ts'
import type { Plan } from './venue.ts'

/** One quote of one pair on one chain, from prepared plan to offers. */
export type PoolQuestion = {
  request: QuoteRequest
  chain: ChainRows
  /** Rows that can serve the pair, including those a verdict has switched off. */
  rows: readonly DeploymentRow[]
  /** Calls of the rows that are not switched off. */
  plan: ReadPlan
  cutting: Cutting
  singly: boolean
  /** Known verdicts; rows without one are probed in the same request. */
  verdicts: ReadonlyMap<string, ProbeVerdict>
  /** Oldest newest block of a node that may report a contract as missing. */
  maxNodeAgeMs: number
  /** What the tokens take of each transfer. */
  taxes: Taxes
  /** What reaches the pools of the input, then about as much of each connector. */
  amounts: Amounts
  /** With those whose pools the routers of others join. */
  allRows: readonly DeploymentRow[]
  /** What is known of the pools between connectors; null: longer ways are not looked for. */
  known: KnownPools | null
  /** What earlier quotes, or an earlier request of this one, found; its pools are asked. */
  proposed?: Proposed
  /** What an earlier request of the same quote read, and the most that its offers bring after gas. */
  read?: Reading
  mostNet?: bigint | null
}

/** What was found that takes further quotes to be offered, or is worth asking again next time. */
export type Proposed = {
  /** By the row whose router runs them. */
  plans: ReadonlyMap<PoolRow, readonly Plan[]>
  /** Through pools of several exchanges. */
  cross: readonly CrossWay[]
  /** Of those that an earlier quote found: about what reaches their pools after the first ones. */
  reached?: ReadonlyMap<Plan | CrossWay, readonly bigint[]>
}

export const nothingProposed: Proposed = { plans: new Map(), cross: [] }

/** A way that was offered. */
export type OfferedWay = Pick<MeasuredPath, 'path' | 'parts' | 'unoswap' | 'reached'>
