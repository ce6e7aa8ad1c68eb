import type { StatusAnswer } from '../api/schemas.ts'
import { allChains, isEvmChain } from '../chains/chains.ts'
import { showTonAddress } from '../chains/ton/address.ts'
import { onAbort } from '../core/abort.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { SwapRef } from '../core/quote.ts'
import type { SwapStatus } from '../core/status.ts'
import { type Provider, proofOf } from '../providers/types.ts'
import { catalogRow, isBuilt } from '../providers/catalog.ts'
import { createEvmReader } from '../evidence/evm.ts'
import { createRollCall, firstFound, type RollCall } from './rollCall.ts'
import { type BackendServices, providerContext } from './services.ts'
import { toStatusAnswer } from './statusAnswer.ts'
import { isTransactionHash } from '../evidence/hashes.ts'
import { tonHashIn } from '../evidence/ton.ts'
import { findOnTon, type TonSource } from '../evidence/tonSource.ts'
import { findPaidQuote, statusOfStored } from './storedStatus.ts'

type Found = { provider: ProviderId; status: SwapStatus }

type Place =
  | { kind: 'evm'; blockchain: BlockchainId; hash: string; to: string | null }
  | { kind: 'ton'; source: TonSource }

/**
 * Where a swap is that this service never saw: finds the chain of the transaction, all of them
 * asked at once, then asks the providers whose contract it paid, else every bridge that can look a
 * hash up. NOT_FOUND is said only where everybody who could know has answered (S7).
 * @throws SwaprouteError CHAIN_UNAVAILABLE or UPSTREAM_FAILED with `context.notAsked` where it is
 *   not known because one of them did not answer
 */
