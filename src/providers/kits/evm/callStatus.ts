import type { BlockchainId } from '../../../core/blockchainIds.ts'
import type { ProviderId } from '../../../core/providerIds.ts'
import type { SwapRef } from '../../../core/quote.ts'
import type { SwapStatus } from '../../../core/status.ts'
import { chainOfNumber } from '../../../chains/chains.ts'
import { type PaidContracts, readCallStatus } from './paidCall.ts'
import { type Provider, type ProviderContext, proofOf } from '../../types.ts'

/** A provider's pinned contracts on a chain and their declared calls. */
export function paidContracts(
  provider: Pick<Provider, 'pinned' | 'proofs'>,
  id: ProviderId,
  blockchain: BlockchainId,
  { chainId }: Pick<ProviderContext, 'chainId'>,
): PaidContracts {
  const chainOf = (number: bigint) => chainOfNumber(number, chainId)
  return {
    contracts: provider.pinned(id, blockchain).targets,
    calls: (to) => proofOf(provider, 'calls')?.calls({ blockchain, to, chainOf }) ?? [],
    // It is unknown which of the route's contracts unwraps.
    unwrapping: () => null,
  }
}

/** Status of a one-chain swap by its receipt, for a provider with declared calls. */
export async function callStatus(
  provider: Pick<Provider, 'pinned' | 'proofs'>,
  id: ProviderId,
  { srcBlockchain, srcTxHash }: SwapRef,
  context: ProviderContext,
): Promise<SwapStatus> {
  if (srcTxHash === null) return { status: 'NOT_FOUND', destinationTxHash: null }
  const contracts = paidContracts(provider, id, srcBlockchain, context)
  return await readCallStatus(srcBlockchain, srcTxHash, contracts, context)
}
