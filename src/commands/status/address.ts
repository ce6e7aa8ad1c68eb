import type { SwapReceipt } from '../../execution/receipts.ts'
import { historyScreen, plainHistory } from '../../format/history.ts'
import { countText } from '../../format/numbers.ts'
import { plain } from '../../format/plain.ts'
import type { Ctx } from '../frame/command.ts'
import type { Answer, Screen } from '../frame/shapes.ts'
import { historyHint } from './subject.ts'
import { notATransaction } from './swapText.ts'

/** A requested address, and the swaps of this machine with it, newest first. */
export type OfAddress = {
  kind: 'address'
  address: string
  swaps: readonly SwapReceipt[]
  repeated: string
}

/**
 * The swaps of this machine that an address pays, receives or is refunded by, newest first, from
 * the journal alone.
 */
export function addressAnswer(
  { address, swaps }: Pick<OfAddress, 'address' | 'swaps'>,
  ctx: Ctx,
): Answer<OfAddress> {
  const [first] = swaps
  if (first === undefined) throw notATransaction(historyHint)
  const same = swaps.every(({ funds }) => funds === first.funds)
  return {
    data: swaps.map((swap) => ({
      asked: address,
      ...swap.statusAnswer,
      id: swap.id,
      receiptId: swap.receiptId,
      srcTxHash: swap.hashes.source ?? null,
      createdAt: new Date(swap.createdAtMs).toISOString(),
    })),
    view: { kind: 'address', address, swaps, repeated: ctx.repeated },
    funds: same ? first.funds : 'unknown',
  }
}

export function addressLines(
  { address, swaps, repeated }: OfAddress,
  { width, paint }: Screen,
): string[] {
  return [
    `${countText(swaps.length, 'swap')} of this machine with ${plain(address)}, newest first:`,
    '',
    ...historyScreen(swaps, width, paint, { repeated, command: 'status', open: null }),
  ]
}

export function addressRows({ swaps }: OfAddress): string[] {
  return plainHistory(swaps)
}
