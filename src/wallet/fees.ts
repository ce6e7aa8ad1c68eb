import type { z } from 'zod/mini'
import { mulDivUp } from '../core/amounts.ts'
import type { blockWire, feeHistoryWire } from './evmAnswers.ts'
import type { EvmFees } from './types.ts'

/** Number of blocks in the fee history; of each, the tip of the median transaction. */
export const feeHistoryBlocks = 20
export const feeHistoryPercentile = 50

/** A node's price data; null if it does not answer. Wei. */
export type NodeFees = {
  block: z.output<typeof blockWire>
  history: z.output<typeof feeHistoryWire> | null
  gasPrice: bigint
  suggestedTip: bigint | null
}

/**
 * Fees for a transaction that should be mined soon. With a base fee: the median tip of the last 20
 * blocks and twice the next base fee, which is enough for six full blocks in a row. The tip is at
 * most twice the node's own gas price, so that a false history cannot burn money; if the blocks
 * paid no tip, the node's suggestion applies, up to the base fee. Without a base fee: the gas price
 * plus a tenth. Rounded up.
 * https://eips.ethereum.org/EIPS/eip-1559 (read 2026-11)
 */
export function chooseFees({ block, history, gasPrice, suggestedTip }: NodeFees): EvmFees {
  if (block.baseFeePerGas == null) {
    return { type: 'legacy', gasPrice: mulDivUp(gasPrice, 11n, 10n) }
  }
  // The history's last entry is the next block's; without it, the maximum increase of one block.
  const baseFee = history?.baseFeePerGas.at(-1) ?? mulDivUp(block.baseFeePerGas, 9n, 8n)
  const overBase = gasPrice > baseFee ? gasPrice - baseFee : 0n
  const usualTip = medianTip(history)
  const wanted = usualTip === null || usualTip === 0n ? (suggestedTip ?? overBase) : usualTip
  const most = usualTip === 0n && baseFee > 0n ? least(baseFee, 2n * gasPrice) : 2n * gasPrice
  const maxPriorityFeePerGas = least(wanted, most)
  return {
    type: 'eip1559',
    maxFeePerGas: 2n * baseFee + maxPriorityFeePerGas,
    maxPriorityFeePerGas,
  }
}

/**
 * The usual price of a unit of gas in a history: the median of base fee plus median tip over all
 * blocks with transactions. Null without such a block. Wei.
 */
export function usualPrice(history: NodeFees['history']): bigint | null {
  const prices = (history?.gasUsedRatio ?? []).flatMap((ratio, index) => {
    const baseFee = history?.baseFeePerGas[index]
    const tip = history?.reward?.[index]?.[0] ?? 0n
    return ratio === 0 || baseFee === undefined ? [] : [baseFee + tip]
  })
  const median = middleOf(prices)
  return median === 0n ? null : median
}

/** Median tip; blocks without transactions have none. Null when no block has one. */
function medianTip(history: NodeFees['history']): bigint | null {
  const rewards = history?.reward ?? []
  const tips = rewards.flatMap((reward, index) => {
    const tip = reward[0]
    return tip === undefined || history?.gasUsedRatio[index] === 0 ? [] : [tip]
  })
  return middleOf(tips)
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

/** The median, the upper of two middle values; null for an empty list. */
function middleOf(values: readonly bigint[]): bigint | null {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
