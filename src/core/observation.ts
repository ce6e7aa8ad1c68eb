import type { BlockchainId } from './blockchainIds.ts'
import { errorCodes, type SwaprouteError } from './errors.ts'
import type { ProviderId } from './providerIds.ts'

/** How a request of ours ended, for counters. */
export type Outcome =
  | 'answered'
  /** A provider made an offer. */
  | 'quoted'
  /** It answered, but has no offer for the request: no pool, or an amount out of its limits. */
  | 'no_route'
  | 'rate_limited'
  | 'timed_out'
  /** Called off by us: the caller left, or the answer was no longer needed. */
  | 'cancelled'
  | 'failed'

/** What a long-lived process counts and logs of its requests: never a path, a query or a secret. */
export type Observation =
  | {
      kind: 'request'
      /** Host and port. */
      host: string
      /** Of a node; null for any other service. */
      chain: BlockchainId | null
      outcome: Outcome
      /** HTTP status; null without an answer. */
      status: number | null
      ms: number
    }
  /** The outcome of one provider for one quote; `ms` since the quote began. */
  | { kind: 'provider'; provider: ProviderId; outcome: Outcome; ms: number }

export type Observe = (observation: Observation) => void

/** Exit code of errors about the request itself: no route, an amount out of the limits. */
const noOfferExits: ReadonlySet<number> = new Set([
  errorCodes.NO_ROUTE.exit,
  errorCodes.INVALID_ARGUMENT.exit,
])

export function outcomeOf({ code, exit }: Pick<SwaprouteError, 'code' | 'exit'>): Outcome {
  if (code === 'TIMED_OUT') return 'timed_out'
  if (code === 'RATE_LIMITED') return 'rate_limited'
  if (code === 'INTERRUPTED') return 'cancelled'
  return noOfferExits.has(exit) ? 'no_route' : 'failed'
}
