import { chainById, isEvmChain } from '../chains/chains.ts'
import { onAbort } from '../core/abort.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { type PossibleHash, possibleHashes } from '../evidence/hashes.ts'
import {
  canReadTransactions,
  plausible,
  readChainTransaction,
} from '../evidence/transactions/readers.ts'
import type { TransactionSource, ChainTransaction } from '../evidence/transactions/transaction.ts'
import { readOnTon } from '../evidence/transactions/ton.ts'
import { findOnTon, type TonSource } from '../evidence/tonSource.ts'
import { firstFound, type RollCall } from './rollCall.ts'
import { type BackendServices, providerContext } from './services.ts'

/** A transaction and its chain; of TON also how its trace begins. */
export type Place = { seen: ChainTransaction; ton: TonSource | null }

export type Located = {
  place: Place | null
  /** Chains whose hashes look like this, that no node of this run can be asked about. */
  unseen: readonly BlockchainId[]
}

/** What the readers of transactions need, within the time of one question. */
export function seenSource(services: BackendServices, signal: AbortSignal): TransactionSource {
  return { ...providerContext(services, signal), nodes: services.nodes }
}

/**
 * Looks for a hash on every chain that its form allows, on all at once; the first that knows it
 * wins, and each has a time of its own.
 */
export async function locate(
  services: BackendServices,
  text: string,
  onlyChain: BlockchainId | null,
  rollCall: RollCall,
  parent: AbortSignal,
): Promise<Located> {
  const over = new AbortController()
  const leave = onAbort(parent, () => over.abort(parent.reason))
  const served = new Set(await servedChains(services))
  const possible = possibleHashes(text, onlyChain)
  const asked = possible.filter(
    ({ blockchain }) => onlyChain !== null || isAsked(services, blockchain, served),
  )
  try {
    const place = await firstFound(
      asked.map((one) =>
        rollCall.chain(one.blockchain, over.signal, (signal) => look(services, text, one, signal)),
      ),
    )
    const unseen = possible.flatMap(({ blockchain }) =>
      served.has(blockchain) && !asked.some((one) => one.blockchain === blockchain)
        ? [blockchain]
        : [],
    )
    return { place, unseen: services.sandbox ? [] : unseen }
  } finally {
    leave()
    over.abort()
  }
}

async function look(
  services: BackendServices,
  text: string,
  { blockchain, hash }: PossibleHash,
  signal: AbortSignal,
): Promise<Place | null> {
  if (blockchain === 'TON') {
    const ton = services.ton.has() ? await findOnTon(services, text, signal) : noNode('TON')
    if (ton === null) return null
    const seen = await readOnTon(ton, { ton: services.ton, signal })
    return { seen: plausible(seen, services.now()), ton }
  }
  const isReadable =
    isEvmChain(chainById(blockchain)) || canReadTransactions(blockchain, services.nodes)
  if (!isReadable) noNode(blockchain)
  const seen = await readChainTransaction(blockchain, hash, seenSource(services, signal))
  return seen === null ? null : { seen, ton: null }
}

/** Without a named chain: those with a node, of EVM chains those that providers serve. */
function isAsked(
  services: BackendServices,
  blockchain: BlockchainId,
  served: ReadonlySet<BlockchainId>,
): boolean {
  if (blockchain === 'TON') return services.ton.has()
  if (isEvmChain(chainById(blockchain)))
    return served.has(blockchain) && services.rpc.has(blockchain)
  return canReadTransactions(blockchain, services.nodes)
}

function noNode(blockchain: BlockchainId): never {
  throw new SwaprouteError('CHAIN_UNAVAILABLE', `No node of ${blockchain} can be asked.`, {
    context: { blockchain },
  })
}

async function servedChains(services: BackendServices): Promise<BlockchainId[]> {
  const providers = await services.providers.all()
  return providers.flatMap((provider) => provider.ids.flatMap((id) => provider.blockchains(id)))
}
