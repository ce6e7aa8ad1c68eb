import type { BlockchainId } from './blockchainIds.ts'
import type { ProviderId } from './providerIds.ts'

/** A contract on an EVM chain that a plan pays, or lets spend, and that no table knows. */
export type UnpinnedContract = {
  provider: ProviderId
  blockchain: BlockchainId
  /** With its checksum. */
  address: string
  roles: readonly ('target' | 'spender')[]
}
