import type { ProviderId } from '../core/providerIds.ts'
import table from './data/catalog.json' with { type: 'json' }
import type { ProviderState } from './types.ts'

/** How a provider moves money: between chains, on one chain, or through an address of its own. */
export type ProviderKind = 'bridge' | 'exchange' | 'deposit'

/** What is known of a provider, whether or not it is built; sources in data/README.md. */
export type CatalogEntry = {
  kind: ProviderKind
  /** `required`: nobody is answered without a key. `optional`: a key only raises limits. */
  key: 'none' | 'optional' | 'required'
  /** Why it will not be asked; null for a provider that could be. */
  closed: string | null
  /** One line for lists. */
  note: string
}

type Row = { kind: string; key?: string; closed?: string; note?: string }

const rows: Readonly<Partial<Record<string, Row>>> = table

/** Null for identifiers that the on-chain reader knows better: exchanges of its families. */
export function catalogEntry(id: ProviderId): CatalogEntry | null {
  const row = rows[id]
  if (row === undefined) return null
  const closed = row.closed ?? null
  return {
    kind: row.kind === 'bridge' || row.kind === 'deposit' ? row.kind : 'exchange',
    key: row.key === 'required' || row.key === 'optional' ? row.key : 'none',
    closed,
    note: row.note ?? closed ?? '',
  }
}

/** The variable a provider's key is read from; both spellings of a name share it. */
export function keyVariable(id: ProviderId): string {
  return `SWAPROUTE_${id.toUpperCase()}_API_KEY`
}

/**
 * The state of an identifier. A provider that needs a key says so as long as there is none, also
 * before its adapter is built: without the key it could never be asked.
 */
export function catalogState(
  id: ProviderId,
  { isBuilt, hasKey }: { isBuilt: boolean; hasKey: boolean },
): ProviderState {
  const entry = catalogEntry(id)
  if (entry?.closed != null) return { state: 'closed', reason: entry.closed }
  if (entry?.key === 'required' && !hasKey) {
    return { state: 'needs_key', variable: keyVariable(id) }
  }
  return isBuilt ? { state: 'ready' } : { state: 'not_built' }
}
