// Most services leave the gas of their call to the wallet. It is estimated here to compare routes,
// so that such a route is neither free nor unknown; the wallet measures it before signing.

import type { Quote, QuoteFees, SourceGas, SwapType } from '../core/quote.ts'

/**
 * Gas units of a service's call, rounded up from explorer data for the contracts in the registry:
 * two exchanges on a chain, one exchange and an order across chains.
 */
const usualCallGas: Readonly<Record<SwapType, bigint>> = {
  'on-chain': 250_000n,
  'cross-chain': 200_000n,
}

/** Costs on the source chain of a plain transfer of the token, and of the data of a call. */
export type ChainGas = { transfer: SourceGas; callDataFee: bigint }

/**
 * Fills in missing gas: a deposit costs a plain transfer, a call its units at the price of the
 * transfer, or at the median price of other quotes. No provider includes a rollup's charge for the
 * data of its call.
 */
export function withGas(quotes: readonly Quote[], chain: ChainGas | null): Quote[] {
  const transfer = chain?.transfer ?? null
  const dataFee = chain?.callDataFee ?? 0n
  const price = transfer?.price ?? medianPrice(quotes)
  return quotes.map((quote) => {
    const known = quote.fees.gas ?? gasOf(quote, transfer, price)
    const isBare = known !== null && known.dataFee === undefined && dataFee > 0n
    const gas = isBare && quote.executionKind === 'evm' ? { ...known, dataFee } : known
    return gas === quote.fees.gas ? quote : { ...quote, fees: { ...quote.fees, gas } }
  })
}

/** The median: services' own prices vary, and the order of quotes must not decide. */
function medianPrice(quotes: readonly Quote[]): bigint | null {
  const prices = quotes.flatMap(({ executionKind, fees: { gas } }) =>
    executionKind === 'evm' && gas !== null ? [gas.price] : [],
  )
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}

function gasOf(
  { executionKind, swapType, gasLimit }: Quote,
  transfer: QuoteFees['gas'],
  price: bigint | null,
): QuoteFees['gas'] {
  if (executionKind === 'deposit') return transfer
  if (executionKind !== 'evm' || price === null) return null
  return { limit: gasLimit ?? usualCallGas[swapType], price }
}
