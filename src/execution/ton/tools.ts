import type { TonWalletVersion } from '../../chains/ton/wallets.ts'
import type { ProviderId } from '../../core/providerIds.ts'
import type { Token } from '../../core/token.ts'
import type { DecodedTonMessage, TonMessage } from '../../core/transaction.ts'
import type { TonAccess } from '../../wallet/types.ts'

/** From what a wallet's contract is made. */
export type TonOwner = {
  walletVersion: TonWalletVersion
  /** 64 hex digits. */
  publicKey: string
}

/** What execution needs of TON. */
export type TonTools = {
  access: TonAccess
  /** Global id of the network: -239, or the sandbox's own. */
  networkId: number
  /** The sandbox's clock is moved on by hand: it is not held against ours (T6). */
  hasOwnClock: boolean
  /**
   * What is known of the key of one of the user's wallets by its raw address, for its first
   * payment; null for a wallet of nobody here, or whose keystore does not name the public key.
   */
  ownerOf(wallet: string): Promise<TonOwner | null>
  /** Our own reading of a provider's message; null for an instruction unknown to us (T3). */
  decodeMessage(
    provider: ProviderId,
    message: TonMessage,
    swap: { srcToken: Token; dstToken: Token; fromAddress: string },
  ): Promise<DecodedTonMessage | null>
}
