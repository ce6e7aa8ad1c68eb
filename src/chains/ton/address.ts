import { toHex } from '../addresses/codecs.ts'
import { formatTonAddress, parseTonAddress } from '../addresses/ton.ts'

/**
 * Any written form of a main network address (raw, bounceable, non-bounceable) in raw form and
 * lower case, which all comparisons use; null for anything else.
 */
export function toRawTonAddress(text: string): string | null {
  const address = parseTonAddress(text)
  if (address === null || address.testOnly) return null
  return `${address.workchain}:${toHex(address.hash)}`
}

/**
 * The friendly form of a raw address: bounceable (`EQ…`) for contracts, which return what they
 * cannot use, non-bounceable (`UQ…`) for wallets, which may not exist yet.
 * @throws RangeError when it is not a raw address
 */
export function showTonAddress(raw: string, form: 'wallet' | 'contract'): string {
  const address = parseTonAddress(raw)
  if (address === null) throw new RangeError('not a TON address')
  return formatTonAddress({ ...address, testOnly: false }, form === 'contract')
}

/** Whether two addresses in any form mean the same account. */
export function isSameTonAddress(a: string, b: string): boolean {
  const raw = toRawTonAddress(a)
  return raw !== null && raw === toRawTonAddress(b)
}

/** TON writes one account in several ways, EVM in any letter case. */
export function isSameParty(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase() || isSameTonAddress(a, b)
}
