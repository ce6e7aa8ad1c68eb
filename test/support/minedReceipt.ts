import { setTimeout as pause } from 'node:timers/promises'

import type { Hex, PublicClient, TransactionReceipt } from 'viem'

/**
 * The receipt of a transaction, asked for until it is there; an error after `timeoutMs`.
 *
 * Not viem's `waitForTransactionReceipt`: that polls once a block, and misses the block that
 * comes while it reads the one before. A local chain makes no further block, so it would wait for
 * ever.
 */
export async function minedReceipt(
  client: Pick<PublicClient, 'getTransactionReceipt'>,
  hash: Hex,
  timeoutMs = 30_000,
): Promise<TransactionReceipt> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const receipt = await client.getTransactionReceipt({ hash }).catch(() => null)
    if (receipt !== null) return receipt
    if (Date.now() > deadline) throw new Error(`${hash} is not mined after ${timeoutMs} ms`)
    await pause(20)
  }
}
