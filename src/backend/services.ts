import type { TokenReader } from '../api/api.ts'
import { type CheckedAddress, checkReceiver } from '../chains/addresses.ts'
import { type Chain, chainById } from '../chains/chains.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { Token } from '../core/token.ts'
import type { PriceBook } from '../core/usd.ts'
import type { TonCenter } from '../http/toncenterTypes.ts'
import type { HttpClient, RpcClient } from '../http/types.ts'
import type { ProviderSource } from '../providers/providers.ts'
import type { ProviderContext, ProviderState } from '../providers/types.ts'
import type { TradeStore } from './trades.ts'
import type { WireTools } from './wire.ts'

/** What the backend works with; `main` hands in the real things, tests fakes. */
export type BackendServices = {
  providers: ProviderSource
  /** State of every identifier of the contract, served by an adapter or not. */
  stateOf: (id: ProviderId) => ProviderState
  /** The user's own list (S6): never asked for offers or orders, followed all the same. */
  disabledProviders?: ReadonlySet<ProviderId>
  http: HttpClient
  rpc: RpcClient
  ton: TonCenter
  /** EIP-155 id in force, the sandbox's own in a sandbox; null for chains that have none. */
  chainId: (blockchain: BlockchainId) => number | null
  /** Never rejects; a price nobody knows is null in the book. */
  loadPrices: (tokens: readonly Token[], signal: AbortSignal) => Promise<PriceBook>
  /** The token of a list, or null. */
  findToken: (blockchain: BlockchainId, address: string) => Token | null
  /** All listed tokens of a chain, its native coin first. */
  tokensOf: (blockchain: BlockchainId) => readonly Token[]
  nativeToken: (blockchain: BlockchainId) => Token
  readTokens: TokenReader
  /** Opened on the first use, so that a quote's first request does not wait for the disk. */
  trades: () => Promise<TradeStore>
  /** Fee share registered for an integrator, basis points; 0 when none is. */
  integratorFeeBps: (address: string) => number
  /** On local chains the well-known developer accounts may be paid. */
  sandbox: boolean
  /** Unix milliseconds. */
  now: () => number
  /** Waits for the work of another process; ends early with the signal, never rejects. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

export function providerContext(services: BackendServices, signal: AbortSignal): ProviderContext {
  const { http, rpc, ton, chainId, now } = services
  return { http, rpc, ton, chainId, now, signal }
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
  services: BackendServices,
  blockchain: BlockchainId,
): number | null {
  return services.chainId(blockchain) ?? chainById(blockchain).apiBlockchainId
}

/**
 * A receiver or refund address, checked for its chain. Contracts that providers are paid through
 * cannot receive (docs/safety.md A4), nor can an address that imitates the payer's (A6).
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
      // Where letter case counts, only the spelling itself names the contract.
      return [...targets, ...spenders].flatMap((address) => [address, address.toLowerCase()])
    }),
  )
  const knownContracts = new Set(contracts)
  const knownAddresses = payer === null ? [] : [payer]
  return checkReceiver(chain, text, { knownContracts, knownAddresses, sandbox: services.sandbox })
}
