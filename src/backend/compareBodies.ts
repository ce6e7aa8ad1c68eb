import type { QuoteAllBody } from '../api/schemas.ts'
import { checkTokenAddress } from '../chains/addresses.ts'
import { chainById } from '../chains/chains.ts'
import { formatAmount, parseAmount } from '../core/amounts.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'

/** Named in the quote, they are fixed; left out there, the swap may name them. */
const fixedOnceNamed = [
  'receiver',
  'fromAddress',
  'refundAddress',
  'integratorAddress',
] as const satisfies readonly (keyof QuoteAllBody)[]

/**
 * The first field in which a swap request differs from the quote it names (error 1003), or null.
 * What means the same is the same: `250` and `250.0`, either letter case of an address, every
 * spelling of a native coin, the slippage that the quote was given or answered with.
 * @param usedSlippage what the route was calculated with where the request named none
 */
export function findDifference(
  quoted: QuoteAllBody,
  swap: QuoteAllBody,
  usedSlippage: number,
): keyof QuoteAllBody | null {
  if (quoted.srcTokenBlockchain !== swap.srcTokenBlockchain) return 'srcTokenBlockchain'
  if (quoted.dstTokenBlockchain !== swap.dstTokenBlockchain) return 'dstTokenBlockchain'
  const { srcTokenBlockchain = 'ETH', dstTokenBlockchain = 'POLYGON' } = quoted
  if (!isSameAddress(srcTokenBlockchain, quoted.srcTokenAddress, swap.srcTokenAddress)) {
    return 'srcTokenAddress'
  }
  if (!isSameAddress(dstTokenBlockchain, quoted.dstTokenAddress, swap.dstTokenAddress)) {
    return 'dstTokenAddress'
  }
  if (!isSameAmount(quoted.srcTokenAmount, swap.srcTokenAmount)) return 'srcTokenAmount'
  if (swap.slippage !== undefined && swap.slippage !== (quoted.slippage ?? usedSlippage)) {
    return 'slippage'
  }
  const changed = fixedOnceNamed.find((field) => {
    const [before, now] = [quoted[field], swap[field]]
    return before !== undefined && now !== undefined && before.toLowerCase() !== now.toLowerCase()
  })
  return changed ?? null
}

function isSameAddress(blockchain: BlockchainId, quoted: string, given: string): boolean {
  const chain = chainById(blockchain)
  const canonical = (text: string): string | null =>
    unlessRefused(() => checkTokenAddress(chain, text).toLowerCase())
  return quoted.toLowerCase() === given.toLowerCase() || canonical(quoted) === canonical(given)
}

/** More than any amount has: zeros at the end of one do not count. */
const places = 96

function isSameAmount(quoted: string, given: string): boolean {
  const plain = (text: string): string | null =>
    unlessRefused(() => formatAmount(parseAmount(text, places), places))
  return quoted === given || (plain(given) !== null && plain(quoted) === plain(given))
}

/** Null for a text that means nothing, which is then not what was quoted. */
function unlessRefused(read: () => string): string | null {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return null
    throw thrown
  }
}
