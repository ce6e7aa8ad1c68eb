import type { StatusAnswer } from '../api/schemas.ts'
import { chainById } from '../chains/chains.ts'
import { explorerTxUrl } from '../chains/explorers.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { ProviderId } from '../core/providerIds.ts'
import { actionOf, type SwapStatus } from '../core/status.ts'
import { type BackendServices, blockchainNumber } from './services.ts'

/** A status as the contract writes it, with where it began and was to end. */
export function toStatusAnswer(
  services: Pick<BackendServices, 'chainId' | 'sandbox' | 'now'>,
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
  const link = (blockchain: BlockchainId | null, hash: string | null): string | null =>
    blockchain === null || hash === null
      ? null
      : explorerTxUrl(chainById(blockchain), hash, services)
  const [srcTxUrl, destinationTxUrl] = [
    link(source, srcTxHash),
    link(title, status.destinationTxHash),
  ]
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
    action: actionOf(status),
    ...(srcTxUrl === null ? {} : { srcTxUrl }),
    ...(destinationTxUrl === null ? {} : { destinationTxUrl }),
    updatedAt: new Date(services.now()).toISOString(),
  }
}
