import { isProviderId, type ProviderId } from '../core/providerIds.ts'
import type { BuiltRow, CatalogRow } from './row.ts'
import { bridgeRows } from './rows/bridges.ts'
import { depositRows } from './rows/deposits.ts'
import { exchangeRows } from './rows/exchanges.ts'
import { foreignRows } from './rows/foreign.ts'

// Every contract identifier that the pool reader does not serve. Sources: vendor documentation,
// type packages and dated public notes up to 2026-11; no service was called.
const rows: Readonly<Partial<Record<ProviderId, CatalogRow | BuiltRow>>> = {
  ...bridgeRows,
  ...exchangeRows,
  ...foreignRows,
  ...depositRows,
}

/** Null for identifiers that the pool reader serves. */
export function catalogRow(id: ProviderId): CatalogRow | BuiltRow | null {
  return rows[id] ?? null
}

export function hasAdapter(row: CatalogRow | BuiltRow): row is BuiltRow {
  return 'load' in row
}

const built = Object.entries(rows).flatMap(([id, row]) =>
  isProviderId(id) && hasAdapter(row) ? [[id, row] as const] : [],
)

/** All rows with an adapter, by identifier. */
export function builtRows(): readonly (readonly [id: ProviderId, row: BuiltRow])[] {
  return built
}

/** The environment variable of a provider's key; identifiers that differ only in case share it. */
export function keyVariable(id: ProviderId): string {
  return `SWAPROUTE_${id.toUpperCase()}_API_KEY`
}
