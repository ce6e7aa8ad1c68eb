import type { BlockchainId } from './blockchainIds.ts'

/** How an address of a swap was named on the line: by the book of this machine, or by ENS. */
export type PartyName = {
  name: string
  by: 'book' | 'ens'
  /** The chain that the address was written down for. */
  blockchain: BlockchainId
  /** One host alone told it (docs/safety.md N1). */
  oneNode: boolean
  /** The address that it stands for by now, where a route was quoted with another. */
  moved?: string
}

/** By which name an address of a stored quote was given (A8). */
export type GivenName = { address: string } & Pick<PartyName, 'name' | 'by'>
