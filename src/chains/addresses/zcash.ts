import type { Chain } from '../chains.ts'
import { checkVersioned } from './bitcoin.ts'
import { bech32Parts, bytesOfWords } from './codecs.ts'
import {
  accept,
  type AddressCheck,
  type AddressKind,
  refuse,
  testNetwork,
  wrongChecksum,
} from './result.ts'

// https://zips.z.cash/protocol/protocol.pdf section 5.6, https://zips.z.cash/zip-0316 and
// https://zips.z.cash/zip-0320

export const zcashKind: AddressKind = {
  shape: () => 't1 or t3 and base58 text, or zs1, tex1, u1 and lower-case letters',
  check: checkZcash,
}

function checkZcash(text: string, chain: Chain): AddressCheck {
  const lower = text.toLowerCase()
  if (/^(ztestsapling|zregtestsapling|utest|uregtest|textest)1/.test(lower))
    return refuse(testNetwork)
  if (lower.startsWith('zs1'))
    return checkBech32(lower, text, 'bech32', 43, 'shielded address; many senders cannot pay it')
  if (lower.startsWith('tex1'))
    return checkBech32(lower, text, 'bech32m', 20, 'pays from transparent addresses only')
  if (lower.startsWith('u1'))
    return checkBech32(lower, text, 'bech32m', null, 'unified address; many senders cannot pay it')
  if (text.startsWith('zc') && text.length > 90)
    return refuse('Sprout addresses are no longer in use')
  return checkVersioned(text, chain)
}

function checkBech32(
  lower: string,
  text: string,
  variant: 'bech32' | 'bech32m',
  size: number | null,
  note: string,
): AddressCheck {
  const parts = bech32Parts(text, false)
  if (parts === null || parts.variant !== variant) return refuse(wrongChecksum)
  const bytes = bytesOfWords(parts.words)
  if (bytes === null || (size !== null && bytes.length !== size))
    return refuse('it is cut or mistyped')
  return accept(lower, bytes, { notes: [note] })
}
