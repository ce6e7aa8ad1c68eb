import type { BlockchainId } from '../../../../src/core/blockchainIds.ts'
import type { QuoteRequest } from '../../../../src/core/quote.ts'
import { type Token, zeroAddress } from '../../../../src/core/token.ts'
import { requestOf } from '../../depositSupport.ts'

export const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

export function coin(blockchain: BlockchainId): Token {
  return { ...erc20(blockchain, zeroAddress, 'COIN', 18), native: true }
}

export function erc20(
  blockchain: BlockchainId,
  address: string,
  symbol: string,
  decimals: number,
): Token {
  return { blockchain, address, symbol, name: symbol, decimals, listed: true, native: false }
}

export function toRequest(
  srcToken: Token,
  dstToken: Token,
  srcAmount: bigint,
  more: Partial<QuoteRequest> = {},
): QuoteRequest {
  return requestOf(srcToken, dstToken, srcAmount, { fromAddress: alice, ...more })
}
