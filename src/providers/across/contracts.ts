import { chainById } from '../../chains/chains.ts'
import { type BlockchainId, isBlockchainId } from '../../core/blockchainIds.ts'
import table from './data/contracts.json' with { type: 'json' }

/** Across' contracts on one chain; sources in data/README.md. */
export type AcrossContracts = {
  spokePool: string
  peripheries: readonly string[]
  /** Runs the message of a delivery; null where none is deployed. */
  handler: string | null
}

type Row = { spokePool: string; peripheries: readonly string[]; handler?: string }

const rows: Readonly<Partial<Record<string, Row>>> = table

// https://github.com/across-protocol/frontend api/_event-emitter.ts (read 2026-11) and the package.
const eventEmitters: ReadonlySet<string> = new Set([
  '0xbf75133b48b0a42ab9374027902e83c5e2949034',
  '0x74a2966e23b61a360b1345ea359127af325bec4c',
  '0xe51da9300b4e5b7a412d58e8290914207daf7fcd',
  '0x25b15fc38d6a2c13fedd9cb51f184f7cf0d4c11',
])

/** Null for a chain Across does not serve. */
export function acrossContracts(blockchain: BlockchainId): AcrossContracts | null {
  const row = rows[blockchain]
  return row === undefined ? null : { ...row, handler: row.handler ?? null }
}

export function acrossBlockchains(): BlockchainId[] {
  return Object.keys(table).filter(isBlockchainId)
}

/**
 * Whether an address is Across' handler on the destination. A sandbox has chain ids of its own;
 * there the handler of any chain will do, since it stands at the real address.
 */
export function isHandler(address: string, chainId: number): boolean {
  const blockchains = acrossBlockchains()
  const known = blockchains.filter((id) => chainById(id).chainId === chainId)
  return (known.length > 0 ? known : blockchains).some((id) =>
    isSame(rows[id]?.handler ?? '', address),
  )
}

/** Contracts that only write a log entry. */
export function isEventEmitter(address: string): boolean {
  return eventEmitters.has(address.toLowerCase())
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
