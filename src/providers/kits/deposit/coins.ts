import { chainById, isEvmChain } from '../../../chains/chains.ts'
import { builtInTokens } from '../../../chains/tokens.ts'
import { type BlockchainId, isBlockchainId } from '../../../core/blockchainIds.ts'
import type { Token } from '../../../core/token.ts'

/**
 * A provider's name for each chain and the coins it trades there: symbols of the built-in list
 * separated by spaces, `OURS=THEIRS` where they differ.
 */
export type CoinNames = Partial<Record<BlockchainId, readonly [network: string, coins: string]>>

/** A coin as a provider names it. */
export type Coin = { code: string; network: string }

/**
 * What the exchange's list requires for payments in a coin: they need a memo (`needed`), or the coin has
 * one (`known`), which only shared addresses need. Null: nothing.
 */
export type DepositMemo = 'needed' | 'known' | null

export type CoinTable = {
  blockchains: readonly BlockchainId[]
  /** Null for a token that is not listed. */
  find(token: Token): Coin | null
  /** The token of a coin in an order; null for one that is not listed. */
  tokenOf(coin: Coin): Token | null
}

/**
 * Finds coins by chain and address (A7): the symbol comes from the built-in list, never from the
 * request.
 */
export function createCoinTable(names: CoinNames): CoinTable {
  const codes = new Map<BlockchainId, ReadonlyMap<string, string>>()
  const codesOf = (blockchain: BlockchainId, coins: string): ReadonlyMap<string, string> => {
    const known = codes.get(blockchain)
    if (known !== undefined) return known
    const read = new Map(
      coins.split(' ').map((pair): [string, string] => {
        const [ours = '', theirs = ours] = pair.split('=')
        return [ours, theirs]
      }),
    )
    codes.set(blockchain, read)
    return read
  }
  const blockchains = Object.keys(names).filter(isBlockchainId)
  return {
    blockchains,
    find: (token) => {
      const row = names[token.blockchain]
      const symbol = listedSymbol(token)
      if (row === undefined || symbol === null) return null
      const [network, coins] = row
      const code = codesOf(token.blockchain, coins).get(symbol)
      return code === undefined ? null : { code, network }
    },
    tokenOf: ({ code, network }) => {
      for (const blockchain of blockchains) {
        const [name, coins] = names[blockchain] ?? ['', '']
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

/** Whether a provider's contract address is the token's. */
export function isContractOf({ blockchain, address }: Token, reported: string): boolean {
  const isCaseless = isEvmChain(chainById(blockchain))
  return isCaseless ? reported.toLowerCase() === address.toLowerCase() : reported === address
}

function listedSymbol(token: Token): string | null {
  if (token.native) return chainById(token.blockchain).native.symbol
  const isIt = (listed: Token): boolean => !listed.native && isContractOf(token, listed.address)
  return builtInTokens(token.blockchain).find(isIt)?.symbol ?? null
}
