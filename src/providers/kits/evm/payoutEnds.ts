import { isSameAccount } from '../../../chains/accountKey.ts'
import { chainById } from '../../../chains/chains.ts'
import { nativeToken } from '../../../chains/tokens.ts'
import { amountWithSymbol } from '../../../core/amounts.ts'
import type { SwapStatus } from '../../../core/status.ts'
import { findArrival } from '../../../evidence/arrival.ts'
import { isTransactionHash } from '../../../evidence/hashes.ts'
import type { ProviderContext } from '../../types.ts'
import { orderAmountText } from '../deposit/money.ts'
import type { KnownOrder } from '../deposit/reading.ts'
import { toOrderToken } from '../deposit/state.ts'
import { findToken } from './foreignOrder.ts'

// Payouts of a bridge that are not the agreed one: in coins, in another token, or of less.

/** Bridges pay wrapped coins out to a wallet as the coin itself; null for other tokens. */
export function paidInCoins(known: KnownOrder): KnownOrder | null {
  const { blockchain, address } = known.dstToken
  const { wrappedNative } = chainById(blockchain)
  return wrappedNative !== null && isSameAccount(blockchain, wrappedNative, address)
    ? { ...known, dstToken: toOrderToken(nativeToken(blockchain)) }
    : null
}

/** S10: another token at the receiver is an end of its own. Null: the chain does not show it. */
export async function otherPayout(
  name: string,
  { paidInstead, payoutHashes: [hash] }: { paidInstead?: string; payoutHashes: readonly string[] },
  { dstToken, receiver, createdAtMs }: KnownOrder,
  context: ProviderContext,
): Promise<SwapStatus | null> {
  if (paidInstead === undefined || hash === undefined) return null
  const { blockchain } = dstToken
  if (!isTransactionHash(blockchain, hash)) return null
  const token = { ...dstToken, address: paidInstead, native: false }
  const arrival = { token, to: receiver, notBeforeMs: createdAtMs }
  const found = await findArrival(hash, arrival, context)
  if (found.kind !== 'paid') return null
  const paid = findToken(blockchain, paidInstead)
  const what = paid === null ? `the token ${paidInstead}` : amountWithSymbol(found.amount, paid)
  const note = `The last step failed: ${name} paid ${what} to the receiver in place of the token bought.`
  return {
    status: 'INDETERMINATE',
    destinationTxHash: hash,
    destinationBlockchain: blockchain,
    note,
  }
}

/** S10: where no contract enforces a minimum, a payout below the agreed amount is not a success. */
export function shortfall(
  name: string,
  { status, receivedAmount }: SwapStatus,
  { dstToken, own: { least } }: KnownOrder,
  isReported: boolean,
): Partial<SwapStatus> {
  if (status !== 'SUCCESS' || receivedAmount == null) return {}
  if (least === undefined || !/^\d+$/.test(least)) return {}
  if (receivedAmount >= BigInt(least)) return {}
  const [paid, agreed] = [receivedAmount, BigInt(least)].map((one) =>
    orderAmountText(one, dstToken),
  )
  const note = isReported
    ? `${name} paid ${paid}; the minimum of the order was ${agreed}.`
    : `${name} paid ${paid}; no minimum was guaranteed, but less than ${agreed} does not count as agreed.`
  return { status: 'INDETERMINATE', note }
}
