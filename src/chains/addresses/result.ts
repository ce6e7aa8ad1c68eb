import type { Chain } from '../chains.ts'

/** An address that passed every check of its chain. */
export type AcceptedAddress = {
  /** The form to send to providers and chains. */
  address: string
  /** What a person should know about it, each a short clause. */
  notes: readonly string[]
  /** Tag or memo that the address itself carries (X-address, muxed account); null otherwise. */
  memo: string | null
  /** Key hash, public key or account number inside; null where the text is only a name. */
  payload: Uint8Array | null
}

/** Why a text is not an address: a clause after "… is not a valid X address:". */
export type RefusedAddress = { refused: string }

export type AddressCheck = AcceptedAddress | RefusedAddress

/** The check of one address format. */
export type AddressKind = {
  /** Follows "addresses are"; for hints and messages. */
  shape: (chain: Chain) => string
  check: (text: string, chain: Chain) => AddressCheck
}

export function accept(
  address: string,
  payload: Uint8Array | null,
  extra: { notes?: readonly string[]; memo?: string | null } = {},
): AcceptedAddress {
  return { address, payload, notes: extra.notes ?? [], memo: extra.memo ?? null }
}

export function refuse(reason: string): RefusedAddress {
  return { refused: reason }
}

export function isAccepted(check: AddressCheck): check is AcceptedAddress {
  return 'address' in check
}

export const wrongChecksum = 'its checksum is wrong, so at least one character is wrong'
export const testNetwork = 'it belongs to a test network'
