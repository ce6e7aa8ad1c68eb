import { onAbort } from '../core/abort.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { startDeadline } from '../core/deadline.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { BackendServices } from './services.ts'

/** What one chain or provider may take, its repetitions included; it is never another's time. */
export const budgetMs = 6_000
const maxRepetitions = 2
const firstPauseMs = 300

type Ask<T> = (signal: AbortSignal) => Promise<T>

/**
 * One answer within its own budget, however the asked one hangs; a failure that may pass is asked
 * again, later and later, while there is time.
 */
export async function askInTime<T>(
  { pause }: Pick<BackendServices, 'pause'>,
  parent: AbortSignal,
  ask: Ask<T>,
): Promise<T> {
  const { signal, end } = startDeadline(parent, budgetMs)
  const over = new Promise<never>((_, reject) => {
    onAbort(signal, () => reject(overdue(parent)))
  })
  over.catch(() => undefined) // a rejection after the answer is ignored
  try {
    for (let repeated = 0; ; repeated += 1) {
      try {
        return await Promise.race([ask(signal), over])
      } catch (thrown) {
        const mayPass = thrown instanceof SwaprouteError && thrown.retry === 'later'
        if (!mayPass || signal.aborted || repeated === maxRepetitions) throw thrown
        await pause(firstPauseMs * 3 ** repeated, signal)
        if (signal.aborted) throw thrown
      }
    }
  } finally {
    end()
  }
}

function overdue(parent: AbortSignal): SwaprouteError {
  return parent.aborted
    ? new SwaprouteError('INTERRUPTED', 'The request was ended.')
    : new SwaprouteError('TIMED_OUT', `No answer within ${budgetMs / 1000} s.`)
}

/** Who was asked about a hash, and who of them gave no answer (S7). */
export type RollCall = {
  /** Null stands for nothing found and for no answer alike. */
  chain<T>(name: BlockchainId, signal: AbortSignal, ask: Ask<T>): Promise<T | null>
  provider<T>(name: ProviderId, signal: AbortSignal, ask: Ask<T>): Promise<T | null>
  /** Whether a chain failed to answer. */
  isSilent(name: BlockchainId): boolean
  /** Null when everybody answered. */
  silence(): SwaprouteError | null
}

export function createRollCall(services: Pick<BackendServices, 'pause'>): RollCall {
  const chains = new Set<BlockchainId>()
  const providers = new Set<ProviderId>()
  let asked = 0
  const call = async <T>(
    signal: AbortSignal,
    ask: Ask<T>,
    onSilence: () => void,
  ): Promise<T | null> => {
    asked += 1
    try {
      return await askInTime(services, signal, ask)
    } catch (thrown) {
      if (!(thrown instanceof SwaprouteError) || signal.aborted) throw thrown
      // One's outage must not hide the others' answers.
      onSilence()
      return null
    }
  }
  return {
    chain: (name, signal, ask) => call(signal, ask, () => chains.add(name)),
    provider: (name, signal, ask) => call(signal, ask, () => providers.add(name)),
    isSilent: (name) => chains.has(name),
    silence() {
      const silent = [...chains, ...providers]
      return silent.length === 0 ? null : notAllAsked(silent, asked, [...chains], [...providers])
    },
  }
}

const mostNames = 8

function notAllAsked(
  silent: readonly string[],
  asked: number,
  chains: readonly BlockchainId[],
  providers: readonly ProviderId[],
): SwaprouteError {
  const more = silent.length - mostNames
  const names = [...silent.slice(0, mostNames), ...(more > 0 ? [`${more} more`] : [])]
  const list = names.join(', ').replace(/, ([^,]*)$/, ' and $1')
  const message =
    silent.length === asked
      ? `The state of this hash is not known: ${list} did not answer.`
      : `The state of this hash is not known: ${list} did not answer, and the others do not know it.`
  const [first] = chains
  const node = first === undefined ? '' : `, or set another node with SWAPROUTE_RPC_${first}`
  return new SwaprouteError(chains.length > 0 ? 'CHAIN_UNAVAILABLE' : 'UPSTREAM_FAILED', message, {
    hint: `Ask again in a minute, name the source chain with --chain${node}.`,
    context: { notAsked: { chains, providers } },
  })
}

/** The first that is not null; null once all of them are. Rejects with the first that does. */
export async function firstFound<T>(looks: readonly Promise<T | null>[]): Promise<T | null> {
  const found = new Promise<T>((resolve, reject) => {
    for (const look of looks) {
      look.then((value) => {
        if (value !== null) resolve(value)
      }, reject)
    }
  })
  const all = Promise.all(looks).then((values) => values.find((value) => value !== null) ?? null)
  return await Promise.race([found, all])
}
