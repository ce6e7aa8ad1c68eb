import { blake256 } from '@noble/hashes/blake1.js'

import { checkVersioned } from './bitcoin.ts'
import { base58CheckBytes } from './codecs.ts'
import type { AddressKind } from './result.ts'

/** base58check with BLAKE-256 twice instead of SHA-256. https://docs.decred.org */
export const decredKind: AddressKind = {
  shape: () => 'Ds or Dc and base58 text',
  check: (text, chain) =>
    checkVersioned(text, chain, (address) =>
      base58CheckBytes(address, (bytes) => blake256(blake256(bytes))),
    ),
}
