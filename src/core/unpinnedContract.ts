import type { BlockchainId } from './blockchainIds.ts'
import type { ProviderId } from './providerIds.ts'

/** A contract on an EVM chain that a plan pays or approves and that is in no table. */
export type UnpinnedContract = {
  provider: ProviderId
  blockchain: BlockchainId
  /** With its checksum. */
  address: string
  roles: readonly ('target' | 'spender')[]
}
