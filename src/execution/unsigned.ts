import type { BlockchainId } from '../core/blockchainIds.ts'
import type { TonMessage } from '../core/transaction.ts'
import type { Leg } from '../store/journalTables.ts'

/** A transaction for another signer (`--unsigned`), in the order of sending. */
export type UnsignedTransaction = UnsignedEvmTransaction | UnsignedTonTransfer

/** One transfer of a TON wallet, as wallet connectors take it; sent in mode 3. */
export type UnsignedTonTransfer = {
  leg: 'pay'
  chainId: number
  blockchain: BlockchainId
  from: string
  /** Unix seconds; a wallet refuses it afterwards. */
  validUntilSeconds: number
  messages: TonMessage[]
}

export type UnsignedEvmTransaction = {
  leg: Leg
  chainId: number
  blockchain: BlockchainId
  from: string
  to: string
  data: string
  value: bigint
  /** Null when it cannot be known before the approval is in force. */
  gasLimit: bigint | null
}
