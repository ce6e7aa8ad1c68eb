import { SwaprouteError } from '../core/errors.ts'
import type { JournalEvent } from '../store/eventSchema.ts'

export type EventOf<T extends JournalEvent['type']> = Extract<JournalEvent, { type: T }>

/** How the story of a swap ends. */
export type End = EventOf<'done'> | EventOf<'refunded'> | EventOf<'failed'> | EventOf<'abandoned'>

export function unknownSwap(id: string): SwaprouteError {
  return new SwaprouteError('SWAP_NOT_FOUND', `The journal knows no swap "${id}".`, {
    hint: '`swaproute history` lists the swaps of this machine; `swaproute status <hash>` looks on chain.',
  })
}

/** @throws SwaprouteError STORE_DAMAGED when a record is not what this version writes */
export function understood<T>(swapId: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw impossible(swapId, 'a record cannot be understood', cause)
  }
}

export function impossible(swapId: string, problem: string, cause?: unknown): SwaprouteError {
  return new SwaprouteError(
    'STORE_DAMAGED',
    `The records of swap ${swapId} make no sense: ${problem}.`,
    {
      hint: 'Nothing was sent. Keep the journal, and look at the account with a block explorer.',
      context: { receiptId: swapId },
      funds: 'unknown',
      cause,
    },
  )
}
