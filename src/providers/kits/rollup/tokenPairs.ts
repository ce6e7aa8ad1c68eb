import { isSameAccount } from '../../../chains/accountKey.ts'
import { unsafeCall } from '../../../chains/evm/calls.ts'
import { builtInTokens, nativeToken } from '../../../chains/tokens.ts'
import { type Token, isSameAddress, zeroAddress } from '../../../core/token.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'

// The tokens of a bridge between ETH and one other chain: the same few on both sides, one for one.

/** A token's address on both chains; the zero address is the coin. */
export type TokenPair<S extends BlockchainId> = Readonly<Record<S, string>>

/** How a swap takes the bridge: from which of its chains, and with which token. */
export type BridgeLane<S extends BlockchainId, P extends TokenPair<S>> = { from: S; pair: P }

export type TokenPairs<S extends BlockchainId, P extends TokenPair<S>> = {
  isSide(blockchain: BlockchainId): blockchain is S
  otherSide(side: S): S
  /** The lane of a request's tokens; null: it is not of this bridge. */
  laneOf(srcToken: Token, dstToken: Token): BridgeLane<S, P> | null
  /** A pair of tokens, not of coins, by the address of one; null for an unknown one. */
  pairOf(side: S, token: string): P | null
  /**
   * The same for a declared call.
   * @throws SwaprouteError UNSAFE_ROUTE with check E8
   */
  knownPair(side: S, token: string): P
}

/** @param coin the address that means ETH's coin; default: the zero address */
export function tokenPairs<R extends BlockchainId, P extends TokenPair<'ETH' | R>>(
  name: string,
  other: R,
  pairs: readonly P[],
  coin: string = zeroAddress,
): TokenPairs<'ETH' | R, P> {
  type Side = 'ETH' | R
  const isSide = (blockchain: BlockchainId): blockchain is Side =>
    blockchain === 'ETH' || blockchain === other
  const otherSide = (side: Side): Side => (side === 'ETH' ? other : 'ETH')
  const isIt = (token: Token, side: Side, address: string): boolean =>
    token.native
      ? isSameAddress(address, side === 'ETH' ? coin : zeroAddress)
      : !isSameAddress(address, zeroAddress) && isSameAccount(side, token.address, address)
  const pairOf = (side: Side, token: string): P | null =>
    pairs.find(
      (pair) => !isSameAddress(pair[side], zeroAddress) && isSameAddress(pair[side], token),
    ) ?? null
  return {
    isSide,
    otherSide,
    laneOf: (srcToken, dstToken) => {
      const from = srcToken.blockchain
      if (!isSide(from)) return null
      const to = otherSide(from)
      if (dstToken.blockchain !== to) return null
      const pair = pairs.find(
        (one) => isIt(srcToken, from, one[from]) && isIt(dstToken, to, one[to]),
      )
      return pair === undefined ? null : { from, pair }
    },
    pairOf,
    knownPair: (side, token) => {
      const pair = pairOf(side, token)
      if (pair === null) throw unsafeCall(name, 'transfers a token that is not known for it')
      return pair
    },
  }
}

/** A token of the built-in list, or the coin for the zero address; null for an unknown one. */
export function listedToken(blockchain: BlockchainId, address: string): Token | null {
  if (isSameAddress(address, zeroAddress)) return nativeToken(blockchain)
  return builtInTokens(blockchain).find((token) => isSameAddress(token.address, address)) ?? null
}
