import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { SwaprouteError } from '../../core/errors.ts'
import { depositIds, type ProviderId } from '../../core/providerIds.ts'
import type { Provider } from '../types.ts'

/**
 * Takes the place of a provider whose setting cannot be read. It fits the requests that its row fits
 * and answers each with the setting to mend. It pins no contract and proves nothing, so nothing of it
 * is ever signed.
 */
export function misconfiguredProvider(
  id: ProviderId,
  { chains, kind }: { chains: readonly BlockchainId[]; kind: string },
  fault: SwaprouteError,
): Provider {
  const refuse = async (): Promise<never> => {
    throw fault
  }
  return {
    ids: [id],
    capabilities: {
      recipient: true,
      chargesFee: false,
      deposit: depositIds.some((one) => one === id),
      crossChain: kind !== 'exchange',
    },
    blockchains: () => chains,
    supports: () => [id],
    quote: refuse,
    pinned: () => ({ targets: [], spenders: [] }),
    proofs: [],
    build: refuse,
    status: refuse,
  }
}
