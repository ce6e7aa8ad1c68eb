import type { BlockchainId } from '../../../core/blockchainIds.ts'
import type { SwapRef } from '../../../core/quote.ts'
import type { SwapStatus } from '../../../core/status.ts'
import type { DecodedForeign } from '../../../core/transaction.ts'
import type { ForeignTransaction } from '../../../core/foreignTransaction.ts'
import type { ForeignSwap, ProviderContext } from '../../types.ts'

/** How transactions of a chain are read before they are shown, and followed afterwards. */
export type ForeignForm = {
  blockchain: BlockchainId
  /** Programs and contracts that may be paid (E2). */
  targets: readonly string[]
  /** @throws SwaprouteError UNSAFE_ROUTE with check E8 for whatever is not this swap alone */
  decode(
    transaction: ForeignTransaction,
    swap: ForeignSwap,
    context: ProviderContext,
  ): Promise<DecodedForeign>
  /** By the chain's public node alone (S2, S5). */
  status(ref: SwapRef, context: ProviderContext): Promise<SwapStatus>
}
