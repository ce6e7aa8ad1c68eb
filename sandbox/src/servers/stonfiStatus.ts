import { isSameTonAddress } from '../../../src/chains/ton/address.ts'
import { readBoc } from '../../../src/chains/ton/boc.ts'
import { readCell } from '../../../src/chains/ton/reader.ts'
import type { TonChainTransaction } from '../../../src/core/tonChain.ts'
import type { TonExchange } from '../ton/types.ts'

/** Pool to router: this much to this one, and how it ended. */
const payTo = 0x657b54f5

/** How the exchange's contracts say that a swap ended, and the API's words for it. */
const exitWords: Readonly<Record<number, string>> = {
  0xc64370e5: 'swap_ok',
  0x45078540: 'swap_ok_ref',
  0x1ec28412: 'swap_refund_tx_expired',
  0x5ffe1295: 'swap_refund_no_liq',
  0x5f954434: 'swap_refund_0_out',
  0x39603190: 'swap_refund_slippage',
}

/** A swap as the router paid it out or gave it back. */
type Payout = {
  queryId: bigint
  caller: string | null
  exitCode: number
  amounts: [bigint, bigint]
}

/** The API's answer: what became of an owner's swap with this number, if the router knows it. */
export async function swapStatus(
  exchange: TonExchange,
  owner: string,
  queryId: string,
): Promise<Record<string, string>> {
  for (const transaction of await exchange.routerTransactions()) {
    const payout = readPayout(transaction)
    const isIt = payout !== null && String(payout.queryId) === queryId
    if (!isIt || payout.caller === null || !isSameTonAddress(payout.caller, owner)) continue
    return {
      '@type': 'Found',
      address: exchange.router,
      tx_hash: transaction.hash,
      exit_code: exitWords[payout.exitCode] ?? `unknown_${payout.exitCode.toString(16)}`,
      query_id: queryId,
      coins: String(payout.amounts[0] + payout.amounts[1]),
      logical_time: String(transaction.lt),
      balance_deltas: payout.amounts.join(','),
    }
  }
  return { '@type': 'NotFound' }
}

function readPayout({ inMessage }: TonChainTransaction): Payout | null {
  if (inMessage?.opcode !== payTo || inMessage.body === null) return null
  const reader = readCell(readBoc(inMessage.body))
  reader.uint(32)
  const queryId = reader.big(64)
  reader.address()
  reader.address()
  const caller = reader.address()
  const exitCode = reader.uint(32)
  reader.maybeRef()
  const assets = readCell(reader.ref())
  assets.coins()
  const first = assets.coins()
  assets.address()
  return { queryId, caller, exitCode, amounts: [first, assets.coins()] }
}
