import type { BlockchainId } from '../core/blockchainIds.ts'
import { zeroAddress } from '../core/token.ts'
import type { EvmReceipt } from '../wallet/types.ts'
import type { ExecutionContext } from './context.ts'
import { unwrapped } from './evidence.ts'

type Reading = Pick<ExecutionContext, 'evm' | 'wrappedNative'>

/** Native coins that a claimed transaction must have brought somebody; base units. */
export type CoinsDue = {
  blockchain: BlockchainId
  owner: string
  /** What he held before; null where nobody read it. */
  before: bigint | null
  /** What of the transaction is already another swap's. */
  claimed: bigint
  /** Whether an amount can be what is due. */
  fits: (amount: bigint) => boolean
}

/**
 * S2, S5: what a claimed transaction brought its owner in native coins. No log says who got them,
 * and an unwrapped amount that fits may as well be another's. So it takes the value of a plain
 * transfer to the owner, or what his balance gained in the block of the transaction, or, where the
 * node has forgotten that block, since before the swap. Null: not proved (yet), also where none of
 * these can be read.
 */
export async function nativePayout(
  { evm, wrappedNative }: Reading,
  receipt: EvmReceipt,
  { blockchain, owner, before, claimed, fits }: CoinsDue,
): Promise<{ source: 'receipt' | 'balance'; amount: bigint } | null> {
  const rest = (amount: bigint | null): bigint | null =>
    amount !== null && fits(amount - claimed) ? amount - claimed : null

  if (isTransferTo(owner, receipt)) {
    const value = rest(await evm.readValue(blockchain, receipt.hash))
    if (value !== null) return { source: 'receipt', amount: value }
  }
  // It says the most: what the owner spent since, and what else he got, is not in it.
  const gain = await evm.readNativeGain(blockchain, owner, receipt.blockNumber)
  if (gain !== null || before === null) {
    const amount = rest(gain)
    return amount === null ? null : { source: 'balance', amount }
  }
  const [after] = await evm.readBalances(blockchain, owner, [zeroAddress])
  const change = rest(after === undefined ? null : after - before)
  if (change === null) return null
  const told = rest(unwrapped(receipt.logs, wrappedNative(blockchain)))
  return told === null ? { source: 'balance', amount: change } : { source: 'receipt', amount: told }
}

/** Whoever pays himself got nothing. */
function isTransferTo(owner: string, { from, to }: EvmReceipt): boolean {
  const account = owner.toLowerCase()
  return to?.toLowerCase() === account && from.toLowerCase() !== account
}
