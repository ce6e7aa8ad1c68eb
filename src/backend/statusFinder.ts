import type { StatusAnswer } from '../api/schemas.ts'
import { allChains, chainById, isEvmChain } from '../chains/chains.ts'
import { showTonAddress } from '../chains/ton/address.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { startDeadline } from '../core/deadline.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { SwapRef } from '../core/quote.ts'
import type { SwapStatus } from '../core/status.ts'
import type { Provider, ProviderContext } from '../providers/types.ts'
import {
  type BackendServices,
  blockchainNumber,
  providerContext,
  allProviders,
  providerOf,
} from './services.ts'
import { findOnTon, type TonSource } from './tonFinder.ts'
import type { Trade } from './trades.ts'

/** A chain or provider that does not answer within this time is left out of a search. */
const searchLimitMs = 8_000
/** How long an own swap that nobody knows yet counts as under way. */
const graceMs = 5 * 60_000

type Found = { provider: ProviderId; status: SwapStatus }

/** Where a swap is that this service quoted itself. */
export async function statusOfTrade(
  services: BackendServices,
  trade: Trade,
  srcTxHash: string | null,
  signal: AbortSignal,
): Promise<StatusAnswer> {
  const { quote } = trade
  const { srcToken, dstToken } = quote.request
  const provider = await providerOf(services, quote.provider)
  if (provider === null) {
    throw new SwaprouteError('UPSTREAM_FAILED', `${quote.provider} is no longer built in.`)
  }
  if (srcTxHash === null && quote.executionKind !== 'deposit') {
    return toAnswer(services, srcToken.blockchain, dstToken.blockchain, {
      id: trade.id,
      provider: quote.provider,
      srcTxHash,
      status: {
        status: 'NOT_FOUND',
        destinationTxHash: null,
        note: 'No source transaction was reported for this route.',
      },
    })
  }
  const startedAtMs = trade.swap?.builtAtMs ?? trade.createdAtMs
  const ref: SwapRef = {
    srcBlockchain: srcToken.blockchain,
    srcTxHash,
    dstBlockchain: dstToken.blockchain,
    orderId: trade.swap?.orderId ?? null,
    fromAddress: quote.request.fromAddress,
    receiver: quote.request.receiver ?? quote.request.fromAddress,
    durationSeconds: quote.durationSeconds,
    startedAtMs,
    providerState: quote.providerState,
  }
  const told = await provider.status(quote.provider, ref, providerContext(services, signal))
  const young = services.now() - startedAtMs < graceMs
  const status: SwapStatus =
    told.status === 'NOT_FOUND' && young
      ? { ...told, status: 'PENDING', note: 'Not indexed yet.' }
      : told
  return toAnswer(services, srcToken.blockchain, dstToken.blockchain, {
    id: trade.id,
    provider: quote.provider,
    srcTxHash,
    status,
  })
}

/**
 * Where a swap is that this service never saw: finds the chain of the transaction, then asks the
 * providers whose contract it paid, else every bridge that can look a hash up.
 */
export async function statusByHash(
  services: BackendServices,
  srcTxHash: string,
  onlyChain: BlockchainId | null,
  signal: AbortSignal,
): Promise<StatusAnswer> {
  const deadline = startDeadline(signal, searchLimitMs)
  const search = searchByHash(services, srcTxHash, onlyChain, deadline.signal)
  return await search.finally(deadline.end)
}

