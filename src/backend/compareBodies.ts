import type { QuoteAllBody } from '../api/schemas.ts'

/** What a swap request must repeat exactly; anything else in it is not part of the quote. */
const bound = [
  'srcTokenAddress',
  'srcTokenBlockchain',
  'srcTokenAmount',
  'dstTokenAddress',
  'dstTokenBlockchain',
  'slippage',
] as const satisfies readonly (keyof QuoteAllBody)[]

/** Named in the quote, they are fixed; left out there, the swap may name them. */
const fixedOnceNamed = [
  'receiver',
  'fromAddress',
  'refundAddress',
  'integratorAddress',
] as const satisfies readonly (keyof QuoteAllBody)[]

/**
 * The first field in which a swap request differs from the quote it names (error 1003), or null.
 * Letter case of addresses does not count; slippage may be left out.
 */
export function findDifference(quoted: QuoteAllBody, swap: QuoteAllBody): string | null {
  for (const field of bound) {
    if (field === 'slippage' && swap.slippage === undefined) continue
    if (normalized(quoted[field]) !== normalized(swap[field])) return field
  }
  for (const field of fixedOnceNamed) {
    const before = quoted[field]
    if (before !== undefined && swap[field] !== undefined) {
      if (normalized(before) !== normalized(swap[field])) return field
    }
  }
  return null
}

function normalized(value: string | number | undefined): string {
  return String(value ?? '').toLowerCase()
}
