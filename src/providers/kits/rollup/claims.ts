import type { Call } from '../../../chains/evm/calls.ts'
import { isSameAddress } from '../../../core/token.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import type { ClaimTerms } from '../../../core/claim.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { DeclaredClaims } from '../evm/contractBridge.ts'

/** Claims by calls of one contract on each chain that pays them out. */
export function claimsAt<S extends BlockchainId>(
  contracts: Readonly<Record<S, string>>,
  calls: (blockchain: S) => readonly Call<ClaimTerms>[],
): DeclaredClaims {
  const isPaying = (blockchain: BlockchainId): blockchain is S =>
    Object.hasOwn(contracts, blockchain)
  return {
    contracts: (blockchain) => (isPaying(blockchain) ? [contracts[blockchain]] : []),
    calls: ({ blockchain, to }) =>
      isPaying(blockchain) && isSameAddress(to, contracts[blockchain]) ? calls(blockchain) : [],
  }
}

/**
 * A node that does not answer for a contract of the bridge.
 * @param what `the outbox`
 */
export function unreadBridge(blockchain: BlockchainId, what: string): SwaprouteError {
  const text = `The ${blockchain} node does not read ${what}.`
  return new SwaprouteError('CHAIN_UNAVAILABLE', text, {
    hint: `Set another node with SWAPROUTE_RPC_${blockchain}=https://….`,
  })
}
