import type { Api, TokenReader } from '../api/api.ts'
import { createBackend } from '../backend/backend.ts'
import type { TradeStore } from '../backend/trades.ts'
import { nativeToken, type TokenList } from '../chains/tokens.ts'
import type { Config } from '../commands/frame/config.ts'
import { createPrices } from '../prices/prices.ts'
import type { ProviderList } from '../providers/index.ts'
import type { World } from './world.ts'

export type BackendParts = {
  config: Config
  world: World
  tokens: TokenList
  providers: ProviderList
  readTokens: TokenReader
  trades: () => Promise<TradeStore>
  now: () => number
}

/** The whole service in this process. */
export function createEmbedded(parts: BackendParts): Api {
  const { config, world, tokens, providers, now } = parts
  const { http, rpc, ton, chains, urls } = world
  const prices = createPrices({ http, now, urls })
  return createBackend({
    providers: providers.providers,
    stateOf: providers.stateOf,
    http,
    rpc,
    ton,
    chainId: (blockchain) => chains.settings(blockchain).chainId,
    loadPrices: (wanted, signal) => prices.load(wanted, { signal }),
    findToken: (blockchain, address) => tokens.byAddress(blockchain, address),
    nativeToken,
    readTokens: parts.readTokens,
    trades: parts.trades,
    integratorFeeBps: (address) => config.integrators[address.toLowerCase()] ?? 0,
    now,
  })
}
