import { chainById, isEvmChain } from '../../../chains/chains.ts'
import { builtInTokens } from '../../../chains/tokens.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import type { Token } from '../../../core/token.ts'

/**
 * A provider's word for each chain, and which coins of it the provider trades: symbols of the
 * built-in list separated by spaces, `OURS=THEIRS` where the two differ.
 */
export type CoinWords = Partial<Record<BlockchainId, readonly [network: string, coins: string]>>

/** A coin as a provider names it. */
export type Coin = { code: string; network: string }

export type CoinTable = {
  blockchains: readonly BlockchainId[]
  /** Null for everything that is not on the list. */
  find(token: Token): Coin | null
  /** The token a coin of an order means; null for a coin that is not on the list. */
  tokenOf(coin: Coin): Token | null
}

/**
 * Coins by chain and address: the request's symbol is never looked at (A7), only the one that the
 * built-in list has for the address.
 */
export function createCoinTable(words: CoinWords): CoinTable {
  const codes = new Map<BlockchainId, ReadonlyMap<string, string>>()
  const codesOf = (blockchain: BlockchainId, coins: string): ReadonlyMap<string, string> => {
    const known = codes.get(blockchain)
    if (known !== undefined) return known
    const read = new Map(
      coins.split(' ').map((word): [string, string] => {
        const [ours = '', theirs = ours] = word.split('=')
        return [ours, theirs]
      }),
    )
    codes.set(blockchain, read)
    return read
  }
  const blockchains = Object.keys(words).filter((id): id is BlockchainId => id in words)
  return {
    blockchains,
    find: (token) => {
      const row = words[token.blockchain]
      const symbol = listedSymbol(token)
      if (row === undefined || symbol === null) return null
      const [network, coins] = row
      const code = codesOf(token.blockchain, coins).get(symbol)
      return code === undefined ? null : { code, network }
    },
    tokenOf: ({ code, network }) => {
      for (const blockchain of blockchains) {
        const [name, coins] = words[blockchain] ?? ['', '']
        if (name !== network) continue
        const entries = [...codesOf(blockchain, coins)]
        const symbol = entries.find(([, theirs]) => theirs === code)?.[0]
        const isIt = (token: Token): boolean => listedSymbol(token) === symbol
        const token = symbol === undefined ? undefined : builtInTokens(blockchain).find(isIt)
        if (token !== undefined) return token
      }
      return null
    },
  }
}

/** Whether a contract address told by a provider is the token's own. */
export function isContractOf({ blockchain, address }: Token, told: string): boolean {
  const isCaseless = isEvmChain(chainById(blockchain))
  return isCaseless ? told.toLowerCase() === address.toLowerCase() : told === address
}

function listedSymbol(token: Token): string | null {
  if (token.native) return chainById(token.blockchain).native.symbol
  const isIt = (listed: Token): boolean => !listed.native && isContractOf(token, listed.address)
  return builtInTokens(token.blockchain).find(isIt)?.symbol ?? null
}
