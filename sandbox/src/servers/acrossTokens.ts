import { zeroAddress } from '../../../src/core/token.ts'
import {
  bridgedSymbol,
  bridgeSymbols,
  tokenOf,
  tokensOf,
  type SandboxTokenRow,
} from '../seed/tokens.ts'
import { findSandboxChainById, sandboxChains, type SandboxChain } from '../chains.ts'
import { AcrossError, invalidParam } from './acrossErrors.ts'

/** A token as the Across API prints it. */
export type AcrossToken = { address: string; decimals: number; symbol: string; chainId: number }

/** One side of a transfer: what the caller named, and the contract that moves. */
export type BridgeSide = {
  chain: SandboxChain
  /** The token as named by the caller; the zero address for the native coin. */
  named: AcrossToken
  isNative: boolean
  /** The contract the SpokePool deals with: the wrapped coin for native ones. */
  contract: SandboxTokenRow
}

/** @throws AcrossError for a chain or token that is not there */
export function readSide(
  address: string,
  chainId: number,
  param: string,
  chainParam: string,
): BridgeSide {
  const chain = findSandboxChainById(chainId)
  if (chain === undefined) throw invalidParam(chainParam, `Unsupported chain id ${chainId}`)
  const token = tokensOf(chain.blockchain).find(
    (row) => row.address.toLowerCase() === address.toLowerCase(),
  )
  if (token === undefined) {
    throw new AcrossError(
      404,
      undefined,
      `Unable to find tokenDetails for address: ${address}, on chain with id: ${chainId}`,
      param,
    )
  }
  const isNative = token.address === zeroAddress
  return {
    chain,
    named: toAcrossToken(token, chain),
    isNative,
    contract: isNative ? tokenOf(chain.blockchain, chain.wrappedSymbol) : token,
  }
}

/** @throws AcrossError when no asset of the bridge joins the two */
export function checkRoute(from: BridgeSide, to: BridgeSide): void {
  const target = bridgedSymbol(from.chain.blockchain, from.contract.symbol, to.chain.blockchain)
  if (from.chain.chainId !== to.chain.chainId && target === to.contract.symbol) return
  // The real API would swap at the source or destination; the sandbox bridge only moves tokens.
  throw new AcrossError(400, 'SWAP_QUOTE_UNAVAILABLE', 'No possible route')
}

/** Amount in the other chain's units; rounded down. BSC counts stable coins in 18 decimals. */
export function convertDecimals(amount: bigint, from: number, to: number): bigint {
  return to >= from ? amount * 10n ** BigInt(to - from) : amount / 10n ** BigInt(from - to)
}

/** Every pair the bridge moves, as `/available-routes` lists them. */
export function availableRoutes(): Record<string, unknown>[] {
  return sandboxChains.flatMap((from) =>
    sandboxChains.flatMap((to) =>
      bridgeSymbols(from.blockchain).flatMap((symbol) => {
        const target = bridgedSymbol(from.blockchain, symbol, to.blockchain)
        if (from === to || target === null) return []
        return [
          {
            originChainId: from.chainId,
            originToken: tokenOf(from.blockchain, symbol).address,
            destinationChainId: to.chainId,
            destinationToken: tokenOf(to.blockchain, target).address,
            originTokenSymbol: symbol,
            destinationTokenSymbol: target,
          },
        ]
      }),
    ),
  )
}

export function toAcrossToken(token: SandboxTokenRow, chain: SandboxChain): AcrossToken {
  const { address, decimals, symbol } = token
  return { address, decimals, symbol, chainId: chain.chainId }
}