export async function statusByHash(
  services: BackendServices,
  text: string,
  onlyChain: BlockchainId | null,
  signal: AbortSignal,
): Promise<StatusAnswer> {
  const looking = createRollCall(services)
  const place = await locate(services, text, onlyChain, looking, signal)
  if (place?.kind === 'ton') return await statusOnTon(services, place.source, signal)
  // A transaction is on one chain: once that is found, it does not matter what others would say.
  const asking = place === null ? looking : createRollCall(services)
  const srcTxHash = place?.hash ?? text
  const found =
    place === null
      ? ((await askElsewhere(services, srcTxHash, onlyChain, asking, signal)) ??
        (await askBridges(services, srcTxHash, onlyChain, asking, signal)))
      : ((await askPaidProvider(services, place, asking, signal)) ??
        (await askBridges(services, srcTxHash, place.blockchain, asking, signal)))
  const source = found?.status.sourceBlockchain ?? place?.blockchain ?? null
  const elsewhere = onlyChain !== null && source !== null && source !== onlyChain
  if (found !== null && !elsewhere) {
    const known = source ?? onlyChain
    const destination = isBridge(found.provider) ? null : known
    return toStatusAnswer(services, known, destination, { ...found, id: null, srcTxHash })
  }
  const silence = asking.silence()
  if (silence !== null && !elsewhere) throw silence
  const note = elsewhere
    ? `The transaction is on ${source}, not on ${onlyChain}.`
    : place === null
      ? onlyChain === null
        ? 'No chain or provider knows this hash.'
        : `Neither ${onlyChain} nor a provider knows this hash.`
      : `The transaction is on ${place.blockchain}, but it is not a swap of a provider this service knows.`
  return toStatusAnswer(services, source, null, {
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
  signal: AbortSignal,
): Promise<StatusAnswer> {
  const stored = await findPaidQuote(services, source.messageHash, signal)
  if (stored !== null) {
    const answer = await statusOfStored(services, stored, source.messageHash, signal)
    return { ...answer, ...tonMembers(source) }
  }
  const ref = {
    ...foreignRef(source.messageHash, 'TON'),
    fromAddress: showTonAddress(source.account, 'wallet'),
  }
  const asking = createRollCall(services)
  const found = await firstFound(
    (await services.providers.all()).flatMap((provider) =>
      provider.ids
        .filter((id) => provider.blockchains(id).includes('TON') && canBeAsked(services, id))
        .map((id) => ask(services, provider, id, ref, asking, signal)),
    ),
  )
  const silence = found === null ? asking.silence() : null
  if (silence !== null) throw silence
  const unknown: SwapStatus = {
    status: 'NOT_FOUND',
    destinationTxHash: null,
    note: 'The transaction is on TON, but it is not a swap of a provider this service knows.',
  }
  const destination = found === null || isBridge(found.provider) ? null : 'TON'
  const answer = toStatusAnswer(services, 'TON', destination, {
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

/** Looks on every chain at once on which a provider could have made a swap; the first wins. */
async function locate(
  services: BackendServices,
  text: string,
  onlyChain: BlockchainId | null,
  rollCall: RollCall,
  parent: AbortSignal,
): Promise<Place | null> {
  const over = new AbortController()
  const leave = onAbort(parent, () => over.abort(parent.reason))
  const hash = evmHashIn(text)
  const served = new Set(await servedChains(services))
  const chains = allChains().filter(
    (chain) =>
      isEvmChain(chain) &&
      (onlyChain === null
        ? served.has(chain.id) && services.rpc.has(chain.id) && !chain.testnet
        : chain.id === onlyChain),
  )
  const looks = chains.map(async ({ id }): Promise<Place | null> => {
    if (hash === null) return null
    const found = await rollCall.chain(id, over.signal, (signal) =>
      createEvmReader(providerContext(services, signal)).readTransaction(id, hash),
    )
    return found === null ? null : { kind: 'evm', blockchain: id, hash, to: found.to ?? null }
  })
  const onTon = async (): Promise<Place | null> => {
    const isAsked = onlyChain === null || onlyChain === 'TON'
    if (!isAsked || tonHashIn(text) === null || !services.ton.has()) return null
    const source = await rollCall.chain('TON', over.signal, (signal) =>
      findOnTon(services, text, signal),
    )
    return source === null ? null : { kind: 'ton', source }
  }
  try {
    return await firstFound([...looks, onTon()])
  } finally {
    leave()
    over.abort()
  }
}

async function servedChains(services: BackendServices): Promise<BlockchainId[]> {
  const providers = await services.providers.all()
  return providers.flatMap((provider) => provider.ids.flatMap((id) => provider.blockchains(id)))
}

/** The provider whose pinned contract the transaction paid. */
async function askPaidProvider(
  services: BackendServices,
  { blockchain, hash, to }: Extract<Place, { kind: 'evm' }>,
  rollCall: RollCall,
  signal: AbortSignal,
): Promise<Found | null> {
  if (to === null) return null
  const contract = to.toLowerCase()
  for (const provider of await services.providers.paidOn(blockchain)) {
    for (const id of provider.ids) {
      const { targets } = provider.pinned(id, blockchain)
      if (!targets.some((target) => target.toLowerCase() === contract)) continue
      const found = await ask(
        services,
        provider,
        id,
        foreignRef(hash, blockchain),
        rollCall,
        signal,
      )
      if (found !== null) return found
    }
  }
  return null
}

/** Those whose swaps other wallets sign, by their chains' own nodes; the first that knows it. */
async function askElsewhere(
  services: BackendServices,
  srcTxHash: string,
  onlyChain: BlockchainId | null,
  rollCall: RollCall,
  signal: AbortSignal,
): Promise<Found | null> {
  const asked = (await services.providers.all()).flatMap((provider) => {
    const [id] = provider.ids
    if (id === undefined || proofOf(provider, 'foreign') === null) return []
    if (!canBeAsked(services, id)) return []
    const [chain] = provider.blockchains(id)
    const isThere = onlyChain === null || onlyChain === chain
    if (chain === undefined || !isThere || !isTransactionHash(chain, srcTxHash)) return []
    return [ask(services, provider, id, foreignRef(srcTxHash, chain), rollCall, signal)]
  })
  return await firstFound(asked)
}

/** Every provider that follows swaps between chains, at once; the first that knows it. */
async function askBridges(
  services: BackendServices,
  srcTxHash: string,
  onlyChain: BlockchainId | null,
  rollCall: RollCall,
  signal: AbortSignal,
): Promise<Found | null> {
  const asked = (await services.providers.all()).flatMap((provider) => {
    const [id] = provider.ids
    if (id === undefined || !provider.capabilities.crossChain) return []
    // Where the chain is not known the bridge's own index tells: a silent node would hide that.
    const chains = provider.blockchains(id)
    const srcBlockchain =
      onlyChain ?? chains.find((chain) => !rollCall.isSilent(chain)) ?? chains[0]
    if (srcBlockchain === undefined || !canBeAsked(services, id)) return []
    const ref = foreignRef(srcTxHash, srcBlockchain)
    return [ask(services, provider, id, ref, rollCall, signal)]
  })
  return await firstFound(asked)
}

/** One that answers only with a key that is not here knows nothing that could be asked for. */
function canBeAsked({ stateOf }: BackendServices, id: ProviderId): boolean {
  const { state } = stateOf(id)
  return state !== 'needs_key' && state !== 'closed'
}

async function ask(
  services: BackendServices,
  provider: Provider,
  id: ProviderId,
  ref: SwapRef,
  rollCall: RollCall,
  signal: AbortSignal,
): Promise<Found | null> {
  const status = await rollCall.provider(id, signal, (within) =>
    provider.status(id, ref, providerContext(services, within)),
  )
  return status === null || status.status === 'NOT_FOUND' ? null : { provider: id, status }
}

/** Whether its swaps may end on another chain than the one they were paid on. */
function isBridge(id: ProviderId): boolean {
  const row = catalogRow(id)
  return row !== null && isBuilt(row) && row.pairs !== 'one-chain'
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

/** 64 digits are taken for a hash of EVM chains also without their 0x. */
function evmHashIn(text: string): string | null {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]
  return digits === undefined ? null : `0x${digits}`
}
