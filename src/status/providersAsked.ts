/** Looks up a hash at chains and providers, and detects the provider of the swap. */
import { isSameAccount } from '../chains/accountKey.ts'
import { onAbort, startDeadline } from '../core/deadline.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { isOutwaited } from '../core/lateness.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { SwapRef } from '../core/quote.ts'
import type { SwapStatus } from '../core/status.ts'
import { isTransactionHash } from '../evidence/hashes.ts'
import type { ChainTransaction } from '../evidence/transactions/transaction.ts'
import { type Provider, proofOf, providerContext } from '../providers/types.ts'
import { createPace } from './pace.ts'
import type { StatusServices } from './services.ts'

/** Time budget of one chain or provider, retries included. */
export const budgetMs = 6_000
const maxRepetitions = 2
const firstPauseMs = 300

type Ask<T> = (signal: AbortSignal) => Promise<T>

/**
 * One answer within its own budget, even from a host that hangs; transient failures are retried
 * after growing pauses, while there is time.
 * @throws SwaprouteError TIMED_OUT, INTERRUPTED, and what `ask` throws
 */
export async function askInTime<T>(
  { pause }: Pick<StatusServices, 'pause'>,
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
  if (isOutwaited(parent.reason)) {
    return new SwaprouteError('TIMED_OUT', 'No answer while the others answered.')
  }
  return parent.aborted
    ? new SwaprouteError('INTERRUPTED', 'The request was ended.')
    : new SwaprouteError('TIMED_OUT', `No answer within ${budgetMs / 1000} s.`)
}

/**
 * The chains and providers asked about one hash, and which of them gave no answer (S7). They share
 * one pace: the silent ones are not waited for much longer than the others need.
 */
export type ProvidersAsked = {
  /** Null both if nothing was found and if there was no answer. */
  chain<T>(name: BlockchainId, signal: AbortSignal, ask: Ask<T>): Promise<T | null>
  provider<T>(name: ProviderId, signal: AbortSignal, ask: Ask<T>): Promise<T | null>
  /** Whether a chain or a provider failed to answer. */
  isUnanswered(name: BlockchainId | ProviderId): boolean
  /** Null if all of them answered. */
  unanswered(): SwaprouteError | null
}

export function createProvidersAsked(services: Pick<StatusServices, 'pause'>): ProvidersAsked {
  const chains = new Set<BlockchainId>()
  const providers = new Set<ProviderId>()
  const silent: readonly ReadonlySet<string>[] = [chains, providers]
  const pace = createPace()
  let asked = 0
  const askOne = async <T>(
    signal: AbortSignal,
    ask: Ask<T>,
    onFailure: () => void,
  ): Promise<T | null> => {
    asked += 1
    try {
      return await pace.keep(signal, (within) => askInTime(services, within, ask))
    } catch (thrown) {
      if (!(thrown instanceof SwaprouteError) || signal.aborted) throw thrown
      // One outage must not hide the answers of the others.
      onFailure()
      return null
    }
  }
  return {
    chain: (name, signal, ask) => askOne(signal, ask, () => chains.add(name)),
    provider: (name, signal, ask) => askOne(signal, ask, () => providers.add(name)),
    isUnanswered: (name) => silent.some((names) => names.has(name)),
    unanswered() {
      return chains.size + providers.size === 0
        ? null
        : notAllAnswered(asked, [...chains], [...providers])
    },
  }
}

const mostNames = 8

