import { isSameAddress } from '../../core/token.ts'
import { type BlockchainId, isBlockchainId } from '../../core/blockchainIds.ts'
import table from './data/contracts.json' with { type: 'json' }
import emitters from './data/eventEmitters.json' with { type: 'json' }

/** Across' contracts on one chain; sources in data/README.md. */
export type AcrossContracts = {
  spokePool: string
  peripheries: readonly string[]
  /** Runs the message of a delivery; null if not deployed. */
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

/** Whether an address is Across' handler on a chain. */
export function isHandler(address: string, blockchain: BlockchainId): boolean {
  return isSameAddress(rows[blockchain]?.handler ?? '', address)
}

/** Contracts that only write a log entry. */
export function isEventEmitter(address: string): boolean {
  return emitters.some((emitter) => isSameAddress(emitter, address))
}
