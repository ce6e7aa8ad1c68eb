import type { TokenReader } from '../api/api.ts'
import { type CheckedAddress, checkReceiver } from '../chains/addresses.ts'
import { type Chain, chainById } from '../chains/chains.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { Observe } from '../core/observation.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { Token } from '../core/token.ts'
import type { PriceBook, PriceTime } from '../core/usd.ts'
import type { StatusServices } from '../status/services.ts'
import type { SharedRoutes } from './sharedRoutes.ts'
import type { StoredQuotes } from './storedQuotes.ts'
import type { WireTools } from './wire.ts'

/** Dependencies of the backend, including those it passes to providers. */
export type BackendServices = Omit<StatusServices, 'localSwaps' | 'readTokens'> & {
  /**
   * The user's own list (S6): never asked for offers or orders, but their swaps are still followed.
   */
  disabledProviders?: ReadonlySet<ProviderId>
  /** Never rejects; an unknown price is null in the book. */
  loadPrices: (
    tokens: readonly Token[],
    signal: AbortSignal,
    time?: PriceTime,
  ) => Promise<PriceBook>
  /** The listed token, or null. */
  findToken: (blockchain: BlockchainId, address: string) => Token | null
  readTokens: TokenReader
  /** Opened on the first use, so that a quote's first request does not wait for the disk. */
  quotes: () => Promise<StoredQuotes>
  /** Absent: each call asks providers itself. */
  shared?: SharedRoutes
  /** Gets the outcome of every provider that is asked for a quote. */
  observe?: Observe
  /** Fee share registered for an integrator, basis points; 0 if absent. */
  integratorFeeBps: (address: string) => number
}

export function wireTools(services: BackendServices, prices: PriceBook): WireTools {
  return {
    prices,
    nativeToken: services.nativeToken,
    blockchainNumber: (blockchain) => blockchainNumber(services, blockchain),
  }
}

/** EIP-155 id, or the contract's own number of chains without one. */
export function blockchainNumber(
  services: Pick<BackendServices, 'chainId'>,
  blockchain: BlockchainId,
): number | null {
  return services.chainId(blockchain) ?? chainById(blockchain).apiBlockchainId
}

/**
 * A receiver or refund address, checked for its chain. Refuses contracts of providers
 * (docs/safety.md A4) and addresses that imitate the payer's (A6).
 * @throws SwaprouteError INVALID_ADDRESS
 */
export async function checkPayee(
  services: BackendServices,
  chain: Chain,
  text: string,
  payer: string | null,
): Promise<CheckedAddress> {
  const contracts = (await services.providers.paidOn(chain.id)).flatMap((provider) =>
    provider.ids.flatMap((id) => {
      const { targets, spenders } = provider.pinned(id, chain.id)
      // On case-sensitive chains, only the exact spelling names the contract.
      return [...targets, ...spenders].flatMap((address) => [address, address.toLowerCase()])
    }),
  )
  const knownContracts = new Set(contracts)
  const knownAddresses = payer === null ? [] : [payer]
  return checkReceiver(chain, text, { knownContracts, knownAddresses, sandbox: services.sandbox })
}
