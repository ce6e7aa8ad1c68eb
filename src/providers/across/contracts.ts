import { chainById } from '../../chains/chains.ts'
import { type BlockchainId, isBlockchainId } from '../../core/blockchainIds.ts'
import table from './data/contracts.json' with { type: 'json' }
import emitters from './data/eventEmitters.json' with { type: 'json' }

/** Across' contracts on one chain; sources in data/README.md. */
export type AcrossContracts = {
  spokePool: string
  peripheries: readonly string[]
  /** Runs the message of a delivery; null where none is deployed. */
  handler: string | null
}

type Row = { spokePool: string; peripheries: readonly string[]; handler?: string }

const rows: Readonly<Partial<Record<string, Row>>> = table

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
  return emitters.some((emitter) => isSame(emitter, address))
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