async function searchByHash(
  services: BackendServices,
  srcTxHash: string,
  onlyChain: BlockchainId | null,
  limited: AbortSignal,
): Promise<StatusAnswer> {
  const located = isEvmHash(srcTxHash)
    ? await locate(services, srcTxHash, onlyChain, limited)
    : null
  const ton = located === null ? await findOnTon(services, srcTxHash, onlyChain, limited) : null
  if (ton !== null) return await statusOnTon(services, ton, limited)
  const context = providerContext(services, limited)
  const found =
    located === null
      ? await askBridges(services, srcTxHash, onlyChain, context)
      : ((await askPaidProvider(services, srcTxHash, located, context)) ??
        (await askBridges(services, srcTxHash, located.blockchain, context)))
  const source = found?.status.sourceBlockchain ?? located?.blockchain ?? null
  const elsewhere = onlyChain !== null && source !== null && source !== onlyChain
  if (found !== null && !elsewhere) {
    const place = source ?? onlyChain
    const destination = isBridge(services, found.provider) ? null : place
    return toAnswer(services, place, destination, { ...found, id: null, srcTxHash })
  }
  const note = elsewhere
    ? `The transaction is on ${source}, not on ${onlyChain}.`
    : located === null
      ? 'No chain or provider knows this hash.'
      : `The transaction is on ${located.blockchain}, but it is no swap of a provider this service knows.`
  return toAnswer(services, source, null, {
    id: null,
    provider: null,
    srcTxHash,
    status: { status: 'NOT_FOUND', destinationTxHash: null, note },
  })
}

/** Every provider of TON's, at once; each looks itself whether the payment was one of its own. */
async function statusOnTon(
  services: BackendServices,
  source: TonSource,
  limited: AbortSignal,
): Promise<StatusAnswer> {
  const trades = await services.trades()
  const trade = await trades.findByHash(source.messageHash)
  if (trade !== null && trade.swap !== null) {
    const answer = await statusOfTrade(services, trade, source.messageHash, limited)
    return { ...answer, ...tonMembers(source) }
  }
  const context = providerContext(services, limited)
  const ref = {
    ...foreignRef(source.messageHash, 'TON'),
    fromAddress: showTonAddress(source.account, 'wallet'),
  }
  const answers = await Promise.all(
    (await allProviders(services)).flatMap((provider) =>
      provider.ids
        .filter((id) => provider.blockchains(id).includes('TON'))
        .map((id) => ask(provider, id, ref, context)),
    ),
  )
  const found = answers.find((answer) => answer !== null)
  const unknown: SwapStatus = {
    status: 'NOT_FOUND',
    destinationTxHash: null,
    note: 'The transaction is on TON, but it is no swap of a provider this service knows.',
  }
  const destination = found === undefined || isBridge(services, found.provider) ? null : 'TON'
  const answer = toAnswer(services, 'TON', destination, {
    id: null,
    provider: found?.provider ?? null,
    srcTxHash: source.messageHash,
    status: found?.status ?? unknown,
  })
  return { ...answer, ...tonMembers(source) }
}

function tonMembers({ kind, transactionHash }: TonSource): Partial<StatusAnswer> {
  return { hashKind: kind, srcTransactionHash: transactionHash }
}

type Located = { blockchain: BlockchainId; to: string | null }

/**
 * Looks on every EVM chain at once.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when no chain answered at all
 */
async function locate(
  services: BackendServices,
  hash: string,
  onlyChain: BlockchainId | null,
  signal: AbortSignal,
): Promise<Located | null> {
  const chains = (onlyChain === null ? allChains() : [chainById(onlyChain)]).filter(
    (chain) =>
      isEvmChain(chain) && services.rpc.has(chain.id) && (onlyChain !== null || !chain.testnet),
  )
  let answered = 0
  const looks = await Promise.all(
    chains.map(async (chain): Promise<Located | null> => {
      try {
        const result = await services.rpc.call(chain.id, 'eth_getTransactionByHash', [hash], {
          signal,
        })
        answered += 1
        return isRecord(result)
          ? { blockchain: chain.id, to: typeof result['to'] === 'string' ? result['to'] : null }
          : null
      } catch (thrown) {
        // One chain's outage must not hide the others' answers.
        if (thrown instanceof SwaprouteError) return null
        throw thrown
      }
    }),
  )
  if (answered === 0 && chains.length > 0) {
    throw new SwaprouteError('CHAIN_UNAVAILABLE', 'No chain could be asked for this hash.', {
      hint: 'Check the network, or name a node of your own with SWAPROUTE_RPC_<CHAIN>.',
    })
  }
  return looks.find((look) => look !== null) ?? null
}

