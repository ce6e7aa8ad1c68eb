import { changedError, type FundsState, SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import type { Journal } from '../store/journal.ts'
import { depositFunds, isPaid } from './deposit/depositOutcome.ts'
import { isDepositStory, replayDeposit } from './deposit/depositState.ts'
import { fundsOf } from './outcome.ts'
import { hashContext, resumeHint } from './session.ts'
import { replay } from './swapState.ts'

/** What the journal knows of a swap's money. */
type Standing = {
  funds: FundsState
  /** A payment may have left, or somebody has seen where to pay. */
  mayBePaid: boolean
  hashes: Record<string, string>
}

/**
 * Runs the work on a swap of the journal. An error that stops it says where the money is by what
 * is on disk (S8). Once a payment may have left, no outage and no fault of ours may end as "nothing
 * sent": whoever reads that pays again.
 */
export async function accounted<T>(
  swapId: string,
  { journal }: { journal: Journal },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw byTheJournal(swapId, journal, toSwaprouteError(thrown))
  }
}

function byTheJournal(swapId: string, journal: Journal, error: SwaprouteError): SwaprouteError {
  const standing = readStanding(swapId, journal)
  if (standing === 'unreadable') return changedError(error, { funds: error.funds ?? 'unknown' })
  if (standing === null) return changedError(error, { funds: error.funds ?? 'none_moved' })
  const funds = error.funds ?? standing.funds
  if (!standing.mayBePaid || !readsAsUnsent(error)) return changedError(error, { funds })
  const isNamed = error.hint?.includes(swapId) === true
  return new SwaprouteError('OUTCOME_UNKNOWN', `Following the swap stopped: ${error.message}`, {
    hint: isNamed && error.hint !== undefined ? error.hint : resumeHint(swapId),
    context: { ...error.context, receiptId: swapId, ...standing.hashes, code: error.code },
    funds,
    cause: error.cause ?? error,
  })
}

/** Exit codes 1 to 5 tell a script that nothing was sent (cli contract, section 4). */
function readsAsUnsent({ exit }: SwaprouteError): boolean {
  return exit >= 1 && exit <= 5
}

/** Null where nothing was recorded, and so nothing was signed or ordered. */
function readStanding(swapId: string, journal: Journal): Standing | null | 'unreadable' {
  try {
    const records = journal.read(swapId)
    if (records.length === 0) return null
    if (isDepositStory(records)) {
      const state = replayDeposit(swapId, records)
      const isShown = state.end === null && state.stage === 'awaiting_deposit'
      return { funds: depositFunds(state), mayBePaid: isShown || isPaid(state), hashes: {} }
    }
    const state = replay(swapId, records)
    const funds = fundsOf(state)
    const mayBePaid = funds !== 'none_moved' && funds !== 'approved_only'
    return { funds, mayBePaid, hashes: hashContext(state) }
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code === 'STORE_DAMAGED') return 'unreadable'
    throw thrown
  }
}
