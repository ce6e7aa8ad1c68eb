import { withoutLinks } from '../core/links.ts'
import type { ChainTable } from './chainSettings.ts'
import type { Chain } from './chains.ts'

// The only place that makes links (SAFETY.md X5): never from a provider's text.

/** The explorer's page of a transaction; null in a sandbox or where no explorer is known. */
export function explorerTxUrl(chain: Chain, hash: string, table: ChainTable): string | null {
  return link(chain.explorerTx, '{hash}', hash, table)
}

/** The explorer's page of an address; null in a sandbox or where no explorer is known. */
export function explorerAddressUrl(
  chain: Chain,
  address: string,
  table: ChainTable,
): string | null {
  return link(chain.explorerAddress, '{address}', address, table)
}

function link(
  template: string | null,
  place: string,
  value: string,
  table: ChainTable,
): string | null {
  if (template === null || table.sandbox) return null
  // It may be a provider's word for a hash: in a link nothing else is believed, nor shown.
  if (!/^[\w+/=@:.-]{1,200}$/.test(value) || withoutLinks(value) !== value) return null
  return template.replace(place, () => encodeURIComponent(value))
}
