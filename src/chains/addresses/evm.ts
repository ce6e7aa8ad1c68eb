import type { Chain } from '../chains.ts'
import { toChainChecksumAddress, toChecksumAddress } from '../evm/checksum.ts'
import { isEvmAddress } from '../evm/hex.ts'
import { hexBytes } from './codecs.ts'
import { accept, type AddressCheck, type AddressKind, refuse } from './result.ts'

export const evmKind: AddressKind = {
  shape: () => '0x and 40 hexadecimal digits',
  check: checkEvm,
}

/** XDC writes `xdc` for `0x`; transactions need the latter. https://docs.xdc.network */
export const xdcKind: AddressKind = {
  shape: () => '0x (or xdc) and 40 hexadecimal digits',
  check: (text, chain) => {
    const check = checkEvm(text.replace(/^xdc/i, '0x'), chain)
    if ('refused' in check || text.startsWith('0x')) return check
    return { ...check, notes: ['written with 0x instead of xdc'] }
  },
}

/**
 * Letter case is the checksum (EIP-55) unless all letters have the same case; the checksum form is
 * what is sent and shown.
 */
function checkEvm(text: string, chain: Chain): AddressCheck {
  if (!isEvmAddress(text)) return refuse(shapeFault(text))
  const checksummed = toChecksumAddress(text)
  const digits = text.slice(2)
  const isLower = digits === digits.toLowerCase()
  const isUpper = digits === digits.toUpperCase()
  if (!isLower && !isUpper && text !== checksummed && !isRootstockForm(text, chain)) {
    return refuse(
      'its letter case (the EIP-55 checksum) is wrong, so at least one character may be wrong',
    )
  }
  const hasNone = (isLower || isUpper) && text !== checksummed
  const notes = hasNone ? ['it has no checksum; compare it once more'] : []
  return accept(checksummed, hexBytes(digits.toLowerCase()), { notes })
}

function isRootstockForm(text: string, { id, chainId }: Chain): boolean {
  return id === 'ROOTSTOCK' && chainId !== null && toChainChecksumAddress(text, chainId) === text
}

function shapeFault(text: string): string {
  if (/^[0-9a-fA-F]{40}$/.test(text)) return 'it does not begin with 0x'
  if (/\.(eth|crypto|x|bnb|arb)$/i.test(text))
    return 'it is a name, and ENS names are not supported'
  if (!text.startsWith('0x')) return 'it does not begin with 0x'
  if (!/^0x[0-9a-fA-F]*$/.test(text)) return 'it has characters other than 0-9 and a-f after 0x'
  return `it has ${text.length - 2} digits after 0x instead of 40`
}
