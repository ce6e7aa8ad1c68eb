import type { StatusAnswer } from '../api/schemas.ts'
import { chainById } from '../chains/chains.ts'
import { explorerTxUrl } from '../chains/explorers.ts'
import { formatAmount } from '../core/amounts.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { actionOf } from '../core/status.ts'
import type { SwapEnd, SwapEnds, SwapReport } from '../status/report.ts'
import { type BackendServices, blockchainNumber } from './services.ts'

/** A report in the contract's form. */
export function toStatusAnswer(
  services: Pick<BackendServices, 'chainId' | 'sandbox' | 'now'>,
  { id, provider, srcTxHash: given, source, destination, status, ...more }: SwapReport,
): StatusAnswer {
  // The searched text may be the number of an order; then the provider returned the hash.
  const reported = status.sourceTxHash ?? null
  const srcTxHash = id === null ? (reported ?? given) : (given ?? reported)
  const title = status.destinationBlockchain ?? destination
  const link = (blockchain: BlockchainId | null, hash: string | null): string | null =>
    blockchain === null || hash === null
      ? null
      : explorerTxUrl(chainById(blockchain), hash, services)
  const [srcTxUrl, destinationTxUrl] = [
    link(source, srcTxHash),
    link(title, status.destinationTxHash),
  ]
  const { ends, ton, notAsked } = more
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
    ...(id === null ? {} : { id }),
    ...(provider === null ? {} : { provider }),
    ...(srcTxHash === null ? {} : { srcTxHash }),
    ...(status.providerStatus === undefined ? {} : { providerStatus: status.providerStatus }),
    ...(status.note === undefined ? {} : { note: status.note }),
    action: actionOf(status),
    ...(srcTxUrl === null ? {} : { srcTxUrl }),
    ...(destinationTxUrl === null ? {} : { destinationTxUrl }),
    updatedAt: new Date(services.now()).toISOString(),
    ...(ends === undefined ? {} : toEndMembers(ends)),
    ...(ton === undefined
      ? {}
      : { hashKind: ton.hashKind, srcTransactionHash: ton.transactionHash }),
    ...(notAsked === undefined ? {} : { notAsked: [...notAsked] }),
  }
}

/** Always base units, and token units if the decimals are known. */
function toEndMembers(ends: SwapEnds): Partial<StatusAnswer> {
  const { sent, arrived, fromAddress, receiver, carrier, startedAtMs, transactionKind } = ends
  return {
    ...(sent === null ? {} : toTokenMembers('src', sent)),
    ...(arrived === null ? {} : toTokenMembers('dst', arrived)),
    ...(fromAddress === null ? {} : { fromAddress }),
    ...(receiver === null ? {} : { receiver }),
    ...(carrier === null ? {} : { carrier }),
    ...(startedAtMs === null ? {} : { startedAt: new Date(startedAtMs).toISOString() }),
    ...(transactionKind === null ? {} : { transactionKind }),
  }
}

function toTokenMembers(
  side: 'src' | 'dst',
  { address, symbol, decimals, amount }: SwapEnd,
): Partial<StatusAnswer> {
  return {
    ...(address === null ? {} : { [`${side}TokenAddress`]: address }),
    ...(symbol === null ? {} : { [`${side}TokenSymbol`]: symbol }),
    ...(decimals === null ? {} : { [`${side}TokenAmount`]: formatAmount(amount, decimals) }),
    [`${side}TokenWeiAmount`]: String(amount),
  }
}
