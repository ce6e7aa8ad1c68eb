import { formatAmount } from '../../../src/core/amounts.ts'
import { secondsFor } from '../deposit/rates.ts'
import type { Coin } from '../deposit/types.ts'
import { assetOf } from './chainflipAssets.ts'

type Priced = {
  from: Coin
  to: Coin
  amountIn: bigint
  amountOut: bigint
  networkFee: bigint
  isVaultSwap: boolean
  isOnChain: boolean
}

/** One quote of `GET /v2/quote`; in chunks where their number is given. */
export function printQuote(priced: Priced, chunks: number | null) {
  const { from, to, amountIn, amountOut, networkFee } = priced
  const seconds = secondsFor(from)
  const swapSeconds = chunks === null ? 12 : 12 * chunks
  const durations = { deposit: seconds, swap: swapSeconds, egress: 30 }
  const isSlow = from.blockchain === 'BITCOIN' || to.blockchain === 'BITCOIN'
  return {
    type: chunks === null ? 'REGULAR' : 'DCA',
    srcAsset: assetOf(from),
    destAsset: assetOf(to),
    isVaultSwap: priced.isVaultSwap,
    isOnChain: priced.isOnChain,
    depositAmount: String(amountIn),
    egressAmount: String(amountOut),
    includedFees: [
      { type: 'INGRESS', ...assetOf(from), amount: '0' },
      { type: 'NETWORK', chain: 'Ethereum', asset: 'USDC', amount: '0' },
      { type: 'EGRESS', ...assetOf(to), amount: String(networkFee) },
    ],
    poolInfo: [],
    lowLiquidityWarning: false,
    estimatedDurationSeconds: durations.deposit + durations.swap + durations.egress,
    estimatedDurationsSeconds: durations,
    estimatedPrice: priceOf(amountIn, from, amountOut + networkFee, to),
    recommendedSlippageTolerancePercent: 1,
    recommendedRetryDurationMinutes: isSlow ? 30 : 5,
    recommendedLivePriceSlippageTolerancePercent: 1,
    ...(chunks === null ? {} : { dcaParams: { numberOfChunks: chunks, chunkIntervalBlocks: 2 } }),
  }
}

/** Whole units of `to` for one whole unit of `from`. */
export function priceOf(amountIn: bigint, from: Coin, amountOut: bigint, to: Coin): string {
  if (amountIn === 0n) return '0'
  const scale = 18
  const scaled = (amountOut * 10n ** BigInt(scale + from.decimals)) / amountIn
  return formatAmount(scaled / 10n ** BigInt(to.decimals), scale)
}
