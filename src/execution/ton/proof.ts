import type { Token } from '../../core/token.ts'
import type { TonTrace } from '../../core/tonChain.ts'
import {
  coinGains,
  type Gain,
  gainsOf as readGains,
  jettonGains,
  sumOf,
  type Transactions,
} from '../../evidence/ton.ts'
import type { TonAccess } from '../../wallet/types.ts'
import type { Arrival } from '../settled.ts'

/** A wallet that was paid shows its transaction within this time before the payment's own. */
const searchMarginSeconds = 600

/** Of what an account does, the part that is money for somebody. */
export type Measure = (trace: Transactions, account: string) => Gain[]

/** What of a token came to its owner in a trace; nothing for an owner who is not on TON. */
export function gainsOf(
  access: TonAccess,
  trace: TonTrace,
  token: Token,
  owner: string,
): Promise<Gain[]> {
  return readGains(trace, token, owner, access.readJettonWallet)
}

/**
 * The gains once more out of the account's own cells: an index may be wrong about what it tells.
 * Null: the node does not show them (yet).
 */
export async function proved(
  access: TonAccess,
  gains: readonly Gain[],
  token: Token,
  measure: Measure = token.native ? coinGains : jettonGains,
): Promise<Arrival | null> {
  let amount = 0n
  let last: Gain | undefined
  for (const gain of gains) {
    const { account, hash, atSeconds } = gain.transaction
    const stored = await access.findStored(account, hash, atSeconds - searchMarginSeconds)
    if (stored === null) return null
    amount += sumOf(measure({ transactions: [stored] }, account))
    last = gain
  }
  if (last === undefined || amount !== sumOf(gains)) return null
  return {
    source: 'receipt',
    blockchain: token.blockchain,
    hash: last.transaction.hash,
    blockNumber: null,
    token,
    amount,
  }
}
