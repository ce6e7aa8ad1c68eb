import { showTonAddress, toRawTonAddress } from '../../../chains/ton/address.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import type { PinnedContracts } from '../../types.ts'

/**
 * An address constant of this program, raw.
 * @throws RangeError for an invalid one
 */
export function pinnedAddress(text: string): string {
  const raw = toRawTonAddress(text)
  if (raw === null) throw new RangeError(`not a TON address: ${text}`)
  return raw
}

/**
 * Who gets the source token back when a swap fails. Of several accounts named, one that is not the
 * payer, so that it cannot hide behind the payer. Null if absent.
 */
export function refundOwner(
  named: readonly (string | null)[],
  payer: string | null,
): string | null {
  const owners = named.filter((address) => address !== null)
  return owners.find((address) => address !== payer) ?? owners[0] ?? null
}

/** A provider's contracts on TON, spelled as in lists. */
export function pinnedOnTon(blockchain: BlockchainId, raws: readonly string[]): PinnedContracts {
  const targets = blockchain === 'TON' ? raws.map((raw) => showTonAddress(raw, 'contract')) : []
  return { targets, spenders: [] }
}
