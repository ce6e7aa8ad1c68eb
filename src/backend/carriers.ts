/** Who may have carried a transaction of somebody else's, and what they say of it. */
import { isSameAccount } from '../chains/accountKey.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { SwapRef } from '../core/quote.ts'
import type { SwapStatus } from '../core/status.ts'
import { isTransactionHash } from '../evidence/hashes.ts'
import type { ChainTransaction } from '../evidence/transactions/transaction.ts'
import { type Provider, proofOf } from '../providers/types.ts'
import { firstFound, type RollCall } from './rollCall.ts'
import { type BackendServices, providerContext } from './services.ts'

export type Found = { provider: ProviderId; status: SwapStatus }

/** One question about a hash: who asks, who did not answer, until when. */
export type Asking = {
  services: BackendServices
  rollCall: RollCall
  signal: AbortSignal
  /** When the transaction was made, where its chain shows it. Unix milliseconds. */
  seenAtMs?: number | null
}

/** Payees of one transaction that are taken for the address of an order; exchanges pay many. */
export const mostPayees = 4

/**
 * Those whose contracts the transaction called, else those whose contracts it went through or that
 * wrote its events. A bridge and an exchange may share a contract: the one that can read the call,
 * or lists the swap, is meant.
 */
export async function askPaidProviders(
  { blockchain, hash, touched }: ChainTransaction,
  asking: Asking,
): Promise<Found | null> {
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
  const bestOf = async (candidates: typeof paid): Promise<Found | null> => {
    const found = await Promise.all(
      candidates.map(({ provider, id }) => ask(provider, id, ref, asking)),
    )
    const likely = candidates.flatMap(({ provider }, index) => {
      const one = found[index]
      return one == null ? [] : [{ found: one, certainty: certaintyOf(one, provider) }]
    })
    return likely.toSorted((a, b) => b.certainty - a.certainty)[0]?.found ?? null
  }
  const byRank = paid.toSorted((a, b) => a.rank - b.rank)
  const called = await bestOf(byRank.filter(({ rank }) => rank === 0))
  if (called !== null && !isUnlisted(called)) return called
  const below = await bestOf(byRank.filter(({ rank }) => rank > 0))
  return called === null || below === null ? (called ?? below) : throughBridge(called, below)
}

/** Its payment is on the chain, and the provider itself says nothing of it. */
function isUnlisted({ status: { status, providerStatus } }: Found): boolean {
  return (status === 'PENDING' || status === 'LONG_PENDING') && providerStatus === undefined
}

/** The swap of an aggregator, as the bridge shows it whose events are in the same transaction. */
function throughBridge({ provider, status: { facts } }: Found, below: Found): Found {
  const { status } = below
  return {
    provider,
    status: { ...status, facts: { ...facts, ...status.facts, carrier: below.provider } },
  }
}

/** A mined call that nobody can read ends a swap on one chain; it must not hide a bridge's. */
function certaintyOf({ status }: Found, { capabilities }: Provider): number {
  const { facts, providerStatus } = status
  if (facts?.dstToken !== undefined) return 3
  if (!capabilities.crossChain) return 0
  return providerStatus === undefined ? 1 : 2
}

/** Those whose swaps other wallets sign, by their chains' own nodes; the first that knows it. */
export async function askElsewhere(
  srcTxHash: string,
  onlyChain: BlockchainId | null,
  asking: Asking,
): Promise<Found | null> {
  const asked = (await asking.services.providers.all()).flatMap((provider) => {
    const [id] = provider.ids
    if (id === undefined || proofOf(provider, 'foreign') === null) return []
    if (!canBeAsked(asking, id)) return []
    const [chain] = provider.blockchains(id)
    const isThere = onlyChain === null || onlyChain === chain
    if (chain === undefined || !isThere || !isTransactionHash(chain, srcTxHash)) return []
    return [ask(provider, id, foreignRef(srcTxHash, chain), asking)]
  })
  return await firstFound(asked)
}

/** Every provider that follows swaps between chains, at once; the first that knows it. */
export async function askBridges(
  srcTxHash: string,
  onlyChain: BlockchainId | null,
  asking: Asking,
): Promise<Found | null> {
  const asked = (await asking.services.providers.all()).flatMap((provider) => {
    const [id] = provider.ids
    if (id === undefined || !provider.capabilities.crossChain) return []
    // Where the chain is not known the bridge's own index tells: a silent node would hide that.
    const chains = provider.blockchains(id)
    const srcBlockchain =
      onlyChain ?? chains.find((chain) => !asking.rollCall.isSilent(chain)) ?? chains[0]
    if (srcBlockchain === undefined || !canBeAsked(asking, id)) return []
    return [ask(provider, id, foreignRef(srcTxHash, srcBlockchain), asking)]
  })
  return await firstFound(asked)
}

/**
 * A plain payment may have paid an order: exchanges that find one by its address are asked. An order
 * that was paid by another transaction is not this one.
 */
export async function askPayees(
  { blockchain, hash, kind, payments, sender }: ChainTransaction,
  asking: Asking,
): Promise<Found | null> {
  if (kind.is !== 'transfer') return null
  const payees = new Set(payments.flatMap(({ to }) => (to === null || to === sender ? [] : [to])))
  const providers = (await asking.services.providers.all()).flatMap((provider) => {
    const [id] = provider.ids
    const isIts = id !== undefined && provider.blockchains(id).includes(blockchain)
    return isIts && provider.capabilities.deposit && canBeAsked(asking, id)
      ? [{ provider, id }]
      : []
  })
  const asked = [...payees].slice(0, mostPayees).flatMap((payee) =>
    providers.map(async ({ provider, id }) => {
      const found = await ask(provider, id, foreignRef(payee, blockchain), asking)
      const told = found?.status.sourceTxHash
      const isOther = told !== undefined && told.toLowerCase() !== hash.toLowerCase()
      return found === null || isOther || isUnpaid(found.status) ? null : found
    }),
  )
  return await firstFound(asked)
}

/** Every provider of TON's, at once; each looks itself whether the payment was one of its own. */
export async function askTonProviders(
  messageHash: string,
  fromAddress: string | null,
  asking: Asking,
): Promise<Found | null> {
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

/** One that answers only with a key that is not here knows nothing that could be asked for. */
function canBeAsked({ services }: Asking, id: ProviderId): boolean {
  const { state } = services.stateOf(id)
  return state !== 'needs_key' && state !== 'closed'
}

async function ask(
  provider: Provider,
  id: ProviderId,
  ref: SwapRef,
  { services, rollCall, signal, seenAtMs = null }: Asking,
): Promise<Found | null> {
  const status = await rollCall.provider(id, signal, (within) =>
    provider.status(id, { ...ref, seenAtMs }, providerContext(services, within)),
  )
  return status === null || status.status === 'NOT_FOUND' ? null : { provider: id, status }
}

/** A swap of which only its payment is known. */
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
