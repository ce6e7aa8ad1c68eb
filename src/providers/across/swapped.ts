import { createTokenList } from '../../chains/tokens.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { Token } from '../../core/token.ts'

// A swap before a deposit is made by a contract of the API's choice, and what it gives is bridged.
// A deposit that promises more than that is filled by nobody: it goes back, and with it no more
// than the least amount of the swap, which a hostile answer sets to one unit.

/** The middle of a swap and a deposit. Amounts in base units, addresses in any letter case. */
export type Swapped = {
  /** What the swap gives and the bridge takes. */
  token: string
  least: bigint
  outputToken: string
  outputAmount: bigint
  dst: BlockchainId
}

let tokens: ReturnType<typeof createTokenList> | undefined

/**
 * Whether the least that the swap gives is the same asset as the promise, and as much of it: Across
 * bridges like for like, and relayers take their fee off. Of a token that no list has, nobody here
 * can say so.
 */
export function isWorth(blockchain: BlockchainId, swapped: Swapped): boolean {
  tokens ??= createTokenList()
  const given = tokens.byAddress(blockchain, swapped.token)
  const promised = tokens.byAddress(swapped.dst, swapped.outputToken)
  return (
    given !== null &&
    promised !== null &&
    assetOf(promised) === assetOf(given) &&
    swapped.least * 10n ** BigInt(promised.decimals) >=
      swapped.outputAmount * 10n ** BigInt(given.decimals)
  )
}

/**
 * Bridged kinds of one token differ in their spelling only: USDC.e, USDT0, USD₮0, and what is WETH
 * on most chains is ETH on BSC.
 */
function assetOf({ symbol }: Token): string {
  return symbol
    .toUpperCase()
    .replaceAll('₮', 'T')
    .replace(/\.E$/, '')
    .replace(/^USDT0$/, 'USDT')
    .replace(/^WETH$/, 'ETH')
}
