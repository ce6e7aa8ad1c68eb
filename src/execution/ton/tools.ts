import type { ProviderId } from '../../core/providerIds.ts'
import type { Token } from '../../core/token.ts'
import type { DecodedTonMessage, TonMessage } from '../../core/transaction.ts'
import type { TonAccess } from '../../wallet/types.ts'

/** What execution needs of TON. */
export type TonTools = {
  access: TonAccess
  /** Global id of the network: -239, or the sandbox's own. */
  networkId: number
  /** The sandbox's clock is moved on by hand: it is not held against ours (T6). */
  hasOwnClock: boolean
  /** Our own reading of a provider's message; null for an instruction unknown to us (T3). */
  decodeMessage(
    provider: ProviderId,
    message: TonMessage,
    swap: { srcToken: Token; dstToken: Token; fromAddress: string },
  ): Promise<DecodedTonMessage | null>
}
