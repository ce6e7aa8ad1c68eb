import { createTokenList } from '../../../chains/tokens.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import type { Token } from '../../../core/token.ts'

// A service chooses the exchange that swaps before a deposit; its output is bridged. No relayer or solver
// fills an order that promises more than that output. It is refunded, and then returns only the
// minimum of the swap, which a hostile answer sets to one unit, or to a token of its own.

type TokenName = { blockchain: BlockchainId; address: string }

/** Output of a swap before a deposit. Amounts in base units, addresses in any letter case. */
export type Swapped = {
  /** Token that the swap yields and the bridge takes. */
  token: string
  least: bigint
  outputToken: string
  outputAmount: bigint
  dst: BlockchainId
}

let tokens: ReturnType<typeof createTokenList> | undefined

/** Whether a bridge pays out what it takes; false for tokens on no list. */
export function isSameAsset(given: TokenName, promised: TokenName): boolean {
  const [one, other] = [listed(given), listed(promised)]
  return one !== null && other !== null && assetOf(one) === assetOf(other)
}

/**
 * Whether the swap's minimum is the promised asset and at least the promised amount: what is bridged
 * like for like, less the bridge's fee, preserves its value. False for tokens on no list.
 */
export function isWorth(blockchain: BlockchainId, swapped: Swapped): boolean {
  const given = listed({ blockchain, address: swapped.token })
  const promised = listed({ blockchain: swapped.dst, address: swapped.outputToken })
  return (
    given !== null &&
    promised !== null &&
    assetOf(promised) === assetOf(given) &&
    swapped.least * 10n ** BigInt(promised.decimals) >=
      swapped.outputAmount * 10n ** BigInt(given.decimals)
  )
}

function listed({ blockchain, address }: TokenName): Token | null {
  tokens ??= createTokenList()
  return tokens.byAddress(blockchain, address)
}

/**
 * Bridged versions of a token differ only in spelling: USDC.e, USDT0, USD₮0, and what is WETH on
 * most chains is ETH on BSC.
 */
function assetOf({ symbol }: Token): string {
  return symbol
    .toUpperCase()
    .replaceAll('₮', 'T')
    .replace(/\.E$/, '')
    .replace(/^USDT0$/, 'USDT')
    .replace(/^WETH$/, 'ETH')
}
