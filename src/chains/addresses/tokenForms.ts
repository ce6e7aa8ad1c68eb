import { solanaKind, tezosKind, tronKind } from './base58.ts'
import { zeroAddress } from '../../core/token.ts'
import type { AddressFormat } from '../chainWords.ts'
import type { Chain } from '../chains.ts'
import { isVisibleAscii } from '../text.ts'
import { cosmosKind } from './bech32Accounts.ts'
import { evmKind, xdcKind } from './evm.ts'
import { hederaKind, nearKind } from './namedAccounts.ts'
import { type AddressKind, isAccepted, refuse, type RefusedAddress } from './result.ts'
import { stellarKind } from './base32.ts'
import { formatTonAddress, parseTonAddress } from './ton.ts'

// The form of token addresses on each chain (service contract, section 2.2).

type TokenForm = {
  shape: string
  /** Spellings of the native coin other than the zero address and the chain's own. */
  nativeSpellings?: readonly string[]
  canonical: (text: string, chain: Chain) => string | RefusedAddress
}

/** The marker of many APIs for a native coin; accepted as input, never sent. */
const nativeMarker = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const maxLength = 200

const evmForm = ofAccounts(evmKind, '0x and 40 hexadecimal digits')

const forms: Partial<Record<AddressFormat, TokenForm>> = {
  evm: evmForm,
  xdc: ofAccounts(xdcKind, '0x and 40 hexadecimal digits'),
  hedera: ofAccounts(hederaKind, '0.0. and a number'),
  near: ofAccounts(nearKind, 'the name of a contract, such as wrap.near'),
  solana: {
    ...ofAccounts(solanaKind, 'the base58 address of a mint'),
    nativeSpellings: ['11111111111111111111111111111111'],
  },
  tezos: ofAccounts(tezosKind, 'KT1 and 33 base58 characters'),
  tron: {
    ...ofAccounts(tronKind, 'T and 33 base58 characters'),
    nativeSpellings: ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  },
  ton: {
    shape: 'the EQ… address of a jetton master',
    nativeSpellings: ['EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c'],
    canonical: canonicalTon,
  },
  sui: { shape: '<package>::<module>::<TYPE>', canonical: canonicalMoveType },
  iota: {
    shape: '<package>::<module>::<TYPE>',
    nativeSpellings: [`${padded('0x2')}::iota::IOTA`],
    canonical: canonicalMoveType,
  },
  aptos: {
    shape: '<account>::<module>::<TYPE> or 0x and 64 hexadecimal digits',
    nativeSpellings: [`${padded('0x1')}::aptos_coin::AptosCoin`, padded('0xa')],
    canonical: (text) =>
      /^0x[0-9a-fA-F]{1,64}$/.test(text) ? padded(text) : canonicalMoveType(text),
  },
  starknet: {
    shape: '0x and up to 64 hexadecimal digits',
    nativeSpellings: ['0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d'],
    canonical: (text) =>
      /^0x[0-9a-fA-F]{1,64}$/.test(text)
        ? padded(text)
        : refuse('it is not 0x and hexadecimal digits'),
  },
  stellar: {
    shape: 'CODE:ISSUER, or C and 55 capital letters or digits',
    nativeSpellings: ['CAS3J7GYLGXMF6TDJBBYYSE3HQ6BBSMLNUQ34T6TZMYMW2EVH34XOWMA'],
    canonical: canonicalStellar,
  },
  cosmos: {
    shape: 'a denomination such as uatom, ibc/… or factory/…',
    canonical: canonicalDenomination,
  },
}

const anyForm: TokenForm = { shape: 'one word without spaces', canonical: anyWord }

/** Follows "a token address of this chain is". */
export function tokenShape(chain: Chain): string {
  return (forms[chain.addressFormat] ?? anyForm).shape
}

/** The contract's spelling of a token address, or why the text is not one. */
export function canonicalTokenAddress(chain: Chain, text: string): string | RefusedAddress {
  const lower = text.toLowerCase()
  const native = chain.native.address
  if (text === native || lower === zeroAddress || lower === nativeMarker) return native
  if (chain.native.otherAddresses.includes(lower)) return native
  const form = forms[chain.addressFormat] ?? anyForm
  const address = form.canonical(text, chain)
  if (typeof address !== 'string') return address
  return address === native || form.nativeSpellings?.includes(address) === true ? native : address
}

function ofAccounts(kind: AddressKind, shape: string): TokenForm {
  return {
    shape,
    canonical: (text, chain) => {
      const check = kind.check(text, chain)
      return isAccepted(check) ? check.address : check
    },
  }
}

function canonicalTon(text: string): string | RefusedAddress {
  const address = parseTonAddress(text)
  if (address === null) return refuse('it is cut or mistyped')
  if (address.testOnly) return refuse('it belongs to a test network')
  return formatTonAddress(address, true)
}

function canonicalMoveType(text: string): string | RefusedAddress {
  const match = /^(0x[0-9a-fA-F]{1,64})::([A-Za-z_]\w*)::([A-Za-z_]\w*)$/.exec(text)
  if (match === null) return refuse('it is not <package>::<module>::<TYPE>')
  const [, account = '', module = '', type = ''] = match
  return `${padded(account)}::${module}::${type}`
}

function padded(hex: string): string {
  return `0x${hex.slice(2).toLowerCase().padStart(64, '0')}`
}

function canonicalStellar(text: string, chain: Chain): string | RefusedAddress {
  const match = /^([A-Za-z0-9]{1,12})[:-](G[A-Z2-7]{55})$/.exec(text)
  const [, code, issuer] = match ?? []
  if (code !== undefined && issuer !== undefined) {
    const check = stellarKind.check(issuer, chain)
    return isAccepted(check) ? `${code}:${issuer}` : refuse(`of its issuer, ${check.refused}`)
  }
  if (!text.startsWith('C')) return refuse('it is neither CODE:ISSUER nor a contract')
  const check = stellarKind.check(text, chain)
  return isAccepted(check) ? text : check
}

function canonicalDenomination(text: string, chain: Chain): string | RefusedAddress {
  const { hrp = '' } = chain.addressParams
  if (text.startsWith(`${hrp}1`)) {
    const check = cosmosKind.check(text, chain)
    return isAccepted(check) ? check.address : check
  }
  if (/^ibc\//i.test(text)) {
    return /^ibc\/[0-9a-fA-F]{64}$/i.test(text)
      ? `ibc/${text.slice(4).toUpperCase()}`
      : refuse('it is not ibc/ and 64 hexadecimal digits')
  }
  return /^[a-zA-Z][a-zA-Z0-9/:._-]{1,127}$/.test(text) ? text : refuse('it is not a denomination')
}

function anyWord(text: string): string | RefusedAddress {
  if (text.length > maxLength || !isVisibleAscii(text)) {
    return refuse(`it is not one word of at most ${maxLength} characters`)
  }
  return text
}