/** The provider whose pinned contract the transaction paid. */
async function askPaidProvider(
  services: BackendServices,
  srcTxHash: string,
  located: Located,
  context: ProviderContext,
): Promise<Found | null> {
  const to = located.to?.toLowerCase()
  if (to === undefined) return null
  for (const provider of await allProviders(services)) {
    for (const id of provider.ids) {
      const { targets } = provider.pinned(id, located.blockchain)
      if (!targets.some((target) => target.toLowerCase() === to)) continue
      const found = await ask(provider, id, foreignRef(srcTxHash, located.blockchain), context)
      if (found !== null) return found
    }
  }
  return null
}

/** Every provider that follows swaps between chains, at once; the first that knows it. */
async function askBridges(
  services: BackendServices,
  srcTxHash: string,
  onlyChain: BlockchainId | null,
  context: ProviderContext,
): Promise<Found | null> {
  const bridges = (await allProviders(services)).flatMap((provider) => {
    const [id] = provider.ids
    if (id === undefined || !provider.capabilities.crossChain) return []
    const srcBlockchain = onlyChain ?? provider.blockchains(id)[0]
    return srcBlockchain === undefined ? [] : [{ provider, id, srcBlockchain }]
  })
  const answers = await Promise.all(
    bridges.map(({ provider, id, srcBlockchain }) =>
      ask(provider, id, foreignRef(srcTxHash, srcBlockchain), context),
    ),
  )
  return answers.find((answer) => answer !== null) ?? null
}

async function ask(
  provider: Provider,
  id: ProviderId,
  ref: SwapRef,
  context: ProviderContext,
): Promise<Found | null> {
  try {
    const status = await provider.status(id, ref, context)
    return status.status === 'NOT_FOUND' ? null : { provider: id, status }
  } catch (thrown) {
    // A provider that does not answer leaves the question open to the others.
    if (thrown instanceof SwaprouteError) return null
    throw thrown
  }
}

function isBridge({ providers }: BackendServices, id: ProviderId): boolean {
  return providers.some(({ ids, capabilities }) => capabilities.crossChain && ids.includes(id))
}

function foreignRef(srcTxHash: string, srcBlockchain: BlockchainId): SwapRef {
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

function toAnswer(
  services: BackendServices,
  source: BlockchainId | null,
  destination: BlockchainId | null,
  swap: {
    id: string | null
    provider: ProviderId | null
    srcTxHash: string | null
    status: SwapStatus
  },
): StatusAnswer {
  const { status } = swap
  // Of a search the text may have been the number of an order; then the provider knows the hash.
  const told = status.sourceTxHash ?? null
  const srcTxHash = swap.id === null ? (told ?? swap.srcTxHash) : (swap.srcTxHash ?? told)
  const title = status.destinationBlockchain ?? destination
  return {
    status: status.status,
    ...(status.subStatus === undefined ? {} : { subStatus: status.subStatus }),
    destinationTxHash: status.destinationTxHash,
    destinationNetworkTitle: title,
    destinationNetworkChainId: title === null ? null : blockchainNumber(services, title),
    ...(source === null
      ? {}
      : {
          sourceNetworkTitle: source,
          sourceNetworkChainId: blockchainNumber(services, source),
        }),
    ...(swap.id === null ? {} : { id: swap.id }),
    ...(swap.provider === null ? {} : { provider: swap.provider }),
    ...(srcTxHash === null ? {} : { srcTxHash }),
    ...(status.providerStatus === undefined ? {} : { providerStatus: status.providerStatus }),
    ...(status.note === undefined ? {} : { note: status.note }),
    updatedAt: new Date(services.now()).toISOString(),
  }
}

function isEvmHash(text: string): boolean {
  return /^0x[0-9a-f]{64}$/i.test(text)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
