import { showTonAddress, toRawTonAddress } from '../../../chains/ton/address.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import type { PinnedContracts } from '../../types.ts'

/**
 * An address that is written down in this program, raw.
 * @throws RangeError when it was written down wrongly
 */
export function pinnedAddress(text: string): string {
  const raw = toRawTonAddress(text)
  if (raw === null) throw new RangeError(`not an address of TON: ${text}`)
  return raw
}

/**
 * Who gets the source token back when a swap fails, of all that a message names for it: a stranger
 * where there is one, so that nobody hides behind the payer. Null: nobody is named.
 */
export function refundOwner(
  named: readonly (string | null)[],
  payer: string | null,
): string | null {
  const owners = named.filter((address) => address !== null)
  return owners.find((address) => address !== payer) ?? owners[0] ?? null
}

/** Contracts on TON as a provider names them to others: in the form in which lists spell them. */
export function pinnedOnTon(blockchain: BlockchainId, raws: readonly string[]): PinnedContracts {
  const targets = blockchain === 'TON' ? raws.map((raw) => showTonAddress(raw, 'contract')) : []
  return { targets, spenders: [] }
}
