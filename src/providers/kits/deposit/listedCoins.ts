import { chainById } from '../../../chains/chains.ts'
import { builtInTokens } from '../../../chains/tokens.ts'
import { type BlockchainId, isBlockchainId } from '../../../core/blockchainIds.ts'
import type { Token } from '../../../core/token.ts'
import type { CoinRules } from '../depositExchange.ts'
import { isContractOf } from './coins.ts'

/** An entry of an exchange's live list. */
export type ListedCoin = {
  code: string
  /** The exchange's name for the chain. */
  network: string
  /** Null or empty for a chain's own coin. */
  contract?: string | null | undefined
  /** Symbol of a chain's own coin, in any case. */
  symbol: string
  /** False: not traded on that side. */
  src?: boolean | undefined
  dst?: boolean | undefined
  takesMemo?: boolean
  /** Decimals the exchange keeps. */
  precision?: number | null
}

export type ListedNetworks = {
  /** The exchange's names for the chains. */
  networks: Readonly<Partial<Record<BlockchainId, string>>>
  /** Its other names for the chains of coins, not of tokens. */
  natives?: Readonly<Partial<Record<BlockchainId, string>>>
}

/**
 * Coins of an exchange that lists contracts: found by network and contract (A7), never by the
 * symbol alone; a chain's own coin by network, no contract, and a symbol of the chain.
 */
export function listedCoins({
  networks,
  natives = {},
}: ListedNetworks): CoinRules<readonly ListedCoin[]> {
  const blockchains = Object.keys(networks).filter(isBlockchainId)

  const isIt = ({ network, contract, symbol }: ListedCoin, token: Token): boolean => {
    const { blockchain, native } = token
    const own = native ? natives[blockchain] : undefined
    if (network !== (own ?? networks[blockchain])) return false
    const named = contract ?? ''
    if (!native) return named !== '' && isContractOf(token, named)
    const { symbol: usual, otherSymbols } = chainById(blockchain).native
    const isSymbol = (one: string): boolean => one.toLowerCase() === symbol.toLowerCase()
    return named === '' && [usual, ...otherSymbols].some(isSymbol)
  }

  return {
    blockchains,
    serves: ({ blockchain }) => blockchains.includes(blockchain),
    find: async (token, side, load) => {
      const listed = (await load()).find((one) => isIt(one, token))
      if (listed === undefined || listed[side] === false) return null
      const { code, network, contract, takesMemo, precision = null } = listed
      return {
        code,
        network,
        contract,
        precision,
        ...(takesMemo === undefined ? {} : { takesMemo }),
      }
    },
    tokenOf: async ({ code, network }, load) => {
      const listed = (await load()).find((one) => one.code === code && one.network === network)
      if (listed === undefined) return null
      const tokens = blockchains.flatMap((blockchain) => builtInTokens(blockchain))
      return tokens.find((token) => isIt(listed, token)) ?? null
    },
  }
}
