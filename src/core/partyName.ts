import type { BlockchainId } from './blockchainIds.ts'

/** How an address of a swap was named on the line: by the book of this machine, or by ENS. */
export type PartyName = {
  name: string
  by: 'book' | 'ens'
  /** The chain that the address was written down for. */
  blockchain: BlockchainId
  /** One host alone told it (docs/safety.md N1). */
  oneNode: boolean
}
