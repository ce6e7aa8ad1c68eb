import type { StatusAnswer } from '../../src/api/schemas.ts'
import type { OwnSwap } from '../../src/commands/frame/services.ts'
import type { SwapReceipt } from '../../src/execution/receipts.ts'
import { type CliOptions, type CliRun, fixedNowMs, runCli } from './runMain.ts'
import { receiptOf } from './swapScript.ts'

export const hash = `0x${'b'.repeat(64)}`
const destination = `0x${'c'.repeat(64)}`
export const id = '2f6c1c38-93a7-4a0f-8d5c-acaaaa000000'

export function answer(status: string, change: Partial<StatusAnswer> = {}): StatusAnswer {
  return { status, destinationTxHash: null, ...change }
}

export const delivered = answer('SUCCESS', {
  destinationTxHash: destination,
  sourceNetworkTitle: 'ETH',
  destinationNetworkTitle: 'ARBITRUM',
  provider: 'across',
  providerStatus: 'filled\u001b[2J',
  updatedAt: new Date(fixedNowMs - 3_000).toISOString(),
})

export const own: OwnSwap = {
  id,
  receiptId: '7c1e4f0a-1111-4222-8333-444455556666',
  srcTxHash: hash,
  srcBlockchain: 'ETH',
  dstBlockchain: 'ARBITRUM',
  provider: 'across',
  receiver: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  order: null,
}

/** A clock that the pauses of `--wait` move on. */
export async function follow(
  argv: string[],
  options: CliOptions,
): Promise<CliRun & { waitedMs: number }> {
  let waitedMs = 0
  const run = await runCli(argv, {
    ...options,
    now: () => fixedNowMs + waitedMs,
    services: {
      ...options.services,
      sleep: async (ms) => {
        waitedMs += ms
      },
    },
  })
  return { ...run, waitedMs }
}

/** Our own swap as its journal has it: paid, and not delivered yet. */
export function underWay(change: Partial<SwapReceipt> = {}): SwapReceipt {
  return receiptOf({
    state: 'delivering',
    status: 'PENDING',
    statusAnswer: answer('PENDING', { note: 'The delivery is under way.' }),
    funds: 'sent',
    open: true,
    received: null,
    endedAtMs: null,
    ...change,
  })
}