function notAllAnswered(
  asked: number,
  chains: readonly BlockchainId[],
  providers: readonly ProviderId[],
): SwaprouteError {
  const silent = [...chains, ...providers]
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
export async function firstFound<T>(searches: readonly Promise<T | null>[]): Promise<T | null> {
  const found = new Promise<T>((resolve, reject) => {
    for (const search of searches) {
      search.then((value) => {
        if (value !== null) resolve(value)
      }, reject)
    }
  })
  const all = Promise.all(searches).then((values) => values.find((value) => value !== null) ?? null)
  return await Promise.race([found, all])
}

/** A search for a hash: its services, the sources asked so far, and its deadline. */
export type Asking = { services: StatusServices; asked: ProvidersAsked; signal: AbortSignal }

/** As above, with the time of the transaction, if its chain shows it. Unix milliseconds. */
type ProviderAsking = Asking & { paidAtMs?: number | null }

/** The provider that carried a swap, and its report. */
export type Detected = { provider: ProviderId; status: SwapStatus }

/** For a hash whose chain is unknown: searches each provider's own chain and index. */
export async function detectByHash(
  hash: string,
  onlyChain: BlockchainId | null,
  asking: Asking,
): Promise<Detected | null> {
  return (
    (await askForeignProviders(hash, onlyChain, asking)) ??
    (await askBridges(hash, onlyChain, asking))
  )
}

/**
 * For a transaction as read from its chain.
 * @param tonMessage hash of the message to the paying wallet, null on other chains than TON
 */
export async function detectByTransaction(
  transaction: ChainTransaction,
  tonMessage: string | null,
  asking: Asking,
): Promise<Detected | null> {
  const { blockchain, hash, sender, atMs } = transaction
  const own: ProviderAsking = { ...asking, paidAtMs: atMs }
  if (tonMessage !== null) {
    return (
      (await askTonProviders(tonMessage, sender, own)) ?? (await askExchanges(transaction, own))
    )
  }
  return (
    (await askCalledProviders(transaction, own)) ??
    (await askForeignProviders(hash, blockchain, own)) ??
    (await firstFound([askExchanges(transaction, own), askBridges(hash, blockchain, own)]))
  )
}

/**
 * Asks providers whose contracts the transaction called, else those whose contracts it went through
 * or that emitted its events. A bridge and an exchange may share a contract: the one that can read
 * the call, or lists the swap, is used.
 */
async function askCalledProviders(
  { blockchain, hash, touched }: ChainTransaction,
  asking: ProviderAsking,
): Promise<Detected | null> {
  const { providers } = asking.services
  const rankOf = (target: string): number =>
    touched.findIndex((one) => isSameAccount(blockchain, one, target))
  const paid = (await providers.paidOn(blockchain)).flatMap((provider) =>
    provider.ids.flatMap((id) => {
      const ranks = provider.pinned(id, blockchain).targets.map(rankOf)
      const rank = Math.min(...ranks.filter((one) => one >= 0))
      return Number.isFinite(rank) ? [{ provider, id, rank }] : []
    }),
  )
  const ref = foreignRef(hash, blockchain)
  const bestOf = async (candidates: typeof paid): Promise<Detected | null> => {
    const found = await Promise.all(
      candidates.map(({ provider, id }) => ask(provider, id, ref, asking)),
    )
    const likely = candidates.flatMap(({ provider }, index) => {
      const one = found[index]
      return one == null ? [] : [{ found: one, certainty: certaintyOf(one, provider) }]
    })
    const [best] = likely.toSorted((a, b) => b.certainty - a.certainty)
    if (best === undefined) return null
    // What a bridge that does not answer has carried is not what a mined call alone shows.
    const isBridgeSilent = candidates.some(
      ({ provider, id }) => provider.capabilities.crossChain && asking.asked.isUnanswered(id),
    )
    return best.certainty === leastCertain && isBridgeSilent ? null : best.found
  }
  const byRank = paid.toSorted((a, b) => a.rank - b.rank)
  const called = await bestOf(byRank.filter(({ rank }) => rank === 0))
  if (called !== null && !isUnlisted(called)) return called
  const below = await bestOf(byRank.filter(({ rank }) => rank > 0))
  return called === null || below === null ? (called ?? below) : throughBridge(called, below)
}

/** Paid on chain, not yet reported by the provider. */
function isUnlisted({ status: { status, providerStatus } }: Detected): boolean {
  return (status === 'PENDING' || status === 'LONG_PENDING') && providerStatus === undefined
}

/**
 * The swap of an aggregator with the facts of the bridge whose events are in the same transaction.
 */
function throughBridge({ provider, status: { facts } }: Detected, below: Detected): Detected {
  const { status } = below
  return {
    provider,
    status: { ...status, facts: { ...facts, ...status.facts, carrier: below.provider } },
  }
}

/** Of a mined call that no provider has read or listed. */
const leastCertain = 0

/**
 * A mined call that no provider can read ends a swap on one chain; it must not hide a bridge's
 * swap.
 */
function certaintyOf({ status }: Detected, { capabilities }: Provider): number {
  const { facts, providerStatus } = status
  if (facts?.dstToken !== undefined) return 3
  if (!capabilities.crossChain) return leastCertain
  return providerStatus === undefined ? 1 : 2
}

/**
 * Asks providers whose swaps other wallets sign, through the nodes of their chains; the first match
 * is used.
 */
async function askForeignProviders(
  srcTxHash: string,
  onlyChain: BlockchainId | null,
  asking: ProviderAsking,
): Promise<Detected | null> {
  return await askEach(srcTxHash, asking, (provider, [chain]) => {
    if (chain === undefined || proofOf(provider, 'foreign') === null) return undefined
    const isThere = onlyChain === null || onlyChain === chain
    return isThere && isTransactionHash(chain, srcTxHash) ? chain : undefined
  })
}

/** Asks every cross-chain provider at once; the first match is used. */
async function askBridges(
  srcTxHash: string,
  onlyChain: BlockchainId | null,
  asking: ProviderAsking,
): Promise<Detected | null> {
  return await askEach(srcTxHash, asking, ({ capabilities }, chains) => {
    if (!capabilities.crossChain) return undefined
    // If the chain is unknown, a bridge finds it in its own index; a failing node must not prevent
    // that.
    return onlyChain ?? chains.find((chain) => !asking.asked.isUnanswered(chain)) ?? chains[0]
  })
}

/**
 * Asks every provider at once about a hash of the chain that `chainOf` returns; the first match is
 * used. Undefined: the provider is not asked.
 */
async function askEach(
  srcTxHash: string,
  asking: ProviderAsking,
  chainOf: (provider: Provider, chains: readonly BlockchainId[]) => BlockchainId | undefined,
): Promise<Detected | null> {
  const asked = (await asking.services.providers.all()).flatMap((provider) => {
    const [id] = provider.ids
    const chain = id === undefined ? undefined : chainOf(provider, provider.blockchains(id))
    if (id === undefined || chain === undefined || !canBeAsked(asking, id)) return []
    return [ask(provider, id, foreignRef(srcTxHash, chain), asking)]
  })
  return await firstFound(asked)
}

/**
 * A plain payment may have paid an order: asks exchanges that can find one by its address. An order
 * paid by another transaction does not match.
 */
async function askExchanges(
  { blockchain, hash, kind, payments, sender }: ChainTransaction,
  asking: ProviderAsking,
): Promise<Detected | null> {
  if (kind.is !== 'transfer') return null
  const providers = (await asking.services.providers.all()).flatMap((provider) => {
    const [id] = provider.ids
    const isIts = id !== undefined && provider.blockchains(id).includes(blockchain)
    return isIts && provider.capabilities.deposit && canBeAsked(asking, id)
      ? [{ provider, id }]
      : []
  })
  const payees = payeesOf(payments.filter(({ to }) => to !== sender))
  const asked = payees.flatMap((payee) =>
    providers.map(async ({ provider, id }) => {
      const found = await ask(provider, id, foreignRef(payee, blockchain), asking)
      const paidBy = found?.status.sourceTxHash
      const isOther = paidBy !== undefined && paidBy.toLowerCase() !== hash.toLowerCase()
      return found === null || isOther || isUnpaid(found.status) ? null : found
    }),
  )
  return await firstFound(asked)
}

/** Maximum payees of one transaction that are checked as deposit addresses; exchanges pay many. */
const mostPayees = 4

/** The first few accounts that a transaction paid. */
export function payeesOf(payments: ChainTransaction['payments']): readonly string[] {
  const payees = new Set(payments.flatMap(({ to }) => (to === null ? [] : [to])))
  return [...payees].slice(0, mostPayees)
}

/** Asks every TON provider at once; each checks whether the payment was its own. */
async function askTonProviders(
  messageHash: string,
  fromAddress: string | null,
  asking: ProviderAsking,
): Promise<Detected | null> {
  const ref = { ...foreignRef(messageHash, 'TON'), fromAddress }
  return await firstFound(
    (await asking.services.providers.all()).flatMap((provider) =>
      provider.ids
        .filter((id) => provider.blockchains(id).includes('TON') && canBeAsked(asking, id))
        .map((id) => ask(provider, id, ref, asking)),
    ),
  )
}

function isUnpaid({ subStatus }: SwapStatus): boolean {
  return subStatus === 'AWAITING_DEPOSIT'
}

/** Whether a provider can be asked; some need a key that is not set. */
function canBeAsked({ services }: Asking, id: ProviderId): boolean {
  const { state } = services.stateOf(id)
  return state !== 'needs_key' && state !== 'closed'
}

async function ask(
  provider: Provider,
  id: ProviderId,
  ref: SwapRef,
  { services, asked, signal, paidAtMs = null }: ProviderAsking,
): Promise<Detected | null> {
  const status = await asked.provider(id, signal, (within) =>
    provider.status(id, { ...ref, seenAtMs: paidAtMs }, providerContext(services, within)),
  )
  return status === null || status.status === 'NOT_FOUND' ? null : { provider: id, status }
}

/** A reference to a swap of which only the payment is known. */
export function foreignRef(srcTxHash: string, srcBlockchain: BlockchainId): SwapRef {
  return {
    srcBlockchain,
    srcTxHash,
    dstBlockchain: null,
    orderId: null,
    fromAddress: null,
    receiver: null,
    durationSeconds: null,
    startedAtMs: null,
    providerState: null,
  }
}
