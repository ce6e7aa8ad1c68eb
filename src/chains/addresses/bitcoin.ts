import type { Chain } from '../chains.ts'
import {
  base58CheckBytes,
  type Bech32Parts,
  bech32Parts,
  startsWithHex,
  bytesOfWords,
} from './codecs.ts'
import {
  accept,
  type AddressCheck,
  type AddressKind,
  refuse,
  testNetwork,
  wrongChecksum,
} from './result.ts'

// Bitcoin and its relatives: base58check with the chain's version bytes, and where the chain has
// them, segwit addresses. https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki and
// bip-0350.mediawiki

const hashBytes = 20
const testVersions = [
  '6f',
  'c4',
  '3a',
  '71',
  '8c',
  '13',
  '1d25',
  '1cba',
  '2092',
  '2098',
  '78',
  '6e',
]
const testHrp = /^(tb|bcrt|tltc|rltc|dgbt|dgbrt|tbtg|tq|qcrt|tvg|tstrax)1/i
const mwebBytes = 66

export const bitcoinKind: AddressKind = {
  shape: ({ addressParams: { hrp } }) =>
    `base58 text with checksum${hrp === undefined ? '' : ` or ${hrp}1 and lower-case letters`}`,
  check: checkBitcoin,
}

/** NEO, ONTOLOGY and ARK: version byte and base58check, nothing else. */
export const versionedKind: AddressKind = {
  shape: () => '34 base58 characters with checksum',
  check: (text, chain) => checkVersioned(text, chain),
}

function checkBitcoin(text: string, chain: Chain): AddressCheck {
  const { hrp, mweb } = chain.addressParams
  if (hrp !== undefined && text.toLowerCase().startsWith(`${hrp}1`)) {
    return checkSegwit(text, hrp, chain)
  }
  if (testHrp.test(text)) return refuse(testNetwork)
  if (mweb !== undefined && text.toLowerCase().startsWith(`${mweb}1`)) return checkMweb(text)
  return checkVersioned(text, chain)
}

/** base58check text that must begin with one of the chain's version bytes. */
export function checkVersioned(
  text: string,
  chain: Chain,
  decode: (text: string) => Uint8Array | null = base58CheckBytes,
): AddressCheck {
  const { versions = [] } = chain.addressParams
  const bytes = decode(text)
  if (bytes === null) {
    return refuse(
      /^[1-9A-HJ-NP-Za-km-z]{25,40}$/.test(text) ? wrongChecksum : 'it is cut or mistyped',
    )
  }
  const version = versions.find((digits) => startsWithHex(bytes, digits))
  if (version !== undefined && bytes.length === version.length / 2 + hashBytes) {
    return accept(text, bytes.subarray(version.length / 2))
  }
  const isTest = testVersions.some((digits) => startsWithHex(bytes, digits))
  if (isTest && bytes.length <= hashBytes + 2) return refuse(testNetwork)
  return refuse('it belongs to another network')
}

/**
 * Version 0 is bech32 with 20 or 32 bytes, version 1 (taproot) bech32m with 32; later versions
 * exist on BITCOIN only, and only their form can be checked.
 */
function checkSegwit(text: string, hrp: string, chain: Chain): AddressCheck {
  const parts = bech32Parts(text)
  if (parts === null || parts.hrp !== hrp) return refuse(wrongChecksum)
  const version = parts.words[0] ?? -1
  const program = bytesOfWords(parts.words.slice(1))
  if (program === null || !isProgram(version, program.length, parts)) {
    return refuse('its witness program has a wrong length or checksum form')
  }
  if (version > highestWitness(chain)) {
    return refuse(`it has witness version ${version}, which ${chain.name} does not use`)
  }
  const notes = version > 1 ? [`witness version ${version} is newer than most wallets`] : []
  return accept(text.toLowerCase(), program, { notes })
}

function isProgram(version: number, size: number, { variant }: Bech32Parts): boolean {
  if (version === 0) return variant === 'bech32' && (size === 20 || size === 32)
  if (version === 1) return variant === 'bech32m' && size === 32
  return version <= 16 && variant === 'bech32m' && size >= 2 && size <= 40
}

// On a chain without taproot, anyone can spend a taproot output.
function highestWitness({ id }: Chain): number {
  if (id === 'BITCOIN') return 16
  return id === 'LITECOIN' || id === 'QTUM' || id === 'DIGI_BYTE' ? 1 : 0
}

/** https://github.com/litecoin-project/lips/blob/master/lip-0004.mediawiki */
function checkMweb(text: string): AddressCheck {
  const parts = bech32Parts(text, false)
  if (parts === null) return refuse(wrongChecksum)
  const body = bytesOfWords(parts.words.slice(1))
  if (parts.words[0] !== 0 || body?.length !== mwebBytes) return refuse('it is cut or mistyped')
  return accept(text.toLowerCase(), body, {
    notes: ['extension-block (MWEB) address; many senders cannot pay it'],
  })
}
